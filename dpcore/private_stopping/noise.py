"""The noise of the private stopping rules."""

import math

from dpcore._validation import check_epsilon, check_open_interval


def stopping_noise_scales(epsilon: float, reward_bound: float = 1.0) -> tuple[float, float, float]:
    """The Laplace scales of DP-NAS: threshold 12 R/epsilon, each query 12 R/epsilon, final sum 4 R/epsilon.

    Source: SS19, Algorithm 1 and Theorem 3.1.  The sparse-vector test of |X_1 + ... + X_t| (sensitivity 2 R) spends
    epsilon/2 at scale 3 (2 R)/(epsilon/2) on threshold and queries; the released sum spends the other epsilon/2.
    Args:    epsilon: budget per person, > 0 (inf = no noise).  reward_bound: R, rewards lie in [-R, R].
    Returns: three scales, for sums of rewards; divide by t for means.     Raises: ValueError on bad input.
    Examples:
        >>> stopping_noise_scales(1.0)
        (12.0, 12.0, 4.0)
    """
    eps = check_epsilon(epsilon)
    bound = check_open_interval("reward_bound", reward_bound, 0, math.inf)
    return 12 * bound / eps, 12 * bound / eps, 4 * bound / eps
