"""DP-SE: epsilon-DP successive elimination, as a regret minimiser that then plays the surviving arm."""

import math
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dpcore._kernels import kernel
from dpcore._validation import check_count, check_epsilon, check_open_interval
from dpcore.experiments import GLOBAL_DP, Number, Parameter
from dpcore.regret._blocks import record_pulls
from dpcore.regret.environments import check_arms
from dpcore.regret.protocol import LEAST_RISK, Flag, Floats, OneRun, Record, RegretAlgorithm, Setting
from dpcore.successive_elimination import eliminate, epoch_pulls, round_robin_sums


def dp_se_pulls_bound(gap: float, arms: int, horizon: int, epsilon: float) -> float:
    """Return the bound on DP-SE's pulls of an arm, which holds with probability 1 - 1/T for all arms at once.

    min(T, log(K log(2/D) T) (1024/D^2 + 96/(epsilon D))) at confidence beta = 1/T.
    Source: SS19, Lemma 4.2.  Deviations: none.
    Args:    gap: D, in (0, 1).  arms: K >= 2.  horizon: T, at least K.  epsilon: budget per person, nats, > 0; inf = no
             privacy.
    Returns: pulls, upper bound.     Raises: ValueError outside these domains.
    Examples:
        >>> round(dp_se_pulls_bound(0.2, 3, 10**6, 0.1))
        478744
    """
    gap, arms = check_open_interval("gap", gap, 0, 1), check_count("arms", arms, 2)
    horizon = check_count("horizon", horizon, arms)
    log_term = math.log(arms * math.log(2 / gap) * horizon)
    return min(horizon, log_term * (1024 / gap + 96 / check_epsilon(epsilon)) / gap)


def dp_se_regret_bound(means: ArrayLike, horizon: int, epsilon: float) -> float:
    """Return the proven upper bound on DP-SE's expected pseudo-regret at confidence beta = 1/T.

    The sum over arms of D_a times dp_se_pulls_bound, plus max D_a for the failures: they have probability at most 1/T
    and cost at most T max D_a.
    Source: SS19, Lemma 4.2 and the proof of Theorem 4.3.  Deviations: constants
    spelled out.
    Args:    means: (K,) floats strictly between 0 and 1.  horizon: T, at least K.  epsilon: budget per person, nats,
             > 0; inf = no privacy.
    Returns: expected regret, upper bound.     Raises: ValueError outside these domains.
    Examples:
        >>> round(dp_se_regret_bound([0.7, 0.3], 10**6, 0.1))
        52746
    """
    array = check_arms(means)
    gaps: list[float] = (array.max() - array).tolist()
    pulls_cost = sum(gap * dp_se_pulls_bound(gap, array.size, horizon, epsilon) for gap in gaps if gap > 0)
    return pulls_cost + max(gaps)


class Options(NamedTuple):
    """epsilon: privacy budget.  risk: allowed probability of losing the best arm (beta)."""

    epsilon: float
    risk: float


@kernel
def _run(
    means: Floats, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> None:
    epsilon, risk = options
    horizon, gaps, noise = record.steps[-1], means.max() - means, np.zeros(means.size)
    active = np.ones(means.size, dtype=np.bool_)
    time, epoch = record.pulls.sum(), 0
    while cancel[0] == 0:
        arms, epoch = np.flatnonzero(active), epoch + 1
        # A tiny epsilon can ask for more pulls than an integer holds: cut before rounding.
        count = math.ceil(min(epoch_pulls(arms.size, epoch, risk, epsilon), horizon))
        if arms.size == 1 or arms.size * count > horizon - time:
            record_pulls(record, gaps, arms, horizon - time)
            return
        sums = round_robin_sums(generator, means, rewards, time, arms, arms.size * count)
        record_pulls(record, gaps, arms, arms.size * count)
        time += arms.size * count
        eliminate(generator, sums, noise, active, epoch, risk, epsilon)


def _regret_bound(means: Any, horizon: int, epsilon: float, parameters: Mapping[str, Any]) -> float:
    return dp_se_regret_bound(means, horizon, epsilon)


def _prepare(setting: Setting) -> OneRun:
    risk = setting.parameters["risk"] or 1 / setting.horizon
    return partial(_run, setting.environment, Options(setting.budget, risk))


ALGORITHM = RegretAlgorithm(
    name="dp-se",
    label="DP-SE",
    privacy=GLOBAL_DP,
    source="Sajed & Sheffet (ICML 2019), Algorithm 3; epsilon-DP by Theorem 4.1; arXiv:1905.09383",
    inferred=(
        "An epoch pulls each active arm ceil(R_e) times, as its loop condition implies.",
        "An epoch that the horizon cuts short decides nothing.",
    ),
    parameters=(
        Parameter(
            "risk", None, "allowed probability of losing the best arm (beta); default 1/T", Number(LEAST_RISK, 1)
        ),
    ),
    prepare=_prepare,
    regret_bound=_regret_bound,
    knows_horizon=True,
)
