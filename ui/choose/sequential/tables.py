"""The figures behind the answer, as tables and as plain values: what was found, and the curves of the picture."""

from dataclasses import asdict, fields
from typing import Any

import pandas as pd

from ui.choose.sequential.findings import Findings, Point
from ui.choose.sequential.words import TEMPLATES, epsilon_text, figure, given, people_text
from ui.choose.tables import Figure, json_value, readings
from ui.choose.words import below, since
from ui.look.numbers import at_least, percent, setting
from ui.look.sentences import said

FREE = "participants without privacy"


def figures(findings: Findings) -> list[Figure]:
    """The figures, and what each of them is; those at the chosen epsilon are not said while none is chosen."""
    bounds, known, values = findings.bounds, findings.simulated, given(findings.question)
    searched, simulated, bound = (said(TEMPLATES, f"known_by_{how}", values) for how in ("search", "runs", "bound"))
    here = "" if findings.epsilon is None else f"participants at ε = {setting(findings.epsilon)}"
    question = findings.question
    least = "at or over the bound" if question.problem.is_asymptotic else "that this bound does not rule out"
    raised = f"ε from which privacy raises the bound by at most {percent(question.extra)}"
    searches = (
        ("smallest epsilon achievable", "smallest ε known to be enough, with 95 % confidence", known.achievable),
        ("largest epsilon known to be too small", "largest ε known to be too small", known.too_small),
    )
    limits = (
        ("smallest epsilon not ruled out", f"smallest ε {least}", bounds.possible, below),
        ("bound nearly unchanged by privacy", raised, bounds.almost_free, since),
    )
    people = (
        ("participants at the chosen epsilon", here, known.at_epsilon, bounds.at_epsilon),
        (FREE, FREE, known.without_privacy, bounds.curve.without_privacy),
    )
    found = [
        Figure(f"{name} (simulated)", text, value, epsilon_text(value), searched) for name, text, value in searches
    ]
    found += [
        Figure(f"{name} (lower bound)", text, limit.plain, figure(limit, say), bound)
        for name, text, limit, say in limits
    ]
    for name, text, needed, bounded in people:
        told, runs = people_text(needed) if text else "", "to stop in 90 of 100 runs"
        found.append(Figure(f"{name}, {runs} (simulated)", text, needed, told, simulated))
        told, value = (figure(bounded, at_least), bounded.plain) if bounded else ("", None)
        found.append(Figure(f"{name}, at least, {runs} (lower bound)", f"{text}, at least", value, told, bound))
    return found


def facts(findings: Findings) -> dict[str, Any]:
    """The figures and curves as plain values."""
    curve = findings.bounds.curve
    low, middle, high = ([*map(json_value, row)] for row in curve.participants.tolist())
    return {
        "readings": readings(findings.epsilon, figures(findings)),
        "curves": {
            "epsilon": curve.epsilons.tolist(),
            "lower bound": middle,
            "lower bound, low": low,
            "lower bound, high": high,
            "simulated": [json_value(asdict(point)) for point in findings.simulated.points],
        },
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
