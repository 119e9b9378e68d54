"""The picture of an audit: the bound that rises towards the promise, and what would be caught by now."""

import math

import numpy as np
import plotly.graph_objects as go

from ui.audit.study import AuditView, detectable
from ui.look import marks, theme
from ui.look.numbers import count, rounded_down, setting

HEIGHT = 430
_FIRST = 1000
_POINTS = 60


def audit_chart(view: AuditView) -> go.Figure:
    """The lower bound on the loss against the pairs of runs, with the promise and the alarm."""
    colors, epsilon = theme.palette(), view.question.epsilon
    chart = theme.figure(HEIGHT)
    last = max(view.wanted, view.made, 2 * _FIRST)
    top = max(2.3 * epsilon, 1.15 * view.bound)
    ends = [math.log10(_FIRST), math.log10(1.06 * last)]
    chart.update_xaxes(type="log", title="pairs of runs", range=ends, **_ticks(last))
    chart.update_yaxes(title="privacy loss", range=[0, top])
    chart.add_hrect(
        y0=epsilon, y1=top, fillcolor=theme.translucent(colors.forbidden, 0.35), line_width=0, layer="below"
    )
    places = np.geomspace(_FIRST + 50, last, _POINTS)
    caught = np.array([detectable(epsilon, int(place)) for place in places])
    shown = caught < top
    chart.add_scatter(
        x=places[shown],
        y=caught[shown],
        mode="lines",
        name="caught by then in 99 of 100 audits (simulated)",
        line={"color": colors.without_privacy, "width": 2, "dash": "dash"},
        hovertemplate="by %{x:,.0f} pairs 99 of 100 audits catch noise that loses %{y:.3g}<extra></extra>",
    )
    chart.add_scatter(
        x=[_FIRST, *view.pairs],
        y=[0.0, *view.bounds],
        mode="lines",
        name="the loss is at least",
        line={"color": colors.private, "width": 4, "shape": "hv"},
        hovertemplate="after %{x:,.0f} pairs: at least %{y:.3g}<extra></extra>",
    )
    chart.add_hline(y=epsilon, line={"color": colors.text, "width": 2})
    chart.add_annotation(
        x=1.01, xref="paper", xanchor="left", y=epsilon, text=f"promised<br>ε = {setting(epsilon)}", align="left",
        showarrow=False, font={"color": colors.text, "size": 13},
    )  # fmt: skip
    if view.alarm is not None:
        _mark_alarm(chart, view, view.alarm)
    chart.update_layout(dragmode=False, margin={"r": 84})
    return marks.legend_above(chart, font={"size": 12})


def _mark_alarm(chart: go.Figure, view: AuditView, alarm: int) -> None:
    colors = theme.palette()
    bound = float(view.bounds[np.searchsorted(view.pairs, alarm)])
    chart.add_scatter(
        x=[alarm],
        y=[bound],
        mode="markers",
        showlegend=False,
        marker={"color": colors.choice, "size": 14, "line": {"color": colors.background, "width": 2}},
        hovertemplate=f"alarm after {count(alarm)} pairs: at least {setting(rounded_down(bound))}<extra></extra>",
    )
    is_late = math.log10((alarm) / _FIRST) > 0.5 * math.log10(max(view.wanted, 2 * _FIRST) / _FIRST)
    chart.add_annotation(
        x=math.log10(alarm), y=bound, text="<b>alarm</b>", showarrow=False, yanchor="bottom", yshift=10,
        xanchor="right" if is_late else "left", font={"color": colors.choice, "size": 17, "shadow": theme.halo()},
    )  # fmt: skip


def _ticks(last: float) -> dict[str, object]:
    """1, 2 and 5 times each power of ten; only the powers if that would be many."""
    leading = (1, 2, 5) if last < 1e5 else (1,)
    ticks = [digit * 10**power for power in range(3, 8) for digit in leading if digit * 10**power <= 1.06 * last]
    return {"tickvals": ticks, "ticktext": [f"{tick:,}" for tick in ticks]}
