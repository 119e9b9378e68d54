"""What the page says."""

import math

import pandas as pd

from dpcore.trial import Batch, Plan
from dpcore.trial.plan import COUNTS, FAILURE, LOCAL, WINNER
from dpcore.trial.words import promise
from ui.look.literal import literal
from ui.look.numbers import exact, number, setting

REHEARSE, RUN = "rehearse", "run"
WAYS = {REHEARSE: "Rehearse", RUN: "Run the real trial"}

NO_PLAN = "This is not a plan that can be run: "
EXAMPLE = "This is an example: make your own plan on Choose ε, and bring it here from “Report and downloads”."
NOT_THE_EXAMPLE = "A real trial does not begin with the example. Open your own plan file above, or come from Choose ε."

NOT_HERE = (
    "A real trial runs only on your team's own computer. Start the dashboard there with a folder for its trials: "
    "`TRIALS_FOLDER=~/trials ./run app`. Here you can rehearse. The command `./run trial` runs trials without a page."
)
REACHED_BY_OTHERS = (
    "A real trial does not run here, because other people can reach this server. Start the dashboard on your own "
    "computer instead, with `TRIALS_FOLDER=~/trials ./run app`, and open it as localhost."
)
PUBLISHED_BEFORE = (
    "Batch {} was published before, in another window or by another program, so your counts were not used. "
)
_DRAWN_BY = {
    True: "Each participant's browser draws its own random numbers",
    False: "OpenDP draws the noise, the operating system provides the randomness",
}
NO_FOLDER = "The folder that TRIALS_FOLDER names cannot be created or used."


def published(plan: Plan, verb: str = "will be") -> str:
    """Which quantities become public, under which noise.  verb: "will be", "is" or "was"."""
    if plan.release == LOCAL:
        return (
            f"The number of randomised “Yes” answers for each option {verb} published as it is, because participants "
            "have randomised their answers already."
        )
    if plan.release == WINNER:
        told = (
            f"Only the name of one option {verb} published. A random whole number of 0 or more, {_size(plan)} on "
            "average (one-sided geometric noise), is added to each count, and the option with the largest sum is named."
        )
    elif plan.release == COUNTS:
        told = (
            f"One noisy count for each option {verb} published: its successes plus a random whole number with a "
            f"standard deviation of {_size(plan)} (two-sided geometric noise)."
        )
    else:
        told = (
            f"One noisy count for each option in the batch {verb} published: its successes plus Laplace noise with a "
            f"standard deviation of {_size(plan)}. Who is enrolled next follows from the published numbers alone."
        )
    return f"{told} Here ε = {plan.epsilon:g}. OpenDP draws the noise."


def _size(plan: Plan) -> str:
    """How large the noise is: its mean if only the winner is named, else its standard deviation."""
    if plan.release == WINNER:
        return number(1 / math.expm1(plan.epsilon))
    scale = 1 / math.sinh(plan.epsilon / 2) if plan.release == COUNTS else 2 / plan.epsilon
    return number(scale / math.sqrt(2))


def table(plan: Plan) -> pd.DataFrame:
    """The plan, an entry in each row."""
    missing = "counts as a failure" if plan.missing == FAILURE else "the batch waits for it"
    rows = [
        ("options", ", ".join(plan.options)),
        ("ε of each outcome", setting(plan.epsilon)),
        ("participants", f"up to {plan.cap:,}" if plan.has_rounds else f"{plan.cap:,}"),
        ("looks", "after every batch" if plan.has_rounds else "one, at the end"),
        ("an outcome that does not come in", missing),
        *([("participants a week", exact(plan.a_week))] if plan.a_week else []),
    ]
    return pd.DataFrame(rows, columns=["plan", "value"])


def to_enrol(batch: Batch) -> str:
    """Whom to enrol next."""
    sizes = ", ".join(f"{literal(name)} {size:,}" for name, size in batch.sizes.items() if size > 0)
    return f"**Batch {batch.number}: enrol {sum(batch.sizes.values()):,} participants** ({sizes})."


def summary(plan: Plan) -> str:
    """The plan in two sentences."""
    if plan.has_rounds:
        how = f"The trial looks after every batch and may take up to {plan.cap:,} participants."
    elif len({*plan.per_option}) == 1:
        how = f"The trial looks once, after {plan.per_option[0]:,} participants for each option."
    else:
        how = f"The trial looks once, after {sum(plan.per_option):,} participants."
    return f"{promise(plan)} {how}"


def model(plan: Plan) -> str:
    """The box at the foot of the page."""
    missing = (
        "An outcome that is missing counts as a failure, and the number missing is neither stored nor published."
        if plan.missing == FAILURE
        else "The batch waits until all its outcomes are in. That is safe only if whether an outcome comes in "
        "does not depend on what it is."
    )
    return (
        f"**Promised.** {literal(promise(plan))} What is published reveals little about each outcome: it is "
        f"ε-differentially private with ε = {plan.epsilon:g}.\n\n"
        f"**Published.** {published(plan)}\n\n"
        f"**Missing outcomes.** {missing}\n\n"
        f"**Trusted.** {_DRAWN_BY[plan.release == LOCAL]}, and SQLite keeps the ledger. The ledger holds what was "
        "published and nothing else.\n\n"
        "**Your part.** Run each trial once: a copy of its file, or a second trial with the same participants, would "
        "publish twice. Base decisions only on what was published. Whoever types the counts sees them, so keep the "
        "lists of outcomes as safe as you would without this tool. Do not let anyone outside measure how long a "
        "release takes."
    )
