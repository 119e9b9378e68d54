"""What a statistician would say of an experiment's counts before anything is computed from them, a sentence each."""

import re
from collections.abc import Sequence

from scipy import stats

from ui.look.numbers import about, percent, whole
from ui.reading.names import listed, shown
from ui.reading.numbers import read_number

UNLIKELY = 0.001  # below this probability an uneven split is no chance, as is usual for sample-ratio mismatch
FEW = 30  # participants of an option

_MOST_EXACT = 10**7  # participants for whom the binomial test is exact


def split_probability(trials: Sequence[int], intended: Sequence[float] | None = None) -> float:
    """How likely chance makes a split at least as uneven as this one.

    Source: exact binomial test for two options; Pearson's chi-square test for more, or for more than 10^7 participants.
    Args:    intended: a positive weight for each option; None: equal.
    Returns: a probability; exact for two options, else approximate.
    """
    weights = [1.0] * len(trials) if intended is None else list(intended)
    shares = [weight / sum(weights) for weight in weights]
    people = sum(trials)
    if len(trials) == 2 and people <= _MOST_EXACT:
        return float(stats.binomtest(trials[0], people, shares[0]).pvalue)
    return float(stats.chisquare(trials, [people * share for share in shares]).pvalue)


def read_split(text: str, options: int) -> tuple[float, ...]:
    """The intended split as a visitor writes it: 50:50, 1/1/2, 90 % 10 %.

    Raises: ValueError, one sentence.
    """
    parts = [part for part in re.split(r"[:/;\s]+", re.sub(r"\s*%", "", text).strip()) if part]
    values = [read_number(part).value for part in parts]
    weights = tuple(value for value in values if value is not None and value > 0)
    if len(weights) != len(parts) or len(weights) != options:
        raise ValueError(
            f"{shown(text.strip())} is not a split into {options} parts such as {':'.join('1' * options)}."
        )
    return weights


def checks_of(
    names: Sequence[str], successes: Sequence[int], trials: Sequence[int], intended: Sequence[float] | None = None
) -> list[str]:
    """All that is worth saying of these counts.  intended: the split that was meant, a weight for each; None: equal."""
    found = [
        split_check(names, trials, intended),
        _few(names, successes, trials),
        _constant(successes, trials),
        _tie(names, successes, trials),
    ]
    return [sentence for sentence in found if sentence]


def split_check(names: Sequence[str], trials: Sequence[int], intended: Sequence[float] | None) -> str:
    """That the numbers of participants do not fit the split that was intended; "" if they do."""
    probability = split_probability(trials, intended)
    if probability >= UNLIKELY:
        return ""
    parts = ", ".join(f"{shown(name)} {whole(n)}" for name, n in zip(names, trials, strict=True))
    meant = "an equal split" if intended is None else f"a split of {' : '.join(f'{part:g}' for part in intended)}"
    one = "1" if len(trials) == 2 else "about 1"  # of more than two options the probability is approximate
    chance = f"in {one} of {about(1 / probability, 1)} experiments" if probability > 1e-12 else "practically never"
    return (
        f"The numbers of participants ({parts}) do not look like {meant}: chance alone makes them this uneven "
        f"{chance}, so find out why before you trust the outcomes."
    )


def _few(names: Sequence[str], successes: Sequence[int], trials: Sequence[int]) -> str:
    few = [place for place, n in enumerate(trials) if n < FEW]
    if not few:
        return ""
    fewest = min(few, key=lambda place: trials[place])
    interval = stats.binomtest(successes[fewest], trials[fewest]).proportion_ci(0.95, "exact")
    return (
        f"{listed(names[place] for place in few)} {'has' if len(few) == 1 else 'have'} fewer than {FEW} participants; "
        f"{shown(names[fewest])} has {trials[fewest]}, too few to tell whether its success rate is "
        f"{percent(interval.low, 2)} or {percent(interval.high, 2)}."
    )


def _constant(successes: Sequence[int], trials: Sequence[int]) -> str:
    if not any(successes):
        return "No participant had a success, so these data cannot tell the options apart."
    if list(successes) == list(trials):
        return "Every participant had a success, so these data cannot tell the options apart."
    return ""


def _tie(names: Sequence[str], successes: Sequence[int], trials: Sequence[int]) -> str:
    first = leaders(successes, trials)
    if len(first) < 2 or not successes[first[0]]:
        return ""
    rate = percent(successes[first[0]] / trials[first[0]])
    return f"No option leads: {listed(names[place] for place in first)} have the same success rate, {rate}."


def leaders(successes: Sequence[int], trials: Sequence[int]) -> list[int]:
    """The places of the options with the highest rate."""
    best = max(range(len(trials)), key=lambda place: successes[place] / trials[place])
    return [place for place in range(len(trials)) if successes[place] * trials[best] == successes[best] * trials[place]]
