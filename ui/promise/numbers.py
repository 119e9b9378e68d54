"""What each definition promises for a policy: the figures that the page shows."""

import json
import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dpcore
from dpcore.privacy import PRIVACY_DEFINITIONS, ThreeStepPolicy, WorstPair, conversions
from dpcore.privacy.definitions import ACTIONS
from ui.components import assets
from ui.look.numbers import rounded_down, rounded_up, setting
from ui.look.sentences import filled
from ui.promise.policy import PUBLISHED, Cells, policy_of

DEFINITIONS = {"view": "View DP", "table": "Table DP", "interactive": "Interactive DP"}
POINTS = 160
_CONVERSIONS = json.loads(assets.text(Path(__file__).with_name("conversions.json")))
History = tuple[int, ...]  # arms and rewards in turn


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
class PromiseView:
    """What the page shows: a policy, as its cells, at two budgets."""

    cells: Cells
    epsilon: float
    delta: float

    @cached_property
    def policy(self) -> ThreeStepPolicy:
        """The policy that the cells describe."""
        return policy_of(self.cells)

    @cached_property
    def promise(self) -> Promise:
        """Its figures, on an axis that shows the chosen epsilon and the smallest one at the chosen delta, if finite."""
        minimal = {name: dpcore.minimal_epsilon(self.policy, name, self.delta) for name in PRIVACY_DEFINITIONS}
        least = minimal["interactive"]
        shown = max(self.epsilon, least if math.isfinite(least) else 0.0)
        epsilons = np.linspace(0.0, next((end for end in (2.0, 4.0, 8.0) if shown <= 0.9 * end), 12.0), POINTS)
        places = np.append(epsilons, math.inf)
        values = {name: dpcore.privacy_delta(self.policy, name, places) for name in PRIVACY_DEFINITIONS}
        curves = {name: each[:-1] for name, each in values.items()}
        return Promise(self.delta, epsilons, curves, {name: float(each[-1]) for name, each in values.items()}, minimal)

    @property
    def is_published(self) -> bool:
        """Whether this is the published counterexample."""
        return self.cells == PUBLISHED


@dataclass(frozen=True)
class ActionPath:
    """All that happens on one path under one of the two inputs: arm, reward, arm, reward, arm; and its probability."""

    history: History
    probability: float
    in_event: bool


def deltas_at(policy: ThreeStepPolicy, epsilon: float) -> dict[str, float]:
    """The smallest delta of each definition at this epsilon."""
    return {name: float(dpcore.privacy_delta(policy, name, epsilon)) for name in PRIVACY_DEFINITIONS}


def is_kept(delta: float, promised: float) -> bool:
    """Whether a policy of this delta keeps the promised one; rounding of the last digits does not count."""
    return delta <= promised + 1e-12


def paths(pair: WorstPair) -> tuple[list[ActionPath], list[ActionPath]]:
    """The 8 action sequences under the pair's inputs and under its neighbour."""
    return _paths(pair, pair.rows, pair.law), _paths(pair, pair.neighbour_rows, pair.neighbour_law)


def _paths(pair: WorstPair, rows: tuple[tuple[int, ...], ...], law: tuple[float, ...]) -> list[ActionPath]:
    found = []
    for (a1, a2, a3), probability in zip(ACTIONS, law, strict=True):
        asked = (a1, a2) if pair.adversary is None else (pair.adversary[0][a1], pair.adversary[1][2 * a1 + a2])
        first, second = (row[arm % len(row)] for row, arm in zip(rows[:2], asked, strict=True))
        found.append(ActionPath((a1, first, a2, second, a3), probability, (a1, a2, a3) in pair.event))
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


def _budget(value: float) -> str:
    """A budget as set or converted, to four digits: 0.5, 5.757, 1e-6."""
    return setting(value).replace("e-0", "e-").replace("e+0", "e")


def conversion_table(epsilon: float, rho: float, delta: float, people: int) -> pd.DataFrame:
    """The calculator's answers: what is promised, what follows, by which formula and source."""
    implied = {
        "implied_rho": conversions.rho_from_epsilon(epsilon),
        "rho_in_the_thesis": epsilon * epsilon / 2,
        "implied_epsilon": conversions.epsilon_from_rho(rho, delta),
        "epsilon_in_the_thesis": rho + 2 * math.sqrt(-rho * math.log(delta)),
        "implied_delta": conversions.delta_from_rho(rho, epsilon),
        "gaussian_epsilon": dpcore.privacy.gaussian_epsilon(rho, delta),
        "group_epsilon": conversions.group_epsilon(epsilon, people),
        "group_rho": conversions.group_rho(rho, people),
        "group_delta": conversions.group_delta(epsilon, delta, people),
    }
    values: dict[str, Any] = {name: _budget(rounded_up(value, 4)) for name, value in implied.items()}  # or none follows
    values["allowed_rho"] = _budget(rounded_down(conversions.rho_for_epsilon_delta(epsilon, delta), 4))
    values |= {"epsilon": _budget(epsilon), "rho": _budget(rho), "delta": _budget(delta), "people": people}
    return pd.DataFrame([{name: filled(text, values) for name, text in row.items()} for row in _CONVERSIONS])
