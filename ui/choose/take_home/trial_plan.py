"""The plan as a file that `dpcore.trial` carries out; None for what it does not carry out."""

from typing import Any

from dpcore.trial import Plan, TrialError, read_plan
from dpcore.trial.plan import BEAT, FAILURE, FIND, LOCAL, ROUNDS, WAIT, WHATEVER
from ui.choose import question as asked
from ui.choose.question import DesignQuestion, FixedDesign, Question, SequentialQuestion

_PROMISES = {asked.FIND: FIND, asked.WHATEVER: WHATEVER, asked.BEAT: BEAT}
_EDGE = 1e-6


def of_one_look(question: DesignQuestion, epsilon: float | None, outcomes: int) -> Plan | None:
    """The plan of a study that looks once.  outcomes: of each option."""
    design = question.problem
    if epsilon is None or outcomes < 1:
        return None
    return _valid(
        promise=_PROMISES[design.promise],
        release=design.release,
        epsilon=epsilon,
        lead=design.difference,
        missed=design.missed,
        per_option=(outcomes,) * design.options,
        cap=outcomes * design.options,
        missing=WAIT if design.waits else FAILURE,
        missing_share=0.0 if design.waits else design.missing,
        **_rates(design),
        **_shared(question),
    )


def of_rounds(question: SequentialQuestion, epsilon: float | None) -> Plan | None:
    """The plan of a study that stops when it is sure."""
    problem = question.problem
    if epsilon is None or problem.indifference > 0 or problem.trust_model == LOCAL:
        return None
    return _valid(
        promise=_PROMISES[problem.promise],
        release=ROUNDS,
        epsilon=epsilon,
        lead=problem.lead,
        cap=int(question.participants),
        **_shared(question),
    )


def told_of(plan: Plan) -> str:
    """What a plan behind which own data are tells of them."""
    if not (plan.usual or plan.rates):
        return "The plan holds the names of your options, so no link carries it: keep its file with your data."
    return (
        "The plan holds the names of your options and success rates estimated from your data, so no link carries it: "
        "keep its file as confidential as your data."
    )


def _shared(question: Question[Any]) -> dict[str, Any]:
    problem = question.problem
    return {"options": problem.names, "risk": problem.risk, "a_week": 7.0 * (question.per_day or 0)}


def _rates(design: FixedDesign) -> dict[str, tuple[float, ...]]:
    """What the promise is about: a usual rate, a range of them, or given rates."""
    if design.usual is not None:
        low, high = design.usual
        return {"usual": (max(low, _EDGE), min(high, 1 - design.difference - _EDGE))}
    first, *others = design.means
    if design.promise == asked.BEAT:
        return {"usual": (first, first)}
    if len({*others}) == 1:
        return {"usual": (others[0], others[0])}
    return {"rates": design.means}


def _valid(**told: Any) -> Plan | None:
    try:
        return read_plan(Plan(**told).as_json())
    except TrialError:
        return None
