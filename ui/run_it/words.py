"""What the page says."""

import math
from typing import Any

import pandas as pd

from dpcore.trial import Batch, Plan
from dpcore.trial.facts import claim_from
from dpcore.trial.plan import BEAT, COUNTS, FAILURE, LOCAL, WINNER
from dpcore.trial.words import promise
from ui.look.literal import literal
from ui.look.numbers import exact, plural, setting
from ui.look.sentences import teller

REHEARSE, RUN = "rehearse", "run"
WAYS = {REHEARSE: "Rehearse", RUN: "Run the real trial"}

tell = teller(__file__)


def published(plan: Plan, verb: str = "will be") -> str:
    """Which quantities become public, under which noise.  verb: "will be", "is" or "was"."""
    return told("published", plan, verb=verb)


def _size(plan: Plan) -> float:
    """How large the noise is: its mean if only the winner is named, else its standard deviation."""
    if plan.release == WINNER:
        return 1 / math.expm1(plan.epsilon)
    scale = 1 / math.sinh(plan.epsilon / 2) if plan.release == COUNTS else 2 / plan.epsilon
    return scale / math.sqrt(2)


def told(name: str, plan: Plan, **values: Any) -> str:
    """The sentence of this name in sentences.json, of these values and of what the plan publishes.

    missing: what becomes of an outcome that does not come in.  model: the box at the foot of the page.  rehearsed: who
    sees which column of a rehearsal's table, and how many outcomes are missing.
    """
    kinds = {
        "is_local": plan.release == LOCAL,
        "is_winner": plan.release == WINNER,
        "is_counts": plan.release == COUNTS,
        "counts_missing": plan.missing == FAILURE,
    }
    return tell(name, plan=plan, promise=promise(plan), size=_size(plan), **kinds, **values)


def table(plan: Plan) -> pd.DataFrame:
    """The plan, an entry in each row."""
    missing = "counts as a failure" if plan.missing == FAILURE else "the batch waits for it"
    rows = [
        ("options", ", ".join(plan.options)),
        *([("difference to find", f"{setting(100 * plan.lead)} point{plural(100 * plan.lead)}")] if plan.lead else []),
        ("ε per outcome", setting(plan.epsilon)),
        ("participants", f"{'up to ' if plan.has_rounds else ''}{plan.enrolled(plan.cap):,}"),
        ("looks", "after every batch" if plan.has_rounds else "one, at the end"),
        ("an outcome that does not come in", missing),
        *([("participants a week", exact(plan.a_week))] if plan.a_week else []),
    ]
    return pd.DataFrame(rows, columns=["plan", "value"])


def to_enrol(plan: Plan, batch: Batch) -> str:
    """Whom to enrol next."""
    sizes = ", ".join(f"{literal(name)} {size:,}" for name, size in batch.sizes.items() if size > 0)
    outcomes = sum(batch.sizes.values())
    about = plan.enrolled(outcomes)
    return tell("enrol", number=batch.number, outcomes=outcomes, sizes=sizes, about=about, waits=about - outcomes)


def took_part(plan: Plan, counted: int) -> str:
    """How many participants a rehearsal took, or how many outcomes of those who were enrolled."""
    return tell("took_part", counted=counted, waits=plan.enrolled(counted) - counted)


def another(found: Plan, other: Plan) -> str:
    """That Choose ε shows another plan, and what it has instead of what this one has."""
    rows, others = (dict(table(plan).to_numpy().tolist()) for plan in (found, other))
    changed = [name for name in {**rows, **others} if rows.get(name) != others.get(name)]
    differences = "; ".join(
        tell("difference", entry=name, now=others.get(name, "not given"), before=rows.get(name, "not given"))
        for name in changed
    )
    return tell("planned", differences=differences, promised=promise(other))


def summary(plan: Plan) -> str:
    """The plan in two sentences."""
    sizes = plan.per_option
    about = plan.enrolled(plan.cap)
    numbers = {"of_first": max(sizes, default=0), "of_all": sum(sizes), "about": about, "waits": about - plan.cap}
    return told("summary", plan, is_even=len({*sizes}) == 1, **numbers)


def about_rates(plan: Plan) -> str:
    """How published rates are read, in plain text: with missing outcomes among them, and what a claim needs."""
    beats = plan.promise == BEAT
    lead = claim_from(plan) if beats else 0
    return told("about_rates", plan, beats=beats, lead=lead, usual=plan.options[0], points=100 * plan.lead)
