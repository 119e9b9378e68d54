"""What the answer takes for granted, and what is proven of it, and where."""

import json
import math
from pathlib import Path

from dpcore.fixed_confidence.algorithms.pb_tas.entry import default_first_batch as pb_tas_first_batch
from dpcore.fixed_confidence.algorithms.prise.entry import default_first_batch
from ui.choose.question import SequentialQuestion
from ui.choose.sequential.words import given
from ui.choose.words import PRIVATE_DATA_NOTE
from ui.components import assets
from ui.look.numbers import count, setting
from ui.look.sentences import Template, said

TEMPLATES: dict[str, Template] = json.loads(assets.text(Path(__file__).with_suffix(".json")))
ASSUMED = ("outcomes", "rates", "arrivals", "quantile", "noise", "small_differences", "own_data")
PROVEN = ("bound", "method", "looks", "stopping")
SMALLEST_GAP = 1 / 5000  # times the number of options: from there on PRISE is proven to stop (docs/prise.md)


def assumptions(question: SequentialQuestion) -> list[str]:
    """What the answer takes for granted."""
    values = given(question)
    note = PRIVATE_DATA_NOTE if question.problem.data is not None else ""
    return [each for each in (*(said(TEMPLATES, f"{name}_assumed", values) for name in ASSUMED), note) if each]


def guarantees(question: SequentialQuestion, epsilon: float | None) -> list[str]:
    """What is proven, and where; epsilon: the chosen one, None while there is none."""
    values = {
        **given(question),
        "first": _first_look(question, epsilon),
        "epsilon": "" if epsilon is None else setting(epsilon),
        "gap": setting(100 * SMALLEST_GAP * len(question.problem.names)),
    }
    return [said(TEMPLATES, name, values) for name in PROVEN]


def _first_look(question: SequentialQuestion, epsilon: float | None) -> str:
    """How many participants come before the first look, with PB-TaS of one option; "" while nobody knows."""
    noise = math.inf if question.problem.trust_model == "local" else epsilon
    if noise is None:
        return ""
    if question.problem.indifference:
        return count(pb_tas_first_batch(noise))
    return count(len(question.problem.names) * default_first_batch(noise))
