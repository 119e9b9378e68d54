"""What each definition promises for a policy: the figures that the page shows."""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dpcore
from dpcore import PRIVACY_DEFINITIONS, ThreeStepPolicy, WorstPair
from dpcore.privacy.definitions import ACTIONS

DEFINITIONS = {"view": "View DP", "table": "Table DP", "interactive": "Interactive DP"}
POINTS = 160


@dataclass(frozen=True)
class Promise:
    """The exact figures of a policy, by definition.

    curves: delta at `epsilons`; floors: the delta that no epsilon can undercut; minimal: smallest epsilon at `delta`.
    """

    delta: float
    epsilons: NDArray[np.float64]
    curves: dict[str, NDArray[np.float64]]
    floors: dict[str, float]
    minimal: dict[str, float]


@dataclass(frozen=True)
class Path:
    """One action sequence under one of the two inputs: actions, the two rewards shown, and its probability."""

    actions: tuple[int, int, int]
    rewards: tuple[int, int]
    probability: float
    in_event: bool


def promise_of(policy: ThreeStepPolicy, delta: float, last: float) -> Promise:
    """The figures; the curves run from 0 to `last`."""
    epsilons = np.linspace(0.0, last, POINTS)
    values = {name: dpcore.privacy_delta(policy, name, np.append(epsilons, math.inf)) for name in PRIVACY_DEFINITIONS}
    return Promise(
        delta,
        epsilons,
        curves={name: each[:-1] for name, each in values.items()},
        floors={name: float(each[-1]) for name, each in values.items()},
        minimal={name: dpcore.minimal_epsilon(policy, name, delta) for name in PRIVACY_DEFINITIONS},
    )


def deltas_at(policy: ThreeStepPolicy, epsilon: float) -> dict[str, float]:
    """The smallest delta of each definition at this epsilon."""
    return {name: float(dpcore.privacy_delta(policy, name, epsilon)) for name in PRIVACY_DEFINITIONS}


def paths(pair: WorstPair) -> tuple[list[Path], list[Path]]:
    """The 8 action sequences under the pair's inputs and under its neighbour."""
    return _paths(pair, pair.rows, pair.law), _paths(pair, pair.neighbour_rows, pair.neighbour_law)


def _paths(pair: WorstPair, rows: tuple[tuple[int, ...], ...], law: tuple[float, ...]) -> list[Path]:
    found = []
    for (a1, a2, a3), probability in zip(ACTIONS, law, strict=True):
        asked = (a1, a2) if pair.adversary is None else (pair.adversary[0][a1], pair.adversary[1][2 * a1 + a2])
        rewards = (rows[0][asked[0] % len(rows[0])], rows[1][asked[1] % len(rows[1])])
        found.append(Path((a1, a2, a3), rewards, probability, (a1, a2, a3) in pair.event))
    return found


def curves_table(promise: Promise) -> pd.DataFrame:
    """Delta against epsilon for the three definitions."""
    return pd.DataFrame(
        {"epsilon": promise.epsilons, **{f"delta, {DEFINITIONS[n]}": v for n, v in promise.curves.items()}}
    )


def pair_table(pair: WorstPair) -> pd.DataFrame:
    """The law of the actions under both inputs."""
    return pd.DataFrame(
        {
            "arms": ["".join(map(str, actions)) for actions in ACTIONS],
            "probability": pair.law,
            "probability, neighbour": pair.neighbour_law,
            "in the event": [actions in pair.event for actions in ACTIONS],
        }
    )


def rounded_up(value: float, digits: int = 3) -> float:
    """The value to some significant digits, never below it: a promise must not be rounded down."""
    if value == 0 or math.isinf(value):
        return value
    step = 10.0 ** (math.floor(math.log10(value)) - digits + 1)
    return math.ceil(value / step - 1e-9) * step
