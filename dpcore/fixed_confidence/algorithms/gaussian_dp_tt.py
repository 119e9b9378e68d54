"""DP-TT with Gaussian noise: rho-zCDP instead of epsilon-DP; this project's own, proof in docs/dp-tt-threshold.md."""

import math

from dpcore.experiments import ZCDP, Number, Parameter
from dpcore.fixed_confidence._noise import IDEAL_NOISE, WEAKER_PROMISE, noise_deviation
from dpcore.fixed_confidence._thresholds import ZETA_2
from dpcore.fixed_confidence.algorithms.dp_tt import FREEZING, GROWTH, run_with
from dpcore.fixed_confidence.protocol import LEADER_SHARE, FixedConfidenceAlgorithm, OneRun, Setting
from dpcore.privacy.conversions import rho_from_epsilon


def gaussian_level(phase: int, arms: int, risk: float, tilt: float) -> float:
    """c_k: an arm's part of the threshold in phase k (k noises), at which the exponent below is large enough.

    The smallest y with max over u in (0, 1] of u y - k tilt^2 u^2/2 >= log(K zeta(2) k^2/risk).
    """
    target, spent = math.log(arms * ZETA_2 * phase**2 / risk), phase * tilt**2
    return target + spent / 2 if target >= spent / 2 else math.sqrt(2 * spent * target)


def prepare(setting: Setting) -> OneRun:
    """One run; see protocol.py, which says that problem.epsilon stands for rho = epsilon tanh(epsilon/2)."""
    deviation, tilt = noise_deviation(rho_from_epsilon(setting.problem.epsilon)), setting.parameters["tilt"]
    steepness = tilt / deviation if deviation > 0 else math.inf

    def level(phase: int) -> float:
        return gaussian_level(phase, setting.arms, setting.problem.risk, tilt)

    return run_with(level, 0.0, steepness, deviation, setting)


ALGORITHM = FixedConfidenceAlgorithm(
    name="gaussian-dp-tt",
    label="Gaussian DP-TT",
    privacy=ZCDP,
    source="Made for this project: DP-TT (arXiv:2510.17348) with Gaussian noise; proofs: docs/dp-tt-threshold.md.",
    thresholds={"proven": "c_k(leader) + c_k(rival), a Chernoff bound for k Gaussian noises; derived by this project"},
    parameters=(
        GROWTH,
        LEADER_SHARE,
        Parameter("tilt", 1.0, "costs are those of d_epsilon at epsilon = tilt sqrt(2 rho)", Number(0.01, 100)),
    ),
    warnings=(FREEZING, *WEAKER_PROMISE, IDEAL_NOISE),
    prepare=prepare,
)
