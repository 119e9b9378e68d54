"""Whose turn it is: the jobs of all visitors share a turn for each core, and visitors take them one after another.

This file's lock is never held while a job computes: a job asks for its turn, waits, works, and gives the turn back.
"""

import threading
import time
from enum import Enum, auto

from dpcore.cores import cores

SLICE_SECONDS = 0.5  # then a job gives its turn back at its next checkpoint, if others wait
MOST_JOBS = 200  # jobs of all visitors, at work or waiting; each has a thread
MOST_JOBS_OF_ONE = 20  # jobs of one visitor; only one of them is at work

CROWDED = "Too many computations are waiting on this server. Reload the page in a few minutes."


class CrowdedError(Exception):
    """There is no room for another job.  The text is a sentence for the page."""


class _Place(Enum):
    OUTSIDE = auto()
    WAITS = auto()
    WORKS = auto()


_lock = threading.Lock()
_all: "list[Turn]" = []  # each visitor's first job here is at work or in line
_line: list[str] = []  # visitors; whoever has waited longest comes first


class Turn:
    """One job's place among all jobs; only the job's own thread calls enter, wait and leave."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.seconds = 0.0  # how long it was at work in earlier turns
        self._place = _Place.OUTSIDE
        self._began = 0.0
        self._is_over = False
        self._changed = threading.Condition(_lock)

    def enter(self) -> None:
        """Line up behind everyone who waits.

        Raises: CrowdedError if there are already MOST_JOBS, or MOST_JOBS_OF_ONE of this visitor's.
        """
        with _lock:
            visitors = [turn.visitor for turn in _all if not turn._is_over]
            if len(visitors) >= MOST_JOBS or visitors.count(self.visitor) >= MOST_JOBS_OF_ONE:
                raise CrowdedError(CROWDED)
            self._place = _Place.WAITS
            _all.append(self)
            _hand_out()

    def wait(self) -> bool:
        """Wait for the turn, and return whether it has come; it does not come once `end` was called."""
        with _lock:
            self._changed.wait_for(lambda: self._place is _Place.WORKS or self._is_over)
            return not self._is_over

    def share(self) -> None:
        """A checkpoint: after SLICE_SECONDS give the turn back, if others wait, until it comes again."""
        if self.seconds_at_work - self.seconds < SLICE_SECONDS:
            return
        with _lock:
            if not _line or self._place is not _Place.WORKS or self._is_over:
                return
            self._give_back(_Place.WAITS)
        self.wait()

    def leave(self) -> None:
        """Leave the line or give the turn back, because the job is over."""
        with _lock:
            if self in _all:
                _all.remove(self)
            self._give_back(_Place.OUTSIDE)

    def end(self) -> None:
        """Make the job end without waiting any longer; any thread may call it."""
        with _lock:
            self._is_over = True
            self._changed.notify_all()

    @property
    def seconds_at_work(self) -> float:
        """How long it has been at work, in all turns."""
        return self.seconds + (time.monotonic() - self._began if self._place is _Place.WORKS else 0.0)

    @property
    def others_wait(self) -> bool:
        """Whether any visitor waits for a turn."""
        return bool(_line)

    @property
    def waits(self) -> bool:
        """Whether it waits for its turn."""
        return self._place is _Place.WAITS

    @property
    def ahead(self) -> int | None:
        """How many jobs come before this one, including those at work; None while the same visitor's come first."""
        with _lock:
            first = next((turn for turn in _all if turn.visitor == self.visitor), None)
            if first is not self or self.visitor not in _line:
                return None
            return _working() + _line.index(self.visitor)

    def _give_back(self, place: _Place) -> None:
        self.seconds = self.seconds_at_work
        self._place = place
        _hand_out()

    def _take(self) -> None:
        self._place, self._began = _Place.WORKS, time.monotonic()
        self._changed.notify_all()


def _working() -> int:
    return sum(turn._place is _Place.WORKS for turn in _all)


def _hand_out() -> None:
    """Update the line and give free turns to those who have waited longest.  Call it with the lock held."""
    firsts: dict[str, Turn] = {}
    for turn in _all:
        firsts.setdefault(turn.visitor, turn)
    waiting = [visitor for visitor, turn in firsts.items() if turn.waits]
    _line[:] = [visitor for visitor in _line if visitor in waiting] + [each for each in waiting if each not in _line]
    for visitor in _line[: max(0, cores() - _working())]:
        _line.remove(visitor)
        firsts[visitor]._take()
