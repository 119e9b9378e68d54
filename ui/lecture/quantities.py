"""The numbers that a talk may name: what its scene sets, and what dpcore computes from that; none is typed."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.optimize import brentq

import dpcore
from dpcore import designs
from dpcore.choosing import DecisionProbabilities, decision_probabilities
from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.arms.instance import Instance
from ui.explore.numbers import Numbers, numbers_of
from ui.look.numbers import about, at_least, bare, number, percent, rounded_down, rounded_up, setting, whole
from ui.state.keys import EPSILON_RANGE

SIMULATED_RUNS = 100  # of an algorithm that is compared with the bound, with seed 0


@dataclass(frozen=True)
class SceneState:
    """What a scene begins with.  algorithm, seed, run, cap: of the run that the picture `freeze` plays."""

    means: tuple[float, ...] = (0.62, 0.55, 0.5, 0.45)
    names: tuple[str, ...] = ()
    epsilon: float = 0.1
    risk: float = 0.01
    participants: int = 1000
    algorithm: str = "dp-tt"
    seed: int = 0
    run: int = 0
    cap: int = 1_000_000

    @property
    def best_first(self) -> tuple[float, ...]:
        """The means from the largest down."""
        return tuple(sorted(self.means, reverse=True))

    @property
    def with_half_gaps(self) -> "SceneState":
        """Every mean half as far from the best one."""
        best = max(self.means)
        return replace(self, means=tuple(best - (best - mean) / 2 for mean in self.means))

    @property
    def hardest_with_its_lead(self) -> tuple[float, ...]:
        """The best mean, and all others as high as the second: where its lead is the hardest to find."""
        best, second, *_ = self.best_first
        return (best, *[second] * (len(self.means) - 1))


@dataclass(frozen=True)
class Quantity:
    """What a state sets or gives, and how it is written.  meaning: its description for lecturers."""

    meaning: str
    of: Callable[[SceneState], Any]
    written: Callable[[Any], str]


def numbers_at(state: SceneState) -> Numbers:
    """What the Explorer shows of this state."""
    return numbers_of(Instance(state.means, state.epsilon, state.risk))


@lru_cache(maxsize=256)
def decision_of(state: SceneState) -> DecisionProbabilities:
    """What `participants`, half of them for each of the best two arms, decide once."""
    return decision_probabilities(state.best_first[:2], state.epsilon, min(state.participants, 10**6))


@lru_cache(maxsize=64)
def trace_of(state: SceneState) -> FixedConfidenceTrace:
    """The one run of the state's algorithm."""
    found = dpcore.trace_fixed_confidence(
        state.algorithm, state.means, state.epsilon, state.risk, seed=state.seed, run=state.run, max_samples=state.cap
    )
    assert found is not None  # nobody cancels it
    return found


@lru_cache(maxsize=64)
def simulated_samples(state: SceneState) -> float:
    """Mean samples of the runs of PRISE; infinite if one had not stopped by its cap."""
    result = dpcore.choosing.simulate_achievable(state.means, state.epsilon, state.risk, runs=SIMULATED_RUNS)
    mean = result.summary().mean
    return math.inf if mean is None else mean


@lru_cache(maxsize=256)
def lead_each(state: SceneState) -> float:
    """Participants of each arm with which one look at the end finds the lead and publishes only the winner."""
    return designs.smallest_participants(state.hardest_with_its_lead, state.epsilon, state.risk)


def lead_in_all(state: SceneState) -> float:
    """The same for all arms together."""
    return len(state.means) * lead_each(state)


def lead_curve(state: SceneState, epsilons: np.ndarray) -> np.ndarray:
    """The same at many epsilons."""
    return len(state.means) * designs.participants_curve(state.hardest_with_its_lead, epsilons, state.risk)


def _epsilon_at_bound(state: SceneState) -> float:
    """Where the lower bound falls to the scene's participants: infinite where even the one without privacy is above."""

    def excess(log_epsilon: float) -> float:
        bounds = dpcore.sample_lower_bounds(state.means, math.exp(log_epsilon), state.risk)
        return math.log(bounds["tightest_private"] / state.participants)

    low, high = (math.log(end) for end in EPSILON_RANGE)
    if excess(high) > 0:
        return math.inf
    return EPSILON_RANGE[0] if excess(low) <= 0 else math.exp(float(brentq(excess, low, high, xtol=1e-9)))


def _up(value: float) -> str:
    return setting(rounded_up(value))


def _down(value: float) -> str:
    return setting(rounded_down(value))


def _rates(means: Iterable[float]) -> str:
    *others, last = map(percent, means)
    return f"{', '.join(others)} and {last}"


def _exactly(value: float) -> str:
    return number(value) if math.isinf(value) else whole(value)


def _yes(value: float) -> str:
    return "yes" if value else "no"


SETTINGS = {
    "epsilon": Quantity("the scene's epsilon", lambda state: state.epsilon, setting),
    "risk": Quantity("its risk, such as 1 %", lambda state: state.risk, percent),
    "participants": Quantity("its participants", lambda state: state.participants, whole),
    "rates": Quantity("its means, such as 62 %, 55 % and 50 %", lambda state: state.means, _rates),
    "lead": Quantity(
        "by how many percentage points its best option leads the second",
        lambda state: 100 * (state.best_first[0] - state.best_first[1]),
        lambda points: bare(number(points)),
    ),
}
QUANTITIES = {
    "necessary_without_privacy": Quantity(
        "lower bound on the expected participants without privacy",
        lambda state: numbers_at(state).bounds["non_private"],
        at_least,
    ),
    "necessary": Quantity(
        "lower bound on the expected participants at the scene's epsilon",
        lambda state: numbers_at(state).bounds["tightest_private"],
        at_least,
    ),
    "raise": Quantity(
        "the factor by which privacy raises the lower bound",
        lambda state: numbers_at(state).factor,
        number,
    ),
    "dominated_up_to": Quantity(
        "the epsilon up to which privacy sets the bound (it is within 5 % of its limit for small epsilon)",
        lambda state: numbers_at(state).boundaries.price_dominated,
        _down,
    ),
    "nearly_unchanged_from": Quantity(
        "the epsilon from which the lower bound is nearly unchanged (at most 5 % above the one without privacy)",
        lambda state: numbers_at(state).boundaries.almost_free,
        _up,
    ),
    "belief": Quantity(
        "the highest probability that a 50 % guess about one participant can reach, given everyone else's data",
        lambda state: dpcore.largest_belief(0.5, state.epsilon),
        lambda share: percent(rounded_up(share)),
    ),
    "wrong_without_noise": Quantity(
        "how often the better of the two best arms does not lead when half of the scene's participants have tried each",
        lambda state: decision_of(state).not_best_without,
        lambda share: percent(share, 2),
    ),
    "wrong_with_noise": Quantity(
        "the same, with noise for the scene's epsilon",
        lambda state: decision_of(state).not_best_with,
        lambda share: percent(share, 2),
    ),
    "half_gaps_without_privacy": Quantity(
        "the factor by which the bound without privacy grows if all gaps are halved",
        lambda state: numbers_at(state.with_half_gaps).kl.time / numbers_at(state).kl.time,
        number,
    ),
    "half_gaps_private": Quantity(
        "the factor by which T*_TV, the bound's limit under very strong privacy, grows if all gaps are halved",
        lambda state: numbers_at(state.with_half_gaps).tv.time / numbers_at(state).tv.time,
        number,
    ),
    "boundary_at_half_gaps": Quantity(
        "dominated_up_to with all gaps halved, as a multiple of dominated_up_to",
        lambda state: (
            numbers_at(state.with_half_gaps).boundaries.price_dominated / numbers_at(state).boundaries.price_dominated
        ),
        number,
    ),
    "simulated": Quantity(
        f"participants that PRISE takes on average, in {SIMULATED_RUNS} simulated runs",
        simulated_samples,
        lambda value: about(value, 3),
    ),
    "simulated_over_bound": Quantity(
        "the same, as a multiple of the lower bound",
        lambda state: simulated_samples(state) / numbers_at(state).bounds["tightest_private"],
        lambda value: number(value, 2),
    ),
    "lead_each": Quantity(
        "participants that each arm needs for a single look at the end to find the best arm's lead over the second, "
        "the only promise made (exact; all others are taken to be as good as the second, and only the winner is "
        "published)",
        lead_each,
        _exactly,
    ),
    "lead_in_all": Quantity("the same for all arms together", lead_in_all, _exactly),
    "lead_without_privacy": Quantity(
        "the same without privacy", lambda state: lead_in_all(replace(state, epsilon=math.inf)), _exactly
    ),
    "lead_saves": Quantity(
        "the share of PRISE's participants that lead_in_all saves",
        lambda state: 1 - lead_in_all(state) / simulated_samples(state),
        lambda share: percent(share, 2),
    ),
    "epsilon_for_lead": Quantity(
        "the smallest epsilon at which that lead is found with the scene's participants, the same number on each arm",
        lambda state: designs.smallest_epsilon(
            state.hardest_with_its_lead, state.risk, state.participants // len(state.means)
        ),
        _up,
    ),
    "stops": Quantity("whether the scene's run stops before its cap", lambda state: trace_of(state).finished, _yes),
    "run_samples": Quantity(
        "participants that the scene's run takes, or the cap if it does not stop",
        lambda state: trace_of(state).stopping_time,
        whole,
    ),
    "epsilon_at_bound": Quantity(
        "the epsilon below which every private method that is right, whatever the rates are, averages more than the "
        "scene's participants",
        _epsilon_at_bound,
        _down,
    ),
}
