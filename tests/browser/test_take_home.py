"""What leaves Choose ε, in a real browser: the stakeholder's path with its report, read offline and printed."""

import json
import re
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.dragging import hold
from tests.browser.paper import first_page_of, fonts_of_first_page, plain, text_on_pages
from tests.ui.choose import cases
from tests.ui.choose.fixed import cases as fixed
from tools.overlaps import overlaps
from tools.rest import fits, in_the_middle, settle, wait_until
from ui.choose.own_data import OwnData
from ui.choose.question import BEAT, RATES
from ui.choose.sequential import answer as sequential
from ui.choose.take_home.report import report_html
from ui.look.numbers import setting

# Two options far apart, and a large risk: simulated in a second or two.  A link without a promise is one of before.
QUESTION = {"options": 2, "usual": 5, "better": 90, "wrong": 0.1}
START = f"choose_epsilon?{urlencode(QUESTION)}"
VERDICT = ".st-key-verdict"
IN_ORDER = """() => {
  const top = (key) => document.querySelector(`.st-key-${key}`).getBoundingClientRect().top
  const places = ["promise", "verdict", "participants-against-epsilon", "know"].map(top)
  return places[1] < innerHeight / 2 && places.every((place, i) => i === 0 || places[i - 1] < place)
}"""
# Answers in place of the print dialog: what is printed, from what kind of frame, and how the file would be called.
WATCH_FOR_PAPER = """() => document.addEventListener("load", ({ target }) => {
  if (target.tagName !== "IFRAME") return
  const { head, body } = target.contentDocument
  const said = () => ({ words: body.textContent, scripts: target.contentDocument.scripts.length, head: head.innerHTML,
    fonts: [...target.contentDocument.fonts].map(({ family, status }) => `${family} ${status}`) })
  target.contentWindow.print = () => {
    window.printed = { ...said(), sandbox: target.getAttribute("sandbox"), name: document.title }
  }
}, true)"""
WORDS_ON_WORDS = """(picture) => {
  const boxes = [...picture.querySelectorAll("span, b, em, u, q")].filter((one) => one.textContent).map((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return [one.textContent, range.getBoundingClientRect()]
  })
  const edge = picture.getBoundingClientRect()
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 3 || b.bottom <= a.top + 3
  const cut = boxes.filter(([, box]) => box.left < edge.left - 1 || box.right > edge.right + 1).map(([words]) => words)
  return [...cut, ...boxes.flatMap(([words, box], i) => boxes.slice(i + 1).filter(([, other]) => !apart(box, other))
    .map(([other]) => `${words} on ${other}`))]
}"""


def answered(page):
    """Wait until all that the verdict says is simulated."""
    expect(page.locator(VERDICT)).to_contain_text(re.compile("are enough|is possible|is known"))
    expect(page.locator(VERDICT)).not_to_contain_text("now simulating")
    return page


def settled(page):
    """Wait until everything is simulated and drawn, down to the report."""
    answered(page)
    expect(page.get_by_test_id("stProgress")).to_have_count(0)
    settle(page)
    return page


def saved(page, button):
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button).click()
    return waiting.value.path()


def test_a_click_prints_the_report_and_runs_nothing_of_it(module_tab):
    page = settled(module_tab.open_once(START))
    page.evaluate(WATCH_FOR_PAPER)
    title = page.title()
    page.get_by_role("button", name="Print, or save as PDF").click()
    wait_until(page, "window.printed")
    printed = page.evaluate("window.printed")
    assert "Signature" in printed["words"]
    assert printed["scripts"] == 0
    assert printed["fonts"] == ["Source Sans loaded"]  # not the letters of what the printer has
    assert "default-src 'none'" in printed["head"]
    assert printed["sandbox"] == "allow-same-origin allow-modals"
    assert printed["name"] == "choosing-epsilon"
    assert page.title() == title
    expect(page.get_by_role("button", name="Print, or save as PDF")).to_be_enabled()
    # The frame has run nothing, not even what these tests have every document run.
    problems, module_tab.problems[:] = list(module_tab.problems), []
    assert problems
    assert all(problem.startswith("Blocked script execution in 'about:srcdoc'") for problem in problems)


def test_what_others_have_published_stands_beside_the_own_choice_on_every_screen(open_once):
    page = settled(open_once(START))
    page.get_by_test_id("stExpander").filter(has_text="What others have published").locator("summary").click()
    picture = page.locator(".deployments")
    expect(picture).to_contain_text("yours: ε = ")
    for width in (1280, 768, 390):
        page.set_viewport_size({"width": width, "height": 844})
        expect(picture).to_be_visible()
        assert picture.evaluate(WORDS_ON_WORDS) == [], width
        wait_until(page, "document.documentElement.scrollWidth <= innerWidth")


def test_a_stakeholder_leaves_with_a_report_that_reads_offline_and_a_link(open_once, visitor, tmp_path):
    page = open_once(START, width=390, height=844)
    fits(answered(page), 390)
    wait_until(page, IN_ORDER)
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.locator(VERDICT)).to_contain_text(re.compile("Choose ε = [.0-9]+: 10,000 participants are enough"))
    assert overlaps(page) == []
    before, knob = page.locator(VERDICT).inner_text(), page.locator(".knob[data-name=epsilon]")
    in_the_middle(knob)
    hold(page, knob, dx=60)
    expect(page.locator(VERDICT)).not_to_have_text(before)
    expect(page.locator(VERDICT)).to_contain_text("about")
    page.mouse.up()
    expect(page.locator(VERDICT)).to_contain_text("your choice")
    expect(page).to_have_url(re.compile("look="))
    page.get_by_role("button", name="As recommended").click()
    expect(page.locator(VERDICT)).to_contain_text("Choose ε")

    # The own question: 250 people a day for 80 days.
    page.get_by_role("radio", name="per day").click()
    for label, value, told in (
        ("Participants per day", "250", "days at 250 a day"),
        ("Days of recruitment", "80", "80 days at 250 a day"),
    ):
        page.get_by_role("textbox", name=label).fill(value)
        page.get_by_role("textbox", name=label).press("Enter")
        expect(page.locator(VERDICT)).to_contain_text(told)
    page.get_by_role("button", name="Pin this plan").click()
    expect(page.get_by_role("button", name="Remove plan A")).to_be_visible()
    answered(page)
    expect(page.locator(VERDICT)).to_contain_text("20,000 participants (80 days at 250 a day) are enough")

    # The same for half as long, compared.
    page.get_by_role("textbox", name="Days of recruitment").fill("40")
    page.get_by_role("button", name="Pin this plan").click()  # at once: the page still shows the plan of 80 days
    expect(page.get_by_role("button", name="Remove plan B")).to_be_visible()
    expect(page.locator(VERDICT)).to_contain_text("10,000 participants (40 days at 250 a day) are enough")
    settled(page)

    facts = json.loads(saved(page, "Report data (JSON)").read_text(encoding="utf-8"))
    assert facts["simulation complete"]
    compared = {row["figure"]: row["plan B against A"] for row in facts["compared"]}
    assert compared["participants available"] == "−10,000 (× 0.500)"

    report = tmp_path / "report.html"
    report.write_bytes(saved(page, "Report to print").read_bytes())
    reader, problems = visitor.browser.new_page(offline=True), []
    reader.on("console", lambda message: problems.append(message.text))
    reader.on("pageerror", lambda error: problems.append(str(error)))
    reader.on("request", lambda request: None if request.url.startswith("file:") else problems.append(request.url))
    reader.goto(report.as_uri())
    expect(reader.locator("svg").first).to_be_visible()
    expect(reader.locator("body")).to_contain_text("40 days at 250 a day")
    expect(reader.locator("body")).to_contain_text("plan B against A")
    assert reader.evaluate("document.documentElement.scrollWidth <= innerWidth")
    reader.set_viewport_size({"width": 390, "height": 844})
    assert reader.evaluate("document.documentElement.scrollWidth") <= 390
    reader.emulate_media(media="print")
    reader.set_viewport_size({"width": 672, "height": 1000})  # A4 within margins of 16 mm
    assert reader.locator(".first-page").evaluate("(page) => page.offsetHeight") <= 1000
    assert reader.evaluate("document.documentElement.scrollWidth") <= 672  # or Chromium prints all of it smaller
    heads = reader.locator("thead").evaluate_all("(heads) => heads.map((head) => getComputedStyle(head).display)")
    assert set(heads) == {"table-header-group"}  # they are repeated on every page
    pages = text_on_pages(reader.pdf(prefer_css_page_size=True))
    assert 4 <= len(pages) <= 6
    assert all(text > 400 for text in pages)
    assert problems == []
    reader.close()

    expect(page).to_have_url(re.compile("pins=.*days=40|days=40.*pins="))
    page.goto(f"{page.url}&projector=true")
    expect(page.get_by_role("button", name="Remove plan B")).to_be_visible()
    expect(page.locator(VERDICT)).to_contain_text("10,000 participants (40 days at 250 a day)")
    settled(page)
    box = page.locator(".lines .drawing").bounding_box()
    assert box["y"] + box["height"] <= 720, "a projector cuts the picture off"


def test_an_empty_page_of_a_pdf_is_noticed(page):
    page.set_content("<p>one</p><p style='break-before: page'>&nbsp;</p><p style='break-before: page'>three</p>")
    assert [text > 2 for text in text_on_pages(page.pdf())] == [True, False, True]


NAMES = [f"Physiotherapy, daily {i:02d}" for i in range(20)]  # as long as names may be
MANY = OwnData(tuple(NAMES), (20,) * 19 + (70,), (100,) * 20, rows_of_one=3)
PLANS = {
    "the winner": fixed.answer,
    "the winner of two": lambda: fixed.answer(options=2, epsilon=0.9),
    "the rates": lambda: fixed.answer(looks=RATES, missing=0.1, block=5),
    "the rates of twelve": lambda: fixed.answer(options=12, looks=RATES, participants=40_000, pace=33.0),
    "local": lambda: fixed.answer(trust_model="local", participants=100_000),
    "right whatever the rates are": lambda: cases.answered(pace=50),
    "right about many, with own data": lambda: sequential.answered(cases.answer(data=MANY, trust_model="local")),
    "small differences ignored": lambda: cases.answered(means=(0.6, 0.6, 0.3), indifference=0.05),
    "beat the usual one": lambda: fixed.answer(promise=BEAT),
    "beat it locally": lambda: fixed.answer(promise=BEAT, options=2, trust_model="local", participants=200_000),
    "beat it at any rate": lambda: fixed.answer(promise=BEAT, options=12, usual=(0.0, 1.0), participants=400_000),
}


def with_long_names(found):
    names = tuple(NAMES[: len(found.question.problem.names)])
    question = replace(found.question, problem=replace(found.question.problem, names=names))
    return replace(found, question=question)


IN_EVERY_RUN = ("the rates of twelve", "right about many, with own data", "beat the usual one")


@pytest.mark.parametrize(
    "plan", [plan if plan in IN_EVERY_RUN else pytest.param(plan, marks=pytest.mark.long) for plan in PLANS]
)
def test_the_report_is_a_page_to_decide_on_and_an_annex_of_at_most_five(plan, page):
    found = with_long_names(PLANS[plan]())
    page.set_content(report_html(found))
    page.evaluate("document.fonts.ready")
    pdf = page.pdf(prefer_css_page_size=True)
    first, (_, *annex) = first_page_of(pdf), text_on_pages(pdf)
    assert 3 <= len(annex) <= 5
    assert all(text > 400 for text in annex)
    for told in (*(found.plan[name] for name in ("Error", "Participants", "Looks and stopping")), found.assumptions[0]):
        assert plain(told) in first
    assert all(name in first for name in found.question.problem.names)
    assert f"ε = {setting(found.epsilon)}" in first
    assert "on average" in first
    assert "Name Role Date Signature" in first
    assert fonts_of_first_page(pdf) == {"SourceSans3VF"}  # that of the page
