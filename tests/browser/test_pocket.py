"""The Explorer as one file, opened from disk with no network: what it says is what Python says."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect

import dpcore
from tests.browser.dragging import hold
from tests.pages.visit import opened as opened_page
from tests.pages.visit import patient
from tools.axe import violations
from tools.overlaps import overlaps
from ui.arms.instance import DEFAULT, Instance, parsed
from ui.explore import words
from ui.explore.numbers import numbers_of
from ui.look.numbers import at_least, count, setting
from ui.look.sentences import as_html
from ui.look.theme import DARK, LIGHT
from ui.pocket import explorer_file

ADDRESS = "https://privacy.example/"
QUICK = Instance((0.9, 0.3), 1.0, 0.1)
CURVES = "#stopping-times .drawing"
ROW = "#stopping-times .row"
ALL_MADE = re.compile("(median of 20 runs.*){4}$")
ONLY = (
    "This file simulates runs only for 2 arms, at risk 10 % and at the ε of its points; "
    "the full dashboard simulates others too."
)


@pytest.fixture(scope="module")
def open_file(visitor, tmp_path_factory):
    """open_file(html): the page of a new tab; a test fails if it asks anything of a network or complains."""
    folder, pages, problems = tmp_path_factory.mktemp("pocket"), [], []

    def open_file(html, script="", width=1280, height=1400):
        file = folder / f"{len(pages)}.html"
        file.write_text(html, encoding="utf-8")
        pages.append(page := visitor.new_page())
        page.set_viewport_size({"width": width, "height": height})
        page.route(re.compile("^(https?|wss?):"), lambda route: route.abort())
        page.on("request", lambda request: problems.append(request.url) if "://" in request.url[:8] else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text))
        if script:
            page.add_init_script(script)
        page.goto(file.as_uri())
        return page

    yield open_file
    for page in pages:
        page.close()
    assert [problem for problem in problems if not problem.startswith("file:")] == []


@pytest.fixture(scope="module")
def opened(open_file):
    return open_file(explorer_file(DEFAULT, address=ADDRESS))


@pytest.fixture
def pocket(opened):
    """The file at its start."""
    opened.evaluate("location.hash = Math.random()")
    says(opened, DEFAULT)
    return opened


def arm(page, name):
    return page.get_by_role("slider", name=f"Mean of {name}", exact=True)


def shown(page):
    """The instance that the handles stand at."""
    arms = page.locator(".arm").all()
    means = tuple(float(each.get_attribute("aria-valuenow")) for each in arms)
    epsilon, risk = (
        float(page.locator(f"[data-name={name}] .rail").get_attribute("aria-valuenow")) for name in ("epsilon", "risk")
    )
    return Instance(means, epsilon, risk)


def says(page, instance, all_bounds=False):
    """The page's sentences, table and flags are those that Python writes of this instance."""
    numbers = numbers_of(instance)
    told = words.sentences(numbers, all_bounds=all_bounds, in_file=True)
    told = {name: as_html(sentence).replace("&#x27;", "'") for name, sentence in told.items()}
    expect(page.locator("[data-sentence=verdict]")).to_have_js_property("innerHTML", told["verdict"])
    expect(page.locator(".plot [data-mark]")).to_have_count(6 if all_bounds else 2)
    assert {name: page.locator(f"[data-sentence={name}]").inner_html() for name in told} == told
    for name, text in words.exact_numbers(numbers).items():
        number = page.locator(f"[data-sentence={name}]").text_content()
        if name != "certified":
            assert float(number.replace(",", "")) == pytest.approx(float(text.replace(",", "")), rel=2e-10, abs=0)
    shares = [float(text.strip("< %")) for text in page.locator(".share").all_text_contents()]
    assert shares == pytest.approx(100 * numbers.private.allocation, rel=0.05)
    best = numbers.private.best_arm
    expect(page.locator("#allocation .drawing")).to_have_attribute(
        "aria-label", re.compile(f"at ε = {instance.epsilon:.4g}: .*{instance.name(best)} ")
    )
    expect(page.locator("#map .drawing")).to_contain_text(f"gap to the best mean {instance.means[best]:.6g}")


def test_it_follows_the_hand_and_its_link_follows_on_release(pocket):
    page, start = pocket, pocket.locator("[data-sentence=verdict]").inner_html()
    hold(page, arm(page, "arm 2").locator(".bar"), dy=60)
    expect(page.locator("[data-sentence=verdict]")).not_to_have_js_property("innerHTML", start)
    during = shown(page)
    says(page, during)
    page.mouse.up()
    says(page, during)
    assert during.means[1] < 0.8
    assert during.means[:1] + during.means[2:] == (0.95, 0.9, 0.9, 0.5)
    expect(page.locator("#dashboard")).to_have_attribute("href", re.compile(rf"arms=0\.95.*{during.means[1]}"))
    link = urlsplit(page.locator("#dashboard").get_attribute("href"))
    assert link.netloc == "privacy.example"
    assert parsed(dict(parse_qsl(link.query, keep_blank_values=True))) == during


def test_keys_arms_and_all_bounds(pocket):
    page = pocket
    page.get_by_role("slider", name="privacy budget").focus()
    page.keyboard.press("PageUp")
    arm(page, "arm 5").focus()
    page.keyboard.press("Delete")
    expect(arm(page, "arm 5")).to_have_count(0)
    page.get_by_role("checkbox", name="All bounds").check()
    expect(page.locator(".plot")).to_contain_text("unchanged, any allocation from")
    instance = shown(page)
    assert instance.means == (0.95, 0.9, 0.9, 0.9)
    assert instance.epsilon > 0.2
    says(page, instance, all_bounds=True)
    expect(page.locator("#dashboard")).to_have_attribute("href", re.compile("all-bounds=true"))
    page.get_by_role("checkbox", name="All bounds").uncheck()
    says(page, instance)
    page.get_by_role("button", name="Add an arm").click()
    expect(arm(page, "arm 5")).to_have_attribute("aria-valuenow", "0.9")


@pytest.mark.parametrize(
    "end, sentence",
    [
        ("arms=0.9,0.9,0.5", "Means must have one unique maximum, but arms 1 and 2 tie at 0.9."),
        ("risk=<img src=x onerror=alert(1)>", "Risk must be a number, not '<img src=x onerror=alert(1)>'."),
    ],
)
def test_a_wrong_state_in_the_address_is_one_sentence_over_the_last_picture(pocket, end, sentence):
    pocket.evaluate("(end) => { location.hash = end }", end)
    expect(pocket.locator(".problem")).to_have_text(f"{sentence} The page still shows your last valid values.")
    says(pocket, DEFAULT)
    pocket.evaluate("location.hash = 'epsilon=0.5&names=it%27s A'")
    expect(pocket.locator(".problem")).to_be_hidden()
    says(pocket, Instance(DEFAULT.means, 0.5, DEFAULT.risk, ("it's A",)))


@pytest.mark.long
def test_a_state_edited_in_the_file_is_shown_or_refused(open_file):
    html = explorer_file(DEFAULT)
    page = open_file(html.replace("epsilon=0.1&amp;", "epsilon=abc&amp;", 1))
    expect(page.locator(".problem")).to_have_text(
        re.compile("^Epsilon must be a number, not 'abc'. The page still shows")
    )
    says(page, DEFAULT)
    page = open_file(html.replace("arms=0.95,+0.9,", "arms=0.97,+0.9,", 1))
    says(page, Instance((0.97, *DEFAULT.means[1:]), DEFAULT.epsilon, DEFAULT.risk))


POLES_IN_WORDS = """() => {
  const boxes = (selector) => [...document.querySelector("#explorer").shadowRoot.querySelectorAll(selector)]
    .map((one) => [one.getBoundingClientRect(), one.textContent])
  const isBeside = (pole, words) => pole.left < words.left || pole.left > words.right
  const isIn = (pole, words) => !isBeside(pole, words) && pole.top < words.bottom - 2 && pole.bottom > words.top + 2
  return boxes("[data-mark] text").flatMap(([words, text]) =>
    boxes("[data-mark] path[stroke]").filter(([pole]) => isIn(pole, words)).map(() => text))
}"""


# All runs are made in less than a second: a busy test would come too late.
CLICK_ONCE_SHOWN = """(button) => {
  new MutationObserver(() => button.hidden || button.click()).observe(button, { attributes: true })
}"""


def test_on_a_phone_in_the_dark(open_file):
    page = open_file(explorer_file(DEFAULT, True, DARK), width=390, height=844)
    says(page, DEFAULT, all_bounds=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 22, 20)"
    picture, bars = page.locator(".plot").bounding_box(), page.locator("div.bars").bounding_box()
    assert picture["y"] + picture["height"] <= bars["y"]
    assert page.evaluate(POLES_IN_WORDS) == []
    page.locator(f"{ROW} .halt").evaluate(CLICK_ONCE_SHOWN)
    page.locator(CURVES).scroll_into_view_if_needed()
    expect(page.locator(ROW)).to_contain_text("Stopped at")
    assert overlaps(page) == []
    assert violations(page) == []


def test_at_a_desk_and_accessible(pocket):
    pocket.set_viewport_size({"width": 1280, "height": 720})
    assert overlaps(pocket) == []
    picture, bars = pocket.locator(".plot").bounding_box(), pocket.locator("div.bars").bounding_box()
    assert bars["x"] + bars["width"] <= picture["x"]
    assert picture["y"] + picture["height"] <= 720
    assert violations(pocket) == []
    pocket.set_viewport_size({"width": 1280, "height": 1400})


@pytest.fixture(scope="module")
def quick(open_file):
    """A file of few participants, so that its runs are made soon."""
    return open_file(explorer_file(QUICK), height=1900)


def test_its_runs_are_those_of_the_page(quick):
    page = quick
    expect(page.locator(CURVES)).to_have_attribute("aria-label", ALL_MADE)
    assert page.workers
    expect(page.locator(ROW)).to_contain_text(ONLY)
    with patient():
        test = opened_page("stopping_times", arms="0.9, 0.3", epsilon="1", risk="0.1")
    table = test.dataframe[0].value
    for epsilon in (1.0, 0.1):
        page.evaluate("(epsilon) => { location.hash = `epsilon=${epsilon}` }", epsilon)
        told = page.locator(CURVES)
        expect(told).to_have_attribute("aria-label", re.compile(f"at ε = {setting(epsilon)}: at least"))
        medians = table[(table["epsilon"] == epsilon) | table["epsilon"].isna()].set_index("algorithm")["median"]
        assert sorted(medians.index) == ["DP-SE", "PB-TaS", "PRISE", "TTUCB"]
        for algorithm, median in medians.items():
            made = re.escape(f"{algorithm} {count(median)} (median of 20 runs")
            expect(told).to_have_attribute("aria-label", re.compile(made))
    page.evaluate("location.hash = 'epsilon=1'")


def test_runs_grow_under_the_hand_and_all_of_them_where_it_rests(quick):
    page, told = quick, quick.locator(CURVES)
    before = told.get_attribute("aria-label")
    hold(page, arm(page, "arm 2").locator(".bar"), dy=20)
    expect(page.locator(ROW)).to_contain_text("For these arms so far: up to 4 runs per point.")
    expect(told).to_have_attribute("aria-label", re.compile(r"PRISE [\d,]+ \(median of 4 runs"))
    expect(told).to_contain_text("faded: runs for the previous arms")
    page.mouse.up()
    expect(told).to_have_attribute("aria-label", ALL_MADE)
    expect(told).not_to_contain_text("faded")
    assert told.get_attribute("aria-label") != before
    bound = dpcore.sample_lower_bounds(shown(page).means, 1.0, 0.1)["tightest_private"]
    expect(told).to_have_attribute("aria-label", re.compile(re.escape(f"at least {at_least(bound)} on average")))


@pytest.mark.long
def test_for_another_risk_or_number_of_arms_there_is_the_bound_and_a_sentence(quick):
    page, told = quick, quick.locator(CURVES)
    risk = page.get_by_role("slider", name="risk of a wrong answer")
    for change, back in (
        (lambda: (risk.focus(), page.keyboard.press("ArrowLeft")), "arms=0.9,0.3"),
        (lambda: page.get_by_role("button", name="Add an arm").click(), "arms=0.8,0.3"),
    ):
        sent = page.locator("div.drag").get_attribute("data-sent") or ""
        change()
        expect(page.locator("div.drag")).not_to_have_attribute("data-sent", sent)  # let go
        expect(told).to_have_attribute("aria-label", re.compile("no simulated runs; faded: runs for the previous "))
        bound = dpcore.sample_lower_bounds(shown(page).means, 1.0, shown(page).risk)["tightest_private"]
        expect(told).to_have_attribute("aria-label", re.compile(re.escape(f"at least {at_least(bound)} on average")))
        expect(page.locator(ROW)).to_contain_text(ONLY)
        page.evaluate("(arms) => { location.hash = arms }", back)
        expect(told).to_have_attribute("aria-label", ALL_MADE)


def test_a_tie_leaves_the_last_good_picture(quick):
    told = quick.locator(CURVES)
    expect(told).to_have_attribute("aria-label", ALL_MADE)
    before = told.get_attribute("aria-label")
    quick.evaluate("location.hash = 'arms=0.5,0.5'")
    expect(quick.locator(".problem")).to_contain_text("tie at 0.5")
    assert told.get_attribute("aria-label") == before


@pytest.mark.long
def test_it_follows_the_viewers_theme_unless_it_was_written_in_one(open_file):
    page, light = open_file(explorer_file(QUICK)), open_file(explorer_file(QUICK, colors=LIGHT))
    for scheme, background in (("dark", "rgb(23, 22, 20)"), ("light", "rgb(255, 255, 255)")):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("body")).to_have_css("background-color", background)
        choice = (DARK if scheme == "dark" else LIGHT).choice
        for picture in (".plot", "#allocation .drawing", "#map .drawing"):
            expect(page.locator(f'{picture} [stroke="{choice}"]').first).to_be_attached()
    light.emulate_media(color_scheme="dark")
    expect(light.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(light.locator(f'.plot [stroke="{LIGHT.choice}"]').first).to_be_attached()


@pytest.mark.long
def test_it_stands_in_a_slide(open_file, tmp_path):
    file = tmp_path / "pocket.html"
    file.write_text(explorer_file(DEFAULT), encoding="utf-8")
    page = open_file(f'<iframe src="{file.as_uri()}#epsilon=2" width="960" height="540"></iframe>')
    inside = page.frame_locator("iframe")
    expect(inside.locator("[data-sentence=verdict]")).to_contain_text("at ε = 2 takes at least")
    inside.get_by_role("slider", name="privacy budget").focus()
    page.keyboard.press("Home")
    expect(inside.locator("[data-sentence=verdict]")).to_contain_text("at ε = 0.001 takes at least")


@pytest.mark.long
def test_without_webassembly_it_shows_what_was_saved_and_says_so(open_file):
    page = open_file(explorer_file(DEFAULT), "delete globalThis.WebAssembly")
    says(page, DEFAULT)
    hold(page, arm(page, "arm 2").locator(".bar"), dy=60)
    page.mouse.up()
    expect(page.locator(".problem")).to_have_text(re.compile("^This browser does not run WebAssembly"))
    expect(arm(page, "arm 2")).to_have_attribute("aria-valuenow", "0.9")
    page.locator(CURVES).scroll_into_view_if_needed()
    expect(page.locator(ROW)).to_contain_text(
        "This browser does not run WebAssembly in workers, so no runs are simulated."
    )
    assert page.locator(ROW).get_by_role("button").all() == []
    says(page, DEFAULT)
