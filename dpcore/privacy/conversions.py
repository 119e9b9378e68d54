"""What one privacy promise implies in the terms of another: epsilon-DP, rho-zCDP and (epsilon, delta)-DP.

`delta` is the second budget of (epsilon, delta)-DP here, never a risk of a wrong answer.  An infinite budget means no
privacy and converts to an infinite budget.
"""

import math
import sys

from dpcore._validation import check_count, check_epsilon, check_number, check_open_interval

SMALLEST, LARGEST = sys.float_info.min, sys.float_info.max


def check_rho(rho: float) -> float:
    """The zCDP budget as a float > 0; inf (no privacy) is allowed."""
    value = check_number("rho", rho)
    return value if value == math.inf else check_open_interval("rho", rho, 0, math.inf)


def rho_from_epsilon(epsilon: float) -> float:
    """A rho such that every epsilon-DP mechanism is rho-zCDP: epsilon^2/2, at most the largest double.

    Source: TH, chapter 2 (BS16, Proposition 1.4).  Deviations: the ends of what a double holds.  The largest one is
    true: every Renyi divergence of order alpha is at most epsilon, so that epsilon-DP is epsilon-zCDP as well.
    Args:    epsilon: budget per person, nats, > 0; inf = no privacy.
    Returns: rho, exact implication.     Raises: ValueError when epsilon is not > 0.
    """
    epsilon = check_epsilon(epsilon)
    if epsilon == math.inf:
        return math.inf
    return min(max(epsilon * (epsilon / 2), SMALLEST), LARGEST)  # never 0, perfect privacy, nor inf, none


def epsilon_at_rho(rho: float) -> float:
    """The epsilon whose epsilon-DP implies this rho-zCDP: sqrt(2 rho), the inverse of `rho_from_epsilon`.

    It puts both budgets on one scale.  The converse does not hold: rho-zCDP implies epsilon-DP for no finite epsilon.
    Source: inverse of TH, chapter 2 (BS16, Proposition 1.4).  Deviations: none.
    Args:    rho: zCDP budget, > 0; inf = no privacy.
    Returns: epsilon, nats.     Raises: ValueError when rho is not > 0.
    """
    return 2 * math.sqrt(check_rho(rho) / 2)  # 2 rho may be too large for a double


def epsilon_from_rho(rho: float, delta: float) -> float:
    """An epsilon such that every rho-zCDP mechanism is (epsilon, delta)-DP: rho + 2 sqrt(rho log(1/delta)).

    Source: TH, chapter 2 (BS16, Proposition 1.3).  Deviations: none.
    Args:    rho: zCDP budget, > 0; inf = no privacy.  delta: strictly between 0 and 1.
    Returns: epsilon, nats, a proven upper bound on the smallest one.     Raises: ValueError outside these domains.
    """
    rho, log_term = check_rho(rho), _log_inverse(delta)
    return rho + 2 * math.sqrt(rho) * math.sqrt(log_term)


def rho_for_epsilon_delta(epsilon: float, delta: float) -> float:
    """The largest rho whose rho-zCDP implies (epsilon, delta)-DP by `epsilon_from_rho`.

    Source: inverse of `epsilon_from_rho`, (sqrt(epsilon + L) - sqrt(L))^2 with L = log(1/delta) (own algebra).
    Deviations: none; written as a quotient so that nothing cancels at small epsilon.
    Args:    epsilon: budget per person, nats, > 0; inf = no privacy.  delta: strictly between 0 and 1.
    Returns: rho.     Raises: ValueError outside these domains.
    """
    epsilon, log_term = check_epsilon(epsilon), _log_inverse(delta)
    if epsilon == math.inf:
        return math.inf
    root = epsilon / (math.sqrt(epsilon + log_term) + math.sqrt(log_term))
    return root * root


def delta_from_rho(rho: float, epsilon: float) -> float:
    """A delta such that every rho-zCDP mechanism is (epsilon, delta)-DP: exp(-(epsilon - rho)^2/(4 rho)), at most 1.

    Source: `epsilon_from_rho` solved for delta (own algebra).  Deviations: none.
    Args:    rho: zCDP budget, > 0; inf = no privacy.  epsilon: budget per person, nats, > 0; inf gives 0.
    Returns: delta, a proven upper bound on the smallest one; 1 (an empty promise) when epsilon <= rho.
    Raises:  ValueError outside these domains.
    """
    rho, epsilon = check_rho(rho), check_epsilon(epsilon)
    if epsilon <= rho:
        return 1.0
    root = (epsilon - rho) / (2 * math.sqrt(rho))
    return math.exp(-root * root)


def group_epsilon(epsilon: float, people: int) -> float:
    """The epsilon that an epsilon-DP mechanism promises a group of this many people: epsilon times people.

    Source: TH, Eq. 2.5 and before.  Deviations: none.
    Args:    epsilon: budget per person, nats, > 0; inf = no privacy.  people: group size, >= 1.
    Returns: epsilon of the group, nats.     Raises: ValueError outside these domains.
    """
    return check_epsilon(epsilon) * check_count("people", people)


def group_delta(epsilon: float, delta: float, people: int) -> float:
    """The delta that an (epsilon, delta)-DP mechanism promises a group, next to `group_epsilon`; at most 1.

    Source: TH, Eq. 2.5.  Deviations: TH prints delta d e^(d-1); epsilon is missing in the
    exponent, used here is delta d e^((d-1) epsilon).
    Args:    epsilon: budget per person, nats, > 0.  delta: strictly between 0 and 1.  people: group size d, >= 1.
    Returns: delta of the group.     Raises: ValueError outside these domains.
    """
    epsilon, delta = check_epsilon(epsilon), check_open_interval("delta", delta, 0, 1)
    people = check_count("people", people)
    if people == 1:
        return delta
    log_delta = math.log(delta) + math.log(people) + (people - 1) * epsilon
    return math.exp(min(0.0, log_delta))


def group_rho(rho: float, people: int) -> float:
    """The rho that a rho-zCDP mechanism promises a group of this many people: rho times people squared.

    Source: TH, chapter 2 (BS16, Proposition 1.9).  Deviations: none.
    Args:    rho: zCDP budget, > 0; inf = no privacy.  people: group size, >= 1.
    Returns: rho of the group.     Raises: ValueError outside these domains.
    """
    return check_rho(rho) * check_count("people", people) ** 2


def _log_inverse(delta: float) -> float:
    return -math.log(check_open_interval("delta", delta, 0, 1))
