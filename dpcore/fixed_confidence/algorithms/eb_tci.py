"""EB-TCI: top two with the empirical best as leader and a penalised transportation-cost challenger, without privacy.

Source: JD22, read off JA25's poster with epsilon = inf; the Bernoulli transportation cost is the standard
one (inferred).  Deviations: none; the pairs are tracked, not drawn at random.
"""

from functools import partial

from dpcore.experiments import NO_PRIVACY
from dpcore.fixed_confidence._every_sample import EB_TCI, Options, run_every_sample
from dpcore.fixed_confidence.protocol import LEADER_SHARE, FixedConfidenceAlgorithm, OneRun, Setting

GLR_THRESHOLDS = {
    "proven": "log(2 n (K - 1)/risk) for the Bernoulli cost and any sampling rule: Garivier & Kaufmann (COLT 2016), "
    "Theorem 10, as we remember the paper, which was not at hand",
    "heuristic": "not proven: log((1 + log n)/risk)",
}


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    options = Options(EB_TCI, setting.threshold == "proven", setting.parameters["leader_share"])
    return partial(run_every_sample, setting.problem, options)


ALGORITHM = FixedConfidenceAlgorithm(
    name="eb-tci",
    label="EB-TCI",
    privacy=NO_PRIVACY,
    source="Jourdan, Degenne, Baudry, de Heide, Kaufmann (2022), arXiv:2206.05979; it is DP-TT without noise",
    thresholds=GLR_THRESHOLDS,
    parameters=(LEADER_SHARE,),
    prepare=prepare,
)
