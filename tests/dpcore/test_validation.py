"""Every public door of dpcore refuses bad input with one sentence that quotes the value."""

import math
from operator import call

import numpy as np
import pytest

from dpcore import _validation as v
from dpcore import good_answers
from tests.dpcore.odd_values import Unspeakable
from tests.dpcore.refusals import refused

test_means_iv = refused(
    v.check_means,
    ([0.5], "at least 2 means, not 1"),
    ([], "at least 2 means, not 0"),
    (0.5, r"shape \(K,\), not \(\)"),
    ([[0.5, 0.4]], r"not \(1, 2\)"),
    ([0.5, math.nan], "NaN for arm 2"),
    ([0.5, 1.0], "not 1.0 for arm 2"),
    ([0.0, 0.5], "not 0.0 for arm 1"),
    ([0.5, -math.inf], "not -inf for arm 2"),
    ([0.5, 0.1, 0.5], "arms 1 and 3 tie at 0.5"),
    (["a", "b"], "list of numbers"),
    (None, "means must"),
    ([0.5, [0.1, 0.2]], "list of numbers"),
    ([0.5, 10**400], "list of numbers, not \\[0.5, 10000"),
    (np.array([0.5j, 0.1]), "list of numbers"),
    (range(10**12), "at most 10000000 numbers"),
    ([0.5] * 1000, r"arms 1 and 2 \(and 998 more\) tie at 0.5"),
)


def test_means_may_tie_where_small_differences_do_not_matter():
    assert v.check_means([0.5, 0.1, 0.5], indifference=0.01).tolist() == [0.5, 0.1, 0.5]
    with pytest.raises(ValueError, match=r"not 1\.0 for arm 2"):
        v.check_means([0.5, 1.0], indifference=0.01)
    with pytest.raises(ValueError, match="NaN for arm 2"):
        v.check_means([0.5, math.nan], indifference=0.01)


@pytest.mark.parametrize("indifference", [-1e-9, 1, math.nan, math.inf, "x", None])
def test_indifference_iv(indifference):
    with pytest.raises(ValueError, match="indifference must be"):
        v.check_difference("indifference", indifference)


@pytest.mark.parametrize(
    "means, indifference, good",
    [
        ((0.5, 0.4, 0.3), 0.0, [True, False, False]),
        ((0.5, 0.5, 0.3), 0.1, [True, True, False]),
        ((0.8, 0.7, 0.69), 0.1, [True, True, False]),  # 0.8 - 0.1 > 0.7 in floats
        ((0.5, 0.5 - 1e-14), 0.0, [True, False]),
        ((0.5, 0.4 - 1e-13, 0.4 - 1e-11), 0.1, [True, True, False]),
    ],
)
def test_good_answers_by_hand(means, indifference, good):
    assert good_answers(means, indifference).tolist() == good


def test_means_are_copied():
    means = np.array([0.5, 0.4])
    checked = v.check_means(means)
    checked[0] = 0.1
    assert means[0] == 0.5


@pytest.mark.parametrize(
    "epsilon", [0, -1.0, math.nan, "x", None, -math.inf, 10**400, -(10**400), 1j, np.complex128(1j)]
)
def test_epsilon_iv(epsilon):
    with pytest.raises(ValueError, match="epsilon must be"):
        v.check_epsilon(epsilon)


def test_infinite_epsilon_is_no_privacy():
    assert v.check_epsilon(math.inf) == math.inf


test_the_sentences_of_the_shared_checks = refused(
    call,
    (lambda: v.check_epsilon(-1.0), "^epsilon must be greater than 0, not -1.0$"),
    (lambda: v.check_epsilon(math.nan), "^epsilon must be a number, not NaN$"),
    (lambda: v.check_epsilons([]), r"^epsilons must have shape \(E,\) with E >= 1, not \(0,\)$"),
    (lambda: v.check_positive("epsilon", [1, -2]), "^epsilon must be greater than 0, not -2.0$"),
    (lambda: v.check_risk(0.5), "^risk must be strictly between 0 and 1/2, not 0.5$"),
    (lambda: v.check_open_interval("delta", 1.0, 0, 1), "^delta must be strictly between 0 and 1, not 1.0$"),
    (lambda: v.check_open_interval("rho", -1, 0, math.inf), "^rho must be strictly between 0 and inf, not -1$"),
    (lambda: v.check_difference("indifference", 1), "^indifference must be at least 0 and less than 1, not 1$"),
    (lambda: v.check_array("m", -0.1, 0, 1), "^m must be between 0 and 1, not -0.1$"),
    (lambda: v.check_array("x", [0.5, math.nan]), "^x must be numbers, not NaN$"),
    (lambda: v.check_array("m", "a"), "^m must be a number or an array of numbers, not 'a'$"),
    (lambda: v.check_count("people", 0), "^people must be at least 1, not 0$"),
    (lambda: v.check_count("people", 1.5), "^people must be a whole number, not 1.5$"),
    (
        lambda: v.broadcast(np.ones(2), np.ones(3)),
        "^the arguments do not broadcast against each other: their shapes are .*$",
    ),
)


@pytest.mark.parametrize("risk", [0, 0.5, -0.1, 1, math.nan, "x", None])
def test_risk_iv(risk):
    with pytest.raises(ValueError, match="risk must"):
        v.check_risk(risk)


@pytest.mark.parametrize(
    "value", [0, -3, 2.5, "7", None, math.nan, 11, 10**400, pytest.param(-(10**5000), id="5001 digits")]
)
def test_count_iv(value):
    with pytest.raises(ValueError, match="runs must be"):
        v.check_count("runs", value, maximum=10)


def test_choice_iv():
    with pytest.raises(ValueError, match="rewards must be one of a, b, not 'c'"):
        v.check_choice("rewards", "c", ("a", "b"))


@pytest.mark.parametrize("value", ["c", None, ["a"], {}, np.array(["a", "b"]), "c" * 10**6])
def test_choice_iv_of_any_object(value):
    with pytest.raises(ValueError, match="rewards must be one of a, b, not"):
        v.check_choice("rewards", value, ("a", "b"))


def test_counts_fit_into_kernels_and_seeds_into_seed_sequences():
    assert v.check_count("runs", v.LARGEST_COUNT) == 2**63 - 1
    with pytest.raises(ValueError, match="runs must be at most 9223372036854775807, not 9223372036854775808"):
        v.check_count("runs", 2**63)
    entropy = np.random.SeedSequence().entropy
    assert v.check_seed(entropy) == entropy
    with pytest.raises(ValueError, match="seed must be at most"):
        v.check_seed(2**128)


def test_type_iv():
    assert v.check_type("seed", None, int | None) is None
    with pytest.raises(ValueError, match=r"seed must be int or NoneType, not 'x'"):
        v.check_type("seed", "x", int | None)
    with pytest.raises(ValueError, match=r"seed must be int, not None"):
        v.check_type("seed", None, int)


@pytest.mark.parametrize(
    "value, text",
    [
        (-1.0, "-1.0"),
        (np.float64(0.1), "0.1"),
        (np.array([0.1, 2]), "array([0.1, 2. ])"),
        ("a\nb", r"'a\nb'"),
        (10**99, "1" + 99 * "0"),
        (list(range(9)), "[0, 1, 2, 3, 4, 5, ...]"),
        pytest.param(10**5000, "an integer of 16610 bits", id="5001 digits"),
    ],
)
def test_quoted(value, text):
    assert v.quoted(value) == text


@pytest.mark.parametrize(
    "value",
    [
        "x" * 10**6,
        10**4000,
        [10**5000],
        np.array([10**5000]),
        np.zeros((99, 99)),
        [[[[[[[["deep"] * 9] * 9] * 9] * 9] * 9] * 9] * 9],
        {"x" * 999: "y" * 999},
        Unspeakable(),
        [Unspeakable()],
        type("A" * 999, (), {})(),
    ],
)
def test_quoted_is_one_short_line(value):
    text = v.quoted(value)
    assert 0 < len(text) <= v.LONGEST_QUOTE == 100
    assert "\n" not in text
