"""The probability that one option's noisy rate is the largest where numbers of participants differ, exactly."""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore.designs.comparing import top_share
from dpcore.designs.laws import (
    NEGLIGIBLE,
    NO_NOISE,
    Counts,
    Floats,
    Integers,
    binomial_window,
    fill_binomial,
    fill_law,
    noise_slope,
    noise_tails,
)
from dpcore.designs.studies import seen_rate, sides_of


@kernel(error_model="numpy")
def rates_right(rates: Floats, counts: Integers, epsilon: float, release: int) -> float:
    """P(option 0 has the largest noisy count per participant), ties drawn by lot; each option with its own count."""
    options, sides = rates.size, sides_of(release, epsilon)
    slope = noise_slope(epsilon, sides)
    firsts, places = np.empty(options, np.int64), np.zeros(options + 1, np.int64)
    for j in range(options):
        firsts[j], last = binomial_window(counts[j], seen_rate(rates[j], release, epsilon))
        places[j + 1] = places[j] + last - firsts[j] + 1
    f, F = np.empty(places[options]), np.empty(places[options])  # noqa: N806
    for j in range(options):
        pmf = np.empty(places[j + 1] - places[j])
        fill_binomial(counts[j], seen_rate(rates[j], release, epsilon), firsts[j], pmf)
        own = slice(places[j], places[j + 1])
        fill_law(Counts(pmf, firsts[j], *noise_tails(pmf, slope)), epsilon, sides, firsts[j], f[own], F[own])
    reach = 0 if sides == NO_NOISE else math.ceil(NEGLIGIBLE / epsilon)
    times, before, step = np.ones(options, np.int64), np.empty(options), np.empty(options)
    powers = np.empty(options)
    right = 0.0
    for x in range(firsts[0] - reach, firsts[0] + places[1] + reach):
        own_mass = _law_at(x, firsts[0], f[: places[1]], F[: places[1]], epsilon, sides, slope)[0]
        for j in range(1, options):
            threshold = x * counts[j] // counts[0]
            own = slice(places[j], places[j + 1])
            mass, up_to = _law_at(threshold, firsts[j], f[own], F[own], epsilon, sides, slope)
            if threshold * counts[0] == x * counts[j]:
                before[j], step[j] = up_to - mass, mass
            else:
                before[j], step[j] = up_to, 0.0
        right += own_mass * top_share(before, step, times, powers, 0.5)
    return min(right, 1.0)


@kernel(error_model="numpy")
def _law_at(
    x: int, first: int, f: Floats, F: Floats, epsilon: float, sides: int, slope: float  # noqa: N803
) -> tuple[float, float]:  # fmt: skip
    """P(X = x) and P(X <= x) from the law in its window, and its tails."""
    place = x - first
    if 0 <= place < f.size:
        return f[place], F[place]
    if sides == NO_NOISE:
        return 0.0, 0.0 if place < 0 else 1.0
    if place < 0:
        mass = f[0] * math.exp(epsilon * place)
        return mass, mass / slope
    mass = f[-1] * math.exp(-epsilon * (place - f.size + 1))
    return mass, 1 - mass * (1 - slope) / slope
