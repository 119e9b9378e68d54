"""The pictures of simulated stopping times: curves over epsilon, their distribution, and where the samples went."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from dpcore.fixed_confidence import FixedConfidenceResult
from ui.look import theme
from ui.look.numbers import count, percent, setting
from ui.stopping.study import Cell, Curve

# One colour per algorithm on every page; blue, grey and vermilion keep their meanings of bounds and choice.
_ALGORITHM_COLORS = {
    "pb-tas": "#009E73",
    "dp-tt": "#E69F00",
    "dp-se": "#CC79A7",
    "adap-tt": "#B3A125",
    "adap-tt-star": "#44AA99",
    "ctb-tt": "#882255",
    "ttucb": "#9A9A9A",
    "eb-tci": "#8C6D46",
    "track-and-stop": "#7A6FC4",
}


def algorithm_color(curve: Curve) -> str:
    """The colour of the curve's algorithm."""
    return _ALGORITHM_COLORS[curve.algorithm]


def stopping_time_curves(
    results: Mapping[Cell, FixedConfidenceResult],
    curves: Sequence[Curve],
    bounds: tuple[Sequence[float], Sequence[float], float],
    epsilon: float,
    show_mean: bool,
) -> go.Figure:
    """Samples against epsilon on log axes: simulated points with bands over the two lower bounds.

    bounds: epsilons, lower bounds at them (samples), and the lower bound without privacy.  show_mean: means with their
    95 % interval instead of medians with the 10-90 % band; capped cells have no mean and show their cap as a triangle.
    """
    chart = theme.figure(height=520)
    colors = theme.palette()
    epsilons, private_bound, non_private_bound = bounds
    low, high = float(min(epsilons)), float(max(epsilons))
    theme.epsilon_axis(chart, low, high)
    chart.update_yaxes(type="log", title="samples until the stop", dtick=1)
    chart.add_scatter(
        x=[low, high],
        y=[non_private_bound] * 2,
        mode="lines",
        line={"color": colors.without_privacy, "dash": "dash", "width": 2},
        hovertemplate="lower bound without privacy: %{y:,.0f} samples<extra></extra>",
    )
    chart.add_scatter(
        x=epsilons,
        y=private_bound,
        mode="lines",
        line={"color": colors.private, "width": 4},
        hovertemplate="lower bound at ε = %{x:.3g}: %{y:,.0f} samples<extra></extra>",
    )
    labels = [(private_bound[-1], "lower bound", colors.private)]
    for curve in curves:
        points = _points(results, curve, (low, high), show_mean)
        if points:
            _add_curve(chart, curve, points)
            labels.append((points[-1][2], curve.label, algorithm_color(curve)))
    chart.add_vline(x=epsilon, line={"color": colors.choice, "width": 2})
    chart.add_annotation(
        x=math.log10(epsilon), y=1, yref="paper", yanchor="bottom", text=f"ε = {setting(epsilon)}", showarrow=False,
        font={"color": colors.choice},
    )  # fmt: skip
    chart.add_annotation(
        x=math.log10(low), y=math.log10(non_private_bound), xanchor="left", yanchor="bottom", showarrow=False,
        text="without privacy", font={"color": colors.without_privacy, "size": 13},
    )  # fmt: skip
    theme.label_right_ends(chart, labels)
    return chart


Point = tuple[float, float, float, float, float, int]  # epsilon, low, middle, high, share capped, runs


def _points(
    results: Mapping[Cell, FixedConfidenceResult], curve: Curve, limits: tuple[float, float], show_mean: bool
) -> list[Point]:
    """The curve's points by epsilon; an undetermined figure sits at the cap, one without runs is left out."""
    points = []
    for (other, epsilon), result in results.items():
        if other != curve or result.runs == 0:
            continue
        summary, cap = result.summary(), float(result.parameters["max_samples"])
        if show_mean:
            middle = cap if summary.mean is None else summary.mean
            low, high = summary.mean_interval or (middle, middle)
        else:
            quantiles = (summary.quantiles[level] for level in (0.1, 0.5, 0.9))
            low, middle, high = (cap if value is None else value for value in quantiles)
        figures = (low, middle, high, summary.share_capped or 0.0, summary.runs)
        points.extend((x, *figures) for x in (limits if epsilon is None else (epsilon,)))
    return sorted(points)


def _add_curve(chart: go.Figure, curve: Curve, points: list[Point]) -> None:
    color = algorithm_color(curve)
    epsilons, lows, middles, highs, capped, runs = (list(column) for column in zip(*points, strict=True))
    chart.add_scatter(
        x=epsilons + epsilons[::-1],
        y=highs + lows[::-1],
        fill="toself",
        fillcolor=theme.translucent(color, 0.18),
        line={"width": 0},
        mode="lines",
        hoverinfo="skip",
    )
    chart.add_scatter(
        x=epsilons,
        y=middles,
        mode="lines+markers" if curve.is_private else "lines",
        line={"color": color, "width": 2, "dash": "solid" if curve.threshold == "proven" else "dash"},
        marker={"size": 9, "symbol": ["triangle-up-open" if share else "circle" for share in capped]},
        customdata=[
            [f"{percent(share)} of runs capped" if share else "all runs stopped", f"{n} runs", count(low), count(high)]
            for share, n, low, high in zip(capped, runs, lows, highs, strict=True)
        ],
        hovertemplate=f"<b>{curve.label}</b> at ε = %{{x:.3g}}: %{{y:,.0f}} samples<br>from %{{customdata[2]}} to "
        "%{customdata[3]}<br>%{customdata[1]}, %{customdata[0]}<extra></extra>",
    )


def distribution(results: Sequence[tuple[Curve, FixedConfidenceResult]], lower_bound: float) -> go.Figure:
    """The share of runs that have stopped by a number of samples; capped runs keep a curve below 100 %."""
    chart = theme.figure(height=380)
    colors = theme.palette()
    chart.update_xaxes(type="log", title="samples", dtick="D2")
    chart.update_yaxes(title="runs that have stopped", tickformat=".0%", range=[-0.02, 1.04])
    chart.add_vline(x=lower_bound, line={"color": colors.private, "width": 3})
    chart.add_annotation(
        x=math.log10(lower_bound), y=1.0, yref="paper", xanchor="right", textangle=-90, showarrow=False,
        text="lower bound on the mean", font={"color": colors.private, "size": 12}, yanchor="top",
    )  # fmt: skip
    for curve, result in results:
        times = np.sort(result.stopping_times[result.finished])
        shares = np.arange(1, times.size + 1) / result.runs
        last = float(result.parameters["max_samples"]) if times.size < result.runs else float(times[-1])
        chart.add_scatter(
            x=[*times.tolist(), last],
            y=[*shares.tolist(), shares[-1] if times.size else 0.0],
            mode="lines",
            line={
                "shape": "hv",
                "width": 2.5,
                "color": algorithm_color(curve),
                "dash": "solid" if curve.threshold == "proven" else "dash",
            },
            name=curve.label,
            hovertemplate=f"{curve.label}: %{{y:.0%}} of runs had stopped by %{{x:,.0f}} samples<extra></extra>",
        )
    chart.update_layout(showlegend=True, legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0})
    return chart


def pull_shares(results: Sequence[tuple[Curve, FixedConfidenceResult]], allocation: Sequence[float]) -> go.Figure:
    """Each arm's share of all samples, per algorithm, beside the optimal allocation."""
    chart = theme.figure(height=380)
    colors = theme.palette()
    arms = [f"arm {arm + 1}" for arm in range(len(allocation))]
    chart.update_yaxes(title="share of the samples", tickformat=".0%")
    chart.add_bar(x=arms, y=list(allocation), name="optimal", marker={"color": colors.private})
    for curve, result in results:
        shares = result.pulls.sum(axis=0) / result.pulls.sum()
        chart.add_bar(x=arms, y=shares.tolist(), name=curve.label, marker={"color": algorithm_color(curve)})
    chart.update_traces(hovertemplate="%{x}: %{y:.1%}")
    chart.update_layout(
        barmode="group", showlegend=True, legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}
    )
    return chart
