"""How soon pure epsilon-DP alone, by group privacy, allows an algorithm to be done in a share of its runs.

It is this project's own bound on a quantile.  Proof: docs/lower-bounds.md.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from dpcore._indifference import good_answers
from dpcore._kernels import kernel

SMALLEST_SUMMED = 1e-6  # an epsilon; below it, so many participants differ that we do not sum over their law
_DEVIATIONS = 9.0  # standard deviations of how many participants differ; beyond them the probability is below 1e-16
_TAIL = 20.0  # so many participants are added to that, for a law as skewed as Poisson's
_LARGEST_FACTOR = 1e3
_FEWEST = 1e-9  # samples, less than one
_ROOT_WIDTH = 1e-15  # in the logarithm of a number of samples or of epsilon


def hardest(means: NDArray[np.float64], indifference: float) -> tuple[int, float]:
    """Return how many answers are good, and the largest t that it takes to make one of them not good.

    That answer's mean falls to m and the best other arm's rises to m + indifference, as far as possible by one event.
    """
    if indifference == 0:
        second, best = np.partition(means, -2)[-2:].tolist()
        return 1, (best - second) / 2
    good = np.flatnonzero(good_answers(means, indifference))
    distances = []
    for answer in good.tolist():
        falling, rising = float(means[answer]), float(np.delete(means, answer).max())
        middle = min(max((falling + rising - indifference) / 2, 0.0), 1 - indifference)
        distances.append(max(falling - middle, middle + indifference - rising))
    return good.size, max(distances)


@kernel(error_model="numpy")
def largest_share(samples: float, epsilon: float, distance: float, risk: float) -> float:
    """The largest probability, on one instance, of an answer that the other instance gives with probability `risk`.

    D ~ Binomial(samples, distance) of the participants differ between the two.  Given D, the probabilities p and p' on
    them keep p <= e^(D epsilon) p' and 1 - p' <= e^(D epsilon) (1 - p).  The mean of p' is the risk, which is spent
    where it buys most, at the largest D, and only at the rate e^(D epsilon); if some is left then, 1 is returned.
    Between whole numbers of samples the same formula gives the law, so that the share grows continuously.
    """
    mean = samples * distance
    spread = _DEVIATIONS * math.sqrt(mean * (1 - distance))
    low = max(0.0, math.floor(mean - spread))
    high = min(math.ceil(samples), math.ceil(mean + spread + _TAIL))
    weights = np.empty(int(high - low) + 1)
    weight, total = 1.0, 0.0
    for place in range(weights.size):
        differing = high - place
        weights[place] = weight
        total += weight
        weight *= differing / (samples - differing + 1) * ((1 - distance) / distance)
    left, share = risk * total, 0.0
    for place in range(weights.size):
        differing = high - place
        shrunk = math.exp(-differing * epsilon) if differing > 0 else 1.0
        cost = weights[place] * shrunk / (1 + shrunk)
        if cost >= left:
            return (share + left / shrunk) / total
        left -= cost
        share += weights[place] / (1 + shrunk)
    return 1.0


def samples_for(share: float, epsilon: float, distance: float, risk: float, at_least: float = 0.0) -> float:
    """Return the samples at which `largest_share` is this share, or at_least if those are more.

    Below SMALLEST_SUMMED it uses Hoelder's inequality instead of the sum.
    """
    if share <= risk or distance == 0:
        return at_least
    if epsilon < SMALLEST_SUMMED:
        at_least = max(at_least, _by_moments(share, epsilon, distance, risk))
        epsilon = SMALLEST_SUMMED
    low = max(at_least, _FEWEST)
    high = math.log(share / risk) / (distance * epsilon) if epsilon < math.inf else 1.0
    if low > _LARGEST_FACTOR / distance + 10 * high:  # so many differ that there is no need to sum
        return at_least
    if largest_share(low, epsilon, distance, risk) >= share:
        return at_least
    high = max(high, 2 * low)
    while largest_share(high, epsilon, distance, risk) < share:
        high *= 2

    def excess(log_samples: float) -> float:
        return math.log(largest_share(math.exp(log_samples), epsilon, distance, risk) / share)

    return math.exp(brentq(excess, math.log(low), math.log(high), xtol=_ROOT_WIDTH))


def epsilon_for(share: float, samples: float, distance: float, risk: float, at_least: float = 0.0) -> float:
    """Return the epsilon from which samples_for(share, ...) is at most `samples`, or at_least if that is more.

    inf where no epsilon is enough.
    """
    if share <= risk or distance == 0 or at_least == math.inf:
        return at_least
    samples = max(samples, _FEWEST)

    def is_enough(epsilon: float) -> bool:
        many = epsilon * (samples * distance - _LARGEST_FACTOR) > 10 * math.log(share / risk)
        return many or largest_share(samples, epsilon, distance, risk) >= share

    if is_enough(max(at_least, SMALLEST_SUMMED)):
        if at_least >= SMALLEST_SUMMED:
            return at_least
        return _by_moments_inverted(share, samples, distance, risk, at_least)
    if not is_enough(math.inf):
        return math.inf
    low = max(at_least, SMALLEST_SUMMED)
    high = 2 * max(low, math.log(share / risk) / (samples * distance))
    while not is_enough(high):
        high *= 2

    def excess(log_epsilon: float) -> float:
        return math.log(largest_share(samples, math.exp(log_epsilon), distance, risk) / share)

    return math.exp(brentq(excess, math.log(low), math.log(high), xtol=_ROOT_WIDTH))


def _by_moments(share: float, epsilon: float, distance: float, risk: float) -> float:
    """The samples that Hoelder's inequality asks for: E e^(D epsilon) p' at power a of the first, p' in [0, 1].

    Any power above 1 is valid; this one is nearly the best for a small epsilon, and makes the samples fall with
    epsilon.
    """
    wanted, certain = math.log(share / risk), -math.log(risk)
    power = math.sqrt(2 * certain / (wanted * epsilon))
    if power * wanted <= certain:
        return 0.0
    return (power * wanted - certain) / math.log1p(distance * math.expm1(power * epsilon))


def _by_moments_inverted(share: float, samples: float, distance: float, risk: float, at_least: float) -> float:
    """The epsilon below SMALLEST_SUMMED at which `_by_moments` asks for `samples`, or at_least if that is more."""

    def excess(log_epsilon: float) -> float:
        return _by_moments(share, math.exp(log_epsilon), distance, risk) - samples

    if at_least > 0 and excess(math.log(at_least)) <= 0:
        return at_least
    low = math.log(at_least or math.log(share / risk) / (2 * samples * distance))
    while excess(low) <= 0:
        low -= 1
    return math.exp(brentq(excess, low, math.log(SMALLEST_SUMMED), xtol=_ROOT_WIDTH))
