"""Sentences and the notebook about sweeps; the templates are in sentences.json."""

import math
from typing import Any

from sweeps.reading import CELL, SweepTable
from ui.look.literal import literal
from ui.look.sentences import teller
from ui.shell.notebook import Notebook
from ui.sweeps.view import SweepView, is_log

tell = teller(__file__)


def verdict(table: SweepTable) -> str:
    """What the sweep has found, in the words of its file; else how far it is."""
    if table.words.answer:
        return literal(table.words.answer).replace(r"\*\*", "**")  # what is bold there is bold here
    return tell("unfinished", finished=len(table.rows), cells=table.cells)


def reading(view: SweepView) -> str:
    """What the points are."""
    runs = view.rows["runs"].tolist() if "runs" in view.rows else []
    return tell(
        "reading",
        is_empty=not view.lines,
        left_out=view.left_out,
        is_one_left_out=view.left_out == 1,
        has_interval=any(line.low is not None for line in view.lines),
        fewest=min(runs, default=0),
        most=max(runs, default=0),
        has_range=len({*runs}) > 1,
    )


def origin(table: SweepTable) -> str:
    """Which command and code made it."""
    made = table.origin
    return tell(
        "origin",
        finished=len(table.rows),
        cells=table.cells,
        command=str(made.get("command", "")),
        commit=str(made.get("commit", ""))[:12] or "unknown",
        versions=", ".join(f"{name} {version}" for name, version in dict(made.get("versions", {})).items()),
    )


def notebook(view: SweepView) -> Notebook:
    """A notebook that makes the runs of the first cell on show, and draws all cells as the page does."""
    told = f"{view.y} against {view.x}, by {view.split}"
    return Notebook(told, "Simulated by python -m sweeps", _code(view), _picture(view))


def _picture(view: SweepView) -> str:
    lines = "\n".join(
        f"    ({', '.join(filter(None, (str(line.value), line.apart)))!r}, {_plain(line.x)!r}, {_plain(line.y)!r}),"
        for line in view.lines
    )
    return f"""# The sweep's finished cells: name, x, y.  Sweeps are made by python -m sweeps (README, Sweeps).
lines = [
{lines}
]
figure = go.Figure()
for name, x, y in lines:
    figure.add_scatter(x=x, y=y, mode="lines+markers", name=name)
figure.update_xaxes(title={view.x!r}{_kind([x for line in view.lines for x in line.x])})
figure.update_yaxes(title={view.y!r}{_kind([y for line in view.lines for y in line.y])})
"""


def _kind(values: list[Any]) -> str:
    """A log axis where the page has one."""
    are_numbers = all(isinstance(value, int | float) for value in values)
    return ', type="log", exponentformat="power"' if are_numbers and is_log(values) else ""


def _plain(values: list[Any]) -> list[Any]:
    """The same, with None where a number is not finite."""
    return [None if isinstance(value, float) and not math.isfinite(value) else value for value in values]


def _code(view: SweepView) -> str:
    rows = view.table.rows.loc[view.rows.index]
    if rows.empty or CELL not in rows:
        return "from sweeps.reading import COMMITTED, sweep_folders\n\nprint(list(sweep_folders(COMMITTED)))"
    return f"""from sweeps.cells import SweepCell
from sweeps.families import FAMILIES

cell = SweepCell({str(rows[CELL].iloc[0])!r})
asked = cell.asked
family = FAMILIES[asked["family"]]
result = family.simulate(asked["algorithm"], asked["parameters"], runs=asked["runs"], seed=cell.seed)
print(result.summary())"""
