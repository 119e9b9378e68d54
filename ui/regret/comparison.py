"""The comparison that the page opens with: the best private algorithm beside the best one without privacy."""

from dataclasses import dataclass

import numpy as np

import dpcore
from dpcore.regret import PriceOfPrivacy
from ui.regret.study import RegretCell, RegretView, at_horizon, entry_of

PROMISES = {"epsilon": "ε-DP", "rho": "ρ-zCDP"}  # the stronger one first


@dataclass(frozen=True)
class Comparison:
    """The two cells of smallest mean regret at the horizon, and what lies between them.

    Of smallest median where one of those compared has heavy tails.
    """

    private: RegretCell
    plain: RegretCell
    runs: int  # of each
    private_regret: float
    plain_regret: float
    private_median: float
    plain_median: float
    price: PriceOfPrivacy

    @property
    def added(self) -> float:
        """Regret added by privacy, relative to none."""
        return float(self.price.relative[-1])

    @property
    def has_heavy_tails(self) -> bool:
        """Whether means of few runs, and their intervals, say little: rare runs that lose far more rule them."""
        return any(entry_of(name).has_heavy_tails for name, _ in (self.private, self.plain))

    @property
    def is_certain(self) -> bool:
        """Whether 0 lies outside the 95 % interval of the difference."""
        difference, half = at_horizon(self.price)
        return abs(difference) > half


def compared(view: RegretView) -> list[str]:
    """The algorithms of the page that keep the strongest promise among them."""
    promises = [entry_of(name).privacy.budget for name in view.algorithms]
    strongest = next((promise for promise in PROMISES if promise in promises), None)
    return [name for name, promise in zip(view.algorithms, promises, strict=True) if promise == strongest]


def compare(view: RegretView) -> Comparison | None:
    """The comparison at the epsilon looked at; None until all its cells have two runs."""
    cells = [(name, view.epsilon) for name in compared(view)]
    if not cells or min(view.study.runs(cell) for cell in [*cells, *view.counterparts]) < 2:
        return None
    results = dict(view.study.results)
    regrets = {cell: float(results[cell].mean_regret[-1]) for cell in [*cells, *view.counterparts]}
    medians = {cell: float(np.median(results[cell].regret[:, -1])) for cell in regrets}
    ranks = medians if any(entry_of(name).has_heavy_tails for name, _ in regrets) else regrets
    private, plain = min(cells, key=ranks.__getitem__), min(view.counterparts, key=ranks.__getitem__)
    return Comparison(
        private=private,
        plain=plain,
        runs=min(results[private].runs, results[plain].runs),
        private_regret=regrets[private],
        plain_regret=regrets[plain],
        private_median=medians[private],
        plain_median=medians[plain],
        price=dpcore.price_of_privacy(results[private], results[plain]),
    )
