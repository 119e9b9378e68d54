"""A job: one computation in its own thread. It can be stopped, waits for its turn, and ends when its page is gone."""

import os
import sys
import threading
import time
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from streamlit import runtime

import dpcore
from ui.jobs import priority
from ui.jobs.turns import CROWDED, SLICE_SECONDS, CrowdedError, Turn
from ui.look.numbers import duration

T = TypeVar("T")

# A page that gives no sign of life for this long is gone.  Tests set a shorter time in the environment.
ABANDONED_SECONDS = float(os.environ.get("ABANDONED_SECONDS", "20"))
LONGEST_CALL_SECONDS = 4.0  # how long a new visitor waits at most, if the job at work can divide its work

_jobs: "list[Job[Any]]" = []  # all visitors' jobs, at work or waiting
_registering = threading.Lock()
_watchdog: threading.Thread | None = None


class Job(Generic[T]):
    """One computation in a worker thread.

    `work(job)` runs in the thread: it passes job.cancel to dpcore, counts with job.advance, and says with job.expects
    how long the rest will take.  Its value becomes job.result unless the job was stopped.  Each visitor has one job at
    work: a new job interrupts all others, and one that continues after an interruption (`resumes`) waits behind them.
    Visitors take turns (ui.jobs.turns), and a job gives its turn back in job.advance.
    A job ends itself once there has been no sign of its page for ABANDONED_SECONDS: nobody polled it, and its session
    (the id of a Streamlit session) has no connection.
    """

    def __init__(
        self,
        work: "Callable[[Job[T]], T]",
        total: int = 1,
        wanted: Hashable = None,
        visitor: str = "",
        session: str = "",
        resumes: bool = False,
        unit: str = "steps",
    ) -> None:
        self.total, self.wanted, self.visitor, self.session, self.unit = total, wanted, visitor, session, unit
        self.done = 0
        self.result: T | None = None
        self.error: BaseException | None = None
        self.cancel = dpcore.CancelFlag()
        self.interrupted = False
        self._work = work
        self._turn = Turn(visitor)
        self._began = self._heard_of = time.monotonic()
        self._expected_end: float | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        try:
            _line_up(self, resumes)
            self._thread.start()
        except (CrowdedError, RuntimeError):  # RuntimeError: the operating system gives no more threads
            _take_out(self)
            self.error = CrowdedError(CROWDED)

    def advance(self, done: int) -> None:
        """Count this many more of `total` as done.  The worker calls it, and may wait here while others have a turn."""
        self.done += done
        if self.done < self.total:  # otherwise it is about to end
            self._let_answers_go_first()
            self._turn.share()

    def expects(self, seconds: float | None) -> None:
        """Note how long the rest will take if it does not have to wait; None while the worker cannot tell.

        The time that is shown assumes as much waiting as there has been so far.
        """
        waiting = max(1.0, (time.monotonic() - self._began) / max(self._turn.seconds_at_work, 1e-9))
        self._expected_end = None if seconds is None else time.monotonic() + waiting * seconds

    @property
    def longest_call(self) -> float:
        """How many seconds the worker may take between two calls of `advance`: fewer while others are waiting."""
        return SLICE_SECONDS if self._turn.others_wait else LONGEST_CALL_SECONDS

    def stop(self) -> None:
        """End it because the visitor wants that; what it has done is kept."""
        self.interrupted = False
        self._end()

    def interrupt(self) -> None:
        """End it for another reason; it continues when its page asks for it again."""
        self.interrupted = self.interrupted or not self.stopped
        self._end()

    def join(self, seconds: float | None = None) -> None:
        """Wait until the worker has ended, but at most this long."""
        if self._thread.ident is not None:
            self._thread.join(seconds)

    @property
    def stopped(self) -> bool:
        """Whether it was stopped or interrupted."""
        return self.cancel.is_set()

    @property
    def waits_for_visitor(self) -> bool:
        """Whether its visitor has stopped it, so that only they can let it go on."""
        return self.stopped and not self.interrupted

    @property
    def running(self) -> bool:
        """Whether the worker is busy or waits for its turn; to ask is a sign of life from the page."""
        self._heard_of = time.monotonic()
        return self._thread.is_alive()

    @property
    def progress_text(self) -> str:
        """How much is done, and the time left as far as the worker can tell."""
        if self.stopped:
            return f"Stopped at {self._count}" if self._count else "Stopped"
        if self._turn.waits:
            ahead = self._turn.ahead
            place = "Waiting for your previous simulation to finish" if ahead is None else f"{ahead} ahead of you"
            return f"{self._count} · {place}" if self.done else place
        if self._expected_end is None or self.done == self.total:
            return self._count or "Running…"
        return f"{self._count} · about {duration(self._expected_end - time.monotonic())} left"

    @property
    def _count(self) -> str:
        return f"{self.done:,} of {self.total:,} {self.unit}" if self.total > 1 else ""

    def end_if_abandoned(self) -> None:
        """Interrupt it if its page is gone."""
        if _is_connected(self.session):
            self._heard_of = time.monotonic()
        elif time.monotonic() - self._heard_of > ABANDONED_SECONDS:
            self.interrupt()

    def _end(self) -> None:
        self.cancel.set()
        self._turn.end()

    def _let_answers_go_first(self) -> None:
        """Leave the cores to pages, on Linux, where threads have priorities."""
        if self._turn.others_wait and sys.platform == "linux":
            priority.lower(threading.get_native_id())

    def _run(self) -> None:
        try:
            if self._turn.wait():
                self._let_answers_go_first()
                self._began = time.monotonic()
                result = self._work(self)
                self.result = None if self.stopped else result
        except BaseException as error:  # SystemExit too: the page that polls shows it; no thread may die silently
            self.error = error
        finally:
            _take_out(self)


def _line_up(job: Job[Any], resumes: bool) -> None:
    """Queue the job, and make sure that the watchdog looks after it."""
    global _watchdog
    with _registering:
        if not resumes:
            for other in _jobs:
                if other.visitor == job.visitor:
                    other.interrupt()
        job._turn.enter()
        _jobs.append(job)
        if _watchdog is None:
            watchdog = threading.Thread(target=_watch_over_jobs, daemon=True)
            watchdog.start()
            _watchdog = watchdog


def _take_out(job: Job[Any]) -> None:
    with _registering:
        if job in _jobs:
            _jobs.remove(job)
        job._turn.leave()


def _watch_over_jobs() -> None:
    """Watch all jobs from one thread, as long as there are any, and end those whose page is gone."""
    global _watchdog
    while True:
        with _registering:
            if not _jobs:
                _watchdog = None
                return
            jobs = list(_jobs)
        for job in jobs:
            job.end_if_abandoned()
        time.sleep(min(1.0, ABANDONED_SECONDS / 4))


def how_many() -> int:
    """How many jobs of all visitors are at work or waiting."""
    return len(_jobs)


def lives() -> bool:
    """Whether jobs can queue and the watchdog looks after them; it may take a second to return False."""
    if not _registering.acquire(timeout=1):
        return False
    try:
        return not _jobs or (_watchdog is not None and _watchdog.is_alive())
    finally:
        _registering.release()


def _is_connected(session: str) -> bool:
    try:
        return runtime.get_instance().is_active_session(session)
    except RuntimeError:  # not in a Streamlit server
        return False
