"""PB-TaS, private batched Track-and-Stop: this project's own algorithm, with its derivation in docs/pb-tas.md.

It releases whole batches of rewards with Laplace noise, allocates by the T*_epsilon-optimal proportions and stops by an
e-process, so that no union bound over time is paid.
"""

import math

import numba
import numpy as np
from numpy.typing import NDArray

from dpcore.fixed_confidence.protocol import Algorithm, OneRun, Parameter, Setting, record_moment
from dpcore.solver import optimal_allocation_kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MAIN_SHARES = (0.02, 0.05, 0.1, 0.18, 0.28, 0.4, 0.52, 0.64, 0.74, 0.82, 0.88, 0.925, 0.955, 0.98)
MAIN_WEIGHT = 0.8
TAIL_COUNT = 12
LARGEST_FIRST_BATCH = 10**15
SMALLEST_MEAN = 0.001
EVIDENCE_TOLERANCE = 1e-10


def default_first_batch(epsilon: float) -> int:
    """The size of every arm's first batch, ceil(10 + 20/epsilon); an epsilon below 2e-14 counts as that."""
    return math.ceil(min(10 + 20 / epsilon, LARGEST_FIRST_BATCH))


def theta_grid(epsilon: float) -> Floats:
    """The mixture of the e-process: (4, J) rows theta, e^theta - 1, log weight, log(1 - theta^2/epsilon^2).

    Any fixed grid in (0, epsilon) whose weights sum to 1 is valid; the small thetas detect small gaps.
    """
    if epsilon <= 4:
        main = epsilon * np.array(MAIN_SHARES)
    else:
        main = np.geomspace(0.005, min(6.0, 0.9 * epsilon), len(MAIN_SHARES))
    tail = main[0] * 0.5 ** np.arange(1, TAIL_COUNT + 1)
    thetas = np.concatenate([main, tail])
    weights = np.repeat([MAIN_WEIGHT / main.size, (1 - MAIN_WEIGHT) / tail.size], [main.size, tail.size])
    return np.array([thetas, np.expm1(thetas), np.log(weights), np.log1p(-((thetas / epsilon) ** 2))])


@numba.njit(cache=True, nogil=True)
def log_wealth(x: float, total: float, count: int, release_count: int, grid: Floats) -> tuple[float, float, float]:
    """log Wup(x) of an arm with `total` released over `count` rewards, and its first two derivatives in x.

    log Wdown(x) is log Wup(1 - x) with count - total in place of total.
    """
    largest = -math.inf
    exponents = np.empty(grid.shape[1])
    for j in range(exponents.size):
        moments = release_count * grid[3, j] - count * math.log1p(x * grid[1, j])
        exponents[j] = grid[2, j] + grid[0, j] * total + moments
        largest = max(largest, exponents[j])
    mass = first = square = curvature = 0.0
    for j in range(exponents.size):
        weight = math.exp(exponents[j] - largest)
        slope = grid[1, j] / (1 + x * grid[1, j])
        mass += weight
        first += weight * slope
        square += weight * slope * slope
    first, square = first / mass, square / mass
    curvature = count * square + count * count * (square - first * first)
    return largest + math.log(mass), -count * first, curvature


@numba.njit(cache=True, nogil=True)
def log_evidence(
    leader: int,
    rival: int,
    totals: Floats,
    counts: Integers,
    release_counts: Integers,
    grid: Floats,
    enough: float,
) -> float:
    """inf over x in (0, 1) of log Wup_leader(x) + log Wdown_rival(x), by safeguarded Newton on this convex function.

    Once a value below `enough` is met, that value is returned instead: the infimum is below `enough` for certain.
    """
    low, high = 0.0, 1.0
    x = (totals[leader] + totals[rival]) / (counts[leader] + counts[rival])
    failures = counts[rival] - totals[rival]
    smallest = math.inf
    while True:
        if not low < x < high:
            x = 0.5 * (low + high)
        up, up_slope, up_curvature = log_wealth(x, totals[leader], counts[leader], release_counts[leader], grid)
        down, down_slope, down_curvature = log_wealth(1 - x, failures, counts[rival], release_counts[rival], grid)
        smallest = min(smallest, up + down)
        slope, curvature = up_slope - down_slope, up_curvature + down_curvature
        if slope < 0:
            low = x
        else:
            high = x
        # By convexity the infimum is at least up + down - |slope| (high - low).
        excess = min(slope * slope / curvature, abs(slope) * (high - low))
        if smallest < enough or excess < EVIDENCE_TOLERANCE:
            return smallest
        x -= slope / curvature


@numba.njit(cache=True, nogil=True)
def blocking_rival(
    leader: int,
    totals: Floats,
    counts: Integers,
    release_counts: Integers,
    grid: Floats,
    threshold: float,
    first_tried: int,
) -> int:
    """An arm against which `leader` has not enough evidence to stop, or -1; tries arm `first_tried` first."""
    for step in range(counts.size):
        rival = (first_tried + step) % counts.size
        if rival == leader:
            continue
        if totals[leader] / counts[leader] <= totals[rival] / counts[rival]:
            return rival
        if log_evidence(leader, rival, totals, counts, release_counts, grid, threshold) < threshold:
            return rival
    return -1


@numba.njit(cache=True, nogil=True)
def floored_allocation(
    private_means: Floats, leader: int, epsilon: float, floor: float, level_start: float, allocation: Floats
) -> float:
    """Write the T*_epsilon-optimal allocation at the clipped private means, floored, into `allocation`.

    Returns the solver's level, the warm start of the next call.
    """
    top = min(max(private_means[leader], 2 * SMALLEST_MEAN), 1 - SMALLEST_MEAN)
    clipped = np.empty_like(private_means)
    for arm in range(clipped.size):
        clipped[arm] = min(max(private_means[arm], SMALLEST_MEAN), top - SMALLEST_MEAN)
    clipped[leader] = top
    level = optimal_allocation_kernel(clipped, leader, epsilon, level_start, allocation)[1]
    for arm in range(clipped.size):
        allocation[arm] = max(allocation[arm], floor / clipped.size)
    return level


@numba.njit(cache=True, nogil=True)
def plan_pulls(allocation: Floats, due: Integers, pulls: Integers, planned: Integers) -> int:
    """Write the pulls at the next release into `planned` (K,), and return the arm that is released then."""
    next_arm = int(np.argmin(due / allocation))
    time = due[next_arm] / allocation[next_arm]
    for arm in range(pulls.size):
        planned[arm] = max(pulls[arm], min(math.floor(allocation[arm] * time), due[arm] - 1))
    planned[next_arm] = due[next_arm]
    return next_arm


@numba.njit(cache=True, nogil=True)
def pull_to(
    planned: Integers,
    max_samples: int,
    generator: np.random.Generator,
    means: Floats,
    rewards: Floats,
    pulls: Integers,
    unreleased: Floats,
) -> bool:
    """Pull arm after arm up to `planned`, adding rewards to `unreleased`; False if max_samples cuts it short."""
    time = pulls.sum()
    for arm in range(pulls.size):
        size = min(planned[arm] - pulls[arm], max_samples - time)
        if rewards.shape[0] > 0:
            unreleased[arm] += rewards[time : time + size, arm].sum()
        elif size > 0:
            unreleased[arm] += generator.binomial(size, means[arm])
        pulls[arm] += size
        time += size
    return pulls.sum() == planned.sum()


@numba.njit(cache=True, nogil=True)
def pb_tas_kernel(
    generator: np.random.Generator,
    means: Floats,
    rewards: Floats,
    epsilon: float,
    threshold: float,
    growth: float,
    floor: float,
    first_batch: int,
    grid: Floats,
    max_samples: int,
    cancel: NDArray[np.uint8],
    log: Floats,
    pulls: Integers,
) -> tuple[bool, int, int, int]:
    """One run; see protocol.py."""
    arms = means.size
    totals, true_totals, unreleased = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    counts, release_counts = np.zeros(arms, np.int64), np.zeros(arms, np.int64)
    private_means, allocation, costs = np.zeros(arms), np.ones(arms), np.zeros(arms)
    planned, due = np.zeros(arms, np.int64), np.full(arms, first_batch)
    leader, rival, level, releases, rows, noise = 0, 0, 0.0, 0, 0, 0.0
    while cancel[0] == 0:
        arm = plan_pulls(allocation, due, pulls, planned) if releases >= arms else releases
        planned[arm] = due[arm]
        capped = not pull_to(planned, max_samples, generator, means, rewards, pulls, unreleased)
        if not capped:
            noise = generator.laplace(0.0, 1 / epsilon)
            totals[arm] += unreleased[arm] + noise
            true_totals[arm] += unreleased[arm]
            unreleased[arm] = 0.0
            counts[arm] = pulls[arm]
            release_counts[arm] += 1
            private_means[arm] = totals[arm] / counts[arm]
            due[arm] = max(counts[arm] + 1, math.ceil(counts[arm] * (1 + growth)))
            releases += 1
            leader = int(np.argmax(private_means))
            if releases >= arms:
                rival = blocking_rival(leader, totals, counts, release_counts, grid, threshold, rival)
        if log.shape[0] > 0:
            if releases >= arms:
                for other in range(arms):
                    costs[other] = log_evidence(leader, other, totals, counts, release_counts, grid, -math.inf)
                costs[leader] = 0.0
            rows = record_moment(
                log,
                rows,
                pulls.sum(),
                arm,
                0.0 if capped else noise,
                leader,
                rival if releases >= arms else -1,
                private_means,
                true_totals / np.maximum(counts, 1),
                pulls,
                counts,
                costs,
                np.where(costs != 0, threshold, 0.0),
            )
        if capped or rival < 0:
            return not capped, pulls.sum(), leader, rows
        if releases >= arms:
            level = floored_allocation(private_means, leader, epsilon, floor, level, allocation)
    return False, 0, leader, rows


def prepare(setting: Setting) -> OneRun:
    """One run of PB-TaS; see protocol.py."""
    growth, floor = setting.parameters["growth"], setting.parameters["floor"]
    first_batch = setting.parameters["first_batch"] or default_first_batch(setting.epsilon)
    grid = theta_grid(setting.epsilon)
    threshold = math.log((setting.means.size - 1) / setting.risk)

    def one_run(
        generator: np.random.Generator, rewards: Floats, cancel: NDArray[np.uint8], log: Floats, pulls: Integers
    ) -> tuple[bool, int, int, int]:
        return pb_tas_kernel(
            generator,
            setting.means,
            rewards,
            setting.epsilon,
            threshold,
            growth,
            floor,
            first_batch,
            grid,
            setting.max_samples,
            cancel,
            log,
            pulls,
        )

    return one_run


ALGORITHM = Algorithm(
    name="pb-tas",
    label="PB-TaS",
    privacy="eps-global DP",
    source="This project's own algorithm, private batched Track-and-Stop; derivation and proofs in docs/pb-tas.md.",
    thresholds={
        "proven": "log((K-1)/risk) for the infimum of an e-process: risk-correct at every time at once by Ville's "
        "inequality (docs/pb-tas.md)."
    },
    parameters=(
        Parameter("growth", 0.5, "each arm is released again when its pulls have grown by this share", high=10.0),
        Parameter("floor", 0.2, "smallest share of the pulls of an arm, times the number of arms"),
        Parameter(
            "first_batch",
            None,
            "pulls of each arm before its first release; by default ceil(10 + 20/epsilon)",
            low=1,
            high=10**9,
            whole=True,
        ),
    ),
    warnings=(
        "Stopping with probability 1 was observed in every simulated run, but is not proven.",
        "The privacy proof assumes ideal real-valued Laplace noise: this simulation's sampler is not for deployment.",
    ),
    prepare=prepare,
)
