"""What the arms are called: a visitor's or a story's words, which pages show as they are."""

import re
from collections.abc import Sequence

from ui.look.literal import quoted

LONGEST = 24
_NAME = re.compile(r"[^\W_](?:[^\W_]|[ '%()+-])*")  # nothing that Markdown, HTML or Plotly would take for a sign


def checked(names: Sequence[str], arms: int) -> tuple[str, ...]:
    """The names of the first arms, "" where one has none, or a ValueError that says what is wrong with them."""
    kept = [name.strip() for name in names[:arms]]
    for name in kept:
        if name and (len(name) > LONGEST or not _NAME.fullmatch(name)):
            raise ValueError(
                f"the name of an arm must be up to {LONGEST} letters, digits, spaces or signs of -+%'(), "
                f"got {quoted(name)}"
            )
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)


def split(text: str) -> list[str]:
    """The names in a text with commas between them, as they stand."""
    return re.split(r"[,;\n]", text)


def name(names: Sequence[str], arm: int) -> str:
    """What arm number `arm` (from 0) is called."""
    return (names[arm] if arm < len(names) else "") or f"arm {arm + 1}"
