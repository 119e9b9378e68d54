"""Whole runs of PRISE: against a plain run, its rounds, its trace, and how it ends."""

import numpy as np
import pytest

from dpcore.experiments import run_generator
from dpcore.fixed_confidence import trace_fixed_confidence
from tests.dpcore.fixed_confidence.prise.reference import PlainRun

HARD = (0.75, 0.7, 0.7, 0.7, 0.7)


class KernelDraws:
    """Rewards and noise in the order in which the kernel draws them: all sums of a round, then all noise."""

    def __init__(self, means, epsilon, run):
        self.means, self.epsilon, self.generator = means, epsilon, run_generator(0, run)

    def draw(self, sizes):
        sums = [
            self.generator.binomial(size, mean) if size else 0 for size, mean in zip(sizes, self.means, strict=True)
        ]
        noise = [self.generator.laplace(0, 1 / self.epsilon) if size else 0.0 for size in sizes]
        return np.array(sums, dtype=float), np.array(noise)


@pytest.mark.parametrize(
    "means, epsilon, run, lead",
    [
        ((0.6, 0.5), 0.05, 0, 0.0),  # tail bets and far bets
        ((0.8, 0.77, 0.1), 0.1, 0, 0.0),  # both, and a passed arm is sampled again
        ((0.94, 0.9, 0.9, 0.5), 0.1, 1, 0.033),  # both kinds of bets
        ((0.38, 0.3, 0.3), 0.4, 3, 0.08),  # likelihood bets
    ],
)
def test_a_run_against_a_plain_run(means, epsilon, run, lead):
    plain = PlainRun(KernelDraws(means, epsilon, run).draw, len(means), epsilon, 0.05, lead).play()
    trace = trace_fixed_confidence("prise", means, epsilon, 0.05, seed=0, run=run, lead=lead)
    assert (trace.stopping_time, trace.recommendation, np.unique(trace.times).size) == plain


def test_few_large_rounds_where_privacy_dominates_and_many_small_ones_without():
    few, many = (
        [np.unique(trace_fixed_confidence("prise", HARD, epsilon, seed=s, max_samples=10**9).times).size for s in seeds]
        for epsilon, seeds in ((0.01, range(20)), (215.0, range(7)))
    )
    assert max(few) <= 10
    assert 2 <= np.median(few) <= 5
    assert np.median(many) > 30
