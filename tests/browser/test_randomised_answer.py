"""The page on which participants randomise their answers themselves: one file, without a server."""

from playwright.sync_api import expect

from dpcore.trial import randomising_page
from tests.dpcore.trial.plans import LOCAL

LOWEST, HIGHEST = 0, 2**32 - 1  # of the browser's random numbers


def test_the_answer_that_is_sent_follows_the_random_number(page, tmp_path):
    file = tmp_path / "answer.html"
    file.write_text(randomising_page(LOCAL), encoding="utf-8")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    cases = ((LOWEST, "Yes", "Yes"), (LOWEST, "No", "No"), (HIGHEST, "Yes", "No"), (HIGHEST, "No", "Yes"))
    for bits, clicked, sent in cases:
        page.goto(file.as_uri())
        page.evaluate("(bits) => { crypto.getRandomValues = (words) => words.fill(bits) }", bits)
        page.get_by_role("button", name=clicked, exact=True).click()
        expect(page.get_by_text(f"Send this answer: {sent}", exact=True)).to_be_visible()
        for button in page.get_by_role("button").all():
            expect(button).to_be_disabled()
    assert asked == [file.as_uri()] * len(cases)
