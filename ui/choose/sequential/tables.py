"""The figures behind the answer, as tables and as plain values: what was found, and the curves of the picture."""

from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import Any

import pandas as pd

from ui.choose.sequential.findings import Findings, Point, Reading
from ui.choose.sequential.words import TEMPLATES, epsilon_text, figure, given, people_text
from ui.choose.tables import json_value
from ui.choose.words import below, since
from ui.look.numbers import at_least, setting
from ui.look.sentences import said

_AT_CHOSEN = " at the chosen epsilon"  # in the names of figures that there are once an epsilon is chosen


def _readings(findings: Findings) -> Iterator[tuple[str, str, float | Reading | None, str, str]]:
    """Of each figure its name in JSON and on the page, its value, and how it is said and known."""
    bounds, known = findings.bounds, findings.simulated
    values = given(findings.question)
    searched, simulated, bound = (said(TEMPLATES, f"known_by_{how}", values) for how in ("search", "runs", "bound"))
    here = "at ε" if findings.epsilon is None else f"at ε = {setting(findings.epsilon)}"
    possible = "at or over the bound" if values["asymptotic"] else "that this bound does not rule out"
    for name, text, epsilon in (
        (
            "smallest epsilon achievable (simulated)",
            "smallest ε known to be enough, with 95 % confidence",
            known.achievable,
        ),
        ("largest epsilon known to be too small (simulated)", "largest ε known to be too small", known.too_small),
    ):
        yield name, text, epsilon, epsilon_text(epsilon), searched
    for name, text, reading, say in (
        ("smallest epsilon not ruled out (lower bound)", f"smallest ε {possible}", bounds.possible, below),
        (
            "bound nearly unchanged by privacy (lower bound)",
            f"ε from which privacy raises the bound by at most {values['extra']}",
            bounds.almost_free,
            since,
        ),
    ):
        yield name, text, reading, figure(reading, say), bound
    for where, name, needed, least in (
        (here, _AT_CHOSEN, known.at_epsilon, bounds.at_epsilon),
        ("without privacy", " without privacy", known.without_privacy, bounds.curve.without_privacy),
    ):
        text = f"participants {where}"
        yield f"participants{name}, in 90 of 100 runs (simulated)", text, needed, people_text(needed), simulated
        told = "" if least is None else figure(least, at_least)
        yield f"participants{name}, at least, in 90 of 100 runs (lower bound)", f"{text}, at least", least, told, bound


def readings_table(findings: Findings) -> pd.DataFrame:
    """The figures, and what each of them is."""
    rows = [
        (text, told, how)
        for name, text, _, told, how in _readings(findings)
        if findings.epsilon is not None or _AT_CHOSEN not in name
    ]
    return pd.DataFrame(rows, columns=["figure", "value", "what it is"])


def facts(findings: Findings) -> dict[str, Any]:
    """The figures and curves as plain values: infinite figures are written "infinite", unknown ones are None."""
    curve = findings.bounds.curve
    low, middle, high = ([*map(json_value, row)] for row in curve.participants.tolist())
    points = [{name: json_value(value) for name, value in asdict(point).items()} for point in findings.simulated.points]
    readings = {name: _plain(value) for name, _, value, *_ in _readings(findings)}
    return {
        "readings": {"chosen epsilon": findings.epsilon, **readings},
        "curves": {
            "epsilon": curve.epsilons.tolist(),
            "lower bound": middle,
            "lower bound, low": low,
            "lower bound, high": high,
            "simulated": points,
        },
    }


def _plain(value: float | Reading | None) -> Any:
    if isinstance(value, Reading):
        return {"median": json_value(value.middle), "low": json_value(value.low), "high": json_value(value.high)}
    return json_value(value)


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
