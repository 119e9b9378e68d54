"""AdaP-UCB: epsilon-DP regret minimisation in doubling episodes."""

import math
from functools import partial

from numpy.typing import ArrayLike

from dpcore._validation import check_epsilon
from dpcore.experiments import GLOBAL_DP
from dpcore.regret._private_indices import (
    ADAP_UCB,
    EXPLORATION,
    FIRST_PULL_INFERRED,
    check_bound_arguments,
    prepare_blocks,
    smallest_bound,
)
from dpcore.regret.protocol import RegretAlgorithm


def adap_ucb_regret_bound(means: ArrayLike, horizon: int, epsilon: float, *, exploration: float = 3.1) -> float:
    """Return the proven upper bound on AdaP-UCB's expected pseudo-regret for this instance.

    sum over D_a > 0 of 16 beta log T/min(D_a, epsilon) + 3 beta/(beta - 3): privacy costs where epsilon < D_a.
    Source: TH, Theorem 5.3 (AB22 with other constants).  Deviations: none.
    Args:    means: (K,) floats strictly between 0 and 1.  horizon: pulls, >= K.  epsilon: budget per person, nats, > 0;
             inf = no privacy.  exploration: beta > 3.
    Returns: expected regret, upper bound.     Raises: ValueError outside these domains.
    Examples:
        >>> round(adap_ucb_regret_bound([0.7, 0.3], 10**6, 0.1))
        6945
    """
    gaps, _, log_horizon, beta = check_bound_arguments(means, horizon, exploration)
    epsilon = check_epsilon(epsilon)
    return sum(16 * beta * log_horizon / min(gap, epsilon) + 3 * beta / (beta - 3) for gap in gaps if gap > 0)


def adap_ucb_regret_bound_gap_free(
    means: ArrayLike, horizon: int, epsilon: float, *, exploration: float = 3.1
) -> float:
    """Return the proven upper bound on AdaP-UCB's expected pseudo-regret that holds however small the gaps are.

    8 sqrt(beta K T log T) + 16 beta K log T/epsilon + 3 beta/(beta - 3) sum_a D_a.
    Source: TH, Theorem C.7.  Deviations: none.
    Args, Returns, Raises: as adap_ucb_regret_bound.
    Examples:
        >>> round(adap_ucb_regret_bound_gap_free([0.7, 0.3], 10**6, 0.1))
        87783
    """
    gaps, horizon, log_horizon, beta = check_bound_arguments(means, horizon, exploration)
    sampling = 8 * math.sqrt(beta * len(gaps) * horizon * log_horizon)
    privacy = 16 * beta * len(gaps) * log_horizon / check_epsilon(epsilon)
    return sampling + privacy + 3 * beta / (beta - 3) * sum(gaps)


ALGORITHM = RegretAlgorithm(
    name="adap-ucb",
    label="AdaP-UCB",
    privacy=GLOBAL_DP,
    counterpart="ucb-episodes",
    source="Azize's thesis (2024), Algorithm 7 with Eq. 5.1; Azize & Basu (NeurIPS 2022), arXiv:2209.02570",
    inferred=(FIRST_PULL_INFERRED,),
    parameters=(EXPLORATION,),
    regret_bound=smallest_bound(adap_ucb_regret_bound, adap_ucb_regret_bound_gap_free),
    prepare=partial(prepare_blocks, ADAP_UCB),
)
