"""AdaC-UCB: rho-zCDP regret minimisation in doubling episodes; with an infinite budget, its non-private counterpart."""

import math
from functools import partial

from numpy.typing import ArrayLike

from dpcore._validation import check_open_interval
from dpcore.experiments import ZCDP
from dpcore.privacy.conversions import check_rho
from dpcore.regret._private_indices import (
    ADAC_UCB,
    EXPLORATION,
    FIRST_PULL_INFERRED,
    check_bound_arguments,
    prepare_blocks,
    smallest_bound,
)
from dpcore.regret.protocol import RegretAlgorithm


def adac_ucb_regret_bound(means: ArrayLike, horizon: int, rho: float, *, exploration: float = 3.1) -> float:
    """Return the proven upper bound on AdaC-UCB's expected pseudo-regret for this instance.

    sum over D_a > 0 of 8 beta log T/D_a + 8 sqrt(beta log T/rho) + 3 beta/(beta - 3).
    Source: AB24 Theorem 10 = TH Theorem 5.6.  Deviations: the last constant is printed as
    2 beta/(beta - 3) in one statement and 3 beta/(beta - 3) in another; the larger is used.
    Args:    means: (K,) floats strictly between 0 and 1.  horizon: pulls, >= K.  rho: zCDP budget, > 0; inf = no
             privacy.  exploration: beta > 3.
    Returns: expected regret, upper bound.     Raises: ValueError outside these domains.
    Examples:
        >>> round(adac_ucb_regret_bound([0.7, 0.3], 10**6, 0.1))
        1115
    """
    gaps, _, log_horizon, beta = check_bound_arguments(means, horizon, exploration)
    privacy = 8 * math.sqrt(beta * log_horizon / check_rho(rho))
    return sum(8 * beta * log_horizon / gap + privacy + 3 * beta / (beta - 3) for gap in gaps if gap > 0)


def adac_ucb_regret_bound_gap_free(means: ArrayLike, horizon: int, rho: float, *, exploration: float = 3.1) -> float:
    """Return the proven upper bound on AdaC-UCB's expected pseudo-regret that holds however small the gaps are.

    4 sqrt(2 beta K T log T) + 8 K sqrt(beta log T/rho) + 3 beta/(beta - 3) sum_a D_a.
    Source: AB24 Theorem 11.  Deviations: none.
    Args, Returns, Raises: as adac_ucb_regret_bound.
    Examples:
        >>> round(adac_ucb_regret_bound_gap_free([0.7, 0.3], 10**6, 0.1))
        52723
    """
    gaps, horizon, log_horizon, beta = check_bound_arguments(means, horizon, exploration)
    sampling = 4 * math.sqrt(2 * beta * len(gaps) * horizon * log_horizon)
    privacy = 8 * len(gaps) * math.sqrt(beta * log_horizon / check_rho(rho))
    return sampling + privacy + 3 * beta / (beta - 3) * sum(gaps)


def adac_ucb_boundary_rho(gap: float, horizon: int, *, exploration: float = 3.1) -> float:
    """Return the rho below which privacy is the larger part of AdaC-UCB's bound for an arm: gap^2/(beta log T).

    Source: equality of the two terms of AB24 Theorem 10 (our algebra: 64 beta^2 log^2 T/gap^2 =
    64 beta log T/rho).  Deviations: none.
    Args:    gap: in (0, 1).  horizon: pulls, >= 2.  exploration: beta > 3.
    Returns: rho, the boundary of an upper bound.     Raises: ValueError outside these domains.
    Examples:
        >>> round(adac_ucb_boundary_rho(0.2, 10**6), 6)
        0.000934
    """
    gap = check_open_interval("gap", gap, 0, 1)
    _, _, log_horizon, beta = check_bound_arguments((0.5, 0.5), horizon, exploration)
    return gap**2 / (beta * log_horizon)


ALGORITHM = RegretAlgorithm(
    name="adac-ucb",
    label="AdaC-UCB",
    privacy=ZCDP,
    counterpart="ucb-episodes",
    source="Azize & Basu (SaTML 2024), Algorithm 4 with Eq. 14; rho-zCDP by Theorem 12; arXiv:2309.00557",
    inferred=(FIRST_PULL_INFERRED,),
    warnings=("The published experiments use exploration exponent 1; the regret theorems need more than 3.",),
    parameters=(EXPLORATION,),
    regret_bound=smallest_bound(adac_ucb_regret_bound, adac_ucb_regret_bound_gap_free),
    prepare=partial(prepare_blocks, ADAC_UCB),
)
