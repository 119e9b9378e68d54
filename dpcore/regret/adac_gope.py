"""AdaC-GOPE: rho-zCDP regret for linear arms, by phases of a G-optimal design and elimination."""

import math
from functools import partial

import numba
import numpy as np
from numpy.typing import NDArray

from dpcore.optimal_design import g_optimal_design_kernel
from dpcore.regret._blocks import linear_sum, record_pulls
from dpcore.regret.protocol import Number, OneRun, RegretAlgorithm, Setting
from dpcore.span import spanning_coordinates_kernel

RISK = Number("risk", 0.001, "allowed probability that a confidence interval fails (delta in the source)", 0, 1)

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
NO_BOUND_WARNING = "Its regret theorem leaves the constants open, so no bound is drawn."


@numba.njit(cache=True, nogil=True)
def phase_pulls(dimension: int, arms: int, phase: int, risk: float, rho: float) -> float:
    """c_l: pulls of phase 1, 2, ... before rounding, so that every interval has half-width 2^-phase."""
    half_width, failure = 2.0**-phase, risk / (arms * phase * (phase + 1))
    log_term = math.log(2 / failure)
    chi_square = dimension + 2 * math.sqrt(dimension * log_term) + 2 * log_term
    sampling = 8 * dimension / half_width**2 * math.log(4 / failure)
    privacy = 2 * dimension / half_width * math.sqrt(2 / rho * chi_square)
    return (1 + DESIGN_TOLERANCE) * (sampling + privacy)


@numba.njit(cache=True, nogil=True)
def private_estimate(
    generator: np.random.Generator,
    features: NDArray[np.float64],
    counts: NDArray[np.int64],
    reward_sums: NDArray[np.float64],
    rho: float,
    noise_per_arm: bool,
) -> NDArray[np.float64]:
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


@numba.njit(cache=True, nogil=True)
def _run(
    features: NDArray[np.float64],
    means: NDArray[np.float64],
    bounded: bool,
    rho: float,
    risk: float,
    noise_per_arm: bool,
    steps: NDArray[np.int64],
    generator: np.random.Generator,
    rewards: NDArray[np.float64],
    cancel: NDArray[np.uint8],
    regret: NDArray[np.float64],
    pulls: NDArray[np.int64],
) -> None:
    horizon, gaps = steps[-1], means.max() - means
    active, phase, time = np.arange(means.size), 0, 0
    while cancel[0] == 0:
        if active.size == 1:
            record_pulls(steps, regret, gaps, pulls, active, horizon - time)
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
                record_pulls(steps, regret, gaps, pulls, active[i : i + 1], done)
                time += done
        if time == horizon:
            return
        scores = points @ private_estimate(generator, points, counts, sums, rho, noise_per_arm)
        active = active[scores.max() - scores <= 2 * 2.0**-phase]


def prepare_phases(noise_per_arm: bool, setting: Setting) -> OneRun:
    """The run of this setting, with noise per arm or per direction; see protocol.py."""
    environment, risk = setting.environment, setting.parameters["risk"]
    arguments = environment.features, environment.means, environment.bounded, setting.budget, risk
    return partial(_run, *arguments, noise_per_arm, setting.steps)


ALGORITHM = RegretAlgorithm(
    name="adac-gope",
    label="AdaC-GOPE",
    environment="linear",
    privacy="rho-zCDP",
    counterpart="gope",
    source="Azize & Basu (SaTML 2024), Algorithm 2 with Eq. 4-5; rho-zCDP by Theorem 3; arXiv:2309.00557",
    inferred=(
        *DESIGN_INFERRED,
        "The noise has the variance of the pulls actually made, (2/rho) max ||a||^2, not the printed 2d/(rho c): it is "
        "private for any design.",
    ),
    warnings=(UNBOUNDED_WARNING, NO_BOUND_WARNING),
    parameters=(RISK,),
    prepare=partial(prepare_phases, False),
)
