import math
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.fixed_budget import (
    baseline_schedule,
    dp_bai_schedule,
    dp_bai_sizes,
    od_linbai_schedule,
    simulate_fixed_budget,
)

UNSPANNED = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.5, 0.5, 0], [0, 0.5, 0.5]], [0.7, 0.4, 0.2]  # 5 arms, 3 dimensions


@pytest.mark.parametrize(
    "num_arms, dimension, sizes",
    [
        (30, 2, (30, 1)),
        (50, 5, (50, 11, 4, 2, 1)),
        (1000, 10, (1000, 74, 27, 13, 7, 4, 2, 1)),
        (20, 10, (20, 10, 5, 3, 2, 1)),
        (64, 8, (64, 23, 17, 8, 4, 2, 1)),  # 23 -> 17 is not a halving, although the slides claim it
        (30, 3, (30, 4, 2, 1)),
        (2, 2, (2, 1)),
        (7, 1, (7, 4, 2, 1)),  # plain halving
    ],
)
def test_sizes_of_the_specification(num_arms, dimension, sizes):
    assert dp_bai_sizes(num_arms, dimension) == sizes


def is_halving(sizes):
    """Whether every phase keeps at most half of its arms, rounded up, as the slides state."""
    return all(later <= math.ceil(size / 2) for size, later in pairwise(sizes))


def test_the_recalled_sizes_break_the_slides_inequality_where_halving_meets_it():
    assert dp_bai_sizes(5, 3) == (5, 4, 2, 1)
    assert dp_bai_sizes(5, 3, phases="halving") == (5, 3, 2, 1)
    grid = [(num_arms, dimension) for num_arms in range(2, 200, 3) for dimension in range(1, 31)]
    assert all(is_halving(dp_bai_sizes(*cell, phases="halving")) for cell in grid)
    broken = [cell for cell in grid if not is_halving(dp_bai_sizes(*cell))]
    assert (5, 3) in broken
    assert 0.1 < len(broken) / len(grid) < 0.9
    for name, plan in (("dp-bai", dp_bai_schedule), ("baseline", baseline_schedule)):
        result = simulate_fixed_budget(name, *UNSPANNED, 200, 1.0, runs=3, rewards="bernoulli", phases="halving")
        assert result.parameters["phases"] == "halving"
        assert result.phase_pulls.shape[1] == plan(5, 3, 200, phases="halving").phases
        assert result.pulls.sum(axis=1).max() <= 200
    with pytest.raises(ValueError, match="phases must be one of recalled, halving, not 'thirds'"):
        simulate_fixed_budget("dp-bai", *UNSPANNED, 200, 1.0, rewards="bernoulli", phases="thirds")


@given(num_arms=st.integers(2, 2000), dimension=st.integers(1, 20))
def test_sizes_fall_to_one_in_a_number_of_phases_of_order_log_d(num_arms, dimension):
    sizes = dp_bai_sizes(num_arms, dimension)
    assert sizes[0] == num_arms
    assert sizes[-1] == 1
    assert all(later < size for size, later in pairwise(sizes))
    if dimension > 1:
        # M_1 - 1 <= log d: the extra arms shrink by lambda a phase; the core halves from d^2/4.
        assert len(sizes) - 1 <= math.log(dimension) + 2 + 2 * math.log2(dimension) + 1


@given(
    num_arms=st.integers(2, 300),
    dimension=st.integers(1, 20),
    extra=st.integers(1, 10**6),
    ranks=st.lists(st.integers(1, 20), min_size=30, max_size=30),
)
def test_pulls_never_exceed_the_budget_whatever_the_dimensions_of_the_phases(num_arms, dimension, extra, ranks):
    dimension = min(dimension, num_arms)
    plans = [
        (partial(plan, phases=phases), uses_max_det)
        for plan, uses_max_det in ((dp_bai_schedule, True), (baseline_schedule, False))
        for phases in ("recalled", "halving")
    ]
    for plan, uses_max_det in plans:
        smallest = int(_smallest_budget(plan, num_arms, dimension))
        budget = smallest + extra - 1
        schedule = plan(num_arms, dimension, budget)
        spent = 0
        for size, rank in zip(schedule.sizes[:-1], ranks, strict=False):
            rank = min(rank, dimension, size)
            measured = rank if uses_max_det and rank <= math.sqrt(size) else size
            count = math.ceil(schedule.spendable / (schedule.phases * measured))
            assert count >= 1
            spent += count * measured
        assert schedule.spendable <= spent <= budget


def _smallest_budget(plan, num_arms, dimension):
    """The figure that the refusal of budget 1 names."""
    with pytest.raises(ValueError, match=r"horizon must be at least \d+ samples.*not 1$") as caught:
        plan(num_arms, dimension, 1)
    smallest = str(caught.value).split()[5]
    with pytest.raises(ValueError, match=f"at least {smallest} samples"):
        plan(num_arms, dimension, int(smallest) - 1)
    return smallest


def test_od_linbai_rounds():
    schedule = od_linbai_schedule(50, 5, 1000)
    assert schedule.sizes == (50, 3, 2, 1)  # R = ceil(log2 5) = 3
    assert schedule.spendable == 1000 - 15 - 3 - 2  # d (d + 1)/2 = 15
    assert od_linbai_schedule(10, 1, 100).sizes == (10, 1)
    assert od_linbai_schedule(10, 2, 100).sizes == (10, 1)
    assert od_linbai_schedule(10, 8, 100).sizes == (10, 4, 2, 1)
