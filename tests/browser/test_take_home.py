"""What leaves Choose ε, in a real browser: the printed report, and the picture of what others have published."""

from playwright.sync_api import expect

from tests.browser.paper import words_on_pages
from tests.browser.test_choose_epsilon import START, settled
from tools.rest import wait_until

# Answers in place of the print dialog: what is printed, from what kind of frame, and how the file would be called.
WATCH_FOR_PAPER = """() => document.addEventListener("load", ({ target }) => {
  if (target.tagName !== "IFRAME") return
  const { head, body } = target.contentDocument
  const said = { words: body.textContent, scripts: target.contentDocument.scripts.length, head: head.innerHTML }
  target.contentWindow.print = () => {
    window.printed = { ...said, sandbox: target.getAttribute("sandbox"), name: document.title }
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
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_empty_page_of_a_pdf_is_noticed(page):
    page.set_content("<p>one</p><p style='break-before: page'>&nbsp;</p><p style='break-before: page'>three</p>")
    first, second, third = words_on_pages(page.pdf())
    assert first > 0
    assert third > 0
    assert second <= 1
