"""The pictures of own outcomes: participants against the clip, and how outcomes are spread."""

import math

import numpy as np
import plotly.graph_objects as go

from ui.look import marks, theme
from ui.look.numbers import setting
from ui.outcomes.question import Needed, OutcomeView

HEIGHT = 380  # of a picture below the main one
_BINS = 24


def clip_chart(view: OutcomeView) -> go.Figure:
    """Participants that 90 of 100 runs needed against the upper clip, with privacy and without."""
    colors, chart = theme.palette(), theme.figure(height=400)
    widths = {high: high - view.low for high in view.highs}
    chart.update_xaxes(
        type="log",
        title=f"outcomes are clipped to {setting(view.low)} and …",
        range=[math.log10(min(widths.values()) / 1.3), math.log10(max(widths.values()) * 1.3)],
        tickvals=list(widths.values()),
        ticktext=[f"{high:g}" for high in view.highs],
        tickangle=0,
        fixedrange=True,
    )
    chart.update_yaxes(type="log", title=view.unit, exponentformat="power", dtick=1)
    for is_private, name, color in ((True, "with privacy", colors.private), (False, "without", colors.without_privacy)):
        found = [(high, needed) for high in view.highs if (needed := view.needed(high, is_private)) is not None]
        found = [(high, needed) for high, needed in found if math.isfinite(needed.participants)]
        chart.add_scatter(
            x=[widths[high] for high, _ in found],
            y=[needed.participants for _, needed in found],
            mode="lines",
            showlegend=False,
            hoverinfo="skip",
            line={"color": color, "width": 1},
        )
        for keeps in (True, False):
            part = [(high, n) for high, n in found if (view.best_at[high] == view.true_best) is keeps]
            if part:
                _points(chart, view, part, name if keeps else "another option is best", color, is_private)
    marks.choice_line(chart, widths[view.high], f"{setting(view.low)} to {setting(view.high)}")
    return marks.legend_above(chart, y=1.06)


def _points(
    chart: go.Figure, view: OutcomeView, found: list[tuple[float, Needed]], name: str, color: str, is_private: bool
) -> None:
    """Points with their intervals, crosses where clipping changes the best option: all of `found`, or none."""
    keeps = view.best_at[found[0][0]] == view.true_best
    chart.add_scatter(
        x=[high - view.low for high, _ in found],
        y=[needed.participants for _, needed in found],
        error_y={
            "type": "data",
            "array": [_finite(needed.high, needed.participants) - needed.participants for _, needed in found],
            "arrayminus": [needed.participants - _finite(needed.low, needed.participants) for _, needed in found],
            "thickness": 1,
            "width": 3,
        },
        mode="markers",
        name=name,
        showlegend=keeps or is_private,
        marker={
            "size": 9,
            "symbol": "circle" if keeps else "x-thin",
            "color": color,
            "line": {"color": color, "width": 2},
        },
        customdata=[view.data.names[view.best_at[high] or 0].replace("<", "&lt;") for high, _ in found],
        hovertemplate=f"%{{y:,.0f}} {view.unit}; best option: %{{customdata}}<extra></extra>",
    )


def spread_chart(view: OutcomeView) -> go.Figure:
    """The share of each option's participants by outcome, on a log axis, with the clip."""
    colors, chart = theme.palette(), theme.figure(height=HEIGHT)
    smallest, largest = view.data.outcomes.range
    first, last = min(smallest, view.low), min(max(largest, view.high), view.low + 3 * (view.high - view.low))
    edges = np.linspace(first, last, _BINS + 1)
    middles = (edges[1:] + edges[:-1]) / 2
    outcomes = view.data.outcomes
    for arm, name in enumerate(view.data.names):
        shares = np.histogram(np.minimum(outcomes.values[arm], last), edges, weights=outcomes.counts[arm])[0]
        chart.add_scatter(
            x=middles,
            y=100 * np.where(shares > 0, shares, np.nan) / outcomes.sizes[arm],
            mode="lines+markers",
            name=name.replace("<", "&lt;"),
            line={"color": theme.arm_color(arm), "width": 1.5, "shape": "hvh"},
            marker={"size": 5},
            hovertemplate="%{y:.3g} % of participants near %{x:.4g}<extra></extra>",
        )
    for end in (view.low, view.high):
        chart.add_vline(x=end, line={"color": colors.choice, "width": 2})
    beyond = f" (the last point: {setting(last)} and more)" if largest > last else ""
    chart.update_xaxes(title=f"outcome{beyond}", range=[first - (last - first) / 30, last + (last - first) / 30])
    chart.update_yaxes(type="log", title="% of the option's rows", exponentformat="power", dtick=1)
    return marks.legend_above(chart)


def _finite(value: float, otherwise: float) -> float:
    return value if math.isfinite(value) else otherwise
