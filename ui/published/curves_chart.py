"""The picture of a published figure that is no stopping time: its printed levels on our curves."""

import math
from collections.abc import Iterable
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from ui.look import marks, theme
from ui.look.axes import between_ends, in_thousands
from ui.published.exhibits import Curves, OurLine, PrintedAxis

HEIGHT = 400
_HEIGHT_OF_TWO_ROWS = 600
_MOST_DECADES = 8  # whose ticks have words, over the width of the picture
_GAP = 0.09  # between two panels, of the width and of the height
_DIAMOND: dict[str, Any] = {"symbol": "diamond-open", "size": 12, "rim": 2.5, "cliponaxis": False}
_OPACITY = 0.15


def curves_chart(exhibit: Curves, table: pd.DataFrame) -> go.Figure:
    """Our curves with 95 % bands, the printed levels as diamonds; one picture a panel of the data."""
    panels = list(dict.fromkeys(table["panel"]))
    chart = theme.figure(HEIGHT if len(panels) <= 2 else _HEIGHT_OF_TWO_ROWS)
    _lay_out(chart, panels)
    _scale(chart, exhibit, table)
    in_legend: set[str] = set()
    for place, panel in enumerate(panels):
        rows = table[table["panel"] == panel]
        axes = {"xaxis": f"x{place + 1}", "yaxis": f"y{place + 1}"}
        for line in exhibit.lines:
            name, its = line.legend or line.label, rows[rows["line"] == line.key]
            if its.empty:
                continue
            _add_line(chart, line, its, name not in in_legend, **axes)
            in_legend.add(name)
            if place == 0 and line.key in exhibit.printed:
                says = f"<b>{line.label}</b>, printed: %{{y:,.4~g}} at %{{x:,.4~g}}"
                add_printed(chart, exhibit.printed[line.key], _color(line), says, legendgroup="printed")
        if exhibit.level is not None:
            _add_level(chart, exhibit.level, exhibit.y.log, place)
    if exhibit.printed:
        add_printed_key(chart, legendgroup="printed")
    return marks.legend_above(chart, 0.02 if len(panels) == 1 else 0.08, font={"size": 13}, tracegroupgap=0)


def _add_level(chart: go.Figure, level: tuple[float, str], is_log: bool, place: int) -> None:
    """The horizontal line in panel number `place`, from 0, with its words in the first one."""
    value, words = level
    color, across = theme.palette().choice, f"x{place + 1 if place else ''} domain"
    chart.add_shape(
        type="line", x0=0, x1=1, xref=across, y0=value, y1=value, yref=f"y{place + 1 if place else ''}",
        line={"color": color, "width": 1.5, "dash": "dot"},
    )  # fmt: skip
    if place == 0:
        height = math.log10(value) if is_log else value
        marks.note(chart, 0.01, height, words, color, 14, has_halo=True, xref=across, xanchor="left", yanchor="bottom")


def _lay_out(chart: go.Figure, panels: list[str]) -> None:
    """One pair of axes a panel, two panels a row; they share the range of y."""
    columns = min(2, len(panels))
    rows = math.ceil(len(panels) / columns)
    width, height = (1 - _GAP * (columns - 1)) / columns, (1 - 1.5 * _GAP * (rows - 1)) / rows
    style = chart.layout.xaxis.to_plotly_json()
    for place, panel in enumerate(panels):
        row, column = divmod(place, columns)
        left, top = column * (width + _GAP), 1 - row * (height + 1.5 * _GAP)
        number = "" if place == 0 else str(place + 1)
        chart.layout[f"xaxis{number}"] = {**style, "domain": [left, left + width], "anchor": f"y{number}"}
        shared = {"matches": "y"} if place else {}
        chart.layout[f"yaxis{number}"] = {**style, **shared, "domain": [top - height, top], "anchor": f"x{number}"}
        if panel:
            above: dict[str, Any] = {"xref": "paper", "yref": "paper", "yanchor": "bottom"}
            marks.note(chart, left + width / 2, top, panel, theme.palette().text, 14, **above)


def _scale(chart: go.Figure, exhibit: Curves, table: pd.DataFrame) -> None:
    """The axes' titles and ticks; panels of one row have their own scales of x."""
    x, panels = exhibit.x, list(dict.fromkeys(table["panel"]))
    printed = list(zip(*(pair for pairs in exhibit.printed.values() for pair in pairs), strict=True)) or [(), ()]
    ends = between_ends(x.title) if x.of and len(panels) == 1 else x.title
    chart.update_xaxes(tickfont={"size": 13})
    for place, panel in enumerate(panels):
        places = [*table.loc[table["panel"] == panel, "x"], *(printed[0] if place == 0 else ())]
        ticks = _ticks(x, places, min(2, len(panels)))
        title = ends if place >= len(panels) - 2 else ""
        chart.layout[f"xaxis{place + 1 if place else ''}"].update(title=title, **ticks)
    chart.update_yaxes(**_ticks(exhibit.y, [*table["value"], *printed[1]], 1), tickfont={"size": 13})
    chart.update_layout(yaxis={"title": exhibit.y.title})


def _ticks(axis: PrintedAxis, values: list[float], columns: int) -> dict[str, object]:
    """Powers of ten, so many that their words have room; 1, 2 and 5 times these where there are few."""
    if not axis.log:
        return {"type": "linear"}
    low, high = math.log10(min(value for value in values if value > 0)), math.log10(max(values))
    if high - low < 2:
        places = [first * 10.0**power for power in range(math.floor(low), math.ceil(high) + 1) for first in (1, 2, 5)]
        return {"type": "log", "tickvals": places, "ticktext": [in_thousands(place) for place in places]}
    style = {"tickformat": "~g"} if axis.of else {"exponentformat": "power"}
    return {"type": "log", **style, "dtick": math.ceil((high - low) * columns / _MOST_DECADES)}


def _color(line: OurLine) -> str:
    return theme.algorithm_color(line.algorithm) if line.algorithm else theme.palette().without_privacy


def _add_line(chart: go.Figure, line: OurLine, rows: pd.DataFrame, is_named: bool, **axes: str) -> None:
    color, name = _color(line), line.legend or line.label
    if rows["low"].notna().any() and not line.legend:
        marks.band(chart, rows["x"], rows["low"], rows["high"], color, _OPACITY, **axes)
    runs = f", mean of {rows['runs'].max():,} runs" if len(rows) and rows["runs"].max() > 1 else ""
    told = rows["x"], rows["value"], color, f"<b>{line.label}</b>{runs}: %{{y:,.4~g}} at %{{x:,.4~g}}"
    style: dict[str, Any] = {"name": name, "legendgroup": name, "showlegend": is_named, **axes}
    if len(rows) == 1:
        marks.points(chart, *told, size=10, symbol="circle-open" if line.dashed else "circle", **style)
    else:
        marks.curve(chart, *told, width=2.5, dash="dash" if line.dashed else "solid", **style)


def add_printed(
    chart: go.Figure, pairs: Iterable[tuple[float | None, float | None]], color: str, says: str, **style: Any
) -> None:
    """Levels read off a print."""
    x, y = zip(*pairs, strict=True)
    marks.points(chart, x, y, color, says, **(_DIAMOND | style))


def add_printed_key(chart: go.Figure, **style: Any) -> None:
    """What the marks of levels mean, first in the legend."""
    add_printed(chart, [(None, None)], theme.palette().text, "", name="<b>printed</b>", legendrank=1, **style)


def add_key(chart: go.Figure, name: str, **style: Any) -> None:
    """What a mark or line means, first in the legend."""
    mode = "markers" if "marker" in style else "lines"
    chart.add_scatter(x=[None], y=[None], mode=mode, name=name, legendrank=1, **style)
