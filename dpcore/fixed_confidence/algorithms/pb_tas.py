"""PB-TaS, private batched Track-and-Stop: this project's own algorithm, with its derivation in docs/pb-tas.md.

It releases whole batches of rewards with Laplace noise, allocates by the T*_epsilon-optimal proportions and stops by an
e-process, so that no union bound over time is paid.
"""

import math
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from dpcore.fixed_confidence.protocol import Algorithm, OneRun, Parameter, Setting, record_moment
from dpcore.times.solver import optimal_allocation_kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MAIN_SHARES = (0.02, 0.05, 0.1, 0.18, 0.28, 0.4, 0.52, 0.64, 0.74, 0.82, 0.88, 0.925, 0.955, 0.98)
TAIL_COUNT = 12
SMALLEST_MEAN = 0.001
VARIANCE = 0.1
EVIDENCE_TOLERANCE = 1e-10
NEGLIGIBLE_SHARE = 1e-20


class Bets(NamedTuple):
    """What the e-process bets on: `points` (J,) are thetas, or gaps if `scheduled`; `weights` (J, J) of pairs sum to 1.

    weights[i, j] belongs to the pair (point i for the answer, point j for its rival).
    """

    points: Floats
    weights: Floats
    scheduled: bool


class Wealth(NamedTuple):
    """The e-process of every arm a at every point j; a block is a run of releases with the same theta.

    up (K, J): sum over a's releases R of theta R + log(1 - theta^2/epsilon^2).  down: the same with size - R for R.
    sizes (K, B): rewards in a's blocks.  gains (K, B, J): e^theta - 1 of the blocks.  blocks (K,): blocks in use.
    """

    up: Floats
    down: Floats
    sizes: Floats
    gains: Floats
    blocks: Integers


def default_first_batch(epsilon: float) -> int:
    """The size of every arm's first batch, ceil(10 + 20/epsilon)."""
    return math.ceil(10 + 20 / epsilon)


def mixture_bets(epsilon: float) -> Bets:
    """Fixed thetas in (0, epsilon), mixed independently for the two arms of a pair; small ones detect small gaps."""
    if epsilon <= 4:
        main = epsilon * np.array(MAIN_SHARES)
    else:
        main = np.geomspace(0.005, min(6.0, 0.9 * epsilon), len(MAIN_SHARES))
    points, weights = _with_tail(main[::-1], tail_weight=0.2)
    return Bets(points, np.outer(weights, weights), False)


def scheduled_bets() -> Bets:
    """Gaps that set theta by the size of each batch (`batch_theta`), mixed mostly in pairs of similar gaps."""
    points, weights = _with_tail(np.geomspace(0.6, 0.00125, 12), tail_weight=0.1)
    distance = np.abs(np.subtract.outer(np.arange(points.size), np.arange(points.size)))
    similar = 0.5**distance * np.sqrt(np.outer(weights, weights))
    return Bets(points, 0.3 * np.outer(weights, weights) + 0.7 * similar / similar.sum(), True)


def _with_tail(main: Floats, tail_weight: float) -> tuple[Floats, Floats]:
    """Decreasing points, continued by the last one halved TAIL_COUNT times, and their weights."""
    points = np.concatenate([main, main[-1] * 0.5 ** np.arange(1, TAIL_COUNT + 1)])
    weights = np.repeat([(1 - tail_weight) / main.size, tail_weight / TAIL_COUNT], [main.size, TAIL_COUNT])
    return points, weights


def empty_wealth(arms: int, points: int, blocks: int) -> Wealth:
    """The wealth before any release, with room for `blocks` blocks an arm."""
    return Wealth(
        np.zeros((arms, points)),
        np.zeros((arms, points)),
        np.zeros((arms, blocks)),
        np.empty((arms, blocks, points)),
        np.zeros(arms, dtype=np.int64),
    )


@numba.njit(cache=True, nogil=True)
def batch_theta(size: int, point: float, scheduled: bool, epsilon: float) -> float:
    """The theta in (0, epsilon) of a batch, known before its rewards: small where noise would drown the gap."""
    if not scheduled:
        return point
    theta = point / VARIANCE
    if epsilon < math.inf:
        signal = size * point * epsilon
        theta = min(theta, epsilon * signal / (1 + math.sqrt(1 + signal * signal)))
    return theta


@numba.njit(cache=True, nogil=True)
def add_release(wealth: Wealth, arm: int, size: int, released: float, bets: Bets, epsilon: float) -> None:
    """Bet on a release: `released` is the noisy sum of `size` rewards of this arm."""
    if bets.scheduled or wealth.blocks[arm] == 0:
        wealth.blocks[arm] += 1
    block = wealth.blocks[arm] - 1
    wealth.sizes[arm, block] += size
    for j in range(bets.points.size):
        theta = batch_theta(size, bets.points[j], bets.scheduled, epsilon)
        penalty = math.log1p(-((theta / epsilon) ** 2))
        wealth.gains[arm, block, j] = math.expm1(theta)
        wealth.up[arm, j] += theta * released + penalty
        wealth.down[arm, j] += theta * (size - released) + penalty


@numba.njit(cache=True, nogil=True)
def log_wealths(x: float, start: Floats, sizes: Floats, gains: Floats, out: Floats) -> None:
    """Write log M(point j, x), and its first two derivatives in x, into the rows of `out` (3, J)."""
    for j in range(start.size):
        value, slope, curvature = start[j], 0.0, 0.0
        for block in range(sizes.size):
            gain = gains[block, j] / (1 + x * gains[block, j])
            value -= sizes[block] * math.log1p(x * gains[block, j])
            slope -= sizes[block] * gain
            curvature += sizes[block] * gain * gain
        out[0, j], out[1, j], out[2, j] = value, slope, curvature


@numba.njit(cache=True, nogil=True)
def log_mixture(up: Floats, down: Floats, weights: Floats) -> tuple[float, float, float]:
    """log of sum_ij weights_ij exp(up_i + down_j), and its first two derivatives in x.

    up, down: (3, J), log_wealths at x and at 1 - x.
    """
    highest_up, highest_down = up[0].max(), down[0].max()
    down_shares = np.exp(down[0] - highest_down)
    mass = first = second = 0.0
    for i in range(up.shape[1]):
        up_share = math.exp(up[0, i] - highest_up)
        if up_share < NEGLIGIBLE_SHARE:
            continue
        for j in range(down.shape[1]):
            share = weights[i, j] * up_share * down_shares[j]
            slope = up[1, i] - down[1, j]
            mass += share
            first += share * slope
            second += share * (slope * slope + up[2, i] + down[2, j])
    slope = first / mass
    return highest_up + highest_down + math.log(mass), slope, second / mass - slope * slope


@numba.njit(cache=True, nogil=True)
def log_evidence(leader: int, rival: int, wealth: Wealth, weights: Floats, start: float, enough: float) -> float:
    """inf over x in (0, 1) of log sum_ij weights_ij M_leader(i, x) Mdown_rival(j, x), a convex function of x.

    Newton within a bracket, from x = start.  Once a value below `enough` is met, that value is returned instead: the
    infimum is below `enough` for certain.
    """
    up, down = np.empty((3, weights.shape[0])), np.empty((3, weights.shape[0]))
    leader_blocks, rival_blocks = wealth.blocks[leader], wealth.blocks[rival]
    low, high, x, smallest = 0.0, 1.0, start, math.inf
    while True:
        if not low < x < high:
            x = 0.5 * (low + high)
        log_wealths(x, wealth.up[leader], wealth.sizes[leader, :leader_blocks], wealth.gains[leader], up)
        log_wealths(1 - x, wealth.down[rival], wealth.sizes[rival, :rival_blocks], wealth.gains[rival], down)
        value, slope, curvature = log_mixture(up, down, weights)
        smallest = min(smallest, value)
        if slope < 0:
            low = x
        else:
            high = x
        # By convexity the infimum is at least value - |slope| (high - low).
        excess = min(slope * slope / curvature, abs(slope) * (high - low))
        if smallest < enough or excess < EVIDENCE_TOLERANCE:
            return smallest
        x -= slope / curvature


@numba.njit(cache=True, nogil=True)
def pair_evidence(
    leader: int, rival: int, totals: Floats, counts: Integers, wealth: Wealth, weights: Floats, enough: float
) -> float:
    """log_evidence, started from the two arms' common private mean."""
    common = (totals[leader] + totals[rival]) / (counts[leader] + counts[rival])
    return log_evidence(leader, rival, wealth, weights, common, enough)


@numba.njit(cache=True, nogil=True)
def blocking_rival(
    leader: int,
    totals: Floats,
    counts: Integers,
    wealth: Wealth,
    weights: Floats,
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
        if pair_evidence(leader, rival, totals, counts, wealth, weights, threshold) < threshold:
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
    bets: Bets,
    wealth: Wealth,
    max_samples: int,
    cancel: NDArray[np.uint8],
    log: Floats,
    pulls: Integers,
) -> tuple[bool, int, int, int]:
    """One run; see protocol.py.  wealth: an empty one, used up by the run."""
    arms = means.size
    totals, true_totals, unreleased = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    counts = np.zeros(arms, np.int64)
    private_means, allocation = np.zeros(arms), np.ones(arms)
    costs, thresholds = np.zeros(arms), np.zeros(arms)
    planned, due = np.zeros(arms, np.int64), np.full(arms, first_batch)
    leader, rival, level, releases, rows, noise = 0, 0, 0.0, 0, 0, 0.0
    while cancel[0] == 0:
        arm = plan_pulls(allocation, due, pulls, planned) if releases >= arms else releases
        planned[arm] = due[arm]
        capped = not pull_to(planned, max_samples, generator, means, rewards, pulls, unreleased)
        if not capped:
            noise = generator.laplace(0.0, 1 / epsilon)
            released = unreleased[arm] + noise
            add_release(wealth, arm, pulls[arm] - counts[arm], released, bets, epsilon)
            totals[arm] += released
            true_totals[arm] += unreleased[arm]
            unreleased[arm] = 0.0
            counts[arm] = pulls[arm]
            private_means[arm] = totals[arm] / counts[arm]
            due[arm] = max(counts[arm] + 1, math.ceil(counts[arm] * (1 + growth)))
            releases += 1
            leader = int(np.argmax(private_means))
            if releases >= arms:
                rival = blocking_rival(leader, totals, counts, wealth, bets.weights, threshold, rival)
        if log.shape[0] > 0:
            if releases >= arms:
                for other in range(arms):
                    thresholds[other] = 0.0 if other == leader else threshold
                    costs[other] = pair_evidence(leader, other, totals, counts, wealth, bets.weights, -math.inf)
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
                thresholds,
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
    scheduled = setting.parameters["evidence"] == "scheduled"
    bets = scheduled_bets() if scheduled else mixture_bets(setting.epsilon)
    arms, blocks = setting.means.size, 1
    if scheduled:  # a release an arm, each larger by `growth` at least
        blocks = 2 + max(0, math.ceil(math.log(setting.max_samples / first_batch) / math.log1p(growth)))
    threshold = math.log((arms - 1) / setting.risk)

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
            bets,
            empty_wealth(arms, bets.points.size, blocks),
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
        Parameter(
            "evidence",
            "mixture",
            "what the e-process bets on: mixture (fixed thetas) or scheduled (thetas by the size of each batch, mixed "
            "in pairs: about a tenth fewer samples, a fifth where privacy dominates); both are proven",
            choices=("mixture", "scheduled"),
        ),
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
