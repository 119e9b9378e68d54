"""Instances to start from: everyday situations, and instances from papers."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Story:
    """Arms, perhaps with names, and a reason to care; where epsilon or risk is None, it stays as it is."""

    title: str
    text: str
    means: tuple[float, ...]
    epsilon: float | None = None
    risk: float | None = None
    names: tuple[str, ...] = ()


STORIES = (
    Story(
        "A clinical trial",
        "Four treatments cure 62, 55, 50 and 45 % of patients. Can we find the best one without exposing any patient's "
        "outcome?",
        (0.62, 0.55, 0.5, 0.45),
        0.1,
        0.025,
        ("treatment A", "treatment B", "treatment C", "treatment D"),
    ),
    Story(
        "Click-through at 1 %",
        "About one visitor in a hundred clicks an advert. Rare events need many visitors even without privacy.",
        (0.012, 0.01, 0.009, 0.008),
        0.1,
        0.05,
        ("advert A", "advert B", "advert C", "advert D"),
    ),
    Story(
        "A near tie",
        "Two arms are one point apart. It takes so many participants to tell them apart that moderate privacy hardly "
        "raises the bound.",
        (0.5, 0.49, 0.3),
        0.1,
        0.01,
    ),
    Story(
        "Three close rivals",
        "Published: Azize et al. 2023, first experiment. One leader, three close rivals, one clear loser.",
        (0.95, 0.9, 0.9, 0.9, 0.5),
        0.1,
        0.01,
    ),
    Story(
        "All rivals equal (C1)",
        "Published: Azize et al. 2023, second experiment, and Sajed & Sheffet 2019, C1.",
        (0.75, 0.7, 0.7, 0.7, 0.7),
        0.1,
        0.01,
    ),
    Story("Evenly spread (C2)", "Published: Sajed & Sheffet 2019, C2.", (0.75, 0.625, 0.5, 0.375, 0.25)),
    Story("Leader far ahead (C3)", "Published: Sajed & Sheffet 2019, C3.", (0.75, 0.53125, 0.375, 0.28125, 0.25)),
    Story("Close field (C4)", "Published: Sajed & Sheffet 2019, C4.", (0.75, 0.71875, 0.625, 0.46875, 0.25)),
)


def random_means(arms: int) -> tuple[float, ...]:
    """Fresh means for this many arms, three decimals each, without a tie."""
    thousandths = np.random.default_rng().choice(np.arange(20, 981), size=arms, replace=False)
    return tuple(float(thousandth) / 1000 for thousandth in thousandths)
