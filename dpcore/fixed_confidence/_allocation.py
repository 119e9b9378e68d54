"""The optimal allocation, as the sampling rules track it."""

import numpy as np

from dpcore._kernels import kernel
from dpcore.times.solver import TABLE_COLUMNS, Floats, solve


@kernel(error_model="numpy")
def optimal_allocation_kernel(
    means: Floats, best_arm: int, epsilon: float, level_start: float, allocation_out: Floats
) -> tuple[float, float]:
    """T*_epsilon (kl at inf), and the level at which it was found; writes the optimal allocation.

    means: strictly inside (0, 1), the unique maximum at best_arm.  level_start: see solve.
    """
    table = np.empty((means.size, TABLE_COLUMNS))
    time, _, _, level = solve(means, best_arm, epsilon, 0.0, level_start, table, allocation_out)
    return time, level
