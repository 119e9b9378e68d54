"""What is known of the success rates after each batch."""

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from dpcore.trial import Plan, Status
from ui.look import marks, theme
from ui.look.literal import in_chart

_HEIGHT = 290


def rates_picture(plan: Plan, known: Sequence[Status], first: int, rates: Sequence[float] = ()) -> go.Figure:
    """The success rates as an outsider knows them after each batch, with 95 % intervals.

    first: participants of the first batch.  rates: the true ones, in a rehearsal.
    """
    chart = theme.figure(_HEIGHT)
    participants: list[float] = [status.participants for status in known]
    end = 1.05 * (participants[-1] if participants else first)
    when = " after %{x:,} participants" if plan.has_rounds else ""
    for arm, name in enumerate(plan.options):
        color, dash = theme.arm_color(arm), theme.arm_dash(arm)
        middle, low, high = ([status.rates[name][i] for status in known] for i in range(3))
        # without a batch one point that is none, so that the legend is there
        x, y, says = participants or [math.nan], middle or [math.nan], f"%{{y:.1%}}{when}"
        if participants and not plan.has_rounds:  # beside one another, not on one another
            x = [participants[0] * (1 - 0.04 * (len(plan.options) - 1 - arm))]
        bars, label = marks.interval(middle, low, high), in_chart(name)
        marks.curve(chart, x, y, color, f"{label}: {says}", width=3, dash=dash, dots=6, name=label, error_y=bars)
        if rates:
            says = f"true rate of {label}: %{{y:.1%}}"
            marks.curve(chart, [0, end], [rates[arm]] * 2, color, says, width=1, dash="dot")
    title = "participants so far" if plan.has_rounds or not participants else f"after {participants[0]:,} participants"
    chart.update_xaxes(title=title, range=[0, end], showticklabels=plan.has_rounds or not participants)
    chart.update_yaxes(title="success rate (95 % interval)", range=[0, 1], tickformat=".0%")
    chart.update_layout(showlegend=True, legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0})
    return chart
