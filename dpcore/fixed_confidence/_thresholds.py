"""Special functions and stopping thresholds of the fixed-confidence literature: sigma = 1/2 for rewards in [0, 1]."""

import math
from functools import lru_cache

from scipy.optimize import brentq, minimize_scalar
from scipy.special import lambertw, zeta

ZETA_2 = math.pi**2 / 6  # zeta(s) at s = 2; TH Eq. 5.11 and 5.14 leave s > 1 free


def gaussian_calibration(log_odds: float) -> float:
    """2 C_G(log_odds/2): the constant part of the pairwise Gaussian threshold.

    Source: TH Eq. 5.10.  Deviations: none.
    """
    return 2 * c_gaussian(log_odds / 2)


@lru_cache(maxsize=8192)
def c_gaussian(x: float) -> float:
    """C_G(x) = min over l in (1/2, 1) of (g(l) + x)/l, x >= 0.

    Source: TH Eq. C.30.  Deviations: none.
    """

    def objective(level: float) -> float:
        g = 2 * level * (1 - math.log(4 * level)) + math.log(zeta(2 * level)) - 0.5 * math.log1p(-level)
        return (g + x) / level

    return float(minimize_scalar(objective, bounds=(0.5, 1), method="bounded", options={"xatol": 1e-10}).fun)


def w_bar(x: float) -> float:
    """The solution y >= 1 of y - log y = x, for x >= 1:  -W_{-1}(-exp(-x))."""
    if x > 600:  # exp(-x) underflows; the fixed point contracts by 1/y per step
        y = x
        for _ in range(8):
            y = x + math.log(y)
        return y
    return float(-lambertw(-math.exp(-x), -1).real)


def gaussian_pair(weights: tuple[float, float], log_odds: float) -> float:
    """The pairwise threshold cG, log_odds = log((K - 1)/risk).

    Source: TH Eq. 5.10.  Deviations: none.
    """
    return gaussian_calibration(log_odds) + sum(2 * math.log(4 + math.log(w)) for w in weights)


def phase_count(weight: float) -> float:
    """k(w) = log2(w) + 2: the phase of an arm whose last doubling held w rewards."""
    return math.log2(weight) + 2


def adap_tt_pair(weights: tuple[float, float], arms: int, epsilon: float, risk: float) -> float:
    """The AdaP-TT threshold of a pair.

    Source: TH Eq. 5.11 with s = 2.  Deviations: none.
    """
    phases = [phase_count(w) ** 2 for w in weights]
    log_odds = math.log((arms - 1) * 2 * ZETA_2**2 * phases[0] * phases[1] / risk)
    noise = sum(math.log(2 * arms * ZETA_2 * k / risk) ** 2 / w for k, w in zip(phases, weights, strict=True))
    return 2 * gaussian_pair(weights, log_odds) + 4 * noise / (epsilon * epsilon)


def adap_tt_star_pair(weights: tuple[float, float], arms: int, epsilon: float, risk: float) -> tuple[float, float]:
    """The AdaP-TT* thresholds of a pair for a gap below and from 3 epsilon on.

    Source: TH Eq. 5.14 with s = 2.  Deviations: k^s, not k, in the first term of the second (the union bound over
    phases needs it).
    """
    logs = [math.log(3 * arms * ZETA_2 * phase_count(w) ** 2 / risk) for w in weights]
    h = [0.5 * w_bar(2 * log + 4 * math.log(4 + math.log(w)) + 0.5) for w, log in zip(weights, logs, strict=True)]
    mixed = sum(math.sqrt(h[i] / weights[i]) * logs[i] for i in (0, 1))
    small = 0.5 * adap_tt_pair(weights, arms, epsilon, 2 * risk / 3) + 2 * math.sqrt(2) / epsilon * mixed
    root = sum(math.sqrt(weights[i] * h[i]) for i in (0, 1))
    return small, 12 * max(logs) + 6 * epsilon / math.sqrt(2) * root


def dp_tt_level(phase: int, arms: int, risk: float) -> float:
    """c_k: an arm's part of the proven DP-TT threshold in phase k (k noises).

    Source: own derivation, docs/dp-tt-threshold.md; JA25 prints only its order.
    The smallest y with min over xi in (0, 1) of -(1 - xi) y - k log(xi (2 - xi)) <= -log(K zeta(2) k^2 / risk); the
    minimiser solves y = 2 k u/(1 - u^2) for u = 1 - xi.
    """
    target = math.log(arms * ZETA_2 * phase**2 / risk)

    def excess(y: float) -> float:
        root = math.hypot(phase, y) - phase
        return root + phase * math.log(2 * phase * root / y**2) - target

    high = target + phase
    while excess(high) < 0:
        high *= 2
    return float(brentq(excess, target, high, xtol=1e-12, rtol=1e-14))
