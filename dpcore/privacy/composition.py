"""One budget for many analyses of the same people: what their epsilons promise together, and what each may spend.

Every analysis is epsilon-DP by itself, with an epsilon fixed beforehand; which analysis comes next may depend on what
the earlier ones said.  Proofs and what is left out: docs/privacy-budgets.md.
"""

import math
from collections.abc import Iterable

from numpy.typing import ArrayLike

from dpcore._validation import check_count, check_epsilon, check_epsilons
from dpcore.privacy.conversions import epsilon_at_rho, epsilon_from_rho, rho_for_epsilon_delta, rho_from_epsilon


def composed_epsilon(epsilons: ArrayLike, delta: float | None = None) -> float:
    """Return an epsilon that analyses of the same people with these epsilons promise together.

    Their sum; with `delta`, if it is smaller, what follows from the sum of their rho (an (epsilon, delta)-DP promise).

    Source: DR14, Theorem 3.14 (sum); BS16, Lemma 1.7 (sum of rho); `rho_from_epsilon`, `epsilon_from_rho`.
    Deviations: none.
    Args:    epsilons: (n,) nats, > 0; inf = no privacy.  delta: strictly between 0 and 1; None: pure DP.
    Returns: epsilon, nats, a proven upper bound on the smallest one; without delta that is the smallest.
    Raises:  ValueError outside these domains.
    Examples:
        >>> round(composed_epsilon([0.1, 1.0], 1e-6), 3)
        1.1
    """
    values = check_epsilons(epsilons).tolist()
    total = _sum(values)
    return total if delta is None else min(total, epsilon_from_rho(_sum(map(rho_from_epsilon, values)), delta))


def _sum(values: Iterable[float]) -> float:
    try:
        return math.fsum(values)
    except OverflowError:  # beyond the largest double
        return math.inf


def equal_epsilon(epsilon: float, runs: int, delta: float | None = None) -> float:
    """Return what each of `runs` analyses of the same people may spend if all spend the same: an inverse.

    Source, Deviations: as composed_epsilon.
    Args:    epsilon: of all together, nats, > 0; inf = no privacy.  runs: >= 1.  delta: as composed_epsilon.
    Returns: epsilon of each, nats, the largest that composed_epsilon allows.
    Raises:  ValueError outside these domains.
    Examples:
        >>> round(equal_epsilon(1.0, 3), 4)
        0.3333
    """
    epsilon, runs = check_epsilon(epsilon), check_count("runs", runs)
    if delta is None:
        return epsilon / runs
    return max(epsilon / runs, epsilon_at_rho(rho_for_epsilon_delta(epsilon, delta) / runs))
