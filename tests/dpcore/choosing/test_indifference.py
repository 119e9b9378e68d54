"""What is achievable where small differences do not matter: PB-TaS, under both trust models."""

import math
from operator import call

import numpy as np
import pytest

from dpcore import CancelFlag, achievable_samples, simulate_fixed_confidence
from dpcore.choosing import simulate_achievable, simulated_difference_band, simulated_epsilon_band
from dpcore.choosing.difference import DIFFERENCE_GRID
from dpcore.choosing.search import COARSE
from tests.dpcore.refusals import refused
from tests.dpcore.statistical import critical_count

EQUAL = (0.5, 0.5, 0.5)


PROMISES = pytest.mark.parametrize("name, means, promise, more", [
    ("pb-tas", EQUAL, {"indifference": 0.05}, {"evidence": "scheduled"}),
    ("prise", (0.4, 0.3, 0.3), {"lead": 0.1}, {}),
    ("prise", (0.4, 0.3, 0.3), {"lead": 0.0, "indifference": 0.0}, {"lead": 0.0}),
])  # fmt: skip


@PROMISES
def test_central_runs_are_those_of_the_algorithm_told_of_the_promise(name, means, promise, more):
    ours = simulate_achievable(means, 0.7, 0.05, runs=5, seed=3, **promise)
    told = {"max_samples": 10**12, **promise, **more}
    theirs = simulate_fixed_confidence(name, means, 0.7, 0.05, runs=5, seed=3, **told)
    assert ours.algorithm == name
    assert ours.parameters == theirs.parameters
    assert ours.stopping_times.tolist() == theirs.stopping_times.tolist()


@PROMISES
def test_randomised_responses_shrink_the_promise_as_they_shrink_the_means(name, means, promise, more):
    law = simulate_achievable(means, 0.8, 0.1, "local", runs=0, **promise).parameters
    truth = math.exp(0.8) / (1 + math.exp(0.8))
    np.testing.assert_allclose(law["means"], [truth * m + (1 - truth) * (1 - m) for m in means], rtol=1e-14)
    assert law["epsilon"] == math.inf
    for key, difference in promise.items():
        assert law[key] == pytest.approx((2 * truth - 1) * difference, rel=1e-14)


def test_local_answers_are_as_rarely_bad_as_proven():
    """Ten arms just outside; without the shrinking, an indifference of .3 among responses, bad ones are frequent."""
    means, epsilon, risk, runs = (0.8, *[0.5 - 1e-6] * 9), 1.0, 0.05, 300
    made = simulate_achievable(means, epsilon, risk, "local", runs=runs, indifference=0.3)
    critical = critical_count(runs, risk)
    assert made.finished.all()
    assert np.sum(made.recommendations != 0) == made.summary().errors_all <= critical
    unshrunk = {"indifference": 0.3, "evidence": "scheduled", "runs": runs, "max_samples": 10**12}
    planted = simulate_fixed_confidence("pb-tas", made.parameters["means"], math.inf, risk, **unshrunk)
    assert np.sum(planted.recommendations != 0) > critical


@pytest.mark.parametrize("trust_model", ["central", "local"])
def test_equal_arms_have_an_achievable_number_and_an_epsilon(trust_model):
    how = {"trust_model": trust_model, "runs": 20, "seed": 2, "indifference": 0.1}
    needed = achievable_samples(EQUAL, 0.5, 0.05, **how)
    assert 100 < needed < 1e6
    below, enough = simulated_epsilon_band(EQUAL, 0.05, needed, confidence=None, **how)
    assert below < enough < 1  # where waves of the sizes of batches end, near .5
    assert achievable_samples(EQUAL, enough, 0.05, **how) <= needed < achievable_samples(EQUAL, below, 0.05, **how)


test_bad_input = refused(
    call,
    (lambda: achievable_samples(EQUAL, 1.0, 0.05), "arms 1 and 2"),
    (
        lambda: simulated_difference_band(0.5, 1.0, 0.05, 100),
        "arms must be given with one baseline, but only means = 0.5",
    ),
    (
        lambda: simulated_difference_band(EQUAL, 1.0, 0.05, 100, arms=3),
        "arms = .* must be given with one baseline only",
    ),
    (lambda: simulated_difference_band(0.99995, 1.0, 0.05, 100, arms=3), "baseline must be below 1 - 1e-4"),
    (lambda: simulated_difference_band(1.5, 1.0, 0.05, 100, arms=3), "means must be strictly between 0 and 1"),
)


@pytest.mark.parametrize("means, epsilon, samples, more", [
    ((0.5, 0.5, 0.45), 1.0, 20_000, {"trust_model": "central"}),
    ((0.5, 0.5, 0.45), 1.0, 20_000, {"trust_model": "local"}),
    (0.1, 0.5, 8000, {"arms": 3}),
])  # fmt: skip
def test_a_difference_is_the_inverse_of_achievable_samples(means, epsilon, samples, more):
    """It is the smallest that fits, and larger ones fit, too: one that matters, or one above a baseline."""
    how = {"runs": 20, "seed": 3}
    below, found = simulated_difference_band(means, epsilon, 0.05, samples, confidence=None, **how, **more)

    def achievable(difference):
        if "arms" in more:
            return achievable_samples((means + difference, means, means), epsilon, 0.05, **how)
        return achievable_samples(means, epsilon, 0.05, indifference=difference, **how, **more)

    place = int(np.flatnonzero(found == DIFFERENCE_GRID)[0])
    assert below == DIFFERENCE_GRID[place - 1]
    assert achievable(found) <= samples < achievable(below)
    assert all(achievable(larger) <= samples for larger in DIFFERENCE_GRID[place + COARSE : place + 13 : COARSE])


def test_a_tested_difference_is_wider_and_none_is_found_for_too_few_samples_or_once_cancelled():
    bands = [simulated_difference_band(0.2, 1.0, 0.05, 500, arms=2, runs=30, confidence=c) for c in (None, 0.95)]
    assert bands[0][1] < bands[1][1]
    assert simulated_difference_band(EQUAL, 1.0, 0.05, 2, runs=5)[1] == math.inf
    flag = CancelFlag()
    flag.set()
    assert simulated_difference_band(EQUAL, 1.0, 0.05, 2000, runs=5, cancel=flag) is None
