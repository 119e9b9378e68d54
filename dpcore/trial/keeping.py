"""Whether a plan with one look keeps its promise: computed exactly, before the trial begins."""

import math

import numpy as np

from dpcore.designs import probability_right
from dpcore.designs.superiority import probability_found
from dpcore.trial.errors import TrialError
from dpcore.trial.plan import BEAT, FAILURE, Plan

_ROUNDING = 1e-9
_TRIED = 9  # usual rates of a range, its ends included


def check_keeps(plan: Plan) -> None:
    """Raise TrialError unless the answer is right as often as the plan says.

    Of a range of usual rates nine are tried; that the promise holds between them is for the planner to certify
    (dpcore.designs does).  A plan in rounds keeps its promise whatever it says (docs/prise.md).
    """
    if plan.has_rounds:
        return
    wanted = 1 - (plan.missed if plan.promise == BEAT else plan.risk)
    tried = np.linspace(plan.usual[0], plan.usual[1], _TRIED).tolist() if plan.usual else []
    found = min(_probability(plan, rate) for rate in tried) if tried else _right(plan, plan.rates)
    if found < wanted - _ROUNDING:
        told = math.floor(found * 10**6) / 10**6
        raise TrialError(
            f"The plan does not keep its promise: with {sum(plan.per_option):,} participants at ε = {plan.epsilon:g} "
            f"its answer is right with a probability of {told:g}, and it promises {wanted:g}."
        )


def _probability(plan: Plan, usual: float) -> float:
    if plan.promise == BEAT:
        return probability_found(
            usual, plan.lead, plan.epsilon, plan.per_option[0], plan.risk, len(plan.options), plan.release,
            missing=_missing(plan),
        )  # fmt: skip
    return _right(plan, (usual + plan.lead, *[usual] * (len(plan.options) - 1)))


def _right(plan: Plan, rates: tuple[float, ...]) -> float:
    """The probability of naming the best option, whichever of them it is."""
    first, *others = numbers = plan.per_option
    orders = [first] if len(set(numbers)) == 1 else [numbers, *_led_by_others(first, others)]
    return min(
        float(probability_right(rates, plan.epsilon, order, plan.release, missing=_missing(plan))) for order in orders
    )


def _led_by_others(first: int, others: list[int]) -> list[tuple[int, ...]]:
    return [(number, first, *others[:i], *others[i + 1 :]) for i, number in enumerate(others)]


def _missing(plan: Plan) -> float:
    return plan.missing_share if plan.missing == FAILURE else 0.0
