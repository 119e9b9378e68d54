"""What the arms are called: a visitor's or a story's words, which pages show as they are."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import zip_longest

from ui.look.literal import quoted

LONGEST = 24
MOST_NAMED = 4
_SIGNS = " '%()+-"
# A letter or digit first, marks on letters: nothing that Markdown, HTML or Plotly would take for a sign of theirs.
_KINDS = re.compile(r"l(?:l|s|m{1,2}(?!m))*")


def checked(names: Sequence[str], arms: int, what: str = "the name of an arm") -> tuple[str, ...]:
    """The names of the first arms, "" where one has none, or a ValueError that says what is wrong with `what`."""
    kept = [_composed(name).strip() for name in names[:arms]]
    for name in kept:
        if name and (len(name) > LONGEST or not _KINDS.fullmatch("".join(map(_kind, name))) or "--" in name):
            raise ValueError(
                f"{what} must be up to {LONGEST} letters, digits, spaces or the signs -+%'(), not {quoted(name)}"
            )
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)


def _composed(name: str) -> str:
    """The name with letter and mark as one where they can be; one far too long stays as it is."""
    return name if len(name) > 4 * LONGEST else unicodedata.normalize("NFC", name)


def _kind(letter: str) -> str:
    if letter.isalnum():
        return "l"
    return "m" if unicodedata.category(letter) in ("Mn", "Mc") else "s" if letter in _SIGNS else "?"


def split(text: str) -> list[str]:
    """The names in a text with commas between them, as they stand."""
    return re.split(r"[,;\n]", text)


def either(named: Sequence[str]) -> str:
    """Which of these will do: "arm 1", "either arm 1 or arm 2", "any of 7 good arms"; of up to four each by name."""
    *others, last = named
    if not others:
        return last
    if len(others) == 1:
        return f"either {others[0]} or {last}"
    return f"any of {', '.join(others)} and {last}" if len(others) < MOST_NAMED else f"any of {len(named)} good arms"


def name(names: Sequence[str], arm: int) -> str:
    """What arm number `arm` (from 0) is called."""
    return (names[arm] if arm < len(names) else "") or f"arm {arm + 1}"


def given_names(named: Sequence[str]) -> tuple[str, ...]:
    """The names that options were given, "" for one that is called option 1, option 2, ...: see option_names."""
    return tuple("" if name == other else name for name, other in zip(named, option_names(len(named)), strict=True))


def option_names(options: int, given: Sequence[str] = ()) -> tuple[str, ...]:
    """The names given to the first options, and for those that have none: option 1, option 2, ..."""
    usual = (f"option {i}" for i in range(1, options + 1))
    return tuple(name or other for name, other in zip_longest(given, usual))
