"""Marks that many charts share: bands, the line of what is chosen, named lines, and the legend above the picture."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from dpcore.fixed_confidence import FixedConfidenceResult
from dpcore.private_stopping import PrivateStoppingResult
from ui.look import theme


def band(
    chart: go.Figure,
    x: Iterable[Any],
    low: Iterable[Any],
    high: Iterable[Any],
    color: str,
    opacity: float,
    **style: Any,
) -> None:
    """The area between two curves over the same places, without words; `style`: see go.Scatter."""
    places = list(x)
    chart.add_scatter(
        x=places + places[::-1],
        y=[*high, *reversed(list(low))],
        fill="toself",
        fillcolor=theme.translucent(color, opacity),
        line={"width": 0},
        mode="lines",
        showlegend=False,
        hoverinfo="skip",
        **style,
    )


def curve(
    chart: go.Figure,
    x: Iterable[Any],
    y: Iterable[Any],
    color: str,
    says: str = "",
    *,
    width: float = 2,
    dash: str = "solid",
    shape: str = "linear",
    dots: float = 0,
    name: str = "",
    **style: Any,
) -> None:
    """A line, with dots of this size unless it is 0.

    says: what stands under a pointer.  name: in the legend, which leaves out a line without one.  style: of go.Scatter.
    """
    told = {"hovertemplate": f"{says}<extra></extra>"} if says else {"hoverinfo": "skip"}
    chart.add_scatter(
        x=x,
        y=y,
        mode="lines+markers" if dots else "lines",
        line={"color": color, "width": width, "dash": dash, "shape": shape},
        **({"marker": {"size": dots}} if dots else {}),
        **({"name": name} if name else {"showlegend": False}),
        **told,
        **style,
    )


def points(
    chart: go.Figure,
    x: Iterable[Any],
    y: Iterable[Any],
    color: str,
    says: str,
    *,
    size: float = 9,
    symbol: str = "circle",
    rim: float = 0,
    name: str = "",
    **style: Any,
) -> None:
    """Points without a line.  rim: the width of their outlines.  says, name, style: as of `curve`."""
    marker = {"color": color, "size": size, "symbol": symbol, "line": {"color": color, "width": rim}}
    named = {"name": name} if name else {"showlegend": False}
    told = f"{says}<extra></extra>"
    chart.add_scatter(x=x, y=y, mode="markers", marker=marker, hovertemplate=told, **named, **style)


def dot(
    chart: go.Figure, x: float, y: float, color: str, says: str, *, size: float = 13, symbol: str = "circle"
) -> None:
    """One point, set off from the lines around it.  says: what stands under a pointer."""
    marker = {"color": color, "symbol": symbol, "size": size, "line": {"color": theme.palette().background, "width": 2}}
    told = f"{says}<extra></extra>"
    chart.add_scatter(x=[x], y=[y], mode="markers", showlegend=False, marker=marker, hovertemplate=told)


def choice_line(chart: go.Figure, x: float, label: str = "", at_foot: bool = False, **line: Any) -> None:
    """A vertical where the reader has chosen, with its label above the picture, or right of its foot."""
    color = theme.palette().choice
    chart.add_vline(x=x, line={"color": color, "width": 2, **line})
    if label:
        y, anchor = (0.02, "left") if at_foot else (1, "auto")
        note(chart, _on_axis(chart, x), y, label, color, 14, yref="paper", yanchor="bottom", xanchor=anchor)


def named_line(chart: go.Figure, x: float, name: str, color: str, **line: Any) -> None:
    """A vertical with its name written along it, left of its top."""
    chart.add_vline(x=x, line={"color": color, **line})
    x = _on_axis(chart, x)
    note(chart, x, 1.0, name, color, 12, yref="paper", yanchor="top", xanchor="right", textangle=-90)


def gap(chart: go.Figure, x: float, low: float, high: float, words: str, at_left: bool = False) -> None:
    """An arrow from the low value up to the high one at x, on log axes, with words beside it."""
    color, x, low, high = theme.palette().choice, math.log10(x), math.log10(low), math.log10(high)
    chart.add_annotation(
        x=x, y=high, ax=x, ay=low, axref="x", ayref="y", text="", showarrow=True, arrowhead=2, arrowwidth=3,
        arrowcolor=color,
    )  # fmt: skip
    place: dict[str, Any] = {"xanchor": "right", "xshift": -8} if at_left else {"xanchor": "left", "xshift": 8}
    note(chart, x, (low + high) / 2, f"<b>{words}</b>", color, 17, has_halo=True, **place)


def note(
    chart: go.Figure,
    x: float,
    y: float,
    text: str,
    color: str,
    size: float = 13,
    *,
    has_halo: bool = False,
    **place: Any,
) -> None:
    """Words at a place, on a log axis at its logarithm.  has_halo: they lie on lines.  place: of an annotation."""
    font = {"color": color, "size": size, **({"shadow": theme.halo()} if has_halo else {})}
    chart.add_annotation(x=x, y=y, text=text, showarrow=False, font=font, **place)


def say(chart: go.Figure, x: float, y: float, text: str, color: str = "", anchor: str = "left", axes: str = "") -> None:
    """A line of words in a picture of bars and lines of words.  axes: their number, where it has several."""
    place: dict[str, Any] = {"xref": f"x{axes}", "yref": f"y{axes}", "xanchor": anchor, "yanchor": "middle"}
    note(chart, x, y, text, color or theme.palette().text, has_halo=True, align="left", **place)


def interval(middle: Sequence[float], low: Sequence[float], high: Sequence[float], **style: Any) -> dict[str, Any]:
    """The bars of these intervals, for error_x and error_y of go.Scatter and go.Bar.  style: of them."""
    above = [end - place for place, end in zip(middle, high, strict=True)]
    below = [place - end for place, end in zip(middle, low, strict=True)]
    return {"type": "data", "array": above, "arrayminus": below, **style}


def share_stopped(
    chart: go.Figure, runs: FixedConfidenceResult | PrivateStoppingResult, name: str, color: str, **line: Any
) -> None:
    """The share of runs that have stopped by a number of samples; capped runs keep the curve below 100 %."""
    times = np.sort(runs.stopping_times[runs.finished])
    shares = np.arange(times.size + 1) / runs.finished.size
    last = float(times[-1]) if runs.finished.all() else float(runs.parameters["max_samples"])
    x = [*times[:1].tolist(), *times.tolist(), last]
    y = [*shares.tolist(), shares[-1]] if times.size else [0.0]
    says = f"{name}: %{{y:.4~p}} of runs had stopped by %{{x:,.0f}} samples"
    curve(chart, x, y, color, says, shape="hv", name=name, **line)


def legend_above(chart: go.Figure, room: float = 0.02, **style: Any) -> go.Figure:
    """The legend in rows above the picture, from its left side on; room: for words between both, a share of the height.

    It hangs from the figure's top, and Plotly keeps it free: a legend that stands on the plot stays where it was, which
    is in the plot, when it gets another number of rows in a window that is made wider or turned.
    """
    chart.for_each_yaxis(lambda axis: axis.update(domain=[(1 - room) * end for end in axis.domain or (0, 1)]))
    chart.for_each_annotation(lambda words: words.update(y=(1 - room) * words.y), selector={"yref": "paper"})
    legend = {"orientation": "h", "y": 1, "yref": "container", "yanchor": "top", "x": 0, **style}
    return chart.update_layout(showlegend=True, legend=legend)


def _on_axis(chart: go.Figure, x: float) -> float:
    """Where annotations have this place: those on a log axis want its logarithm."""
    return math.log10(x) if chart.layout.xaxis.type == "log" else x
