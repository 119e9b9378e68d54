"""The Explorer's tables hold the core's numbers."""

import dataclasses
import re

import pytest

import dpcore
from ui.arms.instance import DEFAULT
from ui.explore.numbers import BOUNDARIES, curve_table, formulas, numbers_of
from ui.explore.words import exact_numbers


def test_formulas_hold_every_bound_and_boundary_of_the_core():
    table = formulas(exact_numbers(numbers_of(DEFAULT)))
    rows = {quantity: re.sub("<span[^>]*>|</span>", "", value) for quantity, value, _, _ in table}
    bounds = dpcore.sample_lower_bounds(DEFAULT.means, DEFAULT.epsilon, DEFAULT.risk)
    assert {f"{samples:,.10g}" for samples in bounds.values()} <= set(rows.values())
    boundaries = dpcore.regime_boundaries(DEFAULT.means, 0.05)
    for name, note in BOUNDARIES.items():
        assert rows[f"ε: {note.flag}"] == f"{getattr(boundaries, name):,.10g}"
    assert set(BOUNDARIES) == {field.name for field in dataclasses.fields(boundaries)}


def test_curve_table_has_a_row_an_epsilon():
    table = curve_table(numbers_of(DEFAULT))
    row = table.iloc[len(table) // 2]
    bounds = dpcore.sample_lower_bounds(DEFAULT.means, row["epsilon"], DEFAULT.risk)
    assert row["tightest_private_samples_lower_bound"] == bounds["tightest_private"]
    shares = [row[f"allocation_arm_{arm}"] for arm in range(1, 6)]
    assert sum(shares) == pytest.approx(1)
