"""An exercise sheet as a lecturer writes it: which kinds of questions, how difficult, for which seed."""

import hashlib
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dpcore._validation import check_choice, check_count, check_type, quoted
from dpcore.exercises.kinds import QUESTION_KINDS

DIFFICULTIES = ("easy", "medium", "hard")
LONGEST_TITLE = 80  # characters
LONGEST_NAME = 100
LONGEST_TEXT = 10_000
LARGEST_SEED = 2**31
_FIELDS = ("title", "difficulty", "seed", "kinds")
_VERSION = "1"  # of the line; what a line means never changes
_PARTS = 5
_SHEETS = Path(__file__).parent / "sheets"


@dataclass(frozen=True)
class Sheet:
    """A title, kinds of questions in order, how difficult the instances are, and the seed that they are made from.

    Raises: ValueError, one sentence, when a field is out of its domain.
    """

    title: str
    kinds: tuple[str, ...]
    difficulty: str = "medium"
    seed: int = 0

    def __post_init__(self) -> None:
        title = check_type("title", self.title, str)
        if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
            raise ValueError(f"title must be 1 to {LONGEST_TITLE} printable characters, not {quoted(title)}")
        if not isinstance(self.kinds, list | tuple) or not 1 <= len(self.kinds) <= len(QUESTION_KINDS):
            raise ValueError(f"kinds must be a list of 1 to {len(QUESTION_KINDS)} names, not {quoted(self.kinds)}")
        for kind in self.kinds:
            if not isinstance(kind, str) or kind not in QUESTION_KINDS:
                raise ValueError(f"there is no kind of question {quoted(kind)}, only: {', '.join(QUESTION_KINDS)}")
        if len(set(self.kinds)) < len(self.kinds):
            raise ValueError(f"kinds must differ, but are {quoted(list(self.kinds))}")
        check_choice("difficulty", self.difficulty, DIFFICULTIES)
        object.__setattr__(self, "seed", check_count("seed", self.seed, 0, LARGEST_SEED))
        object.__setattr__(self, "kinds", tuple(self.kinds))

    @property
    def line(self) -> str:
        """The sheet in one line, as links carry it; sheet_from_line reads it."""
        return "~".join((_VERSION, self.difficulty, str(self.seed), ",".join(self.kinds), self.title))

    @property
    def digest(self) -> bytes:
        """SHA-256 of the line, which differs between sheets."""
        return hashlib.sha256(self.line.encode()).digest()

    def student(self, name: str) -> bytes:
        """SHA-256 of this sheet and a student's name or number; capitals and spaces around words do not count.

        The name itself is then stored nowhere, but it is not secret: anyone who guesses it can hash it as well.
        Raises: ValueError if there is no name, or if it is longer than LONGEST_NAME characters.
        """
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            raise ValueError(f"name must be a text of at most {LONGEST_NAME} characters, not {quoted(name)}")
        words = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
        if not any(letter.isalnum() for letter in words):
            raise ValueError(f"name must contain a letter or a digit, not {quoted(name)}")
        return hashlib.sha256(self.digest + words.encode(errors="replace")).digest()


def sheet_from_line(line: str) -> Sheet:
    """The sheet that a link's line says.  Raises: ValueError, one sentence.

    Examples:
        >>> sheet_from_line(Sheet("A", ("attacker-belief",)).line).title
        'A'
    """
    parts = check_type("sheet", line, str).split("~", _PARTS - 1)
    if len(line) > LONGEST_TEXT or len(parts) < _PARTS or parts[0] != _VERSION:
        raise ValueError(f"a sheet's line must be 1~difficulty~seed~kinds~title, not {quoted(line)}")
    _, difficulty, seed, kinds, title = parts
    if not (seed.isascii() and seed.isdigit() and len(seed) <= len(str(LARGEST_SEED))):
        raise ValueError(f"seed must be a whole number from 0 to {LARGEST_SEED}, not {quoted(seed)}")
    return Sheet(title, tuple(kinds.split(",")), difficulty, int(seed))


def read_sheet(text: str) -> Sheet:
    """The sheet that a TOML text describes: title, difficulty, seed, kinds.  Raises: ValueError, one sentence.

    Examples:
        >>> read_sheet("title = 'A'" + chr(10) + "kinds = ['attacker-belief']").kinds
        ('attacker-belief',)
    """
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise ValueError(f"a sheet must be a text of at most {LONGEST_TEXT} characters, not {quoted(text)}")
    try:
        found: Mapping[str, Any] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise ValueError(f"a sheet must be valid TOML: {quoted(str(error))[1:-1]}") from error
    for field in found:
        if field not in _FIELDS:
            raise ValueError(f"a sheet cannot contain {quoted(field)}, only: {', '.join(_FIELDS)}")
    for field in ("title", "kinds"):
        if field not in found:
            raise ValueError(f"a sheet needs {field}")
    return Sheet(found["title"], found["kinds"], found.get("difficulty", "medium"), found.get("seed", 0))


@cache
def shipped_sheets() -> tuple[Sheet, ...]:
    """The sheets that come along, from the easiest."""
    found = [read_sheet(path.read_text(encoding="utf-8")) for path in sorted(_SHEETS.glob("*.toml"))]
    return tuple(sorted(found, key=lambda sheet: DIFFICULTIES.index(sheet.difficulty)))
