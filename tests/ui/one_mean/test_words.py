"""Sentences about one mean: whole at the corners of the controls."""

import re

import pytest

from ui.one_mean.question import MeanQuestion, answer
from ui.one_mean.words import distribution_reading, expert_verdict, verdict


@pytest.mark.parametrize("corner", [(0.01, 0.01, 1e-4, 1e-3), (1.0, 0.5, 0.4, 100.0), (0.01, 0.5, 0.4, 100.0)])
def test_corners_of_the_controls_speak_without_nan(corner):
    question = MeanQuestion(*corner, "plus-minus")
    found = answer(question, 10, 0)
    assert all(result.finished.all() for result in found.results.values())
    for sentence in (verdict(found), expert_verdict(found), distribution_reading(found)):
        assert "nan" not in sentence
        assert "None" not in sentence


def test_the_probability_of_having_stopped_is_rounded_down():
    found = answer(MeanQuestion(0.9, 0.5, 1.2e-4, 50.0, "plus-minus"), 10, 0)
    assert "with probability at least 0.9998. " in distribution_reading(found)


@pytest.mark.parametrize("mean", [0.13, 0.17, 0.21, 0.29, 0.33, 0.37])
def test_the_lower_bound_is_rounded_down(mean):
    found = answer(MeanQuestion(mean, 0.1, 0.05, 0.1, "plus-minus"), 10, 0)
    (told,) = re.findall(r"times the lower bound, ([\d,.]+)\. Est", distribution_reading(found))
    exact = found.bounds["exponential-dp-nas"].lower_bound
    assert 0.99 * exact < float(told.replace(",", "")) <= exact
