"""What is known of the success rates after each batch."""

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from dpcore.trial import Plan, Status
from ui.look import theme
from ui.look.literal import in_chart

_HEIGHT = 290


def rates_picture(plan: Plan, known: Sequence[Status], first: int, rates: Sequence[float] = ()) -> go.Figure:
    """The success rates as an outsider knows them after each batch, with 95 % intervals.

    first: participants of the first batch.  rates: the true ones, in a rehearsal.
    """
    chart = theme.figure(_HEIGHT)
    participants: list[float] = [status.participants for status in known]
    end = 1.05 * (participants[-1] if participants else first)
    for arm, name in enumerate(plan.options):
        color = theme.arm_color(arm)
        middle, low, high = ([status.rates[name][i] for status in known] for i in range(3))
        chart.add_scatter(
            x=participants or [math.nan],  # so that the legend is there before the first batch
            y=middle or [math.nan],
            mode="lines+markers",
            name=in_chart(name),
            line={"color": color, "width": 3},
            error_y={
                "type": "data",
                "array": [h - m for h, m in zip(high, middle, strict=True)],
                "arrayminus": [m - low_end for m, low_end in zip(middle, low, strict=True)],
            },
            hovertemplate=f"{in_chart(name)}: %{{y:.1%}} after %{{x:,}} participants<extra></extra>",
        )
        if rates:
            chart.add_scatter(
                x=[0, end],
                y=[rates[arm]] * 2,
                mode="lines",
                name=f"true rate of {in_chart(name)}",
                line={"color": color, "width": 1, "dash": "dot"},
                showlegend=False,
                hovertemplate=f"true rate of {in_chart(name)}: %{{y:.1%}}<extra></extra>",
            )
    chart.update_xaxes(title="participants so far", range=[0, end])
    chart.update_yaxes(title="success rate (95 % interval)", range=[0, 1], tickformat=".0%")
    chart.update_layout(showlegend=True, legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0})
    return chart
