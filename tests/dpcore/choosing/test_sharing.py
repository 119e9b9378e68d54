"""One epsilon for many analyses: the best split against all splits of a grid, and what both splits keep."""

import math
from itertools import product
from operator import call

import numpy as np
import pytest

import dpcore
from dpcore.choosing import Analysis, share_best, share_equally
from dpcore.privacy import composed_epsilon, epsilon_at_rho, rho_for_epsilon_delta
from tests.dpcore.refusals import refused

PLAN = [Analysis([0.62, 0.55, 0.5], 3), Analysis([0.12, 0.08], 6), Analysis([0.5, 0.45], 3, rows=7)]
MANY = [Analysis([0.62, 0.55, 0.5], 30), Analysis([0.12, 0.08], 20), Analysis([0.5, 0.45], 50, rows=7)]


def needed(analysis, epsilon, risk=0.05):
    row_epsilon = epsilon / analysis.rows
    return dpcore.necessary_samples(analysis.means, row_epsilon, risk, quantile=0.9) / analysis.rows


def spent(analyses, shared, delta=None):
    return composed_epsilon(np.repeat(shared.epsilons, [each.runs for each in analyses]), delta)


def best_on_a_grid(analyses, budget, epsilon_of, steps=50):
    """The largest run at the best of all splits of the budget into this many equal parts, by trying all."""
    first, second, third = (
        [needed(each, epsilon_of(part * budget / steps / each.runs)) for part in range(1, steps)] for each in analyses
    )
    return min(
        max(first[i - 1], second[j - 1], third[steps - i - j - 1])
        for i, j in product(range(1, steps), repeat=2)
        if i + j < steps
    )


@pytest.mark.parametrize(
    "analyses, delta, budget, epsilon_of",
    [
        (PLAN, None, 1.0, float),
        (PLAN, 1e-6, 1.0, float),  # 12 runs: the sum of epsilons is the better way
        (MANY, 1e-6, rho_for_epsilon_delta(1.0, 1e-6), epsilon_at_rho),
    ],
)
def test_the_best_split_against_every_split_of_a_grid(analyses, delta, budget, epsilon_of):
    shared = share_best(analyses, 1.0, 0.05, delta)
    tried = best_on_a_grid(analyses, budget, epsilon_of)
    assert shared.largest <= tried <= 1.05 * shared.largest
    assert shared.by_rho == (epsilon_of is epsilon_at_rho)
    np.testing.assert_allclose(shared.participants, shared.largest, rtol=1e-7)
    assert spent(analyses, shared, delta) == pytest.approx(1.0, rel=1e-6)
    assert spent(analyses, shared, delta) <= 1.0
    assert shared.largest < share_equally(analyses, 1.0, 0.05, delta).largest


@pytest.mark.parametrize("delta", [None, 1e-6])
def test_the_equal_split_by_hand(delta):
    shared = share_equally(MANY, 1.0, 0.05, delta)
    each = 0.01 if delta is None else epsilon_at_rho(rho_for_epsilon_delta(1.0, 1e-6) / 100)
    np.testing.assert_allclose(shared.epsilons, each, rtol=1e-12)
    np.testing.assert_allclose(shared.row_epsilons, [each, each, each / 7], rtol=1e-12)
    np.testing.assert_allclose(shared.participants, [needed(analysis, each) for analysis in MANY], rtol=1e-9)
    assert shared.by_rho == (delta is not None)


def test_a_large_epsilon_is_not_spent_where_privacy_costs_nothing_of_the_bound():
    shared = share_best(PLAN, 1e3, 0.05)
    assert spent(PLAN, shared) < 100
    without = max(needed(each, math.inf) for each in PLAN)
    assert shared.largest == pytest.approx(without, rel=1e-6)


def test_one_analysis_gets_everything():
    shared = share_best([Analysis([0.6, 0.5])], 0.2, 0.05)
    assert shared.epsilons[0] == pytest.approx(0.2, rel=1e-7)
    assert shared.largest == pytest.approx(dpcore.necessary_samples([0.6, 0.5], 0.2, 0.05, quantile=0.9), rel=1e-7)


def test_less_epsilon_and_more_runs_ask_for_more_people():
    sizes = [share_best(PLAN, epsilon, 0.05).largest for epsilon in (0.1, 0.3, 1.0, 3.0)]
    assert sizes == sorted(sizes, reverse=True)
    assert share_best([*PLAN, Analysis([0.3, 0.2])], 1.0, 0.05).largest > share_best(PLAN, 1.0, 0.05).largest


test_bad_input_is_named = refused(
    call,
    (lambda: share_best([], 1.0, 0.05), "analyses must be a list of 1 to 100 of Analysis, not "),
    (lambda: share_best([[0.5, 0.4]], 1.0, 0.05), "analyses must hold Analysis only, not "),
    (lambda: share_equally(PLAN, math.inf, 0.05), "epsilon must be strictly between 0 and inf, not inf"),
    (lambda: share_equally(PLAN, 1.0, 0.48), "quantile must be strictly between 0.96 and 1, not 0.9"),
    (lambda: Analysis([0.5, 0.5]), "means must have one unique maximum, but arms 1 and 2 tie at 0.5"),
    (lambda: share_best(PLAN, 1e-13, 0.05), "epsilon must be at least 1e-12 to be shared, not 1e-13"),
    (lambda: share_best([Analysis(np.linspace(0.1, 0.9, 2001))], 1.0, 0.05), "at most 2000 arms in all, not 2001"),
)


def test_an_epsilon_that_t_tv_alone_decides_is_found():
    for samples in 10.0 ** np.arange(9, 16.0, 0.05):  # rounding may put either end of the search on the other side
        epsilon = dpcore.smallest_epsilon((0.5, 0.45), 0.05, samples)
        assert dpcore.necessary_samples((0.5, 0.45), epsilon, 0.05, quantile=0.9) == pytest.approx(samples, rel=1e-9)
