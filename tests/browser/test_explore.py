"""The Explorer in a real browser: first paint, mouse, keyboard, links, ties, undo."""

import os
import re
import signal
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

import dpcore
from tests.browser.dragging import Fingers, hold, middle
from tests.browser.test_heard import FORGET_THE_TOUR
from tests.browser.test_slides import holds_the_picture
from tools.overlaps import overlaps
from tools.rest import able_to_compute, at_rest, choose_page, fits, next_frame

ARMS = "0.95, 0.9, 0.9, 0.9, 0.5"
START = "4,193 participants (1,781 without privacy"


def verdict(page):
    return page.locator(".st-key-verdict")


def arm(page, number):
    return page.get_by_role("slider", name=f"Mean of arm {number}")


def drag_to(page, handle, dx=0, dy=0):
    hold(page, handle, dx, dy)
    page.mouse.up()


def raise_finely_to(page, arm, mean):
    """Drag the top of a bar up with Shift until it stands there, and let neither go."""
    x, y = hold(page, arm)
    page.keyboard.down("Shift")
    for pixel in range(200):
        page.mouse.move(x, y - pixel)
        next_frame(page)
        if arm.get_attribute("aria-valuenow") == mean:
            return


def windows(page, sizes):
    """Each of these sizes of the window, once the page is at rest in it."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        yield width, height


def axis(page):
    """The heights at which participants are written."""
    words = page.locator(".plot text[text-anchor=end]")
    written = words.evaluate_all("(texts) => texts.map((text) => [text.textContent, text.getAttribute('y')])")
    return {text: height for text, height in written if re.fullmatch(r"[\d.]+[kM]?", text)}


def arms_box(page):
    return page.get_by_role("textbox", name="Means of the arms")


def names_box(page):
    return page.get_by_role("textbox", name="Names of the arms")


def epsilon_box(page):
    return page.get_by_role("textbox", name="Epsilon")


@pytest.fixture
def explorer(open_once):
    """The Explorer at its start."""
    page = open_once()
    page.get_by_role("button", name="Reset").click()
    expect(verdict(page)).to_contain_text(START)
    expect(arms_box(page)).to_have_value(ARMS)
    expect(page.locator("[data-sentence=achieved]")).to_contain_text("needs")  # else its runs draw the page anew
    able_to_compute(page)
    return page


def choose(page, arms):
    """Type means into their box."""
    arms_box(page).fill(arms)
    page.keyboard.press("Enter")
    expect(arm(page, 1)).to_have_attribute("aria-valuenow", arms.partition(",")[0])
    at_rest(page)


def test_first_paint_shows_the_verdict_and_the_picture_and_a_sentence_that_comes_later_moves_nothing(open_once):
    page = open_once(width=390, height=844)
    expect(verdict(page)).to_contain_text(START)
    for words in ("4,193 at ε = 0.1", "privacy sets the bound up to 0.0412", "bound nearly unchanged from 0.341"):
        expect(page.locator(".plot")).to_contain_text(words)
    place = page.locator(".plot").bounding_box()
    expect(verdict(page)).to_contain_text(re.compile(r"PRISE takes about \d"))
    assert page.locator(".plot").bounding_box() == place


ACHIEVED = ".plot .achieved"  # the mark of what PRISE takes, which is simulated once the hand rests
AT_REST = ".st-key-of-the-arms-at-rest"  # what is compared of the arms before
MOVING = ("verdict", "bound", "achieved", "picture", "allocation", "map")
TOLD = "() => { window.told = []; addEventListener('overview', (event) => told.push(event.detail.means.join())) }"


@contextmanager
def messages(page):
    """A list of what the page sends to its server meanwhile."""
    sent = []
    session = page.context.new_cdp_session(page)
    session.on("Network.webSocketFrameSent", lambda frame: sent.append(frame))
    session.send("Network.enable")
    yield sent
    session.detach()


def sentences(page):
    html = {name: page.locator(f"[data-sentence={name}]").inner_html() for name in MOVING}
    return {name: re.sub(r"</?a\b[^>]*>", "", text) for name, text in html.items()}  # terms as plain words


def test_dragging_a_bar_moves_all_sentences_without_the_server_and_the_link_on_release(explorer):
    page = explorer
    before, flags = sentences(page), page.locator(".plot [data-mark]").all_text_contents()
    heights, place = axis(page), page.locator(".plot").bounding_box()
    expect(page.locator(ACHIEVED)).to_have_count(1)
    page.evaluate(TOLD)
    with messages(page) as sent:
        hold(page, arm(page, 2).locator(".bar"), dy=60)  # any part of it
        expect(verdict(page)).not_to_contain_text(START)
        during = sentences(page)
        assert all(during[name] != before[name] for name in set(MOVING) - {"map"})  # where the best mean stands
        assert page.locator(".plot [data-mark]").all_text_contents() != flags
        expect(page.locator(AT_REST)).to_have_class(re.compile("of-before"))
        expect(page.locator(ACHIEVED)).to_have_count(0)
        expect(verdict(page)).to_contain_text("PRISE takes about …")
        shares = page.locator(".share").all_inner_texts()
        assert page.evaluate("told.at(-1)").startswith("0.95,0.")
        assert len(heights) > 2
        assert axis(page) == heights  # it rests, so that what falls is seen to fall
        assert sent == []
        page.mouse.up()
        page.wait_for_url(re.compile("arms="))
        assert sent
    at_rest(page)
    expect(page.locator(AT_REST)).not_to_have_class(re.compile("of-before"))
    assert page.locator(".share").all_inner_texts() == shares
    after = sentences(page)
    assert {name: text for name, text in after.items() if text != during[name]}.keys() <= {
        "verdict",
        "achieved",
    }  # PRISE
    expect(arms_box(page)).not_to_have_value(ARMS)
    means = [float(part) for part in arms_box(page).input_value().split(",")]
    assert means[1] < 0.8
    assert means[:1] + means[2:] == [0.95, 0.9, 0.9, 0.5]
    assert str(means[1]) in page.url
    expect(verdict(page)).to_contain_text(re.compile(r"PRISE takes about \d"))
    expect(page.locator(ACHIEVED)).to_have_count(1)
    assert page.locator(".plot").bounding_box() == place


def test_on_a_projector_means_are_typed_below_the_picture_as_people_type_them_and_no_tour_is_offered(explorer):
    page = explorer
    switch = page.get_by_text("Projector mode")
    switch.click()
    page.wait_for_url(re.compile("projector=true"))
    at_rest(page)
    page.evaluate(FORGET_THE_TOUR)
    picture, box, below = (
        page.locator(f".st-key-{name}").bounding_box()["y"] for name in ("explorer-picture", "arms", "share")
    )
    assert picture < box < below
    arms_box(page).fill("62 %, 55 %")
    arms_box(page).press("Enter")
    expect(arm(page, 1)).to_have_attribute("aria-valuenow", "0.62")
    at_rest(page)  # longer than scripts take to look once more
    expect(page.locator(".tour-offer")).to_have_count(0)
    switch.click()
    expect(page).not_to_have_url(re.compile("projector=true"))


def test_dragging_epsilon_in_the_picture(explorer):
    page = explorer
    drag_to(page, page.locator(".grip-epsilon"), dx=120)
    page.wait_for_url(re.compile("epsilon="))
    expect(verdict(page)).not_to_contain_text("at ε = 0.1 ")
    expect(epsilon_box(page)).not_to_have_value("0.1")
    assert float(epsilon_box(page).input_value()) > 0.2


def test_dragging_into_a_tie_shows_a_sentence_and_keeps_the_last_good_picture(explorer):
    page = explorer
    choose(page, "0.9,0.897")
    before, (x, y) = verdict(page).inner_text(), middle(arm(page, 2))
    raise_finely_to(page, arm(page, 2), "0.9")
    sentence = page.get_by_text("Means must have one unique maximum")
    expect(sentence).to_be_visible()
    expect(verdict(page)).to_contain_text("at ε = 0.1 ")
    expect(verdict(page)).not_to_have_text(before)
    expect(page.locator(".plot")).to_contain_text("at ε = 0.1")
    page.keyboard.up("Shift")
    page.mouse.move(x, y)
    expect(sentence).to_have_count(0)
    page.mouse.up()


def test_what_is_let_go_beside_a_silent_server_is_kept_and_follows(explorer, server):
    page = explorer
    os.kill(server.process, signal.SIGSTOP)
    try:
        drag_to(page, arm(page, 5).locator(".grip"), dy=-50)
        expect(page.get_by_text("The server is not answering")).to_be_visible()
        kept = arm(page, 5).get_attribute("aria-valuenow")
        said = sentences(page)["bound"]
        expect(verdict(page)).not_to_contain_text(START)
    finally:
        os.kill(server.process, signal.SIGCONT)
    page.wait_for_url(re.compile(f"arms=.*{kept}"))
    expect(page.get_by_text("The server is not answering")).to_have_count(0)
    at_rest(page)
    assert kept != "0.5"
    assert sentences(page)["bound"] == said


@pytest.mark.long
def test_a_drag_outlives_its_connection_and_what_is_let_go_follows_with_the_next(tab):
    page, is_cut, lines = tab.page, [], []

    def connect(line):
        if is_cut:
            line.close()
        else:
            lines.append((line, line.connect_to_server()))

    page.route_web_socket(re.compile("_stcore/stream"), connect)
    tab.open()
    expect(verdict(page)).to_contain_text(START)
    able_to_compute(page)
    hold(page, arm(page, 2).locator(".bar"), dy=40)
    is_cut.append(True)
    for line, server in lines:
        line.close()
        server.close()
    before = verdict(page).inner_text()
    page.mouse.move(page.viewport_size["width"] / 4, 500, steps=4)
    expect(verdict(page)).not_to_have_text(before)
    page.mouse.up()
    kept = arm(page, 2).get_attribute("aria-valuenow")
    expect(page.get_by_text("The server is not answering")).to_be_visible()
    is_cut.clear()
    page.wait_for_url(re.compile(f"arms=.*{kept}"))
    expect(page.get_by_text("The server is not answering")).to_have_count(0)
    expect(arm(page, 2)).to_have_attribute("aria-valuenow", kept)
    tab.problems.clear()  # the browser's own, about the connection


LATE = """
const listen = WebSocket.prototype.addEventListener
WebSocket.prototype.addEventListener = function (kind, hear) {
  listen.call(this, kind, kind === "message" ? (event) => setTimeout(hear, 800, event) : hear)
}"""


def test_what_is_typed_before_the_browser_hears_of_a_reset_stays_and_so_does_the_reset(tab):
    tab.page.add_init_script(LATE)
    page = tab.open("?epsilon=0.3&risk=0.05")
    at_rest(page)
    page.get_by_role("button", name="Reset").click()
    page.wait_for_timeout(500)  # the server has answered
    page.locator(".st-key-risk input").fill("0.02")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/\?risk=0.02$"))
    at_rest(page)
    assert [page.locator(f".st-key-{box} input").input_value() for box in ("epsilon", "risk")] == ["0.1", "0.02"]


WATCH = """() => {
  const count = () => document.querySelectorAll("[data-sentence=allocation]").length
  window.most = 0
  new MutationObserver(() => (window.most = Math.max(window.most, count())))
    .observe(document.body, { childList: true, subtree: true })
}"""


@pytest.mark.long
def test_nothing_stands_twice_while_a_simulation_or_a_message_comes_and_goes(explorer):
    page = explorer
    page.evaluate(WATCH)
    choose(page, "0.93, 0.6")
    expect(page.locator("[data-sentence=achieved]")).to_contain_text("PRISE")
    arms_box(page).fill("0.9, 0.9")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Means must have one unique maximum")).to_be_visible()
    choose(page, "0.92, 0.6")
    assert page.evaluate("window.most") == 1


@pytest.mark.long
def test_without_webassembly_the_server_follows_the_hand(tab):
    tab.page.add_init_script("delete globalThis.WebAssembly")
    page = tab.open()
    expect(verdict(page)).to_contain_text(START)
    at_rest(page)
    with messages(page) as sent:
        hold(page, arm(page, 2).locator(".bar"), dy=60)
        expect(verdict(page)).not_to_contain_text(START)
        assert sent
        page.mouse.up()
    page.wait_for_url(re.compile("arms="))


@pytest.mark.long
def test_a_tie_by_keyboard_is_not_kept(explorer):
    page = explorer
    choose(page, "0.9,0.89")
    arm(page, 2).focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_text("Means must have one unique maximum")).to_be_visible()
    expect(arm(page, 2)).to_have_attribute("aria-valuenow", "0.89")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text("Means must have one unique maximum")).to_have_count(0)
    page.wait_for_url(re.compile("0.88"))


@pytest.mark.long
def test_a_move_back_to_its_start_leaves_the_page_at_rest(explorer):
    page = explorer
    arm(page, 2).focus()
    for key in ("ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    at_rest(page)
    expect(verdict(page)).to_contain_text(START)


def test_verdict_picture_and_boxes_stand_on_one_screen_without_words_on_words(explorer):
    page, sizes = explorer, ((1280, 720), (390, 844))
    for width, height in windows(page, sizes):
        fits(page, width)
        picture, bars = page.locator(".plot").bounding_box(), page.locator("div.bars").bounding_box()
        boxes = arms_box(page).bounding_box()
        assert picture["y"] + picture["height"] <= height
        if width == 390:
            assert picture["y"] + picture["height"] <= bars["y"]
            assert picture["y"] + picture["height"] <= boxes["y"] <= height - boxes["height"]
        else:
            assert bars["x"] + bars["width"] <= picture["x"]
        assert overlaps(page) == []
    all_bounds = page.get_by_text("All bounds", exact=True)
    all_bounds.click()
    expect(page.locator(".plot")).to_contain_text("unchanged, any allocation from")
    page.wait_for_url(re.compile("all-bounds=true"))
    for _ in windows(page, reversed(sizes)):
        assert overlaps(page) == []
    all_bounds.click()
    expect(page.locator(".plot")).not_to_contain_text("any allocation")


def test_a_story_closes_its_menu_and_names_the_arms_in_the_boxes_the_bars_and_the_link(explorer):
    page = explorer
    page.get_by_role("button", name="Stories").click()
    page.get_by_role("button", name="A clinical trial").click()
    expect(verdict(page)).to_contain_text("finding that treatment A is best")
    expect(page.get_by_role("button", name="A clinical trial")).to_have_count(0)
    page.wait_for_url(re.compile("names=treatment"))
    at_rest(page)
    page.get_by_role("slider", name="Mean of treatment B").focus()
    page.keyboard.press("Delete")
    names = names_box(page)
    expect(names).to_have_value("treatment A, treatment C, treatment D")
    names.fill("old one")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("finding that old one is best")
    expect(page.locator("div.bars")).to_contain_text("old one")


DRUGS = "warfarin, dabigatran, apixaban, edoxaban, rivaroxaban, heparin, aspirin, ticagrelor, clopidogrel, prasugrel"
RATES = "0.8, 0.76, 0.74, 0.7, 0.66, 0.62, 0.58, 0.55, 0.5, 0.45"


def test_names_that_do_not_fit_side_by_side_are_turned_and_read_whole_under_the_pointer(explorer):
    page, names, sizes, below = explorer, names_box(explorer), ((1280, 720), (390, 844)), {}
    for width, _ in windows(page, sizes):
        below[width] = page.locator(".hint").bounding_box()["y"]
    written = page.locator(".foot .name")
    arms_box(page).fill(f"{RATES}, 0.4, 0.3")
    page.keyboard.press("Enter")
    expect(written).to_have_count(12)
    at_rest(page)
    names.fill(f"{DRUGS}, cangrelor")
    page.keyboard.press("Enter")
    expect(page.locator("div.bars")).to_contain_text("cangrelor")
    for width, _ in windows(page, reversed(sizes)):
        expect(written).to_have_text([*DRUGS.split(", "), "cangrelor", "12"])
        assert written.evaluate_all("(all) => all.filter((it) => it.scrollHeight > it.clientHeight + 1).length") == 0
        assert page.locator(".hint").bounding_box()["y"] == below[width]
        assert overlaps(page) == []
        fits(page, width)
        if width == 1280:
            page.get_by_role("slider", name="Mean of edoxaban").hover()
            expect(page.get_by_text("edoxaban 0.7", exact=True)).to_be_visible()
    names.fill("an old treatment, a new treatment")
    page.keyboard.press("Enter")
    expect(written.nth(1)).to_have_text("a new treatment")
    at_rest(page)
    arms_box(page).fill("0.6, 0.5")
    page.keyboard.press("Enter")
    expect(written).to_have_text(["an old treatment", "a new treatment"])
    for _ in windows(page, sizes):
        assert overlaps(page) == []


def test_the_pictures_are_taken_home(explorer):
    page = explorer
    for format, start in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with page.expect_download() as download:
            page.locator(f"[data-take={format}]").click()
        assert download.value.path().read_bytes().startswith(start)
    page.get_by_text("Downloads", exact=True).click()
    for label, words in (
        ("Allocation against epsilon", b"share of the participants"),
        ("Lower bound by gap and epsilon", b"<image"),
    ):
        for format, wanted in (("SVG", words), ("PNG", b"\x89PNG")):
            with page.expect_download() as download:
                page.get_by_role("button", name=f"Download {label} as {format}").click()
            assert download.value.suggested_filename == f"{label.lower().replace(' ', '-')}.{format.lower()}"
            assert wanted in download.value.path().read_bytes()
    page.get_by_text("Downloads", exact=True).click()


def test_a_slide_holds_the_picture_which_can_be_read_as_before(explorer):
    holds_the_picture(
        explorer, "5 arms with means 0.95, 0.9, 0.9, 0.9, 0.5 · ε = 0.1 · risk 1 %", "participants on average"
    )
    explorer.get_by_text("Downloads", exact=True).click()
    explorer.locator(".plot").hover()
    expect(explorer.locator(".picture .tip")).to_be_visible()


def test_the_page_is_taken_along_as_one_file_that_says_the_same(explorer, server, tmp_path):
    page = explorer
    drag_to(page, arm(page, 2).locator(".bar"), dy=60)
    page.wait_for_url(re.compile("arms="))
    page.get_by_text("All bounds", exact=True).click()
    expect(page.locator(".plot")).to_contain_text("unchanged, any allocation from")
    at_rest(page)
    page.get_by_text("Downloads", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Offline version").click()
    assert download.value.suggested_filename == "price-of-privacy.html"
    download.value.save_as(tmp_path / "taken.html")
    pocket = page.context.new_page()
    pocket.goto((tmp_path / "taken.html").as_uri())
    expect(pocket.locator(".plot")).to_contain_text("unchanged, any allocation from")
    there, here = sentences(pocket), sentences(page)
    assert all(there[name] == here[name] for name in ("bound", "allocation", "map"))
    assert there["verdict"].split("; PRISE")[0].rstrip(".") == here["verdict"].split("; PRISE")[0]
    assert pocket.locator(".share").all_inner_texts() == page.locator(".share").all_inner_texts()
    link = pocket.get_by_role("link", name="Open the full dashboard").get_attribute("href")
    assert link.startswith(f"{server.url}?arms=0.95,")
    assert link.endswith("all-bounds=true")
    pocket.close()
    page.get_by_text("Downloads", exact=True).click()
    page.get_by_text("All bounds", exact=True).click()
    expect(page.locator(".plot")).not_to_contain_text("any allocation")


def lower(page, key):
    return page.locator(f".st-key-{key} .drawing")


def shares_in_words(means):
    shares = dpcore.characteristic_time(means, "private", 0.1).allocation
    each = (f"arm {arm} {float(f'{100 * share:.3g}'):g} %" for arm, share in enumerate(shares, start=1))
    return f"The optimal shares of the participants at ε = 0.1: {', '.join(each)}"


CORNERS = """(drawing) => {
  const canvas = drawing.parentElement.querySelector("canvas")
  const pen = canvas.getContext("2d")
  return [[1, 1], [canvas.width - 2, canvas.height - 2]].map((place) => [...pen.getImageData(...place, 1, 1).data])
}"""


def test_the_pictures_below_follow_the_hand_and_rest_where_the_server_says(explorer):
    page = explorer
    page.set_viewport_size({"width": 1280, "height": 1500})
    allocation, gap_map = lower(page, "allocation-against-epsilon"), lower(page, "lower-bound-by-gap-and-epsilon")
    expect(allocation).to_have_attribute("aria-label", shares_in_words([0.95, 0.9, 0.9, 0.9, 0.5]))
    expect(gap_map).to_contain_text("gap to the best mean 0.95")
    (red, *_), none = gap_map.evaluate(CORNERS)
    assert red < 50  # the darkest blue, where the gap is large and epsilon small
    assert none == [255] * 4
    hold(page, arm(page, 1).locator(".grip"), dy=9)
    expect(allocation).not_to_have_attribute("aria-label", shares_in_words([0.95, 0.9, 0.9, 0.9, 0.5]))
    expect(gap_map).not_to_contain_text("gap to the best mean 0.95")
    assert "arms=" not in page.url
    page.mouse.up()
    page.wait_for_url(re.compile("arms="))
    at_rest(page)
    means = [float(part) for part in arms_box(page).input_value().split(",")]
    assert means[0] < 0.95
    expect(allocation).to_have_attribute("aria-label", shares_in_words(means))
    expect(gap_map).to_contain_text(f"gap to the best mean {means[0]:g}")


def test_keys_move_remove_and_add_an_arm_without_loading_a_script_again_and_a_click_beside_a_key_is_heard(explorer):
    page, handle, before = explorer, arm(explorer, 5), explorer.url
    places = [handle.get_attribute("aria-valuenow")]
    handle.focus()
    for key in ("ArrowRight", "ArrowLeft", "End", "Home", "PageUp", "Shift+ArrowUp"):
        page.keyboard.press(key)
        expect(handle).not_to_have_attribute("aria-valuenow", places[-1])
        places.append(handle.get_attribute("aria-valuenow"))
    assert places[0] == places[2]
    page.wait_for_url(lambda url: url != before)
    at_rest(page)
    expect(handle).to_have_attribute("aria-valuenow", places[-1])
    loaded = page.evaluate("performance.getEntriesByType('resource').map((it) => new URL(it.name).pathname)")
    scripts = [path for path in loaded if path.startswith("/scripts/")]
    assert {"/scripts/bars.js", "/scripts/lower.js"} <= set(scripts)
    assert len(scripts) == len(set(scripts))
    page.keyboard.press("Delete")
    expect(handle).to_have_count(0)
    page.get_by_role("button", name="Add an arm").click()
    expect(handle).to_be_visible()
    at_rest(page)
    page.get_by_role("slider", name="privacy budget").press("PageUp")
    page.get_by_role("button", name="Reset").click()  # before the key has rested: one request brings release and click
    at_rest(page)
    expect(verdict(page)).to_contain_text(START)


def test_a_second_finger_neither_takes_over_nor_ends_the_drag(explorer):
    page, handle, other, before = explorer, arm(explorer, 5), arm(explorer, 2), explorer.url
    fingers = Fingers(page)
    fingers.down(1, *middle(handle))
    fingers.move(1, 0, -40)
    expect(handle).not_to_have_attribute("aria-valuenow", "0.5")
    moved = handle.get_attribute("aria-valuenow")
    fingers.down(2, *middle(other))
    fingers.move(2, 0, -80)
    fingers.up(2)
    expect(handle).to_have_attribute("aria-valuenow", moved)
    assert other.get_attribute("aria-valuenow") == "0.9"
    fingers.move(1, 0, -40)
    expect(handle).not_to_have_attribute("aria-valuenow", moved)
    last = handle.get_attribute("aria-valuenow")
    fingers.up(1)
    fingers.gone()
    page.wait_for_url(lambda url: url != before)
    at_rest(page)
    expect(handle).to_have_attribute("aria-valuenow", last)


BREAK_THE_MEANS = """() => {
  const whole = JSON.stringify
  window.mend = () => (JSON.stringify = whole)
  JSON.stringify = (value, ...more) => whole(value, (key, part) => (key === "means" ? null : part), ...more)
}"""


def test_a_message_broken_on_its_way_leaves_the_last_good_picture(explorer):
    page, said = explorer, verdict(explorer).inner_text()
    page.evaluate(BREAK_THE_MEANS)
    arm(page, 5).focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Means must be a list")).to_be_visible()
    at_rest(page)
    expect(verdict(page)).to_have_text(said)
    page.evaluate("mend()")
    before = page.url
    page.keyboard.press("PageUp")
    page.wait_for_url(lambda url: url != before)
    expect(page.get_by_text("must be a list")).to_have_count(0)


CLICK_AS_SOON_AS_THE_MENU_STANDS = """
let group
new MutationObserver((_, observer) => {
  const find = (kind, words) =>
    [...document.querySelectorAll(`[data-testid=${kind}]`)].find(each => each.textContent.includes(words))
  if (!group) (group = find('stTopNavSection', 'Guarantees'))?.click()
  const link = find('stTopNavDropdownLink', 'Definitions')
  if (!link) return
  observer.disconnect()
  link.click()
}).observe(document, {childList: true, subtree: true})
"""


@pytest.mark.long
def test_a_click_in_the_menu_before_the_boxes_stand_keeps_the_link(tab):
    tab.page.add_init_script(CLICK_AS_SOON_AS_THE_MENU_STANDS)
    page = tab.open("?arms=0.7,0.6,0.2&epsilon=0.5")
    page.wait_for_url(re.compile(r"/what_is_promised\?arms=.*epsilon=0.5"))
    choose_page(page, "Explore", "Explore")
    expect(verdict(page)).to_contain_text("at ε = 0.5")
    expect(arms_box(page)).to_have_value("0.7,0.6,0.2")
