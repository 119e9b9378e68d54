"""The Explorer's pictures: what the one that is dragged draws, and the two below it."""

import math
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ui.explore.achieved import METHOD, Achieved
from ui.explore.numbers import BOUNDARIES, MAIN_BOUNDARIES, GapMap, Numbers
from ui.look import marks, theme
from ui.look.numbers import setting

HEIGHT = 380  # of a picture below the main one
AXIS = "← more privacy · ε · less privacy →"  # short, for pictures of half the width


def picture_of(numbers: Numbers, achieved: Achieved | None = None, all_bounds: bool = False) -> dict[str, Any]:
    """What the picture that is dragged draws (ui/components/bars/picture.js), in participants."""
    scale = numbers.participants_per_time
    marks = numbers.boundaries
    flags = [
        {
            "epsilon": getattr(marks, name),
            "flag": f"{note.flag} {note.holds} {numbers.boundary(name)}",
            "before": note.holds == "up to",
            "tip": f"{note.meaning}<br>{note.formula}<br>{note.source}",
        }
        for name, note in BOUNDARIES.items()
        if all_bounds or name in MAIN_BOUNDARIES
    ]
    others = {
        "price": numbers.total_variation.time * scale,
        "bends": {"first": marks.first, "improved": marks.improved},
    }
    return {
        "epsilons": numbers.curve.epsilons.tolist(),
        "samples": (numbers.curve.times * scale).tolist(),
        "free": numbers.bounds["non_private"],
        "others": others if all_bounds else None,
        "regimes": {"price_dominated": marks.price_dominated, "almost_free": marks.almost_free},
        "marks": sorted(flags, key=lambda flag: flag["epsilon"]),
        "here": {"epsilon": numbers.instance.epsilon, "samples": numbers.bounds["tightest_private"]},
        "achieved": {"samples": achieved.samples, "method": METHOD} if achieved and achieved.samples else None,
    }


def allocation_chart(numbers: Numbers) -> go.Figure:
    """The optimal shares of the participants against epsilon, stacked, and beside it those at the current epsilon."""
    colors = theme.palette()
    curve = numbers.curve
    here = numbers.private.allocation
    chart = theme.figure(HEIGHT)
    for arm, mean in enumerate(numbers.instance.means):
        style = {"color": theme.arm_color(arm), "width": 0.5}
        called = numbers.instance.name(arm)
        name = f"{called} (mean {mean:g})"
        chart.add_scatter(
            x=curve.epsilons,
            y=curve.allocations[:, arm],
            stackgroup="shares",
            line=style,
            fillcolor=theme.translucent(theme.arm_color(arm), 0.75),
            hovertemplate=f"{name}: %{{y:.3p}} of the participants at ε = %{{x:.3g}}<extra></extra>",
        )
        chart.add_bar(
            x=[0],
            y=[here[arm]],
            xaxis="x2",
            marker={"color": theme.arm_color(arm), "line": {"color": colors.background, "width": 1}},
            text=[f"{called}<br>{here[arm]:.1%}"] if here[arm] > 0.1 else None,
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            textfont={"color": "#000000", "size": 12},
            hovertemplate=f"{name}: {here[arm]:.4%} of the participants<extra></extra>",
        )
    theme.epsilon_axis(chart)
    marks.choice_line(chart, numbers.instance.epsilon)
    chart.update_xaxes(title=AXIS)
    chart.update_layout(
        barmode="stack",
        xaxis_domain=[0, 0.8],
        xaxis2={
            "title": "",
            "domain": [0.84, 1],
            "anchor": "y",
            "tickvals": [0],
            "ticktext": [f"ε = {setting(numbers.instance.epsilon)}"],
            "tickfont": {"color": colors.choice},
            "fixedrange": True,
        },
        yaxis={"range": [0, 1], "tickformat": ".0%", "title": "share of the participants"},
        hovermode="closest",
    )
    return chart


def map_chart(numbers: Numbers, gap_map: GapMap) -> go.Figure:
    """T*_epsilon / T*_KL of two arms against epsilon and their gap, with boundaries; the instance's arms as points."""
    colors = theme.palette()
    means = numbers.instance.means
    best = numbers.private.best_arm
    rivals = [arm for arm in range(len(means)) if arm != best]
    gaps = [means[best] - means[arm] for arm in rivals]
    epsilon = numbers.instance.epsilon
    ticks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000]
    chart = theme.figure(HEIGHT)
    chart.add_heatmap(
        x=gap_map.epsilons,
        y=gap_map.gaps,
        z=np.log10(gap_map.factors),
        zmin=0,
        zmax=3,
        customdata=gap_map.factors,
        colorscale=[[0, colors.background], [1, colors.private]],
        zsmooth="best",
        colorbar={
            "title": {"text": "times the bound without privacy", "side": "right"},
            "tickvals": [math.log10(tick) for tick in ticks],
            "ticktext": [f"{tick:,}" for tick in ticks],
            "thickness": 12,
            "outlinewidth": 0,
        },
        hovertemplate="ε = %{x:.3g}, gap %{y:.3g}: %{customdata:,.4g} times the bound without privacy<extra></extra>",
    )
    dashes = {"price_dominated": "dot", "improved": "dash", "almost_free": "solid", "exact": "dashdot"}
    for name, boundary in gap_map.boundaries.items():
        flag = BOUNDARIES[name].flag
        chart.add_scatter(
            x=boundary,
            y=gap_map.gaps,
            mode="lines",
            name=flag,
            showlegend=True,
            line={"color": colors.text, "width": 1.5, "dash": dashes[name]},
            hovertemplate=f"{flag}: ε = %{{x:.3g}} at gap %{{y:.3g}}<extra></extra>",
        )
    chart.add_scatter(
        x=[epsilon] * len(gaps),
        y=gaps,
        mode="markers",
        marker={
            "size": 12,
            "color": [theme.arm_color(arm) for arm in rivals],
            "line": {"color": colors.choice, "width": 2},
        },
        cliponaxis=False,
        showlegend=False,
        text=[f"{numbers.instance.name(arm)} (mean {means[arm]:g})" for arm in rivals],
        hovertemplate="%{text}: gap %{y:.4g} at ε = %{x:.3g}<extra></extra>",
    )
    theme.epsilon_axis(chart)
    chart.update_xaxes(title=AXIS)
    chart.update_layout(
        yaxis={
            "type": "log",
            "range": [math.log10(gap_map.gaps[0]), math.log10(gap_map.gaps[-1])],
            "dtick": 1,
            "tickformat": "~g",
            "automargin": True,
            "title": f"gap to the best mean {means[best]:g}",
        },
        hovermode="closest",
    )
    return marks.legend_above(chart, font={"size": 12})
