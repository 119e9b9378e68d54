"""AdaC-OFUL: rho-zCDP regret for linear contexts; rarely updated confidence ellipsoids around a private estimate."""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.experiments import ZCDP, Number, Parameter
from dpcore.regret.protocol import LEAST_RISK, Flag, Floats, OneRun, Record, RegretAlgorithm, Setting

PARAMETERS = (
    Parameter("regularisation", 0.1, "ridge added to the information matrix (lambda)", Number(1e-6, 1e6)),
    Parameter(
        "growth", 1.0, "an update waits until the determinant has grown by this factor plus 1 (C)", Number(0, math.inf)
    ),
    Parameter(
        "risk",
        0.001,
        "allowed probability that a confidence ellipsoid fails (delta in the source)",
        Number(LEAST_RISK, 1),
    ),
)
NO_BOUND_WARNING = "Its regret theorem leaves the constants open, so no bound is drawn."


class Problem(NamedTuple):
    """A ContextualEnvironment: theta (d,), contexts per step, their variance, and whether both are bounded."""

    theta: Floats
    arms: int
    variance: float
    bounded: bool


class Options(NamedTuple):
    """rho: privacy budget.  regularisation, growth, risk: lambda, C and delta of the source."""

    rho: float
    regularisation: float
    growth: float
    risk: float


@kernel
def update_noise_deviation(rho: float) -> float:
    """Per coordinate and update: a block sum of a r, ||a|| <= 1, |r| <= 1, has sensitivity 2: variance 4/(2 rho)."""
    return math.sqrt(2 / rho)


@kernel
def confidence_radius(log_determinant_ratio: float, regularisation: float, risk: float) -> float:
    """beta: radius of the non-private ellipsoid for ||theta|| <= 1, from log(det V/lambda^d)."""
    return math.sqrt(2 * math.log(1 / risk) + log_determinant_ratio) + math.sqrt(regularisation)


@kernel
def privacy_radius(
    updates: int, smallest_eigenvalue: float, dimension: int, horizon: int, risk: float, rho: float
) -> float:
    """What the noise of all updates so far adds to the radius: sqrt(2 l F/(rho lambda_min(V)))."""
    log_term = math.log(horizon / risk)
    chi_square = dimension + 2 * math.sqrt(dimension * log_term) + 2 * log_term
    return math.sqrt(2 * updates / rho * chi_square / smallest_eigenvalue)


@kernel
def _draw_contexts(generator: np.random.Generator, variance: float, bounded: bool, contexts: Floats) -> None:
    arms, dimension = contexts.shape
    centre, deviation = 1 / math.sqrt(dimension), math.sqrt(variance)
    for arm in range(arms):
        square = 0.0
        for i in range(dimension):
            contexts[arm, i] = centre + deviation * generator.standard_normal()
            square += contexts[arm, i] ** 2
        if bounded and square > 1:
            for i in range(dimension):
                contexts[arm, i] /= math.sqrt(square)


@kernel
def _dot(first: Floats, second: Floats) -> float:
    total = 0.0
    for i in range(first.size):
        total += first[i] * second[i]
    return total


@kernel
def _square_norm(matrix: Floats, vector: Floats) -> float:
    total = 0.0
    for i in range(vector.size):
        total += vector[i] * _dot(matrix[i], vector)
    return total


@kernel
def _draw_reward(generator: np.random.Generator, mean: float, bounded: bool) -> float:
    if bounded:
        return 1.0 if 2 * generator.random() < 1 + mean else -1.0
    return mean + generator.standard_normal()


@kernel
def _add_context(information: Floats, inverse: Floats, moments: Floats, context: Floats, reward: float) -> float:
    """Add a context to the information matrix, its inverse and the moments, and return log(det new/det old)."""
    direction = np.empty(context.size)
    for i in range(context.size):
        direction[i] = _dot(inverse[i], context)
    ratio = 1 + _dot(direction, context)
    for i in range(context.size):
        moments[i] += reward * context[i]
        for j in range(context.size):
            information[i, j] += context[i] * context[j]
            inverse[i, j] -= direction[i] * direction[j] / ratio
    return math.log(ratio)


@kernel
def _run(
    problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> None:
    theta, arms, variance, bounded = problem
    rho, regularisation, growth, risk = options
    steps, regret, pulls = record
    dimension, horizon = theta.size, steps[-1]
    contexts, moments, noise = np.empty((arms, dimension)), np.zeros(dimension), np.zeros(dimension)
    information, inverse = regularisation * np.eye(dimension), np.eye(dimension) / regularisation
    frozen_inverse, estimate, updates = inverse.copy(), np.zeros(dimension), 0
    log_ratio, frozen_log_ratio = 0.0, 0.0  # log(det V/lambda^d), now and at the last update
    radius = confidence_radius(0.0, regularisation, risk)
    total_regret, row = 0.0, 0
    for time in range(horizon):
        if time & 1023 == 0 and cancel[0] != 0:
            return
        _draw_contexts(generator, variance, bounded, contexts)
        if log_ratio > frozen_log_ratio + math.log(1 + growth):
            updates += 1
            for i in range(dimension):
                noise[i] += update_noise_deviation(rho) * generator.standard_normal()
            inverse[:] = np.linalg.inv(information)
            frozen_inverse[:], frozen_log_ratio = inverse, log_ratio
            estimate[:] = np.linalg.solve(information, moments + noise)
            smallest = np.linalg.eigvalsh(information)[0]
            radius = confidence_radius(log_ratio, regularisation, risk)
            radius += privacy_radius(updates, smallest, dimension, horizon, risk, rho)
        arm, highest, best_mean = 0, -math.inf, -math.inf
        for a in range(arms):
            context = contexts[a]
            index = _dot(estimate, context) + radius * math.sqrt(_square_norm(frozen_inverse, context))
            if index > highest:
                arm, highest = a, index
            best_mean = max(best_mean, _dot(theta, context))
        context = contexts[arm]
        mean = _dot(theta, context)
        reward = rewards[time, arm] if rewards.shape[0] > 0 else _draw_reward(generator, mean, bounded)
        log_ratio += _add_context(information, inverse, moments, context, reward)
        pulls[arm] += 1
        total_regret += best_mean - mean
        if time + 1 == steps[row]:
            regret[row] = total_regret
            row += 1


def prepare(setting: Setting) -> OneRun:
    """The run of this setting; see protocol.py."""
    where, parameters = setting.environment, setting.parameters
    problem = Problem(where.theta, where.arms, where.context_variance, where.bounded)
    options = Options(setting.budget, parameters["regularisation"], parameters["growth"], parameters["risk"])
    return partial(_run, problem, options)


ALGORITHM = RegretAlgorithm(
    name="adac-oful",
    label="AdaC-OFUL",
    environment="contextual",
    privacy=ZCDP,
    counterpart="rs-oful",
    source="Azize & Basu (SaTML 2024), Algorithm 3 with thesis section C.4.1; arXiv:2309.00557",
    inferred=(
        "The privacy part of the radius uses the smallest eigenvalue of the actual information matrix, which is "
        "public; the printed lower bound on it is negative up to about 100,000 steps.",
        "It uses log(T/delta) throughout, as the union bound needs; one term is printed with log(1/delta).",
    ),
    warnings=(
        "With Gaussian contexts and N(0, 1) noise, as in the published experiments, neither is bounded and rho-zCDP is "
        "not guaranteed; it is with bounded=True.",
        NO_BOUND_WARNING,
        "The text of the source says T = 1e7 for its experiment, but the figure ends at 1e5.",
    ),
    parameters=PARAMETERS,
    prepare=prepare,
    works_every_pull=True,
)
