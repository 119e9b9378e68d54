"""The page's notebook."""

import math
from typing import Any

from ui.shell.notebook import Notebook
from ui.sweeps import words
from ui.sweeps.view import SweepView, is_log


def notebook(view: SweepView) -> Notebook:
    """A notebook that makes the runs of the first cell on show, and draws all cells as the page does."""
    told = f"{view.y} against {view.x}, by {view.split}"
    return Notebook(told, "Simulated by python -m sweeps", words.snippet(view), _picture(view))


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
figure
"""


def _kind(values: list[Any]) -> str:
    """A log axis where the page has one."""
    are_numbers = all(isinstance(value, int | float) for value in values)
    return ', type="log", exponentformat="power"' if are_numbers and is_log(values) else ""


def _plain(values: list[Any]) -> list[Any]:
    """The same, with None where a number is not finite."""
    return [None if isinstance(value, float) and not math.isfinite(value) else value for value in values]
