"""Names of options and columns as in a file: one spelling each, shortened, and safe to show."""

import re
import unicodedata
from collections.abc import Iterable

LONGEST_SHOWN = 40
LONGEST_NAME = 1000

_KEPT = "\u200c\u200d"  # ZWNJ and ZWJ part and join letters of Persian, Hindi and emoji
_MARKS_OF_DIRECTION = "\u200e\u200f\u061c"
_OVERRIDES = {*range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_INVISIBLE = re.compile("[\u200b\u2060\ufeff\u00ad]")


def clean_name(text: str) -> str:
    """The name in one spelling: composed letters (NFC), any white space as one space, nothing invisible around it.

    Raises: ValueError, the end of a sentence that names the character, if it holds a control or direction override.
    """
    name = " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFC", text[: LONGEST_NAME + 1])).split())
    for letter in name:
        if ord(letter) in _OVERRIDES or unicodedata.category(letter) in ("Cc", "Cs"):
            kind = "changes the direction of the text" if ord(letter) in _OVERRIDES else "is a control character"
            title = unicodedata.name(letter, "")
            raise ValueError(
                f"holds the character U+{ord(letter):04X}{f' ({title.lower()})' if title else ''}, which {kind}; "
                "take it out of the name."
            )
    if len(name) > LONGEST_NAME:
        raise ValueError(f"has more than {LONGEST_NAME:,} characters; shorten the name.")
    return name


def likeness(name: str) -> str:
    """A form that is the same for names that differ only by case, spaces, width, or 1 and 1.0."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(letter for letter in plain if not letter.isspace() and letter not in _KEPT + _MARKS_OF_DIRECTION)
    whole, mark, digits = bare.partition(".")
    return (whole.lstrip("0") or "0") if whole.isdigit() and not digits.strip("0") and (mark or whole) else bare


def alike(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The groups of different names that look alike, in the order of their first."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(likeness(name), []).append(name)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def shown(text: str, longest: int = LONGEST_SHOWN) -> str:
    """A text in a sentence: between quotation marks, on one line, short, with hidden characters written out."""
    cut = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return f"“{''.join(map(_visible, cut))}”"


def _visible(letter: str) -> str:
    if letter.isprintable() or letter in _KEPT:
        return letter
    return " " if letter.isspace() else f"U+{ord(letter):04X}"


def listed(texts: Iterable[str], most: int = 4) -> str:
    """Texts in a sentence: “A”, “B” and “C”; of many the first ones."""
    quoted = [shown(text) for text in texts]
    if len(quoted) > most:
        return f"{', '.join(quoted[:most])} and {len(quoted) - most:,} more"
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)
