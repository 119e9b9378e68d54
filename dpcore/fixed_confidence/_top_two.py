"""Kernels that the pull-by-pull algorithms share: rewards, Gaussian costs, tie-breaking, tracking."""

import numba

POLL_MASK = 4095  # the cancel flag is read every 4096 steps
_RECORDED_GROWTH = 1.02


@numba.njit(cache=True, nogil=True)
def draw_reward(generator, means, rewards, step, arm):  # type: ignore[no-untyped-def]
    """The reward of `arm` at `step`: from the table if there is one, else Bernoulli."""
    if rewards.shape[0] > 0:
        return rewards[step, arm]
    return 1.0 if generator.random() < means[arm] else 0.0


@numba.njit(cache=True, nogil=True)
def largest(values):  # type: ignore[no-untyped-def]
    """The index of the largest value, the lowest one on a tie."""
    best = 0
    for a in range(1, values.shape[0]):
        if values[a] > values[best]:
            best = a
    return best


@numba.njit(cache=True, nogil=True)
def smallest_rival(generator, costs, leader):  # type: ignore[no-untyped-def]
    """The arm other than the leader with the smallest cost, ties at random."""
    choice, ties = -1, 0
    for a in range(costs.shape[0]):
        if a == leader:
            continue
        if choice < 0 or costs[a] < costs[choice]:
            choice, ties = a, 1
        elif costs[a] == costs[choice]:
            ties += 1
            if generator.random() * ties < 1:
                choice = a
    return choice


@numba.njit(cache=True, nogil=True)
def fill_gaussian_costs(costs, leader, means, weights, truncation):  # type: ignore[no-untyped-def]
    """W(leader, .) for rewards in [0, 1] (sigma = 1/2): 2 (gap)+ min(truncation, (gap)+) / (1/w + 1/v).

    PT and TH Eq. 5.9 with truncation = inf, TH Eq. 5.12 with 3 epsilon.
    """
    for a in range(costs.shape[0]):
        gap = means[leader] - means[a]
        if a == leader or gap <= 0:
            costs[a] = 0.0
        else:
            costs[a] = 2.0 * gap * min(truncation, gap) * weights[leader] * weights[a] / (weights[leader] + weights[a])


@numba.njit(cache=True, nogil=True)
def release_sum(generator, means, rewards, arm, size, pending):  # type: ignore[no-untyped-def]
    """The sum of the last `size` rewards of `arm`: from the table (then pending is emptied), else binomial."""
    if rewards.shape[0] == 0:
        return float(generator.binomial(size, means[arm]))
    total = pending[arm]
    pending[arm] = 0.0
    return total


@numba.njit(cache=True, nogil=True)
def track(leader, challenger, leader_share, times_leader, own_pulls):  # type: ignore[no-untyped-def]
    """The arm to pull: the leader while its own pulls lag behind leader_share of its turns (counted in place)."""
    times_leader[leader] += 1
    if own_pulls[leader] <= leader_share * times_leader[leader]:
        own_pulls[leader] += 1
        return leader
    return challenger


@numba.njit(cache=True, nogil=True)
def next_recorded(time):  # type: ignore[no-untyped-def]
    """The next instant to record in a trace of an algorithm that decides at every sample."""
    return max(time + 1, int(time * _RECORDED_GROWTH))
