"""A talk as the browser plays it: every number computed, every answer known, as plain data."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ui.arms.instance import Instance
from ui.components import assets
from ui.components.modules import address_of
from ui.explore.numbers import asked_in_browsers
from ui.lecture.quantities import QUANTITIES, SceneState, lead_curve, simulated_samples, trace_of
from ui.lecture.talk import RANGES, Scene, filled, read
from ui.state.keys import EPSILON_RANGE
from ui.stopping.browser import asked_of
from ui.stopping.controls import opening_view

_TALKS = Path(__file__).with_name("talks")
SHIPPED = ("what-does-privacy-cost", "which-epsilon")  # names in links; the first one is shown first
_TEXTS = ("question", "text", "reveal", "remember", "notes", "source")
MOST_POINTS = 400  # of a run that is played
_SIMULATED = 11  # epsilons at which PRISE is simulated
_PER_DECADE = 20  # epsilons in a decade at which the exact number of the weak promise can be dragged to


def shipped(name: str) -> str:
    """The text of the talk of this name."""
    return assets.text(_TALKS / f"{name}.toml")


@lru_cache(maxsize=16)
def prepared(text: str) -> Mapping[str, Any]:
    """What the component plays of this file, as JSON that nobody changes.

    Raises: ValueError as `read`, or if a scene's state has no answer.
    """
    talk = read(text)
    scenes = [_scene(scene, place) for place, scene in enumerate(talk.scenes, start=1)]
    return {"title": talk.title, "minutes": talk.minutes, "audience": talk.audience, "scenes": scenes}


def _scene(scene: Scene, place: int) -> dict[str, Any]:
    prediction, state = scene.prediction, scene.state
    try:
        value = QUANTITIES[prediction.answer].of(state)
        told = {name: filled(getattr(scene, name), state) for name in _TEXTS}
        own = _of_picture(scene)
        if not prediction.fits(value):
            computed = QUANTITIES[prediction.answer].written(value)
            raise ValueError(f"the answer is {computed}, and none of the options is near it: change them or the state")
    except ValueError as error:
        raise ValueError(f"scene {place}: {error}") from None
    return {
        "picture": scene.picture,
        "state": {name: getattr(state, name) for name in ("means", "names", "epsilon", "risk", "participants")},
        "ask": filled(prediction.ask, state),
        "options": [filled(option, state) for option in prediction.options],
        "right": prediction.right(value),
        **told,
        **own,
    }


def _of_picture(scene: Scene) -> dict[str, Any]:
    """What the picture needs besides the state."""
    state = scene.state
    if scene.picture == "runs":
        view = opening_view(Instance(state.means, state.epsilon, state.risk))
        return {
            "asked": asked_of(view, is_heard=False),
            "algorithms": [(curve.algorithm, curve.label, curve.is_private) for curve in view.curves],
        }
    if scene.picture == "freeze":
        trace = trace_of(state)
        last = len(trace.times) - 1
        rows = np.unique(np.round(np.geomspace(1, last + 1, MOST_POINTS)).astype(int) - 1)
        return {"times": trace.times[rows].tolist(), "counts": trace.counts[rows].tolist(), "cap": state.cap}
    if scene.picture == "promises":
        return {"lead": _lead(state), "simulated": _simulated(state)}
    return {}


def _lead(state: SceneState) -> dict[str, list[float]]:
    """What finding the lead takes at epsilons of two digits and at the scene's."""
    low, high = np.log10(EPSILON_RANGE)
    grid = np.logspace(low, high, round((high - low) * _PER_DECADE) + 1)
    epsilons = np.unique([float(f"{epsilon:.2g}") for epsilon in grid] + [state.epsilon])
    participants = lead_curve(state, epsilons)
    if np.isinf(participants).any():
        raise ValueError("the lead of the best mean is too small for the picture “promises”")
    return {"epsilons": epsilons.tolist(), "participants": participants.tolist()}


def _simulated(state: SceneState) -> list[tuple[float, float]]:
    """What PRISE takes on average, at epsilons over the range and at the scene's."""
    epsilons = np.unique([*np.geomspace(*EPSILON_RANGE, _SIMULATED), state.epsilon]).tolist()
    found = ((epsilon, simulated_samples(replace(state, epsilon=epsilon))) for epsilon in epsilons)
    return [point for point in found if np.isfinite(point[1])]


def overviews() -> dict[str, Any]:
    """What the browser computes bounds with, as the Explorer does."""
    return {"module": address_of("overview"), "ranges": RANGES, **asked_in_browsers()}
