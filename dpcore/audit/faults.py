"""Faults that can be planted in what a private algorithm releases, to see what an audit makes of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dpcore.audit.evidence import Floats


class Sums(NamedTuple):
    """The batch sums of R runs, (R, 3) each: those of FIRST, NEXT and OTHER; NaN where a run made no such release.

    exact: of the rewards in the batch.  released: what the run has decided with instead.  sizes: the rewards in it.
    """

    exact: Floats
    released: Floats
    sizes: Floats


FIRST, NEXT, OTHER = 0, 1, 2  # the first and the second release of arm 1, and the first one of arm 2


@dataclass(frozen=True)
class Fault:
    """A fault: its name, its label and meaning for people, and what it does.

    overspend: the algorithm adds noise for this multiple of its budget.  release: gives the sums that leave, (R, 3),
    from those of the run and the reward of the participant in whom the two data sets differ.
    """

    name: str
    label: str
    meaning: str
    overspend: float = 1.0
    release: Callable[[Sums, float], Floats] = lambda sums, reward: sums.released


def _reward_twice(sums: Sums, reward: float) -> Floats:
    released = sums.released.copy()
    released[:, FIRST] += reward
    return released


def _off_by_one(sums: Sums, reward: float) -> Floats:
    released = sums.released.copy()
    released[:, NEXT] += reward
    return released


_FAULTS = (
    Fault("none", "none", "The algorithm as it stands."),
    Fault(
        "half-noise", "half the noise", "Its noise has half the promised scale, which makes the loss 2ε.", overspend=2.0
    ),
    Fault(
        "tenth-less",
        "a tenth less noise",
        "Its noise has the promised scale divided by 1.1, which makes the loss 1.1ε.",
        overspend=1.1,
    ),
    Fault(
        "reward-twice",
        "a reward used twice",
        "One outcome is added twice to its batch, which makes the loss 2ε.",
        release=_reward_twice,
    ),
    Fault(
        "off-by-one",
        "a batch off by one",
        "Batches start one outcome early, so the last outcome of each is in the next one too. The loss is 2ε.",
        release=_off_by_one,
    ),
    Fault(
        "noise-reused",
        "noise reused",
        "Every batch gets the noise of the first one, so their differences reveal exact sums. The loss is infinite.",
        release=lambda sums, reward: sums.exact + (sums.released - sums.exact)[:, [FIRST]],
    ),
    Fault(
        "exact-count",
        "the count of successes released",
        "The sums are released without noise. The loss is infinite.",
        release=lambda sums, reward: sums.exact.copy(),
    ),
)


def audit_faults() -> dict[str, Fault]:
    """The faults that an audit can plant, by name, "none" first.

    Examples:
        >>> list(audit_faults())
        ['none', 'half-noise', 'tenth-less', 'reward-twice', 'off-by-one', 'noise-reused', 'exact-count']
    """
    return {fault.name: fault for fault in _FAULTS}


def statistics(released: Floats, sizes: Floats, least: float) -> list[Floats]:
    """What an audit looks at, three statistics (R,) of the released sums (R, 3), chosen before any run.

    The sum with the audited participant; it and the next one of the arm, both clipped to the unit in which one reward
    moves them; its difference to the first sum of the other arm.  least: the exact first sum without the reward.
    sizes: (R, 3), known to an outsider.  All other rewards are 1/2.
    """
    moved = np.clip(released[:, FIRST] - least, 0, 1)
    repeated = np.clip(released[:, NEXT] - sizes[:, NEXT] / 2, 0, 1)
    return [
        released[:, FIRST],
        moved + np.where(np.isnan(repeated), 0.5, repeated),
        released[:, FIRST] - released[:, OTHER],
    ]
