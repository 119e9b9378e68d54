"""PRISE's place in the registry, and what all its runs share."""

import math
from functools import partial

from dpcore.experiments import GLOBAL_DP, Difference, Parameter, WholeNumber
from dpcore.fixed_confidence.algorithms.prise.bets import default_bets
from dpcore.fixed_confidence.algorithms.prise.evidence import Options
from dpcore.fixed_confidence.algorithms.prise.kernel import prise_kernel
from dpcore.fixed_confidence.algorithms.prise.p_value import Payoff
from dpcore.fixed_confidence.algorithms.prise.sizing import Plans
from dpcore.fixed_confidence.protocol import FixedConfidenceAlgorithm, OneRun, Setting

PAYOFF = Payoff(stake=0.3, share=0.6, power=0.3)


def default_first_batch(epsilon: float) -> int:
    """The size of every arm's first batch, ceil(10 + 30/epsilon)."""
    return math.ceil(10 + 30 / epsilon)


def options_for(epsilon: float, risk: float, lead: float = 0.0, first_batch: int | None = None) -> Options:
    """What all rounds of a run share.  first_batch: None is the default."""
    batch = first_batch or default_first_batch(epsilon)
    return Options(batch, -math.log(risk), default_bets(lead), PAYOFF, Plans())


def prepare(setting: Setting) -> OneRun:
    """One run of PRISE; see protocol.py."""
    problem, told = setting.problem, setting.parameters
    options = options_for(problem.epsilon, problem.risk, told["lead"], told["first_batch"])
    return partial(prise_kernel, problem, options)


LEAD = Parameter(
    "lead",
    0.0,
    "the promise is for instances whose best arm leads every other by at least this, in [0, 1): it is then named with "
    "probability at least 1 - risk; where the lead is smaller nothing is promised; 0: the best arm in any case",
    Difference(),
)
ALGORITHM = FixedConfidenceAlgorithm(
    name="prise",
    label="PRISE",
    privacy=GLOBAL_DP,
    source="An algorithm of this project, private rounds with informed sizes and elimination; proofs: docs/prise.md.",
    thresholds={
        "proven": "log(1/risk) for the e-process that tests whether each arm is best: risk-correct at every time at "
        "once by Ville's inequality (docs/prise.md)."
    },
    parameters=(
        LEAD,
        Parameter(
            "first_batch",
            None,
            "pulls of each arm before its first release; by default ceil(10 + 30/epsilon)",
            WholeNumber(1, 10**9),
        ),
    ),
    warnings=(
        "Stopping with probability 1 is proven for gaps of at least K/5000 and epsilon of at least K/20000; for "
        "smaller ones it is not proven.",
        "The privacy proof assumes ideal real-valued Laplace noise: this simulation's sampler is not for deployment.",
    ),
    prepare=prepare,
)
