"""The answer of a study that stops as soon as it is sure, as the page, its report and its pins ask for it."""

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import pandas as pd

from ui.choose.answered import Answered, sentences
from ui.choose.question import SEED, SURE
from ui.choose.scene import ChoicePicture, Mark, RuledOut, crossings, limits_of
from ui.choose.sequential.findings import Findings, Point
from ui.choose.sequential.words import ASSUMED, PROVEN, TEMPLATES, epsilon_text, figure, given, people_text, teller
from ui.choose.tables import Figure, json_value, readings, readings_table
from ui.choose.take_home import trial_plan
from ui.choose.words import PRIVATE_DATA_NOTE, below, since
from ui.components import assets
from ui.look.numbers import at_least, at_most, percent
from ui.look.sentences import said

_FIGURES = json.loads(assets.text(Path(__file__).with_name("figures.json")))


def answered(findings: Findings, is_running: bool = False) -> Answered:
    """All that is known of the answer.  is_running: whether more is being simulated."""
    question, known = findings.question, findings.simulated
    values, say = given(question), teller(findings, is_running)
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
        readings=readings_table(figures(findings)),
        facts=facts(findings),
        curves=curve_tables(findings),
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
    values, say = given(findings.question), teller(findings)
    under = "under the bound below {}" if problem.is_asymptotic else "ruled out below {}"
    zone = (say("zone"), say("short_zone"))
    return ChoicePicture(
        label=say("picture"),
        limits=limits_of(float(low.min()), float(middle.max()), findings.question.participants),
        budget=findings.question.participants,
        epsilon=findings.epsilon,
        enough=(f"achievable: {problem.method}", "achievable"),
        marks=(
            Mark("possible", bounds.possible.median, under, "private", is_least=False),
            Mark("enough", known.recommended, "achievable from {}", "achievable", is_least=True),
        ),
        ruled_out=RuledOut(bounds.curve.epsilons, middle, zone, None if problem.data is None else (low, high)),
        dots=tuple((at, said(TEMPLATES, "point", {**values, "point": at})) for at in known.points),
        crossings=crossings(None if bound is None else bound.median, known.at_epsilon, at_most),
    )


def figures(findings: Findings) -> list[Figure]:
    """The figures, and what each of them is; those at the chosen epsilon are not said while none is chosen."""
    bounds, known, epsilon = findings.bounds, findings.simulated, findings.epsilon
    here, free = bounds.at_epsilon, bounds.curve.without_privacy
    found: dict[str, tuple[Any, str]] = {
        "achievable": (known.achievable, epsilon_text(known.achievable)),
        "too_small": (known.too_small, epsilon_text(known.too_small)),
        "possible": (asdict(bounds.possible), figure(bounds.possible, below)),
        "almost_free": (asdict(bounds.almost_free), figure(bounds.almost_free, since)),
        "needed": (known.at_epsilon, "" if epsilon is None else people_text(known.at_epsilon)),
        "bound": (None, "") if here is None else (asdict(here), figure(here, at_least)),
        "without": (known.without_privacy, people_text(known.without_privacy)),
        "free": (asdict(free), figure(free, at_least)),
    }
    values = {**given(findings.question), "epsilon": epsilon}
    return [
        Figure(row["name"], said(row, "text", values), *found[row["figure"]], said(TEMPLATES, row["known"], values))
        for row in _FIGURES
    ]


def facts(findings: Findings) -> dict[str, Any]:
    """The figures and curves as plain values."""
    curve = findings.bounds.curve
    names = ("lower bound, low", "lower bound", "lower bound, high")
    return {
        "readings": readings(findings.epsilon, figures(findings)),
        "curves": {
            "epsilon": curve.epsilons.tolist(),
            **{name: [*map(json_value, row)] for name, row in zip(names, curve.participants.tolist(), strict=True)},
            "simulated": [json_value(asdict(point)) for point in findings.simulated.points],
        },
        "seed": SEED,
    }


def curve_tables(findings: Findings) -> dict[str, pd.DataFrame]:
    """The curves of the picture, for download."""
    bounds = findings.bounds
    low, middle, high = bounds.curve.participants
    return {
        "lower-bound": pd.DataFrame(
            {"epsilon": bounds.curve.epsilons, "participants": middle, "low": low, "high": high}
        ),
        "simulated": pd.DataFrame(
            [asdict(point) for point in findings.simulated.points], columns=[field.name for field in fields(Point)]
        ),
    }
