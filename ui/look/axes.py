"""What axes say, where their ticks are, and where labels go that avoid each other.

The words and rules stand in axes.json, which scripts in the browser read too: ui/components/shared/axes.js.
"""

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.optimize import isotonic_regression

_TABLE = json.loads(Path(__file__).with_name("axes.json").read_text(encoding="utf-8"))
_LEAST_RATIO = 4.0  # of an axis' ends: so many ticks stand between
Ends = tuple[str, str]
PRIVACY_ENDS: Ends = tuple(_TABLE["ends"]["epsilon"])
RISK_ENDS: Ends = tuple(_TABLE["ends"]["risk"])
HATCH: str = _TABLE["hatch"]  # what ruled-out zones are filled with, as SVG: url(#hatch)
NUMBERS_BELOW: float = _TABLE["below"]["numbers"]  # in pixels below a frame
RULED_OUT: float = _TABLE["ruled_out"]  # the opacity under the hatch
LONG_EPSILON, EPSILON = _TABLE["titles"]["epsilon"]


def arrows(low: str, high: str) -> Ends:
    """What stands at the ends of an axis or a slider: ← more privacy, less privacy →."""
    return f"← {low}", f"{high} →"


def between_ends(title: str = EPSILON) -> str:
    """The title of an axis of epsilon in one line: ← more privacy · ε · less privacy →."""
    low, high = arrows(*PRIVACY_ENDS)
    return " · ".join(filter(None, (low, title, high)))


def log_range(values: list[float]) -> tuple[float, float]:
    """The ends of a log axis around positive values, so far apart that three ticks stand between."""
    low, high = min(values) / 1.3, max(values) * 1.3
    widened = max(1.0, math.sqrt(_LEAST_RATIO * low / high))
    return low / widened, high * widened


def log_ticks(low: float, high: float) -> list[float]:
    """The ticks between the ends of a log axis: powers of ten, or denser until there are three."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks: list[float] = []
    for digits in _TABLE["digits"]:
        ticks = [tick for power in powers for digit in digits if low <= (tick := float(f"{digit}e{power}")) <= high]
        if len(ticks) >= _TABLE["fewest_ticks"]:
            break
    return ticks


def in_thousands(value: float, is_long: bool = False) -> str:
    """A tick: 0.001, 100, 20k, 1M; where there is room 20,000 and 1 million."""
    group = math.floor(math.log10(value) / 3 + 1e-9)
    words = _TABLE["long_thousands" if is_long else "thousands"]
    word = words[group] if 0 <= group < len(words) else ""
    return f"{value / 1000**group:.3g}{word}" if word else f"{value:,g}"


def apart(wanted: Sequence[float], widths: Sequence[float], low: float, high: float) -> list[float]:
    """Where the middles of labels go that want to stand at these places and must not overlap.

    Args:
        wanted: a place for each label, in any order, which the labels keep.
        widths: of the labels along the axis, in its unit.
        low, high: the ends that no label passes; where there is no room for all, labels pass the high one.

    Returns the nearest such places by least squares, exact.
    """
    order = np.argsort(wanted, kind="stable")
    sizes = np.asarray(widths, dtype=float)[order]
    before = np.cumsum(sizes) - sizes / 2  # from the first label's edge to each middle, where they touch
    fitted = isotonic_regression(np.asarray(wanted, dtype=float)[order] - before).x if order.size else sizes
    places = np.empty(order.size)
    places[order] = before + np.maximum(np.minimum(fitted, high - sizes.sum()), low)
    return [float(place) for place in places]
