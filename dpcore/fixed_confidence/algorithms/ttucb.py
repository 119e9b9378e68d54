"""TTUCB: top two with a UCB leader and a transportation-cost challenger, without privacy.

Source: PT; TH 2.2.9.  Deviations: none; where the sources differ, the
leader's bonus is the one for rewards in [0, 1], sqrt(log n / N_a), and the pairs are tracked, not drawn at random.
"""

import math
from functools import partial

from dpcore.experiments import NO_PRIVACY
from dpcore.fixed_confidence._every_sample import TTUCB, Options, run_every_sample
from dpcore.fixed_confidence._thresholds import gaussian_calibration
from dpcore.fixed_confidence.protocol import LEADER_SHARE, FixedConfidenceAlgorithm, OneRun, Setting

PROVEN = (
    "pairwise Gaussian threshold, TH Eq. 5.10: 2 C_G(log((K-1)/risk)/2) + 2 log(4 + log N_a) + 2 log(4 + log N_b), "
    "valid for rewards in [0, 1] at every time"
)
HEURISTIC = (
    "not proven: log((1 + log n)/risk), as in research code, but on the cost of rewards in [0, 1] (variance 1/4): "
    "that code's unit variance would make it stricter than the proven threshold"
)


def prepare_on_responses(setting: Setting, truth_weight: float) -> OneRun:
    """TTUCB on answers drawn from Bernoulli((1 - truth_weight)/2 + truth_weight * reward); 1: on the rewards."""
    proven, risk = setting.threshold == "proven", setting.problem.risk
    level = gaussian_calibration(math.log((setting.arms - 1) / risk)) if proven else -math.log(risk)
    options = Options(TTUCB, proven, setting.parameters["leader_share"], truth_weight, level)
    return partial(run_every_sample, setting.problem, options)


ALGORITHM = FixedConfidenceAlgorithm(
    name="ttucb",
    label="TTUCB",
    privacy=NO_PRIVACY,
    source="Jourdan & Degenne (2023), arXiv:2210.05431; TH 2.2.9, and Eq. 5.10 for the threshold",
    thresholds={"proven": PROVEN, "heuristic": HEURISTIC},
    parameters=(LEADER_SHARE,),
    warnings=(
        "Though it is not private, it may need more participants than PRISE, which is: its proven threshold is higher "
        "than PRISE's log(1/risk), and its costs treat every variance as 1/4, the largest for rewards in [0, 1].",
    ),
    prepare=partial(prepare_on_responses, truth_weight=1.0),
)
