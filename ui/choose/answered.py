"""What the page, its report and its pins know of an answer, whichever promise it carries and however it was found."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from dpcore.trial import Plan
from ui.choose.question import ChoiceProblem, Question
from ui.choose.scene import ChoicePicture
from ui.choose.words import plain

SENTENCES = ("promise", "short_promise", "asked", "verdict", "takes", "picture_reading", "proof")
PLAN = {
    "Error": "error",
    "Smallest difference": "smallest_difference",
    "Participants": "recruited",
    "Looks and stopping": "looks",
    "What is published": "published",
}


@dataclass(frozen=True, eq=False)
class Answered:
    """A question with its answer: of a fixed design exact (ui.choose.fixed), else simulated (ui.choose.sequential).

    epsilon: the chosen one: the visitor's pick, else the recommended one; None while there is neither.
    is_complete: whether every figure is known.
    promise: what the study promises about its answer, with its numbers; short_promise: in a few words.
    asked: the question in one sentence.  verdict: the epsilon to choose, what it takes and protects, or why none is.
    details: the expert's sentences.  takes: how many participants the chosen epsilon takes, "" while none is chosen.
    picture_reading: what its areas and lines are.  caveats: what to know of own data before the figures.
    readings: the figures, and what each is.  facts: the same, and the curves, as plain values; curves: as tables.
    assumptions: what is taken for granted.  guarantees: what is proven, and where.  proof: of the plan's privacy.
    trial: the plan as a file that dpcore.trial carries out; None where it does not.
    plan: its paragraphs by their headings, none while no epsilon is chosen.  inputs: those that not every promise has.
    known: how the figures are known that pinned plans are compared by; a figure that is not known is None.
    enough_from: smallest epsilon that is enough.  needed: participants that the chosen epsilon takes.
    not_ruled_out: smallest epsilon that the promise's lower bound leaves open.
    """

    question: Question[ChoiceProblem]
    epsilon: float | None
    is_complete: bool
    promise: str
    short_promise: str
    asked: str
    verdict: str
    details: list[str]
    takes: str
    picture: ChoicePicture
    picture_reading: str
    caveats: list[str]
    readings: pd.DataFrame
    facts: dict[str, Any]
    curves: dict[str, pd.DataFrame]
    assumptions: list[str]
    guarantees: list[str]
    proof: str
    trial: Plan | None
    plan: dict[str, str]
    inputs: dict[str, str]
    known: str
    enough_from: float | None
    needed: float | None
    without_privacy: float | None
    not_ruled_out: float | None = None


def sentences(say: Callable[[str], str], has_plan: bool) -> dict[str, Any]:
    """What is said of every answer, and its plan if there is one.  say: what says the sentence of a name."""
    plan = {heading: plain(say(name)) for heading, name in PLAN.items()} if has_plan else {}
    return {**{name: say(name) for name in SENTENCES}, "plan": plan}
