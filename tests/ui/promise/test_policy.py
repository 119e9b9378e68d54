"""The policy as text: read, edited and refused."""

import numpy as np
import pytest

from dpcore.privacy import counterexample
from ui.promise.policy import HISTORIES, PUBLISHED, as_table, edited, parsed, policy_of


def test_published_fractions_are_the_counterexample():
    ours, published = policy_of(PUBLISHED), counterexample()
    for name in ("first", "second", "third"):
        np.testing.assert_allclose(getattr(ours, name), getattr(published, name), rtol=0, atol=1e-16)


def test_text_round_trip_takes_commas_and_semicolons():
    assert parsed(" ".join(PUBLISHED)) == PUBLISHED
    assert parsed("; ".join(PUBLISHED)) == PUBLISHED
    assert parsed(", ".join(PUBLISHED)) == PUBLISHED


def test_an_edit_changes_one_row_of_the_table():
    row = HISTORIES.index("1 → 0")
    cells = edited(PUBLISHED, {row: {"P(arm 0)": " 1 / 7 "}})
    assert cells[row] == "1/7"
    assert as_table(cells)["P(arm 0)"].tolist() == [*PUBLISHED[:row], "1/7", *PUBLISHED[row + 1 :]]
    assert policy_of(cells).second[2, 0] == pytest.approx(1 / 7)


@pytest.mark.parametrize("cell", ["-0.1", "2", "1e99999999", "-1/3", "inf", "", None, "a", "1/0"])
def test_an_impossible_probability_is_refused_with_its_place(cell):
    with pytest.raises(ValueError, match="after “start”"):
        edited(PUBLISHED, {0: {"P(arm 0)": cell}})
