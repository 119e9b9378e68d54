"""Numbers as people read them: three significant digits in sentences, thousands separated, exact digits in tables."""

import math


def number(value: float, digits: int = 3) -> str:
    """A number to `digits` significant digits with thousands separated: 0.341, 2.35, 4,190, ∞."""
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value == 0:
        return "0"
    scientific = f"{value:.{digits - 1}e}"
    rounded, exponent = float(scientific), int(scientific.partition("e")[2])
    if not -4 <= exponent < 15:
        return scientific
    return f"{rounded:,.{max(0, digits - 1 - exponent)}f}"


def setting(value: float) -> str:
    """A value as the reader has set it, without zeros that were not typed: 0.1, 0.025, 100."""
    return f"{value:.4g}"


def count(value: float) -> str:
    """A number of samples or participants: whole below 100,000, else to three significant digits."""
    return f"{round(value):,}" if abs(value) < 1e5 else number(value)


def percent(share: float, digits: int = 3) -> str:
    """A share as a percentage: 0.01 is 1 %."""
    text = number(100 * share, digits)
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} %"


def duration(seconds: float) -> str:
    """A time span as people say it: 8 s, 3 min, 2 h."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    return f"{round(seconds / 3600)} h"
