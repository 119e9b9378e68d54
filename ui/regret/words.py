"""Sentences about simulated regret, with the numbers in them, and the notebook that makes the runs again."""

import math
from collections.abc import Sequence

import numpy as np

from dpcore.experiments import NORMAL_95
from ui.arms.described import described
from ui.look.numbers import count, number, setting
from ui.look.sentences import teller
from ui.regret.bounds import RegretBounds
from ui.regret.comparison import PROMISES, Comparison, beside_counterparts, compared
from ui.regret.study import (
    KINDS,
    RegretCell,
    RegretView,
    at_horizon,
    budget_and_seed,
    counterpart,
    entry_of,
    label_of,
)
from ui.shell.notebook import Notebook

tell = teller(__file__)
_ROUNDING = 1e-6
_IN_EPISODES = {"adap-ucb", "adap-klucb", "adac-ucb"}  # that double
_IN_BATCHES = {"dp-imed", "dp-klucb"}


def verdict(view: RegretView, found: Comparison | None) -> str:
    """What privacy costs at this budget: the best private algorithm beside the best one without privacy."""
    return tell("verdict", view=view, found=found, difference=found and plus_minus(*at_horizon(found.price)))


def expert_verdict(view: RegretView, found: Comparison | None) -> str:
    """What the verdict compares, and what the best of each promise loses against its counterpart."""
    lost, here = [], beside_counterparts(view)
    for promise in PROMISES.values():
        if kept := [each for each in here if each.promise == promise]:
            best = min(kept, key=lambda each: each.private_regret)
            difference = plus_minus(*at_horizon(best.price))
            lost.append(tell("loss", found=best, is_best=len(kept) > 1, difference=difference))
    return tell("expert", view=view, found=found, lost="; ".join(lost)) if found and lost else ""


def plus_minus(value: float, half: float) -> str:
    """What privacy adds, with half of its 95 % interval."""
    is_alike = half < _ROUNDING * max(1.0, abs(value))
    is_nothing, sign = is_alike and abs(value) < _ROUNDING, "+" if value >= 0 else "−"
    return tell("plus_minus", is_alike=is_alike, is_nothing=is_nothing, sign=sign, value=value, half=half)


def tails_reading(view: RegretView) -> str:
    """What intervals are worth for algorithms whose regret has heavy tails; "" without these."""
    heavy = {name: entry_of(name).label for name in view.algorithms if entry_of(name).has_heavy_tails}
    results = {name: view.study.results.get((name, view.epsilon)) for name in heavy}
    medians = [
        f"{heavy[name]} {count(float(np.median(result.regret[:, -1])))}" for name, result in results.items() if result
    ]
    return tell("tails", view=view, labels=" and ".join(heavy.values()), medians="; ".join(medians)) if heavy else ""


def time_reading(view: RegretView, bounds: RegretBounds) -> str:
    """How to read the picture against time."""
    names = set(view.algorithms)
    return tell(
        "over_time",
        in_epochs="dp-se" in names,
        in_episodes=names & _IN_EPISODES,
        in_batches=names & _IN_BATCHES,
        has_ties="adap-klucb" in names,
        is_linear=view.problem.kind == "linear",
        bounded=", ".join(entry_of(name).label for name in bounds.over_time),
        has_limit=bounds.limit_over_time,
    )


def scale_sentence(view: RegretView) -> str:
    """What is compared with what on the common scale."""
    budgets, is_about_arms = {entry_of(name).privacy.budget for name in view.algorithms}, view.problem.kind == "arms"
    is_pure = is_about_arms and budgets == {"epsilon"}
    return tell("scale", view=view, is_pure=is_pure, is_concentrated=not is_about_arms or budgets == {"rho"})


def regimes_reading(view: RegretView, bounds: RegretBounds) -> str:
    """Where the two regimes are, with the boundaries' numbers, and what the lower bounds speak of."""
    drawn = bounds.lettered((view.epsilons[0], view.epsilons[-1]))
    told = tell(
        "regimes",
        is_contextual=view.problem.kind == "contextual",
        is_linear=view.problem.kind == "linear",
        named="; ".join(f"{letter} at ε = {number(each.epsilon)} ({each.label})" for letter, each in drawn),
        has_shade=any(each.shades and each.epsilon > view.epsilons[0] for each in bounds.boundaries),
        simulated=_simulated_multiples(view),
        has_worst=any(not each.is_limit for each in bounds.lower),
        has_gap=any(each.has_gap for each in bounds.lower),
        has_limit=any(each.is_limit for each in bounds.lower),
    )
    return told.strip()


def _simulated_multiples(view: RegretView) -> str:
    """How many times its counterpart's regret the first algorithm has at both ends, and up to where at least twice."""
    if not view.algorithms or view.problem.kind != "linear":
        return ""
    name, plain = view.algorithms[0], counterpart(view.algorithms[0])
    results = dict(view.study.results)
    found = [epsilon for epsilon in view.epsilons if (name, epsilon) in results]
    if plain not in results or len(found) < 2:
        return ""
    times = [results[name, epsilon].mean_regret[-1] / results[plain].mean_regret[-1] for epsilon in found]
    twice = next((place for place, each in enumerate(times) if each < 2), len(times))
    return tell(
        "multiples",
        label=entry_of(name).label,
        plain_label=label_of(plain),
        first=times[0],
        low=found[0],
        last=times[-1],
        high=found[-1],
        twice_until=found[twice - 1] if twice else None,
    )


def price_reading(view: RegretView) -> str:
    """Which prices can be told from 0 at the largest budget, and how the intervals are made."""
    largest = view.epsilons[-1]
    valid = [name for name in view.algorithms if not entry_of(name).has_heavy_tails]
    prices = {name: view.study.price((name, largest)) for name in valid}
    told = [f"{entry_of(name).label} {plus_minus(*at_horizon(price))}" for name, price in prices.items() if price]
    return tell("price", is_valid=valid, errors=NORMAL_95, epsilon=largest, prices="; ".join(told))


def sources(algorithms: Sequence[str]) -> list[str]:
    """One paragraph per algorithm and counterpart: promise, source, what is inferred, warnings."""
    names = dict.fromkeys([*algorithms, *(counterpart(algorithm)[0] for algorithm in algorithms)])
    paragraphs = []
    for entry in map(entry_of, names):
        promise = str(entry.privacy) if entry.privacy.is_private else "without privacy"
        text = f"**{entry.label}** ({promise}). Source: {entry.source}."
        if entry.inferred:
            text += " Our reading where the source is silent: " + " ".join(entry.inferred)
        paragraphs.append(" ".join([text, *entry.warnings]))
    return paragraphs


def call(cell: RegretCell, view: RegretView, budget: str = "") -> str:
    """Python code that makes the runs of a cell.  budget: what stands for its epsilon, "" for the number."""
    arguments = {
        "runs": view.runs,
        **budget_and_seed(cell, view.problem.seed),
        **view.problem.parameters(cell[0]),
    }
    code = {name: "math.inf" if value == math.inf else repr(value) for name, value in arguments.items()}
    if budget:
        code |= {"rho": f"dpcore.privacy.rho_from_epsilon({budget})"} if "rho" in code else {"epsilon": budget}
    shown = ", ".join(f"{name}={value}" for name, value in code.items())
    return f"dpcore.simulate_regret({cell[0]!r}, environment, horizon, {shown})"


def notebook(view: RegretView) -> Notebook:
    """A notebook that makes the runs at the current budget, and at every budget that its picture draws."""
    names = ", ".join(label_of((name, view.epsilon)) for name in compared(view))
    problem = view.problem
    arms = described(problem.means) if problem.kind == "arms" else f"{problem.arms} {KINDS[problem.kind]}"
    told = f"{arms} · ε = {setting(view.epsilon)} · {problem.horizon:,} pulls · {view.runs} runs, seed {problem.seed}"
    return Notebook(told, f"Simulated means: {names}", _code(view), _picture(view))


def _picture(view: RegretView) -> str:
    names = compared(view)
    private = "\n".join(
        f"    {label_of((name, view.epsilon))!r}: lambda epsilon: {call((name, view.epsilon), view, 'epsilon')},"
        for name in names
    )
    cells = dict.fromkeys(map(counterpart, names))
    plain = "\n".join(f"    {label_of(cell)!r}: {call(cell, view)}.mean_regret[-1]," for cell in cells)
    return f"""epsilons = {list(view.epsilons)}
simulations = {{
{private}
}}
without_privacy = {{
{plain}
}}
figure = go.Figure(layout={{"title": f"Mean regret after {{horizon:,}} pulls, simulated"}})
for name, simulate in simulations.items():
    lost = [simulate(each).mean_regret[-1] for each in epsilons]
    figure.add_scatter(x=epsilons, y=lost, mode="lines+markers", name=name)
for name, lost in without_privacy.items():
    figure.add_scatter(x=epsilons, y=[lost] * len(epsilons), line={{"dash": "dash"}}, name=name)
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="rewards lost")
"""


def _code(view: RegretView) -> str:
    problem = view.problem
    if problem.kind == "arms":
        environment = repr([float(mean) for mean in problem.means])
    else:
        name = "LinearEnvironment" if problem.kind == "linear" else "ContextualEnvironment"
        size = f"arms={problem.arms}, dimension={problem.dimension}"
        of = f"{size}, seed={problem.instance_seed}, bounded={problem.bounded}"
        environment = f"dpcore.regret.{name}.random({of})"
    head = f"""import math

import dpcore

environment = {environment}  # {KINDS[problem.kind]}
horizon = {problem.horizon}

# rho = epsilon * tanh(epsilon / 2); counterparts take the next seed, so that their runs are independent
"""
    return head + "\n".join(
        f"""private = {call((algorithm, view.epsilon), view)}
without = {call(counterpart(algorithm), view)}
price = dpcore.price_of_privacy(private, without)
print({entry_of(algorithm).label!r}, private.mean_regret[-1], 'instead of', without.mean_regret[-1])
print('price', price.difference[-1], '+-', {NORMAL_95} * price.standard_error[-1])
"""
        for algorithm in view.algorithms
    )
