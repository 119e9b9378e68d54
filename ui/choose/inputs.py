"""What the inputs of the page hold, by their keys: a click may come before those that it needs are drawn.

The boxes for numbers, with their words and limits, stand in inputs.json.
"""

import contextlib
import json
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.choose.question import BEAT, FIND, ONCE, RATES, SURE, WHATEVER
from ui.components import assets
from ui.controls.number_box import count_box, number_box, number_in
from ui.reading.columns import read_box
from ui.state.keys import KEPT

MODES = ("a difference", "the rates", "own data")
IN_TOTAL = "in total"
PACES = {IN_TOTAL: ("people",), "per day": ("daily", "days"), "per week": ("weekly", "weeks")}  # with their boxes
DESIGNS = ((FIND, ONCE), (FIND, RATES), (FIND, SURE), (WHATEVER, SURE), (BEAT, RATES))
BOXES: dict[str, dict[str, Any]] = json.loads(assets.text(Path(__file__).with_suffix(".json")))
OPENINGS: dict[str, Any] = {
    "promise": FIND,
    "looking": ONCE,
    "any-rate": False,
    "wrong": 0.01,
    "missing-rule": "count as failures",
    "called": "",
} | {key: box["opening"] for key, box in BOXES.items()}


def limits_of(key: str) -> tuple[float, float]:
    """The smallest and the largest number that this box takes."""
    low, high = BOXES[key]["limits"]
    return low, high


def box(key: str, place: DeltaGenerator | None = None) -> float:
    """Draw this box for a number; what it holds."""
    told = BOXES[key]
    draw = count_box if isinstance(told["opening"], int) else number_box
    return draw(
        told["label"], tuple(told["limits"]), told["opening"], key=key, place=place, **told.get("how", {}), **KEPT
    )


def looks_once() -> bool:
    """Whether the study that is asked for looks once, at the end."""
    promise = given("promise")
    return bool(promise == BEAT or (promise == FIND and given("looking") != SURE))


def given(key: str) -> Any:
    """What the input of this key holds, or will hold once it is drawn."""
    opening = OPENINGS[key]
    if isinstance(opening, bool | str):
        return st.session_state.get(key, opening)
    number = _in_link(key) if key not in st.session_state else number_in(key)
    return opening if number is None else number


def _in_link(key: str) -> float | None:
    """The number that a link says of a box that is not drawn yet, as far as the box can hold it."""
    limits = limits_of(key) if key in BOXES else (0.0, 1.0)
    with contextlib.suppress(KeyError, ValueError):
        return read_box(st.query_params[key], *limits, is_plain=True)
    return None
