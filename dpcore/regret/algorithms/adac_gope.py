"""AdaC-GOPE: rho-zCDP regret for linear arms, by phases of a G-optimal design and elimination."""

import math
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore._validation import check_count, check_type
from dpcore.experiments import ZCDP, Number, Parameter
from dpcore.linear.optimal_design import g_optimal_design_kernel
from dpcore.linear.span import spanning_coordinates_kernel
from dpcore.privacy.conversions import check_rho
from dpcore.regret._blocks import linear_sum, record_pulls
from dpcore.regret.environments import LinearEnvironment
from dpcore.regret.protocol import LEAST_RISK, Flag, Floats, Integers, OneRun, Record, RegretAlgorithm, Setting

RISK = Parameter(
    "risk", 0.001, "allowed probability that a confidence interval fails (delta in the source)", Number(LEAST_RISK, 1)
)

DESIGN_TOLERANCE = 1e-3
DESIGN_INFERRED = (
    "The G-optimal design is computed to within 0.1 %, and a phase is 0.1 % longer, so that its intervals are as "
    "narrow as with the exact design.",
    "Once the active arms no longer span the space, the phase works in their span and with its dimension.",
    "Within a phase the arms are pulled one after another.",
)
UNBOUNDED_WARNING = (
    "With N(0, 1) noise, as in the published experiments, rewards are unbounded and rho-zCDP is not guaranteed; it is "
    "with bounded=True."
)
OWN_BOUND_WARNING = (
    "Its published regret theorem leaves the constants open; the bound drawn is this project's own sum over phases of "
    "the published intervals."
)


def adac_gope_regret_bound(environment: LinearEnvironment, horizon: int, rho: float, *, risk: float = 0.001) -> float:
    """Return an upper bound on AdaC-GOPE's pseudo-regret on this instance that holds with probability 1 - risk.

    Phase l lasts at most c_l + K pulls, each of which costs at most the largest gap that the intervals of phase l - 1
    leave, 8 2^-l.
    Source: the intervals of AB24 Corollary C.11; its regret theorem (Theorem 4) leaves the constants
    open, and we derived the sum over phases.  Deviations: none from the intervals.
    Args:    environment: whose noise is 1-subgaussian.  horizon: pulls, >= 1.  rho: zCDP budget, > 0; inf = GOPE.
             risk: strictly between 1e-100 and 1.
    Returns: regret, upper bound with probability 1 - risk.     Raises: ValueError outside these domains.
    Examples:
        >>> round(adac_gope_regret_bound(LinearEnvironment.random(3, 2), 10**6, 0.1))
        14993
    """
    check_type("environment", environment, LinearEnvironment)
    left, rho, risk = check_count("horizon", horizon), check_rho(rho), RISK.check(risk)
    arms, dimension = environment.features.shape
    gaps, phase, regret = environment.means.max() - environment.means, 0, 0.0
    while left > 0:
        phase += 1
        cost = gaps[(gaps <= 8 * 2.0**-phase) | (phase == 1)].max()
        if cost == 0:
            break
        pulls = min(left, phase_pulls(dimension, arms, phase, risk, rho) + arms)
        regret, left = regret + pulls * cost, left - pulls
    return float(regret)


def adac_gope_boundary_rhos(
    environment: LinearEnvironment, horizon: int, *, risk: float = 0.001
) -> tuple[float, float] | None:
    """Return the rho below which noise takes more than half of every completed phase, and the rho above which of none.

    A phase is completed if it ends by T whichever arms leave, with at most c_l + K pulls per phase; none counts after
    the one that surely removes the closest arm.  A smaller rho makes phases longer, so that T completes fewer.
    Later phases need narrower intervals, for which sampling grows by 4 and noise by 2 a phase: the first phase has the
    largest boundary.
    Source: equality of the two terms of c_l (AB24, Eq. 4) phase by phase (our algebra).  Deviations: phases as planned
    in all d dimensions; in fewer, noise takes less of them.
    Args:    environment: a LinearEnvironment.  horizon: pulls, >= 1.  risk: strictly between 1e-100 and 1.
    Returns: (rho, rho), ascending; None if T completes no phase even without privacy.
    Raises:  ValueError outside these domains.
    Examples:
        >>> [round(rho, 6) for rho in adac_gope_boundary_rhos(LinearEnvironment.random(3, 2), 10**6)]
        [0.000468, 0.009048]
    """
    check_type("environment", environment, LinearEnvironment)
    left, risk = check_count("horizon", horizon), RISK.check(risk)
    arms, dimension = environment.features.shape
    gaps = environment.means.max() - environment.means
    closest, noise, phase = float(np.sort(gaps)[1]), 0.0, 0
    halves, completions = [], []  # rho at which noise takes half of a phase; the least rho at which T completes it
    while True:
        phase += 1
        sampling = phase_pulls(dimension, arms, phase, risk, math.inf)
        added = phase_pulls(dimension, arms, phase, risk, 1.0) - sampling  # at rho = 1; it falls as 1/sqrt(rho)
        left, noise = left - sampling - arms, noise + added
        if left <= 0:
            break
        halves.append((added / sampling) ** 2)
        completions.append((noise / left) ** 2)
        if 4 * 2.0**-phase < closest:
            break
    if not halves:
        return None
    ends = [*completions[1:], math.inf]
    last = [min(half, end) for half, start, end in zip(halves, completions, ends, strict=True) if start < half]
    return max(last, default=halves[0]), halves[0]


@kernel
def _chi_square_quantile(dimension: int, failure: float) -> float:
    """f of the source: the squared length of a standard Gaussian vector exceeds it with probability below failure/2."""
    log_term = math.log(2 / failure)
    return dimension + 2 * math.sqrt(dimension * log_term) + 2 * log_term


@kernel
def phase_pulls(dimension: int, arms: int, phase: int, risk: float, rho: float) -> float:
    """c_l: pulls of phase 1, 2, ... before rounding, so that every interval has half-width 2^-phase."""
    half_width, failure = 2.0**-phase, risk / (arms * phase * (phase + 1))
    sampling = 8 * dimension / half_width**2 * math.log(4 / failure)
    privacy = 2 * dimension / half_width * math.sqrt(2 / rho * _chi_square_quantile(dimension, failure))
    return (1 + DESIGN_TOLERANCE) * (sampling + privacy)


@kernel
def private_estimate(
    generator: np.random.Generator,
    features: Floats,
    counts: Integers,
    reward_sums: Floats,
    rho: float,
    noise_per_arm: bool,
) -> Floats:
    """The released least-squares estimate (d,) from the arms' pulls (K,) and reward sums (K,), rewards in [-1, 1].

    One reward moves V^(-1/2) sum_a a r_a by at most 2 g, g^2 = max over pulled arms of a^T V^-1 a: noise N(0, 4 g^2/(2
    rho) I) there is rho-zCDP.  With noise_per_arm each arm's sum gets N(0, 4/(2 rho)) instead.
    """
    information = np.zeros((features.shape[1], features.shape[1]))
    moments = np.zeros(features.shape[1])
    for arm in range(counts.size):
        if counts[arm] > 0:
            total = reward_sums[arm]
            if noise_per_arm:
                total += math.sqrt(2 / rho) * generator.standard_normal()
            information += counts[arm] * np.outer(features[arm], features[arm])
            moments += total * features[arm]
    estimate = np.empty(moments.size)
    estimate[:] = np.linalg.solve(information, moments)
    if not noise_per_arm:
        # V = R^T R: R^-1 z has the distribution of V^(-1/2) z.
        root = np.ascontiguousarray(np.linalg.cholesky(information).T)
        largest = 0.0
        for arm in range(counts.size):
            if counts[arm] > 0:
                largest = max(largest, (features[arm] * np.linalg.solve(information, features[arm])).sum())
        deviation = math.sqrt(2 / rho * largest)
        estimate += np.linalg.solve(root, deviation * generator.standard_normal(moments.size))
    return estimate


class Problem(NamedTuple):
    """A LinearEnvironment: features (K, d), means (K,), and whether rewards are -1 or +1 instead of Gaussian."""

    features: Floats
    means: Floats
    bounded: bool


class Options(NamedTuple):
    """rho: privacy budget.  risk: delta of the source.  noise_per_arm: instead of per direction."""

    rho: float
    risk: float
    noise_per_arm: bool


@kernel
def _run(
    problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> None:
    features, means, bounded = problem
    rho, risk, noise_per_arm = options
    horizon, gaps = record.steps[-1], means.max() - means
    active, phase, time = np.arange(means.size), 0, record.pulls.sum()
    while cancel[0] == 0:
        if active.size == 1:
            record_pulls(record, gaps, active, horizon - time)
            return
        phase += 1
        points = spanning_coordinates_kernel(features[active])
        weights = g_optimal_design_kernel(points, DESIGN_TOLERANCE)
        wanted = phase_pulls(points.shape[1], means.size, phase, risk, rho)
        counts, sums = np.zeros(active.size, dtype=np.int64), np.zeros(active.size)
        for i in range(active.size):
            counts[i] = math.ceil(min(wanted * weights[i], horizon))
            done = min(counts[i], horizon - time)
            if done > 0:
                sums[i] = linear_sum(generator, rewards, time, done, active[i], means[active[i]], bounded)
                record_pulls(record, gaps, active[i : i + 1], done)
                time += done
        if time == horizon:
            return
        scores = points @ private_estimate(generator, points, counts, sums, rho, noise_per_arm)
        active = active[scores.max() - scores <= 2 * 2.0**-phase]


def prepare_phases(noise_per_arm: bool, setting: Setting) -> OneRun:
    """The run of this setting, with noise per arm or per direction; see protocol.py."""
    where = setting.environment
    problem = Problem(where.features, where.means, where.bounded)
    return partial(_run, problem, Options(setting.budget, setting.parameters["risk"], noise_per_arm))


def _regret_bound(environment: Any, horizon: int, rho: float, parameters: Mapping[str, Any]) -> float:
    return adac_gope_regret_bound(environment, horizon, rho, risk=parameters["risk"])


ALGORITHM = RegretAlgorithm(
    name="adac-gope",
    label="AdaC-GOPE",
    environment="linear",
    privacy=ZCDP,
    counterpart="gope",
    source="Azize & Basu (SaTML 2024), Algorithm 2 with Eq. 4-5; rho-zCDP by Theorem 3; arXiv:2309.00557",
    inferred=(
        *DESIGN_INFERRED,
        "The noise has the variance of the pulls actually made, (2/rho) max ||a||^2, not the printed 2d/(rho c): it is "
        "private for any design.",
    ),
    warnings=(UNBOUNDED_WARNING, OWN_BOUND_WARNING),
    parameters=(RISK,),
    prepare=partial(prepare_phases, False),
    regret_bound=_regret_bound,
)
