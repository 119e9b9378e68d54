"""What is chosen of many stands in as many rows as it needs, and on nothing else."""

import pytest
from playwright.sync_api import expect

CHIPS = '[data-testid="stMultiSelectTagsContainer"] [data-tag]'
OUTSIDE = """chips => chips.filter((chip) => {
  const [its, place] = [chip, chip.closest(".stElementContainer")].map((element) => element.getBoundingClientRect())
  return its.top < place.top || its.bottom > place.bottom || its.left < place.left || its.right > place.right
}).map((chip) => chip.textContent)"""
ROWS = "chips => new Set(chips.map((chip) => chip.getBoundingClientRect().top)).size"


@pytest.mark.parametrize("address, first", [("fixed_budget?budget-runs=40", "DP-BAI"), ("regret", "DP-SE (ε-DP)")])
def test_no_chip_lies_on_the_label_below(tab, address, first):
    page = tab.open_once(address, width=1280, height=720)
    chips = page.locator(CHIPS)
    expect(chips.filter(has_text=first)).to_be_visible()
    assert chips.evaluate_all(ROWS) > 1  # or nothing is tested
    assert chips.evaluate_all(OUTSIDE) == []
