"""DP-BAI: in each phase only the arms of a Max-Det collection are pulled; the others' means follow from theirs."""

import math
from typing import Any

import numba
import numpy as np

from dpcore.fixed_budget.max_det import max_det_kernel
from dpcore.fixed_budget.protocol import (
    Algorithm,
    Floats,
    Integers,
    OneRun,
    Setting,
    keep_best,
    laplace_noise,
    record_phase,
    sum_of_rewards,
)
from dpcore.fixed_budget.schedule import dp_bai_schedule
from dpcore.linear.span import coefficients_kernel, spanning_arms_kernel


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    return prepare_phases(setting, uses_max_det=True)


def prepare_phases(setting: Setting, uses_max_det: bool) -> OneRun:
    """One run's function for DP-BAI, or for BASELINE, which pulls all active arms in every phase.

    Privacy: one reward enters one mean of one phase, which is released with Lap(1/(epsilon n)), n pulls (sensitivity
    1/n); which arms are pulled depends on the public features and on earlier private means only: epsilon-DP.
    """
    sizes, spendable = np.array(setting.schedule.sizes), setting.schedule.spendable
    first_plan = plan_phase(setting.coordinates) if uses_max_det else _pull_all(setting.means.size)

    def one_run(
        generator: np.random.Generator, rewards: Floats, log: Floats, pulls: Integers, phase_pulls: Integers
    ) -> Any:
        return _run(
            generator,
            setting.coordinates,
            setting.means,
            setting.is_uniform,
            setting.epsilon,
            sizes,
            spendable,
            uses_max_det,
            *first_plan,
            rewards,
            log,
            pulls,
            phase_pulls,
        )

    return one_run


@numba.njit(cache=True, nogil=True)
def plan_phase(features: Floats) -> tuple[Integers, Floats]:
    """The rows (b,) of features (s, d) to pull in a phase, and all rows' coefficients (s, b) in them.

    All rows, with coefficients (0, 0), if the rank exceeds sqrt(s) (or is 0); else the Max-Det collection.
    """
    size = features.shape[0]
    limit = int(math.sqrt(size))
    arms, basis = spanning_arms_kernel(features, limit + 1)
    if arms.size > limit or arms.size == 0:
        return _pull_all(size)
    coordinates = features @ basis
    chosen = max_det_kernel(coordinates)
    return chosen, coefficients_kernel(coordinates, chosen)


@numba.njit(cache=True, nogil=True)
def _pull_all(size: int) -> tuple[Integers, Floats]:
    return np.arange(size), np.empty((0, 0))


@numba.njit(cache=True, nogil=True)
def _run(  # type: ignore[no-untyped-def]
    generator,
    features,
    means,
    is_uniform,
    epsilon,
    sizes,
    spendable,
    uses_max_det,
    chosen,
    coefficients,
    rewards,
    log,
    pulls,
    phase_pulls,
):
    active = np.arange(means.size)
    phases = sizes.size - 1
    for phase in range(phases):
        if phase > 0:
            chosen, coefficients = plan_phase(features[active]) if uses_max_det else _pull_all(active.size)
        count = -(-spendable // (phases * chosen.size))
        measured, counts = np.empty(chosen.size), np.zeros(active.size, dtype=np.int64)
        for i in range(chosen.size):
            arm = active[chosen[i]]
            total = sum_of_rewards(generator, rewards, means[arm], is_uniform, arm, pulls[arm], count)
            measured[i] = total / count + laplace_noise(generator, 1 / (epsilon * count))
            pulls[arm] += count
            counts[chosen[i]] = count
        phase_pulls[phase] = count * chosen.size
        estimates = _estimates(measured, coefficients)
        record_phase(log, phase, active, counts, estimates)
        active = keep_best(generator, active, estimates, sizes[phase + 1])
    return active[0]


@numba.njit(cache=True, nogil=True)
def _estimates(measured: Floats, coefficients: Floats) -> Floats:
    """The private means of all active arms from those of the pulled ones."""
    if coefficients.shape[0] == 0:
        return measured
    estimates = np.zeros(coefficients.shape[0])
    for i in range(estimates.size):
        for j in range(measured.size):
            estimates[i] += coefficients[i, j] * measured[j]
    return estimates


ALGORITHM = Algorithm(
    name="dp-bai",
    label="DP-BAI",
    privacy="eps-DP",
    source="Chen, Karthik, Chee & Tan, Fixed-Budget Differentially Private Best Arm Identification, ICLR 2024, "
    "arXiv:2401.09073 (slides)",
    warnings=(
        "The sizes of the phases are recalled from the paper, not read in it; their logarithm is assumed natural.",
        "The samples reserved for rounding are our safe choice, so that the budget is never exceeded.",
    ),
    schedule=dp_bai_schedule,
    prepare=prepare,
)
