"""Words of stakeholders and of the theory side by side: see glossary.toml."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Word:
    """One notion: its name on stakeholders' pages and in theory, its meaning, and a page that shows it."""

    plain: str
    theory: str
    meaning: str
    page: str
    terms: Sequence[str] = ()


def anchor(title: str) -> str:
    """The anchor of a part of the page: "What is compared" has #what-is-compared."""
    return re.sub(r"\W+", "-", title.lower())


GROUPS = {group["title"]: [Word(**word) for word in group["words"]] for group in _TABLE["groups"]}  # by their topics
