"""The stopping rules written again, test by test in plain NumPy, from the published statement alone."""

import numpy as np


def boundary(rule, t, alpha, beta, epsilon):
    """(t h_t (1 + 1/alpha) + c_t, scale of B and A_t, scale of L) for R = 1; t a test's time."""
    t = np.asarray(t, dtype=float)
    if rule == "nas":
        return t * np.sqrt(2 / t * np.log(4 * t**2 / beta)) * (1 + 1 / alpha), 0.0, 0.0
    number = t if rule == "dp-nas" else np.log2(t)
    s, s3 = 12 / epsilon, 4 / epsilon
    h = np.sqrt(2 / t * np.log(16 * number**2 / beta))
    c = s * np.log(4 / beta) + s * np.log(8 * number**2 / beta) + s3 / alpha * np.log(4 / beta)
    return t * h * (1 + 1 / alpha) + c, s, s3


def times_of_tests(rule, horizon):
    """Every time, or the powers of two from 2."""
    if rule == "exponential-dp-nas":
        return 2 ** np.arange(1, int(np.log2(horizon)) + 1)
    return np.arange(1, horizon + 1)


def stopping_times_and_estimates(rng, rule, rewards, alpha, beta, epsilon, redraw_threshold_noise=False):
    """(R,) stopping times, -1 where the rewards (R, T) run out, and (R,) estimates; the flag plants a violation."""
    runs, horizon = rewards.shape
    times = times_of_tests(rule, horizon)
    level, s, s3 = boundary(rule, times, alpha, beta, epsilon)
    sums = np.cumsum(rewards, axis=1)[:, times - 1]
    threshold_noise = rng.laplace(0, s, (runs, times.size if redraw_threshold_noise else 1))
    halts = np.abs(sums) >= level + threshold_noise + rng.laplace(0, s, sums.shape)
    first = np.argmax(halts, axis=1)
    stopped = halts[np.arange(runs), first]
    estimates = (sums[np.arange(runs), first] + rng.laplace(0, s3, runs)) / times[first]
    return np.where(stopped, times[first], -1), estimates


def survival_on_ones(rule, alpha, beta, epsilon, horizon, points=501):
    """P(T > t) at each test up to the horizon when every reward is 1, to 1/points.

    A_t enters in closed form; B by the midpoint rule over its quantiles, in which P(T > t | B) is monotone.
    """
    times = times_of_tests(rule, horizon)
    level, s, _ = boundary(rule, times, alpha, beta, epsilon)
    quantile = (np.arange(points) + 0.5) / points
    threshold_noise = s * np.where(quantile < 0.5, np.log(2 * quantile), -np.log(2 * (1 - quantile)))
    survival = np.zeros(times.size)
    for noise in threshold_noise:
        room = times - level - noise  # a test halts when A_t <= room
        tail = 0.5 * np.exp(-np.abs(room) / s)
        survival += np.cumprod(np.where(room < 0, 1 - tail, tail)) / points
    return times, survival
