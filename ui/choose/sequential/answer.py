"""The answer of a study that stops as soon as it is sure, as the page, its report and its pins ask for it."""

from functools import partial

from ui.choose.answered import Answered, sentences
from ui.choose.question import SEED, SURE
from ui.choose.scene import ChoicePicture, Dot, Mark, RuledOut, crossings, limits_of
from ui.choose.sequential import tables
from ui.choose.sequential.findings import Findings
from ui.choose.sequential.words import ASSUMED, PROVEN, TEMPLATES, given, told
from ui.choose.tables import readings_table
from ui.choose.take_home import trial_plan
from ui.choose.words import PRIVATE_DATA_NOTE
from ui.look.numbers import at_most, percent
from ui.look.sentences import said


def answered(findings: Findings, is_running: bool = False) -> Answered:
    """All that is known of the answer.  is_running: whether more is being simulated."""
    question, known = findings.question, findings.simulated
    values, say = given(question), partial(told, findings=findings, is_running=is_running)
    note = PRIVATE_DATA_NOTE if question.problem.data else ""
    caveats = [say("own_data"), say("wide_band"), note] if note else []
    ignored = {"differences that do not matter": f"up to {values['ignored']}"} if values["ignored"] else {}
    return Answered(
        question=question,
        epsilon=findings.epsilon,
        is_complete=findings.is_complete,
        **sentences(say, findings.epsilon is not None),
        details=[say("details")],
        picture=picture(findings),
        caveats=[each for each in caveats if each],
        readings=readings_table(tables.figures(findings)),
        facts={**tables.facts(findings), "seed": SEED},
        curves=tables.curve_tables(findings),
        assumptions=[each for each in (*(say(f"{name}_assumed") for name in ASSUMED), note) if each],
        guarantees=[say(f"{name}_proven") for name in PROVEN],
        trial=trial_plan.of_rounds(question, findings.epsilon),
        inputs={
            "risk of a wrong choice": percent(question.problem.risk),
            "look": SURE,
            "missing outcomes": "none allowed for",
            **ignored,
        },
        known=say("compared"),
        enough_from=known.achievable,
        needed=known.at_epsilon,
        without_privacy=known.without_privacy,
        not_ruled_out=findings.bounds.possible.median,
    )


def picture(findings: Findings) -> ChoicePicture:
    """The lower bound, the simulated dots, and the chosen epsilon and budget among them."""
    problem, known, bounds = findings.question.problem, findings.simulated, findings.bounds
    (low, middle, high), bound = bounds.curve.participants, bounds.at_epsilon
    values = given(findings.question)
    under = "under the bound below {}" if problem.is_asymptotic else "ruled out below {}"
    zone = (told("zone", findings), told("short_zone", findings))
    return ChoicePicture(
        label=told("picture", findings),
        limits=limits_of(float(low.min()), float(middle.max()), findings.question.participants),
        budget=findings.question.participants,
        epsilon=findings.epsilon,
        enough=(f"achievable: {problem.method}", "achievable"),
        marks=(
            Mark("possible", bounds.possible.median, under, "private", is_least=False),
            Mark("enough", known.recommended, "achievable from {}", "achievable", is_least=True),
        ),
        ruled_out=RuledOut(bounds.curve.epsilons, middle, zone, None if problem.data is None else (low, high)),
        dots=tuple(
            Dot(at.epsilon, at.participants, at.low, at.high, said(TEMPLATES, "point", {**values, "point": at}))
            for at in known.points
        ),
        crossings=crossings(None if bound is None else bound.median, known.at_epsilon, at_most),
    )
