"""Characteristic times by another algorithm than dpcore's: derivative-free searches on the definitions.

At level y (best arm's weight 1) arm a needs weight w_a(y) = max over x of (y - d-(p, x)) / d+(q_a, x), and T* is the
minimum over y of (1 + sum_a w_a(y)) / y: both quasi-concave or -convex, both by golden section.  d_epsilon comes from
its definition as an infimum over z, attained at z with logit z = logit x +- epsilon or at the mean itself.
"""

import mpmath
import numpy as np

GOLDEN = (5**0.5 - 1) / 2


def kl_distance(z, x):
    """kl(z, x); written with log1p of the relative distance, good to 1e-16 / |z - x|."""
    distance = z - x
    with np.errstate(invalid="ignore", divide="ignore"):
        return z * np.log1p(distance / x) + (1 - z) * np.log1p(-distance / (1 - x))


def private_down(m, x, epsilon):
    """d-_epsilon(m, x) for m >= x: the infimum over z is at logit z = logit x + epsilon, or at m if that is beyond."""
    if np.isinf(epsilon):
        return kl_distance(m, x)
    z = np.minimum(m, x / (x + (1 - x) * np.exp(-epsilon)))
    return epsilon * (m - z) + kl_distance(z, x)


def golden_section(score, low, high, steps):
    """The largest score between low and high (arrays), by golden section."""
    a, b = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    score_a, score_b = score(a), score(b)
    for _ in range(steps):
        left = score_a > score_b
        low, high = np.where(left, low, a), np.where(left, b, high)
        a, b = np.where(left, high - GOLDEN * (high - low), b), np.where(left, a, low + GOLDEN * (high - low))
        new = score(np.where(left, a, b))
        score_a, score_b = np.where(left, new, score_b), np.where(left, score_a, new)
    return np.maximum(score_a, score_b)


def characteristic_time(means, epsilon):
    """T*_epsilon in double precision: good to 1e-9 for gaps and epsilon from 1e-4 on."""
    means = np.sort(np.asarray(means, dtype=float))
    p, q = means[-1], means[:-1]

    def weight(logit, y):
        t, u = 1 / (1 + np.exp(-logit)), 1 / (1 + np.exp(logit))
        x, x_rest = q + t * (p - q), (1 - p) + u * (p - q)
        best = private_down(p, p - u * (p - q), epsilon)
        return (y - best) / private_down(1 - q, np.minimum(x_rest, 1 - x), epsilon)

    def times(log_y):
        y = np.exp(log_y)
        size = (log_y.size, q.size)
        weights = golden_section(lambda s: weight(s, y[:, None]), np.full(size, -16.0), np.full(size, 30.0), 60)
        return (1 + weights.sum(axis=1)) / y

    highest = np.log(private_down(p, q.max(), epsilon))
    low, high, least = highest - 12.0, highest - 1e-9, np.inf
    for _ in range(11):  # the best of 21 levels at once, then between its neighbours: to 1e-10
        log_y = np.linspace(low, high, 21)
        found = times(log_y)
        best = int(found.argmin())
        low, high, least = log_y[max(best - 1, 0)], log_y[min(best + 1, 20)], min(least, found[best])
    return float(least)


def golden_section_of_one(score, low, high, steps, ratio=GOLDEN):
    """golden_section for one number: of Python's, or of mpmath's with a ratio in as many digits."""
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    score_a, score_b = score(a), score(b)
    for _ in range(steps):
        if score_a > score_b:
            high, b, score_b = b, a, score_a
            a = high - ratio * (high - low)
            score_a = score(a)
        else:
            low, a, score_a = a, b, score_b
            b = low + ratio * (high - low)
            score_b = score(b)
    return max(score_a, score_b)


def characteristic_time_exact(means, epsilon, digits=60, steps=50):
    """T*_epsilon of the very doubles in `means`, in `digits`-digit arithmetic; good to about 1e-12.

    The weights are smooth, and their smallest one is known to the square of the last step; the time has a kink.
    """
    with mpmath.workdps(digits):
        *q, p = sorted(mpmath.mpf(mean) for mean in means)
        epsilon, ratio = mpmath.mpf(epsilon), (mpmath.sqrt(5) - 1) / 2

        def down(m, x):
            z = m if mpmath.isinf(epsilon) else min(m, x / (x + (1 - x) * mpmath.exp(-epsilon)))
            excess = 0 if z == m else epsilon * (m - z)
            return excess + z * mpmath.log(z / x) + (1 - z) * mpmath.log((1 - z) / (1 - x))

        def weight(arm, logit, y):
            x = arm + (p - arm) / (1 + mpmath.exp(-logit))
            return (y - down(p, x)) / down(1 - arm, 1 - x)

        def negative_time(log_y):
            y = mpmath.exp(log_y)
            weights = (golden_section_of_one(lambda s, a=a: weight(a, s, y), -40, 60, steps - 10, ratio) for a in q)
            return -(1 + mpmath.fsum(weights)) / y

        highest = mpmath.log(down(p, max(q)))
        return -golden_section_of_one(negative_time, highest - 12, highest, steps, ratio)
