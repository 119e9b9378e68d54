"""Which algorithm shows what is achievable, and what it gets to see: rewards, or randomised responses."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_choice, check_difference, check_epsilon, check_means, quoted
from dpcore.choosing.bounds import TRUST_MODELS

ACHIEVING_ALGORITHM = "prise"  # the proven one that shows what is achievable, for every instance and epsilon
INDIFFERENT_ALGORITHM = "pb-tas"  # that one where small differences do not matter


def achieving_algorithm(indifference: float = 0.0) -> str:
    """Return the name of the algorithm whose runs show what is achievable: PRISE, or PB-TaS where indifference > 0.

    Source: as achievable_samples.  Deviations: none.
    Args: indifference: as achievable_samples.     Raises: ValueError when it is out of its domain.
    Examples:
        >>> achieving_algorithm(indifference=0.0)
        'prise'
    """
    return INDIFFERENT_ALGORITHM if check_difference("indifference", indifference) > 0 else ACHIEVING_ALGORITHM


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


def observed_difference(difference: float, epsilon: float, trust_model: str) -> float:
    """A difference between rewards' means as it is between the means that the algorithm works with, see `observed`."""
    return difference * (math.tanh(epsilon / 2) if trust_model == "local" else 1)


def check_promise(indifference: float, lead: float) -> tuple[float, float]:
    """The smallest difference that matters and the lead that is to be found: two promises, so that one must be 0."""
    indifference, lead = check_difference("indifference", indifference), check_difference("lead", lead)
    if indifference > 0 and lead > 0:
        raise ValueError(
            "indifference or lead must be 0, because they are two different promises, "
            f"but they are {quoted(indifference)} and {quoted(lead)}"
        )
    return indifference, lead


def achieving(
    means: ArrayLike, epsilon: float, trust_model: str, indifference: float, lead: float
) -> tuple[str, NDArray[np.float64], float, dict[str, Any]]:
    """The algorithm of achievable_samples, the means and the epsilon that it works with, and its other arguments."""
    (indifference, lead), epsilon = check_promise(indifference, lead), check_epsilon(epsilon)
    array, budget = observed(means, epsilon, trust_model, indifference)
    more: dict[str, Any] = {}
    if indifference > 0:
        more = {"indifference": observed_difference(indifference, epsilon, trust_model), "evidence": "scheduled"}
    if lead > 0:
        more = {"lead": observed_difference(lead, epsilon, trust_model)}
    return achieving_algorithm(indifference), array, budget, more
