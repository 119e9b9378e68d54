"""What the page says."""

from dpcore.trial import Plan
from dpcore.trial.plan import BEAT, COUNTS, FAILURE, LOCAL, WINNER
from dpcore.trial.words import promise

REHEARSE, RUN = "rehearse", "run"
WAYS = {REHEARSE: "Rehearse with made-up participants", RUN: "Run the real trial"}

NO_PLAN = "This is not a plan that can be run: "
EXAMPLE = "This is an example. Make your own plan on Choose ε, and take it here from “Report and downloads”."

NOT_HERE = (
    "A real trial runs only on your team's own computer. Start the dashboard there with a folder for its trials: "
    "`TRIALS_FOLDER=~/trials ./run app`. Here you can rehearse. The command `./run trial` runs trials without a page."
)
REACHED_BY_OTHERS = (
    "A real trial does not run here, because other people can reach this server. Start the dashboard on your own "
    "computer instead, with `TRIALS_FOLDER=~/trials ./run app`."
)
NO_FOLDER = "The folder that TRIALS_FOLDER names does not exist or cannot be read."

_NOISE = {
    WINNER: "Only the name of one option will be published. To each count of successes a random whole number "
    "k = 0, 1, 2, … is added, with probability (1 − e^−ε) e^−εk, and the option with the largest sum is named.",
    COUNTS: "One noisy count for each option will be published: its successes plus a random whole number k, "
    "positive or negative, with probability proportional to e^−ε|k|.",
    LOCAL: "The counts themselves will be published, because participants have randomised their answers already.",
}
_ROUNDS = (
    "One noisy count for each option in the batch will be published: its successes plus Laplace noise of scale 1/ε. "
    "Who is enrolled next follows from the published numbers alone."
)


def published(plan: Plan) -> str:
    """Which quantities become public, under which noise."""
    told = _ROUNDS if plan.has_rounds else _NOISE[plan.release]
    return told if plan.release == LOCAL else f"{told} Here ε = {plan.epsilon:g}. OpenDP draws the noise."


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
        else "The batch waits until all its outcomes are in. That is safe only if an outcome comes in whatever it is."
    )
    claim = " Wrong claims are as rare as promised whatever the rates are." if plan.promise == BEAT else ""
    return (
        f"**Promised.** {promise(plan)}{claim} What is published reveals little about each outcome: it is "
        f"ε-differentially private with ε = {plan.epsilon:g}.\n\n"
        f"**Published.** {published(plan)}\n\n"
        f"**Missing outcomes.** {missing}\n\n"
        "**Trusted.** OpenDP draws the noise, the operating system provides the randomness, and SQLite keeps the "
        "ledger. The ledger holds what was published and nothing else.\n\n"
        "**Yours.** Run each trial once: a copy of its file, or a second trial with the same participants, publishes "
        "twice. Decide from what was published only. Whoever types the counts sees them, so keep the lists of outcomes "
        "as safe as you would without this tool. Let nobody outside measure how long a release takes."
    )
