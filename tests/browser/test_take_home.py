"""What leaves Choose ε, in a real browser: the printed report, and the picture of what others have published."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.browser.paper import fonts_of_first_page, pages_of, plain
from tests.browser.test_choose_epsilon import START, settled
from tests.ui.choose import cases
from tests.ui.choose.fixed import cases as fixed
from tools.rest import wait_until
from ui.choose.own_data import OwnData
from ui.choose.question import BEAT, RATES
from ui.choose.sequential import answer as sequential
from ui.choose.take_home.report import report_html
from ui.look.numbers import setting

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


def test_an_empty_page_of_a_pdf_is_noticed(page):
    page.set_content("<p>one</p><p style='break-before: page'>&nbsp;</p><p style='break-before: page'>three</p>")
    assert pages_of(page.pdf()) == ["one", "", "three"]


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
    first, *annex = pages_of(pdf)
    assert 3 <= len(annex) <= 5
    assert all(len(words) > 200 for words in annex)
    for told in (*(found.plan[name] for name in ("Error", "Participants", "Looks and stopping")), found.assumptions[0]):
        assert plain(told) in first
    assert all(name in first for name in found.question.problem.names)
    assert f"ε = {setting(found.epsilon)}" in first
    assert "on average" in first
    assert "Name Role Date Signature" in first
    assert fonts_of_first_page(pdf) == {"SourceSans3VF"}  # that of the page
