"""Bets that two neighbouring data sets can be told apart better than a privacy loss allows: docs/audit.md.

A fair coin decides which of the two data sets an output comes from.  If the privacy loss is at most `level`, nobody who
sees the output guesses the data set with a chance above 1/(1 + exp(-level)).  A guess that was fixed before the output
is a bet against that.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit

T = TypeVar("T", bound=np.generic)
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

CELLS = 64  # most cells of a statistic; outputs in the same cell are not told apart
CAUTION = 6.0  # a chance is lowered by so many standard errors before tails are compared


@dataclass(frozen=True)
class Tails:
    """The two ends of a statistic's cells that are bet on, (2, ...): the lower one, then the upper one.

    sizes: how many cells each end has.  guesses: the chance that an output there came from the first data set.
    scores: the log ratio of the two data sets' chances there, lowered by CAUTION standard errors.
    """

    sizes: Integers
    guesses: Floats
    scores: Floats

    def counts(self, cells: ArrayLike) -> Integers:
        """How many of the outputs counted by cell, (..., C), lie in each tail, (2, ...)."""
        inner = [np.cumsum(end, axis=-1) for end in _ends(np.asarray(cells))]
        return np.stack([_at(end, size - 1) for end, size in zip(inner, self.sizes, strict=True)])


def likely_tails(ours: ArrayLike, theirs: ArrayLike) -> Tails:
    """The tails in which earlier outputs of the two data sets differ most clearly.

    ours, theirs: (..., C >= 2) outputs of the first and of the second data set by cell, the cells in ascending order.
    """
    lower, upper = (
        _likely_tail(*ends) for ends in zip(_ends(np.asarray(ours)), _ends(np.asarray(theirs)), strict=True)
    )
    return Tails(*(np.stack(pair) for pair in zip(lower, upper, strict=True)))


def log_factors(guesses: ArrayLike, levels: ArrayLike) -> tuple[Floats, Floats]:
    """The logarithms of the factors by which an output of the first, or of the second, data set multiplies the wealth.

    guesses, levels: of shapes that broadcast.  Where the level allows a guess there is no bet: both are 0.
    """
    guess, allowed = np.broadcast_arrays(np.asarray(guesses, dtype=float), expit(np.asarray(levels, dtype=float)))
    sure = np.maximum(guess, 1 - guess)
    bets = sure > allowed
    won = np.log(np.where(bets, sure / allowed, 1.0))
    lost = np.log(np.where(bets, 1 - sure, 1.0) / np.where(bets, 1 - allowed, 1.0))
    return np.where(guess > 0.5, won, lost), np.where(guess > 0.5, lost, won)


@dataclass(frozen=True)
class LossBound:
    """A lower bound on the privacy loss that holds at every moment at once, with probability 1 - false_alarm_rate.

    levels: (L,) losses in nats, ascending, > 0.  log_wealth, highest: (L,) the wealth of the bets against each, now and
    at its highest.
    """

    levels: Floats
    false_alarm_rate: float
    log_wealth: Floats
    highest: Floats

    def after(self, guesses: ArrayLike, ours: ArrayLike, theirs: ArrayLike) -> "LossBound":
        """The bound after equally many outputs of both data sets, on which these guesses were made before.

        guesses, ours, theirs: (G,) for each group of outputs, the guess and the numbers of either data set's outputs.
        """
        first, second = log_factors(np.asarray(guesses, dtype=float)[:, None], self.levels)
        wealth = self.log_wealth + np.asarray(ours) @ first + np.asarray(theirs) @ second
        return replace(self, log_wealth=wealth, highest=np.maximum(self.highest, wealth))

    @property
    def value(self) -> float:
        """The loss is more than this: the last of the levels that are refuted without a gap, 0 if the first is not."""
        is_refuted = self.highest >= -np.log(self.false_alarm_rate)
        refuted = self.levels.size if is_refuted.all() else int(np.argmin(is_refuted))
        return float(self.levels[refuted - 1]) if refuted else 0.0


def new_bound(levels: ArrayLike, false_alarm_rate: float) -> LossBound:
    """The bound before the first output."""
    ascending = np.asarray(levels, dtype=float)
    return LossBound(ascending, false_alarm_rate, np.zeros(ascending.size), np.zeros(ascending.size))


def cell_edges(values: Floats) -> Floats:
    """The upper edges of a statistic's cells, except the last one's: quantiles of earlier values, and their least.

    An edge belongs to the cell below it.
    """
    inner = np.quantile(values, np.arange(1, CELLS - 1) / (CELLS - 1), method="lower")
    return np.unique(np.append(inner, values.min()))


def counts_by_cell(values: Floats, edges: Floats) -> Integers:
    """How many values lie in each cell, (C,)."""
    return np.bincount(np.searchsorted(edges, values, side="left"), minlength=edges.size + 1)


def _ends(cells: Integers) -> tuple[Integers, Integers]:
    """The lower and the upper part of the cells, each from the outermost cell inwards."""
    half = cells.shape[-1] // 2
    return cells[..., :half], cells[..., half:][..., ::-1]


def _likely_tail(ours: Integers, theirs: Integers) -> tuple[Integers, Floats, Floats]:
    first, second = np.cumsum(ours, axis=-1) + 0.5, np.cumsum(theirs, axis=-1) + 0.5
    total = first + second
    sure = np.maximum(first, second) / total
    # Wilson's lower bound on that chance, as a log ratio: rare outputs must not win by luck.
    shift, spread = CAUTION**2 / (2 * total), np.sqrt(sure * (1 - sure) / total + CAUTION**2 / (4 * total**2))
    scores = logit((sure + shift - CAUTION * spread) / (1 + 2 * shift))
    best = np.argmax(scores, axis=-1)
    return best + 1, _at(first / total, best), _at(scores, best)


def _at(values: NDArray[T], places: Integers) -> NDArray[T]:
    return np.take_along_axis(values, places[..., None], axis=-1)[..., 0]
