"""The pictures of private stopping: one run under its threshold, when runs stop, and how that depends on epsilon."""

import math
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

from dpcore.private_stopping import StoppingTrace
from ui.look import marks, theme
from ui.look.numbers import at_most, count, number, rounded_down, setting
from ui.one_mean.question import FIRST_SAMPLE, MEAN_LIMITS, PROVEN, PUBLISHED, RULES, MeanAnswer

_LOWEST, _HIGHEST = MEAN_LIMITS[0] / 1.35, 6.0
HEIGHT = 400  # of a picture below the main one
_HANDLE_WIDTH = 76  # of the knob on the mean's line, right of the picture
_EXPONENTIAL_COLOR = theme.BESIDE[1]


def rule_color(rule: str) -> str:
    """Grey without privacy, blue with, and one more for the exponential rule."""
    colors = theme.palette()
    return {"nas": colors.without_privacy, "dp-nas": colors.private}.get(rule, _EXPONENTIAL_COLOR)


def run_chart(trace: StoppingTrace, demanded: dict[str, NDArray[np.float64]], mean: float) -> go.Figure:
    """The running mean of one run, and what each rule demands of it; ui.components.knob drags the mean's line."""
    colors, chosen = theme.palette(), trace.algorithm
    chart = theme.figure(height=470)
    last = 1.5 * max(float(curve[0, -1]) for curve in demanded.values())
    chart.update_xaxes(
        type="log",
        title="samples",
        range=[math.log10(FIRST_SAMPLE), math.log10(last)],
        exponentformat="power",
        dtick=1,
        fixedrange=True,
    )
    chart.update_yaxes(
        type="log",
        title="size of the mean",
        range=[math.log10(_LOWEST), math.log10(_HIGHEST)],
        tickvals=[0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
        fixedrange=True,
    )
    for rule, (times, sizes) in demanded.items():
        is_chosen = rule == chosen
        marks.curve(
            chart,
            times,
            sizes,
            rule_color(rule),
            f"{RULES[rule]} halts at %{{x:,.0f}} samples if the running mean is above %{{y:.3g}}, without noise",
            width=3 if is_chosen else 1.2,
            dots=(6 if is_chosen else 4) if rule == "exponential-dp-nas" else 0,
            name=RULES[rule],
            opacity=1.0 if is_chosen else 0.7,
        )
    if trace.parameters["epsilon"] is not None:
        noisy = np.where(trace.noisy_thresholds > 0, trace.noisy_thresholds, np.nan)
        says, name = "with noise %{y:.3g} at %{x:,.0f} samples", "with noise"
        marks.curve(chart, trace.times, noisy, rule_color(chosen), says, width=1, dash="dot", dots=5, name=name)
    says = "running mean %{y:.4g} after %{x:,.0f} samples"
    marks.curve(chart, trace.times, np.abs(trace.sample_means), colors.text, says, name="running mean")
    marks.curve(chart, [FIRST_SAMPLE, last], [mean, mean], colors.choice)
    _mark_stop(chart, trace)
    chart.update_layout(dragmode=False, margin={"r": _HANDLE_WIDTH})
    # each name in a group of its own, or Plotly sets all in columns as wide as the widest: five rows on a phone
    chart.for_each_trace(lambda line: line.update(legendgroup=line.name))
    return marks.legend_above(chart, font={"size": 12}, tracegroupgap=0)


def _mark_stop(chart: go.Figure, trace: StoppingTrace) -> None:
    if not trace.finished:
        return
    color, size = theme.palette().choice, max(abs(float(trace.sample_means[-1])), _LOWEST)
    says = f"stops after {count(trace.stopping_time)} samples, releases {trace.estimate:.4g}"
    marks.dot(chart, trace.stopping_time, size, color, says)
    # What the rules demand falls from the left above to the right below: no line is right above, nor left below.
    chart.add_annotation(
        x=math.log10(trace.stopping_time),
        y=math.log10(size),
        text=f"this run: <b>{count(trace.stopping_time)}</b>",
        ax=0,
        ay=-44 if size < 0.5 else 48,
        xanchor="left" if size < 0.5 else "right",
        arrowcolor=color,
        font={"color": color, "size": 14, "shadow": theme.halo()},
    )


def distribution_chart(found: MeanAnswer) -> go.Figure:
    """The share of runs of each rule that have stopped, between the lower bound and the published upper one."""
    chart, sure = theme.figure(HEIGHT), 1 - found.question.risk
    chart.update_yaxes(title="runs that have stopped", tickformat=".0%", range=[-0.02, 1.05])
    for rule, result in found.results.items():
        color, proven = rule_color(rule), found.bounds[rule].halting_time_proven
        marks.share_stopped(chart, result, RULES[rule], color=color, width=3)
        says = (
            f"{RULES[rule]} stops by {at_most(proven)} samples with probability at least "
            f"{setting(rounded_down(sure, 4))} (proven)"
        )
        marks.dot(chart, proven, sure, color, says, symbol="diamond")
    _say_what_lies_outside(chart, found)
    return marks.legend_above(chart, font={"size": 12})


def _say_what_lies_outside(chart: go.Figure, found: MeanAnswer) -> None:
    """Zoom in on the runs, and name the two loose bounds at the edges behind which they lie."""
    bounds = found.bounds["exponential-dp-nas"]
    low = min(float(result.stopping_times.min()) for result in found.results.values()) / 1.6
    high = 1.6 * max(each.halting_time_proven for each in found.bounds.values())
    theme.log_axis(chart.update_xaxes, low, high, title="samples", tickangle=0)
    background = theme.translucent(theme.palette().background, 0.8)
    edge: dict[str, Any] = {"xref": "paper", "yref": "paper", "yanchor": "bottom", "bgcolor": background}
    if bounds.lower_bound is not None:
        text = f"← lower bound {number(bounds.lower_bound)}"
        marks.note(chart, 0.01, 0.04, text, theme.palette().text, xanchor="left", **edge)
    if bounds.published_halting_time is not None:
        text = f"stops by {number(bounds.published_halting_time)} (published) →"
        marks.note(chart, 0.99, 0.14, text, _EXPONENTIAL_COLOR, xanchor="right", **edge)


def noise_chart(trace: StoppingTrace) -> go.Figure:
    """The noise that hides each participant in this run: one draw on the threshold, a fresh one at every test."""
    colors = theme.palette()
    chart = theme.figure(HEIGHT)
    chart.update_xaxes(type="log", title="samples", exponentformat="power", dtick=1)
    chart.update_yaxes(title="noise on the sum of rewards")
    color = rule_color(trace.algorithm)
    nothing = np.full(trace.times.size, np.nan)
    stems_x = np.column_stack([trace.times, trace.times, nothing]).ravel()
    stems_y = np.column_stack([np.zeros(trace.times.size), trace.query_noises, nothing]).ravel()
    marks.curve(chart, stems_x, stems_y, theme.translucent(color, 0.5), width=1)
    says, name = "noise of the test at %{x:,.0f} samples: %{y:+,.1f}", "fresh at each test"
    marks.points(chart, trace.times, trace.query_noises, color, says, size=7, name=name)
    ends, level = [int(trace.times[0]), int(trace.times[-1])], [trace.threshold_noise] * 2
    says, name = "noise on the threshold: %{y:+,.1f}", "on the threshold, drawn once"
    marks.curve(chart, ends, level, colors.choice, says, width=3, name=name)
    chart.add_hline(y=0, line={"color": colors.grid, "width": 1})
    return marks.legend_above(chart, font={"size": 12})


def epsilon_chart(table: pd.DataFrame, epsilon: float) -> go.Figure:
    """Samples until the stop against epsilon: medians with the 10-90 % band, between the bounds."""
    colors = theme.palette()
    chart = theme.figure(HEIGHT)
    low, high = float(table["epsilon"].min()), float(table["epsilon"].max())
    theme.epsilon_axis(chart, low, high)
    chart.update_yaxes(type="log", title="samples", exponentformat="power", dtick=1)
    for rule, label in RULES.items():
        rows = table[table["rule"] == label]
        if rule == "nas":
            rows = pd.concat([rows.assign(epsilon=low), rows.assign(epsilon=high)])
        color = rule_color(rule)
        marks.band(chart, rows["epsilon"], rows["10 %"], rows["90 %"], color, 0.25)
        says = (
            f"{label} at ε = %{{x:.3g}}: median %{{y:,.0f}} samples, 10–90 % of runs %{{customdata[0]:,.0f}} to "
            "%{customdata[1]:,.0f}"
        )
        dots, told = 0 if rule == "nas" else 7, rows[["10 %", "90 %"]]
        marks.curve(chart, rows["epsilon"], rows["median"], color, says, dots=dots, name=label, customdata=told)
    exponential = table[table["rule"] == RULES["exponential-dp-nas"]]
    for column, dash in ((PROVEN, "solid"), (PUBLISHED, "dash"), ("lower bound", "dot")):
        values = exponential[column].astype(float)
        if values.isna().all():
            continue
        color = colors.text if column == "lower bound" else _EXPONENTIAL_COLOR
        says = f"{column} at ε = %{{x:.3g}}: %{{y:,.3s}} samples"
        marks.curve(chart, exponential["epsilon"], values, color, says, width=1.2, dash=dash)
        x, y = math.log10(low) + 0.1, math.log10(values.iloc[0])
        marks.note(chart, x, y, column, color, 12, xanchor="left", yanchor="bottom")
    chart.update_yaxes(range=[0, math.log10(3 * table[["90 %", PUBLISHED, PROVEN]].max(axis=None))])
    marks.choice_line(chart, epsilon, f"ε = {setting(epsilon)}", at_foot=True)
    return marks.legend_above(chart, font={"size": 12})
