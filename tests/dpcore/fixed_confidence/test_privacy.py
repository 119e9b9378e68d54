"""Privacy: audits on neighbouring tables of rewards, the scale of the noise, and the blocks that are released.

Every audit is a proven lower bound on the privacy loss (dpcore.audit, false-alarm rate 1e-6); the same
audit catches each algorithm run with half the noise.
"""

import functools
import math

import numpy as np
import pytest

from dpcore.audit import privacy_loss_lower_bound
from dpcore.fixed_confidence import fixed_confidence_algorithms, trace_fixed_confidence
from dpcore.fixed_confidence.protocol import Problem, Record, Setting, new_record

GLOBAL = ["adap-tt", "adap-tt-star", "dp-tt"]
NAMES = ["ctb-tt", *GLOBAL]
EPSILON = 1.0
RUNS = 2000
TABLE = np.array([[1, 0], [0, 1], [1, 1], [1, 0], [0, 1], [1, 1], [1, 0], [1, 1], [0, 0], [1, 1]], dtype=float)


def neighbour(row):
    """The table with another participant in this row."""
    changed = TABLE.copy()
    changed[row] = 1 - changed[row]
    return changed


@functools.cache
def outputs(name, changed_row, epsilon, seed):
    """What RUNS runs show on the table, or on its neighbour in this row.

    (RUNS, 4): the first release of arm 0, the last private mean, the pulls of arm 0, the ending.
    A lenient threshold lets some runs stop, so that the stopping time and the answer are audited too.
    """
    table = TABLE if changed_row is None else neighbour(changed_row)
    entry = fixed_confidence_algorithms()[name]
    threshold = "heuristic" if "heuristic" in entry.thresholds else "proven"
    problem = Problem(np.array([0.5, 0.4]), epsilon, 0.9, len(table))
    one_run = entry.prepare(Setting(problem, threshold, entry.check_parameters({})))
    generator, cancel = np.random.default_rng(seed), np.zeros(1, np.uint8)
    seen, log = np.empty((RUNS, 4)), new_record(2, 2 * len(table)).log
    for run in range(RUNS):
        pulls = np.zeros(2, dtype=np.int64)
        finished, time, answer, rows = one_run(generator, table, cancel, Record(log, pulls))
        seen[run] = log[0, 5], log[rows - 1, 5:7].max(), pulls[0], answer + 2 * time + 100 * finished
    return seen


def largest_loss(name, row, epsilon):
    ours, theirs = outputs(name, None, epsilon, 1), outputs(name, row, epsilon, 2)
    return max(privacy_loss_lower_bound(ours[:, i], theirs[:, i]) for i in range(ours.shape[1]))


@pytest.mark.parametrize("row", [0, 4])
@pytest.mark.parametrize("name", NAMES)
def test_privacy_audit(name, row):
    assert largest_loss(name, row, EPSILON) < EPSILON


@pytest.mark.parametrize("name", NAMES)
def test_privacy_audit_catches_half_the_noise(name):
    assert largest_loss(name, 0, 2 * EPSILON) > EPSILON


def collected_noise(name, epsilon):
    """Every release's noise in some runs, and the checks of the blocks of each."""
    noise = []
    for run in range(40):
        trace = trace_fixed_confidence(name, (0.6, 0.5, 0.1), epsilon, run=run, max_samples=3000)
        noise.extend(check_blocks(name, trace))
    return np.array(noise)


def check_blocks(name, trace):
    """Each release covers rewards never released before, and its noise is what separates private from true means."""
    released = []
    for arm in range(3):
        rows = np.flatnonzero((trace.arms == arm) & (trace.noise != 0))
        counts, blocks, noise = trace.counts[rows, arm], trace.private_counts[rows, arm], trace.noise[rows]
        error = (trace.private_means - trace.empirical_means)[rows, arm] * blocks
        if name == "dp-tt":
            np.testing.assert_array_equal(counts, 2 ** np.arange(rows.size))
            np.testing.assert_array_equal(blocks, counts)
            np.testing.assert_allclose(error, np.cumsum(noise), atol=1e-9)
        else:
            np.testing.assert_array_equal(np.cumsum(blocks), counts)
            np.testing.assert_array_equal(blocks, np.maximum(1, 2 ** (np.arange(rows.size) - 1.0)))
            np.testing.assert_allclose(error, noise, atol=1e-9)
        released.extend(noise)
    return released


def distance_to_laplace(noise, epsilon):
    """The Kolmogorov-Smirnov distance to Lap(1/epsilon), as a multiple of its critical value at 1e-6 (DKW bound)."""
    x = np.sort(noise) * epsilon
    law = np.where(x < 0, np.exp(np.minimum(x, 0)) / 2, 1 - np.exp(-np.maximum(x, 0)) / 2)
    ranks = np.arange(x.size + 1) / x.size
    distance = max(np.max(ranks[1:] - law), np.max(law - ranks[:-1]))
    return distance / math.sqrt(math.log(2e6) / (2 * x.size))


@pytest.mark.parametrize("epsilon", [0.1, 3.0])
@pytest.mark.parametrize("name", GLOBAL)
def test_noise_is_fresh_laplace_on_disjoint_blocks(name, epsilon):
    noise = collected_noise(name, epsilon)
    assert noise.size > 500
    assert np.unique(noise).size == noise.size
    assert distance_to_laplace(noise, epsilon) < 1
    assert distance_to_laplace(noise / 2, epsilon) > 1, "half the noise is caught"


@pytest.mark.parametrize(
    "name, epsilon, more",
    [("dp-se", 0.05, {}), ("pb-tas", 0.2, {}), ("prise", 0.2, {}), ("prise", 0.2, {"lead": 0.05})],
)
def test_noise_of_every_release_is_laplace_of_scale_one_over_epsilon(name, epsilon, more):
    means, how = (0.75, 0.7, 0.7, 0.7, 0.7), {"max_samples": 10**9, **more}
    noise = np.concatenate([trace_fixed_confidence(name, means, epsilon, seed=s, **how).noise for s in range(60)])
    assert np.unique(noise).size == noise.size
    assert distance_to_laplace(noise, epsilon) < 1
    assert distance_to_laplace(noise / 2, epsilon) > 1, "half the noise is caught"


def test_local_answers_are_true_with_the_stated_probability():
    """F5: an answer is the truth with probability e^eps/(1 + e^eps); a private mean of one answer shows it."""
    epsilon, table = 1.3, np.tile([1.0, 0.0], (4, 1))
    problem = Problem(np.array([0.5, 0.4]), epsilon, 0.1, 2)
    one_run = fixed_confidence_algorithms()["ctb-tt"].prepare(Setting(problem, "proven", {"leader_share": 0.5}))
    generator, truths = np.random.default_rng(0), 0
    for _ in range(10_000):
        record = new_record(2, 4)
        one_run(generator, table, np.zeros(1, np.uint8), record)
        truths += int(record.log[0, 5] > 0.5) + int(record.log[0, 6] < 0.5)
    chance = math.exp(epsilon) / (1 + math.exp(epsilon))
    assert abs(truths / 20_000 - chance) < 4.9 * math.sqrt(chance * (1 - chance) / 20_000)
