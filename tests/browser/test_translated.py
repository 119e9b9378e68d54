"""A browser that translates wraps every text of a page in elements of its own; the pages go on working."""

import pytest
from playwright.sync_api import expect

from tools.rest import at_rest, settle, wait_until
from ui.shell.menu import ENTRIES

# As Chrome does: each text becomes another one, in two <font>, and again whenever there is a new one.
TRANSLATES = """(() => {
  const LEFT_ALONE = ["SCRIPT", "STYLE", "TEXTAREA", "INPUT", "FONT"]
  window.translated = 0
  const wrap = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = []
    while (walker.nextNode()) {
      const { nodeValue, parentElement } = walker.currentNode
      if (!nodeValue.trim() || !parentElement || LEFT_ALONE.includes(parentElement.tagName)) continue
      if (!parentElement.closest("svg, [translate=no], .notranslate")) texts.push(walker.currentNode)
    }
    for (const text of texts) {
      const outer = document.createElement("font"), inner = document.createElement("font")
      text.parentNode.replaceChild(outer, text)
      outer.append(inner)
      inner.append(text.nodeValue.replaceAll("e", "é"))
      window.translated += 1
    }
  }
  setInterval(wrap, 200)
})()"""
IN_EVERY_RUN = ("choose_epsilon",)
OTHER_CHOICE = "[data-testid=stButtonGroup] button[kind$=Control]:not([kind$=Active])"


@pytest.mark.parametrize(
    "entry",
    [pytest.param(e, id=e.name, marks=[] if e.name in IN_EVERY_RUN else pytest.mark.long) for e in ENTRIES.values()],
)
def test_a_translated_page_goes_on_working(tab, entry):
    """Its sections open, and another choice and another number are answered: an error would fail the tab."""
    page = tab.open(entry.path)
    page.evaluate(TRANSLATES)
    wait_until(page, "() => window.translated > 20")
    if entry.name == "choose_epsilon":
        check_that_the_answer_follows_what_is_typed(page)
    heads = page.locator("[data-testid=stExpander] summary")
    for place in range(min(3, heads.count())):
        heads.nth(place).click()
    settle(page)
    if page.locator(OTHER_CHOICE).count():
        page.locator(OTHER_CHOICE).first.click()
        settle(page)
    numbers = page.locator("[class*=st-key-number-] input").filter(visible=True)
    if numbers.count():
        number = numbers.first.input_value()
        numbers.first.fill(f"{float(number) * 1.5:g}" if number else "1")
        numbers.first.press("Enter")
    at_rest(page)
    expect(page.get_by_role("heading", level=1).first.locator("font").first).to_be_attached()


def check_that_the_answer_follows_what_is_typed(page):
    verdict = page.locator(".st-key-answer .st-key-verdict")
    expect(verdict).to_contain_text("léads by 10 points")
    box = page.locator(".st-key-better input")
    box.fill("20")
    box.press("Enter")
    expect(verdict).to_contain_text("léads by 20 points")
    expect(verdict).not_to_contain_text("10 points")
