"""A talk in a real browser: given with a presenter's remote, followed by a phone, in step with the notes."""

import re
from itertools import combinations

import pytest
from PIL import Image
from playwright.sync_api import expect

from dpcore import sample_lower_bounds
from tests.browser.dragging import hold, middle, moves_finely
from tools.overlaps import overlaps
from ui.lecture.prepared import SHIPPED, prepared, shipped
from ui.look.numbers import at_least

SMALLEST = 24  # pixels at 1280x720: read from the last row
# Of all words on the stage: their text, the size of their letters, what they stand in, and where.
SIZES = """() => {
  const hosts = [...document.querySelectorAll("*")].map((element) => element.shadowRoot).filter(Boolean)
  const stage = hosts.map((host) => host.querySelector(".stage")).find(Boolean)
  const hasWords = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
  const seen = [...stage.querySelectorAll("*")].filter((element) => hasWords(element) && element.checkVisibility())
  return seen.map((element) => {
    const { bottom, right } = element.getBoundingClientRect()
    return [element.textContent.trim(), parseFloat(getComputedStyle(element).fontSize), element.tagName, bottom, right]
  })
}"""

HEIGHTS = """(picture) => Object.fromEntries(
  [...picture.querySelectorAll("text")].map((words) => [words.textContent, words.getBoundingClientRect().y]))"""


# What a key could reach beside the talk.
BESIDE = """() => [...document.querySelectorAll("a[href], button, input, [tabindex]")].filter(
  (element) => element.id !== "stMain" && !element.closest("[inert]") && element.checkVisibility()).length"""


@pytest.fixture(scope="module")
def scenes():
    """The scenes of the long talk, which take a second to prepare."""
    return prepared(shipped(SHIPPED[0]))["scenes"]


def scene(page):
    lecture = page.locator(".lecture")
    return int(lecture.get_attribute("data-scene")), int(lecture.get_attribute("data-step"))


def started(tab, address):
    page = tab.open_once(address)
    page.locator(".lecture[data-scene]").wait_for(state="attached")
    return page


@pytest.fixture
def at_scene(open_once):
    """at_scene(7): one tab that gives the talk, at this scene before its answer, in a window of this size."""

    def at_scene(number, width=1280, height=720):
        page = open_once("lecture?scene=7", width, height)
        talk, start = page.locator(".lecture[data-scene]"), page.get_by_role("button", name="Start the talk")
        if talk.or_(start).get_attribute("data-scene") is None:
            start.click()
        expect(talk).to_be_attached()
        page.keyboard.press(str(min(number, 9)))
        for _ in range(2 * (number - 9)):  # to the next scene through the answer
            page.keyboard.press("PageDown")
        assert scene(page) == (number - 1, 0)
        return page

    return at_scene


def test_the_talk_is_given_with_a_remote_and_read_from_the_last_row(at_scene, scenes):
    page = at_scene(1)
    for place, told in enumerate(scenes):
        expect(page.locator(".question")).to_have_text(told["question"])
        assert scene(page) == (place, 0)
        expect(page).to_have_url(re.compile(rf"[?&]scene={place + 1}\b"))
        expect(page.locator(".drawing")).to_have_attribute("aria-label", re.compile(r"\w"))
        expect(page.locator(".option.right")).to_have_count(0)
        expect(page.locator(".handle")).to_have_count(0)
        page.keyboard.press("PageDown")
        expect(page.locator(".option.right")).to_contain_text(told["options"][told["right"]].replace(" %", "\u00a0%"))
        expect(page.locator(".handle").last).to_be_visible()
        sizes = page.evaluate(SIZES)
        small = [words for words, size, tag, *_ in sizes if size < SMALLEST * (0.7 if tag == "SUB" else 1)]
        assert small == [], f"too small in scene {place + 1}"
        below = [words for words, _, _, bottom, right in sizes if bottom > 720 or right > 1280.5]
        assert below == [], f"cut off in scene {place + 1}"
        page.keyboard.press("PageDown")
    assert scene(page) == (len(scenes) - 1, 1)
    assert page.evaluate(BESIDE) == 0
    page.keyboard.press("4")
    assert scene(page) == (3, 0)
    page.keyboard.press("PageUp")
    assert scene(page) == (2, 1)
    moves_finely(page, page.locator(".handle").last)
    page.keyboard.press("b")
    expect(page.locator(".black")).to_be_visible()
    page.keyboard.press("PageDown")  # whatever comes first brings the light back
    expect(page.locator(".black")).to_be_hidden()
    assert scene(page) == (2, 1)
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="Start the talk")).to_be_visible()
    assert page.evaluate(BESIDE) > 5


def test_a_slide_is_saved_as_a_picture_before_and_after_its_answer(at_scene):
    page = at_scene(7)
    page.locator(".drawing text").first.wait_for()
    saved = []
    for key in (None, "PageDown"):
        if key:
            page.keyboard.press(key)
            expect(page.locator(".option.right")).to_have_count(1)
        with page.expect_download() as waiting:
            page.keyboard.press("s")
        assert waiting.value.suggested_filename == "scene-7-slide.png"
        with Image.open(waiting.value.path()) as image:
            assert image.size == (1920, 1080)
            saved.append(image.convert("RGB").tobytes())
    assert saved[0] != saved[1]
    page.mouse.move(300, 300)
    with page.expect_download():
        page.get_by_role("button", name="Save", exact=True).click()


def test_a_key_closes_the_code_before_it_moves_the_talk(at_scene):
    page = at_scene(2)

    def in_a_network(route):
        opened = route.fetch()
        route.fulfill(response=opened, json={**opened.json(), "link": "http://192.0.2.7/lecture"})

    page.route("**/rooms", in_a_network, times=2)
    page.keyboard.press("PageDown")
    handle = page.locator(".handle").first
    handle.focus()
    told = handle.get_attribute("aria-valuetext")
    for key in ("ArrowRight", " ", "4"):
        page.keyboard.press("r")
        expect(page.locator(".room")).to_be_visible()
        expect(page.locator(".code-picture svg")).to_have_count(1)
        expect(page.locator(".alone")).to_be_hidden()
        page.keyboard.press(key)
        expect(page.locator(".room")).to_be_hidden()
        assert scene(page) == (1, 1)
        expect(handle).to_have_attribute("aria-valuetext", told)
    code = page.locator(".code").text_content()
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_text(f"Room {code} is still open")).to_be_visible()
    page.get_by_role("button", name=f"Back to room {code}").click()
    expect(page.locator(".question")).to_be_visible()
    page.keyboard.press("r")
    page.get_by_role("button", name="End the room").click()
    expect(page.locator(".told")).to_contain_text("The room is closed. The talk goes on here.")
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Start the talk").click()
    expect(page.locator(".question")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator(".room")).to_be_visible()
    code = page.locator(".code").text_content()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_text(f"Room {code} is still open")).to_be_visible()  # of a talk that was started here, too


def test_a_class_before_a_projector_follows_votes_and_catches_up(tab, visitor):
    page = started(tab, "lecture?talk=Which+epsilon%3F&scene=1&projector=true")
    expect(page).to_have_url(re.compile(r"talk=Which\+epsilon%3F"))  # the box that had it in the address is gone
    page.keyboard.press("r")
    code = page.locator(".code")
    expect(code).to_have_text(re.compile(r"^\w{4}-\w{4}$"))
    expect(page.locator(".code-picture svg")).to_have_count(0)  # no phone could open its address
    expect(page.locator(".alone")).to_contain_text("start it with ./run app --address 0.0.0.0")
    student = visitor.new_page()
    try:
        student.set_viewport_size({"width": 390, "height": 844})
        student.add_init_script("localStorage.clear()")  # the same browser as the presenter's, who may steer
        student.goto(page.locator(".link").inner_text())
        expect(student.locator(".question")).to_have_text(page.locator(".question").inner_text())
        expect(page.locator(".followers")).to_have_text("1 phone connected")
        page.keyboard.press("Escape")
        student.locator(".option").nth(2).click()
        expect(page.locator(".where")).to_have_text("1 of 6 · 1 vote")
        expect(page.locator(".bar")).to_have_css("opacity", "1")  # though nobody moves the mouse
        expect(page.locator(".option").nth(2).locator(".mark")).to_have_text("")  # votes stay hidden until the reveal
        expect(student.locator(".option").nth(2)).to_contain_text("your guess")

        student.keyboard.press("PageDown")
        expect(student.locator(".told")).to_contain_text("You will see this answer as soon as the presenter shows it.")
        expect(student.locator(".option.right")).to_have_count(0)

        page.keyboard.press("PageDown")
        expect(student.locator(".told")).to_be_hidden()
        expect(page.locator(".option").nth(2).locator(".mark")).to_have_text("✓ · 1")
        expect(student.locator(".option.right")).to_have_count(1)
        handle = page.locator(".handle").first
        handle.press("End")
        expect(student.locator(".handle").first).to_have_attribute("aria-valuetext", "ε = 100")

        student.locator(".handle").first.press("Home")  # the first touch: an own way from here
        expect(student.locator(".handle").first).to_have_attribute("aria-valuetext", "ε = 0.001")
        expect(handle).to_have_attribute("aria-valuetext", "ε = 100")
        page.keyboard.press("PageDown")
        expect(student.locator(".told")).to_contain_text("The talk is at scene 2.")
        assert scene(student) == (0, 1)
        student.get_by_role("button", name="Catch up").click()
        expect(student.locator(".question")).to_have_text(page.locator(".question").inner_text())
        student.get_by_role("button", name="Leave").click()
        back = student.get_by_role("button", name=f"Back to room {code.text_content()}")
        expect(back).to_be_visible()
        expect(student.get_by_text("is still open")).to_have_count(0)  # that is for who can close it
        back.click()
        expect(student.locator(".question")).to_have_text(page.locator(".question").inner_text())
        page.keyboard.press("PageDown")
        bars, handles = page.locator(".drawing rect"), page.locator(".handle")
        expect(handles.last).to_be_visible()
        for held, drawn in zip(handles.all(), bars.all(), strict=True):  # each where the picture says
            (x, y), top = middle(held), drawn.bounding_box()
            assert (x, y) == pytest.approx((top["x"] + top["width"] / 2, top["y"]), abs=1)
        page.keyboard.press("r")
        page.get_by_role("button", name="End the room").click()
        expect(student.locator(".told")).to_contain_text("The session has ended.")
        student.get_by_role("button", name="Leave").click()
        expect(student.get_by_role("heading", name="How do we show this to a room?")).to_be_visible()
        expect(student.get_by_role("button", name="Back to room")).to_have_count(0)
    finally:
        student.close()


def test_the_boundary_leaves_a_mark_and_every_method_is_named_at_its_line(at_scene, scenes):
    page = at_scene(7, 390, 844)
    page.keyboard.press("PageDown")
    bars = page.locator(".handle[aria-label^=rate]")
    before = page.get_by_text("before", exact=True)
    expect(bars).to_have_count(4)
    expect(before).to_have_count(0)
    # Their places for a finger lie on one another: each is grabbed off its middle, where the next one's begins.
    for place in range(3):
        told = [bar.get_attribute("aria-valuetext") for bar in bars.all()]
        box = bars.nth(place).bounding_box()
        x, y = box["x"] + box["width"] / 2 + 8, box["y"] + box["height"] / 2
        assert x > bars.nth(place + 1).bounding_box()["x"]
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + (5 if place else -5), steps=2)
        page.mouse.up()
        expect(bars.nth(place)).not_to_have_attribute("aria-valuetext", told[place])
        assert [bar.get_attribute("aria-valuetext") for bar in bars.all()][place + 1 :] == told[place + 1 :]
    expect(before).to_have_count(1)
    assert overlaps(page) == []

    page.keyboard.press("6")
    page.keyboard.press("PageDown")
    privacy = page.locator(".handle[aria-label^=privacy]")
    privacy.press("Home")
    x, y = hold(page, privacy)
    for place in range(12):  # the reading goes past the words of both boundaries and the small bars
        page.mouse.move(x + 18 * place, y)
        assert overlaps(page) == []
    page.mouse.up()
    page.keyboard.press("8")
    page.keyboard.press("PageDown")
    names = [label for _, label, _ in scenes[7]["algorithms"]]
    for name in names:
        expect(page.locator(".drawing text").get_by_text(name, exact=True)).to_have_count(1)
    at = page.locator(".drawing").evaluate(HEIGHTS)
    assert min(abs(at[one] - at[other]) for one, other in combinations([*names, "bound"], 2)) > 16
    assert overlaps(page) == []


def test_two_promises_are_told_exactly_wherever_epsilon_is_dragged(at_scene, scenes):
    place = next(place for place, told in enumerate(scenes) if told["picture"] == "promises")
    page = at_scene(place + 1)
    expect(page.get_by_text("strong: bound", exact=True)).to_have_count(1)
    expect(page.get_by_text(re.compile("^weak: "))).to_have_count(0)  # it is asked for
    page.keyboard.press("PageDown")
    lead, state = scenes[place]["lead"], scenes[place]["state"]
    handle = page.locator(".handle")
    for key, epsilon in (("", state["epsilon"]), ("Home", lead["epsilons"][0]), ("End", lead["epsilons"][-1])):
        if key:
            handle.press(key)
        participants = lead["participants"][lead["epsilons"].index(epsilon)]
        least = sample_lower_bounds(state["means"], epsilon, state["risk"])["tightest_private"]
        told = f"ε = {epsilon:g}; weak: exactly {participants:,.0f}; strong: at least {at_least(least)}"
        expect(handle).to_have_attribute("aria-valuetext", told)
        for width, height in ((390, 844), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            assert overlaps(page) == []


def test_long_names_of_options_lie_on_no_other_words(at_scene):
    start, *scenes = shipped(SHIPPED[0]).split("[[scenes]]")
    text = "[[scenes]]".join([start, *(scenes[place - 1] for place in (1, 3, 4, 7, 9))])
    names = ("Standard care", "New therapy 10 mg", "New therapy 20 mg", "Combination", "None")
    for letter, name in zip("ABCDE", names, strict=True):
        text = text.replace(f'"{letter}"', f'"{name}"')
    page = at_scene(1)
    page.get_by_role("button", name="Leave").click()
    page.get_by_text("A talk of your own").first.click()
    page.locator("input[type=file]").set_input_files(
        {"name": "own.toml", "mimeType": "application/toml", "buffer": text.encode()}
    )
    expect(page.get_by_text("has been read.")).to_be_visible()
    page.get_by_role("button", name="Start the talk").click()
    expect(page.locator(".question")).to_be_visible()
    for width, height in ((390, 844), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        for place in range(1, 6):
            page.keyboard.press(str(place))
            page.keyboard.press("PageDown")
            expect(page.locator(".option.right")).to_have_count(1)
            assert overlaps(page) == [], f"scene {place}, {width} wide"
    page.get_by_role("button", name="Leave").click()
    page.get_by_text("A talk of your own").first.click()
    page.get_by_role("button", name="Choose another talk").click()


@pytest.mark.long
def test_notes_are_in_step_and_a_reloaded_presenter_still_steers(tab, scenes):
    page = started(tab, "lecture?scene=2")
    with page.expect_popup() as opened:
        page.keyboard.press("n")
    notes = opened.value
    expect(notes.locator(".script")).to_contain_text(scenes[1]["source"])
    expect(notes.locator(".clock")).to_contain_text("since the talk was started")
    notes.keyboard.press("PageDown")
    expect(page.locator(".option.right")).to_have_count(1)
    page.reload()
    expect(page.locator(".option.right")).to_have_count(1)
    page.keyboard.press("PageDown")
    expect(notes.locator(".now")).to_contain_text(scenes[2]["question"])
    expect(notes.locator(".coming")).to_contain_text(scenes[3]["question"])
    notes.close()
