"""The pictures of regret: against time, against the privacy budget, and the price of privacy."""

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

import dpcore
from dpcore.regret import RegretResult
from ui.look import theme
from ui.look.numbers import number, percent, setting
from ui.regret.bounds import Boundary, LowerBound
from ui.regret.study import Cell, RegretStudy, counterpart, entry_of, label_of

MEAN, SPREAD = "95 % interval of the mean", "10–90 % of runs"
DIFFERENCE, RELATIVE = "regret added", "relative to no privacy"

# One colour per algorithm on every page (DP-SE also stands on "Stopping times"); counterparts are grey.
_COLORS = {
    "dp-se": "#CC79A7",
    "dp-ucb": "#8C6D46",
    "adap-ucb": "#009E73",
    "adap-klucb": "#E69F00",
    "adac-ucb": "#882255",
    "adac-gope": "#009E73",
    "adac-gope-var": "#E69F00",
    "adac-oful": "#009E73",
}
_PLAIN_DASHES = ("dash", "dashdot", "longdash")
_NORMAL_95 = 1.96


def _style(cell: Cell, plain: list[Cell]) -> tuple[str, str]:
    if math.isinf(cell[1]):
        return theme.palette().without_privacy, _PLAIN_DASHES[plain.index(cell) % len(_PLAIN_DASHES)]
    return _COLORS[cell[0]], "solid"


def _band(result: RegretResult, show: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(low, high) of the regret at every step; without width when one run has no standard error."""
    if show == SPREAD:
        low, high = np.quantile(result.regret, [0.1, 0.9], axis=0)
        return low, high
    half = _NORMAL_95 * result.standard_error if result.runs > 1 else np.zeros(result.steps.size)
    return result.mean_regret - half, result.mean_regret + half


def _plain_cells(algorithms: Sequence[str]) -> list[Cell]:
    return list(dict.fromkeys(counterpart(algorithm) for algorithm in algorithms))


def over_time(
    study: RegretStudy,
    algorithms: Sequence[str],
    epsilon: float,
    show: str,
    bounds: Mapping[str, tuple[Sequence[int], Sequence[float]]],
) -> go.Figure:
    """Mean regret against pulls on log axes at one budget, with bands and the proven bounds (algorithm -> curve)."""
    chart = theme.figure(height=520)
    chart.update_xaxes(type="log", title="pulls", exponentformat="power")
    chart.update_yaxes(type="log", title="regret so far (expected rewards lost)", dtick=1, exponentformat="power")
    plain, labels = _plain_cells(algorithms), []
    for cell in [*plain, *((algorithm, epsilon) for algorithm in algorithms)]:
        result = study.results.get(cell)
        if result is None or not (seen := result.mean_regret > 0).any():
            continue
        color, dash = _style(cell, plain)
        low, high = (np.maximum(side[seen], result.mean_regret[seen] / 20) for side in _band(result, show))
        steps, means = result.steps[seen], result.mean_regret[seen]
        _add_band(chart, steps, low, high, color)
        chart.add_scatter(
            x=steps,
            y=means,
            mode="lines",
            line={"color": color, "width": 2.5, "dash": dash},
            hovertemplate=f"<b>{label_of(cell)}</b>: %{{y:,.0f}} after %{{x:,.0f}} pulls, mean of {result.runs} runs"
            "<extra></extra>",
        )
        labels.append((float(means[-1]), label_of(cell), color))
    for algorithm, (steps, values) in bounds.items():
        _add_bound(chart, steps, values, algorithm, "after %{x:,.0f} pulls")
        labels.append((values[-1], f"{label_of((algorithm, epsilon))}, proven", _COLORS[algorithm]))
    if labels:
        theme.label_right_ends(chart, labels)
    return chart


def over_epsilon(
    study: RegretStudy,
    algorithms: Sequence[str],
    epsilons: Sequence[float],
    epsilon: float,
    show: str,
    bounds: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    lower: tuple[Sequence[float], Sequence[LowerBound]],
    boundaries: Sequence[Boundary],
) -> go.Figure:
    """Regret at the horizon against the budget on log axes: points with bands, bounds, and the two regimes."""
    chart = theme.figure(height=520)
    colors = theme.palette()
    ends = epsilons[0], epsilons[-1]
    _budget_axis(chart, *ends)
    chart.update_yaxes(
        type="log", title=f"regret after {study.problem.horizon:,} pulls", dtick=1, exponentformat="power"
    )
    plain, labels = _plain_cells(algorithms), []
    for bound in lower[1]:
        chart.add_scatter(
            x=lower[0],
            y=bound.values,
            mode="lines",
            line={"color": colors.private, "width": 2, "dash": "dot" if bound.is_limit else "solid"},
            hovertemplate=f"%{{y:,.3g}} at ε = %{{x:.3g}}: {bound.says}<extra></extra>",
        )
        labels.append((float(bound.values[-1]), bound.label, colors.private))
    for algorithm, (places, values) in bounds.items():
        _add_bound(chart, places, values, algorithm, "at ε = %{x:.3g}")
        labels.append((values[-1], f"{label_of((algorithm, epsilon))}, proven", _COLORS[algorithm]))
    for cell in plain:
        if (result := study.results.get(cell)) is not None:
            color, dash = _style(cell, plain)
            mean = float(result.mean_regret[-1])
            chart.add_scatter(
                x=ends,
                y=[mean, mean],
                mode="lines",
                line={"color": color, "width": 2, "dash": dash},
                hovertemplate=f"{label_of(cell)}: %{{y:,.0f}}, mean of {result.runs} runs<extra></extra>",
            )
            labels.append((mean, label_of(cell), color))
    for algorithm in algorithms:
        points = [place for place in epsilons if (algorithm, place) in study.results]
        if points:
            labels.append(_add_points(chart, study, algorithm, points, show))
    _mark_boundaries(chart, boundaries, ends)
    _mark_choice(chart, epsilon)
    if labels:
        theme.label_right_ends(chart, [label for label in labels if label[0] > 0])
    return chart


def _add_points(
    chart: go.Figure, study: RegretStudy, algorithm: str, points: Sequence[float], show: str
) -> tuple[float, str, str]:
    results = [study.results[(algorithm, place)] for place in points]
    means = np.array([result.mean_regret[-1] for result in results])
    low, high = (np.array(side) for side in zip(*((b[-1] for b in _band(r, show)) for r in results), strict=True))
    color = _COLORS[algorithm]
    _add_band(chart, points, np.maximum(low, means / 20), high, color)
    chart.add_scatter(
        x=points,
        y=means,
        mode="lines+markers",
        line={"color": color, "width": 2},
        marker={"size": 8},
        customdata=[
            [setting(dpcore.rho_from_epsilon(place)), r.runs] for place, r in zip(points, results, strict=True)
        ],
        hovertemplate=f"<b>{entry_of(algorithm).label}</b>: %{{y:,.0f}} at ε = %{{x:.3g}}, ρ = %{{customdata[0]}}, "
        "mean of %{customdata[1]} runs<extra></extra>",
    )
    return float(means[-1]), entry_of(algorithm).label, color


def price_over_epsilon(
    study: RegretStudy, algorithms: Sequence[str], epsilons: Sequence[float], epsilon: float, show: str
) -> go.Figure:
    """Private minus non-private regret at the horizon against the budget, with 95 % intervals around every point."""
    curves = []
    for algorithm in algorithms:
        found = [(place, study.price((algorithm, place))) for place in epsilons]
        rows = [(place, *_price(price, show, -1)) for place, price in found if price is not None]
        if rows:
            places, values, errors = (np.array(column) for column in zip(*rows, strict=True))
            curves.append((algorithm, places, values, _NORMAL_95 * errors))
    chart = _price_chart(curves, show, "lines+markers", "at ε = %{x:.3g}")
    _budget_axis(chart, epsilons[0], epsilons[-1])
    _mark_choice(chart, epsilon)
    return chart


def price_over_time(study: RegretStudy, algorithms: Sequence[str], epsilon: float, show: str) -> go.Figure:
    """Private minus non-private regret at one budget against pulls, with 95 % bands."""
    curves = []
    for algorithm in algorithms:
        if (price := study.price((algorithm, epsilon))) is not None:
            values, errors = _price(price, show, slice(None))
            seen = np.isfinite(values) & np.isfinite(errors) & (price.steps >= 10)
            curves.append((algorithm, price.steps[seen], values[seen], _NORMAL_95 * errors[seen]))
    chart = _price_chart(curves, show, "lines", "after %{x:,.0f} pulls")
    chart.update_xaxes(type="log", title="pulls", exponentformat="power")
    return chart


def _price(price: dpcore.PriceOfPrivacy, show: str, at: int | slice) -> tuple[ArrayLike, ArrayLike]:
    if show == RELATIVE:
        return price.relative[at], price.relative_standard_error[at]
    return price.difference[at], price.standard_error[at]


Curve = tuple[str, NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]  # algorithm, x, price, half interval


def _price_chart(curves: Sequence[Curve], show: str, mode: str, where: str) -> go.Figure:
    """Curves with bands on an axis that is linear around 0 and logarithmic beyond, so that 0 ± noise is in sight."""
    chart = theme.figure(height=400)
    ends = [side for _, _, values, halves in curves for side in (*(values - halves), *(values + halves))]
    finite = [abs(end) for end in ends if math.isfinite(end) and end != 0]
    linear = 0.1 if show == RELATIVE else _linear_range(curves)
    say: Callable[[float], str] = percent if show == RELATIVE else _plain
    for algorithm, places, values, halves in curves:
        color = _COLORS[algorithm]
        _add_band(chart, places, _bent(values - halves, linear), _bent(values + halves, linear), color)
        chart.add_scatter(
            x=places,
            y=_bent(values, linear),
            mode=mode,
            name=entry_of(algorithm).label,
            showlegend=True,
            line={"color": color, "width": 2},
            marker={"size": 8},
            customdata=[
                f"{_signed(value, say)} ± {say(half)}" if math.isfinite(half) else "∞"
                for value, half in zip(values, halves, strict=True)
            ],
            hovertemplate=f"<b>{entry_of(algorithm).label}</b>: %{{customdata}} (95 % interval) {where}<extra></extra>",
        )
    chart.add_hline(y=0, line={"color": theme.palette().without_privacy, "width": 2, "dash": "dash"})
    most = max(finite, default=linear)
    sizes = [linear * 10.0**power for power in range(max(1, math.ceil(math.log10(most / linear)) + 1))]
    ticks = [*(-size for size in reversed(sizes) if -size >= 10 * min(ends, default=0)), 0.0, *sizes]
    chart.update_yaxes(
        title=show,
        automargin=True,
        tickvals=_bent(np.array(ticks), linear),
        ticktext=[_signed(tick, say) for tick in ticks],
    )
    legend = {"orientation": "h", "y": 1.08, "yanchor": "bottom", "x": 0}
    return chart.update_layout(showlegend=True, legend=legend, margin={"t": 64})


def _linear_range(curves: Sequence[Curve]) -> float:
    """The power of ten next to the typical half interval: inside it, the axis is linear."""
    halves = [half for *_, each in curves for half in each if math.isfinite(half) and half > 1e-6]
    return 10.0 ** round(math.log10(float(np.median(halves)))) if halves else 1.0


def _bent(values: ArrayLike, linear: float) -> NDArray[np.float64]:
    values = np.asarray(values, dtype=float)
    return np.sign(values) * np.log10(1 + np.abs(values) / linear)


def _plain(value: float) -> str:
    return f"{float(f'{value:.3g}'):,.15g}"


def _signed(value: float, say: Callable[[float], str]) -> str:
    return "0" if value == 0 else f"{'+' if value > 0 else '−'}{say(abs(value))}"


def _add_band(chart: go.Figure, x: ArrayLike, low: ArrayLike, high: ArrayLike, color: str) -> None:
    x, low, high = np.asarray(x), np.asarray(low), np.asarray(high)
    chart.add_scatter(
        x=np.concatenate([x, x[::-1]]),
        y=np.concatenate([high, low[::-1]]),
        fill="toself",
        fillcolor=theme.translucent(color, 0.18),
        line={"width": 0},
        mode="lines",
        showlegend=False,
        hoverinfo="skip",
    )


def _add_bound(chart: go.Figure, x: Sequence[float], values: Sequence[float], algorithm: str, where: str) -> None:
    chart.add_scatter(
        x=x,
        y=values,
        mode="lines",
        line={"color": _COLORS[algorithm], "width": 1.2},
        hovertemplate=f"proven of {entry_of(algorithm).label}: at most %{{y:,.0f}} {where}<extra></extra>",
    )


def _budget_axis(chart: go.Figure, low: float, high: float) -> None:
    """One log scale with both budgets: epsilon, and rho = epsilon^2/2 below it."""
    theme.epsilon_axis(chart, low, high)
    places = chart.layout.xaxis.tickvals
    chart.update_xaxes(
        ticktext=[f"{place:g}<br>{dpcore.rho_from_epsilon(place):.3g}" for place in places],
        title="ε, below it ρ = ε²/2<br>← more privacy · less privacy →",
    )
    chart.update_layout(margin={"b": 92})


def _mark_choice(chart: go.Figure, epsilon: float) -> None:
    color = theme.palette().choice
    chart.add_vline(x=epsilon, line={"color": color, "width": 2})
    chart.add_annotation(
        x=math.log10(epsilon), y=1, yref="paper", yanchor="bottom", text=f"ε = {setting(epsilon)}", showarrow=False,
        font={"color": color},
    )  # fmt: skip


def _mark_boundaries(chart: go.Figure, boundaries: Sequence[Boundary], ends: tuple[float, float]) -> None:
    """A thin vertical per boundary with its name along it; shaded where privacy dominates on this instance."""
    colors = theme.palette()
    for boundary in boundaries:
        if not ends[0] < boundary.epsilon < ends[1]:
            continue
        chart.add_vline(x=boundary.epsilon, line={"color": colors.without_privacy, "width": 1, "dash": "dot"})
        chart.add_annotation(
            x=math.log10(boundary.epsilon), y=0.01, yref="paper", xanchor="left", yanchor="bottom", textangle=-90,
            showarrow=False, text=boundary.label, font={"color": colors.without_privacy, "size": 12},
            hovertext=f"Below ε = {number(boundary.epsilon)} privacy dominates. {boundary.says}",
        )  # fmt: skip
    shaded = [boundary.epsilon for boundary in boundaries if boundary.shades and boundary.epsilon > ends[0]]
    for epsilon in shaded:
        chart.add_vrect(
            x0=ends[0], x1=min(epsilon, ends[1]), fillcolor=colors.private, opacity=0.06, line_width=0, layer="below"
        )
    if shaded:
        chart.add_annotation(
            x=0.01, xref="paper", y=0.99, yref="paper", xanchor="left", yanchor="top", showarrow=False,
            text="privacy dominates", font={"color": colors.private, "size": 13},
        )  # fmt: skip
