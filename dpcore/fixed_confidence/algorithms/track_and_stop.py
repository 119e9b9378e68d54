"""Track-and-Stop: pulls follow the T*_KL-optimal allocation at the empirical means (D-tracking), without privacy.

Source: GK16, D-tracking [MEMORY].  Deviations: the allocation is solved at
means kept SOLVER_MARGIN away from 0, 1 and, for rivals, from the leader, where it would not exist.
"""

from functools import partial

from dpcore.experiments import NO_PRIVACY
from dpcore.fixed_confidence._every_sample import TRACK_AND_STOP, Options, run_every_sample
from dpcore.fixed_confidence.algorithms.eb_tci import GLR_THRESHOLDS
from dpcore.fixed_confidence.protocol import FixedConfidenceAlgorithm, OneRun, Setting


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    return partial(run_every_sample, setting.problem, Options(TRACK_AND_STOP, setting.threshold == "proven"))


ALGORITHM = FixedConfidenceAlgorithm(
    name="track-and-stop",
    label="Track-and-Stop",
    privacy=NO_PRIVACY,
    source="Garivier & Kaufmann (COLT 2016), D-tracking, as we remember the paper, which was not at hand",
    thresholds=GLR_THRESHOLDS,
    warnings=("It solves for one allocation per sample, which makes it the slowest of the simulations.",),
    prepare=prepare,
)
