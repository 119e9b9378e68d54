"""One colour for one meaning, and the chart skeleton that every figure shares; both follow the light or dark theme."""

import math
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from ui.look import axes

FONT = "Source Sans, sans-serif"  # with quotes, Firefox leaves Plotly's marks for them in saved pictures

# Okabe-Ito, extended; .streamlit/config.toml repeats this list for charts that take the theme's colours.
ARM_COLORS = (
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#CC79A7",
    "#0072B2",
    "#D55E00",
    "#B3A125",
    "#7F7F7F",
    "#882255",
    "#44AA99",
)

BESIDE = ARM_COLORS[0], ARM_COLORS[3]  # of lines beside those of meanings

# One colour per algorithm on every page; blue, grey and vermilion keep their meanings of bounds, no privacy and choice.
_ALGORITHM_COLORS = {
    "prise": "#009E73",  # what is achievable
    "pb-tas": "#6AA121",
    "gaussian-pb-tas": "#C44E52",
    "dp-tt": "#E69F00",
    "gaussian-dp-tt": "#D98880",
    "dp-se": "#CC79A7",
    "adap-tt": "#B3A125",
    "adap-tt-star": "#44AA99",
    "ctb-tt": "#882255",
    "ttucb": "#9A9A9A",
    "eb-tci": "#8C6D46",
    "track-and-stop": "#7A6FC4",
    "dp-bai": "#009E73",
    "baseline": "#CC79A7",
    "dp-od": "#E69F00",
    "dp-od-axes": "#B3A125",
    "dp-ucb": "#8C6D46",
    "adap-ucb": "#009E73",
    "adap-klucb": "#E69F00",
    "dp-imed": "#7A6FC4",
    "dp-klucb": "#B3A125",
    "adac-ucb": "#882255",
    "adac-gope": "#009E73",
    "adac-gope-var": "#E69F00",
    "adac-oful": "#009E73",
}
_DARK_TWINS = {"#882255": "#B86BD6"}  # for lines and words on the dark ground
_UNLISTED_COLORS = ("#A6761D", "#C44E52", "#5B8C5A", "#666699")


@dataclass(frozen=True)
class Palette:
    """The colours of meanings in one theme.

    Colour-blind readers tell their lines apart, simulated by MOF09 and measured by LCL06: tests/ui/look/test_colors.py.
    """

    private: str
    without_privacy: str
    choice: str
    forbidden: str
    achievable: str
    text: str
    grid: str
    background: str


LIGHT = Palette("#0072B2", "#6B6B6B", "#D55E00", "#F2B8B5", "#009E73", "#2F2D2B", "#E4E2DF", "#FFFFFF")
DARK = Palette("#56B4E9", "#A9A5A0", "#FF7F3F", "#6E2F2C", "#7DEBC8", "#EDEBE8", "#3A3733", "#171614")


def palette() -> Palette:
    """The colours of the theme that this visitor sees."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def arm_color(arm: int) -> str:
    """The colour of arm number `arm` (from 0); the ten colours repeat."""
    return ARM_COLORS[arm % len(ARM_COLORS)]


def arm_dash(arm: int) -> str:
    """How plotly draws the line of arm number `arm` (from 0): dashed where an earlier arm has its colour."""
    return "solid" if arm < len(ARM_COLORS) else "dash"


def arm_pattern(arm: int) -> dict[str, object]:
    """How plotly fills the bar of arm number `arm` (from 0): striped where an earlier arm has its colour."""
    return {"shape": "" if arm < len(ARM_COLORS) else "/", "fillmode": "overlay", "fgcolor": palette().background}


def algorithm_color(name: str) -> str:
    """The colour of the algorithm of this name; its name chooses one where none is listed."""
    unlisted = _UNLISTED_COLORS[zlib.crc32(name.encode()) % len(_UNLISTED_COLORS)]
    color = _ALGORITHM_COLORS.get(name, unlisted)
    return _DARK_TWINS.get(color, color) if palette() is DARK else color


def translucent(color: str, opacity: float) -> str:
    """A hex colour as rgba with this opacity."""
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


def halo() -> str:
    """A font's shadow that lifts words off the lines beneath without hiding these."""
    return ", ".join([f"0 0 3px {palette().background}"] * 4)


def figure(height: int = 420) -> go.Figure:
    """An empty figure in the house style: quiet grid, no legend box, room for direct labels at the right."""
    colors = palette()
    axis = {"gridcolor": colors.grid, "zeroline": False, "linecolor": colors.grid, "ticks": "outside", "ticklen": 4}
    return go.Figure(
        layout={
            "height": height,
            "margin": {"l": 64, "r": 24, "t": 24, "b": 56},
            "font": {"size": 14, "color": colors.text, "family": FONT},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "showlegend": False,
            "hoverlabel": {"font": {"size": 13}},
            "xaxis": axis,
            "yaxis": axis,
            "uirevision": "keep",
        }
    )


def log_axis(
    update: Callable[..., Any],
    low: float,
    high: float,
    written: Callable[[float], str] = axes.in_thousands,
    **style: Any,
) -> None:
    """A log axis with these ends, and three ticks or more.

    update: update_xaxes or update_yaxes of the figure.  written: how a tick is written.  style: of the axis.
    """
    ticks = axes.log_ticks(low, high)
    ends, texts = [math.log10(low), math.log10(high)], [written(tick) for tick in ticks]
    update(type="log", range=ends, tickvals=ticks, ticktext=texts, **style)


def epsilon_axis(chart: go.Figure, low: float, high: float) -> None:
    """A log axis of epsilon whose ends say which is more private."""
    log_axis(chart.update_xaxes, low, high, title=axes.between_ends())


def label_right_ends(chart: go.Figure, labels: list[tuple[float, str, str]], spacing: float = 0.05) -> None:
    """Direct labels (y, text, color) right of a chart with a log y axis, pushed apart where they would overlap.

    spacing: between two labels, as a share of the picture's height.  A y axis without a range gets one.
    """
    if chart.layout.yaxis.range is None:
        heights = [math.log10(y) for trace in chart.data for y in trace.y if y > 0]
        chart.update_yaxes(range=[min(heights) - 0.1, max(heights) + 0.15])
    bottom, top = chart.layout.yaxis.range
    chart.update_layout(margin={"r": 24 + 7 * max(len(text) for _, text, _ in labels)})
    wanted = [(math.log10(y) - bottom) / (top - bottom) for y, _, _ in labels]
    places = axes.apart(wanted, [spacing] * len(labels), -spacing / 2, 1 + spacing / 2)
    for (_, text, color), place in zip(labels, places, strict=True):
        chart.add_annotation(
            x=1.01, xref="paper", y=place, yref="paper", xanchor="left", yanchor="middle", showarrow=False, text=text,
            font={"color": color, "size": 13}, align="left",
        )  # fmt: skip
