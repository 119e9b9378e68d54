"""A trial in rounds: PRISE, told one release after another, and how many more rounds it is likely to need."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, gammaln

from dpcore.fixed_confidence.algorithms.prise import options_for
from dpcore.fixed_confidence.algorithms.prise.evidence import smallest_evidence
from dpcore.fixed_confidence.algorithms.prise.kernel import pull_round
from dpcore.fixed_confidence.algorithms.prise.rounds import (
    LEADER,
    before_first_round,
    conclude_round,
    plan_next_round,
)
from dpcore.fixed_confidence.protocol import Problem, no_rewards
from dpcore.trial.plan import Plan

Floats = NDArray[np.float64]
GRID = (np.arange(2000) + 0.5) / 2000  # the rates at which a posterior is computed
CONTINUATIONS = 200
LOW, MIDDLE, HIGH = 0.2, 0.5, 0.8
_DEEP, _NEGLIGIBLE = 1e-250, 1e-17
_NEVER = np.zeros(1, np.uint8)


class Forecast(NamedTuple):
    """How a trial is likely to go on, given what was published.

    participants, looks: further ones, each as its 20 % quantile, its median and its 80 % quantile.
    ends_before_cap: the probability of an answer before the cap.  continuations: how many were simulated.
    """

    participants: tuple[int, int, int]
    looks: tuple[int, int, int]
    ends_before_cap: float
    continuations: int


class Rounds:
    """Where a trial in rounds stands after its releases.

    batches, releases: of every batch so far, the participants of each option, and the noisy sums (K,).

    Source: docs/prise.md; a simulation runs the same kernels (`simulate_fixed_confidence("prise", ...)`).
    """

    def __init__(self, plan: Plan, seed: int, releases: Sequence[Sequence[float] | Floats] = ()) -> None:
        """seed: breaks ties of private means.  releases: of every batch the noisy sums (K,), in their order."""
        self._plan, self._seed = plan, seed
        self._options = options_for(plan.epsilon, plan.risk, plan.lead)
        self._generator = np.random.Generator(np.random.SFC64(seed))
        self._standing = before_first_round(np.zeros(len(plan.options), np.int64), plan.epsilon, self._options)
        self.is_decided = False
        self.batches: list[tuple[int, ...]] = []
        self.releases: list[Floats] = []
        for released in releases:
            self._learn(np.asarray(released, float))

    def _learn(self, released: Floats) -> None:
        standing, epsilon = self._standing, self._plan.epsilon
        self.batches.append(self.sizes)
        self.releases.append(released)
        standing.this.released[:] = released
        standing.pulls[:] += standing.this.sizes
        self.is_decided = conclude_round(standing, self._generator, epsilon, self._options, _NEVER)
        if not self.is_decided:
            plan_next_round(standing, epsilon, self._options)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The participants of each option in the next batch; 0 for an option that is out."""
        return tuple(int(size) for size in self._standing.this.sizes)

    @property
    def participants(self) -> int:
        """How many have taken part."""
        return int(self._standing.pulls.sum())

    @property
    def is_at_cap(self) -> bool:
        """Whether the next batch would need more participants than there may be."""
        return not self.is_decided and self.participants + sum(self.sizes) > self._plan.cap

    @property
    def leader(self) -> int:
        """The option with the largest private mean; -1 before the first release."""
        return int(self._standing.marks[LEADER]) if self.releases else -1

    def evidence(self) -> list[float]:
        """The evidence that each option is not the best, as a share of what rules it out; 0 for the leader."""
        standing, needed = self._standing, self._options.needed
        found = []
        for arm, is_passed in enumerate(standing.evidence.is_passed):
            if is_passed:
                found.append(1.0)
            elif not self.releases or arm == self.leader:
                found.append(0.0)
            else:
                nats = smallest_evidence(standing.evidence, arm, standing.beliefs, self.leader, self._options.bets)
                found.append(float(min(max(nats / needed, 0.0), 1.0)))
        return found

    def posterior(self, arm: int) -> Floats:
        """The posterior of an option's rate on GRID, from a uniform prior and the exact law of sum and noise."""
        log_weights = np.zeros(GRID.size)
        for sizes, released in zip(self.batches, self.releases, strict=True):
            if sizes[arm] > 0:
                log_weights += _on_grid(float(released[arm]), sizes[arm], self._plan.epsilon)
        weights = np.exp(log_weights - log_weights.max())
        posterior: Floats = weights / weights.sum()
        return posterior

    def forecast(self, seed: int, continuations: int = CONTINUATIONS) -> Forecast:
        """How the trial is likely to go on, by simulated continuations."""
        more, looks, ended = self.continued(seed, continuations).T
        return Forecast(_quantiles(more), _quantiles(looks), float(ended.mean()), continuations)

    def continued(self, seed: int, continuations: int) -> Floats:
        """Simulate how the trial may go on, at rates drawn from the posterior.

        It computes with what was published alone, so it costs no privacy.  A continuation that meets the cap counts the
        participants up to there.
        Returns: (continuations, 3): further participants, further looks, and 1 where it ends before the cap, else 0.
        """
        generator = np.random.Generator(np.random.SFC64(seed))
        posteriors = [self.posterior(arm) for arm in range(len(self._plan.options))]
        found = []
        for _ in range(continuations):
            means = np.array([generator.choice(GRID, p=weights) for weights in posteriors])
            run = Rounds(self._plan, self._seed, self.releases)
            while not run.is_decided and not run.is_at_cap:
                run.simulate(means, generator)
            looks = len(run.batches) - len(self.batches)
            found.append((run.participants - self.participants, looks, run.is_decided))
        return np.array(found, float)

    def simulate(self, means: Floats, generator: np.random.Generator) -> None:
        """Go on by one batch of made-up participants, whose success rates are `means`: for rehearsals and forecasts."""
        this, pulls = self._standing.this, self._standing.pulls
        problem = Problem(means, self._plan.epsilon, self._plan.risk, self._plan.cap)
        pull_round(this, problem, generator, no_rewards(means.size), pulls.copy())
        self._learn(this.released.copy())


@lru_cache(maxsize=256)  # a trial is told again after each of its batches
def _on_grid(released: float, size: int, epsilon: float) -> Floats:
    return log_density(released, size, epsilon, GRID)


def log_density(released: float, size: int, epsilon: float, rates: Floats) -> Floats:
    """log f(released) of Binomial(size, rate) plus Laplace noise of scale 1/epsilon, up to a constant, at all rates.

    The sum over the counts on either side of `released` is a binomial tail at a tilted rate.
    """
    below = math.floor(released)
    parts = []
    for sign in (1.0, -1.0):
        tilted = 1 - rates + rates * math.exp(sign * epsilon)
        success, failure = rates * math.exp(sign * epsilon) / tilted, (1 - rates) / tilted
        if sign > 0:
            tail = _log_tail(below, size, success, failure)
        else:  # more than `below` successes are fewer than size - below failures
            tail = _log_tail(size - below - 1, size, failure, success)
        parts.append(size * np.log(tilted) + tail - sign * epsilon * released)
    return np.logaddexp(*parts)


def _log_tail(most: int, size: int, rates: Floats, complements: Floats) -> Floats:
    """log P(count <= most) at all rates, whose complements are known to all their digits; most: any whole number."""
    if not 0 <= most < size:
        return np.full(rates.size, 0.0 if most >= size else -np.inf)
    shares: Floats = bdtr(most, size, rates)
    is_deep = shares < _DEEP  # a double soon holds it no more
    found = np.log(np.where(is_deep, 1.0, shares))
    if is_deep.any():
        odds = complements[is_deep] / rates[is_deep]
        found[is_deep] = most * np.log(rates[is_deep]) + (size - most) * np.log(complements[is_deep])
        found[is_deep] += gammaln(size + 1) - gammaln(most + 1) - gammaln(size - most + 1)
        found[is_deep] += np.log(_sum_from(most, size, odds))
    return found


def _sum_from(most: int, size: int, odds: Floats) -> Floats:
    """The probabilities of most, most - 1, ... successes, as multiples of the first; they fall."""
    total = term = np.ones(odds.size)
    for count in range(most, 0, -1):
        term = term * odds * (count / (size - count + 1))
        total = total + term
        if term.max() < _NEGLIGIBLE:
            break
    return total


def _quantiles(values: Floats) -> tuple[int, int, int]:
    low, middle, high = np.quantile(values, (LOW, MIDDLE, HIGH))
    return math.floor(low), round(middle), math.ceil(high)
