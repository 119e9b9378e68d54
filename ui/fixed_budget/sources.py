"""What the page about a fixed budget says of its sources, of what is recalled, and of what is proven."""

import math
from collections.abc import Sequence

import numpy as np

import dpcore
from ui.fixed_budget.bandit import PUBLISHED, Bandit
from ui.fixed_budget.study import ALGORITHMS, HALVING, PHASES, RECALLED, BudgetView, has_phases
from ui.look.numbers import rounded_up
from ui.look.sentences import teller

ACCEPTED = 0.05  # share of wrong runs
tell = teller(__file__)


def sources(view: BudgetView) -> str:
    """What is drawn, from where, in Markdown."""
    entries = [ALGORITHMS[name] for name in view.algorithms]
    texts = [f"**{entry.label}** ({entry.privacy}). Source: {entry.source}." for entry in entries]
    if view.bandit.in_plane:
        texts.append(_collection(view.bandit))
    if view.bounds:
        texts.append(_bound_reading(view.bandit, list(view.bounds), view.budget))
    texts.append(tell("bound"))
    if "od-linbai" in view.algorithms:
        texts.append(_od_linbai_bound(view.bandit, view.budget))
    return "\n\n".join(texts)


def _bound_reading(bandit: Bandit, epsilons: Sequence[float], budget: int) -> str:
    parts = []
    for epsilon in epsilons:
        bound = dpcore.fixed_budget.dp_bai_error_bound(bandit.features, bandit.theta, budget, epsilon)
        error, reached = rounded_up(bound.error_probability, 4), math.log(1 / ACCEPTED) / bound.exponent * budget
        is_trivial = bound.error_probability > 0.5
        parts.append(
            tell("bound_at", error=error, epsilon=epsilon, is_trivial=is_trivial, accepted=ACCEPTED, least=reached)
        )
    return tell("bound_here", budget=budget, by_epsilon="; ".join(parts))


def _collection(bandit: Bandit) -> str:
    """Why the arms that Max-Det picks do: their volume, and the size of the coefficients of all others."""
    chosen, in_plane = dpcore.fixed_budget.max_det_collection(bandit.features), bandit.linear.rank > 1
    others = np.delete(np.abs(chosen.coefficients), chosen.arms, axis=0)
    largest = rounded_up(float(others.max()), 2) if others.size else 0.0
    runner_up = _runner_up(bandit, chosen.arms) if in_plane else 0.0
    return tell("collection", in_plane=in_plane, volume=chosen.volume, runner_up=runner_up, largest=largest)


def _runner_up(bandit: Bandit, chosen: np.ndarray) -> float:
    """The next largest area, 0 if there is none: any other pair lacks one of the two chosen arms."""
    features = np.asarray(bandit.features)
    areas = [
        found.volume
        for arm in chosen
        if (rest := np.delete(features, arm, axis=0)).any()
        and (found := dpcore.fixed_budget.max_det_collection(rest)).arms.size == 2
    ]
    return max(areas, default=0.0)


def _od_linbai_bound(bandit: Bandit, budget: int) -> str:
    try:
        bound = dpcore.fixed_budget.od_linbai_error_bound(bandit.features, bandit.theta, budget)
    except ValueError:
        return tell("od_linbai", budget=budget)
    return tell(
        "od_linbai",
        budget=budget,
        has_bound=True,
        error=rounded_up(bound.error_probability),
        is_trivial=bound.error_probability == 1,
    )


def recalled(view: BudgetView) -> list[str]:
    """What is recalled or inferred, one sentence or more for each algorithm, and about the published instance."""
    notes = [tell("published")] if view.bandit == PUBLISHED else []
    if any(has_phases(name) for name in view.algorithms):
        recalled, halving = map(view.bandit.sizes, (RECALLED, HALVING))
        notes.append(tell("phases_note", chosen=PHASES[view.problem.phases], recalled=recalled, halving=halving))
    by_warning: dict[str, list[str]] = {}
    for name in view.algorithms:
        for warning in ALGORITHMS[name].warnings:
            by_warning.setdefault(warning, []).append(ALGORITHMS[name].label)
    return notes + [f"{', '.join(labels)}: {warning}" for warning, labels in by_warning.items()]
