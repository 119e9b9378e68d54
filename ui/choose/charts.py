"""The stakeholder's picture: participants against epsilon, with the zones impossible, open and achievable."""

import math

import numpy as np
import plotly.graph_objects as go

from ui.choose.question import BAND, Findings
from ui.look import marks, theme
from ui.look.numbers import number, percent, rounded_down, setting

ROOM_BELOW = 6.0
# Above the lower bound at its left end, where simulated curves lie far above it; but the budget must not drown.
ROOM_ABOVE_BOUND, ROOM_ABOVE_BUDGET = 20.0, 3000.0


def picture_limits(findings: Findings) -> tuple[float, float]:
    """The smallest and the largest number of participants in the picture; they hold still while points come in."""
    bound, budget = findings.bounds.curve.participants, findings.question.participants
    low = max(min(float(bound[0].min()), budget), 1.0) / ROOM_BELOW
    return low, max(min(ROOM_ABOVE_BOUND * float(bound[1].max()), ROOM_ABOVE_BUDGET * budget), 3 * budget)


def zones_chart(findings: Findings) -> go.Figure:
    """Lower bound, simulated points and budget on log axes, with the read-offs marked on the budget's line."""
    chart = theme.figure(height=540)
    epsilons = findings.bounds.curve.epsilons
    low, high = picture_limits(findings)
    theme.epsilon_axis(chart, float(epsilons[0]), float(epsilons[-1]))
    chart.update_yaxes(type="log", title="participants", dtick=1, range=[math.log10(low), math.log10(high)])
    _add_bound(chart, findings, low)
    if findings.simulated.points:
        _add_simulated(chart, findings, high)
    _add_epsilon(chart, findings)
    _add_budget(chart, findings)
    _add_zone_names(chart, findings, low, high)
    return chart


def _add_bound(chart: go.Figure, findings: Findings, low: float) -> None:
    colors, bounds = theme.palette(), findings.bounds
    marks.band(
        chart,
        bounds.curve.epsilons,
        np.full_like(bounds.curve.epsilons, low),
        bounds.curve.participants[1],
        colors.forbidden,
        0.25,
        fillpattern={
            "shape": "/",
            "fgcolor": colors.forbidden,
            "bgcolor": "rgba(0,0,0,0)",
            "size": 9,
            "solidity": 0.25,
        },
    )
    if findings.question.problem.data is not None:
        lowest, _, highest = bounds.curve.participants
        marks.band(chart, bounds.curve.epsilons, lowest, highest, colors.private, 0.22)
    chart.add_scatter(
        x=bounds.curve.epsilons,
        y=bounds.curve.participants[1],
        mode="lines",
        line={"color": colors.private, "width": 3},
        hovertemplate="ε = %{x:.3g}: lower bound %{y:,.0f} participants, to stop in 90 of 100 runs by any "
        "method of this risk<extra></extra>",
    )


def _add_simulated(chart: go.Figure, findings: Findings, high: float) -> None:
    colors, points = theme.palette(), findings.simulated.points
    x = np.array([point.epsilon for point in points])
    y = np.array([point.participants for point in points])
    ends = np.array([[point.low, point.high] for point in points])
    ends = np.where(np.isfinite(ends), ends, y[:, None])
    ends_are = "95 % interval" if findings.question.problem.data is None else f"{percent(BAND)} of them between"
    marks.band(chart, x, y, np.full_like(y, high), colors.achievable, 0.14)
    marks.band(chart, x, ends[:, 0], ends[:, 1], colors.achievable, 0.35)
    chart.add_scatter(
        x=x,
        y=y,
        mode="markers",
        marker={"color": colors.achievable, "size": 8},
        customdata=np.column_stack([ends, [point.runs for point in points]]),
        hovertemplate=(
            f"ε = %{{x:.3g}}: {findings.question.problem.method} stops within %{{y:,.0f}} participants in 90 % of "
            f"%{{customdata[2]}} runs ({ends_are} %{{customdata[0]:,.0f}} to %{{customdata[1]:,.0f}})<extra></extra>"
        ),
    )


def _add_epsilon(chart: go.Figure, findings: Findings) -> None:
    """The epsilon looked at as a vertical, with its readings as dots."""
    color, epsilon = theme.palette().choice, findings.epsilon
    if epsilon is None or findings.bounds.at_epsilon is None:
        return
    marks.choice_line(chart, epsilon, f"ε = {setting(epsilon)}", width=1, dash="dot")
    chart.add_scatter(
        x=[epsilon, epsilon],
        y=[findings.bounds.at_epsilon.middle, findings.simulated.at_epsilon],
        mode="markers",
        marker={"color": color, "size": 9},
        hovertemplate=f"ε = {setting(epsilon)}: %{{y:,.0f}} participants<extra></extra>",
    )


def _add_budget(chart: go.Figure, findings: Findings) -> None:
    """The budget's line, and on it what it reads off."""
    colors, budget, epsilons = theme.palette(), findings.question.participants, findings.bounds.curve.epsilons
    possible, achievable = findings.bounds.possible.middle, findings.simulated.achievable
    chart.add_hline(y=budget, line={"color": colors.choice, "width": 2})
    middle = math.sqrt(float(epsilons[0] * epsilons[-1]))
    at_left = (possible if achievable is None else achievable) > middle  # the end away from the marks
    under = budget < findings.bounds.curve.without_privacy.middle
    end, side = (float(epsilons[0]), "left") if at_left else (float(epsilons[-1]), "right")
    _label(chart, end, budget, f"{budget:,} available", colors.choice, side, "top" if under else "bottom")
    if epsilons[0] < possible < math.inf:
        _mark(
            chart,
            possible,
            budget,
            f"not impossible<br>from ε = {number(rounded_down(possible))}",
            colors.private,
            "top",
        )
    if achievable is not None and math.isfinite(achievable):
        _mark(chart, achievable, budget, f"achievable<br>from ε = {number(achievable)}", colors.achievable, "bottom")


def _add_zone_names(chart: go.Figure, findings: Findings, low: float, high: float) -> None:
    color, bounds, simulated = theme.palette().text, findings.bounds, findings.simulated
    left, right = bounds.curve.epsilons[0], bounds.curve.epsilons[-1]
    _label(chart, left * 1.4, low * 1.6, "impossible: no method can", color, "left", "bottom")
    if open_at := _open_place(findings, high):
        _label(chart, *open_at, "open", color, "center", "middle")
    if simulated.points:
        method = findings.question.problem.method.replace(" on ", "<br>on ")
        _label(chart, right / 1.2, high / 20, f"achievable:<br>{method}", color, "right", "top")
    regime = simulated.change_of_regime
    if regime is not None and math.isfinite(regime):
        chart.add_vline(x=regime, line={"color": theme.palette().without_privacy, "width": 1.5, "dash": "dash"})
        side = "left" if regime < 0.3 else "right"
        _label(chart, regime, high / 1.2, f"change of regime<br>ε = {number(regime)}", color, side, "top")


def _open_place(findings: Findings, high: float) -> tuple[float, float] | None:
    """A place between the bound and the simulated points, near their left end."""
    for point in findings.simulated.points[1:]:
        if point.participants < high:
            bounds = findings.bounds
            bound = float(
                np.exp(
                    np.interp(
                        math.log(point.epsilon), np.log(bounds.curve.epsilons), _logs(bounds.curve.participants[1])
                    )
                )
            )
            return point.epsilon, math.sqrt(bound * point.participants)
    return None


def _logs(participants: np.ndarray) -> np.ndarray:
    """Their logarithms; a bound may be 0."""
    return np.log(np.maximum(participants, 1.0))


def _mark(chart: go.Figure, epsilon: float, participants: float, text: str, color: str, place: str) -> None:
    chart.add_scatter(
        x=[epsilon], y=[participants], mode="markers", marker={"color": color, "size": 13}, hoverinfo="skip"
    )
    _label(chart, epsilon, participants, text, color, "center", place)


def _label(chart: go.Figure, x: float, y: float, text: str, color: str, align: str, place: str) -> None:
    """Text at a point: its `align` side in x stays there, and it stands above ("bottom") or below ("top") it."""
    chart.add_annotation(
        x=math.log10(x),
        y=math.log10(y),
        text=text,
        showarrow=False,
        font={"color": color, "size": 14},
        xanchor=align,
        yanchor=place,
        yshift={"bottom": 8, "top": -8}.get(place, 0),
        bgcolor=theme.translucent(theme.palette().background, 0.75),
    )
