"""The picture of a published figure that is no stopping time: its printed levels on our curves."""

import math

import pandas as pd
import plotly.graph_objects as go

from ui.look import marks, theme
from ui.published.exhibits import Curves, OurLine, PrintedAxis

HEIGHT = 400
_HEIGHT_OF_PANELS = 560
_GAP = 0.09  # between two panels, of the width and of the height
_DIAMOND = {"symbol": "diamond-open", "size": 12, "line": {"width": 2.5}}
_OPACITY = 0.15


def curves_chart(exhibit: Curves, table: pd.DataFrame) -> go.Figure:
    """Our curves with 95 % bands, the printed levels as diamonds; one picture a panel of the data."""
    panels = list(dict.fromkeys(table["panel"]))
    chart = theme.figure(HEIGHT if len(panels) == 1 else _HEIGHT_OF_PANELS)
    _lay_out(chart, panels, exhibit)
    in_legend: set[str] = set()
    for place, panel in enumerate(panels):
        rows = table[table["panel"] == panel]
        axes = {"xaxis": f"x{place + 1}", "yaxis": f"y{place + 1}"}
        for line in exhibit.lines:
            name = line.legend or line.label
            _add_line(chart, line, rows[rows["line"] == line.key], name not in in_legend, **axes)
            in_legend.add(name)
            if place == 0 and line.key in exhibit.printed:
                _add_printed(chart, exhibit, line)
        if exhibit.level is not None:
            value, words = exhibit.level
            chart.add_hline(
                y=value, line={"color": theme.palette().choice, "width": 1.5, "dash": "dot"}, **_cell(place)
            )
            if place == 0:
                chart.add_annotation(
                    x=0, xref="x domain", y=math.log10(value) if exhibit.y.log else value, yref="y", text=words,
                    showarrow=False, xanchor="left", yanchor="bottom", font={"color": theme.palette().choice},
                )  # fmt: skip
    return marks.legend_above(chart, font={"size": 13}, tracegroupgap=0)


def _cell(place: int) -> dict[str, str]:
    return {"xref": f"x{place + 1} domain" if place else "x domain", "yref": f"y{place + 1}" if place else "y"}


def _lay_out(chart: go.Figure, panels: list[str], exhibit: Curves) -> None:
    """One pair of axes a panel, two panels a row; they share their ranges."""
    columns = min(2, len(panels))
    rows = math.ceil(len(panels) / columns)
    width, height = (1 - _GAP * (columns - 1)) / columns, (1 - 1.5 * _GAP * (rows - 1)) / rows
    style = chart.layout.xaxis.to_plotly_json()
    for place, panel in enumerate(panels):
        row, column = divmod(place, columns)
        left, top = column * (width + _GAP), 1 - row * (height + 1.5 * _GAP)
        number = "" if place == 0 else str(place + 1)
        shared = {"matches": "x"} if place else {}
        chart.layout[f"xaxis{number}"] = {**style, **shared, "domain": [left, left + width], "anchor": f"y{number}"}
        shared = {"matches": "y"} if place else {}
        chart.layout[f"yaxis{number}"] = {**style, **shared, "domain": [top - height, top], "anchor": f"x{number}"}
        if panel:
            chart.add_annotation(
                x=left + width / 2, y=top, xref="paper", yref="paper", yanchor="bottom", text=panel, showarrow=False
            )
    _name(chart, exhibit.x, exhibit.y, len(panels) > columns)


def _name(chart: go.Figure, x: PrintedAxis, y: PrintedAxis, is_only_last_named: bool) -> None:
    title = f"← more privacy · {x.title} · less privacy →" if x.of else x.title
    chart.update_xaxes(type="log" if x.log else "linear", exponentformat="power")
    if x.log:
        chart.update_xaxes(dtick=1)
    if is_only_last_named:
        title = x.title
    chart.update_xaxes(title=title)
    chart.update_yaxes(type="log" if y.log else "linear", exponentformat="power")
    if y.log:
        chart.update_yaxes(dtick=1)
    chart.update_layout(yaxis={"title": y.title})


def _color(line: OurLine) -> str:
    return theme.algorithm_color(line.algorithm) if line.algorithm else theme.palette().without_privacy


def _add_line(chart: go.Figure, line: OurLine, rows: pd.DataFrame, is_named: bool, **axes: str) -> None:
    color, name = _color(line), line.legend or line.label
    if rows["low"].notna().any() and not line.legend:
        marks.band(chart, rows["x"], rows["low"], rows["high"], color, _OPACITY, **axes)
    runs = f", mean of {rows['runs'].max():,} runs" if len(rows) and rows["runs"].max() > 1 else ""
    single = len(rows) == 1
    chart.add_scatter(
        x=rows["x"],
        y=rows["value"],
        mode="markers" if single else "lines",
        marker={"color": color, "size": 10, "symbol": "circle-open" if line.dashed else "circle"},
        line={"color": color, "width": 2.5, "dash": "dash" if line.dashed else "solid"},
        name=name,
        legendgroup=name,
        showlegend=is_named,
        hovertemplate=f"<b>{line.label}</b>{runs}: %{{y:,.4~g}} at %{{x:,.4~g}}<extra></extra>",
        **axes,
    )


def _add_printed(chart: go.Figure, exhibit: Curves, line: OurLine) -> None:
    pairs = exhibit.printed[line.key]
    chart.add_scatter(
        x=[x for x, _ in pairs],
        y=[y for _, y in pairs],
        mode="markers",
        name="printed",
        legendgroup="printed",
        legendrank=1,
        showlegend=line.key == next(iter(exhibit.printed)),
        cliponaxis=False,
        marker={**_DIAMOND, "color": _color(line)},
        hovertemplate=f"<b>{line.label}</b>, printed: %{{y:,.4~g}} at %{{x:,.4~g}}<extra></extra>",
    )
