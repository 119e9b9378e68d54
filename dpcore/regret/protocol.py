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

from dpcore._validation import check_open_interval
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


@dataclass(frozen=True)
class Setting:
    """A validated problem: everything that all runs of one experiment share.

    environment: (K,) Bernoulli means, or the linear or contextual environment.  steps: (S,) where to record regret;
    the last is the horizon.  budget: epsilon or rho as the algorithm declares, inf without privacy.
    """

    environment: Any
    steps: NDArray[np.int64]
    budget: float
    parameters: Mapping[str, Any]

    @property
    def horizon(self) -> int:
        """The number of pulls of a run."""
        return int(self.steps[-1])


@dataclass(frozen=True)
class Number:
    """A parameter in (low, high); a default of None means that the algorithm chooses, as `meaning` says."""

    name: str
    default: float | None
    meaning: str
    low: float
    high: float

    def check(self, value: Any) -> float | None:
        """The validated value; ValueError quotes a bad one."""
        if value is None and self.default is None:
            return None
        return check_open_interval(self.name, value, self.low, self.high)


@dataclass(frozen=True)
class Switch:
    """A parameter that is True or False."""

    name: str
    default: bool
    meaning: str

    def check(self, value: Any) -> bool:
        """The validated value; ValueError quotes a bad one."""
        if not isinstance(value, bool):
            raise ValueError(f"{self.name} must be True or False, got {value!r}")
        return value


@dataclass(frozen=True)
class RegretAlgorithm:
    """The registry entry of an algorithm: what a page says about it, and how to run it.

    environment: "arms" (list of Bernoulli means), "linear" (LinearEnvironment) or "contextual" (ContextualEnvironment).
    privacy: the proven guarantee, "none", "epsilon-DP" or "rho-zCDP" per reward.  counterpart: the algorithm that, run
    with an infinite budget, is this one without privacy.  inferred: choices that the sources leave open.  warnings:
    sentences that a page shows beside the results.
    """

    name: str
    label: str
    environment: str
    privacy: str
    counterpart: str
    source: str
    inferred: tuple[str, ...]
    warnings: tuple[str, ...]
    parameters: tuple[Number | Switch, ...]
    prepare: Callable[[Setting], OneRun]

    @property
    def budget(self) -> str | None:
        """Which budget the algorithm needs: "epsilon", "rho" or None."""
        return {"epsilon-DP": "epsilon", "rho-zCDP": "rho"}.get(self.privacy)
