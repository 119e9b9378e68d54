"""Our runs of the published settings, and how far a print is from them."""

import math

import numpy as np
import pandas as pd

import dpcore
from ui.published import store
from ui.published.exhibits import Curves, Exhibit, Panel

WRONG = "wrong, capped runs included"
AGREES = 1.25  # a level within this factor of another agrees with it
COMPARED_EPSILON = 10.0  # privacy is loose


def gap(panel: Panel) -> tuple[float, float]:
    """Samples of the compared algorithm at COMPARED_EPSILON, means over runs: printed, ours with the proven rule."""
    rows = simulated_for(panel, False)
    ours = rows[(rows["algorithm"] == panel.compared) & (rows["epsilon"] == COMPARED_EPSILON)]["mean"]
    (printed,) = (
        samples
        for epsilon, samples in panel.readings[panel.compared]
        if epsilon is not None and math.isclose(epsilon, COMPARED_EPSILON)
    )
    return printed, float(ours.item())


def printed_of(exhibit: Exhibit) -> pd.DataFrame:
    """The levels read off the print, a row each; none for a statement."""
    if isinstance(exhibit, Panel):
        names, readings = ("algorithm", "epsilon", "samples"), exhibit.readings
    else:
        names, readings = ("line", exhibit.x.title, exhibit.y.title), exhibit.printed
    levels = [(line, *pair) for line, pairs in readings.items() for pair in pairs]
    return in_words(exhibit, pd.DataFrame(levels, columns=list(names)))


def simulated_for(panel: Panel, with_heuristics: bool) -> pd.DataFrame:
    """The runs of a panel's instance and algorithms."""
    table = store.load(panel.study)
    rows = (table["means"] == " ".join(map(str, panel.means))) & table["algorithm"].isin(list(panel.readings))
    if not with_heuristics:
        rows &= table["threshold"] == "proven"
    return table[rows].rename(columns={"wrong": WRONG})


def runs_of(exhibit: Exhibit, with_heuristics: bool) -> pd.DataFrame:
    """Our rows for a figure or statement; with_heuristics matters for stopping times only."""
    if isinstance(exhibit, Panel):
        return simulated_for(exhibit, with_heuristics)
    table = store.load(exhibit.study)
    shown = [line.key for line in exhibit.lines]
    return table[(table["figure"] == exhibit.figure) & table["line"].isin(shown)]


def in_words(exhibit: Exhibit, table: pd.DataFrame) -> pd.DataFrame:
    """The same with the names of the picture, and with columns named as its axes or as on the page about stopping."""
    if isinstance(exhibit, Panel):
        labels = {name: entry.label for name, entry in dpcore.fixed_confidence_algorithms().items()}
        columns = {"q10": "10 %", "q90": "90 %", "max_samples": "cap"}
        return table.replace({"algorithm": labels}).rename(columns=columns)
    lines = {line.key: line.label for line in exhibit.lines}
    return table.replace({"line": lines}).rename(columns={"x": exhibit.x.title, "value": exhibit.y.title})


def ours_at(exhibit: Curves, line: str, x: float) -> float:
    """Our value on a line at x: the nearest two points, joined as the picture joins them."""
    rows = runs_of(exhibit, False).query("line == @line").sort_values("x")
    values = np.log(rows["value"]) if exhibit.y.log else rows["value"]
    found = float(np.interp(math.log(x), np.log(rows["x"]), values))
    return math.exp(found) if exhibit.y.log else found


def agrees(exhibit: Curves, line: str, x: float, printed: float) -> bool:
    """Whether a printed level lies within a quarter of ours, or within the 95 % margin of both where that is known."""
    ours = ours_at(exhibit, line, x)
    if 1 / AGREES <= (printed / ours if ours else math.inf) <= AGREES:
        return True
    if exhibit.printed_runs is None:
        return False
    rows = runs_of(exhibit, False).query("line == @line and x == @x")
    half = float((rows["high"] - rows["low"]).item()) / 2
    return abs(printed - ours) <= half * math.sqrt(1 + float(rows["runs"].item()) / exhibit.printed_runs)
