"""How many samples a private stopping rule takes: published bounds, and one solved numerically."""

import math
from dataclasses import dataclass

from dpcore._tabular import Tabular
from dpcore.private_stopping.protocol import HaltingRule
from dpcore.private_stopping.rules import budget_of, check_mean, check_rule


@dataclass(frozen=True)
class StoppingBounds(Tabular):
    """Sample counts for one problem; None where a statement does not cover the algorithm or the parameters.

    sampling_term (t0), testing_term (t1), estimate_term (t2): the orders of the three parts of Theorem 3.3, not bounds.
    published_halting_time: t_U = 2000 (t0 + t1 + t2); exponential DP-NAS halts by t_U with probability >= 1 - risk.
    halting_time_proven: the same for each of the three algorithms, by the argument of the proof solved numerically.
    lower_bound: any epsilon-DP rule of this error and risk takes more samples with probability > 1/4 on some instance.
    """

    sampling_term: float | None
    testing_term: float | None
    estimate_term: float | None
    published_halting_time: float | None
    halting_time_proven: float
    lower_bound: float | None


def private_stopping_bounds(
    algorithm: str,
    mean: float,
    relative_error: float = 0.1,
    risk: float = 0.05,
    epsilon: float | None = None,
    *,
    reward_bound: float = 1.0,
) -> StoppingBounds:
    """Return the bounds on the stopping time of an (alpha, beta)-stopping rule.

    Source: SS19, Theorem 3.3 (t0, t1, t2, t_U; risk <= 0.08) and the proof of Theorem 3.4 (R log(1/beta)/(12 alpha
    |mean| epsilon); risk < 1/4).  Deviations: with L = log((1/beta) log(R/(alpha |mean|))), the printed t0 and t_U are
    too small (even negative) when alpha |mean| is close to R; t0, t1 and t_U are given only where L >= 1, where the
    tests find t_U >= halting_time_proven.  [INFERRED]
    halting_time_proven: the first test at which |mean| >= h_t (2 + 1/alpha) + (c_t + s1 log(4/beta) + s2 log(8 k^2/
    beta))/t.  On an event of probability >= 1 - beta (Hoeffding at every test, |B| and |A_t| below their quantiles)
    |sample mean| >= |mean| - h_t passes that test.  [INFERRED from the proof]
    Args:    as in `simulate_private_stopping`; rules without privacy ignore epsilon.
    Returns: `StoppingBounds`, samples.     Raises: ValueError on bad input.
    Examples:
        >>> round(private_stopping_bounds("exponential-dp-nas", 0.5, epsilon=1.0).lower_bound, 2)
        4.99
    """
    rule, budget = check_rule(algorithm, relative_error, risk, epsilon), budget_of(algorithm, epsilon)
    magnitude = abs(check_mean(mean, reward_bound)[0])
    alpha, beta = rule.relative_error, rule.risk
    double_log = math.log(-math.log(alpha * magnitude) / beta)
    sampling = double_log / (alpha * magnitude) ** 2 if double_log >= 1 else None
    certain = _certain_halting_time(rule, magnitude)
    if budget is None:
        return StoppingBounds(sampling, None, None, None, certain, None)
    testing = double_log / (budget * magnitude) if double_log >= 1 else None
    estimate = math.log(1 / beta) / (budget * alpha * magnitude)
    published = None
    if rule.doubling and beta <= 0.08 and sampling is not None and testing is not None:
        published = 2000 * (sampling + testing + estimate)
    return StoppingBounds(sampling, testing, estimate, published, certain, estimate / 12 if beta < 0.25 else None)


def _certain_halting_time(rule: HaltingRule, magnitude: float) -> float:
    """The first test that is passed whenever Hoeffding's event and the two noise events hold."""

    def passed(time: float) -> bool:
        test = math.log2(time) if rule.doubling else time
        radius = math.sqrt(2 / time * math.log(rule.union_factor * test**2 / rule.risk))
        noise = rule.threshold_scale * math.log(4 / rule.risk) + rule.query_scale * math.log(8 * test**2 / rule.risk)
        return magnitude >= radius + float(rule.levels(time)) / time + noise / time

    high = 2.0
    while not passed(high):
        high *= 2
    if rule.doubling:
        return high
    low = high / 2
    while high - low > max(1.0, 1e-12 * high):
        middle = float(math.floor((low + high) / 2))
        low, high = (low, middle) if passed(middle) else (middle, high)
    return high
