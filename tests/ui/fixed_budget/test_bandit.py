"""The bandit of the Fixed budget page as text: round trips, and a sentence for every kind of bad text."""

import numpy as np
import pytest

from ui.fixed_budget.bandit import PRESETS, as_texts, parsed

GOOD = {"budget-features": "1, 0; 0, 1", "budget-theta": "0.7, 0.4", "budget-rewards": "bernoulli"}


@pytest.mark.parametrize("name", PRESETS)
def test_presets_survive_the_link(name):
    assert parsed(as_texts(PRESETS[name])) == PRESETS[name]


def test_unstructured_is_a_word_for_unit_vectors():
    bandit = parsed({**GOOD, "budget-features": " Unstructured", "budget-theta": "0.5 0.4 0.1"})
    assert bandit.features == tuple(map(tuple, np.eye(3).tolist()))
    assert bandit.linear.means.tolist() == [0.5, 0.4, 0.1]
    assert bandit.is_unstructured
    assert not bandit.in_plane


def test_brackets_and_lines_are_understood():
    assert parsed({**GOOD, "budget-features": "(1, 0)\n[0 1]"}) == parsed(GOOD)


@pytest.mark.parametrize(
    "boxes, complaint",
    [
        ({"features": "0, 0; 0, 0"}, "features must not all be zero"),
        ({"features": "1, nan; 0, 1"}, "features must be finite numbers"),
        ({"features": ""}, "features must have shape"),
        ({"features": "1, 0; 1, 0; 0, 1"}, "the best arm must be unique, but arms 1 and 2 tie"),
        ({"features": "1, 0"}, "the number of arms must be at least 2, not 1"),
        ({"features": "1, 0; 0, one"}, "must be numbers, not '0, one'"),
        ({"features": "1, 0; 0"}, "the same number of features"),
        ({"features": "; ".join(f"1, {k / 100}" for k in range(41))}, "at most 40 arms"),
        ({"features": "unstructured", "theta": "0.5"}, "there must be 2 to 40 means, not 1"),
        ({"features": "unstructured", "theta": "1e400, 0.5"}, "theta must hold finite numbers"),
        ({"theta": "1.7, 0.4"}, r"must be in \[0, 1\], not 1.7 for arm 1"),
        ({"theta": "0.7, 0.4, 0.1"}, r"theta must have shape \(2,\)"),
        ({"rewards": "uniform"}, "uniform rewards on .* only for means up to 0.5, not 0.7 for arm 1"),
    ],
)
def test_bad_text_gets_a_sentence(boxes, complaint):
    texts = {**GOOD, **{f"budget-{name}": text for name, text in boxes.items()}}
    with pytest.raises(ValueError, match=complaint):
        parsed(texts)
