"""Whether a plan with one look keeps its promise: computed exactly, before the trial begins."""

import math
from dataclasses import replace

from dpcore.designs import AnyUsualRate, probability_right, superiority, worst_usual_rate
from dpcore.trial.errors import TrialError
from dpcore.trial.plan import BEAT, FAILURE, LARGEST_EPSILON, Plan

_ROUNDING = 1e-9
_STEP = 1.005  # two budgets of three digits that lie closer are neighbours


def check_keeps(plan: Plan) -> None:
    """Raise TrialError unless the answer is right as often as the plan says, at every rate that it speaks of.

    A plan in rounds keeps its promise whatever it says (docs/prise.md).
    """
    if plan.has_rounds:
        return
    try:
        _check(plan, 1 - (plan.missed if plan.promise == BEAT else plan.risk))
    except TrialError:
        raise
    except ValueError as problem:
        raise TrialError(f"The plan cannot be carried out: {problem}.") from problem


def _check(plan: Plan, wanted: float) -> None:
    found = _found(plan)
    if found < wanted - _ROUNDING:
        told = math.floor(found * 10**6) / 10**6
        raise TrialError(
            f"The plan does not keep its promise: with {sum(plan.per_option):,} participants at ε = {plan.epsilon:g} "
            f"its answer is right with a probability of {told:g}, but it promises {wanted:g}. {_way_out(plan, wanted)}"
        )


def _way_out(plan: Plan, wanted: float) -> str:
    """At which epsilon, to three digits, the plan would keep its promise; that one has been tried."""
    low, high = plan.epsilon, LARGEST_EPSILON
    if _found(replace(plan, epsilon=high)) < wanted:
        return f"Even ε = {high:g} is not enough, so it needs more participants."
    while high > low * _STEP:
        middle = float(f"{math.sqrt(low * high):.3g}")
        if not low < middle < high:
            break
        low, high = (low, middle) if _found(replace(plan, epsilon=middle)) >= wanted else (middle, high)
    others = "; a few fewer, or more, may need less" if plan.promise == BEAT else ", or more participants"
    return f"With these participants it needs ε = {high:g}{others}."


def claim_rule(plan: Plan) -> superiority.ClaimRule:
    """When the trial says that an option beats the usual one."""
    return superiority.ClaimRule(plan.risk, len(plan.options), plan.release, _missing(plan))


def _found(plan: Plan) -> float:
    """The probability that the promised option is found, at the least favourable rates that the plan speaks of."""
    first, *others = plan.per_option
    if plan.rates:
        return _right(plan, plan.rates, first)
    low, high = plan.usual
    if plan.promise == BEAT:
        usual = low if low == high else (low, high)
        return superiority.probability_found(usual, plan.lead, plan.epsilon, first, claim_rule(plan))
    is_equal = {*others} == {first}
    if low < high:
        if not is_equal:
            raise TrialError("A plan for a range of usual rates needs equal numbers of participants for all options.")
        rates = AnyUsualRate(len(plan.options), plan.lead, (low, high))
        return worst_usual_rate(rates, plan.epsilon, first, plan.release, missing=_missing(plan)).lower
    means = (low + plan.lead, *[low] * len(others))
    orders = [first] if is_equal else [plan.per_option, *_led_by_others(first, others)]
    return min(_right(plan, means, order) for order in orders)


def _right(plan: Plan, means: tuple[float, ...], numbers: int | tuple[int, ...]) -> float:
    return float(probability_right(means, plan.epsilon, numbers, plan.release, missing=_missing(plan)))


def _led_by_others(first: int, others: list[int]) -> list[tuple[int, ...]]:
    """The numbers of participants with that of another option first, which is then the best one."""
    return [(number, first, *others[:i], *others[i + 1 :]) for i, number in enumerate(others)]


def _missing(plan: Plan) -> float:
    return plan.missing_share if plan.missing == FAILURE else 0.0
