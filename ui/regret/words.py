"""Sentences about simulated regret, with the numbers in them, and the code that makes the runs again."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dpcore.experiments import NORMAL_95
from ui.look.numbers import count, number
from ui.look.sentences import said, templates_of
from ui.regret.bounds import RegretBounds
from ui.regret.comparison import PROMISES, Comparison
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

SENTENCES = templates_of(__file__)
_ROUNDING = 1e-6
_IN_EPISODES = {"adap-ucb", "adap-klucb", "adac-ucb"}  # that double
_IN_BATCHES = {"dp-imed", "dp-klucb"}


def verdict(view: RegretView, found: Comparison | None) -> str:
    """What privacy costs at this budget: the best private algorithm beside the best one without privacy."""
    values: dict[str, Any] = {
        "is_empty": not view.algorithms,
        "waits": found is None,
        "horizon": view.problem.horizon,
        "epsilon": view.epsilon,
    }
    if found is not None:
        values |= _price_values(found.added, *at_horizon(found.price)) | {
            "has_heavy_tails": found.has_heavy_tails,
            "runs": found.runs,
            "private": found.private_regret,
            "plain": found.plain_regret,
            "private_median": found.private_median,
            "plain_median": found.plain_median,
        }
    return said(SENTENCES, "verdict", values)


def runs_sentence(view: RegretView) -> str:
    """What a point of the main picture is, above it while no runs are made."""
    return f"Each point is the mean of {view.runs} simulated runs."


def expert_verdict(view: RegretView, found: Comparison | None) -> str:
    """What the verdict compares, and what the best of each promise loses against its counterpart."""
    study, lost = view.study, []
    for promise, name in PROMISES.items():
        cells = [
            (float(study.results[(algorithm, view.epsilon)].mean_regret[-1]), algorithm)
            for algorithm in view.algorithms
            if entry_of(algorithm).privacy.budget == promise and study.price((algorithm, view.epsilon)) is not None
        ]
        if cells:
            lost.append(_lost(view, min(cells)[1], name, len(cells) > 1))
    if found is None or not lost:
        return ""
    values = {
        "private_label": label_of(found.private),
        "promise": PROMISES[str(entry_of(found.private[0]).privacy.budget)],
        "plain_label": label_of(found.plain),
        "has_heavy_tails": found.has_heavy_tails,
        "runs": found.runs,
        "rho": view.rho,
        "lost": "; ".join(lost),
    }
    return said(SENTENCES, "expert", values)


def _lost(view: RegretView, algorithm: str, promise: str, is_best: bool) -> str:
    study, cell, plain = view.study, (algorithm, view.epsilon), counterpart(algorithm)
    price = study.price(cell)
    assert price is not None
    values = _price_values(float(price.relative[-1]), *at_horizon(price)) | {
        "has_heavy_tails": entry_of(algorithm).has_heavy_tails,
        "is_best": is_best,
        "label": label_of(cell),
        "promise": promise,
        "plain_label": label_of(plain),
        "private": float(study.results[cell].mean_regret[-1]),
        "plain": float(study.results[plain].mean_regret[-1]),
        "runs": study.runs(cell),
    }
    return said(SENTENCES, "loss", values)


def _price_values(relative: float, difference: float, half: float) -> dict[str, Any]:
    """What the templates say of a price: relative to no privacy, and as a difference with half of its interval."""
    return {
        "is_uncertain": abs(difference) <= half,
        "more": relative,
        "less": -relative,
        "times": 1 + relative,
        "difference": _plus_minus(difference, half),
    }


def _plus_minus(value: float, half: float) -> str:
    is_alike = half < _ROUNDING * max(1.0, abs(value))
    values = {
        "is_alike": is_alike,
        "is_nothing": is_alike and abs(value) < _ROUNDING,
        "sign": "+" if value >= 0 else "−",
        "size": abs(value),
        "half": half,
    }
    return said(SENTENCES, "plus_minus", values)


def tails_reading(view: RegretView) -> str:
    """What intervals are worth for algorithms whose regret has heavy tails; "" without these."""
    heavy = [name for name in view.algorithms if entry_of(name).has_heavy_tails]
    medians = "; ".join(
        f"{entry_of(name).label} {count(float(np.median(view.study.results[name, view.epsilon].regret[:, -1])))}"
        for name in heavy
        if (name, view.epsilon) in view.study.results
    )
    labels = " and ".join(entry_of(name).label for name in heavy)
    values = {"labels": labels, "by_label": medians, "epsilon": view.epsilon}
    return said(SENTENCES, "tails", values) if heavy else ""


def time_reading(view: RegretView, bounds: RegretBounds) -> str:
    """How to read the picture against time."""
    names = set(view.algorithms)
    bounded = ", ".join(entry_of(name).label for name in bounds.over_time)
    values = {
        "in_epochs": "dp-se" in names,
        "in_episodes": bool(names & _IN_EPISODES),
        "in_batches": bool(names & _IN_BATCHES),
        "has_ties": "adap-klucb" in names,
        "bounded_arms": bounded if view.problem.kind == "arms" else "",
        "is_bounded": bool(bounded) and view.problem.kind == "linear",
        "has_limit": bounds.limit_over_time is not None,
    }
    return said(SENTENCES, "over_time", values)


def scale_sentence(view: RegretView) -> str:
    """What is compared with what on the common scale."""
    budgets, is_about_arms = {entry_of(name).privacy.budget for name in view.algorithms}, view.problem.kind == "arms"
    values = {
        "is_pure": is_about_arms and budgets == {"epsilon"},
        "is_concentrated": not is_about_arms or budgets == {"rho"},
        "rho": view.rho,
    }
    return said(SENTENCES, "scale", values)


def regimes_reading(view: RegretView, bounds: RegretBounds) -> str:
    """Where the two regimes are, with the boundaries' numbers, and what the lower bounds speak of."""
    if view.problem.kind == "contextual":
        return said(SENTENCES, "contexts", {})
    drawn = bounds.lettered((view.epsilons[0], view.epsilons[-1]))
    values = {
        "is_linear": view.problem.kind == "linear",
        "named": "; ".join(f"{letter} at ε = {number(each.epsilon)} ({each.label})" for letter, each in drawn),
        "has_shade": any(each.shades and each.epsilon > view.epsilons[0] for each in bounds.boundaries),
        "has_gap": any(each.has_gap for each in bounds.lower),
    }
    parts = [said(SENTENCES, "regimes", values)] if drawn else []
    if view.problem.kind == "linear":
        parts.append(_simulated_multiples(view))
    if any(not each.is_limit for each in bounds.lower):
        parts.append(said(SENTENCES, "worst", values))
    if any(each.is_limit for each in bounds.lower):
        parts.append(said(SENTENCES, "sharp", values))
    return " ".join(part for part in parts if part)


def _simulated_multiples(view: RegretView) -> str:
    """How many times its counterpart's regret the first algorithm has at both ends, and up to where at least twice."""
    if not view.algorithms:
        return ""
    name, plain = view.algorithms[0], counterpart(view.algorithms[0])
    results = dict(view.study.results)
    found = [epsilon for epsilon in view.epsilons if (name, epsilon) in results]
    if plain not in results or len(found) < 2:
        return ""
    times = [results[name, epsilon].mean_regret[-1] / results[plain].mean_regret[-1] for epsilon in found]
    twice = next((place for place, each in enumerate(times) if each < 2), len(times))
    values = {
        "label": entry_of(name).label,
        "plain_label": label_of(plain),
        "first": times[0],
        "low": found[0],
        "last": times[-1],
        "high": found[-1],
        "twice_until": found[twice - 1] if twice else None,
    }
    return said(SENTENCES, "multiples", values)


def price_reading(view: RegretView) -> str:
    """Which prices can be told from 0 at the largest budget, and how the intervals are made."""
    valid = [name for name in view.algorithms if not entry_of(name).has_heavy_tails]
    prices = {name: view.study.price((name, view.epsilons[-1])) for name in valid}
    told = [f"{entry_of(name).label} {_plus_minus(*at_horizon(price))}" for name, price in prices.items() if price]
    values = {
        "has_no_interval": not valid,
        "errors": NORMAL_95,
        "epsilon": view.epsilons[-1],
        "by_label": "; ".join(told),
    }
    return said(SENTENCES, "price", values)


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


def snippet(view: RegretView) -> str:
    """Python code that makes the runs at the current budget again."""
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
