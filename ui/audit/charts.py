"""The picture of an audit: the bound that rises towards the promise, and what would be caught by now."""

import math

import numpy as np
import plotly.graph_objects as go

from ui.audit.study import FIRST_DRAWN, AuditView, detectable
from ui.look import marks, theme
from ui.look.numbers import count, rounded_down, setting

HEIGHT = 430
_POINTS = 60


def audit_chart(view: AuditView) -> go.Figure:
    """The lower bound on the loss against the pairs of runs, with the promise and the alarm."""
    colors, epsilon = theme.palette(), view.question.epsilon
    chart = theme.figure(HEIGHT)
    last, top = view.last, view.top
    ends = [math.log10(FIRST_DRAWN), math.log10(1.06 * last)]
    chart.update_xaxes(type="log", title="pairs of runs", range=ends, **_ticks(last))
    chart.update_yaxes(title="privacy loss", range=[0, top])
    chart.add_hrect(
        y0=epsilon, y1=top, fillcolor=theme.translucent(colors.forbidden, 0.35), line_width=0, layer="below"
    )
    places = np.geomspace(FIRST_DRAWN + 50, last, _POINTS)
    caught = np.array([detectable(epsilon, int(place)) for place in places])
    shown = caught < top
    says = "after %{x:,.0f} pairs 99 of 100 audits catch noise with a loss of %{y:.3g}"
    name = "caught in 99 of 100 audits (simulated)"
    marks.curve(chart, places[shown], caught[shown], colors.without_privacy, says, dash="dash", name=name)
    chart.add_scatter(
        x=[FIRST_DRAWN, *view.pairs],
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
    chart.add_annotation(
        x=0.99, xref="paper", xanchor="right", y=top, yanchor="top", text="above the promise", showarrow=False,
        font={"color": colors.text, "size": 13, "shadow": theme.halo()},
    )  # fmt: skip
    if view.alarm is not None:
        _mark_alarm(chart, view, view.alarm)
    chart.update_layout(dragmode=False, margin={"r": 84})
    return marks.legend_above(chart, font={"size": 12})


def _mark_alarm(chart: go.Figure, view: AuditView, alarm: int) -> None:
    color, bound = theme.palette().choice, float(view.bounds[np.searchsorted(view.pairs, alarm)])
    says = f"alarm after {count(alarm)} pairs: at least {setting(rounded_down(bound))}"
    marks.dot(chart, alarm, bound, color, says, size=14)
    # The line rises from the lower left to the upper right: the label goes above it on the left, or below on the right.
    has_room = math.log10(alarm / FIRST_DRAWN) > 0.2 * math.log10(view.last / FIRST_DRAWN)
    place = {"xanchor": "right", "yanchor": "bottom", "xshift": -4, "yshift": 4}
    if not has_room:
        place = {"xanchor": "left", "yanchor": "top", "xshift": 6, "yshift": -6}
    chart.add_annotation(
        x=math.log10(alarm), y=bound, text="<b>alarm</b>", showarrow=False,
        font={"color": color, "size": 17, "shadow": theme.halo()}, **place,
    )  # fmt: skip


def _ticks(last: float) -> dict[str, object]:
    """1, 2 and 5 times each power of ten; only the powers if that would be many."""
    leading = (1, 2, 5) if last < 1e5 else (1,)
    ticks = [digit * 10**power for power in range(3, 8) for digit in leading if digit * 10**power <= 1.06 * last]
    return {"tickvals": ticks, "ticktext": [f"{tick:,}" for tick in ticks]}
