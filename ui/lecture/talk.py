"""A talk as its file describes it: scenes with a question, a prediction, a picture and one thing to drag.

A lecturer writes the file without code: it is TOML, read as data, bounded and checked, with one sentence per mistake.
Numbers are not typed but come in places such as {epsilon} and {necessary}: see `ui.lecture.quantities`.
"""

import math
import re
import tomllib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

from dpcore.fixed_confidence import fixed_confidence_algorithms
from ui.arms import names as arm_names
from ui.lecture.quantities import QUANTITIES, SETTINGS, SceneState
from ui.look.literal import quoted
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE, RISK_RANGE

MOST_BYTES = 100_000
MOST_SCENES = 20
# Letters: reading TOML takes time and memory that grow with the square of the parts of a dotted key.
LONGEST_LINE = 2_000
MOST_WORDS = 40  # on the screen before the reveal
MOST_OPTIONS = 5
LONGEST = {"question": 80, "text": 300, "ask": 200, "option": 60, "reveal": 300, "remember": 200, "notes": 3000}
# Of what is dragged besides means; pictures get them from here, and neither pictures nor rooms accept anything else.
RANGES = {"epsilon": EPSILON_RANGE, "participants": (10, 10**7), "time": (0, 1), "gap": (1e-4, 1)}
# What each picture lets one drag; see ui/components/lecture.
PICTURES = {
    "arms": ("means",),
    "belief": ("epsilon",),
    "averages": ("participants", "epsilon"),
    "gaps": ("gap",),
    "price": ("epsilon", "means"),
    "runs": ("means",),
    "freeze": ("time",),
    "budget": ("participants",),
    "promises": ("epsilon",),
}
NEAR = 5  # times the number of the option that is right, or a fifth of it: an answer further away fits none of them
_NUMBER = re.compile(r"(?:[a-z ]+ )?(\d[\d,]*(?:\.\d+)?)( %| times)?")
_PLACE = re.compile(r"\{([^{}]*)\}")
PLACES = {**SETTINGS, **QUANTITIES}  # what texts can name
MOST_SAMPLES = 10**7  # of the run that a scene shows


@dataclass(frozen=True)
class Prediction:
    """What the room votes on.  Option i is right if limits[i - 1] <= answer < limits[i]."""

    ask: str
    options: tuple[str, ...]
    limits: tuple[float, ...]
    answer: str

    def right(self, value: float) -> int:
        """Which option is right if the answer is this value."""
        return sum(limit <= value for limit in self.limits)

    def number(self, option: int) -> float | None:
        """The number that an option names; None if it names none, or several."""
        found = _NUMBER.fullmatch(self.options[option])
        return float(found[1].replace(",", "")) / (100 if found[2] == " %" else 1) if found else None

    def fits(self, value: float) -> bool:
        """Whether the option that is right if the answer is this value names a number near it, if it names any."""
        named = self.number(self.right(value))
        return not named or named / NEAR <= value <= NEAR * named


@dataclass(frozen=True)
class Scene:
    """One question of a talk."""

    question: str
    text: str
    picture: str
    state: SceneState
    prediction: Prediction
    reveal: str
    remember: str
    notes: str = ""
    source: str = ""


@dataclass(frozen=True)
class Talk:
    """What one file says.

    minutes: how long it takes, about; 0 if the file does not say.  audience: whom it is for, or "".
    """

    title: str
    minutes: int
    audience: str
    scenes: tuple[Scene, ...]


def filled(text: str, state: SceneState) -> str:
    """A text of a scene with its places filled from the scene's state."""

    def fill(place: re.Match[str]) -> str:
        named = PLACES[place[1]]
        return named.written(named.of(state))

    return _PLACE.sub(fill, text)


def read(text: str) -> Talk:
    """The talk that the text of a file describes.

    Raises: ValueError with one sentence that names the scene and what is wrong there.
    """
    if len(text.encode()) > MOST_BYTES:
        raise ValueError(f"a talk must be at most {MOST_BYTES // 1000} KB of text")
    if any(len(line) > LONGEST_LINE for line in text.splitlines()):
        raise ValueError(f"no line of a talk may be longer than {LONGEST_LINE:,} characters")
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise ValueError(f"this is not a TOML file: {quoted(str(error))}") from None
    _known(found, Talk, "the talk")
    scenes = found.get("scenes")
    if not isinstance(scenes, list) or not 1 <= len(scenes) <= MOST_SCENES:
        raise ValueError(f"a talk must have 1 to {MOST_SCENES} scenes, each starting with [[scenes]]")
    title = _text(found, "title", "the talk", 80)
    minutes = int(_number(found, "minutes", "the talk", (0, 600), 0))
    audience = _text(found, "audience", "the talk", 80, "")
    return Talk(
        title, minutes, audience, tuple(_scene(scene, f"scene {place}") for place, scene in enumerate(scenes, start=1))
    )


def _scene(given: Any, where: str) -> Scene:
    if not isinstance(given, dict):
        raise ValueError(f"{where} must be a table that starts with [[scenes]]")
    _known(given, Scene, where)
    picture = given.get("picture")
    if not isinstance(picture, str) or picture not in PICTURES:
        raise ValueError(f"{where}: picture must be one of {', '.join(PICTURES)}, not {quoted(str(picture))}")
    scene = Scene(
        question=_text(given, "question", where, LONGEST["question"]),
        text=_text(given, "text", where, LONGEST["text"]),
        picture=picture,
        state=_state(given.get("state", {}), where),
        prediction=_prediction(given.get("prediction"), where),
        reveal=_text(given, "reveal", where, LONGEST["reveal"]),
        remember=_text(given, "remember", where, LONGEST["remember"]),
        notes=_text(given, "notes", where, LONGEST["notes"], ""),
        source=_text(given, "source", where, LONGEST["text"], ""),
    )
    before = (scene.question, scene.text, scene.prediction.ask, *scene.prediction.options)
    after = (scene.reveal, scene.remember, scene.notes, scene.source)
    _known_places(before, SETTINGS, where, "before its answer only")
    _known_places(after, PLACES, where, "only")
    shown = " ".join(filled(text, scene.state) for text in before).replace(" %", "%")
    if (words := len(shown.split())) > MOST_WORDS:
        raise ValueError(f"{where} shows {words} words before the reveal, but may show at most {MOST_WORDS}")
    return scene


def _state(given: Any, where: str) -> SceneState:
    if not isinstance(given, dict):
        raise ValueError(f"{where}: state must be a table of means, epsilon, risk, participants")
    _known(given, SceneState, f"the state of {where}")
    means = given.get("means", SceneState.means)
    if not isinstance(means, list | tuple) or not ARMS_RANGE[0] <= len(means) <= 6:
        raise ValueError(f"{where}: means must be a list of {ARMS_RANGE[0]} to 6 numbers")
    rates = tuple(_number({"means": mean}, "means", where, (0.001, 0.999)) for mean in means)
    if rates.count(max(rates)) > 1:
        raise ValueError(f"{where}: exactly one mean must be the largest, but several are {max(rates):g}")
    names = given.get("names", [])
    if not isinstance(names, list) or len(names) not in (0, len(rates)):
        raise ValueError(f"{where}: names must be a list with one name for each mean")
    algorithm = given.get("algorithm", SceneState.algorithm)
    known = list(fixed_confidence_algorithms())
    if algorithm not in known:
        raise ValueError(f"{where}: algorithm must be one of {', '.join(known)}, not {quoted(str(algorithm))}")
    return SceneState(
        means=rates,
        names=tuple(_text({"names": name}, "names", where, arm_names.LONGEST) for name in names),
        epsilon=_number(given, "epsilon", where, EPSILON_RANGE, SceneState.epsilon),
        risk=_number(given, "risk", where, RISK_RANGE, SceneState.risk),
        participants=int(_number(given, "participants", where, RANGES["participants"], SceneState.participants)),
        algorithm=algorithm,
        seed=int(_number(given, "seed", where, (0, 10**9), SceneState.seed)),
        run=int(_number(given, "run", where, (0, 10**4), SceneState.run)),
        cap=int(_number(given, "cap", where, (100, MOST_SAMPLES), SceneState.cap)),
    )


def _prediction(given: Any, where: str) -> Prediction:
    if not isinstance(given, dict):
        raise ValueError(f"{where} must have a prediction, a table with ask, options, limits and answer")
    _known(given, Prediction, f"the prediction of {where}")
    options, limits = given.get("options"), given.get("limits")
    if not isinstance(options, list) or not 2 <= len(options) <= MOST_OPTIONS:
        raise ValueError(f"{where}: options must be a list of 2 to {MOST_OPTIONS} strings")
    if not isinstance(limits, list) or len(limits) != len(options) - 1:
        raise ValueError(
            f"{where}: limits must be a list of {len(options) - 1} numbers, one between each pair of "
            "neighbouring options"
        )
    borders = tuple(_number({"limits": limit}, "limits", where, (-math.inf, math.inf)) for limit in limits)
    if any(low >= high for low, high in pairwise(borders)):
        raise ValueError(f"{where}: limits must increase")
    answer = _text(given, "answer", where, 60)
    if answer not in QUANTITIES:
        raise ValueError(f"{where} names {quoted(answer)}, but only these are computed: {', '.join(QUANTITIES)}")
    prediction = Prediction(
        ask=_text(given, "ask", where, LONGEST["ask"]),
        options=tuple(_text({"options": option}, "options", where, LONGEST["option"]) for option in options),
        limits=borders,
        answer=answer,
    )
    for place, option in enumerate(prediction.options):
        named = prediction.number(place)
        if named is not None and prediction.right(named) != place:
            raise ValueError(f"{where}: {quoted(option)} is not within its limits, so an answer of it would be wrong")
    return prediction


def _known(given: dict[str, Any], kind: Any, where: str) -> None:
    """Refuse what is no field of this dataclass."""
    names = {field.name for field in fields(kind)}
    if unknown := sorted(set(given) - names):
        raise ValueError(f"{where} has {quoted(str(unknown[0]))}, but may only have {', '.join(sorted(names))}")


def _known_places(texts: Iterable[str], names: Collection[str], where: str, only: str) -> None:
    """Refuse a place in the texts that none of the names fills."""
    for name in (name for text in texts for name in _PLACE.findall(text)):
        if name not in names:
            known = ", ".join(f"{{{each}}}" for each in names)
            raise ValueError(f"{where} has {quoted(f'{{{name}}}')}, but {only} {known} can be filled in")


def _text(given: dict[str, Any], name: str, where: str, longest: int, default: str | None = None) -> str:
    text = given.get(name, default)
    if not isinstance(text, str) or (default is None and not text.strip()):
        raise ValueError(f"{where}: {name} must be text")
    if len(text) > longest:
        raise ValueError(f"{where}: {name} must be at most {longest} characters, not {len(text)}")
    return text.strip()


def _number(
    given: dict[str, Any], name: str, where: str, limits: tuple[float, float], default: float | None = None
) -> float:
    value = given.get(name, default)
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or (isinstance(value, float) and math.isnan(value))
    ):
        raise ValueError(f"{where}: {name} must be a number, not {quoted(str(value))}")
    if not limits[0] <= value <= limits[1]:
        raise ValueError(
            f"{where}: {name} must be between {limits[0]:g} and {limits[1]:g}, not {quoted(str(value), 20)}"
        )
    return value
