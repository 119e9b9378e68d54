"""What one fixed-budget algorithm declares, how one run of it is called, and the kernels that all share.

An algorithm is one file that defines

    ALGORITHM = FixedBudgetAlgorithm(name="dp-bai", ..., schedule=..., prepare=prepare)

and is listed with one line in registry.py.  `schedule(num_arms, rank, horizon, **parameters)` plans the phases or
raises ValueError for too small a horizon.  `prepare(setting)` does the work that all runs share and returns `one_run`,
a function called once per run, from several threads at once:

    recommendation = one_run(generator, rewards, record)

    generator  the run's only source of randomness
    rewards    (N, K) float64, or (0, K) in production.  With N > 0 (tests: privacy audits, an independent loop) the
               n-th pull (0-based) of arm a yields rewards[n, a] instead of a random draw.  Neighbouring tables differ
               in one entry.
    record     a Record, which the run fills in

`one_run` is one nogil kernel with the problem and its own options bound: partial(kernel, problem, options), both
NamedTuples, so that no two arguments can change places unseen.  It is short (no sum is taken reward by reward beyond
600): a stop request is obeyed between runs.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpcore._kernels import kernel
from dpcore.experiments import Algorithm
from dpcore.fixed_budget.schedule import Schedule

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

LOG_ROWS = 3  # active (0 or 1), pulls in this phase, estimated mean
_SUM_ONE_BY_ONE = 600
_BITS_OF_A_UNIFORM = 53


class Problem(NamedTuple):
    """coordinates (K, r) of rank r, means (K,), and whether rewards are uniform on [0, 2 mean] (else Bernoulli)."""

    coordinates: Floats
    means: Floats
    is_uniform: bool


class Record(NamedTuple):
    """What a run writes: samples per arm (K,) and per phase (M,), and the phases; all zeros on entry.

    log: (M, LOG_ROWS, K), written with `record_phase`, or (0, LOG_ROWS, K) for no record.
    """

    pulls: Integers
    phase_pulls: Integers
    log: Floats


OneRun = Callable[[np.random.Generator, Floats, Record], int]


@dataclass(frozen=True, eq=False)
class Setting:
    """A validated experiment: the problem, epsilon (inf without privacy), the schedule, the algorithm's parameters."""

    problem: Problem
    epsilon: float
    schedule: Schedule
    parameters: Mapping[str, Any]


Plan = Callable[[Floats], tuple[Integers, Floats]]


@dataclass(frozen=True, kw_only=True)
class FixedBudgetAlgorithm(Algorithm):
    """The registry entry of an algorithm; warnings also say what is recalled [MEMORY] or completed [INFERRED].

    depends_on_units: whether the same bandit in other units or axes of the features gets other answers, so that
    nothing can be concluded from its runs about a method.
    schedule(num_arms, rank, horizon, **parameters): the phases.
    plan(features (s, d)): the rows that a phase pulls and all rows' coefficients (s, b) in them, where it infers the
    other arms' means; None where it measures or fits them.
    """

    schedule: Callable[..., Schedule]
    plan: Plan | None = None
    depends_on_units: bool = False


@kernel
def sum_of_rewards(
    generator: np.random.Generator, rewards: Floats, problem: Problem, arm: int, first: int, count: int
) -> float:
    """The sum of pulls first, ..., first + count - 1 of an arm: from the table if there is one, else a random one.

    Exact in law: n Bernoulli rewards sum to a binomial; uniform rewards on [0, 2 mean] are summed as they are.
    """
    if rewards.shape[0] > 0:
        total = 0.0
        for pull in range(first, first + count):
            total += rewards[pull, arm]
        return total
    if problem.is_uniform:
        return 2 * float(problem.means[arm]) * sum_of_uniforms(generator, count)
    return float(generator.binomial(count, problem.means[arm]))


@kernel
def sum_of_uniforms(generator: np.random.Generator, count: int) -> float:
    """The sum of `count` draws of generator.random(), in law; beyond 600 of them bit by bit."""
    if count > _SUM_ONE_BY_ONE:
        return sum_of_uniforms_by_bits(generator, count)
    total = 0.0
    for _ in range(count):
        total += generator.random()
    return total


@kernel
def sum_of_uniforms_by_bits(generator: np.random.Generator, count: int) -> float:
    """The sum of `count` uniform draws at the price of 53 binomials.

    A draw of generator.random() is the sum over k = 1..53 of B_k 2^-k with fair independent bits B_k, so the sum of n
    draws is the sum of Binomial(n, 1/2) 2^-k: exactly the same law, whatever n.
    """
    total, value = 0.0, 1.0
    for _ in range(_BITS_OF_A_UNIFORM):
        value *= 0.5
        total += value * generator.binomial(count, 0.5)
    return total


@kernel
def laplace_noise(generator: np.random.Generator, scale: float) -> float:
    """A Laplace draw, 0 without a draw for scale 0."""
    return generator.laplace(0.0, scale) if scale > 0 else 0.0


@kernel
def isotropic_noise(generator: np.random.Generator, dimension: int, scale: float) -> Floats:
    """A draw (d,), d >= 1, of density proportional to exp(-||x||_2/scale): uniform direction, length Gamma(d, scale).

    Source: HT10, the K-norm mechanism of the Euclidean ball.
    """
    noise, squares, length = np.empty(dimension), 0.0, 0.0
    for i in range(dimension):
        noise[i] = generator.standard_normal()
        squares += noise[i] ** 2
        length += generator.standard_exponential()
    return noise * (scale * length / math.sqrt(squares))


@kernel
def keep_best(generator: np.random.Generator, active: Integers, estimates: Floats, size: int) -> Integers:
    """The `size` active arms with the largest estimates, ascending; ties at random."""
    left = estimates.copy()
    is_kept = np.zeros(left.size, dtype=np.bool_)
    for _ in range(size):
        best, ties = -1, 0
        for i in range(left.size):
            if best < 0 or left[i] > left[best]:
                best, ties = i, 1
            elif left[i] == left[best] and left[i] > -math.inf:
                ties += 1
                if generator.random() * ties < 1:
                    best = i
        is_kept[best] = True
        left[best] = -math.inf
    return active[is_kept]


@kernel
def record_phase(log: Floats, phase: int, active: Integers, counts: Integers, estimates: Floats) -> None:
    """Write one phase's counts and estimates, both (len(active),), into the log if there is one."""
    if log.shape[0] > 0:
        for i in range(active.size):
            log[phase, 0, active[i]] = 1.0
            log[phase, 1, active[i]] = counts[i]
            log[phase, 2, active[i]] = estimates[i]
