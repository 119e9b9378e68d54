"""The comparison that the page opens with: the best private algorithm beside the best one without privacy."""

from dataclasses import dataclass

import numpy as np

import dpcore
from dpcore.regret import PriceOfPrivacy
from ui.regret.study import RegretCell, RegretView, at_horizon, counterpart, entry_of, label_of

PROMISES = {"epsilon": "ε-DP", "rho": "ρ-zCDP"}  # the stronger one first


@dataclass(frozen=True)
class Comparison:
    """What templates say of two cells at the horizon, with privacy and without, and of what lies between them."""

    label: str
    plain_label: str
    promise: str
    runs: int  # of each
    private_regret: float
    plain_regret: float
    private_median: float
    plain_median: float
    price: PriceOfPrivacy
    added: float  # regret by privacy, relative to none
    times: float  # as much as the regret without privacy
    is_certain: bool  # whether 0 lies outside the 95 % interval of the difference
    has_heavy_tails: bool  # means of few runs, and their intervals, say little: rare runs that lose far more rule them


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


def beside_counterparts(view: RegretView) -> list[Comparison]:
    """Each algorithm at the epsilon looked at beside its counterpart, where both have two runs or more."""
    cells = [(name, view.epsilon) for name in view.algorithms]
    return [between(view, cell, counterpart(cell[0])) for cell in cells if view.study.price(cell) is not None]


def between(view: RegretView, private: RegretCell, plain: RegretCell) -> Comparison:
    """The comparison of two cells that have two runs each or more."""
    first, second = view.study.results[private], view.study.results[plain]
    price = dpcore.price_of_privacy(first, second)
    added, (difference, half) = float(price.relative[-1]), at_horizon(price)
    return Comparison(
        label=label_of(private),
        plain_label=label_of(plain),
        promise=PROMISES[str(entry_of(private[0]).privacy.budget)],
        runs=min(first.runs, second.runs),
        private_regret=float(first.mean_regret[-1]),
        plain_regret=float(second.mean_regret[-1]),
        private_median=float(np.median(first.regret[:, -1])),
        plain_median=float(np.median(second.regret[:, -1])),
        price=price,
        added=added,
        times=1 + added,
        is_certain=abs(difference) > half,
        has_heavy_tails=any(entry_of(name).has_heavy_tails for name, _ in (private, plain)),
    )
