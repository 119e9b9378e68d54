"""Every public door of dpcore refuses bad input with one sentence that quotes the value."""

import math

import numpy as np
import pytest

from dpcore import _validation as v


@pytest.mark.parametrize(
    "means, message",
    [
        ([0.5], "at least 2 arms, got 1"),
        ([], "at least 2 arms, got 0"),
        (0.5, r"shape \(K,\), got shape \(\)"),
        ([[0.5, 0.4]], r"got shape \(1, 2\)"),
        ([0.5, math.nan], "NaN for arm 2"),
        ([0.5, 1.0], "got 1.0 for arm 2"),
        ([0.0, 0.5], "got 0.0 for arm 1"),
        ([0.5, -math.inf], "got -inf for arm 2"),
        ([0.5, 0.1, 0.5], "arms 1 and 3 tie at 0.5"),
        (["a", "b"], "list of numbers"),
        (None, "means must"),
        ([0.5, [0.1, 0.2]], "list of numbers"),
    ],
)
def test_means_iv(means, message):
    with pytest.raises(ValueError, match=message):
        v.check_means(means)


def test_means_are_copied():
    means = np.array([0.5, 0.4])
    checked = v.check_means(means)
    checked[0] = 0.1
    assert means[0] == 0.5


@pytest.mark.parametrize("epsilon", [0, -1.0, math.nan, "x", None, -math.inf])
def test_epsilon_iv(epsilon):
    with pytest.raises(ValueError, match="epsilon must be"):
        v.check_epsilon(epsilon)


def test_infinite_epsilon_is_no_privacy():
    assert v.check_epsilon(math.inf) == math.inf


@pytest.mark.parametrize("risk", [0, 0.5, -0.1, 1, math.nan, "x", None])
def test_risk_iv(risk):
    with pytest.raises(ValueError, match="risk must"):
        v.check_risk(risk)


@pytest.mark.parametrize("value", [0, -3, 2.5, "7", None, math.nan, 11])
def test_count_iv(value):
    with pytest.raises(ValueError, match="runs must be"):
        v.check_count("runs", value, maximum=10)


def test_choice_iv():
    with pytest.raises(ValueError, match="rewards must be one of a, b; got 'c'"):
        v.check_choice("rewards", "c", ("a", "b"))
