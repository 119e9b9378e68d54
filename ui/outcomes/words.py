"""Sentences and the notebook about what the visitor's outcomes cost; the templates are in sentences.json."""

import math
from typing import Any

from ui.look.numbers import count, percent, setting
from ui.look.sentences import teller
from ui.outcomes.certainty import CLEAR, FEW_ROWS, smallest_lead
from ui.outcomes.question import FACTORS, OutcomeView
from ui.shell.notebook import Notebook

tell = teller(__file__)
PRIVATE_DATA_NOTE = tell("private_data")
RANGE_NOTE = tell("range_is_private")
NOTABLE = 0.1  # of an option's rows, cut at one end of the clip
SOURCES = (
    "PB-TaS is risk-correct and $\\varepsilon$-DP for outcomes in [0, 1], to which clipped outcomes are rescaled "
    "(docs/pb-tas.md). A run draws its participants from the file, with replacement: each batch's sum is a "
    "multinomial over the distinct outcomes. Above 2,000 distinct outcomes, each is split between its two neighbours "
    "on a grid of 2,000 points, which keeps every mean exactly and can only raise the variance. The lower bound is "
    "$T\\,\\mathrm{kl}(0.9 - \\delta, \\delta)$ with the characteristic time $T$ of all distributions on the clip: "
    "without privacy that of $K_{\\inf}$, with privacy its version for $\\varepsilon$-global DP "
    "(docs/bounded-outcomes.md has the proofs). It does not hold for a method that knows that outcomes are yes or no."
)


def verdict(view: OutcomeView) -> str:
    """The answer: participants with privacy, beside those without."""
    if view.best is None:
        first, second = view.equally_good[:2]
        return told("verdict", view, tied=True, tied_before=view.true_best is None, first=first, second=second)
    private, free = view.needed(view.high, True), view.needed(view.high, False)
    if private is None or free is None:
        return told("verdict", view, waits=True)
    is_endless = math.isinf(private.participants)
    return told("verdict", view, unending=is_endless, private=private.participants, free=free.participants)


def expert_verdict(view: OutcomeView, bounds: tuple[float, float]) -> str:
    """Which option, how often runs erred, and the lower bound."""
    private, free = view.needed(view.high, True), view.needed(view.high, False)
    if view.best is None or private is None or free is None:
        return "The lower bound appears with the first runs."
    return told(
        "expert",
        view,
        wrong=private.wrong,
        made=private.runs,
        private_bound=bounds[0],
        free_bound=bounds[1],
        lowest=max(private.low, 0),
        highest="an unknown number" if math.isinf(private.high) else count(private.high),
    )


def clip_warning(view: OutcomeView) -> str:
    """Whether clipping changes the best option; "" if not."""
    return told("clip_warning", view)


def range_reading(view: OutcomeView) -> str:
    """How the range of the outcomes compares with the clip."""
    smallest, largest = view.data.outcomes.range
    times = (view.high - view.low) / (largest - smallest) if smallest < largest else 0.0
    return told("range", view, **_range(smallest, largest), times=times)


def runs_from(smallest: float, largest: float) -> str:
    """The range of outcomes, as a predicate."""
    return tell("run", **_range(smallest, largest))


def _range(smallest: float, largest: float) -> dict[str, Any]:
    return {"smallest": smallest, "largest": largest, "is_constant": smallest == largest}


def cut_warning(view: OutcomeView) -> str:
    """Which share of rows the clip cuts, if that is notable for an option; else ""."""
    outcomes = view.data.outcomes
    outside = outcomes.shares_outside(view.low, view.high)
    cut = []
    for end, (side, limit) in enumerate((("below", view.low), ("above", view.high))):
        worst = int(outside[:, end].argmax())
        if outside[worst, end] > NOTABLE:
            of_all = float(outcomes.sizes @ outside[:, end]) / view.data.rows
            of_worst, name = float(outside[worst, end]), view.data.names[worst]
            cut.append(tell("cut", of_all=of_all, of_worst=of_worst, worst=name, side=side, limit=limit))
    return f"{', and '.join(cut)}. The differences among them are lost." if cut else ""


def certainty_warning(view: OutcomeView) -> str:
    """That the file's means are uncertain, if that can change which option is best; else ""."""
    lead, sizes = smallest_lead(view), view.data.outcomes.sizes
    least = int(sizes.argmin())
    if lead is None or (lead.errors >= CLEAR and sizes[least] >= FEW_ROWS):
        return ""
    return told(
        "certainty",
        view,
        fewest=view.data.names[least],
        fewest_rows=sizes[least],
        has_one_row=sizes[least] == 1,
        is_clear=lead.errors >= CLEAR,
        rival=lead.rival,
        errors=lead.errors,
    )


def points_reading(view: OutcomeView) -> str:
    """What the points are, and which clip needs the fewest."""
    needed = None if view.cheapest is None else view.needed(view.cheapest, True)
    return told(
        "points",
        view,
        none_keeps=not view.keeping,
        cheapest=view.cheapest,
        fewest_needed=needed and needed.participants,
        grid=", ".join(f"{factor:g}" for factor in FACTORS),
    )


def yes_no_reading(view: OutcomeView) -> str:
    """The yes/no version of the same data."""
    private, free = view.needed(None, True), view.needed(None, False)
    if view.yes_best is None or private is None or free is None:
        return told("yes_no", view, threshold=view.threshold, yes_waits=view.yes_best is not None)
    return told(
        "yes_no",
        view,
        threshold=view.threshold,
        yes_best=view.data.names[view.yes_best],
        is_same_option=view.yes_best == view.true_best,
        private=private.participants,
        free=free.participants,
    )


def told(name: str, view: OutcomeView, **values: Any) -> str:
    """The sentence of this name in sentences.json, of these values and of what clipping does to the options.

    of_what: what is answered, where that needs to be said.  rows: participants with several rows.  clipping: what a
    clip of this width means.
    """
    is_changed = view.best is not None and view.best != view.true_best
    best, true_best = ("" if arm is None else view.data.names[arm] for arm in (view.best, view.true_best))
    return tell(
        name,
        view=view,
        best=best,
        true_best=true_best,
        tied_before_clipping=not true_best,
        is_changed=is_changed,
        is_best_instead=is_changed and true_best,
        **values,
    )


def notebook(view: OutcomeView) -> Notebook:
    """A notebook that makes the runs at the chosen clip, and at every clip that its picture draws."""
    told = (
        f"Outcomes clipped to {setting(view.low)} to {setting(view.high)} · ε = {setting(view.epsilon)} per "
        f"participant · risk {percent(view.risk)} · {view.runs} runs, seed {view.study.problem.seed}"
    )
    if not view.is_example:
        told += (
            "\n\nYour file is not in this notebook: put the file into the same folder, and replace `your-file` with "
            "its name."
        )
    return Notebook(told, "Simulated runs of PB-TaS (docs/pb-tas.md) on clipped outcomes", _code(view), _picture(view))


def _picture(view: OutcomeView) -> str:
    highs = [high for high in view.highs if view.best_at[high] is not None]
    return f"""highs = {highs}
figure = go.Figure(layout={{"title": "{view.unit.capitalize()} that were enough in 90 of 100 runs"}})
for name, epsilon in (("with privacy", {view.row_epsilon!r}), ("without", math.inf)):
    needed = []
    for high in highs:
        clipped = dpcore.bounded.clip_outcomes(outcomes, low={view.low!r}, high=high)
        runs = dpcore.bounded.simulate_outcomes(
            clipped, epsilon, {view.risk!r}, runs={view.runs}, seed={view.study.problem.seed}
        )
        times = [time if ended else math.inf for time, ended in zip(runs.stopping_times, runs.finished)]
        needed.append(dpcore.choosing.quantile_interval(times, 0.9)[1])
    figure.add_scatter(x=[high - {view.low!r} for high in highs], y=needed, mode="lines+markers", name=name)
figure.update_xaxes(type="log", title="width of the clip")
figure.update_yaxes(type="log", title="{view.unit}")
"""


def _code(view: OutcomeView) -> str:
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
