"""What pins say, and how they differ: in words and numbers."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from ui.look.numbers import setting
from ui.pins.pin import PinnedState
from ui.shell.address import Parts

LETTERS = "ABCD"
OWN_DATA = "A pin holds what the page's link holds: your own data stay out of it, and so does an answer about them."
FULL = "Four states are pinned already: remove one first."
READING = "In brackets: against the first of the row, as a factor where both have one sign."
FROM_FILE = "the words of the file, not of this dashboard"
NOTHING_SAID = "No verdict: the page had none that a pin may hold."
# Of the inputs of each page, by its address and their names in links: what stands beside them there.
LABELS: Mapping[str, Mapping[str, str]] = json.loads(
    Path(__file__).with_name("labels.json").read_text(encoding="utf-8")
)
_LONGEST_CELL = 120


def plain(markdown: str) -> str:
    """A verdict as plain text, on one line."""
    text = re.sub(r"\\([^\w\s])", r"\1", markdown.replace("**", "")).replace("\u2060", "")
    return " ".join(text.split())


def heads(pins: Mapping[str, PinnedState]) -> list[str]:
    """Those of a table of differences; pins by their letters."""
    return ["input", *pins]


def differences(
    pins: Mapping[str, PinnedState], labels: Mapping[str, str], among: Sequence[str] | None = None
) -> list[list[str]]:
    """The inputs in which these pins differ, a row of HTML each: its label, or its name in links, and its values.

    among: the inputs to look at, all if None.
    """
    said = [pin.inputs for pin in pins.values()]
    names = dict.fromkeys(name for inputs in said for name in inputs)
    return [
        [escape(labels.get(name, name)), *_cells([_text(inputs, name) for inputs in said])]
        for name in names
        if (among is None or name in among) and len({_text(inputs, name) for inputs in said}) > 1
    ]


def _text(inputs: Parts, name: str) -> str | None:
    return ", ".join(inputs[name]) if name in inputs else None


def _cells(texts: Sequence[str | None]) -> list[str]:
    first = next(text for text in texts if text is not None)
    return [_cell(text, "" if text == first else _against(first, text)) for text in texts]


def _cell(text: str | None, against: str) -> str:
    if text is None:
        return "—"
    short = text if len(text) <= _LONGEST_CELL else f"{text[: _LONGEST_CELL - 1]}…"
    return escape((short or "(empty)") + against)


def _against(first: str, text: str | None) -> str:
    """What lies between two values that are numbers; "" of others."""
    try:
        base, value = float(first), float(text or "")
    except ValueError:
        return ""
    if not (math.isfinite(base) and math.isfinite(value) and math.isfinite(value - base)) or value == base:
        return ""
    if base * value > 0 and math.isfinite(value / base):
        return f" (× {setting(value / base)})"
    return f" ({'+' if value > base else '−'}{setting(abs(value - base))})"
