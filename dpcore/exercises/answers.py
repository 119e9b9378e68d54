"""The right answers, one function a kind of question, all by dpcore.

Each takes the arms' means, the risk and what the question draws, and returns what the kind's texts quote: `answer` and
what else `why` tells.
"""

import math
from collections.abc import Callable
from typing import Any

from dpcore._version import __version__
from dpcore.designs import probability_right, smallest_participants
from dpcore.fixed_confidence import simulate_fixed_confidence
from dpcore.privacy import epsilon_from_rho, group_epsilon, largest_belief
from dpcore.times import characteristic_time, regime_boundaries, sample_lower_bounds
from dpcore.times.lower_bounds import error_divergence

Means = tuple[float, ...]
Figures = dict[str, Any]
ANSWERS: dict[str, Callable[..., Figures]] = {}
_RUNS = 20


def _answers(kind: str) -> Callable[[Callable[..., Figures]], Callable[..., Figures]]:
    def listed(function: Callable[..., Figures]) -> Callable[..., Figures]:
        ANSWERS[kind] = function
        return function

    return listed


@_answers("samples-without-privacy")
def _samples_without_privacy(means: Means, risk: float) -> Figures:
    return {
        "answer": sample_lower_bounds(means, math.inf, risk)["non_private"],
        "time": characteristic_time(means, "kl").time,
        "information": error_divergence(risk),
    }


@_answers("samples-at-epsilon")
def _samples_at_epsilon(means: Means, risk: float, epsilon: float) -> Figures:
    bounds = sample_lower_bounds(means, epsilon, risk)
    return {"answer": bounds["tightest_private"], "without": bounds["non_private"]}


@_answers("bound-hardly-raised")
def _bound_hardly_raised(means: Means, risk: float, percent: float) -> Figures:
    epsilon = regime_boundaries(means, percent / 100).almost_free
    raised = characteristic_time(means, epsilon=epsilon).time / characteristic_time(means, "kl").time
    return {"answer": epsilon, "raised": raised}


@_answers("price-dominated")
def _price_dominated(means: Means, risk: float, percent: float) -> Figures:
    epsilon = regime_boundaries(means, percent / 100).price_dominated
    product = epsilon * characteristic_time(means, epsilon=epsilon).time
    return {"answer": epsilon, "product": product, "tv": characteristic_time(means, "tv").time}


@_answers("most-sampled-arm")
def _most_sampled_arm(means: Means, risk: float) -> Figures:
    shares = characteristic_time(means, "kl").allocation
    second, first = sorted(shares.tolist())[-2:]
    most = int(shares.argmax())
    return {"answer": most, "arm": most + 1, "share": 100 * first, "second": 100 * second}


@_answers("share-of-the-best-arm")
def _share_of_the_best_arm(means: Means, risk: float, epsilon: float) -> Figures:
    def share(divergence: str = "private", epsilon: float | None = None) -> float:
        found = characteristic_time(means, divergence, epsilon)
        return 100 * float(found.allocation[found.best_arm])

    return {"answer": share(epsilon=epsilon), "without": share("kl"), "private": share("tv")}


@_answers("epsilon-halved")
def _epsilon_halved(means: Means, risk: float, epsilon: float) -> Figures:
    ratio = characteristic_time(means, epsilon=epsilon / 2).time / characteristic_time(means, epsilon=epsilon).time
    return {"answer": ratio}


@_answers("attacker-belief")
def _attacker_belief(means: Means, risk: float, prior: float, epsilon: float) -> Figures:
    odds = prior / (100 - prior)
    belief = largest_belief(prior / 100, epsilon)
    return {"answer": 100 * belief, "odds": odds, "largest_odds": belief / (1 - belief)}


@_answers("household-belief")
def _household_belief(means: Means, risk: float, people: int, epsilon: float) -> Figures:
    group = group_epsilon(epsilon, people)
    return {
        "answer": 100 * largest_belief(0.5, group),
        "group": group,
        "alone": 100 * largest_belief(0.5, epsilon),
    }


@_answers("rho-as-epsilon")
def _rho_as_epsilon(means: Means, risk: float, rho: float, delta: float) -> Figures:
    return {
        "answer": epsilon_from_rho(rho, delta),
        "simpler": rho + 2 * math.sqrt(rho * math.log(1 / delta)),
    }


@_answers("participants-for-a-lead")
def _participants_for_a_lead(
    means: Means, risk: float, options: int, usual: int, points: int, epsilon: float
) -> Figures:
    rates = [usual / 100] * options
    rates[0] = (usual + points) / 100
    number = smallest_participants(rates, epsilon, risk)
    return {
        "answer": number,
        "missed": 1 - probability_right(rates, epsilon, number),
        "missed_before": 1 - probability_right(rates, epsilon, number - 1),
        "without": smallest_participants(rates, math.inf, risk),
    }


@_answers("simulated-runs")
def _simulated_runs(means: Means, risk: float, epsilon: float, seed: int) -> Figures:
    runs = simulate_fixed_confidence("prise", means, epsilon, risk, runs=_RUNS, seed=seed, workers=1)
    mean = float(runs.stopping_times.mean())
    bound = sample_lower_bounds(means, epsilon, risk)["tightest_private"]
    right = _RUNS - runs.summary().errors_all
    return {"answer": mean, "bound": bound, "ratio": mean / bound, "right": right, "version": __version__}
