"""The ledger of a trial: one SQLite file that holds the plan and what has been published, and no raw count.

Every entry carries the SHA-256 of the entry before it, so that a change of the file is noticed.  An entry is written in
one transaction: whenever the process is killed, the entry is there whole, or nothing is.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpcore.trial.errors import TrialError

FORMAT = 1
_APPLICATION = 0x50_6F_50_31  # "PoP1", in the file's header
_WAIT = 10.0  # seconds for another process
_FIRST = "0" * 64
_TABLE = """CREATE TABLE entries (
    number INTEGER PRIMARY KEY, content TEXT NOT NULL, previous TEXT NOT NULL, digest TEXT NOT NULL UNIQUE
) STRICT"""
_DAMAGED = "The file “{}” is damaged, or it is not a trial."
_BUSY = "Another process is using this trial; nothing was changed. Try again."


@dataclass(frozen=True)
class Entry:
    """number: from 0.  content: plain values.  previous, digest: SHA-256 of the entry before, and of this one."""

    number: int
    content: dict[str, Any]
    previous: str
    digest: str


class Ledger:
    """Entries that can be added and never changed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, path: Path, content: dict[str, Any]) -> "Ledger":
        """Make the file with its first entry.  Raises: TrialError if there is a file already, or it cannot be made."""
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            raise TrialError(f"The file “{path}” already exists and was not overwritten.") from None
        except OSError as problem:
            raise TrialError(f"The file “{path}” cannot be created: {problem.strerror}.") from None
        ledger = cls(path)
        try:
            with ledger._connected() as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                connection.execute(f"PRAGMA user_version = {FORMAT}")
                connection.execute(_TABLE)
                _append(connection, [], content)
                connection.execute("COMMIT")
        except TrialError:
            path.unlink(missing_ok=True)
            raise
        return ledger

    def entries(self) -> list[Entry]:
        """All entries, checked.  Raises: TrialError if the file is missing, foreign, newer, damaged or changed."""
        with self._connected() as connection:
            return _entries(connection, self.path)

    @contextmanager
    def adding(self) -> Iterator["Addition"]:
        """A transaction that sees all entries and may add one, while no other process can add any.

        Raises: TrialError as entries, or if the entry cannot be written; then nothing has been added.
        """
        with self._connected() as connection:
            connection.execute("BEGIN IMMEDIATE")
            addition = Addition(_entries(connection, self.path))
            yield addition
            if addition.content is not None:
                addition.entries.append(_append(connection, addition.entries, addition.content))
            connection.execute("COMMIT")

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        if not self.path.is_file():
            raise TrialError(f"There is no file “{self.path}”.")
        try:
            with closing(sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None)) as connection:
                connection.execute("PRAGMA synchronous = EXTRA")  # the removal of the journal is the commit
                yield connection
        except sqlite3.Error as problem:
            told = _told(problem, self.path)
        except (UnicodeDecodeError, json.JSONDecodeError):
            told = _DAMAGED.format(self.path)
        else:
            return
        raise TrialError(told)


@dataclass
class Addition:
    """The entries, in the end with the one that was added, and the content of the one to add; None adds nothing."""

    entries: list[Entry]
    content: dict[str, Any] | None = None


def _told(problem: sqlite3.Error, path: Path) -> str:
    """What a visitor reads of a fault of the database; its own text never shows."""
    code = getattr(problem, "sqlite_errorcode", None)
    kind = None if code is None else code & 0xFF
    if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _BUSY
    if kind == sqlite3.SQLITE_FULL:
        return f"The disk of “{path}” is full; nothing was published and nothing was changed."
    if kind in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR):
        return f"The file “{path}” cannot be written; nothing was published and nothing was changed."
    return _DAMAGED.format(path)


def _entries(connection: sqlite3.Connection, path: Path) -> list[Entry]:
    if path.stat().st_size == 0:
        raise TrialError(
            f"The file “{path}” is empty, so it is not a trial. If creating it was interrupted, delete it."
        )
    if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
        raise TrialError(f"The file “{path}” is not a trial.")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != FORMAT:
        raise TrialError(f"The trial in “{path}” has format {version}, and this version knows format {FORMAT} only.")
    rows = connection.execute("SELECT number, content, previous, digest FROM entries ORDER BY number").fetchall()
    previous = _FIRST
    for place, (number, content, before, digest) in enumerate(rows):
        if (number, before, digest) != (place, previous, _digest(place, content, previous)):
            raise TrialError(f"Entry {place} of “{path}” does not fit the entries before it: the file was changed.")
        previous = digest
    if not rows:
        raise TrialError(_DAMAGED.format(path))
    return [Entry(number, json.loads(content), before, digest) for number, content, before, digest in rows]


def _append(connection: sqlite3.Connection, entries: list[Entry], content: dict[str, Any]) -> Entry:
    number, previous = len(entries), entries[-1].digest if entries else _FIRST
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, sort_keys=True)
    digest = _digest(number, text, previous)
    connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (number, text, previous, digest))
    return Entry(number, content, previous, digest)


def _digest(number: int, content: str, previous: str) -> str:
    return hashlib.sha256(f"{number}\n{previous}\n{content}".encode()).hexdigest()
