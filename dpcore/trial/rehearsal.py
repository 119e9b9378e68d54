"""Rehearse a trial: the same batches, releases and answers, with made-up participants and simulated noise."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from dpcore._validation import check_count, check_seed
from dpcore.trial.facts import PLAN, Facts, Release, Status, TrialAnswer, history, now
from dpcore.trial.ledger import Entry
from dpcore.trial.noise import simulated
from dpcore.trial.plan import LOCAL, Plan

MOST_BATCHES = 1000


@dataclass(frozen=True)
class Step:
    """One batch of a rehearsal.  successes: by option, which in a real trial only the team sees."""

    successes: dict[str, int]
    release: Release


@dataclass(frozen=True)
class Rehearsal:
    """The batches of a rehearsal so far, what may be known after them, and whom to enrol next.

    next: participants by option; None once it has ended.
    """

    steps: list[Step]
    status: Status
    next: dict[str, int] | None
    entries: list[Entry] = field(repr=False)

    @property
    def history(self) -> list[Status]:
        """What is known after each batch, without forecasts."""
        return history(self.entries)

    @property
    def answer(self) -> TrialAnswer | None:
        """The answer; None while the rehearsal goes on."""
        return self.status.answer

    def after(self, batches: int, continuations: int | None = 0) -> "Rehearsal":
        """The same trial after so many of its batches.  continuations: as of `rehearse`; the forecast takes time."""
        return _rehearsal(self.steps[:batches], self.entries[: batches + 1], continuations)


def rehearse(
    plan: Plan, rates: Sequence[float], seed: int, batches: int = MOST_BATCHES, *, continuations: int | None = None
) -> Rehearsal:
    """Return a trial with made-up participants.

    Source: this project's own, docs/trial.md.
    Args:
        plan: the plan to rehearse.  rates: true success rate of each option, in [0, 1].  seed: decides everything.
            Each outcome is missing with the probability that the plan expects, if missing ones count as failures.
        batches: stop after this many, if the trial has not ended before.
        continuations: how many the forecast simulates; 0 makes none, None the usual number.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> lead = {"lead": 0.2, "per_option": (100, 100), "usual": (0.3, 0.3)}
        >>> plan = Plan("find a lead", "winner", ("usual", "new"), 0.5, 0.05, **lead)
        >>> rehearse(plan, [0.3, 0.6], seed=0).status.answer.options
        ('new',)
    """
    most = check_count("batches", batches, 0, MOST_BATCHES)
    if len(rates) != len(plan.options) or not all(0 <= rate <= 1 for rate in rates):
        raise ValueError(f"rates must hold {len(plan.options)} numbers from 0 to 1, one for each option")
    generator = np.random.Generator(np.random.SFC64(check_seed(seed)))
    source = simulated(generator)
    content = {"kind": PLAN, "plan": json.loads(plan.as_json()), "seed": int(generator.integers(2**63)), "time": now()}
    entries = [Entry(0, content, "", "")]
    steps: list[Step] = []
    facts = Facts(entries)
    told = dict(zip(plan.options, _published_rates(plan, rates), strict=True))
    while len(steps) < most and (batch := facts.batch) is not None:
        successes = {name: int(generator.binomial(size, told[name])) for name, size in batch.sizes.items()}
        entries.append(Entry(len(entries), facts.release_of(batch.number, successes, source), "", ""))
        facts = Facts(entries)
        steps.append(Step(successes, facts.releases[-1]))
    return _rehearsal(steps, entries, continuations)


def _rehearsal(steps: list[Step], entries: list[Entry], continuations: int | None) -> Rehearsal:
    facts = Facts(entries)
    following = None if facts.batch is None else facts.batch.sizes
    return Rehearsal(steps, facts.status(continuations), following, entries)


def _published_rates(plan: Plan, rates: Sequence[float]) -> list[float]:
    """The rates at which the trial counts successes: of outcomes that come in, and as participants randomise them."""
    seen = [rate * (1 - plan.share_failing) for rate in rates]
    if plan.release != LOCAL:
        return seen
    flipped = 1 / (1 + float(np.exp(plan.epsilon)))
    return [flipped + rate * (1 - 2 * flipped) for rate in seen]
