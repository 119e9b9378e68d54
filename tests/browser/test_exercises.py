"""An exercise in a real browser: a hint, an answer, and where a student is after a reload."""

import pytest
from playwright.sync_api import expect

from dpcore.exercises import questions, shipped_sheets, solve
from tools.rest import settle

NAME = "Ada Lovelace"


def typed(page, text):
    """Their name, typed."""
    page.get_by_role("textbox", name="Your name or number").fill(text)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("These numbers are your own.")).to_be_visible()
    settle(page)  # the questions come after the verdict


@pytest.mark.long
def test_a_student_finds_a_hint_and_the_right_answer_again_after_a_reload(tab):
    sheet = shipped_sheets()[0]
    asked = questions(sheet, sheet.student(NAME))
    place, question = next((place, one) for place, one in enumerate(asked) if not one.choices and one.hints)
    page = tab.open("exercises")
    expect(page.get_by_text("You are using example numbers")).to_be_visible()
    typed(page, NAME)
    part = page.locator(f".st-key-question-{place}")
    expect(part).to_contain_text(question.kind.title)
    part.get_by_role("button", name="Show a hint").click()
    expect(part).to_contain_text("Hint: ")
    part.get_by_role("textbox").fill(repr(float(solve(question).answer)))
    part.get_by_role("button", name="Check").click()
    expect(part).to_contain_text("Correct. ")
    expect(part.get_by_role("button", name="Check")).to_have_count(0)
    verdict = page.locator(".st-key-verdict")
    expect(verdict).to_contain_text(f"1 of {len(asked)} correct")

    page.reload()
    settle(page)
    expect(page.get_by_text("You are using example numbers")).to_be_visible()  # the name is not kept
    expect(verdict).to_contain_text("0 of")
    typed(page, NAME)
    expect(verdict).to_contain_text(f"1 of {len(asked)} correct")
    expect(part).to_contain_text("Correct. ")
    expect(part).to_contain_text("Hint: ")
    for word in NAME.split():
        assert word not in page.url
        assert word not in page.evaluate("JSON.stringify([{ ...localStorage }, document.cookie])")
