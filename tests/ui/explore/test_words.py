"""The Explorer's sentences call bounds bounds, and round them to their safe side."""

import re

import pytest

from ui.arms.instance import DEFAULT, Instance
from ui.explore.achieved import Achieved
from ui.explore.numbers import BOUNDARIES, numbers_of
from ui.explore.words import sentences
from ui.look.numbers import at_least


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
