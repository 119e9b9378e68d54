"""Which algorithm shows what is achievable, and what it gets to see: rewards, or randomised responses."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_choice, check_epsilon, check_indifference, check_means
from dpcore.choosing.bounds import TRUST_MODELS

ACHIEVING_ALGORITHM = "prise"  # the proven one that shows what is achievable, for every instance and epsilon
INDIFFERENT_ALGORITHM = "pb-tas"  # that one where small differences do not matter


def achieving_algorithm(indifference: float = 0.0) -> str:
    """Return the name of the algorithm whose runs show what is achievable: PRISE, or PB-TaS where indifference > 0.

    Source: as achievable_samples.  Deviations: none.
    Args: indifference: as achievable_samples.     Raises: ValueError when it is out of its domain.
    """
    return INDIFFERENT_ALGORITHM if check_indifference(indifference) > 0 else ACHIEVING_ALGORITHM


def observed(
    means: ArrayLike, epsilon: float, trust_model: str, indifference: float = 0.0
) -> tuple[NDArray[np.float64], float]:
    """The means and the epsilon that the algorithm works with: of rewards, or of randomised responses."""
    array, epsilon = check_means(means, indifference), check_epsilon(epsilon)
    if check_choice("trust_model", trust_model, TRUST_MODELS) == "local":
        return _responses(array, epsilon), math.inf
    return array, epsilon


def _responses(means: NDArray[np.float64], epsilon: float) -> NDArray[np.float64]:
    """The means of randomised responses: the truth with probability e^eps/(1 + e^eps), else the opposite.

    Where rounding would make a unique best mean tie, it keeps the smallest lead that a float can have.
    """
    responses = 0.5 + math.tanh(epsilon / 2) * (means - 0.5)
    best = int(np.argmax(means))
    others = np.delete(np.arange(means.size), best)
    if np.all(means[others] < means[best]):
        responses[best] = max(responses[best], np.nextafter(responses[others].max(), 1.0))
    return responses


def observed_indifference(indifference: float, epsilon: float, trust_model: str) -> float:
    """The smallest difference that matters between the means that the algorithm works with, as `observed`."""
    return indifference * (math.tanh(epsilon / 2) if trust_model == "local" else 1)
