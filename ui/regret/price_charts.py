"""The pictures of the price of privacy: what it adds to the regret, against the budget and against time."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from dpcore.regret import PriceOfPrivacy
from ui.look import marks, theme
from ui.look.numbers import exact, percent, setting
from ui.regret.charts import budget_axis
from ui.regret.study import RegretView, entry_of, half_interval

HEIGHT = 400  # of a picture below the main one


def price_over_epsilon(view: RegretView) -> go.Figure:
    """Private minus non-private regret at the horizon against the budget, with 95 % intervals where they are valid."""
    curves = []
    for algorithm in view.algorithms:
        found = [(place, view.study.price((algorithm, place))) for place in view.epsilons]
        rows = [(place, *_price(price, view.show_relative, -1)) for place, price in found if price is not None]
        if rows:
            places, values, errors = (np.array(column) for column in zip(*rows, strict=True))
            curves.append(_PriceCurve(algorithm, places, values, half_interval(errors)))
    chart = _price_chart(curves, view.show_relative, "at ε = %{x:.3g}", dots=8)
    budget_axis(chart, view)
    marks.choice_line(chart, view.epsilon, f"ε = {setting(view.epsilon)}", at_foot=True)
    return chart


def price_over_time(view: RegretView) -> go.Figure:
    """Private minus non-private regret at one budget against pulls, with 95 % bands where they are valid."""
    curves = []
    for algorithm in view.algorithms:
        if (price := view.study.price((algorithm, view.epsilon))) is not None:
            values, errors = _price(price, view.show_relative, slice(None))
            seen = np.isfinite(values) & np.isfinite(errors) & (price.steps >= 10)
            curves.append(_PriceCurve(algorithm, price.steps[seen], values[seen], half_interval(errors[seen])))
    chart = _price_chart(curves, view.show_relative, "after %{x:,.0f} pulls")
    chart.update_xaxes(type="log", title="pulls", tick0=1, dtick=2, exponentformat="power")
    return chart


def _price(price: PriceOfPrivacy, relative: bool, at: int | slice) -> tuple[Any, Any]:
    if relative:
        return price.relative[at], price.relative_standard_error[at]
    return price.difference[at], price.standard_error[at]


class _PriceCurve(NamedTuple):
    algorithm: str
    places: NDArray[np.float64]
    prices: NDArray[np.float64]
    halves: NDArray[np.float64]  # of the 95 % intervals


def _price_chart(curves: Sequence[_PriceCurve], relative: bool, where: str, dots: float = 0) -> go.Figure:
    """Curves on an axis that is linear around 0 and logarithmic beyond, so that 0 ± noise is in sight.

    Bands where intervals are valid: tails are not heavy.
    """
    chart = theme.figure(HEIGHT)
    linear = 0.1 if relative else _linear_range(curves)
    say: Callable[[float], str] = percent if relative else lambda value: exact(float(f"{value:.3g}"))
    for curve in curves:
        color, entry = theme.algorithm_color(curve.algorithm), entry_of(curve.algorithm)
        known = " (no valid interval: heavy tails)"
        if not entry.has_heavy_tails:
            known = " ± {} (95 % interval)"
            low, high = (_bent(curve.prices + side * curve.halves, linear) for side in (-1, 1))
            marks.band(chart, curve.places, low, high, color, 0.18)
        told = [
            _signed(price, say) + known.format(say(half)) if math.isfinite(half) else "∞"
            for price, half in zip(curve.prices, curve.halves, strict=True)
        ]
        says, heights = f"<b>{entry.label}</b>: %{{customdata}} {where}", _bent(curve.prices, linear)
        marks.curve(chart, curve.places, heights, color, says, dots=dots, name=entry.label, customdata=told)
    chart.add_hline(y=0, line={"color": theme.palette().without_privacy, "width": 2, "dash": "dash"})
    ticks = _ticks(curves, linear)
    chart.update_yaxes(
        title="relative to no privacy" if relative else "regret added",
        automargin=True,
        tickvals=_bent(ticks, linear),
        ticktext=[_signed(tick, say) for tick in ticks],
    )
    return marks.legend_above(chart)


def _ticks(curves: Sequence[_PriceCurve], linear: float) -> list[float]:
    """0 and powers of ten times `linear`, as far as the intervals reach."""
    ends = [end for curve in curves for side in (-1, 1) for end in curve.prices + side * curve.halves]
    most = max((abs(end) for end in ends if math.isfinite(end) and end != 0), default=linear)
    sizes = [linear * 10.0**power for power in range(max(1, math.ceil(math.log10(most / linear)) + 1))]
    return [*(-size for size in reversed(sizes) if -size >= 10 * min(ends, default=0)), 0.0, *sizes]


def _linear_range(curves: Sequence[_PriceCurve]) -> float:
    """The power of ten next to the typical half interval: inside it, the axis is linear."""
    halves = [half for curve in curves for half in curve.halves if math.isfinite(half) and half > 1e-6]
    return 10.0 ** round(math.log10(float(np.median(halves)))) if halves else 1.0


def _bent(values: ArrayLike, linear: float) -> NDArray[np.float64]:
    values = np.asarray(values, dtype=float)
    return np.sign(values) * np.log10(1 + np.abs(values) / linear)


def _signed(value: float, say: Callable[[float], str]) -> str:
    return "0" if value == 0 else f"{'+' if value > 0 else '−'}{say(abs(value))}"
