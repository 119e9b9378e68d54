"""The pictures of a single run: what is known, where the pulls went, and how far the stopping test is."""

from typing import Any

import numpy as np
import plotly.graph_objects as go

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.components.crowd import Lane
from ui.look import marks, theme
from ui.look.numbers import count, number
from ui.one_run.words import ArmName, unnamed

HEIGHT = 380  # of a picture below the main one
_FADED = 0.25
_MOST_POINTS = 600
_MOST_MARKERS = 60


def lanes_at(trace: FixedConfidenceTrace, moment: int, name: ArmName = unnamed) -> list[Lane]:
    """Each arm's participants so far, and what the algorithm sees of their outcomes."""
    return [
        Lane(name(arm), _seen(trace, moment, arm), theme.arm_color(arm), int(trace.counts[moment, arm]))
        for arm in range(trace.pulls.size)
    ]


def _seen(trace: FixedConfidenceTrace, moment: int, arm: int) -> str:
    told = count(trace.counts[moment, arm])
    if trace.private_counts[moment, arm] == 0:
        return f"{told} · nothing published"
    return f"{told} · estimated mean {number(trace.private_means[moment, arm])}"


def means_at(trace: FixedConfidenceTrace, moment: int, is_told: bool, name: ArmName = unnamed) -> go.Figure:
    """The mean of each arm's rewards so far, the private mean that the algorithm sees, and once told the true mean."""
    chart = theme.figure(HEIGHT)
    colors = theme.palette()
    means = trace.parameters["means"]
    arms = list(range(len(means)))
    private, empirical = trace.private_means[moment], trace.empirical_means[moment]
    seen = trace.private_counts[moment] > 0
    noise_x, noise_y = [], []
    for arm in np.flatnonzero(seen):
        noise_x += [arm, arm, None]
        noise_y += [empirical[arm], private[arm], None]
    marks.curve(chart, noise_x, noise_y, colors.private, width=6, opacity=0.35, name="noise")
    kinds = (
        *([("true mean", means, "line-ew-open", colors.text, 26)] if is_told else []),
        ("mean of its rewards", np.where(seen, empirical, np.nan), "circle-open", colors.without_privacy, 11),
        ("private mean", np.where(seen, private, np.nan), "circle", colors.private, 11),
    )
    for kind, values, symbol, color, size in kinds:
        says = f"%{{x}}: {kind} %{{y:.4g}}"
        marks.points(chart, arms, list(values), color, says, size=size, symbol=symbol, rim=3, name=kind)
    shown = [*(means if is_told else ()), *private[seen].tolist()]
    low, high = max(-0.5, min((0.0, *shown))), min(1.5, max((1.0, *shown)))
    chart.update_yaxes(title="mean", range=[low - 0.05, high + 0.05])
    chart.update_xaxes(tickvals=arms, ticktext=[name(arm) for arm in arms], range=[-0.5, len(arms) - 0.5])
    return marks.legend_above(chart)


def pulls_over_time(trace: FixedConfidenceTrace, moment: int, is_told: bool, name: ArmName = unnamed) -> go.Figure:
    """Participants of every arm against all participants; what is still to come is faded, or hidden until told."""
    chart = theme.figure(HEIGHT)
    chart.update_yaxes(title="participants of the arm", rangemode="tozero")
    rows = _thinned(trace.times.size if is_told else moment + 1, moment)
    return _over_time(chart, trace, moment, rows, trace.counts[rows], "participants", name)


def evidence_over_time(trace: FixedConfidenceTrace, moment: int, is_told: bool, name: ArmName = unnamed) -> go.Figure:
    """Evidence of the leader against each rival as a share of its threshold; the run stops when all reach 100 %."""
    chart = theme.figure(HEIGHT)
    rows = _thinned(trace.times.size if is_told else moment + 1, moment)
    costs, thresholds = trace.costs[rows], trace.thresholds[rows]
    shares = np.divide(costs, thresholds, out=np.full(costs.shape, np.nan), where=thresholds > 0)
    lowest = float(np.nanmin(shares, initial=0.0))
    chart.update_yaxes(title="evidence against the rival", tickformat=".0%", range=[max(-1, lowest - 0.1), 1.25])
    chart.add_hline(y=1, line={"color": theme.palette().text, "width": 2, "dash": "dot"})
    chart.add_annotation(x=0, xref="paper", y=1, yanchor="bottom", xanchor="left", text="enough", showarrow=False)
    return _over_time(chart, trace, moment, rows, shares, "evidence", name)


def _thinned(moments: int, moment: int) -> np.ndarray:
    """At most _MOST_POINTS rows, the current one among them."""
    rows = (
        np.unique(np.linspace(0, moments - 1, _MOST_POINTS).astype(int)) if moments > _MOST_POINTS else range(moments)
    )
    return np.union1d(rows, [moment]).astype(int)


def _over_time(
    chart: go.Figure,
    trace: FixedConfidenceTrace,
    moment: int,
    rows: np.ndarray,
    values: np.ndarray,
    what: str,
    name: ArmName,
) -> go.Figure:
    """The values of these rows, a line for each arm that has one; those after the moment are faded."""
    chart.update_xaxes(title="participants", rangemode="tozero")
    times, last = trace.times[rows], int((rows <= moment).sum())
    dots, later = 6 if np.unique(times).size <= _MOST_MARKERS else 0, slice(max(last - 1, 0), None)
    for arm in np.flatnonzero(np.isfinite(values).any(axis=0)).tolist():
        color, its = theme.arm_color(arm), values[:, arm]
        look: dict[str, Any] = {"dash": theme.arm_dash(arm), "dots": dots, "legendgroup": str(arm)}
        marks.curve(chart, times[later], its[later], theme.translucent(color, _FADED), **look)
        says = f"{name(arm)}: {what} %{{y}} at %{{x:,.0f}} participants"
        marks.curve(chart, times[:last], its[:last], color, says, width=3, name=name(arm), **look)
    marks.choice_line(chart, int(trace.times[moment]))
    return marks.legend_above(chart)
