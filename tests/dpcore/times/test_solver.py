"""The solver kernel on the published instances and 60-digit values near ties."""

import math

import numpy as np
import pytest

from dpcore.fixed_confidence._allocation import optimal_allocation_kernel

FIRST = (0.95, 0.9, 0.9, 0.9, 0.5)
SECOND = (0.75, 0.7, 0.7, 0.7, 0.7)
GOLDEN = [
    (FIRST, math.inf, 395.5415490290905),
    (FIRST, 1.0, 396.7130494743702),
    (FIRST, 0.1, 931.1513196762318),
    (FIRST, 0.001, 82316.23311543211),
    (SECOND, math.inf, 1424.7467958627665),
    (SECOND, 0.1, 1620.349646684291),
    (SECOND, 0.0215, 5072.075556714681),
    ((0.5, 0.4999, 0.3), 0.05, 200000100.89212974),
    ((0.999, 0.998, 0.001), 0.5, 11718.715457237372),
]


@pytest.mark.parametrize("means, epsilon, time", GOLDEN)
def test_kernel_against_golden_values(means, epsilon, time):
    allocation = np.empty(len(means))
    solved, level = optimal_allocation_kernel(np.array(means), 0, epsilon, 0.0, allocation)
    assert solved == pytest.approx(time, rel=1e-11)
    assert allocation.sum() == pytest.approx(1, rel=1e-14)
    warm, _ = optimal_allocation_kernel(np.array(means), 0, epsilon, 3 * level, allocation)
    assert warm == pytest.approx(time, rel=1e-11)
