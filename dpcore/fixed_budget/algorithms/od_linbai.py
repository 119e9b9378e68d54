"""OD-LinBAI: each round pulls by a G-optimal design, fits theta by least squares and keeps the better arms."""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.experiments import NO_PRIVACY
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
from dpcore.fixed_budget.schedule import od_linbai_schedule
from dpcore.linear.optimal_design import g_optimal_design, g_optimal_design_kernel
from dpcore.linear.span import solve_kernel, spanning_coordinates_kernel

_DESIGN_TOLERANCE = 1e-3


class Options(NamedTuple):
    """epsilon: privacy budget.  sizes (R + 1,): of the schedule.  first_weights (K,): the first round's design."""

    epsilon: float
    sizes: Integers
    samples_per_round: float
    first_weights: Floats


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    return prepare_rounds(setting, epsilon=math.inf)


def prepare_rounds(setting: Setting, epsilon: float) -> OneRun:
    """One run's function for OD-LinBAI, or with a finite epsilon for DP-OD.

    Privacy: one reward enters one round, where it moves sum a X by at most max ||a||_1 (over the pulled arms) in L1;
    that sum is released with Lap(max ||a||_1/epsilon) on each coordinate; the pulls depend on the public features and
    on earlier private sums only: epsilon-DP.
    """
    schedule = setting.schedule
    first_weights = g_optimal_design(setting.problem.coordinates, _DESIGN_TOLERANCE)
    options = Options(epsilon, np.array(schedule.sizes), schedule.spendable / schedule.phases, first_weights)
    return partial(_run, setting.problem, options)


@kernel
def _run(problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, record: Record) -> int:
    active, weights, pulls = np.arange(problem.means.size), options.first_weights, record.pulls
    for phase in range(options.sizes.size - 1):
        coordinates = spanning_coordinates_kernel(problem.coordinates[active])
        if phase > 0:
            weights = _design(coordinates)
        counts = np.ceil(weights * options.samples_per_round).astype(np.int64)
        totals = np.zeros(active.size)
        for i in range(active.size):
            if counts[i] > 0:
                arm = active[i]
                totals[i] = sum_of_rewards(generator, rewards, problem, arm, pulls[arm], counts[i])
                pulls[arm] += counts[i]
        record.phase_pulls[phase] = counts.sum()
        estimates = _least_squares_estimates(generator, coordinates, counts, totals, options.epsilon)
        record_phase(record.log, phase, active, counts, estimates)
        active = keep_best(generator, active, estimates, options.sizes[phase + 1])
    return int(active[0])


@kernel
def _design(coordinates: Floats) -> Floats:
    """The design's weights; none if all features left are zero, their means being known to be 0."""
    if coordinates.shape[1] == 0:
        return np.zeros(coordinates.shape[0])
    return g_optimal_design_kernel(coordinates, _DESIGN_TOLERANCE)


@kernel
def _least_squares_estimates(
    generator: np.random.Generator, coordinates: Floats, counts: Integers, totals: Floats, epsilon: float
) -> Floats:
    """<theta_hat, a> of every active arm, theta_hat = V^{-1} (sum a X + noise)."""
    size, dimension = coordinates.shape
    information, moment = np.zeros((dimension, dimension)), np.zeros((dimension, 1))
    longest = 0.0
    for i in range(size):
        if counts[i] > 0:
            longest = max(longest, np.abs(coordinates[i]).sum())
            for j in range(dimension):
                moment[j, 0] += totals[i] * coordinates[i, j]
                for k in range(dimension):
                    information[j, k] += counts[i] * coordinates[i, j] * coordinates[i, k]
    for j in range(dimension):
        moment[j, 0] += laplace_noise(generator, longest / epsilon)
    theta = solve_kernel(information, moment)
    estimates = np.zeros(size)
    for i in range(size):
        for j in range(dimension):
            estimates[i] += coordinates[i, j] * theta[j, 0]
    return estimates


ALGORITHM = FixedBudgetAlgorithm(
    name="od-linbai",
    label="OD-LinBAI",
    privacy=NO_PRIVACY,
    source="Yang & Tan, Minimax Optimal Fixed-Budget Best Arm Identification in Linear Bandits, NeurIPS 2022, "
    "arXiv:2105.13017",
    warnings=("Rounds, sizes and design are recalled from the paper; they agree with an independent implementation.",),
    parameters=(),
    schedule=od_linbai_schedule,
    prepare=prepare,
)
