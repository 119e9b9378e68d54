"""Regret bounds beside the simulation: what is proven of an algorithm, what none can beat, where privacy dominates."""

import math
import string
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import dpcore
from ui.look.numbers import number
from ui.look.sentences import teller
from ui.regret.study import RegretProblem, RegretView, entry_of

tell = teller(__file__)
_LEAST_EXPLORATION = 3.0
_POINTS = 60
BoundCurve = tuple[list[float], list[float]]  # places and values


@dataclass(frozen=True)
class LowerBound:
    """A curve over epsilon, with what it says on hover and whether it is a limit only (true of no finite horizon)."""

    label: str
    values: NDArray[np.float64]
    says: str
    is_limit: bool = False
    has_gap: bool = False  # in its published proof


@dataclass(frozen=True)
class RegimeBoundary:
    """The epsilon below which privacy dominates a bound; `shades` where this is about the instance, not a worst one."""

    epsilon: float
    label: str
    says: str
    shades: bool = False


@dataclass(frozen=True)
class RegretBounds:
    """What the pictures show beside the simulation; upper bounds by algorithm, those over epsilon at the horizon."""

    over_time: dict[str, BoundCurve]
    limit_over_time: BoundCurve | None  # log of the time times the limit of regret/log T: true of no finite time
    over_epsilon: dict[str, BoundCurve]
    epsilons: list[float]  # of the lower bounds
    lower: list[LowerBound]
    boundaries: list[RegimeBoundary]  # ascending

    def lettered(self, ends: tuple[float, float]) -> list[tuple[str, RegimeBoundary]]:
        """The boundaries between these epsilons, with the letters by which picture and reading name them."""
        inside = [each for each in self.boundaries if ends[0] < each.epsilon < ends[1]]
        return list(zip(string.ascii_lowercase, inside, strict=False))


def bounds_of(view: RegretView) -> RegretBounds:
    """The bounds that are about what the page shows; none where they are switched off."""
    problem, algorithms = view.problem, view.algorithms
    epsilons = np.geomspace(view.epsilons[0], view.epsilons[-1], _POINTS).tolist()
    if not view.show_bounds:
        return RegretBounds({}, None, {}, epsilons, [], [])
    times = np.geomspace(10, problem.horizon, _POINTS).round().astype(int).tolist()
    over_time = {name: bound_over_time(name, problem, times, view.epsilon) for name in algorithms}
    over_epsilon = {name: bound_over_epsilon(name, problem, epsilons) for name in algorithms}
    return RegretBounds(
        over_time={name: (times, values) for name, values in over_time.items() if values},
        limit_over_time=_limit_over_time(view, times),
        over_epsilon={name: (epsilons, values) for name, values in over_epsilon.items() if values},
        epsilons=epsilons,
        lower=lower_bounds(problem, algorithms, epsilons),
        boundaries=boundaries(problem, algorithms),
    )


def bound_over_time(algorithm: str, problem: RegretProblem, times: Sequence[int], epsilon: float) -> list[float] | None:
    """The bound at each number of pulls; None without one.  One for the horizon alone holds at all of them."""
    fixed = problem.horizon if entry_of(algorithm).knows_horizon else None
    places = [(fixed or max(time, 2, len(problem.means)), epsilon, time) for time in times]
    return _bounds(algorithm, problem, places)


def bound_over_epsilon(algorithm: str, problem: RegretProblem, epsilons: Sequence[float]) -> list[float] | None:
    """The bound at the horizon for each epsilon; None without one."""
    return _bounds(algorithm, problem, [(problem.horizon, epsilon, problem.horizon) for epsilon in epsilons])


def _bounds(algorithm: str, problem: RegretProblem, places: list[tuple[int, float, int]]) -> list[float] | None:
    """The best explicit bounds on the algorithm's regret, cut where pulling the worst arm loses less; None without.

    AdaC-GOPE's hold with probability 99.9 %, the others bound the expectation.  places: horizons, epsilons and pulls.
    """
    entry, environment, found = entry_of(algorithm), problem.environment(), []
    if entry.regret_bound is None:
        return None
    parameters = entry.check_parameters(problem.parameters(algorithm))
    means = problem.means if problem.kind == "arms" else environment.means
    largest_gap = float(np.max(means) - np.min(means))
    for horizon, epsilon, pulls in places:
        budget = dpcore.privacy.rho_from_epsilon(epsilon) if entry.privacy.budget == "rho" else epsilon
        bound = entry.regret_bound(environment, horizon, budget, parameters)
        if bound is None:
            return None
        found.append(min(bound, largest_gap * pulls))
    return found


def _limit_over_time(view: RegretView, times: Sequence[int]) -> BoundCurve | None:
    """log t times the limit of epsilon-DP algorithms at the epsilon looked at; None where none is known."""
    if view.problem.kind != "arms" or "epsilon" not in {entry_of(name).privacy.budget for name in view.algorithms}:
        return None
    limit = dpcore.regret.sharp_asymptotic_regret_lower_bound_epsilon(view.problem.means, view.epsilon)
    return list(times), [math.log(time) * limit for time in times]


def lower_bounds(problem: RegretProblem, algorithms: Sequence[str], epsilons: Sequence[float]) -> list[LowerBound]:
    """The lower bounds that hold for the promise of one of these algorithms."""
    budgets = {entry_of(name).privacy.budget for name in algorithms}
    rhos, horizon = [dpcore.privacy.rho_from_epsilon(each) for each in epsilons], problem.horizon
    found = []
    if problem.kind == "arms":
        size = len(problem.means), horizon
        if "epsilon" in budgets:
            minimax = [dpcore.regret.minimax_regret_lower_bound_epsilon(*size, each) for each in epsilons]
            limit = [
                dpcore.regret.sharp_asymptotic_regret_lower_bound_epsilon(problem.means, each) for each in epsilons
            ]
            found.append(LowerBound("worst case, ε-DP", np.array(minimax), tell("any_pure_on_arms")))
            found.append(
                LowerBound("log T × limit, ε-DP", np.log(horizon) * np.array(limit), tell("consistent"), is_limit=True)
            )
        if "rho" in budgets:
            minimax = [dpcore.regret.minimax_regret_lower_bound_rho(*size, rho) for rho in rhos]
            found.append(LowerBound("worst case, ρ-zCDP", np.array(minimax), tell("any_zcdp_on_arms"), has_gap=True))
    if problem.kind == "linear":
        minimax = [dpcore.regret.linear_minimax_regret_lower_bound_rho(problem.dimension, horizon, rho) for rho in rhos]
        found.append(LowerBound("worst case, cube", np.array(minimax), tell("any_zcdp_on_a_cube"), has_gap=True))
    return found


EVERY_PHASE = "in every phase of AdaC-GOPE that is certain to end within T pulls"


def boundaries(problem: RegretProblem, algorithms: Sequence[str]) -> list[RegimeBoundary]:
    """Where privacy takes over, for the promises of these algorithms."""
    budgets, found = {entry_of(name).privacy.budget for name in algorithms}, []
    if problem.kind == "arms":
        gaps = max(problem.means) - np.array(problem.means)
        closest = float(gaps[gaps > 0].min())
        if "epsilon" in budgets:
            arms = dpcore.regret.arm_boundary_epsilons(problem.means)
            says = "kl/gap of this arm: where the two terms of the older ε-DP limit cross (thesis, Theorem 4.16)"
            found.append(RegimeBoundary(float(arms[gaps > 0].min()), "closest arm", says, shades=True))
            if arms.max() > arms[gaps > 0].min():
                found.append(RegimeBoundary(float(arms.max()), "farthest arm", says, shades=True))
            worst = dpcore.regret.minimax_boundary_epsilon(len(problem.means), problem.horizon)
            found.append(RegimeBoundary(worst, "worst case, ε-DP", "(27/22)√((K−1)/T) (thesis, Theorem 4.15)"))
        if "rho" in budgets:
            worst = dpcore.privacy.epsilon_at_rho(dpcore.regret.minimax_boundary_rho(problem.horizon))
            found.append(RegimeBoundary(worst, "worst case, ρ-zCDP", "ρ = (27/124)²/T (thesis, Theorem 4.20)"))
            if "adac-ucb" in algorithms and problem.exploration > _LEAST_EXPLORATION:
                rho = dpcore.regret.adac_ucb_boundary_rho(closest, problem.horizon, exploration=problem.exploration)
                says = f"ρ = gap²/(β log T) = {number(rho)}: the two terms of AdaC-UCB's bound for the closest arm"
                found.append(RegimeBoundary(dpcore.privacy.epsilon_at_rho(rho), "AdaC-UCB's bound", says))
    if problem.kind == "linear":
        if rhos := dpcore.regret.adac_gope_boundary_rhos(problem.environment(), problem.horizon):
            every, first = map(dpcore.privacy.epsilon_at_rho, rhos)
            says = "ρ = {}: the two terms of a phase of AdaC-GOPE, planned in all d dimensions (AB24, Eq. 4)"
            found.append(RegimeBoundary(every, EVERY_PHASE, says.format(number(rhos[0])), shades=True))
            found.append(RegimeBoundary(first, "in the first phase", says.format(number(rhos[1]))))
        worst = dpcore.privacy.epsilon_at_rho(dpcore.regret.linear_minimax_boundary_rho(problem.horizon))
        found.append(RegimeBoundary(worst, "in the worst-case bound, cube", "ρ = 4/(√e T) (thesis, Theorem 4.21)"))
    return sorted((each for each in found if math.isfinite(each.epsilon)), key=lambda each: each.epsilon)
