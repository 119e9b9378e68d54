"""The comparison that the page opens with: the best private algorithm beside the best one without privacy."""

from dataclasses import dataclass

import numpy as np

import dpcore
from dpcore.regret import PriceOfPrivacy
from ui.regret.study import RegretCell, RegretView, at_horizon, entry_of, label_of

PROMISES = {"epsilon": "ε-DP", "rho": "ρ-zCDP"}  # the stronger one first


@dataclass(frozen=True)
class Comparison:
    """Two cells at the horizon, with privacy and without, and what lies between them."""

    private: RegretCell
    plain: RegretCell
    runs: int  # of each
    private_regret: float
    plain_regret: float
    private_median: float
    plain_median: float
    price: PriceOfPrivacy

    @property
    def label(self) -> str:
        """What people read of the cell with privacy."""
        return label_of(self.private)

    @property
    def plain_label(self) -> str:
        """What people read of the cell without privacy."""
        return label_of(self.plain)

    @property
    def promise(self) -> str:
        """What the cell with privacy promises."""
        return PROMISES[str(entry_of(self.private[0]).privacy.budget)]

    @property
    def added(self) -> float:
        """Regret added by privacy, relative to none."""
        return float(self.price.relative[-1])

    @property
    def times(self) -> float:
        """How many times the regret without privacy it is."""
        return 1 + self.added

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
    """The cells of smallest mean regret at the epsilon looked at; None until all of them have two runs.

    Of smallest median regret where one of them has heavy tails.
    """
    cells = [(name, view.epsilon) for name in compared(view)]
    if not cells or min(view.study.runs(cell) for cell in [*cells, *view.counterparts]) < 2:
        return None
    is_heavy = any(entry_of(name).has_heavy_tails for name, _ in [*cells, *view.counterparts])
    final = {cell: view.study.results[cell].regret[:, -1] for cell in [*cells, *view.counterparts]}
    ranks = {cell: float(np.median(regrets) if is_heavy else regrets.mean()) for cell, regrets in final.items()}
    return between(view, min(cells, key=ranks.__getitem__), min(view.counterparts, key=ranks.__getitem__))


def between(view: RegretView, private: RegretCell, plain: RegretCell) -> Comparison:
    """The comparison of two cells that have two runs each or more."""
    first, second = view.study.results[private], view.study.results[plain]
    return Comparison(
        private=private,
        plain=plain,
        runs=min(first.runs, second.runs),
        private_regret=float(first.mean_regret[-1]),
        plain_regret=float(second.mean_regret[-1]),
        private_median=float(np.median(first.regret[:, -1])),
        plain_median=float(np.median(second.regret[:, -1])),
        price=dpcore.price_of_privacy(first, second),
    )
