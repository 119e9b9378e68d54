"""Published regret figures, what the algorithms give here when run as stated, and why they differ where they do.

Our figures come from benchmarks/regret.py.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dpcore._validation import check_choice, check_count
from dpcore.regret.environments import MOST_ARMS

REGRET_INSTANCES = ("C1", "C2", "C3", "C4")


def published_regret_means(instance: str, arms: int = 5) -> tuple[float, ...]:
    """Return the Bernoulli means of an instance of Sajed & Sheffet's experiments, from .75 down.

    C1: all others at .7.  C2: falling linearly to .25.  C3: falling fast, then slowly, to .25.  C4: slowly, then fast.
    Source: SS19, section 5.  Deviations: none.
    Args:    instance: one of REGRET_INSTANCES.  arms: K >= 2.
    Returns: K means.     Raises: ValueError outside these domains.
    Examples:
        >>> published_regret_means("C1", 5)
        (0.75, 0.7, 0.7, 0.7, 0.7)
    """
    check_choice("instance", instance, REGRET_INSTANCES)
    arms = check_count("arms", arms, 2, MOST_ARMS)
    share = np.arange(arms) / (arms - 1)
    means = {
        "C1": np.where(share == 0, 0.75, 0.7),
        "C2": 0.75 - 0.5 * share,
        "C3": 0.25 + 0.5 * (1 - share) ** 2,
        "C4": 0.75 - 0.5 * share**2,
    }
    return tuple(means[instance].tolist())


@dataclass(frozen=True)
class PublishedFigure:
    """A published level (read off by eye) that this project does not reproduce: where, what, ours, and why."""

    algorithm: str
    figure: str
    setting: str
    published: str
    ours: str
    explanation: str


_FIGURES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["figures"]
REGRET_FIGURES_NOT_REPRODUCED = tuple(PublishedFigure(**figure) for figure in _FIGURES)
