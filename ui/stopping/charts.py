"""The pictures of simulated stopping times: curves over epsilon, their distribution, and the shares of the arms."""

from typing import Any

import numpy as np
import plotly.graph_objects as go

from ui.look import marks, theme
from ui.stopping.curves import Curve
from ui.stopping.study import StoppingView
from ui.stopping.words import earlier_name

_BOUND_ON_MEAN = {False: "lower bound on the mean", True: "lower bound on the mean, risk → 0"}
HEIGHT = 380  # of a picture below the main one
# Epsilon; low, middle and high participants; the share of capped runs; how many runs.
Point = tuple[float, float, float, float, float, int]


def stopping_time_curves(view: StoppingView, earlier: StoppingView | None = None) -> dict[str, Any]:
    """Participants against epsilon, as ui.components.curves draws them: simulated points over the two lower bounds.

    Medians with the 10-90 % band, or means with their 95 % interval; capped cells have no mean and show their cap.
    earlier: what was asked before, whose curves are faded.
    """
    bounds = view.bounds
    return {
        "range": (view.epsilons[0], view.epsilons[-1]),
        "epsilon": view.instance.epsilon,
        "cap": view.study.problem.max_samples,
        "bound": bounds.at_epsilon,
        "free": bounds.non_private,
        "is_asymptotic": view.instance.is_asymptotic,
        "bounds": {"epsilons": bounds.epsilons, "private": bounds.private},
        "figure": "mean" if view.show_mean else "median",
        "curves": _drawn(view, view.epsilons),
        "earlier": earlier and {"words": earlier_name(earlier, view), "curves": _drawn(earlier, view.epsilons)},
    }


def _drawn(view: StoppingView, epsilons: tuple[float, ...]) -> list[dict[str, Any]]:
    """The curves of a view where a picture of these epsilons shows them."""
    return [
        {
            "name": curve.label + ("" if curve.is_private else ", not private") + (", ρ-zCDP" if curve.is_zcdp else ""),
            "label": curve.label,
            "color": curve.color,
            "dash": "" if curve.is_proven else "7 5",
            "is_private": curve.is_private,
            "points": [point for point in _points(view, curve) if epsilons[0] <= point[0] <= epsilons[-1]],
        }
        for curve in view.curves
    ]


def _points(view: StoppingView, curve: Curve) -> list[Point]:
    """The curve's points by epsilon; an undetermined figure sits at the cap, one without runs is left out."""
    points: list[Point] = []
    for (other, epsilon), result in view.results().items():
        if other != curve or result.runs == 0:
            continue
        summary, cap = result.summary(), float(result.parameters["max_samples"])
        if view.show_mean:
            middle = cap if summary.mean is None else summary.mean
            low, high = summary.mean_interval or (middle, middle)
        else:
            quantiles = (summary.quantiles[level] for level in (0.1, 0.5, 0.9))
            low, middle, high = (cap if value is None else value for value in quantiles)
        places = (view.epsilons[0], view.epsilons[-1]) if epsilon is None else (epsilon,)
        points += [(x, low, middle, high, summary.share_capped or 0.0, summary.runs) for x in places]
    return sorted(points)


def distribution(view: StoppingView) -> go.Figure:
    """The share of runs that have stopped by a number of participants; capped runs keep a curve below 100 %."""
    chart = theme.figure(HEIGHT)
    ends = [end for _, its in view.at_epsilon() for end in (its.stopping_times.min(), its.stopping_times.max())]
    low, high = np.log10([min([view.bounds.at_epsilon, *ends]), max([view.bounds.at_epsilon, *ends])])
    air = 0.08 * (high - low) + 0.02  # no line lies on the frame
    chart.update_xaxes(type="log", title="participants", dtick="D2", range=[low - air, high + air])
    chart.update_yaxes(title="runs that have stopped", tickformat=".0%", range=[-0.02, 1.04])
    color = theme.palette().private
    marks.named_line(chart, view.bounds.at_epsilon, _BOUND_ON_MEAN[view.instance.is_asymptotic], color, width=3)
    for curve, result in view.at_epsilon():
        marks.share_stopped(chart, result, curve.label, **curve.line(width=2.5))
    return marks.legend_above(chart)


def pull_shares(view: StoppingView) -> go.Figure:
    """Each arm's share of all participants, per algorithm, beside the optimal allocation."""
    chart = theme.figure(HEIGHT)
    colors = theme.palette()
    allocation = view.bounds.allocation
    arms = [f"arm {arm + 1}" for arm in range(len(allocation))]
    chart.update_yaxes(title="share of the participants", tickformat=".0%")
    chart.add_bar(x=arms, y=allocation, name="optimal", marker={"color": colors.private})
    for curve, result in view.at_epsilon():
        shares = result.pulls.sum(axis=0) / result.pulls.sum()
        marker = {"color": curve.color, "pattern": {"shape": "" if curve.is_proven else "/"}}
        chart.add_bar(x=arms, y=shares.tolist(), name=curve.label, marker=marker)
    chart.update_traces(hovertemplate="%{x}: %{y:.3~p}")
    return marks.legend_above(chart).update_layout(barmode="group")
