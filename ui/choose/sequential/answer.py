"""The answer of a study that stops as soon as it is sure, as the page, its report and its pins ask for it."""

import math
from dataclasses import asdict
from typing import Any

from ui.choose.answered import Answered, Compared
from ui.choose.question import BAND, SEED
from ui.choose.scene import ChoicePicture, Dot, Mark, RuledOut, limits_of
from ui.choose.sequential import guarantees, plan, tables, words
from ui.choose.sequential.findings import Findings, Point, Reading
from ui.choose.tables import json_value
from ui.choose.take_home import trial_plan
from ui.choose.words import PRIVATE_DATA_NOTE
from ui.look.numbers import at_least, at_most, percent, setting


def answered(findings: Findings, is_running: bool = False) -> Answered:
    """All that is known of the answer.  is_running: whether more is being simulated."""
    question, problem, known = findings.question, findings.question.problem, findings.simulated
    told = (words.data_sentence(question), words.wide_band(findings), PRIVATE_DATA_NOTE) if problem.data else ()
    return Answered(
        question=question,
        epsilon=findings.epsilon,
        is_complete=findings.is_complete,
        publishes_rates=problem.trust_model == "local",
        promise=words.promise(problem),
        short_promise=words.short_promise(problem),
        asked=words.problem_sentence(question),
        verdict=words.verdict(findings, is_running),
        details=words.details(findings),
        takes=words.backwards(findings),
        picture=picture(findings),
        picture_reading=words.picture_reading(question),
        caveats=[each for each in told if each],
        readings=tables.readings_table(findings),
        facts={"readings": _readings(findings), "curves": _curves(findings), "seed": SEED},
        curves=tables.curve_tables(findings),
        assumptions=guarantees.assumptions(question),
        guarantees=guarantees.guarantees(question, findings.epsilon),
        proof=plan.proof(question),
        trial=trial_plan.of_rounds(question, findings.epsilon),
        plan=plan.paragraphs(findings),
        inputs={"risk of a wrong choice": percent(problem.risk)}
        | ({"differences that do not matter": f"up to {words.points(question)}"} if problem.indifference else {}),
        compared=Compared(
            known="in 90 of 100 simulated runs",
            enough_from=known.achievable,
            needed=known.at_epsilon,
            without_privacy=known.without_privacy,
            not_ruled_out=findings.bounds.possible.middle,
        ),
    )


def picture(findings: Findings) -> ChoicePicture:
    """The lower bound, the simulated dots, and the chosen epsilon and budget among them."""
    problem, known, bounds = findings.question.problem, findings.simulated, findings.bounds
    low, middle, high = bounds.curve.participants
    label = (
        f"Participants against epsilon: below the bound impossible for a method that {_is_asked(findings)}; enough "
        "above the simulated dots"
    )
    zone = (f"impossible for a method that {_is_asked(findings)}", f"no method {_is_asked(findings)}")
    under = "ruled out below {}"
    if problem.is_asymptotic:
        label = "Participants against epsilon: the bound as the risk goes to 0, achievable above the simulated dots"
        zone, under = ("below the bound (risk → 0)", "below the bound"), "under the bound below {}"
    return ChoicePicture(
        label=label,
        limits=limits_of(float(low.min()), float(middle.max()), findings.question.participants),
        budget=findings.question.participants,
        epsilon=findings.epsilon,
        enough=(f"achievable: {problem.method}", "achievable"),
        marks=(
            Mark("possible", bounds.possible.middle, under, "private", is_least=False),
            Mark("enough", known.recommended, "achievable from {}", "achievable", is_least=True),
        ),
        ruled_out=RuledOut(bounds.curve.epsilons, middle, zone, None if problem.data is None else (low, high)),
        dots=tuple(
            Dot(point.epsilon, point.participants, point.low, point.high, _tip(findings, point))
            for point in known.points
        ),
        crossings=_crossings(findings),
    )


def _is_asked(findings: Findings) -> str:
    problem = findings.question.problem
    return f"finds every lead of {words.lead_points(problem)}" if problem.lead else "is right whatever the rates are"


def _tip(findings: Findings, point: Point) -> str:
    problem = findings.question.problem
    ends_are = "95 % interval" if problem.data is None else f"{percent(BAND)} of them between"
    return (
        f"ε = {setting(point.epsilon)}: {problem.method} stops within {at_most(point.participants)} participants in "
        f"90 % of {point.runs} runs ({ends_are} {at_least(point.low)} to {at_most(point.high)})"
    )


def _crossings(findings: Findings) -> tuple[tuple[float, str], ...]:
    bound, achieved = findings.bounds.at_epsilon, findings.simulated.at_epsilon
    found = [] if bound is None else [(bound.middle, f"at least {at_least(bound.middle)} participants")]
    if achieved is not None and math.isfinite(achieved):
        found.append((achieved, f"{at_most(achieved)} participants are enough"))
    return tuple(found)


def _readings(findings: Findings) -> dict[str, Any]:
    bounds, known = findings.bounds, findings.simulated
    return {
        "chosen epsilon": findings.epsilon,
        "smallest epsilon achievable (simulated)": json_value(known.achievable),
        "largest epsilon known to be too small (simulated)": json_value(known.too_small),
        "smallest epsilon not ruled out (lower bound)": _reading(bounds.possible),
        "bound nearly unchanged by privacy (lower bound)": _reading(bounds.almost_free),
        "participants without privacy, at least, in 90 of 100 runs (lower bound)": _reading(
            bounds.curve.without_privacy
        ),
        "participants without privacy, in 90 of 100 runs (simulated)": json_value(known.without_privacy),
        "participants at the chosen epsilon, at least, in 90 of 100 runs (lower bound)": None
        if bounds.at_epsilon is None
        else _reading(bounds.at_epsilon),
        "participants at the chosen epsilon, in 90 of 100 runs (simulated)": json_value(known.at_epsilon),
    }


def _curves(findings: Findings) -> dict[str, Any]:
    curve = findings.bounds.curve
    low, middle, high = ([*map(json_value, row)] for row in curve.participants.tolist())
    points = [{name: json_value(value) for name, value in asdict(point).items()} for point in findings.simulated.points]
    return {
        "epsilon": curve.epsilons.tolist(),
        "lower bound": middle,
        "lower bound, low": low,
        "lower bound, high": high,
        "simulated": points,
    }


def _reading(reading: Reading) -> dict[str, float | str | None]:
    return {"median": json_value(reading.middle), "low": json_value(reading.low), "high": json_value(reading.high)}
