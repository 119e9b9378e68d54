"""The page's notebook."""

from typing import Any

import pandas as pd

from ui.published import words
from ui.published.exhibits import Exhibit, Panel
from ui.shell.notebook import Notebook


def notebook(exhibit: Exhibit, table: pd.DataFrame) -> Notebook:
    """A notebook that repeats one of the page's simulations or reads its data, and draws the data."""
    return Notebook(
        exhibit.title,
        f"Source: {exhibit.source}",
        words.snippet(exhibit, table),
        _panel(exhibit, table) if isinstance(exhibit, Panel) else _curves(exhibit.y.log),
    )


def _panel(panel: Panel, table: pd.DataFrame) -> str:
    runs: dict[str, list[tuple[Any, Any]]] = {}
    for (algorithm, threshold), rows in table.groupby(["algorithm", "threshold"], sort=False):
        places, medians = (rows[name].astype(object).where(rows[name].notna(), None) for name in ("epsilon", "median"))
        runs[f"{algorithm}, {threshold}"] = list(zip(places.tolist(), medians.tolist(), strict=True))
    listed = "\n".join(f"    {name!r}: {pairs!r}," for name, pairs in runs.items())
    printed = "\n".join(f"    {name!r}: {pairs!r}," for name, pairs in panel.readings.items())
    return f"""# Medians of our own runs at each epsilon, made as above; None means that half or more were capped.
ours = {{
{listed}
}}
printed = {{  # levels read off the publication; epsilon None: without privacy
{printed}
}}
figure = go.Figure(layout={{"title": "Samples until a run stops: printed levels beside our runs"}})
for name, pairs in ours.items():
    if pairs[0][0] is None:
        figure.add_scatter(x=[0.001, 300], y=[pairs[0][1]] * 2, line={{"dash": "dash"}}, name=name)
    else:
        figure.add_scatter(x=[each for each, _ in pairs], y=[median for _, median in pairs], name=name)
for name, pairs in printed.items():
    places = [300 if each is None else each for each, _ in pairs]
    levels = [level for _, level in pairs]
    figure.add_scatter(
        x=places, y=levels, mode="markers", marker={{"symbol": "diamond-open", "size": 11}}, name=f"{{name}}, printed"
    )
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="samples")
figure
"""


def _curves(is_log: bool) -> str:
    kind = ', type="log"' if is_log else ""
    return f"""figure = go.Figure(layout={{"title": "Our numbers for this figure"}})
for (panel, line), its in rows_of_figure.groupby(["panel", "line"], sort=False):
    figure.add_scatter(x=its["x"], y=its["value"], mode="lines+markers", name=f"{{panel}} {{line}}".strip())
figure.update_yaxes(title="value"{kind})
figure
"""
