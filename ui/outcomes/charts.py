"""The pictures of numeric outcomes: participants against the clip, and how outcomes are spread."""

import math
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ui.look import marks, theme
from ui.look.axes import log_range
from ui.look.literal import in_chart
from ui.look.numbers import percent, setting
from ui.outcomes.question import Needed, OutcomeView

HEIGHT = 380  # of a picture below the main one
_BINS = 24  # for many distinct outcomes; up to this many are shown one by one
_MOST_NAMED = 12  # outcomes that are ticks themselves


def clip_chart(view: OutcomeView) -> go.Figure:
    """Participants that 90 of 100 runs needed against the upper clip, with privacy and without."""
    colors, chart = theme.palette(), theme.figure(height=400)
    widths = {high: high - view.low for high in view.highs}
    chart.update_xaxes(
        type="log",
        title=f"upper end of the clip, from {setting(view.low)}",
        range=[math.log10(min(widths.values()) / 1.3), math.log10(max(widths.values()) * 1.3)],
        tickvals=list(widths.values()),
        ticktext=[f"{high:g}" for high in view.highs],
        tickangle=0,
        fixedrange=True,
    )
    chart.update_yaxes(title=view.unit)
    heights: list[float] = []
    for is_private, name, color in ((True, "with privacy", colors.private), (False, "without", colors.without_privacy)):
        found = [(high, needed) for high in view.highs if (needed := view.needed(high, is_private)) is not None]
        found = [(high, needed) for high, needed in found if math.isfinite(needed.participants)]
        heights += [end for _, n in found for end in (max(1.0, n.low), n.participants, n.high) if math.isfinite(end)]
        participants = [needed.participants for _, needed in found]
        marks.curve(chart, [widths[high] for high, _ in found], participants, color, width=1)
        for keeps in (True, False):
            part = [(high, n) for high, n in found if (view.best_at[high] == view.true_best) is keeps]
            if part:
                _points(chart, view, part, name if keeps else "another option is best", color, is_private)
    theme.log_axis(chart.update_yaxes, *_limits(heights))
    marks.choice_line(chart, widths[view.high], f"{setting(view.low)} to {setting(view.high)}")
    return marks.legend_above(chart, room=0.09)


def _points(
    chart: go.Figure, view: OutcomeView, found: list[tuple[float, Needed]], name: str, color: str, is_private: bool
) -> None:
    """Points with their intervals, crosses where clipping changes the best option: all of `found`, or none."""
    keeps = view.best_at[found[0][0]] == view.true_best
    participants = [needed.participants for _, needed in found]
    low = [n.low if math.isfinite(n.low) else n.participants for _, n in found]
    high = [n.high if math.isfinite(n.high) else n.participants for _, n in found]
    marks.points(
        chart,
        [high - view.low for high, _ in found],
        participants,
        color,
        f"%{{y:,.0f}} {view.unit}; best option: %{{customdata}}",
        symbol="circle" if keeps else "x-thin",
        rim=2,
        name=name,
        showlegend=keeps or is_private,
        error_y=marks.interval(participants, low, high, thickness=1, width=3),
        customdata=[in_chart(view.data.names[view.best_at[high] or 0]) for high, _ in found],
    )


def spread_chart(view: OutcomeView) -> go.Figure:
    """The share of each option's rows by outcome, on a log axis, with the clip."""
    colors, chart = theme.palette(), theme.figure(height=HEIGHT)
    smallest, largest = view.data.outcomes.range
    first, last = min(smallest, view.low), min(max(largest, view.high), view.low + 3 * (view.high - view.low))
    outcomes = view.data.outcomes
    held = [np.minimum(values, last) for values in outcomes.values]
    distinct = np.unique(np.concatenate(held))
    edges = _edges(distinct, first, last)
    are_bins = edges.size != distinct.size + 1
    heights: list[float] = []
    for arm, name in enumerate(view.data.names):
        shares = np.histogram(held[arm], edges, weights=outcomes.counts[arm])[0] / outcomes.sizes[arm]
        heights += shares[shares > 0].tolist()
        places = (edges[1:] + edges[:-1]) / 2 if are_bins else distinct
        says = f"%{{y:.3p}} of rows {'near' if are_bins else 'are'} %{{x:,.4~g}}"
        look: dict[str, Any] = {"dash": theme.arm_dash(arm), "dots": 8}
        look |= {"shape": "hvh", "dots": 5} if are_bins else {}
        drawn, color = np.where(shares > 0, shares, np.nan), theme.arm_color(arm)
        marks.curve(chart, places, drawn, color, says, width=1.5, name=in_chart(name), **look)
    for end in (view.low, view.high):
        chart.add_vline(x=end, line={"color": colors.choice, "width": 2})
    beyond = f" (the last point: {setting(last)} or more)" if largest > last else ""
    chart.update_xaxes(title=f"outcome{beyond}", range=[first - (last - first) / 30, last + (last - first) / 30])
    if not are_bins and distinct.size <= _MOST_NAMED and np.diff(distinct).min(initial=np.inf) > (last - first) / 20:
        chart.update_xaxes(tickvals=distinct.tolist(), ticktext=[setting(value) for value in distinct.tolist()])
    chart.update_yaxes(title="share of the option's rows")
    theme.log_axis(chart.update_yaxes, *_limits(heights), percent)
    return marks.legend_above(chart)


def _edges(distinct: NDArray[np.float64], first: float, last: float) -> NDArray[np.float64]:
    """The edges of bins: one bin for each of few values; between whole numbers, so that all bins hold equally many."""
    if distinct.size <= _BINS:
        between = (distinct[1:] + distinct[:-1]) / 2
        return np.array([distinct[0] - 0.5, *between, distinct[-1] + 0.5])
    if (distinct == np.round(distinct)).all():
        width = math.ceil((last - first) / _BINS)
        return np.arange(math.floor(first), last + width, width) - 0.5
    return np.linspace(first, last, _BINS + 1)


def _limits(heights: list[float]) -> tuple[float, float]:
    return log_range(heights) if heights else (1.0, 10.0)
