"""Regret bounds beside the simulation: what is proven of an algorithm, what none can beat, where privacy dominates."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

import dpcore
from ui.look.numbers import number
from ui.regret.study import Problem, entry_of

LEAST_EXPLORATION = 3.0


@dataclass(frozen=True)
class LowerBound:
    """A curve over epsilon, with what it says on hover and whether it is a limit only (true of no finite horizon)."""

    label: str
    values: NDArray[np.float64]
    says: str
    is_limit: bool = False


@dataclass(frozen=True)
class Boundary:
    """The epsilon below which privacy dominates a bound; `shades` where this is about the instance, not a worst one."""

    epsilon: float
    label: str
    says: str
    shades: bool = False


def regret_bound(algorithm: str, problem: Problem, horizon: int, epsilon: float) -> float | None:
    """The best explicit bound on the algorithm's regret; None where there is none.

    AdaC-GOPE's holds with probability 99.9 %, the others bound the expectation.
    """
    rho, exploration = dpcore.rho_from_epsilon(epsilon), problem.exploration
    if algorithm == "adac-gope":
        return dpcore.adac_gope_regret_bound(problem.environment(), horizon, rho)
    if algorithm == "dp-se":
        return dpcore.dp_se_regret_bound(problem.means, horizon, epsilon)
    if exploration <= LEAST_EXPLORATION or algorithm not in ("adap-ucb", "adac-ucb"):
        return None
    arguments = problem.means, horizon, epsilon if algorithm == "adap-ucb" else rho, exploration
    if algorithm == "adap-ucb":
        return min(dpcore.adap_ucb_regret_bound(*arguments), dpcore.adap_ucb_regret_bound_gap_free(*arguments))
    return min(dpcore.adac_ucb_regret_bound(*arguments), dpcore.adac_ucb_regret_bound_gap_free(*arguments))


def bound_over_time(algorithm: str, problem: Problem, steps: ArrayLike, epsilon: float) -> list[float] | None:
    """The bound at each number of pulls; None without one.  DP-SE knows the horizon, so its bound is one for all."""
    fixed = problem.horizon if algorithm == "dp-se" else None
    times = [int(step) for step in np.asarray(steps)]
    bounds = [regret_bound(algorithm, problem, fixed or max(time, 2, len(problem.means)), epsilon) for time in times]
    if None in bounds:
        return None
    most = _largest_gap(problem)
    return [min(bound, most * time) for bound, time in zip(bounds, times, strict=True)]


def bound_over_epsilon(algorithm: str, problem: Problem, epsilons: ArrayLike) -> list[float] | None:
    """The bound at the horizon for each epsilon; None without one."""
    bounds = [regret_bound(algorithm, problem, problem.horizon, float(epsilon)) for epsilon in np.asarray(epsilons)]
    if None in bounds:
        return None
    most = _largest_gap(problem) * problem.horizon
    return [min(bound, most) for bound in bounds]


def _largest_gap(problem: Problem) -> float:
    """No algorithm can lose more than this at one pull."""
    means = problem.means if problem.kind == "arms" else problem.environment().means
    return float(np.max(means) - np.min(means))


def lower_bounds(problem: Problem, algorithms: list[str], epsilons: ArrayLike) -> list[LowerBound]:
    """The lower bounds that speak of one of these algorithms' promises."""
    budgets, values = {entry_of(name).budget for name in algorithms}, [float(value) for value in np.asarray(epsilons)]
    rhos, horizon = [dpcore.rho_from_epsilon(value) for value in values], problem.horizon
    found = []
    if problem.kind == "arms":
        size = len(problem.means), horizon
        if "epsilon" in budgets:
            minimax = [dpcore.minimax_regret_lower_bound_epsilon(*size, value) for value in values]
            limit = [dpcore.asymptotic_regret_lower_bound_epsilon(problem.means, value) for value in values]
            found.append(LowerBound("worst case, ε-DP", np.array(minimax), _WORST_ARMS.format("ε-DP", "4.15")))
            found.append(LowerBound("log T × limit, ε-DP", np.log(horizon) * np.array(limit), _LIMIT, is_limit=True))
        if "rho" in budgets:
            minimax = [dpcore.minimax_regret_lower_bound_rho(*size, rho) for rho in rhos]
            found.append(LowerBound("worst case, ρ-zCDP", np.array(minimax), _WORST_ARMS.format("ρ-zCDP", "4.20")))
    if problem.kind == "linear":
        minimax = [dpcore.linear_minimax_regret_lower_bound_rho(problem.dimension, horizon, rho) for rho in rhos]
        found.append(LowerBound("worst case, cube", np.array(minimax), _WORST_LINEAR))
    return found


_WORST_ARMS = "Any {} algorithm loses this much on some instance of as many Gaussian arms (thesis, Theorem {})"
_WORST_LINEAR = "Any ρ-zCDP algorithm loses this much on some instance with actions [−1, 1]ᵈ (thesis, Theorem 4.21)"
_LIMIT = "Regret/log T of a consistent ε-DP algorithm tends to at least this/log T (thesis, Theorem 4.16): a limit"


def boundaries(problem: Problem, algorithms: list[str]) -> list[Boundary]:
    """Where privacy takes over, for the promises of these algorithms."""
    budgets, found = {entry_of(name).budget for name in algorithms}, []
    if problem.kind == "arms":
        gaps = max(problem.means) - np.array(problem.means)
        closest = float(gaps[gaps > 0].min())
        if "epsilon" in budgets:
            arms = dpcore.arm_boundary_epsilons(problem.means)
            says = "kl/gap of this arm: where the two terms of the ε-DP limit cross (thesis, Theorem 4.16)"
            found.append(Boundary(float(arms[gaps > 0].min()), "closest arm", says, shades=True))
            if arms.max() > arms[gaps > 0].min():
                found.append(Boundary(float(arms.max()), "farthest arm", says, shades=True))
            worst = dpcore.minimax_boundary_epsilon(len(problem.means), problem.horizon)
            found.append(Boundary(worst, "worst case, ε-DP", "(27/22)√((K−1)/T) (thesis, Theorem 4.15)"))
        if "rho" in budgets:
            worst = dpcore.epsilon_at_rho(dpcore.minimax_boundary_rho(problem.horizon))
            found.append(Boundary(worst, "worst case, ρ-zCDP", "ρ = (27/124)²/T (thesis, Theorem 4.20)"))
            if "adac-ucb" in algorithms and problem.exploration > LEAST_EXPLORATION:
                rho = dpcore.adac_ucb_boundary_rho(closest, problem.horizon, problem.exploration)
                says = f"ρ = gap²/(β log T) = {number(rho)}: the two terms of AdaC-UCB's bound for the closest arm"
                found.append(Boundary(dpcore.epsilon_at_rho(rho), "AdaC-UCB's bound", says))
    if problem.kind == "linear":
        rho = dpcore.adac_gope_boundary_rho(problem.environment())
        says = f"ρ = {number(rho)}: noise takes half of the phase that removes the closest arm (AB24, Eq. 4)"
        found.append(Boundary(dpcore.epsilon_at_rho(rho), "AdaC-GOPE's last phase", says, shades=True))
        worst = dpcore.epsilon_at_rho(dpcore.linear_minimax_boundary_rho(problem.horizon))
        found.append(Boundary(worst, "worst case, cube", "ρ = 4/(√e T) (thesis, Theorem 4.21)"))
    return sorted((each for each in found if math.isfinite(each.epsilon)), key=lambda each: each.epsilon)
