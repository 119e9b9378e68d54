"""The Explorer's tables hold the core's numbers; its sentences call bounds bounds, rounded to their safe side."""

import dataclasses
import re

import pytest

import dpcore
from ui.arms.instance import DEFAULT, Instance
from ui.explore.achieved import Achieved
from ui.explore.numbers import BOUNDARIES, curve_table, formulas, numbers_of
from ui.explore.words import exact_numbers, sentences
from ui.look.numbers import at_least


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


def test_even_the_smallest_bound_is_above_zero():
    numbers = numbers_of(Instance((0.999999999, 1e-9), 100.0, 0.3))
    sentence = sentences(numbers)["verdict"]
    assert f"at least **{at_least(numbers.bounds['non_private'])} participants**" in sentence
    assert not re.search(r"\b0 participants", sentence)
    assert "at least **0." in sentence


@pytest.mark.parametrize("epsilon", [0.0012, 0.12, 0.3456, 100.0])
@pytest.mark.parametrize("found", [None, Achieved(100, 100, 20_899.4, (19_500, 22_300)), Achieved(100, 37, None, None)])
def test_the_verdict_has_at_most_thirty_words_and_no_symbol_but_epsilon(epsilon, found):
    sentence = sentences(numbers_of(Instance(DEFAULT.means, epsilon, 0.0123, ("treatment A",))), found)["verdict"]
    assert len([word for word in sentence.split() if re.search(r"\w", word)]) <= 30
    assert not re.search(r"[δ*]_|T\*|kl\(|DP", sentence)
    assert "sample" not in sentence


@pytest.mark.parametrize("epsilon", [0.001, 0.1, 0.34, 0.7, 100.0])
def test_no_bound_is_called_a_cost(epsilon):
    numbers = numbers_of(Instance(DEFAULT.means, epsilon, DEFAULT.risk))
    all_told = sentences(numbers, all_bounds=True)
    told = [all_told[name] for name in ("bound", "picture", "map")]
    told += [f"{note.flag} {note.meaning}" for note in BOUNDARIES.values()]
    for sentence in told:
        assert "bound" in sentence
        assert not re.search(r"\bfree\b|\bcosts?\b(?! of every)|nothing(?!\*\* to the lower bound)", sentence)
