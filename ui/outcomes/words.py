"""Sentences and code about what own outcomes cost."""

import math

from ui.look.literal import literal
from ui.look.numbers import at_least, count, percent, setting
from ui.outcomes.question import FACTORS, Needed, OutcomeView

EXAMPLE_NOTE = "These revenues are made up: three offers, 3,000 participants each."
PRIVATE_DATA_NOTE = (
    "What is computed from private data is itself not private: means, pictures and these numbers reveal something "
    "about the "
    "people in the file. Use earlier or public data, or keep the figures as confidential as the file."
)
SOURCES = (
    "PB-TaS is risk-correct and $\\varepsilon$-DP for outcomes in [0, 1], to which clipped outcomes are rescaled "
    "(docs/pb-tas.md). A run "
    "draws its participants from the file, with replacement: each batch's sum as a multinomial over the distinct "
    "outcomes; above 2,000 "
    "of them each is split between its two neighbours on a grid of 2,000 points, which keeps every mean exactly and "
    "can only raise "
    "the variance. The lower bound is $T\\,\\mathrm{kl}(0.9 - \\delta, \\delta)$ with the characteristic time $T$ of "
    "all laws on the "
    "clip: without privacy that of $K_{\\inf}$, with privacy its version for $\\varepsilon$-global DP "
    "(docs/bounded-outcomes.md has the proofs). "
    "It is no bound for a method that knows that outcomes are yes or no."
)


def verdict(view: OutcomeView) -> str:
    """The answer: participants with privacy, beside those without."""
    clip = f"outcomes clipped to {setting(view.low)}–{setting(view.high)}"
    if view.best is None:
        return f"With {clip} **no option is best**: two have the same mean, and there is nothing to find."
    private, free = view.needed(view.high, True), view.needed(view.high, False)
    if private is None or free is None:
        return f"The runs have just begun: {clip}."
    if math.isinf(private.participants):
        return f"At ε = {setting(view.epsilon)} **fewer than 90 of 100 simulated runs ended**: {clip}."
    found = f"**{count(private.participants)} {view.unit}**"
    return (
        f"Finding the best option at ε = {setting(view.epsilon)} took PB-TaS {found} "
        f"in 90 of 100 simulated runs ({count(free.participants)} without privacy), {clip}."
    )


def expert_verdict(view: OutcomeView, bounds: tuple[float, float]) -> str:
    """Which option, how often runs erred, and the lower bound."""
    private, free = view.needed(view.high, True), view.needed(view.high, False)
    if view.best is None or private is None or free is None:
        return "No bound is computed before there are runs."
    wrong = (
        f"{private.wrong} of {count(private.runs)} private runs"
        if private.wrong
        else f"none of {count(private.runs)} private runs"
    )
    protects = "is private" if view.unit == "participants" else "protects every row with its part of ε"
    return (
        f"Best once clipped: {literal(view.data.names[view.best])}; {wrong} named another (risk "
        f"{percent(view.risk)}, proven). "
        f"Any method that {protects} and is right on all outcomes in this clip, whatever their law, needs at least "
        f"{at_least(bounds[0])} {view.unit} "
        f"({at_least(bounds[1])} without privacy) to end in 90 of 100 runs: a lower bound. {_interval(private)}"
    )


def rows_sentence(view: OutcomeView) -> str:
    """Participants with several rows; "" if there are none."""
    most = view.data.rows_of_one
    if most == 1:
        return ""
    return (
        f"One participant has up to {most:,} rows: to protect participants at ε = {setting(view.epsilon)}, every row "
        "is protected at "
        f"ε/{most:,} = {setting(view.row_epsilon)} (group privacy). The numbers count rows, taken as independent; "
        f"divided by {most:,} they are participants, at least. Another method could protect participants with fewer."
    )


def clip_warning(view: OutcomeView) -> str:
    """Whether clipping changes the best option; "" if not."""
    if view.best is None or view.best == view.true_best:
        return ""
    names = view.data.names
    return (
        f"Clipping to {setting(view.low)}–{setting(view.high)} changes the best option: {names[view.true_best]} has "
        "the largest mean, but "
        f"{names[view.best]} once outcomes are clipped, and that is what PB-TaS finds."
    )


def points_reading(view: OutcomeView) -> str:
    """What the points are, and which clip needs the fewest."""
    grid = ", ".join(f"{factor:g}" for factor in FACTORS)
    told = (
        f"Each point: {view.unit} enough in 90 of 100 simulated runs of PB-TaS, with its 95 % interval. A cross: "
        "clipped there, another "
        "option is best."
    )
    if view.cheapest is None:
        return f"{told} No clip that was tried keeps the best option."
    needed = view.needed(view.cheapest, True)
    assert needed is not None
    return (
        f"{told} Of the widths on this grid ({grid} times yours) that keep the best option, "
        f"{setting(view.low)}–{setting(view.cheapest)} needed the fewest: "
        f"{count(needed.participants)}. A clip chosen on private data reveals something about them and is not "
        "covered by ε: take it from earlier or public data."
    )


def clipping_reading(view: OutcomeView) -> str:
    """What a clip means."""
    return (
        f"What lies outside counts as {setting(view.low)} or {setting(view.high)}. One row can then move a sum by at "
        f"most {setting(view.high - view.low)}, the "
        "sensitivity: the noise is in proportion to it."
    )


def yes_no_reading(view: OutcomeView) -> str:
    """The yes/no version of the same data."""
    yes = f"As a yes/no outcome (at least {setting(view.threshold)})"
    if view.yes_best is None:
        return f"{yes} two options are equally good: there is nothing to find."
    private, free = view.needed(None, True), view.needed(None, False)
    if private is None or free is None:
        return f"{yes}: runs to come."
    name = literal(view.data.names[view.yes_best])
    other = "the same option" if view.yes_best == view.true_best else "**another option**"
    return (
        f"{yes} {name} is best, {other}; PB-TaS needed {count(private.participants)} {view.unit} "
        f"({count(free.participants)} without privacy). It answers another "
        "question: how many, not how much."
    )


def snippet(view: OutcomeView) -> str:
    """The page's numbers in Python."""
    source = (
        "from ui.outcomes.example import example_rows\n\ndata = example_rows()"
        if view.is_example
        else "from pathlib import Path\n\nfrom ui.outcomes.rows import read_rows\n\n"
        'data = read_rows(Path("outcomes.csv").read_bytes())'
    )
    risk, seed = view.risk, view.study.problem.seed
    return f"""import math

import dpcore
{source}
laws = dpcore.bounded.clip_outcomes(data.outcomes, low={view.low!r}, high={view.high!r})
print(dict(zip(data.names, laws.means.round(4).tolist())))
for epsilon in ({view.row_epsilon!r}, math.inf):
    runs = dpcore.bounded.simulate_outcomes(laws, epsilon, {risk!r}, runs={view.runs}, seed={seed})
    _, participants, _ = dpcore.choosing.quantile_interval(runs.stopping_times, 0.9)
    bound = dpcore.bounded.necessary_participants(laws, epsilon, {risk!r}, quantile=0.9)
    print(f"epsilon {{epsilon:g}}: {{participants:,.0f}} in 90 of 100 runs, at least {{bound:,.0f}}")
"""


def _interval(needed: Needed) -> str:
    high = "an unknown number" if math.isinf(needed.high) else count(needed.high)
    return f"The quantile of all runs lies between {count(max(needed.low, 0))} and {high} with 95 % confidence."
