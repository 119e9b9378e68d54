"""What the Explorer shows of one instance, gathered from dpcore, and where each number comes from."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dpcore
from ui.arms.instance import Instance
from ui.look.numbers import number, rounded_down, rounded_up
from ui.state.keys import EPSILON_RANGE

CURVE_POINTS = 121
MAP_POINTS = 61
MAP_GAPS = 49
TOLERANCE = 0.05
MAIN_BOUNDARIES = ("price_dominated", "almost_free")


@dataclass(frozen=True)
class RegimeNote:
    """What is said about a field of dpcore.times.RegimeBoundaries; holds: "up to" it, "from" it on, or "at" it."""

    flag: str
    holds: str
    meaning: str
    formula: str
    source: str


BOUNDARIES = {
    "price_dominated": RegimeNote(
        "privacy sets the bound",
        "up to",
        f"Up to here the bound is within {TOLERANCE:.0%} of its limit for small ε, T*<sub>TV</sub>/ε.",
        f"largest ε with T*<sub>ε</sub> ≤ {1 + TOLERANCE:g} T*<sub>TV</sub>/ε",
        "from T*<sub>ε</sub> of Jourdan & Azize 2025",
    ),
    "first": RegimeNote(
        "first bound bends",
        "at",
        "Here the first published bound meets the bound without privacy.",
        "T*<sub>TV</sub> / (6 T*<sub>KL</sub>)",
        "Azize et al. 2023, arXiv:2309.02202",
    ),
    "improved": RegimeNote(
        "improved bound bends",
        "at",
        "Here the improved bound meets the bound without privacy.",
        "T*<sub>TV</sub> / T*<sub>KL</sub>",
        "Azize's thesis, Corollary 4.25",
    ),
    "almost_free": RegimeNote(
        "bound nearly unchanged",
        "from",
        f"From here on privacy raises the bound by at most {TOLERANCE:.0%}.",
        f"smallest ε with T*<sub>ε</sub> ≤ {1 + TOLERANCE:g} T*<sub>KL</sub>",
        "from T*<sub>ε</sub> of Jourdan & Azize 2025",
    ),
    "exact": RegimeNote(
        "bound unchanged",
        "from",
        "From here on, and only from here on, privacy leaves the bound as it is: T*<sub>ε</sub> = T*<sub>KL</sub>.",
        "max over a of the log odds ratios of (x<sub>a</sub>, q<sub>a</sub>) and (p, x<sub>a</sub>), "
        "x<sub>a</sub> = (w* p + w<sub>a</sub> q<sub>a</sub>) / (w* + w<sub>a</sub>) at the optimal allocation w",
        "derived from T*<sub>ε</sub> of Jourdan & Azize 2025",
    ),
    "allocation_independent": RegimeNote(
        "bound unchanged, any allocation",
        "from",
        "A simple sufficient condition: from here on T*<sub>ε</sub> = T*<sub>KL</sub>, and so is the transportation "
        "cost of every allocation.",
        "max over a of log( p (1 − q<sub>a</sub>) / (q<sub>a</sub> (1 − p)) )",
        "Jourdan & Azize 2025, arXiv:2510.17348",
    ),
}


@dataclass(frozen=True)
class Numbers:
    """One instance: characteristic times as in dpcore, and lower bounds on the participants at its risk."""

    instance: Instance
    private: dpcore.times.CharacteristicTime
    without_privacy: dpcore.times.CharacteristicTime
    total_variation: dpcore.times.CharacteristicTime
    boundaries: dpcore.times.RegimeBoundaries
    bounds: dict[str, float]
    participants_per_time: float
    curve: dpcore.times.CharacteristicTimeCurve

    @property
    def factor(self) -> float:
        """How many times privacy raises the lower bound at the instance's epsilon."""
        return self.private.time / self.without_privacy.time

    def boundary(self, name: str) -> str:
        """The boundary of this name as every sentence and flag writes it: rounded to the side on which it holds."""
        value, holds = getattr(self.boundaries, name), BOUNDARIES[name].holds
        return number(rounded_down(value) if holds == "up to" else rounded_up(value) if holds == "from" else value)


@lru_cache(maxsize=256)
def numbers_of(instance: Instance) -> Numbers:
    """The numbers of this instance."""
    means, epsilon, risk = instance.means, instance.epsilon, instance.risk
    without_privacy = dpcore.characteristic_time(means, "kl")
    bounds = dpcore.sample_lower_bounds(means, epsilon, risk)
    return Numbers(
        instance=instance,
        private=dpcore.characteristic_time(means, "private", epsilon),
        without_privacy=without_privacy,
        total_variation=dpcore.characteristic_time(means, "tv"),
        boundaries=dpcore.regime_boundaries(means, TOLERANCE),
        bounds=bounds,
        participants_per_time=bounds["non_private"] / without_privacy.time,
        curve=dpcore.characteristic_time_curve(means, np.geomspace(*EPSILON_RANGE, CURVE_POINTS)),
    )


def formulas(numbers: Numbers) -> list[tuple[str, str, str, str]]:
    """All numbers as (quantity, value with exact digits, formula, source), in HTML."""
    private = numbers.private
    factor = "× kl(risk, 1 − risk)"
    rows = [
        ("T*<sub>KL</sub>", _exact(numbers.without_privacy.time), "without privacy, kl", "Garivier & Kaufmann 2016"),
        (
            "T*<sub>TV</sub>",
            _exact(numbers.total_variation.time),
            "1/Δ<sub>min</sub> + Σ 1/Δ<sub>a</sub>",
            "Azize's thesis, Proposition 4.26",
        ),
        (
            f"T*<sub>ε</sub> at ε = {numbers.instance.epsilon:g}",
            f"{_exact(private.time)}<br>certified: [{private.lower:.15g}, {private.upper:.15g}]",
            "1 / max<sub>w</sub> min<sub>a</sub> of the transportation cost with d<sub>ε</sub>",
            "Jourdan & Azize 2025, Theorem 2",
        ),
        (
            "participants, without privacy",
            _exact(numbers.bounds["non_private"]),
            f"T*<sub>KL</sub> {factor}",
            "Garivier & Kaufmann 2016",
        ),
        (
            "participants, first published bound",
            _exact(numbers.bounds["first_private"]),
            f"max(T*<sub>KL</sub>, T*<sub>TV</sub>/(6 ε)) {factor}",
            "Azize et al. 2023, arXiv:2309.02202",
        ),
        (
            "participants, improved bound",
            _exact(numbers.bounds["improved_private"]),
            f"max(T*<sub>KL</sub>, T*<sub>TV</sub>/ε) {factor}",
            "Azize's thesis, Corollary 4.25",
        ),
        (
            "participants, tightest bound",
            _exact(numbers.bounds["tightest_private"]),
            f"T*<sub>ε</sub> {factor}",
            "Jourdan & Azize 2025, Theorem 2",
        ),
    ]
    rows += [
        (f"ε: {text.flag}", _exact(getattr(numbers.boundaries, name)), f"{text.formula}<br>{text.meaning}", text.source)
        for name, text in BOUNDARIES.items()
    ]
    return rows


def _exact(value: float) -> str:
    return f"{value:,.10g}"


def curve_table(numbers: Numbers) -> pd.DataFrame:
    """The main picture and the allocation as a table, one row an epsilon."""
    means, risk = numbers.instance.means, numbers.instance.risk
    rows = []
    curve = numbers.curve
    for epsilon, time, allocation in zip(curve.epsilons, curve.times, curve.allocations, strict=True):
        bounds = dpcore.sample_lower_bounds(means, epsilon, risk)
        rows.append(
            {
                "epsilon": epsilon,
                "characteristic_time": time,
                **{f"{name}_samples_lower_bound": samples for name, samples in bounds.items()},
                **{f"allocation_arm_{arm}": share for arm, share in enumerate(allocation, start=1)},
            }
        )
    return pd.DataFrame(rows)


@dataclass(frozen=True)
class GapMap:
    """Two arms p and p - gap: factors (G, E) = T*_epsilon / T*_KL, and the regime boundaries (G,) of each gap."""

    gaps: NDArray[np.float64]
    epsilons: NDArray[np.float64]
    factors: NDArray[np.float64]
    boundaries: dict[str, NDArray[np.float64]]


def gap_map_of(numbers: Numbers) -> GapMap:
    """The map for this instance's best mean, reaching down to the decade of its smallest gap."""
    second, best = sorted(numbers.instance.means)[-2:]
    return _gap_map(best, 10.0 ** math.floor(math.log10(min(best - second, best / 100))))


@lru_cache(maxsize=64)
def _gap_map(best_mean: float, smallest_gap: float) -> GapMap:
    gaps = np.geomspace(smallest_gap, 0.999 * best_mean, MAP_GAPS)
    epsilons = np.geomspace(*EPSILON_RANGE, MAP_POINTS)
    pairs = [(best_mean, best_mean - gap) for gap in gaps]
    times = np.array([dpcore.characteristic_time_curve(pair, epsilons).times for pair in pairs])
    free = np.array([dpcore.characteristic_time(pair, "kl").time for pair in pairs])
    marks = [dpcore.regime_boundaries(pair, TOLERANCE) for pair in pairs]
    names = ("price_dominated", "improved", "almost_free", "exact")
    boundaries = {name: np.array([getattr(mark, name) for mark in marks]) for name in names}
    return GapMap(gaps, epsilons, times / free[:, None], boundaries)
