"""What is said of counts: uneven splits, few rows, outcomes that do not vary, ties; nothing where nothing is wrong."""

import math

import pytest
from scipy import stats

from ui.reading.checks import UNLIKELY, checks_of, read_split, split_probability

AB = ("A", "B")


SAID = {"split": "do not look like", "few": "fewer than 30", "constant": "cannot tell", "tie": "No option leads"}


def kinds(names, successes, trials, intended=None):
    said = checks_of(names, successes, trials, intended)
    return [kind for sentence in said for kind, words in SAID.items() if words in sentence]


def test_nothing_is_said_of_good_counts():
    assert kinds(AB, (118, 161), (410, 390)) == []
    assert kinds(("A", "B", "C"), (118, 161, 112), (400, 400, 400)) == []


def test_the_exact_test_against_the_binomial_distribution_by_hand():
    tail = sum(math.comb(20, k) for k in range(6)) / 2**20
    assert split_probability((5, 15)) == pytest.approx(2 * tail, rel=1e-12)


def test_the_test_of_three_options_against_pearsons_statistic_by_hand():
    statistic = (30**2 + 0**2 + 30**2) / 400
    assert split_probability((430, 400, 370)) == pytest.approx(float(stats.chi2.sf(statistic, 2)), rel=1e-12)


def test_a_mismatch_is_said_against_the_intended_split():
    assert kinds(AB, (300, 400), (1000, 1250)) == ["split"]
    assert kinds(AB, (300, 400), (1000, 1250), (4, 5)) == []
    (check,) = checks_of(AB, (300, 400), (1000, 1250))
    assert check.startswith("The numbers of participants (“A” 1,000, “B” 1,250) do not look like an equal split:")
    assert "this uneven in 1 of 7,000,000 experiments" in check


def test_an_even_split_is_called_uneven_as_seldom_as_promised():
    n = 500
    wrong = sum(
        float(stats.binom.pmf(first, n, 0.5))
        for first in range(n + 1)
        if split_probability((first, n - first)) < UNLIKELY
    )
    assert UNLIKELY / 3 < wrong <= UNLIKELY


@pytest.mark.parametrize("first, is_uneven", [(1056, False), (1070, False), (1074, False), (1075, True), (1100, True)])
def test_a_split_is_called_uneven_where_chance_makes_it_so_in_less_than_1_of_1000_experiments(first, is_uneven):
    assert (2 * float(stats.binom.sf(first - 1, 2000, 0.5)) < 0.001) == is_uneven
    assert ("split" in kinds(AB, (500, 500), (first, 2000 - first))) == is_uneven


@pytest.mark.parametrize(
    "text, options, weights",
    [("50:50", 2, (50, 50)), ("1/1/2", 3, (1, 1, 2)), ("90 % 10 %", 2, (90, 10)), ("33,3; 66,7", 2, (33.3, 66.7))],
)
def test_splits(text, options, weights):
    assert read_split(text, options) == weights


@pytest.mark.parametrize("text", ["", "50", "50:50:50", "50:0", "50:-50", "half:half"])
def test_splits_that_cannot_be_read(text):
    with pytest.raises(ValueError, match="is not a split into 2 parts such as 1:1"):
        read_split(text, 2)


def test_few_participants():
    (check,) = checks_of(AB, (3, 12), (12, 25))
    assert check.startswith("“A” and “B” have fewer than 30 participants; “A” has 12, too few to tell whether")
    assert "5.5 % or 57 %" in check


def test_outcomes_that_do_not_vary_and_ties():
    assert kinds(AB, (0, 0), (400, 400)) == ["constant"]
    assert kinds(AB, (400, 400), (400, 400)) == ["constant", "tie"]
    (said,) = checks_of(AB, (118, 118), (400, 400))
    assert said == "No option leads: “A” and “B” have the same success rate, 29.5 %."
    assert kinds(AB, (100, 200), (400, 800), (1, 2)) == ["tie"]
    assert kinds(("A", "B", "C"), (118, 118, 90), (400, 400, 400)) == ["tie"]
    assert kinds(("A", "B", "C"), (90, 90, 118), (400, 400, 400)) == []
