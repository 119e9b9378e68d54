"""The picture: one bar per promise, and the lower bounds as lines."""

import math
from collections.abc import Iterable, Mapping

import plotly.graph_objects as go

from ui.approximate.study import APPROXIMATE, CONCENTRATED, PURE, PromiseQuestion
from ui.approximate.words import Found, bar_label, kind_of, participants, told
from ui.look import marks, theme
from ui.look.numbers import at_least

_LANE = 25  # pixels: of a bar or a line of words
_HEADS = 4.2  # lanes above the bars, for the labels of the marks
_DASHES = {PURE: "solid", CONCENTRATED: "dash", APPROXIMATE: "dashdot"}
_ROOM = 1.3  # the axis in lengths of the longest bar; the rest is left for the numbers after it


def promises_chart(question: PromiseQuestion, found: Found, bounds: Mapping[str, float]) -> go.Figure:
    """The participants of each promise, as far as they are known.  bounds: the lower bound for each kind."""
    colors, first, promises = theme.palette(), _HEADS if question.is_about_one else 0.2, question.promises
    lanes = first + 2 * len(promises) + 0.2
    bars = {promise: first + 2 * place + 1.3 for place, promise in enumerate(promises)}  # below a line of words
    chart = theme.figure(height=round(_LANE * lanes) + 8)
    known = [needed.high if math.isfinite(needed.high) else needed.participants for needed in found.values()]
    drawn = [question.without_privacy, *bounds.values()] if question.is_about_one else []
    end = _ROOM * max([1.0, *filter(math.isfinite, [*drawn, *known])])
    hidden = {"visible": False, "fixedrange": True}
    chart.update_layout(
        margin={"l": 8, "r": 8, "t": 4, "b": 4},
        dragmode=False,
        xaxis={**hidden, "range": [0, end]},
        yaxis={**hidden, "range": [lanes, 0]},
    )
    if question.is_about_one:
        free = colors.without_privacy, "dot", "without privacy"
        _draw_bound(chart, question.without_privacy, bars.values(), 0, free, end)
        for row, (kind, dash) in enumerate(_DASHES.items(), start=1):
            if kind in bounds:
                look = colors.private, dash, f"for {kind_of(question, kind)}"
                places = [lane for promise, lane in bars.items() if promise.kind == kind]
                _draw_bound(chart, bounds[kind], places, row, look, end)
    for promise, lane in bars.items():
        marks.say(chart, 0.0, lane - 0.8, bar_label(question, promise))
        if (needed := found.get(promise)) is None:
            marks.say(chart, 0, lane, "…")
            continue
        color = theme.algorithm_color(promise.algorithm)
        size = end if math.isinf(needed.participants) else needed.participants
        beyond, below = max(0, min(needed.high, end) - size), size - max(needed.low, 0)
        chart.add_bar(
            x=[size],
            y=[lane],
            width=0.8,
            orientation="h",
            marker={"color": theme.translucent(color, 0.55)},
            error_x={"array": [beyond], "arrayminus": [below], "color": colors.text, "thickness": 1.2, "width": 4},
            hovertemplate=f"{participants(question, needed)}, 95 % interval "
            f"{needed.low:,.0f} to {needed.high:,.0f}<extra></extra>",
        )
        marks.say(chart, min(size + beyond, end / _ROOM), lane, f"  <b>{told(question, needed)}</b>")
    return chart


def _draw_bound(
    chart: go.Figure, size: float, bars: Iterable[float], lane: int, look: tuple[str, str, str], end: float
) -> None:
    """A mark at each of these bars, and what it is in a lane above them all."""
    color, dash, name = look
    for middle in (lane + 0.5, *bars):
        line = {"color": color, "width": 2.5, "dash": dash}
        chart.add_shape(type="line", x0=size, x1=size, y0=middle - 0.5, y1=middle + 0.5, line=line)
    words, is_left = f"at least {at_least(size)} {name}", size > end / 2
    marks.say(chart, size, lane + 0.5, f"{words} " if is_left else f" {words}", color, "right" if is_left else "left")
