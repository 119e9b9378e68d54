"""The instance of the published study."""

import numpy as np
from numpy.typing import NDArray

from dpcore._validation import check_seed


def published_fixed_budget_instance(seed: int = 0) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return (features (30, 2), theta (2,)) of CKCT24's numerical study; 27 features hold random numbers.

    a_1 = (0, 1), a_2 = (0, 0.9), a_3 = (10, 0), a_i = (1, w_i) with w_i uniform on [0, 0.8]; theta = (0.045, 0.5), so
    the means are 0.5, 0.45, 0.45 and 0.045 + w_i/2.  Rewards are uniform on [0, 2 mean].
    Source: CKCT24 [MEMORY: recalled, unverified; the study's w_i and its grids of horizons and
    epsilons are not known].  Deviations: none known.
    Args:    seed: >= 0, of the w_i.     Raises: ValueError for a bad seed.
    Examples:
        >>> published_fixed_budget_instance(seed=0)[0].shape
        (30, 2)
    """
    generator = np.random.default_rng(check_seed(seed))
    ordinary = np.stack([np.ones(27), generator.uniform(0, 0.8, 27)], axis=1)
    return np.concatenate([[[0, 1], [0, 0.9], [10, 0]], ordinary]), np.array([0.045, 0.5])
