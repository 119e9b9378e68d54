"""DP-BAI: in each phase only the arms of a Max-Det collection are pulled; the others' means follow from theirs."""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.experiments import GLOBAL_DP
from dpcore.fixed_budget.max_det import max_det_kernel
from dpcore.fixed_budget.protocol import (
    FixedBudgetAlgorithm,
    Floats,
    Integers,
    OneRun,
    Problem,
    Record,
    Setting,
    keep_best,
    laplace_noise,
    record_phase,
    sum_of_rewards,
)
from dpcore.fixed_budget.schedule import PHASES, dp_bai_schedule
from dpcore.linear.span import coefficients_kernel, spanning_arms_kernel


class Options(NamedTuple):
    """What the phases share, and what the first one pulls, planned once.

    epsilon: privacy budget.  sizes (M + 1,), spendable: of the schedule.  uses_max_det: False pulls all active arms.
    chosen (b,), coefficients (K, b): plan_phase of the first phase.
    """

    epsilon: float
    sizes: Integers
    spendable: int
    uses_max_det: bool
    chosen: Integers
    coefficients: Floats


def prepare_phases(setting: Setting, uses_max_det: bool) -> OneRun:
    """One run's function for DP-BAI, or for BASELINE, which pulls all active arms in every phase.

    Privacy: one reward enters one mean of one phase, which is released with Lap(1/(epsilon n)), n pulls (sensitivity
    1/n); which arms are pulled depends on the public features and on earlier private means only: epsilon-DP.
    """
    problem, schedule = setting.problem, setting.schedule
    first_plan = plan_phase(problem.coordinates) if uses_max_det else _pull_all(problem.means.size)
    options = Options(setting.epsilon, np.array(schedule.sizes), schedule.spendable, uses_max_det, *first_plan)
    return partial(_run, problem, options)


@kernel
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


@kernel
def _pull_all(size: int) -> tuple[Integers, Floats]:
    return np.arange(size), np.empty((0, 0))


@kernel
def _run(problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, record: Record) -> int:
    active, pulls = np.arange(problem.means.size), record.pulls
    chosen, coefficients = options.chosen, options.coefficients
    phases = options.sizes.size - 1
    for phase in range(phases):
        if phase > 0 and options.uses_max_det:
            chosen, coefficients = plan_phase(problem.coordinates[active])
        elif phase > 0:
            chosen, coefficients = _pull_all(active.size)
        count = -(-options.spendable // (phases * chosen.size))
        measured, counts = np.empty(chosen.size), np.zeros(active.size, dtype=np.int64)
        for i in range(chosen.size):
            arm = active[chosen[i]]
            total = sum_of_rewards(generator, rewards, problem, arm, pulls[arm], count)
            measured[i] = total / count + laplace_noise(generator, 1 / (options.epsilon * count))
            pulls[arm] += count
            counts[chosen[i]] = count
        record.phase_pulls[phase] = count * chosen.size
        estimates = _estimates(measured, coefficients)
        record_phase(record.log, phase, active, counts, estimates)
        active = keep_best(generator, active, estimates, options.sizes[phase + 1])
    return int(active[0])


@kernel
def _estimates(measured: Floats, coefficients: Floats) -> Floats:
    """The private means of all active arms from those of the pulled ones."""
    if coefficients.shape[0] == 0:
        return measured
    estimates = np.zeros(coefficients.shape[0])
    for i in range(estimates.size):
        for j in range(measured.size):
            estimates[i] += coefficients[i, j] * measured[j]
    return estimates


ALGORITHM = FixedBudgetAlgorithm(
    name="dp-bai",
    label="DP-BAI",
    privacy=GLOBAL_DP,
    source="Chen, Karthik, Chee & Tan, Fixed-Budget Differentially Private Best Arm Identification, ICLR 2024, "
    "arXiv:2401.09073 (slides)",
    warnings=(
        "The sizes of the phases are recalled from the paper, not read in it; their logarithm is assumed natural.",
        "The samples reserved for rounding are our safe choice, so that the horizon is never exceeded.",
    ),
    parameters=(PHASES,),
    schedule=dp_bai_schedule,
    prepare=partial(prepare_phases, uses_max_det=True),
    plan=plan_phase,
)
