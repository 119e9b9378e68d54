"""An exercise in a real browser: wrong, a hint, right, and where a student is after a reload."""

import pytest
from playwright.sync_api import expect

from dpcore.exercises import is_right, questions, shipped_sheets, solve
from tools.rest import settle

NAME = "Ada Lovelace"
SHEET = shipped_sheets()[0]
QUESTIONS = questions(SHEET, SHEET.student(NAME))
PLACE, QUESTION = next(
    (place, question) for place, question in enumerate(QUESTIONS) if not question.choices and question.hints
)


def typed(page, text):
    """Their name, typed."""
    page.get_by_role("textbox", name="Your name or number").fill(text)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("with numbers of your own")).to_be_visible()
    settle(page)  # the questions come after the verdict


def checked(part, value):
    """An answer to one question, given."""
    part.get_by_role("textbox").fill(repr(value))
    part.get_by_role("button", name="Check").click()


@pytest.mark.long
def test_a_student_errs_takes_a_hint_and_finds_the_right_answer_again_after_a_reload(tab):
    page = tab.open("exercises")
    expect(page.get_by_text("with the numbers of an example")).to_be_visible()
    typed(page, NAME)
    part = page.locator(f".st-key-question-{PLACE}")
    expect(part).to_contain_text(QUESTION.kind.title)
    right = float(solve(QUESTION).answer)
    wrong = 3 * right + 1
    assert not is_right(QUESTION, wrong)
    checked(part, wrong)
    expect(part).to_contain_text(f"{QUESTION.kind.attempts - 1} attempts left")
    expect(part).to_contain_text("is not within")
    part.get_by_role("button", name="Show a hint").click()
    expect(part).to_contain_text("Hint: ")
    expect(part.get_by_role("button", name="Another hint")).to_be_visible(visible=len(QUESTION.hints) > 1)
    checked(part, right)
    expect(part).to_contain_text("Correct. ")
    expect(part.get_by_role("button", name="Check")).to_have_count(0)
    verdict = page.locator(".st-key-verdict")
    expect(verdict).to_contain_text(f"1 of {len(QUESTIONS)} questions answered right")

    page.reload()
    settle(page)
    expect(page.get_by_text("with the numbers of an example")).to_be_visible()  # the name is not kept
    expect(verdict).to_contain_text("0 of")
    typed(page, NAME)
    expect(verdict).to_contain_text(f"1 of {len(QUESTIONS)} questions answered right")
    expect(part).to_contain_text("Correct. ")
    expect(part).to_contain_text("Hint: ")
    for word in NAME.split():
        assert word not in page.url
        assert word not in page.evaluate("JSON.stringify([{ ...localStorage }, document.cookie])")
