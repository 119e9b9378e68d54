"""Sentences and code about what own outcomes cost."""

import math

from ui.look.literal import literal
from ui.look.numbers import at_least, count, exact, number, percent, setting
from ui.outcomes.certainty import CLEAR, FEW_ROWS, smallest_lead
from ui.outcomes.question import FACTORS, Needed, OutcomeView

EXAMPLE_NOTE = "These revenues are made up: three offers, 3,000 participants each."
PRIVATE_DATA_NOTE = (
    "What is computed from private data is itself not private: means, pictures and these numbers reveal something "
    "about the "
    "people in the file. Use earlier or public data, or keep the figures as confidential as the file."
)
RANGE_NOTE = (
    "The range of a rating scale is public. Where the range was not known before, the file's own reveals its smallest "
    "and its largest outcome, and ε does not cover that."
)
NOTABLE = 0.1  # of an option's rows, cut at one end of the clip
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


def of_what(view: OutcomeView, is_earlier: bool) -> str:
    """What is answered, where that needs to be said."""
    example = EXAMPLE_NOTE if view.is_example else ""
    return f"The answer to earlier inputs. {example}" if is_earlier else example


def verdict(view: OutcomeView) -> str:
    """The answer: participants with privacy, beside those without."""
    clip = f"outcomes clipped to {setting(view.low)}–{setting(view.high)}"
    if view.best is None:
        first, second = map(literal, view.equally_good[:2])
        also = "also" if view.true_best is None else "but not"
        return (
            f"With {clip} **no option is best**: {first} and {second} have the same mean, {also} before clipping, and "
            "there is nothing to find."
        )
    private, free = view.needed(view.high, True), view.needed(view.high, False)
    if private is None or free is None:
        return f"The runs have just begun: {clip}."
    changed = _changed(view)
    if math.isinf(private.participants):
        told = f"{changed} At" if changed else "At"
        return f"{told} ε = {setting(view.epsilon)} **fewer than 90 of 100 simulated runs ended**: {clip}."
    found = f"**{count(private.participants)} {view.unit}**"
    if changed:
        return (
            f"{changed[:-1]}: at ε = {setting(view.epsilon)} PB-TaS took {found} in 90 of 100 simulated runs "
            f"({count(free.participants)} without privacy)."
        )
    return (
        f"Finding the best option at ε = {setting(view.epsilon)} took PB-TaS {found} "
        f"in 90 of 100 simulated runs ({count(free.participants)} without privacy), {clip}."
    )


def _changed(view: OutcomeView) -> str:
    """Which option is best because of the clip alone; "" if the clip keeps the best one."""
    if view.best is None or view.best == view.true_best:
        return ""
    names = [literal(name) for name in view.data.names]
    instead = "though not before" if view.true_best is None else f"not {names[view.true_best]} with the largest mean"
    return f"Clipped to {setting(view.low)}–{setting(view.high)}, **{names[view.best]} is best, {instead}**."


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
        f"Any method that {protects} and keeps this risk whatever the laws in this clip are needs at least "
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
    if view.true_best is None:
        return (
            f"Before clipping no option is best: the largest means are equal. Clipped to {setting(view.low)}–"
            f"{setting(view.high)} {names[view.best]} is, and that is what PB-TaS finds."
        )
    return (
        f"Clipping to {setting(view.low)}–{setting(view.high)} changes the best option: {names[view.true_best]} has "
        "the largest mean, but "
        f"{names[view.best]} once outcomes are clipped, and that is what PB-TaS finds."
    )


def range_reading(view: OutcomeView) -> str:
    """How the range of the outcomes compares with the clip."""
    smallest, largest = view.data.outcomes.range
    run = f"{'The' if view.is_example else 'Your'} outcomes {runs_from(smallest, largest)}"
    if smallest == largest:
        return f"{run}."
    clip, times = f"the clip {setting(view.low)}–{setting(view.high)}", (view.high - view.low) / (largest - smallest)
    if 0.95 < times < 1.05:
        return f"{run}; {clip} is as wide."
    if times < 1:
        return f"{run}; {clip} has {percent(times, 2)} of that width."
    return f"{run}; {clip} is **{number(times, 2)} times as wide**, and the noise grows with its width."


def runs_from(smallest: float, largest: float) -> str:
    """The range of outcomes, as a predicate."""
    return f"are all {exact(smallest)}" if smallest == largest else f"run from {exact(smallest)} to {exact(largest)}"


def cut_warning(view: OutcomeView) -> str:
    """Which share of rows the clip cuts, if that is notable for an option; else ""."""
    outcomes = view.data.outcomes
    outside = outcomes.shares_outside(view.low, view.high)
    cut = []
    for end, (side, limit) in enumerate((("below", view.low), ("above", view.high))):
        worst = int(outside[:, end].argmax())
        if outside[worst, end] > NOTABLE:
            of_all = percent(float(outcomes.sizes @ outside[:, end]) / view.data.rows, 2)
            of_worst = percent(float(outside[worst, end]), 2)
            cut.append(
                f"{of_all} of all rows ({of_worst} of {view.data.names[worst]}) lie {side} {setting(limit)} "
                f"and count as {setting(limit)}"
            )
    return f"{', and '.join(cut)}: how they differ is lost." if cut else ""


def certainty_warning(view: OutcomeView) -> str:
    """That the file's means are uncertain, if that can change which option is best; else ""."""
    lead, sizes = smallest_lead(view), view.data.outcomes.sizes
    least = int(sizes.argmin())
    few = f"{view.data.names[least]} has only {sizes[least]:,} {'row' if sizes[least] == 1 else 'rows'}"
    if lead is None or (lead.errors >= CLEAR and sizes[least] >= FEW_ROWS):
        return ""
    if sizes[least] == 1:
        why = f"{few}, which does not say how far its mean is from the truth"
    elif lead.errors >= CLEAR:
        why = f"{few}, too few to tell how far its mean is from the truth"
    else:
        why = (
            f"{lead.best} leads {lead.rival} by {number(lead.errors, 2)} standard errors of the difference of their "
            "clipped means"
        )
    return f"The runs take the file's means for the truth. But {why}: the best option may be another one."


def points_reading(view: OutcomeView) -> str:
    """What the points are, and which clip needs the fewest."""
    grid = ", ".join(f"{factor:g}" for factor in FACTORS)
    told = (
        f"Each point: {view.unit} enough in 90 of 100 simulated runs of PB-TaS, with its 95 % interval. A cross: "
        "clipped there, another "
        "option is best."
    )
    if view.true_best is None:
        return f"{told} Before clipping the largest means are equal: which option is best is up to the clip."
    if not view.keeping:
        return f"{told} No clip that was tried keeps the best option."
    if view.cheapest is None:
        return told
    needed = view.needed(view.cheapest, True)
    assert needed is not None
    return (
        f"{told} Of the widths on this grid ({grid} times yours) that keep the best option, "
        f"{setting(view.low)}–{setting(view.cheapest)} needed the fewest: "
        f"{count(needed.participants)}. Clip below stays at {setting(view.low)}: try others yourself. "
        "A clip chosen on private data reveals something about them and is not "
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
    if view.true_best is None:
        other = "though no outcomes' mean is the largest"
    return (
        f"{yes} {name} is best, {other}; PB-TaS needed {count(private.participants)} {view.unit} "
        f"({count(free.participants)} without privacy). It answers another "
        "question: how many, not how much."
    )


def snippet(view: OutcomeView) -> str:
    """The page's numbers in Python."""
    if view.is_example:
        source = "from ui.outcomes.example import example_rows\n\nfound = example_rows()\noutcomes = found.outcomes"
    else:
        source = f"{view.reading}\noutcomes = dpcore.bounded.tabulate_outcomes(found.outcomes)"
    risk, seed = view.risk, view.study.problem.seed
    return f"""import math

import dpcore
{source}
laws = dpcore.bounded.clip_outcomes(outcomes, low={view.low!r}, high={view.high!r})
print(dict(zip(found.names, laws.means.round(4).tolist())))
for epsilon in ({view.row_epsilon!r}, math.inf):
    runs = dpcore.bounded.simulate_outcomes(laws, epsilon, {risk!r}, runs={view.runs}, seed={seed})
    _, {view.unit}, _ = dpcore.choosing.quantile_interval(runs.stopping_times, 0.9)
    bound = dpcore.bounded.necessary_participants(laws, epsilon, {risk!r}, quantile=0.9)
    print(f"epsilon {{epsilon:g}}: {{{view.unit}:,.0f}} {view.unit} in 90 of 100 runs, at least {{bound:,.0f}}")
"""


def _interval(needed: Needed) -> str:
    high = "an unknown number" if math.isinf(needed.high) else count(needed.high)
    return f"The quantile of all runs lies between {count(max(needed.low, 0))} and {high} with 95 % confidence."
