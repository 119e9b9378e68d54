"""What the entries of a ledger say about a trial: what was published, what comes next, and the answer."""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np

from dpcore.designs import interval_of_noisy_count
from dpcore.designs.superiority import critical_value
from dpcore.trial import noise, words
from dpcore.trial.errors import TrialError
from dpcore.trial.keeping import claim_rule
from dpcore.trial.ledger import Entry
from dpcore.trial.plan import COUNTS, FIND, LOCAL, WINNER, Plan, read_plan
from dpcore.trial.rounds import GRID, Forecast, Rounds

PLAN, RELEASE, END = "plan", "release", "end"
_TAIL = 0.025


@dataclass(frozen=True)
class Batch:
    """Whom to enrol before the next look.  number: from 1.  sizes: participants of each option, by name."""

    number: int
    sizes: dict[str, int]


@dataclass(frozen=True)
class Release:
    """What was published for a batch.

    published: each option's number, or under "winner" only the option's name.
    is_new: whether the call that returns it published it, rather than an earlier call.
    """

    number: int
    sizes: dict[str, int]
    published: dict[str, float] | str
    time: str
    is_new: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class TrialAnswer:
    """What a trial answers at its end.

    options: the option that is named, or under BEAT all that are claimed to beat the usual one, possibly none.
    carries: whether the plan's promise holds for this answer.  told: the answer in one sentence.
    sentence: the answer and its promise in words.
    """

    options: tuple[str, ...]
    carries: bool
    told: str
    sentence: str


@dataclass(frozen=True)
class Status:
    """What may be known about a trial: everything here is computed from what was published.

    rates: (estimate, low, high) by option, with a 95 % interval for each option alone; empty if no numbers are
    published.
    evidence: by option, the share of the evidence needed to rule it out; empty if there is only one look.
    forecast: None if there is nothing to forecast.  weeks: until the end, at the planned participants per week, or
    None.
    """

    releases: list[Release]
    participants: int
    rates: dict[str, tuple[float, float, float]]
    evidence: dict[str, float]
    forecast: Forecast | None
    weeks: tuple[float, float, float] | None
    answer: TrialAnswer | None


class Facts:
    """A trial whose ledger has these entries."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        first, *others = (entry.content for entry in entries)
        self.plan = read_plan(json.dumps(first["plan"]))
        self._seed = int(first["seed"])
        self._ended_early = any(content["kind"] == END for content in others)
        self.releases = [_release(content, self.plan) for content in others if content["kind"] == RELEASE]
        self._rounds = self._replayed() if self.plan.has_rounds else None

    def _replayed(self) -> Rounds:
        sums = [list(_numbers(release).values()) for release in self.releases]
        rounds = Rounds(self.plan, self._seed, sums)
        if rounds.batches != [tuple(release.sizes.values()) for release in self.releases]:
            raise TrialError(
                "This version plans different batches from those that this trial has had: use the version that its "
                "export names."
            )
        return rounds

    @property
    def batch(self) -> Batch | None:
        """Whom to enrol next; None once the trial has ended."""
        if self.answer is not None:
            return None
        sizes = self.plan.per_option if self._rounds is None else self._rounds.sizes
        return Batch(len(self.releases) + 1, dict(zip(self.plan.options, sizes, strict=True)))

    def release_of(self, number: int, successes: Mapping[str, int], source: noise.NoiseSource) -> dict[str, Any]:
        """Draw the noise for the next batch from `source`: the content of its entry.

        Raises: TrialError, whose text holds no count, if it is not the next batch or the counts do not fit it.
        """
        batch = self.batch
        if batch is None:
            raise TrialError("This trial has ended, so nothing more is recorded.")
        if number != batch.number:
            raise TrialError(f"The next batch is number {batch.number}, but these are counts of batch {number}.")
        published = self._published(_checked(batch, successes, self.plan), batch, source)
        return {"kind": RELEASE, "batch": number, "sizes": batch.sizes, "published": published, "time": now()}

    def _published(self, counts: list[int], batch: Batch, source: noise.NoiseSource) -> dict[str, float] | str:
        plan = self.plan
        if plan.release == WINNER:
            return plan.options[source.winner(counts, plan.epsilon)]
        if plan.release == COUNTS:
            return dict(zip(plan.options, source.counts(counts, plan.epsilon), strict=True))
        if plan.release == LOCAL:
            return dict(zip(plan.options, counts, strict=True))
        sampled = [arm for arm, size in enumerate(batch.sizes.values()) if size > 0]
        sums = source.sums([counts[arm] for arm in sampled], plan.epsilon)
        return dict.fromkeys(plan.options, 0.0) | {plan.options[a]: s for a, s in zip(sampled, sums, strict=True)}

    @property
    def answer(self) -> TrialAnswer | None:
        """The answer; None while the trial goes on."""
        plan, rounds = self.plan, self._rounds
        if rounds is None and self.releases:
            return self._answer_of_one_look(self.releases[0].published)
        if rounds is not None and rounds.is_decided:
            return _named(plan, plan.options[rounds.leader])
        if self._ended_early:
            return TrialAnswer((), False, words.ENDED_EARLY, words.ENDED_EARLY)
        if rounds is not None and rounds.is_at_cap:
            return TrialAnswer((), False, words.at_cap(plan), words.at_cap(plan))
        return None

    def _answer_of_one_look(self, published: dict[str, float] | str) -> TrialAnswer:
        plan = self.plan
        if isinstance(published, str):
            return _named(plan, published)
        counts = np.array([*published.values()])
        if plan.promise == FIND:
            rates = counts / np.array(plan.per_option)
            tied = np.flatnonzero(rates == rates.max())  # the seed, which decides ties, is older than any outcome
            return _named(plan, plan.options[int(np.random.default_rng(self._seed).choice(tied))])
        beats = counts[1:] - counts[0] >= claim_from(plan)
        beaten = tuple(name for name, does in zip(plan.options[1:], beats, strict=True) if does)
        return _kept(plan, beaten, words.claimed(plan, beaten))

    def status(self, continuations: int | None = None) -> Status:
        """What may be known.  continuations: how many the forecast simulates; 0 for no forecast, None as usual."""
        plan, rounds, answer = self.plan, self._rounds, self.answer
        forecast = None
        if rounds is not None and answer is None and continuations != 0:
            seed = int.from_bytes(hashlib.sha256(f"{self._seed} {len(self.releases)}".encode()).digest()[:8])
            forecast = rounds.forecast(seed, **({} if continuations is None else {"continuations": continuations}))
        weeks = None
        if answer is None and plan.a_week > 0 and (forecast is not None or rounds is None):
            low, middle, high = (plan.cap,) * 3 if forecast is None else forecast.participants
            low, middle, high = map(plan.enrolled, (low, middle, high))
            weeks = low / plan.a_week, middle / plan.a_week, high / plan.a_week
        evidence = {} if rounds is None else dict(zip(plan.options, rounds.evidence(), strict=True))
        participants = sum(sum(release.sizes.values()) for release in self.releases)
        return Status(self.releases, participants, self._rates(), evidence, forecast, weeks, answer)

    def _rates(self) -> dict[str, tuple[float, float, float]]:
        plan, rounds = self.plan, self._rounds
        if not self.releases or plan.release == WINNER:
            return {}
        if rounds is not None:
            return {name: _posterior_rate(rounds, arm) for arm, name in enumerate(plan.options)}
        counts = _numbers(self.releases[0])
        return {
            name: _rate(int(count), number, plan)
            for (name, count), number in zip(counts.items(), plan.per_option, strict=True)
        }


def facts_of(entries: Sequence[Entry]) -> Facts:
    """What the entries of a ledger say.  Raises: TrialError if no trial can have written them."""
    try:
        facts = Facts(entries)
        _ = facts.answer
    except TrialError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, AssertionError, OverflowError):
        raise TrialError("This trial's entries do not fit together: its file is damaged, or it was changed.") from None
    return facts


def history(entries: Sequence[Entry]) -> list[Status]:
    """What was known after each release, without forecasts."""
    released = [number for number, entry in enumerate(entries) if entry.content["kind"] == RELEASE]
    return [facts_of(entries[: number + 1]).status(0) for number in released]


def now() -> str:
    """The time, as entries carry it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def claim_from(plan: Plan) -> int:
    """The lead in published counts over the usual option from which on an option is said to beat it."""
    return critical_value(plan.epsilon, plan.per_option[0], claim_rule(plan))


def _checked(batch: Batch, successes: Mapping[str, int], plan: Plan) -> list[int]:
    """The counts in the order of the options, 0 for options without participants."""
    if successes.keys() - batch.sizes.keys():
        options = ", ".join(f"“{name}”" for name in batch.sizes)
        raise TrialError(f"The counts include an option that this trial does not have; its options are {options}.")
    counts = []
    for name, size in batch.sizes.items():
        if name not in successes and size > 0:
            raise TrialError(f"The {plan.counted} of “{name}” are missing.")
        count = successes.get(name, 0)
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= size:
            raise TrialError(
                f"The {plan.counted} of “{name}” must be a whole number from 0 to {size:,}, its planned participants."
            )
        counts.append(count)
    return counts


def _release(content: Mapping[str, Any], plan: Plan) -> Release:
    published = content["published"]
    if isinstance(published, str):
        plan.options.index(published)
    else:
        published = {name: published[name] for name in plan.options}
        math.fsum(published.values())
    sizes = {name: int(content["sizes"][name]) for name in plan.options}
    return Release(int(content["batch"]), sizes, published, str(content["time"]))


def _numbers(release: Release) -> dict[str, float]:
    assert isinstance(release.published, dict)
    return release.published


def _named(plan: Plan, option: str) -> TrialAnswer:
    return _kept(plan, (option,), words.named(option))


def _kept(plan: Plan, options: tuple[str, ...], told: str) -> TrialAnswer:
    return TrialAnswer(options, True, told, f"{told} {words.promise(plan)}")


def _posterior_rate(rounds: Rounds, arm: int) -> tuple[float, float, float]:
    posterior = rounds.posterior(arm)
    low, high = (int(np.searchsorted(np.cumsum(posterior), share)) for share in (_TAIL, 1 - _TAIL))
    return float(GRID @ posterior), float(GRID[low]), float(GRID[min(high, GRID.size - 1)])


def _rate(count: int, number: int, plan: Plan) -> tuple[float, float, float]:
    """A rate and its exact interval from a published count; randomised answers are turned back."""
    is_local = plan.release == LOCAL
    flipped, slope = (1 / (1 + math.exp(plan.epsilon)), math.tanh(plan.epsilon / 2)) if is_local else (0.0, 1.0)
    ends = interval_of_noisy_count(count, number, math.inf if is_local else plan.epsilon)
    estimate, low, high = (min(max((share - flipped) / slope, 0.0), 1.0) for share in (count / number, *ends))
    return estimate, low, high
