"""How many more participants a trial is likely to need."""

import math

from dpcore.trial import Status
from ui.look.numbers import percent, whole


def told(status: Status) -> str:
    """The forecast in a sentence or two; empty if there is nothing to forecast."""
    parts = []
    if status.forecast is not None:
        low, middle, high = status.forecast.participants
        parts.append(
            f"The trial is likely to need about {whole(middle)} more (20 % to 80 %: {whole(low)} to {whole(high)}). "
            f"It ends before its cap in {percent(status.forecast.ends_before_cap)} of "
            f"{status.forecast.continuations} simulated continuations."
        )
    if status.weeks is not None:
        low_weeks, weeks, high_weeks = (math.ceil(week) for week in status.weeks)
        span = f" ({low_weeks:,} to {high_weeks:,})" if low_weeks < high_weeks else ""
        parts.append(f"That takes about {weeks:,} weeks{span}.")
    return " ".join(parts)
