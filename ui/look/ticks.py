"""Ticks of log axes: enough of them, whatever an axis spans, and written as on the Explorer's."""

import math

_DIGITS = ((1,), (1, 2, 5), (1, 2, 3, 5, 7), range(1, 10))
_FEWEST = 3
_THOUSANDS = ("", "k", "M", "G", "T")
_LEAST_RATIO = 4.0  # of an axis' ends: so many ticks stand between


def log_range(values: list[float], margin: float = 1.3) -> tuple[float, float]:
    """The ends of a log axis around positive values, so far apart that three ticks stand between."""
    low, high = min(values) / margin, max(values) * margin
    widened = max(1.0, math.sqrt(_LEAST_RATIO * low / high))
    return low / widened, high * widened


def log_ticks(low: float, high: float) -> list[float]:
    """The ticks between the ends of a log axis: powers of ten, or denser until there are three."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks: list[float] = []
    for digits in _DIGITS:
        ticks = [tick for power in powers for digit in digits if low <= (tick := float(f"{digit}e{power}")) <= high]
        if len(ticks) >= _FEWEST:
            break
    return ticks


def in_thousands(value: float) -> str:
    """A tick of participants, as ui/components/shared/frame.js writes it: 100, 20k, 1M."""
    group = math.floor(math.log10(value) / 3 + 1e-9)
    if group < 1:
        return f"{value:g}"
    return f"{value / 1000**group:.3g}{_THOUSANDS[group]}" if group < len(_THOUSANDS) else f"{value:g}"
