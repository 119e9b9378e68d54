"""PB-TaS's place in the registry, and what all its runs share."""

import math
from functools import partial

from dpcore.experiments import GLOBAL_DP, Choice, Number, Parameter, WholeNumber
from dpcore.fixed_confidence.algorithms.pb_tas.bets import Bets, mixture_bets, scheduled_bets
from dpcore.fixed_confidence.algorithms.pb_tas.kernel import Options, pb_tas_kernel
from dpcore.fixed_confidence.protocol import FixedConfidenceAlgorithm, OneRun, Setting


def default_first_batch(epsilon: float) -> int:
    """The size of every arm's first batch, ceil(10 + 20/epsilon)."""
    return math.ceil(10 + 20 / epsilon)


def prepare(setting: Setting) -> OneRun:
    """One run of PB-TaS; see protocol.py."""
    scheduled = setting.parameters["evidence"] == "scheduled"
    bets = scheduled_bets() if scheduled else mixture_bets(setting.problem.epsilon)
    return run_with(bets, default_first_batch(setting.problem.epsilon), setting)


def run_with(bets: Bets, first_batch: int, setting: Setting) -> OneRun:
    """One run of PB-TaS with these bets; first_batch: where the setting names none."""
    problem, growth = setting.problem, setting.parameters["growth"]
    first_batch = setting.parameters["first_batch"] or first_batch
    blocks = 1
    if bets.scheduled:  # a release an arm, each larger by `growth` at least
        blocks = 2 + max(0, math.ceil(math.log(problem.max_samples / first_batch) / math.log1p(growth)))
    threshold = math.log((setting.arms - 1) / problem.risk)
    floor = setting.parameters["floor"]
    options = Options(threshold, growth, floor, first_batch, blocks, bets, setting.indifference)
    return partial(pb_tas_kernel, problem, options)


GROWTH = Parameter(
    "growth", 0.5, "each arm is released again when its pulls have grown by this share", Number(0.01, 10)
)
FLOOR = Parameter("floor", 0.2, "smallest share of the pulls of an arm, times the number of arms", Number(0, 1))
ALGORITHM = FixedConfidenceAlgorithm(
    name="pb-tas",
    label="PB-TaS",
    privacy=GLOBAL_DP,
    source="An algorithm of this project, private batched Track-and-Stop; proofs: docs/pb-tas.md.",
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
            Choice(("mixture", "scheduled")),
        ),
        GROWTH,
        FLOOR,
        Parameter(
            "first_batch",
            None,
            "pulls of each arm before its first release; by default ceil(10 + 20/epsilon)",
            WholeNumber(1, 10**9),
        ),
    ),
    warnings=(
        "Stopping with probability 1 is not proven.",
        "The privacy proof assumes ideal real-valued Laplace noise: this simulation's sampler is not for deployment.",
    ),
    prepare=prepare,
    takes_indifference=True,
)
