"""PB-TaS with Gaussian noise: rho-zCDP instead of epsilon-DP; this project's own, derivation in docs/pb-tas.md."""

import math

from dpcore.experiments import ZCDP, Parameter, WholeNumber
from dpcore.fixed_confidence._noise import IDEAL_NOISE, WEAKER_PROMISE, noise_deviation
from dpcore.fixed_confidence.algorithms.pb_tas.bets import scheduled_bets
from dpcore.fixed_confidence.algorithms.pb_tas.entry import FLOOR, GROWTH, run_with
from dpcore.fixed_confidence.protocol import FixedConfidenceAlgorithm, OneRun, Setting
from dpcore.privacy.conversions import rho_from_epsilon


def default_first_batch(deviation: float) -> int:
    """The size of every arm's first batch, ceil(10 + 20 deviations of the noise)."""
    return math.ceil(10 + 20 * deviation)


def prepare(setting: Setting) -> OneRun:
    """One run; see protocol.py, which says that problem.epsilon stands for rho = epsilon tanh(epsilon/2)."""
    deviation = noise_deviation(rho_from_epsilon(setting.problem.epsilon))
    return run_with(scheduled_bets(deviation), default_first_batch(deviation), setting)


ALGORITHM = FixedConfidenceAlgorithm(
    name="gaussian-pb-tas",
    label="Gaussian PB-TaS",
    privacy=ZCDP,
    source="An algorithm of this project: PB-TaS with scheduled bets and Gaussian noise; proofs: docs/pb-tas.md.",
    thresholds={
        "proven": "log((K-1)/risk) for the infimum of an e-process: risk-correct at every time at once by Ville's "
        "inequality."
    },
    parameters=(
        GROWTH,
        FLOOR,
        Parameter(
            "first_batch",
            None,
            "pulls of each arm before its first release; by default ceil(10 + 20/sqrt(2 rho))",
            WholeNumber(1, 10**9),
        ),
    ),
    warnings=(*WEAKER_PROMISE, "Stopping with probability 1 is not proven.", IDEAL_NOISE),
    prepare=prepare,
    takes_indifference=True,
)
