"""The picture of a plan's looks: when runs have answered, and at which participants some of them look."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dpcore.choosing import LookSchedule
from ui.look import marks, theme
from ui.look.numbers import count

HEIGHT = 520
RUNS_SHOWN = 12
_POINTS = 120
_ABOVE: dict[str, Any] = {"row": 1, "col": 1}
_BELOW: dict[str, Any] = {"row": 2, "col": 1}


def looks_chart(schedule: LookSchedule, participants: float) -> go.Figure:
    """Above: the share of runs that have answered by so many participants.  Below: the looks of some runs.

    participants: those of the plan.
    """
    chart = make_subplots(
        figure=theme.figure(HEIGHT), rows=2, shared_xaxes=True, row_heights=[0.58, 0.42], vertical_spacing=0.1
    )
    colors, color, times = theme.palette(), theme.algorithm_color(schedule.algorithm), schedule.times
    first, last = (float(times.min()), float(times.max())) if times.size else (1.0, 10.0)
    last = max(last, min(participants, 3 * last)) * 1.1
    theme.log_axis(chart.update_xaxes, first * 0.9, last, gridcolor=colors.grid)
    chart.update_xaxes(title="participants", **_BELOW)
    places = np.geomspace(first, last, _POINTS)
    low, high = schedule.done_interval(places)
    marks.band(chart, places, low, high, color, 0.18, **_ABOVE)
    ordered = np.sort(schedule.answer_times[schedule.finished]).tolist()
    shares = (np.arange(len(ordered) + 1) / schedule.runs).tolist()
    x, y = [first * 0.95, *ordered, last], [*shares, shares[-1]]
    says = "by %{x:,.0f} participants: %{y:.0%} of the runs have answered"
    marks.curve(chart, x, y, color, says, width=3, shape="hv", **_ABOVE)
    chart.add_hline(y=0.9, line={"color": colors.grid, "dash": "dot"}, **_ABOVE)
    _add_runs(chart, schedule, color)
    if participants <= last:
        marks.choice_line(chart, participants, f"yours: {count(participants)}")
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


def _add_runs(chart: go.Figure, schedule: LookSchedule, color: str) -> None:
    """A row a run, the soonest on top: a circle at each look, a full one at the answer, a cross at a wrong one."""
    colors, starts = theme.palette(), np.cumsum(schedule.looks) - schedule.looks
    shown = []
    for row, run in enumerate(np.argsort(schedule.answer_times[:RUNS_SHOWN], kind="stable").tolist()):
        times = schedule.times[starts[run] :][: schedule.looks[run]].tolist()
        looks = [(time, -row, f"look {look}", "circle-open", colors.private) for look, time in enumerate(times, 1)]
        if schedule.finished[run]:
            answer = ("right answer", "circle", color) if schedule.right[run] else ("wrong answer", "x", colors.choice)
            looks[-1] = (times[-1], -row, *answer)
        shown += [*looks, (None, None, "", "circle-open", colors.private)]  # no line leads to the next run
    x, y, words, symbols, inks = zip(*shown, strict=True)
    chart.add_scatter(
        x=x,
        y=y,
        customdata=words,
        mode="lines+markers",
        line={"color": colors.grid, "width": 2},
        marker={"symbol": symbols, "size": 8, "color": inks, "line": {"width": 1.5, "color": inks}},
        hovertemplate="%{customdata}: %{x:,} participants<extra></extra>",
        **_BELOW,
    )
