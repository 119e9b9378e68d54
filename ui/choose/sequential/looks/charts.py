"""The picture of a plan's looks: when runs have answered, and at which participants some of them look."""

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ui.choose.sequential.looks.study import Looks
from ui.look import marks, theme
from ui.look.numbers import count

HEIGHT = 520
RUNS_SHOWN = 12
_POINTS = 120
_ABOVE, _BELOW = {"row": 1, "col": 1}, {"row": 2, "col": 1}


def looks_chart(looks: Looks, participants: float) -> go.Figure:
    """Above: the share of runs that have answered by so many participants.  Below: the looks of some runs.

    participants: those of the plan.
    """
    chart = make_subplots(
        figure=theme.figure(HEIGHT), rows=2, shared_xaxes=True, row_heights=[0.58, 0.42], vertical_spacing=0.1
    )
    colors, schedule = theme.palette(), looks.schedule
    color = theme.algorithm_color(looks.plan.algorithm)
    times = schedule.times
    first, last = (float(times.min()), float(times.max())) if times.size else (1.0, 10.0)
    last = max(last, min(participants, 3 * last)) * 1.1
    places = np.geomspace(first, last, _POINTS)
    low, high = schedule.done_interval(places)
    marks.band(chart, places, low, high, color, 0.18, **_ABOVE)
    ordered = np.sort(schedule.answer_times[schedule.finished])
    shares = np.arange(ordered.size + 1) / schedule.runs
    chart.add_scatter(
        x=[first * 0.95, *ordered.tolist(), last],
        y=[0.0, *shares[1:].tolist(), shares[-1]],
        mode="lines",
        line={"shape": "hv", "color": color, "width": 3},
        hovertemplate="by %{x:,.0f} participants: %{y:.0%} of the runs have answered<extra></extra>",
        **_ABOVE,
    )
    chart.add_hline(y=0.9, line={"color": colors.grid, "dash": "dot"}, **_ABOVE)
    _add_runs(chart, looks)
    if participants <= last:
        chart.add_vline(x=participants, line={"color": colors.choice, "width": 2})
        chart.add_annotation(
            x=np.log10(participants), y=1, yref="paper", yanchor="bottom", text=f"yours: {count(participants)}",
            xanchor="right" if participants**2 > first * last else "left", showarrow=False,
            font={"color": colors.choice},
        )  # fmt: skip
    chart.update_xaxes(type="log", range=np.log10([first * 0.9, last]).tolist(), gridcolor=colors.grid)
    at = [part * 10.0**power for power in range(13) for part in (1, 2, 5) if first * 0.9 <= part * 10.0**power <= last]
    chart.update_xaxes(title="participants", tickvals=at, ticktext=[count(each) for each in at], **_BELOW)
    chart.update_yaxes(
        title="runs that have answered",
        range=[-0.02, 1.05],
        tickvals=[0, 0.25, 0.5, 0.75, 0.9, 1],
        tickformat=".0%",
        gridcolor=colors.grid,
        zeroline=False,
        **_ABOVE,
    )
    chart.update_yaxes(
        title="looks of some runs", showticklabels=False, showgrid=False, zeroline=False, ticks="", **_BELOW
    )
    return chart.update_layout(margin={"t": 40, "l": 76})


def _add_runs(chart: go.Figure, looks: Looks) -> None:
    """A row a run, the soonest on top: a dot at each look, a full one at the answer, a cross at a wrong one."""
    colors, schedule = theme.palette(), looks.schedule
    starts = np.cumsum(schedule.looks) - schedule.looks
    shown = np.argsort(schedule.answer_times[:RUNS_SHOWN], kind="stable").tolist()
    x: list[float | None] = []
    y: list[float | None] = []
    said: list[str] = []
    ends: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    for place, run in enumerate(shown):
        times = schedule.times[starts[run] : starts[run] + schedule.looks[run]].tolist()
        x += [*times, None]
        y += [-place] * len(times) + [None]
        said += [f"look {look}: {time:,} participants" for look, time in enumerate(times, start=1)] + [""]
        if schedule.finished[run]:
            ends[bool(schedule.right[run])].append((times[-1], -place))
    chart.add_scatter(
        x=x,
        y=y,
        customdata=said,
        mode="lines+markers",
        line={"color": colors.grid, "width": 2},
        marker={"symbol": "circle-open", "size": 7, "color": colors.private, "line": {"width": 1.5}},
        hovertemplate="%{customdata}<extra></extra>",
        **_BELOW,
    )
    for is_right, symbol, color, words in (
        (True, "circle", theme.algorithm_color(looks.plan.algorithm), "right answer"),
        (False, "x", colors.choice, "wrong answer"),
    ):
        chart.add_scatter(
            x=[time for time, _ in ends[is_right]],
            y=[row for _, row in ends[is_right]],
            mode="markers",
            marker={"symbol": symbol, "size": 10, "color": color},
            hovertemplate=f"{words} after %{{x:,}} participants<extra></extra>",
            **_BELOW,
        )
