"""The plan as a file that `dpcore.trial` carries out; None for what it does not carry out."""

from typing import Any

from dpcore.trial import Plan, TrialError, read_plan
from dpcore.trial.plan import FAILURE, ROUNDS, WAIT
from ui.choose.question import BEAT, ChoiceProblem, DesignQuestion, FixedDesign, Question, SequentialQuestion

_EDGE = 1e-6


def of_one_look(question: DesignQuestion, epsilon: float | None, outcomes: int) -> Plan | None:
    """The plan of a study that looks once.  outcomes: of each option."""
    design = question.problem
    if outcomes < 1:
        return None
    return _valid(
        question,
        epsilon,
        promise=design.promise,
        release=design.release,
        lead=design.difference,
        missed=design.missed,
        per_option=(outcomes,) * design.options,
        cap=outcomes * design.options,
        missing=WAIT if design.waits else FAILURE,
        missing_share=design.missing,
        **_rates(design),
    )


def of_rounds(question: SequentialQuestion, epsilon: float | None) -> Plan | None:
    """The plan of a study that stops when it is sure."""
    problem = question.problem
    if problem.indifference > 0 or problem.is_local:
        return None
    cap = int(question.participants)
    return _valid(question, epsilon, promise=problem.promise, release=ROUNDS, lead=problem.lead, cap=cap)


def _rates(design: FixedDesign) -> dict[str, tuple[float, ...]]:
    """What the promise is about: a usual rate, a range of them, or given rates."""
    if design.usual is not None:
        low, high = design.usual
        return {"usual": (max(low, _EDGE), min(high, 1 - design.difference - _EDGE))}
    first, *others = design.means
    if design.promise == BEAT:
        return {"usual": (first, first)}
    if len({*others}) == 1:
        return {"usual": (others[0], others[0])}
    return {"rates": design.means}


def _valid(question: Question[ChoiceProblem], epsilon: float | None, **told: Any) -> Plan | None:
    problem = question.problem
    if epsilon is None:
        return None
    told |= {
        "epsilon": epsilon,
        "options": problem.names,
        "risk": problem.risk,
        "a_week": question.a_week,
    }
    try:
        return read_plan(Plan(**told).as_json())
    except TrialError:
        return None
