"""Our runs of the published settings, and how far a print is from them."""

import pandas as pd

import dpcore
from ui.published import store
from ui.published.exhibits import Exhibit, Panel

WRONG = "wrong, capped runs included"
COMPARED_EPSILON = 10.0  # privacy is loose


def gap(panel: Panel) -> tuple[float, float]:
    """Samples of the compared algorithm at COMPARED_EPSILON, means over runs: printed, ours with the proven rule."""
    rows = simulated_for(panel, False)
    ours = rows[(rows["algorithm"] == panel.compared) & (rows["epsilon"] == COMPARED_EPSILON)]["mean"]
    return dict(panel.readings[panel.compared])[COMPARED_EPSILON], float(ours.item())


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
