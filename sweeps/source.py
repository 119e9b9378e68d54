"""A sweep's TOML file, and the words in it: the question, the answer, and how it is drawn first."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MOST_BYTES = 2**20
MOST_CELLS = 10_000  # of a sweep
WORDS = ("question", "answer", "finding", "view")
LONGEST_TEXT = 2000
LONGEST_QUOTE = 100
_VIEW = ("x", "y", "split")


@dataclass(frozen=True)
class Words:
    """question, answer, finding: sentences, "" where there are none; the finding stands below the picture.

    x, y, split: names of columns, "" where not said.
    """

    question: str = ""
    answer: str = ""
    finding: str = ""
    x: str = ""
    y: str = ""
    split: str = ""


def parsed(path: Path) -> dict[str, Any]:
    """The file's tables, unchecked.  Raises: ValueError, one sentence; OSError when it cannot be read."""
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"the file is larger than {MOST_BYTES // 2**20} MB")
    try:
        return tomllib.loads(content.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"the file is not TOML: {quoted(str(error))[1:-1]}") from error
    except RecursionError as error:
        raise ValueError("the file is not a sweep: its arrays are nested too deeply") from error


def check_words(tables: Mapping[str, Any]) -> Words:
    """The words of a sweep's file.  Raises: ValueError, one sentence."""
    view = tables.get("view", {})
    if not isinstance(view, dict) or not set(view) <= set(_VIEW):
        raise ValueError(f"view must be a table of {', '.join(_VIEW)}, not {quoted(view)}")
    texts = {name: tables.get(name, "") for name in ("question", "answer", "finding")} | view
    for name, text in texts.items():
        if not isinstance(text, str) or len(text) > LONGEST_TEXT:
            raise ValueError(f"{name} must be a text of at most {LONGEST_TEXT} characters, not {quoted(text)}")
    return Words(**{name: " ".join(text.split()) for name, text in texts.items()})


def quoted(value: object) -> str:
    """The value in a message: on one line, at most LONGEST_QUOTE characters."""
    text = " ".join((value if isinstance(value, str) else repr(value)[: 2 * LONGEST_QUOTE]).split())
    shown = repr(text) if isinstance(value, str) else text
    return shown if len(shown) <= LONGEST_QUOTE else f"{shown[: LONGEST_QUOTE - 1]}…"
