"""The figures behind the answer, as tables and as plain values: what was found, and the curves of the picture."""

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import pandas as pd

from ui.choose.sequential.findings import Findings, Point
from ui.choose.sequential.words import TEMPLATES, epsilon_text, figure, given, people_text
from ui.choose.tables import Figure, json_value, readings
from ui.choose.words import below, since
from ui.components import assets
from ui.look.numbers import at_least
from ui.look.sentences import said

_FIGURES = json.loads(assets.text(Path(__file__).with_name("figures.json")))


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
    told = {**given(findings.question), "epsilon": epsilon}
    return [
        Figure(row["name"], said(row, "text", told), *found[row["figure"]], said(TEMPLATES, row["known"], told))
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
