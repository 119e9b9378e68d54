"""What the inputs of the page hold, by their keys: a click may come before those that it needs are drawn."""

from typing import Any

import streamlit as st

from ui.choose.question import BEAT, FIND, ONCE, RATES, SURE, WHATEVER
from ui.controls.number_box import number_in

MODES = ("a difference", "the rates", "own data")
MOST_MISSING = 90.0  # percent
MOST_BLOCK = 1000
DESIGNS = ((FIND, ONCE), (FIND, RATES), (FIND, SURE), (WHATEVER, SURE), (BEAT, RATES))
DEFAULTS: dict[str, Any] = {
    "promise": FIND,
    "looking": ONCE,
    "options": 3,
    "usual": 30.0,
    "better": 10.0,
    "any-rate": False,
    "wrong": 0.01,
    "claim": 2.5,
    "miss": 10.0,
    "people": 10_000,
    "daily": 200.0,
    "days": 50,
    "extra": 10.0,
    "ignore": 0.0,
    "missing": 0.0,
    "missing-rule": "count as failures",
    "block": 1,
}


def given(key: str) -> Any:
    """What the input of this key holds, or will hold once it is drawn."""
    default = DEFAULTS[key]
    if isinstance(default, bool | str):
        return st.session_state.get(key, default)
    number = number_in(key)
    return default if number is None else number
