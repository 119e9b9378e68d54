"""What may be known of a trial, in sentences for the command and the page."""

import math

from dpcore.trial.facts import Release, Status


def published(release: Release) -> str:
    """What was published for a batch."""
    if isinstance(release.published, str):
        return f"Published for batch {release.number}: the option “{release.published}”."
    numbers = ", ".join(
        f"“{name}” {published_number(value)}" for name, value in release.published.items() if release.sizes[name] > 0
    )
    return f"Published for batch {release.number}: {numbers}."


def published_number(value: float) -> str:
    """A published number: a whole one as it is, a noisy sum of a trial in rounds to two decimals."""
    return (f"{value:,}" if isinstance(value, int) else f"{value:,.2f}").replace("-", "−")


def evidence(status: Status) -> list[str]:
    """What a trial in rounds knows against the options, in sentences; none before the first release."""
    if not status.releases or not status.evidence:
        return []
    free = [f"“{name}”" for name, share in status.evidence.items() if share == 0]
    told = [_evidence(name, share) for name, share in status.evidence.items() if share > 0]
    names = " or ".join([", ".join(free[:-1]), free[-1]] if len(free) > 1 else free)
    return [*told, f"There is no evidence against {names}."]


def _evidence(name: str, share: float) -> str:
    if share == 1:
        return f"“{name}” is ruled out."
    whole = math.floor(100 * share)
    much = f"{whole} %" if whole > 0 else "less than 1 %"
    return f"So far there is {much} of the evidence needed to rule out “{name}”."


def outlook(status: Status) -> str:
    """How many more participants a trial is likely to need; empty if there is nothing to forecast."""
    parts = []
    if status.forecast is not None:
        (low, middle, high), (fewest, looks, most) = status.forecast.participants, status.forecast.looks
        parts.append(
            f"The trial is likely to need about {middle:,} more participants, including those of the next batch "
            f"(from the 20 % to the 80 % quantile: {low:,} to {high:,}), and "
            f"{looks} more {'look' if looks == 1 else 'looks'} ({fewest} to {most}). "
            f"It ends before its cap in {percent(status.forecast.ends_before_cap)} of "
            f"{status.forecast.continuations} simulated continuations. "
            "This follows from what was published, so it costs no privacy."
        )
    if status.weeks is not None:
        least, weeks, last = (math.ceil(number) for number in status.weeks)
        span = f" ({least:,} to {last:,})" if least < last else ""
        unit = "week" if weeks == last == 1 else "weeks"
        what = "the trial" if status.forecast is None else "that"
        parts.append(f"At the planned number of participants a week, {what} takes about {weeks:,} {unit}{span}.")
    return " ".join(parts)


def percent(share: float) -> str:
    """A share to three digits."""
    return f"{100 * share:.3g} %"
