"""The picture of an audit: the bound that rises towards the promise, and what would be caught by now."""

import math
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ui.audit.study import FIRST_DRAWN, AuditView, detectable
from ui.look import marks, theme
from ui.look.numbers import count, rounded_down, setting, whole

HEIGHT = 430
_POINTS = 60


def audit_chart(view: AuditView) -> go.Figure:
    """The lower bound on the loss against the pairs of runs, with the promise and the alarm."""
    colors, epsilon = theme.palette(), view.question.epsilon
    chart = theme.figure(HEIGHT)
    last, top = view.last, view.top
    theme.log_axis(chart.update_xaxes, FIRST_DRAWN, 1.06 * last, whole, title="pairs of runs")
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
    x, y = [FIRST_DRAWN, *view.pairs], [0.0, *view.bounds]
    says, name = "after %{x:,.0f} pairs: at least %{y:.3g}", "the loss is at least"
    marks.curve(chart, x, y, colors.private, says, width=4, shape="hv", name=name)
    chart.add_hline(y=epsilon, line={"color": colors.text, "width": 2})
    promised, above = f"promised<br>ε = {setting(epsilon)}", "above the promise"
    marks.note(chart, 1.01, epsilon, promised, colors.text, xref="paper", xanchor="left", align="left")
    marks.note(chart, 0.99, top, above, colors.text, has_halo=True, xref="paper", xanchor="right", yanchor="top")
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
    place: dict[str, Any] = {"xanchor": "right", "yanchor": "bottom", "xshift": -4, "yshift": 4}
    if not has_room:
        place = {"xanchor": "left", "yanchor": "top", "xshift": 6, "yshift": -6}
    marks.note(chart, math.log10(alarm), bound, "<b>alarm</b>", color, 17, has_halo=True, **place)
