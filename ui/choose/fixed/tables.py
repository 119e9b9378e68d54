"""The figures of a fixed design as tables and plain values."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd

from ui.choose.fixed.exact import Exact
from ui.choose.fixed.figures import most_participants
from ui.choose.fixed.words import at_least_percent
from ui.choose.question import BEAT, FixedDesign
from ui.choose.tables import Figure
from ui.choose.words import enough_from_text, not_ruled_out_text, points_of
from ui.look.numbers import at_least, number, percent, setting, whole

Row = tuple[str, str, Any, Callable[[Any], str]]  # its names in JSON and on the page, its value, what writes it
CHOSEN, FREE = "participants at the chosen epsilon", "participants without privacy"


def figures(exact: Exact) -> list[Figure]:
    """The figures, and what each of them is; a table leaves out those that are not known, or not asked for."""
    design = exact.design
    what = "beats the usual one" if design.promise == BEAT else "is best"
    here = "without privacy" if exact.epsilon is None else f"at ε = {setting(exact.epsilon)}"
    people, claimed = partial(_people, exact), "lead in noisy counts that a claim needs"
    at_epsilon, not_ruled_out = f"participants {here}", "smallest ε that this bound does not rule out"
    finding = f"probability of finding the option that {what}, {here}"
    exactly: list[Row] = [
        *((name, text, getattr(exact, figure), write) for figure, name, text, write in _first(exact)),
        (f"{CHOSEN} (exact)", at_epsilon, exact.needed, people),
        ("probability of finding the lead (exact)", finding, exact.kept, at_least_percent),
        *(("", f"price of privacy at ε = {setting(each)}", ratio, _price) for each, ratio in exact.prices),
        (f"{claimed} (exact)", claimed, exact.critical, whole),
    ]
    least: list[Row] = [
        ("smallest epsilon not ruled out (lower bound)", not_ruled_out, exact.possible_from, not_ruled_out_text),
        (f"{CHOSEN}, at least (lower bound)", f"{at_epsilon}, at least", exact.bound, at_least),
        (f"{FREE}, at least (lower bound)", f"{FREE}, at least", exact.bound_without_privacy, at_least),
    ]
    bound = f"lower bound for any method that finds every lead of {points_of(design.difference)} at this risk"
    return [
        Figure(name, text, value, "" if value is None else write(value), known)
        for rows, known in ((exactly, f"{known_how(design)}, this design"), (least, bound))
        for name, text, value, write in rows
    ]


def readings_so_far(exact: Exact) -> pd.DataFrame:
    """Those figures that are known while others are being found."""
    known = vars(exact).copy()
    rows = [
        (text, write(known[figure]), known_how(exact.design))
        for figure, _, text, write in _first(exact)
        if figure in known
    ]
    return pd.DataFrame(rows, columns=["figure so far", "value", "what it is"])


def _first(exact: Exact) -> list[tuple[str, str, str, Callable[[Any], str]]]:
    """The first figures: what each is called in Exact, in JSON and on the page, and what writes it."""
    extra, free = "epsilon from which privacy costs at most the accepted extra (exact)", percent(exact.question.extra)
    smallest = "smallest ε that is enough for the participants"
    return [
        ("enough_from", "smallest epsilon that is enough (exact)", smallest, enough_from_text),
        ("free_from", extra, f"ε from which privacy costs at most {free}", enough_from_text),
        ("without_privacy", f"{FREE} (exact)", FREE, partial(_people, exact)),
    ]


def known_how(design: FixedDesign) -> str:
    """How the figures of a design are known."""
    return "exact" if design.usual is None else "certified over the usual rates"


def _price(ratio: float) -> str:
    return "not known" if math.isinf(ratio) else f"× {number(ratio)}"


def _people(exact: Exact, value: float) -> str:
    return f"over {whole(most_participants(exact.design))}" if math.isinf(value) else whole(value)


def curve_table(exact: Exact) -> pd.DataFrame:
    """The curves of the picture."""
    curves = exact.curves
    columns = {"epsilon": curves.epsilons, "participants": curves.participants}
    if curves.second is not None:
        columns["participants, other release"] = curves.second
    if curves.bound is not None:
        columns["lower bound"] = curves.bound
    return pd.DataFrame(columns)
