"""Words of stakeholders and of the theory side by side: see glossary.toml."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Word:
    """One notion: what stakeholders' pages call it, what theory calls it, what it means, and a page that shows it."""

    plain: str
    theory: str
    meaning: str
    page: str
    terms: Sequence[str] = ()


@dataclass(frozen=True)
class WordGroup:
    """Words of one matter."""

    title: str
    words: tuple[Word, ...]


def anchor(title: str) -> str:
    """What a link to a part of the page names: "What is tried" is #what-is-tried."""
    return re.sub(r"\W+", "-", title.lower())


GROUPS = tuple(WordGroup(group["title"], tuple(Word(**word) for word in group["words"])) for group in _TABLE["groups"])
