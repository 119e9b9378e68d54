"""Independent computations of what designs compute: by enumeration, by long sums, and by simulation."""

import itertools

import numpy as np
from scipy.signal import fftconvolve
from scipy.stats import binom

RELEASED = {"winner": 1, "counts": 2}
_REACH = 50  # e^-50 is 2e-22


def noise_law(epsilon, sides):
    """The noise's smallest value and its probabilities."""
    a, most = np.exp(-epsilon), int(np.ceil(_REACH / epsilon))
    if sides == 1:
        return 0, (1 - a) * a ** np.arange(most + 1)
    return -most, (1 - a) / (1 + a) * a ** np.abs(np.arange(-most, most + 1))


def seen(means, epsilon, release):
    """The rates of the answers that a study sees."""
    means = np.asarray(means, dtype=float)
    return 1 / (1 + np.exp(epsilon)) + means * np.tanh(epsilon / 2) if release == "local" else means


def laws(means, n, epsilon, release):
    """(K, V) laws of the noisy counts on a common grid, by plain convolution."""
    table = [binom.pmf(np.arange(n + 1), n, mean) for mean in seen(means, epsilon, release)]
    if release == "local" or np.isinf(epsilon):
        return np.array(table)
    convolve = np.convolve if n * _REACH / epsilon < 1e7 else fftconvolve
    return np.array([convolve(row, noise_law(epsilon, RELEASED[release])[1]) for row in table])


def probability_right(means, n, epsilon, release):
    """P(the first option is named) from the laws, the number of options that tie being followed one by one."""
    table = laws(means, n, epsilon, release)
    below = np.cumsum(table, axis=1) - table
    ties = np.zeros_like(table)
    ties[0] = 1
    for law, less in zip(table[1:], below[1:], strict=True):
        ties = ties * less + np.vstack([np.zeros(law.size), ties[:-1]]) * law
    return float(table[0] @ (ties / np.arange(1, len(table) + 1)[:, None]).sum(axis=0))


def winner_law(counts, epsilon, release):
    """P(each option is named) given exact counts: every value of all options' noise, and every order of ties."""
    start, law = noise_law(epsilon, RELEASED[release])
    named = np.zeros(len(counts))
    for place in itertools.product(range(law.size), repeat=len(counts)):
        noisy = [count + start + k for count, k in zip(counts, place, strict=True)]
        best = np.flatnonzero(np.array(noisy) == max(noisy))
        named[best] += np.prod(law[list(place)]) / best.size
    return named


def probability_claim(new, usual, n, epsilon, critical):
    """P(noisy count of the new option - that of the usual one >= critical), release "counts"."""
    first, second = laws((new, usual), n, epsilon, "counts")
    at_most = np.cumsum(second)
    places = np.arange(first.size) - critical
    return float(first[places >= 0] @ at_most[places[places >= 0]])
