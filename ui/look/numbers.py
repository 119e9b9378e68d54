"""Numbers as people read them: three significant digits in sentences, thousands separated, exact digits in tables."""

import math
from collections.abc import Callable

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float, digits: int = 3) -> str:
    """A number to `digits` significant digits with thousands separated: 0.341, 2.35, 4,190, −0.5, ∞."""
    if value < 0:
        return f"−{number(-value, digits)}"
    if math.isinf(value):
        return "∞"
    if value == 0:
        return "0"
    scientific = f"{value:.{digits - 1}e}"
    rounded, exponent = float(scientific), int(scientific.partition("e")[2])
    if not -4 <= exponent < 15:
        return scientific
    return f"{rounded:,.{max(0, digits - 1 - exponent)}f}"


def power_of_ten(exponent: int) -> str:
    """10⁻⁵."""
    return f"10{str(exponent).translate(_RAISED)}"


def setting(value: float) -> str:
    """A value as the reader has set it, without zeros that were not typed: 0.1, 0.025, 100."""
    return f"{value:.4g}"


def typed(value: float) -> str:
    """A number as boxes and addresses hold it, exactly: 30, 0.1, 1e-06."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 2**53 else str(value)


def general(value: float, digits: int = 6) -> str:
    """A number to at most so many significant digits: 0.1, 1e+06."""
    return f"{value:.{digits}g}"


def exact(value: float) -> str:
    """A number of a table: to ten significant digits, thousands separated."""
    return f"{value:,.10g}"


def count(value: float) -> str:
    """A number of samples or participants: whole below 100,000, else to three significant digits."""
    return f"{round(value):,}" if abs(value) < 1e5 else number(value)


def whole(value: float) -> str:
    """A number of participants that is known exactly: 1,234,567."""
    return f"{value:,.0f}"


def plural(number: float) -> str:
    """The s of a noun that follows this number."""
    return "" if number == 1 else "s"


def about(samples: float, digits: int = 2) -> str:
    """A number of samples or participants that is known roughly, to so many digits: 17,000."""
    return count(float(f"{samples:.{digits}g}"))


def at_least(samples: float) -> str:
    """A lower limit on a number of samples, rounded down as `count` rounds: 4,193; below 10 with three digits: 0.22."""
    return _limit(samples, math.floor)


def at_most(samples: float) -> str:
    """An upper limit on a number of samples, rounded up as `count` rounds."""
    return _limit(samples, math.ceil)


def _limit(samples: float, whole: Callable[[float], int]) -> str:
    if samples < 10:
        return bare(number(_rounded(samples, 3, whole)))
    return count(_rounded(samples, 1 + math.floor(math.log10(samples)) if samples < 1e5 else 3, whole))


def rounded_up(value: float, digits: int = 3) -> float:
    """The value to some significant digits, never below it: an upper limit, or a promise."""
    return _rounded(value, digits, math.ceil)


def rounded_down(value: float, digits: int = 3) -> float:
    """The value to some significant digits, never above it: a lower limit."""
    return _rounded(value, digits, math.floor)


def _rounded(value: float, digits: int, whole: Callable[[float], int]) -> float:
    """Rounded by `whole`, math.ceil or math.floor; a value that is round but for a double's last digits stays."""
    if value == 0 or math.isinf(value):
        return value
    power = digits - 1 - math.floor(math.log10(abs(value)))
    scaled = value * 10.0**power
    nearest = round(scaled)
    return float(f"{nearest if abs(scaled - nearest) < 1e-9 * abs(scaled) else whole(scaled)}e{-power}")


def percent(share: float, digits: int = 3) -> str:
    """A share as a percentage: 0.01 is 1 %; only a whole one is 100 %."""
    if 0.99 < share < 1:
        digits = max(digits, math.ceil(-math.log10(1 - share)))
    return f"{bare(number(100 * share, digits))} %"


def bare(text: str) -> str:
    """Without zeros at the end of its decimals."""
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


def duration(seconds: float) -> str:
    """A time span as people say it: 8 s, 3 min, 2 h."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    return f"{round(seconds / 3600)} h"
