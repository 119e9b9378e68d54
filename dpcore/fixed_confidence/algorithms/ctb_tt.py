"""CTB-TT: participants randomise their own answers (epsilon-local DP), and TTUCB runs on the answers.

Source: SL slide 10.  Deviations: none.
"""

import math

from dpcore.experiments import LOCAL_DP
from dpcore.fixed_confidence.algorithms.ttucb import HEURISTIC, PROVEN, prepare_on_responses
from dpcore.fixed_confidence.protocol import LEADER_SHARE, FixedConfidenceAlgorithm, OneRun, Setting


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py).

    A reward X is answered by a draw of Bernoulli((X (e^eps - 1) + 1)/(e^eps + 1)) = Bernoulli((1 - w)/2 + w X) with
    w = (e^eps - 1)/(e^eps + 1).  TTUCB on the answers is TTUCB on the debiased means with sigma = 1/(2 w).
    """
    return prepare_on_responses(setting, truth_weight=math.tanh(setting.problem.epsilon / 2))


ALGORITHM = FixedConfidenceAlgorithm(
    name="ctb-tt",
    label="CTB-TT",
    privacy=LOCAL_DP,
    source="Jourdan, slides on differentially private best-arm identification (2024), slide 10; arXiv:2406.06408",
    thresholds={"proven": PROVEN, "heuristic": HEURISTIC},
    parameters=(LEADER_SHARE,),
    prepare=prepare,
)
