"""A lower bound for every algorithm that is risk-correct for all laws on [low, high]: their characteristic time.

1/T = max over allocations w of min over a != b of inf over x of w_b K-(nu_b, x) + w_a K+(nu_a, x), b the best arm, with
the divergences of dpcore.bounded.divergence down and up.  Proof: docs/bounded-outcomes.md.
"""

import math
from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq

from dpcore._validation import check_epsilon, check_open_interval, check_risk, check_type
from dpcore.bounded.divergence import bounded_upward
from dpcore.bounded.laws import BoundedLaws
from dpcore.times.lower_bounds import error_divergence, quantile_divergence

ROUNDING = 1e-14  # added to every divergence that a bound is computed from
MOST_ODDS = 30.0  # largest logarithm of the odds (x - q)/(p - x) that is tried
BEND = 1e-5  # of a divergence half way between the means
NEAREST = 1e-6  # no x is nearer to 0 or 1 than this part of the gap between the means: there 1 - x loses its digits


class _Rival:
    """One rival of the best arm: both divergences at a point between their means p and q, given by its log-odds."""

    def __init__(self, laws: BoundedLaws, best: int, arm: int, epsilon: float) -> None:
        values, self._best_shares = laws.cells[best]
        self._best_values, (self._values, self._shares) = 1 - values, laws.cells[arm]
        means = laws.unit_means
        self._p, self._q, self._epsilon = means[best], means[arm], epsilon
        gap = self._p - self._q
        self.lowest = max(-MOST_ODDS, _log_odds(NEAREST - self._q / gap))
        self.highest = min(MOST_ODDS, -_log_odds(NEAREST - (1 - self._p) / gap))
        self._bend_down = self._bend_up = 0.0
        down, up, _ = self.at(0.0)
        self._bend_down, self._bend_up = BEND * down, BEND * up

    def at(self, odds: float) -> tuple[float, float, float]:
        """Upper ends of K-(best, x) and K+(arm, x), and the cost K- + w K+ of the weight w that balances their slopes.

        Where both are straight the cost does not depend on x: a slight bend, in the cost alone, makes it fall.
        """
        gap, part = self._p - self._q, 1 / (1 + math.exp(-odds))
        rest = 1 / (1 + math.exp(odds))
        down = bounded_upward(self._best_values, self._best_shares, 1 - self._p + gap * rest, self._epsilon)
        up = bounded_upward(self._values, self._shares, self._q + gap * part, self._epsilon)
        falls, rises = gap * down[2] + 2 * self._bend_down * rest, gap * up[2] + 2 * self._bend_up * part
        up_bent = up[0] + self._bend_up * part**2
        cost = down[0] + self._bend_down * rest**2 + (falls * up_bent / rises if rises > 0 else 0)
        return down[1] + ROUNDING, up[1] + ROUNDING, cost


def bounded_characteristic_time(laws: BoundedLaws, epsilon: float = math.inf) -> float:
    """Return a nearly tight lower bound on the characteristic time of laws on [0, 1] among all such laws.

    Source: without privacy AJG20 and JD22; with privacy our own, by the change of measure of docs/bounded-outcomes.md.
    Deviations: computed from `laws.cells`, which can only lower it.
    Args:    laws: see clip_outcomes; one best arm.  epsilon: budget of epsilon-global DP in nats, > 0; inf = none.
    Returns: samples per unit of kl(risk, 1 - risk), a lower bound by weak duality (docs/characteristic-times.md); in
             tests within 1e-3 of the time.
    Raises:  ValueError when an argument is out of its domain or several arms are best.
    Examples:
        >>> laws = clip_outcomes(tabulate_outcomes([[0, 1, 2], [1, 2, 2]]), 0, 2)
        >>> round(bounded_characteristic_time(laws, 1.0), 1)
        10.0
    """
    best, epsilon = check_type("laws", laws, BoundedLaws).best_arm, check_epsilon(epsilon)
    others = [arm for arm in range(len(laws.cells)) if arm != best]
    rivals = [_Rival(laws, best, arm, epsilon) for arm in others]
    most = min(rival.at(rival.lowest)[2] for rival in rivals)

    def ratios(log_level: float) -> float:
        """log of the sum of K-/K+ where every rival's cost is one level; 0 at the optimum."""
        found = [rival.at(_costing(rival, log_level)) for rival in rivals]
        return math.log(sum(down / up for down, up, _ in found))

    # the sum grows with the level
    level = _root(lambda fall: ratios(math.log(most) - fall), 0, MOST_ODDS, 1e-12)
    odds = [_costing(rival, math.log(most) - level) for rival in rivals]
    downs, ups, _ = np.array([rival.at(each) for rival, each in zip(rivals, odds, strict=True)]).T
    moved = int(np.argmax(downs / ups))  # until the sum is 1: then errors of the points matter in second order only
    rest = float(np.sum(np.delete(downs / ups, moved)))

    def excess(point: float) -> float:
        down, up, _ = rivals[moved].at(point)
        return rest + down / up - 1

    downs[moved], ups[moved], _ = rivals[moved].at(_root(excess, rivals[moved].lowest, rivals[moved].highest, 1e-9))
    return float(np.sum(1 / ups)) / max(1.0, float(np.sum(downs / ups)))


def necessary_participants(
    laws: BoundedLaws, epsilon: float, risk: float = 0.01, quantile: float | None = None
) -> float:
    """Return a lower bound on the samples of any algorithm that is private and risk-correct for all laws on [0, 1].

    On the mean: T kl(risk, 1 - risk).  With `quantile` s: T kl(s - risk, risk), 0 where s <= 2 risk; no such
    algorithm stops within fewer samples with probability s.

    Source, Deviations: as bounded_characteristic_time; the quantile by truncation (docs/characteristic-times.md).
    Args:    laws, epsilon: as bounded_characteristic_time.  risk: in (0, 1/2).  quantile: in (0, 1), None for the mean.
    Returns: samples, lower bound.
    Raises:  ValueError when an argument is out of its domain.
    Examples:
        >>> laws = clip_outcomes(tabulate_outcomes([[0, 1, 2], [1, 2, 2]]), 0, 2)
        >>> round(necessary_participants(laws, 1.0, 0.1))
        18
    """
    risk = check_risk(risk)
    if quantile is None:
        divergence = error_divergence(risk)
    else:
        divergence = quantile_divergence(check_open_interval("quantile", quantile, 0, 1), risk)
    return bounded_characteristic_time(laws, epsilon) * divergence


def _costing(rival: _Rival, log_level: float) -> float:
    """The log-odds at which the logarithm of a rival's cost, which falls with them, is this level."""
    return _root(lambda odds: math.log(rival.at(odds)[2]) - log_level, rival.lowest, rival.highest, 1e-7)


def _log_odds(part: float) -> float:
    return math.log(part / (1 - part)) if part > 0 else -math.inf


def _root(falling: Callable[[float], float], low: float, high: float, tolerance: float) -> float:
    """A root of a falling function; the nearer end where it has none."""
    if falling(low) <= 0:
        return low
    if falling(high) >= 0:
        return high
    return float(brentq(falling, low, high, xtol=tolerance))
