"""The kinds of questions, read from kinds.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class QuestionKind:
    """What all questions of one kind share; kinds.toml says what each field means."""

    name: str
    title: str
    text: str
    attempts: int
    hints: tuple[str, ...]
    why: str
    source: str
    unit: str
    within: float | None
    within_points: float | None
    draws: Mapping[str, tuple[Any, ...]]
    choices: Mapping[str, Any]


def _kind(name: str, said: dict[str, Any]) -> QuestionKind:
    return QuestionKind(
        name=name,
        title=said["title"],
        text=said["text"],
        attempts=said["attempts"],
        hints=tuple(said["hints"]),
        why=said["why"],
        source=said["source"],
        unit=said.get("unit", ""),
        within=said.get("within"),
        within_points=said.get("within_points"),
        draws={each: tuple(rule) for each, rule in said.get("draws", {}).items()},
        choices=said.get("choices", {}),
    )


_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
QUESTION_KINDS: Mapping[str, QuestionKind] = {name: _kind(name, said) for name, said in _TABLES.items()}
