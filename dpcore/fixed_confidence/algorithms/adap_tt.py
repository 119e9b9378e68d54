"""AdaP-TT: a top-two rule on private means of doubling, forgotten blocks (epsilon-global DP).

Source: TH Algorithm 10, Eq. 5.9 and 5.11; AJMB23.  Deviations: the first private means, which TH
omits, are X_a + Lap(1/epsilon); the challenger uses all pulls N_{n,a} (TH's index is a slip); its ties are broken at
random.  The adaptive share is derived here: of a cost W that is homogeneous in the pulls, W = n dW/dn + m dW/dm, the
leader's part n dW/dn / W, which is m/(n + m) of Eq. 5.9.  Risk and privacy hold as with a fixed share: they rest on
releases and the stopping rule, whichever arm is pulled next.
"""

import math

from dpcore.experiments import GLOBAL_DP
from dpcore.fixed_confidence._doubling import FREEZE_WARNING, LEADER, SHARE, pair_table, prepare_doubling
from dpcore.fixed_confidence._thresholds import adap_tt_pair
from dpcore.fixed_confidence.protocol import LEADER_SHARE, FixedConfidenceAlgorithm, OneRun, Setting


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    arms, epsilon, risk = setting.arms, setting.problem.epsilon, setting.problem.risk

    def heuristic_pair(weights: tuple[float, float]) -> float:
        log_risk = math.log(1 / risk)
        inverse_weights = 1 / weights[0] + 1 / weights[1]
        return log_risk + sum(math.log(1 + math.log(w)) for w in weights) + inverse_weights * (log_risk / epsilon) ** 2

    def proven_pair(weights: tuple[float, float]) -> float:
        return adap_tt_pair(weights, arms, epsilon, risk)

    table = pair_table(proven_pair if setting.threshold == "proven" else heuristic_pair, setting.problem.max_samples)
    return prepare_doubling(setting, math.inf, table, table)


ALGORITHM = FixedConfidenceAlgorithm(
    name="adap-tt",
    label="AdaP-TT",
    privacy=GLOBAL_DP,
    source="Azize, Jourdan, Al Marjani, Basu (2023), arXiv:2309.02202; TH Algorithm 10",
    thresholds={
        "proven": "TH Eq. 5.11 with s = 2, sigma = 1/2, for the costs of TH Eq. 5.9",
        "heuristic": "not proven: log(1/risk) + log(1 + log n) + log(1 + log m) + (1/n + 1/m) log(1/risk)^2 / epsilon^2"
        ", as in the research code of arXiv:2309.02202, but on the costs of TH Eq. 5.9 (variance 1/4), which come "
        "closest to the published levels (up to 1.8 times below; with that code's unit variance 3 times above)",
    },
    parameters=(LEADER, LEADER_SHARE, SHARE),
    warnings=(
        FREEZE_WARNING,
        "The proven thresholds need 12 times TTUCB's samples where epsilon is large (means .95 .9 .9 .9 .5, risk .01); "
        "the published levels come from the lighter heuristic one.",
    ),
    prepare=prepare,
)
