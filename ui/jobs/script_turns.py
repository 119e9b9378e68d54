"""Scripts draw one after another, and visitors take turns: at the same time they would only compete for Python's lock.

So whoever comes first is answered first, and a visitor who keeps asking gets one turn in each round of those who wait.
A visitor here is a session, which is a tab.  Beside a script that has computed without that lock the next one draws.
"""

import threading
import time
from collections import deque
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

SLICE_SECONDS = 0.25  # after this time the next script begins, even if the last one is still busy or waiting


@dataclass
class _Script:
    visitor: Hashable
    began: float = 0.0
    has_drawn: bool = False
    may_begin: threading.Event = field(default_factory=threading.Event)


class ScriptTurns:
    """Whose turn it is to draw; the lock is never held while a script draws."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line: dict[Hashable, deque[_Script]] = {}  # by visitor; whoever has waited longest comes first
        self._at_work: list[_Script] = []
        self._mine = threading.local()

    @contextmanager
    def turn(self, visitor: Hashable) -> Iterator[None]:
        """Draw once this visitor's turn has come."""
        self._mine.script = script = _Script(visitor)
        self._begin(script)
        try:
            yield
        finally:
            self._end(script)
            self._mine.script = None

    def draw_next(self) -> None:
        """Queue again for each further page that is drawn in one turn.  Call it where a page begins.

        A script that is requested again before it has ended starts over in the same thread, without ending first.
        """
        script: _Script | None = getattr(self._mine, "script", None)
        if script is not None:
            if script.has_drawn:
                self._end(script)
                self._begin(script)
            script.has_drawn = True

    def let_next_begin(self) -> None:
        """Go on beside the next script.  Call it before a computation that hardly needs Python's lock."""
        if (script := getattr(self._mine, "script", None)) is not None:
            with self._lock:
                script.began = 0.0  # as if its slice were over
                self._hand_out()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Let others draw while this script waits for something."""
        script: _Script | None = getattr(self._mine, "script", None)
        if script is None:  # a job's thread, or a test's
            yield
            return
        self._end(script)
        try:
            yield
        finally:
            self._begin(script)

    def _begin(self, script: _Script) -> None:
        script.may_begin.clear()
        with self._lock:
            self._line.setdefault(script.visitor, deque()).append(script)
            self._hand_out()
        while not script.may_begin.wait(SLICE_SECONDS):
            with self._lock:
                self._hand_out()

    def _end(self, script: _Script) -> None:
        with self._lock:
            self._at_work.remove(script)
            self._hand_out()

    def _hand_out(self) -> None:
        """Let whoever has waited longest begin, unless somebody has just begun.  Call it with the lock held."""
        now = time.monotonic()
        if not self._line or any(now - script.began < SLICE_SECONDS for script in self._at_work):
            return
        visitor = next(iter(self._line))
        waiting = self._line.pop(visitor)
        script = waiting.popleft()
        if waiting:
            self._line[visitor] = waiting
        script.began = now
        self._at_work.append(script)
        script.may_begin.set()


SCRIPT_TURNS = ScriptTurns()
