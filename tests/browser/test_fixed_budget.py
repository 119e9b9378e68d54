"""Fixed budget in a real browser: arms and theta dragged in the plane, by keyboard too, T on its line, links."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.dragging import hold, middle
from tools.rest import at_rest, fits, in_the_middle

EXPERT = ".st-key-budget-expert"
VERDICT = ".st-key-verdict"
# Arm 1 leads; the pair of largest area is 1 and 2; few runs and budgets, since what is tested is the page.
START = "1,0; 0,1; 0.4,0.4; 0.2,0.1", "0.7,0.4"
PLANE = (
    f"fixed_budget?budget-features={START[0]}&budget-theta={START[1]}&budget-rewards=0+or+1"
    "&budget-runs=40&budget-algorithms=DP-BAI&budget-algorithms=BASELINE"
)
BOX = "(handle, part) => handle.querySelector(part).getBoundingClientRect().toJSON()"  # it is drawn anew at each move


@pytest.fixture
def plane(open_once):
    """Four arms in the plane, at their start."""
    page = open_once(PLANE)
    for box, text in zip((features_box(page), theta_box(page)), START, strict=True):
        if box.input_value().replace(", ", ",") != text:  # what is dragged is written with blanks
            box.fill(text)
            box.press("Control+Enter")
            at_rest(page)
    expect(page.get_by_text("Max-Det picks arms 1 and 2")).to_be_visible()
    expect(page.locator(VERDICT)).to_contain_text("names a wrong arm in")
    return page


def features_box(page):
    return page.get_by_role("textbox", name="Features of the arms")


def theta_box(page):
    return page.get_by_role("textbox", name="θ")


def handle(page, name):
    return page.get_by_role("slider", name=name, exact=True)


def horizontal(arm):
    """Where an arm is, as it says itself."""
    return float(re.search(r"at \(([\d.]+)", arm.get_attribute("aria-valuetext")).group(1))


def features(page):
    text = features_box(page).input_value()
    return [[float(number) for number in row.split(",")] for row in text.split(";")]


def test_the_letter_of_theta_stands_beside_the_arms(plane):
    moved, theta = handle(plane, "Arm 3"), handle(plane, "Theta")
    in_the_middle(theta)
    x, y = hold(plane, moved)
    unit = middle(handle(plane, "Arm 1"))[0] - middle(handle(plane, "Arm 2"))[0]
    for place, is_on_the_right in ((0.73, False), (0.67, True), (0.9, True), (0.4, True)):  # the last two are far away
        plane.mouse.move(x + (place - 0.4) * unit, y + 0.03 * unit)
        expect(moved).to_have_attribute("aria-valuetext", re.compile(f"^arm 3 at .{place}"))
        arm, tip = (each.evaluate(BOX, ".mark circle:last-of-type") for each in (moved, theta))
        letter = theta.evaluate(BOX, "text")
        assert letter["left"] >= arm["right"] or letter["right"] <= arm["left"], place
        assert (letter["left"] > tip["right"]) == is_on_the_right, place
    plane.mouse.move(x, y)
    plane.mouse.up()


def test_dragging_the_budget_moves_the_verdict(plane):
    page = plane
    knob = handle(page, "T")
    expect(knob).to_contain_text("T 1000")
    in_the_middle(knob)
    hold(page, knob, dx=80)
    expect(page.locator(VERDICT)).not_to_contain_text("After 1,000 samples")
    page.mouse.up()
    page.wait_for_url(re.compile(r"budget-samples=\d+"))
    chosen = int(float(re.search(r"budget-samples=([\d.]+)", page.url).group(1)))
    assert chosen > 1500
    expect(page.locator(VERDICT)).to_contain_text(f"After {chosen:,} samples")
    box = page.get_by_role("textbox", name="Samples (T)")
    expect(box).to_have_value(str(chosen))
    at_rest(page)  # once the runs are done the page is drawn again, and that may write into the box again
    box.fill("20")
    box.press("Enter")
    expect(knob).to_have_attribute("aria-valuenow", "20")
    at_rest(page)
    for place in ("21", "22"):  # not 20.1: a whole number of samples
        knob.press("Shift+ArrowRight")
        expect(knob).to_have_attribute("aria-valuenow", place)


def test_dragging_an_arm_changes_the_pair_at_once_and_then_the_link_and_the_plane_is_taken_home(plane):
    page = plane
    before = page.locator(".parallelogram").get_attribute("d")
    in_the_middle(handle(page, "Arm 2"))
    hold(page, handle(page, "Arm 2"), 20, 190)
    expect(page.get_by_text("Max-Det picks arms 1 and 3")).to_be_visible()
    expect(page.locator(".parallelogram")).not_to_have_attribute("d", before)
    assert features(page)[1] == [0, 1]  # only while nobody drags
    page.mouse.up()
    expect(features_box(page)).not_to_have_value(re.compile("0, ?1;"))
    moved = features(page)
    assert moved[1][0] > 0
    assert moved[1][1] < 0.5
    assert [moved[0], *moved[2:]] == [[1, 0], [0.4, 0.4], [0.2, 0.1]]
    page.wait_for_url(re.compile(re.escape(f"{moved[1][1]:g}")))
    expect(page.locator(VERDICT)).to_contain_text("of 40 runs")
    at_rest(page)
    with page.expect_download() as download:
        page.locator("[data-take=svg]").click()
    assert download.value.path().read_bytes().startswith(b"<svg")


def test_the_keyboard_moves_adds_and_removes(plane):
    page = plane
    handle(page, "Arm 3").focus()
    places = [0.4]
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
        places.append(horizontal(handle(page, "Arm 3")))
    # No press is lost, however long an answer takes.
    assert places[3] == pytest.approx(0.4 - 3 * (0.4 - places[1]), abs=0.002)
    assert places[1] < 0.4
    handle(page, "Theta").press("ArrowUp")
    expect(features_box(page)).to_have_value(re.compile(f"; {places[3]:g}, 0.4; "))
    expect(theta_box(page)).to_have_value(re.compile(r"^0\.7, 0\.4[1-9]"))
    page.get_by_role("button", name="Add an arm").click()
    expect(handle(page, "Arm 5")).to_be_visible()
    expect(page.locator(EXPERT)).to_contain_text("5 arms")
    handle(page, "Arm 5").press("Delete")
    expect(page.locator(EXPERT)).to_contain_text("4 arms")
    at_rest(page)


@pytest.mark.long
def test_dragging_to_a_mean_above_one_gets_a_sentence_and_the_last_good_picture_stays(plane):
    page = plane
    theta_box(page).fill("0.95,0.4")
    page.keyboard.press("Enter")
    at_rest(page)
    in_the_middle(handle(page, "Theta"))
    hold(page, handle(page, "Theta"), dx=40)
    sentence = page.get_by_text("must be in [0, 1], not")
    expect(sentence).to_be_visible()
    expect(page.get_by_text("Max-Det picks arms 1 and 2")).to_be_visible()
    expect(page.locator(VERDICT)).to_contain_text("name a wrong arm in")
    page.mouse.up()
    expect(theta_box(page)).to_have_value(re.compile(r"^(0\.9\d*|1), ?0\.4\d*$"))
    expect(page.locator(VERDICT)).to_contain_text("of 40 runs")


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.long)])
def test_nothing_overflows_and_a_phone_shows_the_error_first(open_once, width):
    page = open_once(PLANE, width, 844)
    fits(page, width)
    at_rest(page)
    expect(page.get_by_test_id("stProgress")).to_have_count(0)  # it moves both pictures when it goes
    chart = page.locator(".st-key-error-against-budget").bounding_box()
    plane = page.locator("svg.drawing").bounding_box()
    if width == 390:
        assert chart["y"] + chart["height"] <= plane["y"]
    else:
        assert plane["x"] + plane["width"] <= chart["x"]
