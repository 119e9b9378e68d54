"""What one privacy promise implies in the terms of another: epsilon-DP, rho-zCDP and (epsilon, delta)-DP.

`delta` is the second budget of (epsilon, delta)-DP here, never a risk of a wrong answer.  An infinite budget means no
privacy and converts to an infinite budget.  Proofs: docs/privacy-budgets.md.

From rho-zCDP to (epsilon, delta)-DP every order alpha of the Renyi divergence gives an implication, CKS20 Proposition
12 with b = alpha - 1:  log delta = b ((1 + b) rho - epsilon - log(1 + 1/b)) - log(1 + b).  It is convex in b, with its
minimum where (2 b + 1) rho - log(1 + 1/b) = epsilon; there -log delta = rho b^2 + log(1 + b).  The functions below find
that b and evaluate the implication at it, so that what they return is implied however exactly b is found.
"""

import math
import sys
from collections.abc import Callable

from scipy.optimize import brentq

from dpcore._validation import check_count, check_epsilon, check_number, check_open_interval

SMALLEST = sys.float_info.min
_LOG_RANGE = (-700.0, 700.0)  # of log b, wherever a double holds b
_HALVINGS = 64  # of that range: to the last digit of log b


def check_rho(rho: float) -> float:
    """The zCDP budget as a float > 0; inf (no privacy) is allowed."""
    value = check_number("rho", rho)
    return value if value == math.inf else check_open_interval("rho", rho, 0, math.inf)


def rho_from_epsilon(epsilon: float) -> float:
    """The smallest rho such that every epsilon-DP mechanism is rho-zCDP: epsilon tanh(epsilon/2).

    It is at most epsilon^2/2, which TH, chapter 2, prints (BS16, Proposition 1.4), and at most epsilon.  Randomised
    response needs it all.

    Source: ST24, Theorem 4, at order 1; that no other order needs more: docs/privacy-budgets.md.  Deviations: the
    smallest normal double stands for what is smaller, never 0.
    Args:    epsilon: budget per person, nats, > 0; inf = no privacy.
    Returns: rho, exact.     Raises: ValueError when epsilon is not > 0.
    Examples:
        >>> round(rho_from_epsilon(1.0), 4)
        0.4621
    """
    epsilon = check_epsilon(epsilon)
    return max(epsilon * math.tanh(epsilon / 2), SMALLEST)


def epsilon_at_rho(rho: float) -> float:
    """The largest epsilon whose epsilon-DP implies this rho-zCDP: the inverse of `rho_from_epsilon`.

    It puts both budgets on one scale.  The converse does not hold: rho-zCDP implies epsilon-DP for no finite epsilon.
    Source: inverse of `rho_from_epsilon`.  Deviations: none.
    Args:    rho: zCDP budget, > 0; inf = no privacy.
    Returns: epsilon, nats, exact.     Raises: ValueError when rho is not > 0.
    Examples:
        >>> round(epsilon_at_rho(0.1), 4)
        0.451
    """
    rho = check_rho(rho)
    if rho > 100:
        return rho  # tanh is 1 to the last digit
    if rho < 1e-8:
        return math.sqrt(2 * rho) * (1 + rho / 12)  # the next term is of order rho^2
    # epsilon^2/(2 + epsilon) <= epsilon tanh(epsilon/2) <= epsilon^2/2
    low, high = math.sqrt(2 * rho), (rho + math.sqrt(rho * rho + 8 * rho)) / 2
    return float(brentq(lambda epsilon: epsilon * math.tanh(epsilon / 2) - rho, low, high * (1 + 1e-12), xtol=1e-18))


def epsilon_from_rho(rho: float, delta: float) -> float:
    """The smallest epsilon such that CKS20 makes every rho-zCDP mechanism (epsilon, delta)-DP, at the best order.

    Below rho + 2 sqrt(rho log(1/delta)), which TH, chapter 2, prints (BS16, Proposition 1.3).

    Source: CKS20, Proposition 12.  Deviations: none; over all orders, not a grid of them.
    Args:    rho: zCDP budget, > 0; inf = no privacy.  delta: strictly between 0 and 1.
    Returns: epsilon, nats, a proven upper bound on the smallest one; 0 where rho is so small that no event's
             probability moves by more than delta.     Raises: ValueError outside these domains.
    Examples:
        >>> round(epsilon_from_rho(0.1, 1e-6), 4)
        2.1419
    """
    rho, log_term = check_rho(rho), _log_inverse(delta)
    if rho == math.inf:
        return math.inf
    log_rho = math.log(rho)

    def is_too_small(log_b: float) -> bool:
        left = log_term - _softplus(log_b)
        return left > 0 and 2 * log_b + log_rho < math.log(left)

    b = turning_point(is_too_small)
    return max(0.0, (1 + b) * rho - math.log1p(1 / b) + (log_term - math.log1p(b)) / b)


def rho_for_epsilon_delta(epsilon: float, delta: float) -> float:
    """The largest rho whose rho-zCDP implies (epsilon, delta)-DP by `epsilon_from_rho`: its inverse.

    Source: CKS20, Proposition 12, solved for rho at the best order.  Deviations: none.
    Args:    epsilon: budget per person, nats, > 0; inf = no privacy.  delta: strictly between 0 and 1.
    Returns: rho.     Raises: ValueError outside these domains.
    Examples:
        >>> round(rho_for_epsilon_delta(1.0, 1e-6), 5)
        0.02436
    """
    epsilon, log_term = check_epsilon(epsilon), _log_inverse(delta)
    if epsilon == math.inf:
        return math.inf

    def is_too_small(log_b: float) -> bool:
        left = log_term - _softplus(log_b)
        if left <= 0:
            return False
        return _softplus(log_b + math.log(2)) + math.log(left) - 2 * log_b > math.log(epsilon + _softplus(-log_b))

    b = turning_point(is_too_small)
    return max((epsilon + math.log1p(1 / b) - (log_term - math.log1p(b)) / b) / (1 + b), SMALLEST)


def delta_from_rho(rho: float, epsilon: float) -> float:
    """The smallest delta such that CKS20 makes every rho-zCDP mechanism (epsilon, delta)-DP, at the best order.

    Below exp(-(epsilon - rho)^2/(4 rho)), which TH, chapter 2, implies, and below 1 also where epsilon <= rho.

    Source: CKS20, Proposition 12.  Deviations: none; over all orders, not a grid of them.
    Args:    rho: zCDP budget, > 0; inf = no privacy.  epsilon: budget per person, nats, > 0; inf gives 0.
    Returns: delta, a proven upper bound on the smallest one; 1 is an empty promise.
    Raises:  ValueError outside these domains.
    Examples:
        >>> round(delta_from_rho(0.1, 2.0), 8)
        4.33e-06
    """
    rho, epsilon = check_rho(rho), check_epsilon(epsilon)
    if rho == math.inf:
        return 1.0
    if epsilon == math.inf:
        return 0.0
    log_rho = math.log(rho)

    def is_too_small(log_b: float) -> bool:
        return _softplus(log_b + math.log(2)) + log_rho < math.log(epsilon + _softplus(-log_b))

    b = turning_point(is_too_small)
    log_delta = b * ((1 + b) * rho - epsilon - math.log1p(1 / b)) - math.log1p(b)
    return max(math.exp(min(0.0, log_delta)), SMALLEST)  # 0 would promise epsilon-DP


def group_epsilon(epsilon: float, people: int) -> float:
    """The epsilon that an epsilon-DP mechanism promises a group of this many people: epsilon times people.

    Source: TH, Eq. 2.5 and before.  Deviations: none.
    Args:    epsilon: budget per person, nats, > 0; inf = no privacy.  people: group size, >= 1.
    Returns: epsilon of the group, nats.     Raises: ValueError outside these domains.
    Examples:
        >>> round(group_epsilon(0.1, 3), 3)
        0.3
    """
    return check_epsilon(epsilon) * check_count("people", people)


def group_delta(epsilon: float, delta: float, people: int) -> float:
    """The delta that an (epsilon, delta)-DP mechanism promises a group, next to `group_epsilon`; at most 1.

    Source: TH, Eq. 2.5.  Deviations: TH prints delta d e^(d-1); epsilon is missing in the
    exponent, used here is delta d e^((d-1) epsilon).
    Args:    epsilon: budget per person, nats, > 0.  delta: strictly between 0 and 1.  people: group size d, >= 1.
    Returns: delta of the group.     Raises: ValueError outside these domains.
    Examples:
        >>> round(group_delta(0.1, 1e-6, 3), 9)
        3.664e-06
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
    Examples:
        >>> round(group_rho(0.1, 3), 3)
        0.9
    """
    return check_rho(rho) * check_count("people", people) ** 2


def _log_inverse(delta: float) -> float:
    return -math.log(check_open_interval("delta", delta, 0, 1))


def turning_point(is_too_small: Callable[[float], bool]) -> float:
    """The largest x > 0 at which `is_too_small`, a condition on log x that holds up to some x only, still holds."""
    low, high = _LOG_RANGE
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_too_small(middle) else (low, middle)
    return math.exp(low)


def _softplus(value: float) -> float:
    """log(1 + e^value)."""
    return max(value, 0.0) + math.log1p(math.exp(-abs(value)))
