"""What no private bandit algorithm can beat: regret lower bounds, and the budgets below which privacy dominates."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import rel_entr

from dpcore._validation import check_count, check_epsilon
from dpcore.privacy.conversions import check_rho
from dpcore.regret.environments import check_arms
from dpcore.times.divergences import private_divergence


def minimax_regret_lower_bound_epsilon(arms: int, horizon: int, epsilon: float) -> float:
    """Return the regret that any epsilon-DP algorithm has at least on some instance of K unit-variance Gaussian arms.

    max(sqrt(T (K - 1))/27, (K - 1)/(22 epsilon)).
    Source: TH Theorem 4.15.  Deviations: none (AB22 printed 131 instead of 22).
    Args:    arms: K >= 2.  horizon: T >= K - 1.  epsilon: budget per reward, nats, > 0; inf = no privacy.
    Returns: expected regret, lower bound.     Raises: ValueError outside these domains.
    Examples:
        >>> round(minimax_regret_lower_bound_epsilon(3, 10**6, 0.1), 1)
        52.4
    """
    arms, horizon = _check_size(arms, horizon)
    return max(math.sqrt(horizon * (arms - 1)) / 27, (arms - 1) / (22 * check_epsilon(epsilon)))


def minimax_boundary_epsilon(arms: int, horizon: int) -> float:
    """Return the epsilon below which privacy dominates minimax_regret_lower_bound_epsilon: (27/22) sqrt((K - 1)/T).

    Source: TH Theorem 4.15.  Deviations: none.
    Args:    arms: K >= 2.  horizon: T >= K - 1.
    Returns: epsilon, nats.     Raises: ValueError outside these domains.
    Examples:
        >>> round(minimax_boundary_epsilon(3, 10**6), 6)
        0.001736
    """
    arms, horizon = _check_size(arms, horizon)
    return 27 / 22 * math.sqrt((arms - 1) / horizon)


def asymptotic_regret_lower_bound_epsilon(means: ArrayLike, epsilon: float) -> float:
    """Return the limit that regret over log T of a consistent epsilon-DP algorithm cannot go below on this instance.

    sum over D_a > 0 of D_a/min(kl(mu_a, mu*), epsilon D_a), Bernoulli arms.  It is a limit: at a finite T, log T times
    it is not a bound.
    Source: TH Theorem 4.16.  Deviations: none (AB22 printed 6 epsilon instead of epsilon).
    Args:    means: (K,) floats strictly between 0 and 1.  epsilon: budget per reward, nats, > 0; inf = no privacy.
    Returns: asymptotic lower bound on regret/log T.     Raises: ValueError outside these domains.
    Examples:
        >>> round(asymptotic_regret_lower_bound_epsilon([0.7, 0.3], 0.1), 3)
        10.0
    """
    array, epsilon = check_arms(means), check_epsilon(epsilon)
    gaps, divergences = _gaps_and_divergences(array)
    worse = gaps > 0
    with np.errstate(divide="ignore", over="ignore"):
        return float((gaps[worse] / np.minimum(divergences[worse], epsilon * gaps[worse])).sum())


def sharp_asymptotic_regret_lower_bound_epsilon(means: ArrayLike, epsilon: float) -> float:
    """Return the limit that regret over log T of a consistent epsilon-DP algorithm cannot go below on this instance.

    sum over D_a > 0 of D_a/d_epsilon(mu_a, mu*), Bernoulli arms; never below asymptotic_regret_lower_bound_epsilon, as
    d_epsilon is at most kl and at most epsilon D_a.  It is a limit: at a finite T, log T times it is not a bound.
    Source: AW25, Theorem 1, as a summary gives it; a proof with the same constant in docs/regret-limit.md.
    Deviations: none.
    Args:    means: (K,) floats strictly between 0 and 1.  epsilon: budget per reward, nats, > 0; inf = no privacy.
    Returns: asymptotic lower bound on regret/log T.     Raises: ValueError outside these domains.
    Examples:
        >>> round(sharp_asymptotic_regret_lower_bound_epsilon([0.7, 0.3], 0.1), 3)
        10.273
    """
    array, epsilon = check_arms(means), check_epsilon(epsilon)
    gaps, best = array.max() - array, array.max()
    worse = gaps > 0
    count = np.count_nonzero(worse)
    divergences = private_divergence(array[worse], np.full(count, best), np.full(count, epsilon))
    with np.errstate(divide="ignore", over="ignore"):
        return float((gaps[worse] / divergences).sum())


def arm_boundary_epsilons(means: ArrayLike) -> NDArray[np.float64]:
    """Return for each arm the epsilon below which privacy dominates its part of the asymptotic lower bound.

    kl(mu_a, mu*)/D_a, Bernoulli arms; 0 for a best arm.
    Source: TH Theorem 4.16.  Deviations: none.
    Args:    means: (K,) floats strictly between 0 and 1.
    Returns: (K,) epsilons, nats.     Raises: ValueError outside these domains.
    Examples:
        >>> arm_boundary_epsilons([0.7, 0.3]).round(3).tolist()
        [0.0, 0.847]
    """
    gaps, divergences = _gaps_and_divergences(check_arms(means))
    return np.divide(divergences, gaps, out=np.zeros_like(gaps), where=gaps > 0)


def linear_minimax_regret_lower_bound_epsilon(dimension: int, horizon: int, epsilon: float) -> float:
    """Return the regret that any epsilon-DP algorithm has at least on some linear instance with actions [-1, 1]^d.

    max(e^-2 d sqrt(T)/8, e^-1 d/(4 epsilon)).
    Source: TH Theorem 4.17.  Deviations: none.
    Args:    dimension: d >= 1.  horizon: T >= 1.  epsilon: budget per reward, nats, > 0; inf = no privacy.
    Returns: expected regret, lower bound.     Raises: ValueError outside these domains.
    Examples:
        >>> round(linear_minimax_regret_lower_bound_epsilon(2, 10**6, 0.1), 1)
        33.8
    """
    dimension, horizon = check_count("dimension", dimension), check_count("horizon", horizon)
    sampling = math.exp(-2) * dimension * math.sqrt(horizon) / 8
    return max(sampling, math.exp(-1) * dimension / (4 * check_epsilon(epsilon)))


def minimax_regret_lower_bound_rho(arms: int, horizon: int, rho: float) -> float:
    """Return the regret that any rho-zCDP algorithm has at least on some instance of K unit-variance Gaussian arms.

    max(sqrt(T (K - 1))/27, sqrt((K - 1)/rho)/124).
    Source: AB24 Theorem 17 = TH Theorem 4.20, whose proof has a gap (docs/lower-bounds.md).  Deviations: for rho > 1,
    where the theorem says nothing, the part without privacy alone.
    Args:    arms: K >= 2.  horizon: T >= K - 1.  rho: zCDP budget per reward, > 0; inf = no privacy.
    Returns: expected regret, lower bound.     Raises: ValueError outside these domains.
    Examples:
        >>> round(minimax_regret_lower_bound_rho(3, 10**6, 0.1), 1)
        52.4
    """
    arms, horizon = _check_size(arms, horizon)
    rho, sampling = check_rho(rho), math.sqrt(horizon * (arms - 1)) / 27
    return sampling if rho > 1 else max(sampling, math.sqrt((arms - 1) / rho) / 124)


def minimax_boundary_rho(horizon: int) -> float:
    """Return the rho below which privacy dominates minimax_regret_lower_bound_rho: (27/124)^2/T.

    Source: equality of the two parts of AB24 Theorem 17 (our algebra).  Deviations: none.
    Args:    horizon: T >= 1.
    Returns: rho.     Raises: ValueError outside this domain.
    Examples:
        >>> round(minimax_boundary_rho(10**6), 10)
        4.74e-08
    """
    return (27 / 124) ** 2 / check_count("horizon", horizon)


def linear_minimax_regret_lower_bound_rho(dimension: int, horizon: int, rho: float) -> float:
    """Return the regret that any rho-zCDP algorithm has at least on some linear instance with actions [-1, 1]^d.

    max(e^-2 d sqrt(T)/8, e^-2.25 d/(4 sqrt(rho))).
    Source: AB24 Theorem 9 = TH Theorem 4.21, whose proof has a gap (docs/lower-bounds.md).  Deviations: none.
    Args:    dimension: d >= 1.  horizon: T >= 1.  rho: zCDP budget per reward, > 0; inf = no privacy.
    Returns: expected regret, lower bound.     Raises: ValueError outside these domains.
    Examples:
        >>> round(linear_minimax_regret_lower_bound_rho(2, 10**6, 0.1), 1)
        33.8
    """
    dimension, horizon = check_count("dimension", dimension), check_count("horizon", horizon)
    sampling = math.exp(-2) * dimension * math.sqrt(horizon) / 8
    return max(sampling, math.exp(-2.25) * dimension / (4 * math.sqrt(check_rho(rho))))


def linear_minimax_boundary_rho(horizon: int) -> float:
    """Return the rho below which privacy dominates linear_minimax_regret_lower_bound_rho: 4 e^(-1/2)/T.

    Source: equality of the two parts of AB24 Theorem 9 (our algebra).  Deviations: none.
    Args:    horizon: T >= 1.
    Returns: rho.     Raises: ValueError outside this domain.
    Examples:
        >>> round(linear_minimax_boundary_rho(10**6), 8)
        2.43e-06
    """
    return 4 * math.exp(-0.5) / check_count("horizon", horizon)


def _check_size(arms: int, horizon: int) -> tuple[int, int]:
    arms = check_count("arms", arms, 2)
    return arms, check_count("horizon", horizon, arms - 1)


def _gaps_and_divergences(means: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    best = means.max()
    gaps = best - means
    # Rounding can leave 0 or less of the divergence of two neighbouring doubles; Pinsker's inequality says better.
    return gaps, np.maximum(rel_entr(means, best) + rel_entr(1 - means, 1 - best), 2 * gaps**2)
