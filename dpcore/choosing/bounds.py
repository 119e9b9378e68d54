"""Lower bounds for algorithms that are right whatever the means are: on samples at an epsilon, on epsilon at samples.

Sources: T*_epsilon: JA25 Theorem 2.  The local lower bound: SL.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from dpcore._validation import check_choice, check_epsilon, check_open_interval, check_risk
from dpcore.times.boundaries import BEYOND_EPSILON, exact_boundary
from dpcore.times.characteristic import SMALLEST_EPSILON, characteristic_time, check_instance, check_smallest
from dpcore.times.coupling import epsilon_for, hardest, samples_for
from dpcore.times.indifferent.good_answers import solve_indifferent
from dpcore.times.indifferent.refutation import SQUARES
from dpcore.times.lower_bounds import error_divergence, quantile_divergence
from dpcore.times.solver import TABLE_COLUMNS

ROUNDING = 1e-9  # relative difference up to which two times with an indifference count as the same
TRUST_MODELS = ("central", "local")


def necessary_samples(
    means: ArrayLike,
    epsilon: float,
    risk: float,
    trust_model: str = "central",
    quantile: float | None = None,
    *,
    indifference: float = 0.0,
) -> float:
    """Return a lower bound on the samples of any risk-correct private algorithm: on their mean, or on a quantile.

    Risk-correct: wrong with probability at most `risk` on every instance, whatever its means are.  On the mean:
    T kl(risk, 1 - risk).  With `quantile` s: the larger of T kl(s - risk, risk) (docs/characteristic-times.md) and
    what group privacy gives, which matters at a small epsilon and with few arms (docs/lower-bounds.md); 0 where s <= 2
    risk.  No such algorithm stops within fewer samples with probability s.

    With indifference > 0 the algorithm may give any good answer (dpcore.good_answers).  If only one answer is good
    the bound holds at this risk, as it does without an indifference.  If several are, it is only the leading term as
    risk -> 0, and no more than a guide at a given risk: dpcore.times.is_asymptotic(means, indifference) says where.

    Source: central: T = T*_epsilon, JA25 Theorem 2.  Local: T = max(T*_epsilon,
    T*_TV2/c(epsilon)), c(epsilon) = min(4, e^(2 epsilon)) (e^epsilon - 1)^2, 1/T*_TV2 = max over w of
    min_a gap_a^2/(1/w_best + 1/w_a), from arXiv:2406.06408 (authors' slides).  T*_epsilon, because whatever is done
    with messages that are each epsilon-DP in their sender's reward is epsilon-global DP: a local algorithm is a central
    one.
    With indifference > 0 the same times over the good answers; this and group privacy are this project's own
    (docs/characteristic-times.md, docs/lower-bounds.md).
    Deviations: the local paper has T*_KL, which is at most T*_epsilon.  Both papers relax kl(risk, 1 - risk) to a
    logarithm, log(1/(3 risk)) or log(1/(2.4 risk)); here it is kept, as their change
    of measure gives it, so that all bounds can be compared.
    Args:
        means: (K,) floats strictly between 0 and 1, one unique maximum unless indifference > 0.
        epsilon: nats, >= 1e-100, inf = no privacy.  risk: in (0, 1/2).
        trust_model: "central" (a trusted team sees the rewards) or "local" (people randomise their own rewards).
        quantile: in (0, 1), or None for the mean.
        indifference: the smallest difference that matters, in the means' unit, 0 <= indifference < 1; above 0 means may
            tie and there are at most 100 arms.
    Returns: samples, lower bound.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> round(necessary_samples([0.6, 0.5], 0.1, 0.01))
        1197
    """
    array, zeta = check_instance(means, indifference)
    epsilon, risk = check_smallest(check_epsilon(epsilon)), check_risk(risk)
    check_choice("trust_model", trust_model, TRUST_MODELS)
    if quantile is None:
        return necessary_time(array, epsilon, trust_model, zeta) * error_divergence(risk)
    return necessary_at_quantile(
        array, epsilon, risk, trust_model, check_open_interval("quantile", quantile, 0, 1), zeta
    )


def smallest_epsilon(
    means: ArrayLike,
    risk: float,
    samples: float,
    trust_model: str = "central",
    quantile: float = 0.9,
    *,
    indifference: float = 0.0,
) -> float:
    """Return the smallest epsilon that is not ruled out at `samples` samples: the exact inverse of necessary_samples.

    At a smaller epsilon no risk-correct private algorithm stops within this many samples with probability `quantile`.
    simulated_epsilon_band says what an algorithm reaches.

    Source, Deviations: as necessary_samples.
    Args: as necessary_samples; samples: the budget, > 0.
    Returns: epsilon, nats; inf where every epsilon is ruled out; 0 where none is.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> round(smallest_epsilon([0.6, 0.5], 0.1, 3000), 4)
        0.0137
    """
    array, zeta = check_instance(means, indifference)
    risk = check_risk(risk)
    samples = check_open_interval("samples", samples, 0, math.inf)
    check_choice("trust_model", trust_model, TRUST_MODELS)
    return possible_epsilon(array, risk, samples, trust_model, check_open_interval("quantile", quantile, 0, 1), zeta)


def necessary_at_quantile(
    means: NDArray[np.float64], epsilon: float, risk: float, trust_model: str, quantile: float, indifference: float
) -> float:
    """necessary_samples on a quantile, for checked arguments."""
    divergence = quantile_divergence(quantile, risk)
    if divergence == 0:
        return 0.0
    by_information = necessary_time(means, epsilon, trust_model, indifference) * divergence
    answers, distance = hardest(means, indifference)
    return samples_for((quantile - risk) / answers, epsilon, distance, risk, by_information)


def necessary_time(means: NDArray[np.float64], epsilon: float, trust_model: str, indifference: float) -> float:
    """The characteristic time T of necessary_samples, for checked arguments."""
    time = _private_time(means, epsilon, indifference)
    if trust_model == "local":
        time = max(time, _gaussian_time(means, indifference) / _local_factor(epsilon))
    return time


def possible_epsilon(
    means: NDArray[np.float64],
    risk: float,
    samples: float,
    trust_model: str,
    quantile: float,
    indifference: float = 0.0,
) -> float:
    """The smallest epsilon that necessary_samples does not rule out at `samples`: its inverse, for checked arguments.

    inf where every epsilon is ruled out, 0 where none is.
    """
    divergence = quantile_divergence(quantile, risk)
    if divergence == 0:
        return 0.0
    time = samples / divergence
    epsilon = _central_epsilon(means, time, indifference)
    if trust_model == "local":
        epsilon = max(epsilon, _local_epsilon(means, time, indifference))
    answers, distance = hardest(means, indifference)
    return epsilon_for((quantile - risk) / answers, samples, distance, risk, epsilon)


def _private_time(means: NDArray[np.float64], epsilon: float, indifference: float) -> float:
    """T*_epsilon, T*_KL at inf."""
    return characteristic_time(means, "private", epsilon, indifference=indifference).time


def _central_epsilon(means: NDArray[np.float64], time: float, indifference: float) -> float:
    """The smallest epsilon with T*_epsilon <= time, between the epsilons of two bounds.

    T*_TV/epsilon <= T*_epsilon, and T*_epsilon = T*_KL from max_a log(p (1 - q_a)/(q_a (1 - p))) on (JA25),
    for the best mean p and the others q_a.  Equal times may differ by rounding, so we make `time`
    longer by that much; where it is T*_KL the boundary `exact` is the answer.
    """

    def private(epsilon: float) -> float:
        return _private_time(means, epsilon, indifference)

    free = private(math.inf)
    if free > time * (1 + ROUNDING):
        return math.inf
    if indifference > 0:
        time *= 1 + ROUNDING
    elif time <= free * (1 + ROUNDING):
        return exact_boundary(means)
    low = characteristic_time(means, "tv", indifference=indifference).time / time
    if indifference > 0:
        low, high = low * (1 - 2 * ROUNDING), BEYOND_EPSILON
    else:
        high = float(np.ptp(np.log(means / (1 - means))))  # from here on T*_epsilon = T*_KL
    if low >= high or private(high) >= time:
        return high
    ends = math.log(low), math.log(high)
    # If only T*_TV matters, the two are the same up to rounding.
    if low < SMALLEST_EPSILON or private(math.exp(ends[0])) <= time:
        return low
    return math.exp(brentq(lambda log: private(math.exp(log)) - time, *ends, xtol=1e-15))


def _gaussian_time(means: NDArray[np.float64], indifference: float) -> float:
    """T*_TV2.  At the optimum gap_a^2/(1 + 1/w_a) is one level y for all a (w_best = 1), and sum_a w_a^2 = 1."""
    if indifference > 0:
        table, allocation = np.empty((means.size, TABLE_COLUMNS)), np.empty(means.size)
        return float(solve_indifferent(means, SQUARES, indifference, -1, 0.0, table, allocation)[0])
    squares = np.delete(means.max() - means, np.argmax(means)) ** 2
    smallest = squares.min()

    def weights(share: float) -> NDArray[np.float64]:
        return share * smallest / (squares - share * smallest)

    low = 1 / (1 + math.sqrt(squares.size))
    share = (
        0.5 if squares.size == 1 else brentq(lambda s: np.sum(weights(s) ** 2) - 1, low * (1 - 1e-12), 0.5, xtol=1e-16)
    )
    return (1 + weights(share).sum()) / (share * smallest)


def _local_factor(epsilon: float) -> float:
    """c(epsilon) of the local lower bound."""
    return min(4.0, math.exp(2 * min(epsilon, 1))) * math.expm1(epsilon) ** 2 if epsilon < 300 else math.inf


def _local_epsilon(means: NDArray[np.float64], time: float, indifference: float) -> float:
    """The smallest epsilon with T*_TV2/c(epsilon) <= time: c(epsilon) inverted on its two branches."""
    if time == 0:
        return math.inf
    root = math.sqrt(_gaussian_time(means, indifference) / time)
    gain = 2 * root / (math.sqrt(1 + 4 * root) + 1)  # e^eps - 1 where e^eps (e^eps - 1) = root
    return math.log1p(gain if gain <= 1 else root / 2)
