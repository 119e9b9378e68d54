"""The smallest difference that matters: which answers are good enough."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_difference, check_means

ROUNDING = 1e-12  # .8 - .1 is more than .7 in a computer


def good_answers(means: ArrayLike, indifference: float = 0.0) -> NDArray[np.bool_]:
    """Return which arms are good answers: those with a mean of at least the largest one's minus `indifference`.

    Source: (zeta-)good arms, standard.  Deviations: with indifference > 0, one that lies 1e-12 below the limit is good.
    Args:
        means: (K,) floats strictly between 0 and 1, one unique maximum unless indifference > 0.
        indifference: the smallest difference that matters, in the means' unit, in [0, 1); 0: only the best arm is good.
    Returns: (K,) bools, exact.
    Raises: ValueError when an argument is out of its domain.
    """
    indifference = check_difference("indifference", indifference)
    array = check_means(means, indifference)
    is_good: NDArray[np.bool_] = array >= array.max() - (indifference + ROUNDING if indifference > 0 else 0.0)
    return is_good
