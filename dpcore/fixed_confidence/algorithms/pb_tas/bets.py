"""What PB-TaS's e-process bets on."""

import math
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence.protocol import Floats

MAIN_SHARES = (0.02, 0.05, 0.1, 0.18, 0.28, 0.4, 0.52, 0.64, 0.74, 0.82, 0.88, 0.925, 0.955, 0.98)
TAIL_COUNT = 12
VARIANCE = 0.1


class Bets(NamedTuple):
    """What the e-process bets on: `points` (J,) are thetas, or gaps if `scheduled`; `weights` (J, J) of pairs sum to 1.

    weights[i, j] belongs to the pair (point i for the answer, point j for its rival).  deviation: of the Gaussian noise
    of a release; 0 where it is Lap(1/epsilon).
    """

    points: Floats
    weights: Floats
    scheduled: bool
    deviation: float = 0.0


def mixture_bets(epsilon: float) -> Bets:
    """Fixed thetas in (0, epsilon), mixed independently for the two arms of a pair; small ones detect small gaps."""
    if epsilon <= 4:
        main = epsilon * np.array(MAIN_SHARES)
    else:
        main = np.geomspace(0.005, min(6.0, 0.9 * epsilon), len(MAIN_SHARES))
    points, weights = _with_tail(main[::-1], tail_weight=0.2)
    return Bets(points, np.outer(weights, weights), False)


def scheduled_bets(deviation: float = 0.0) -> Bets:
    """Gaps that set theta by the size of each batch, mixed mostly in pairs of similar gaps; deviation: see Bets."""
    points, weights = _with_tail(np.geomspace(0.6, 0.00125, 12), tail_weight=0.1)
    distance = np.abs(np.subtract.outer(np.arange(points.size), np.arange(points.size)))
    similar = 0.5**distance * np.sqrt(np.outer(weights, weights))
    return Bets(points, 0.3 * np.outer(weights, weights) + 0.7 * similar / similar.sum(), True, deviation)


def _with_tail(main: Floats, tail_weight: float) -> tuple[Floats, Floats]:
    """Decreasing points, continued by the last one halved TAIL_COUNT times, and their weights."""
    points = np.concatenate([main, main[-1] * 0.5 ** np.arange(1, TAIL_COUNT + 1)])
    weights = np.repeat([(1 - tail_weight) / main.size, tail_weight / TAIL_COUNT], [main.size, TAIL_COUNT])
    return points, weights


@kernel
def noise_limited_theta(size: int, gap: float, epsilon: float) -> float:
    """The theta in (0, epsilon) that maximises size gap theta + log(1 - theta^2/epsilon^2); inf without noise."""
    if epsilon == math.inf:
        return math.inf
    signal = size * gap * epsilon
    return epsilon * signal / (1 + math.sqrt(1 + signal * signal))


@kernel
def batch_theta(size: int, point: float, scheduled: bool, epsilon: float) -> float:
    """The theta in (0, epsilon) of a batch, known before its rewards: small where noise would drown the gap."""
    if not scheduled:
        return point
    return min(point / VARIANCE, noise_limited_theta(size, point, epsilon))


@kernel
def gaussian_theta(size: int, gap: float, deviation: float) -> float:
    """The theta that maximises size gap theta - (VARIANCE size + deviation^2) theta^2/2, known before the rewards."""
    return size * gap / (VARIANCE * size + deviation * deviation)
