"""What is chosen of many stands in as many rows as it needs, and on nothing else."""

import pytest
from playwright.sync_api import expect

CHIPS = '[data-testid="stMultiSelectTagsContainer"] [data-tag]'
OUTSIDE = """chips => chips.filter((chip) => {
  const [its, place] = [chip, chip.closest(".stElementContainer")].map((element) => element.getBoundingClientRect())
  return its.top < place.top || its.bottom > place.bottom || its.left < place.left || its.right > place.right
}).map((chip) => chip.textContent)"""
ROWS = "chips => new Set(chips.map((chip) => chip.getBoundingClientRect().top)).size"


SIX = "&".join(f"algorithms={name}" for name in ("PRISE", "PB-TaS", "DP-SE", "TTUCB", "DP-TT", "AdaP-TT"))


@pytest.mark.long
@pytest.mark.parametrize(
    "address, first",
    [
        ("fixed_budget?budget-runs=40", "DP-BAI"),
        ("fixed_budget?budget-runs=40&projector=true", "DP-BAI"),
        ("regret", "DP-SE (ε-DP)"),
        (f"stopping_times?arms=0.9,0.3&epsilon=1&runs=2&{SIX}", "AdaP-TT"),
    ],
)
def test_no_chip_lies_on_the_label_below(tab, address, first):
    page = tab.open_once(address, width=1280, height=720)
    chips = page.locator(CHIPS)
    expect(chips.filter(has_text=first)).to_be_visible()
    assert chips.evaluate_all(ROWS) > 1  # or nothing is tested
    assert page.locator(f"{CHIPS}, .stMultiSelect button").evaluate_all(OUTSIDE) == []


@pytest.mark.long
def test_no_chip_of_a_new_sheet_lies_on_the_label_below_and_nothing_on_what_is_typed(tab):
    page = tab.open_once("exercises", width=1280, height=720)
    page.get_by_text("For lecturers: make a sheet").click()
    chips = page.locator(CHIPS)
    expect(chips.first).to_be_visible()
    assert chips.evaluate_all(ROWS) > 1
    assert chips.evaluate_all(OUTSIDE) == []
    page.locator("[class*=st-key-answer-] input[type=text]").first.press_sequentially("0.5")
    expect(page.get_by_text("Press Enter to submit form").filter(visible=True)).to_have_count(0)
