"""A trial that is carried out: batches to enrol, counts that come in, and what is published and kept."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numba
import numpy as np

from dpcore._version import __version__
from dpcore.trial import noise
from dpcore.trial.errors import TrialError
from dpcore.trial.facts import END, PLAN, Batch, Facts, Release, Status, TrialAnswer, facts_of, history, now
from dpcore.trial.keeping import check_keeps
from dpcore.trial.ledger import Entry, Ledger
from dpcore.trial.plan import LOCAL, Plan, read_plan


class Trial:
    """A trial and its ledger.  Make one with `create` or `open_trial`.

    Source: this project's own; docs/trial.md says what is proven and what is trusted.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._facts = facts_of(ledger.entries())

    @property
    def path(self) -> Path:
        """The file of its ledger."""
        return self._ledger.path

    @property
    def plan(self) -> Plan:
        """The plan, which never changes."""
        return self._facts.plan

    @property
    def answer(self) -> TrialAnswer | None:
        """The answer; None while the trial goes on."""
        return self._facts.answer

    def next(self) -> Batch | None:
        """Whom to enrol before the next look; None once the trial has ended."""
        return self._facts.batch

    def record(self, number: int, successes: Mapping[str, int]) -> Release:
        """Draw the noise, write the release, and return it.

        Args:
            number: of the batch.  That of an earlier batch returns its release, whatever the successes are.
            successes: by option, of all its planned participants in this batch.  An outcome that is missing is a
                failure, or the batch waits for it, as the plan says.
        Returns: the release, which is published from now on; `is_new` says whether it was published before.  The
            successes are kept nowhere.
        Raises: TrialError, in a sentence without any count; nothing is published then.
        """
        if type(number) is not int:
            raise TrialError("The number of the batch must be a whole number.")
        try:
            is_new, self._facts = self._publish(number, successes)
        except BaseException as problem:
            del successes
            # No frame, and no earlier error, that knows a count goes on with it.
            problem.__context__ = None
            raise problem.with_traceback(None) from None
        found = next(release for release in self._facts.releases if release.number == number)
        return replace(found, is_new=is_new)

    def _publish(self, number: int, successes: Mapping[str, int]) -> tuple[bool, Facts]:
        """Publish a batch unless it was published before: whether this was done, and what is known now."""
        with self._ledger.adding() as addition:
            before = facts_of(addition.entries)
            is_new = all(release.number != number for release in before.releases)
            if is_new:
                addition.content = before.release_of(number, successes, noise.VETTED)
        return is_new, facts_of(addition.entries)

    def end(self) -> TrialAnswer:
        """End the trial early, so that it has no answer that carries its promise.

        Raises: TrialError if it has ended already.
        """
        with self._ledger.adding() as addition:
            if facts_of(addition.entries).answer is not None:
                raise TrialError("This trial has already ended.")
            addition.content = {"kind": END, "time": now()}
        self._facts = facts_of(addition.entries)
        assert self._facts.answer is not None
        return self._facts.answer

    def status(self, continuations: int | None = None) -> Status:
        """What may be known of the trial.  continuations: how many the forecast simulates; 0 makes no forecast."""
        return self._facts.status(continuations)

    def history(self) -> list[Status]:
        """What was known after each release, without forecasts."""
        return history(self._ledger.entries())

    def export(self) -> dict[str, Any]:
        """Everything that was published, with the plan, the versions and the chain of hashes, as plain values.

        Raises: TrialError if the ledger is not what was written.
        """
        entries = self._ledger.entries()
        answer = facts_of(entries).answer
        return {
            "plan": entries[0].content["plan"],
            "answer": None if answer is None else answer.sentence,
            "carries the promise": None if answer is None else answer.carries,
            "entries": [
                {"number": entry.number, "content": entry.content, "previous": entry.previous, "sha256": entry.digest}
                for entry in entries
            ],
            "versions": versions(),
        }


def create(path: str | Path, plan: Plan | str) -> Trial:
    """Begin a trial: write its plan into a new file.

    Args: path: of the file, which must not exist.  plan: the plan, or the text of its file.
    Raises: TrialError if the plan cannot be carried out or does not keep its promise, OpenDP is missing, or the file
        cannot be made.
    Examples:
        >>> from pathlib import Path
        >>> from tempfile import mkdtemp
        >>> lead = {"lead": 0.2, "per_option": (100, 100), "usual": (0.3, 0.3)}
        >>> plan = Plan("find a lead", "winner", ("usual", "new"), 0.5, 0.05, **lead)
        >>> trial = create(Path(mkdtemp()) / "asthma.trial", plan)
        >>> trial.record(1, {'usual': 30, 'new': 70}).published
        'new'
    """
    checked = read_plan(plan.as_json() if isinstance(plan, Plan) else plan)
    check_keeps(checked)
    if checked.release != LOCAL:
        noise.check_library(checked.epsilon)
    content = {
        "kind": PLAN,
        "plan": json.loads(checked.as_json()),
        "seed": secrets.randbits(63),
        "time": now(),
        "versions": versions(),
    }
    if facts_of([Entry(0, content, "", "")]).batch is None:
        raise TrialError(f"The plan allows {checked.cap:,} participants, and its first batch already takes more.")
    return Trial(Ledger.create(Path(path), content))


def open_trial(path: str | Path) -> Trial:
    """Open a trial.  Raises: TrialError if the file is missing, damaged, changed, or not a trial.

    Examples:
        >>> from pathlib import Path
        >>> from tempfile import mkdtemp
        >>> lead = {"lead": 0.2, "per_option": (100, 100), "usual": (0.3, 0.3)}
        >>> plan = Plan("find a lead", "winner", ("usual", "new"), 0.5, 0.05, **lead)
        >>> path = create(Path(mkdtemp()) / "asthma.trial", plan).path
        >>> open_trial(path).next().sizes
        {'usual': 100, 'new': 100}
    """
    return Trial(Ledger(Path(path)))


def versions() -> dict[str, str]:
    """The versions of what decides a release."""
    try:
        library = version("opendp")
    except PackageNotFoundError:
        library = "not installed"
    return {"dpcore": __version__, "opendp": library, "numpy": np.__version__, "numba": numba.__version__}
