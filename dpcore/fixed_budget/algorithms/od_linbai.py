"""OD-LinBAI: each round pulls by a G-optimal design, fits theta by least squares and keeps the better arms."""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.experiments import NO_PRIVACY
from dpcore.fixed_budget.max_det import max_det_kernel
from dpcore.fixed_budget.protocol import (
    FixedBudgetAlgorithm,
    Floats,
    Integers,
    OneRun,
    Problem,
    Record,
    Setting,
    isotropic_noise,
    keep_best,
    laplace_noise,
    record_phase,
    sum_of_rewards,
)
from dpcore.fixed_budget.schedule import od_linbai_schedule
from dpcore.linear.optimal_design import g_optimal_design, g_optimal_design_kernel
from dpcore.linear.span import coefficients_kernel, solve_kernel, spanning_arms_kernel, spanning_coordinates_kernel

_DESIGN_TOLERANCE = 1e-3


class Options(NamedTuple):
    """epsilon: privacy budget.  is_whitened: the noise's shape, see `prepare_rounds`.

    sizes (R + 1,): of the schedule.  first_weights (K,): the first round's design.
    """

    epsilon: float
    is_whitened: bool
    sizes: Integers
    samples_per_round: float
    first_weights: Floats


def prepare_rounds(setting: Setting, is_whitened: bool) -> OneRun:
    """One run's function for OD-LinBAI, at epsilon = inf, or for DP-OD.

    Privacy: one reward enters one round, where it moves sum a X by at most a known length; that sum is released with
    noise for this length; the pulls depend on the public features and on earlier private sums only: epsilon-DP.
    The length is max ||a||_1 over the pulled arms, with Lap(max ||a||_1/epsilon) on each coordinate; or, whitened,
    max ||V^(-1/2) a||_2 for V^(-1/2) sum a X, with noise of density proportional to exp(-epsilon ||x||_2/length): the
    same noise whatever basis the features are given in (docs/dp-od.md).
    """
    problem, schedule = setting.problem, setting.schedule
    if is_whitened:
        # As coefficients in a Max-Det collection's features, which knows nothing of the basis that they came in.
        collection = max_det_kernel(problem.coordinates)
        problem = problem._replace(coordinates=coefficients_kernel(problem.coordinates, collection))
    first_weights = g_optimal_design(problem.coordinates, _DESIGN_TOLERANCE)
    samples = schedule.spendable / schedule.phases
    options = Options(setting.epsilon, is_whitened, np.array(schedule.sizes), samples, first_weights)
    return partial(_run, problem, options)


@kernel
def _run(problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, record: Record) -> int:
    active, weights, pulls = np.arange(problem.means.size), options.first_weights, record.pulls
    for phase in range(options.sizes.size - 1):
        coordinates = spanning_coordinates_kernel(problem.coordinates[active])
        if options.is_whitened and phase > 0 and coordinates.shape[1] > 0:  # so that V below is well-conditioned
            arms = spanning_arms_kernel(coordinates, coordinates.shape[1])[0]
            coordinates = coefficients_kernel(coordinates, arms)
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
        estimates = _least_squares_estimates(generator, options, coordinates, counts, totals)
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
    generator: np.random.Generator, options: Options, coordinates: Floats, counts: Integers, totals: Floats
) -> Floats:
    """<theta_hat, a> of every active arm, theta_hat = V^{-1} (sum a X + noise), V = sum n a a^T."""
    size, dimension = coordinates.shape
    information, moment = np.zeros((dimension, dimension)), np.zeros((dimension, 1))
    for i in range(size):
        if counts[i] > 0:
            for j in range(dimension):
                moment[j, 0] += totals[i] * coordinates[i, j]
                for k in range(dimension):
                    information[j, k] += counts[i] * coordinates[i, j] * coordinates[i, k]
    if options.is_whitened and dimension > 0 and options.epsilon < math.inf:
        moment[:, 0] += _whitened_noise(generator, information, coordinates[counts > 0], options.epsilon)
    elif not options.is_whitened:
        longest = 0.0
        for i in range(size):
            if counts[i] > 0:
                longest = max(longest, np.abs(coordinates[i]).sum())
        for j in range(dimension):
            moment[j, 0] += laplace_noise(generator, longest / options.epsilon)
    theta = solve_kernel(information, moment)
    estimates = np.zeros(size)
    for i in range(size):
        for j in range(dimension):
            estimates[i] += coordinates[i, j] * theta[j, 0]
    return estimates


@kernel
def _whitened_noise(generator: np.random.Generator, information: Floats, pulled: Floats, epsilon: float) -> Floats:
    """L x for V = L L^T, so that L^{-1} sum a X is released with x: isotropic, for its longest step ||L^{-1} a||."""
    solved = solve_kernel(information, pulled.T.copy())
    longest = 0.0
    for i in range(pulled.shape[0]):
        squares = 0.0
        for j in range(pulled.shape[1]):
            squares += pulled[i, j] * solved[j, i]
        longest = max(longest, math.sqrt(squares))
    root, noise = np.linalg.cholesky(information), isotropic_noise(generator, pulled.shape[1], longest / epsilon)
    moved = np.zeros(noise.size)
    for j in range(noise.size):
        for k in range(j + 1):
            moved[j] += root[j, k] * noise[k]
    return moved


ALGORITHM = FixedBudgetAlgorithm(
    name="od-linbai",
    label="OD-LinBAI",
    privacy=NO_PRIVACY,
    source="Yang & Tan, Minimax Optimal Fixed-Budget Best Arm Identification in Linear Bandits, NeurIPS 2022, "
    "arXiv:2105.13017",
    warnings=("Rounds, sizes and design are recalled from the paper; they agree with an independent implementation.",),
    schedule=od_linbai_schedule,
    prepare=partial(prepare_rounds, is_whitened=False),
)
