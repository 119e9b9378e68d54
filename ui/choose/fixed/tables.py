"""The figures of a fixed design as tables and plain values."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd

from ui.choose.fixed.figures import Exact, most_participants
from ui.choose.fixed.words import at_least_percent
from ui.choose.question import BEAT, FixedDesign
from ui.choose.tables import json_value
from ui.choose.words import below, enough_from_text, points_of
from ui.look.numbers import at_least, number, percent, setting, whole


def readings_table(exact: Exact) -> pd.DataFrame:
    """The figures, and what each of them is."""
    design = exact.design
    what = "beats the usual one" if design.promise == BEAT else "is best"
    here = "without privacy" if exact.epsilon is None else f"at ε = {setting(exact.epsilon)}"
    told = [(name, write(getattr(exact, figure))) for figure, name, write in _first(exact)]
    if exact.epsilon is not None:
        told.append((f"participants {here}", _people(exact, exact.needed or math.inf)))
    if not math.isnan(exact.kept):
        told.append((f"probability of finding the option that {what}, {here}", at_least_percent(exact.kept)))
    told += [(f"price of privacy at ε = {setting(each)}", _price(ratio)) for each, ratio in exact.prices]
    if exact.critical is not None:
        told.append(("lead of a noisy count that is claimed", whole(exact.critical)))
    rows = [(*each, f"{known_how(design)}, this design") for each in told]
    return pd.DataFrame([*rows, *_bound_rows(exact, here)], columns=["figure", "value", "what it is"])


def readings_so_far(exact: Exact) -> pd.DataFrame:
    """Those figures that are known while others are being found."""
    known = vars(exact).copy()
    rows = [
        (name, write(known[figure]), known_how(exact.design))
        for figure, name, write in _first(exact)
        if figure in known
    ]
    return pd.DataFrame(rows, columns=["figure so far", "value", "what it is"])


def _first(exact: Exact) -> list[tuple[str, str, Callable[[float], str]]]:
    """The first figures of the table: what each is called in Exact and on the page, and what writes it."""
    return [
        ("enough_from", "smallest ε that is enough for the participants", enough_from_text),
        ("free_from", f"ε from which privacy costs at most {percent(exact.question.extra)}", enough_from_text),
        ("without_privacy", "participants without privacy", partial(_people, exact)),
    ]


def _bound_rows(exact: Exact, here: str) -> list[tuple[str, str, str]]:
    if exact.possible_from is None or exact.bound_without_privacy is None:
        return []
    what = f"lower bound, any method that finds every lead of {points_of(exact.design.difference)} at this risk"
    at_epsilon = [] if exact.bound is None else [(f"participants {here}, at least", at_least(exact.bound), what)]
    return [
        (
            "smallest ε that this bound does not rule out",
            "none" if math.isinf(exact.possible_from) else below(exact.possible_from),
            what,
        ),
        *at_epsilon,
        ("participants without privacy, at least", at_least(exact.bound_without_privacy), what),
    ]


def known_how(design: FixedDesign) -> str:
    """How the figures of a design are known."""
    return "exact" if design.usual is None else "certified over the usual rates"


def _price(ratio: float) -> str:
    return "not known" if math.isinf(ratio) else f"× {number(ratio)}"


def _people(exact: Exact, value: float) -> str:
    return f"over {whole(most_participants(exact.design))}" if math.isinf(value) else whole(value)


def curve_tables(exact: Exact) -> dict[str, pd.DataFrame]:
    """The curves of the picture, for download."""
    curves = exact.curves
    columns = {"epsilon": curves.epsilons, "participants": curves.participants}
    if curves.second is not None:
        columns["participants, other release"] = curves.second
    if curves.bound is not None:
        columns["lower bound"] = curves.bound
    return {"participants-against-epsilon": pd.DataFrame(columns)}


def facts(exact: Exact) -> dict[str, Any]:
    """The figures and curves as plain values: infinite figures are written "infinite"."""
    curves = exact.curves
    readings = {
        "chosen epsilon": exact.epsilon,
        "smallest epsilon that is enough (exact)": exact.enough_from,
        "privacy costs at most the accepted extra from epsilon (exact)": exact.free_from,
        "participants at the chosen epsilon (exact)": exact.needed,
        "participants without privacy (exact)": exact.without_privacy,
        "probability of finding the lead (exact)": exact.kept,
        "lead of a noisy count that is claimed (exact)": exact.critical,
        "smallest epsilon not ruled out (lower bound)": exact.possible_from,
        "participants at the chosen epsilon, at least (lower bound)": exact.bound,
        "participants without privacy, at least (lower bound)": exact.bound_without_privacy,
    }
    lines = {"epsilon": curves.epsilons, "participants": curves.participants, "lower bound": curves.bound}
    return {
        "readings": {name: json_value(value) for name, value in readings.items()},
        "curves": {name: [*map(json_value, values.tolist())] for name, values in lines.items() if values is not None},
    }
