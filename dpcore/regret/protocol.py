"""What one regret algorithm declares, and how one run of it is called.

An algorithm is one file that defines

    ALGORITHM = RegretAlgorithm(name="adac-ucb", ..., prepare=prepare)

and is listed with one line in registry.py.  `prepare(setting)` does the work that all runs share and returns `one_run`,
a function called once per run, from several threads at once:

    one_run(generator, rewards, cancel, record)

    generator  the run's only source of randomness
    rewards    (T, K) float64, or (0, K) in production.  With T > 0 (tests: privacy audits, an independent loop) step t
               (0-based) of arm a yields rewards[t, a] instead of a random draw: row t is the t-th participant.
    cancel     (1,) uint8: poll it every 10 000 steps or once per block; once non-zero return, the run is dropped
    record     a Record, which the run fills in

`one_run` is one nogil kernel with the problem and its own options bound: partial(kernel, problem, options), both
NamedTuples (or an array), so that no two arguments can change places unseen.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpcore.experiments import Algorithm
from dpcore.regret.environments import ContextualEnvironment, LinearEnvironment

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flag = NDArray[np.uint8]


class Record(NamedTuple):
    """What a run writes: its pseudo-regret (S,) after `steps` (S,) pulls, and its pulls (K,), zeros on entry.

    The last step is the horizon.
    """

    steps: Integers
    regret: Floats
    pulls: Integers


OneRun = Callable[[np.random.Generator, Floats, Flag, Record], None]
Environment = Floats | LinearEnvironment | ContextualEnvironment


LEAST_RISK = 1e-100  # below it the union bound over phases would leave the range of a double


@dataclass(frozen=True)
class Setting:
    """A validated problem: everything that all runs of one experiment share.

    environment: (K,) Bernoulli means, or the linear or contextual environment.  steps: (S,) where to record regret;
    the last is the horizon.  budget: epsilon or rho as the algorithm declares, inf without privacy.
    """

    environment: Any
    steps: Integers
    budget: float
    parameters: Mapping[str, Any]

    @property
    def horizon(self) -> int:
        """The number of pulls of a run."""
        return int(self.steps[-1])


RegretBound = Callable[[Any, int, float, Mapping[str, Any]], float | None]


@dataclass(frozen=True, kw_only=True)
class RegretAlgorithm(Algorithm):
    """The registry entry of an algorithm; the guarantee in `privacy` is per reward.

    environment: "arms" (list of Bernoulli means), "linear" (LinearEnvironment) or "contextual" (ContextualEnvironment).
    counterpart: the algorithm that, run with an infinite budget, is this one without privacy; by default itself.
    inferred: choices that the sources leave open.  works_every_pull: whether a run's work grows with every pull,
    instead of jumping from decision to decision.  regret_bound(environment, horizon, budget, parameters): the best
    explicit upper bound on the regret, None where its theorem does not apply.  knows_horizon: whether that bound is for
    the very horizon that the algorithm was told.  has_heavy_tails: whether a few runs lose so much that 95 % intervals
    of its mean are invalid; its warnings say so.
    """

    counterpart: str = ""
    environment: str = "arms"
    inferred: tuple[str, ...] = ()
    works_every_pull: bool = False
    regret_bound: RegretBound | None = None
    knows_horizon: bool = False
    has_heavy_tails: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "counterpart", self.counterpart or self.name)
