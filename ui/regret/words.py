"""Sentences about simulated regret, with the numbers in them, and the code that makes the runs again."""

import math
from collections.abc import Sequence

import numpy as np

from dpcore.experiments import NORMAL_95
from ui.look.numbers import count, number, percent, setting
from ui.regret.bounds import GAP, RegretBounds
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

_ROUNDING = 1e-6
_IN_EPISODES = ("adap-ucb", "adap-klucb", "adac-ucb")  # that double
_IN_BATCHES = ("dp-imed", "dp-klucb")


def verdict(view: RegretView, found: Comparison | None) -> str:
    """What privacy costs at this budget: the best private algorithm beside the best one without privacy."""
    if not view.algorithms:
        return "Choose a private algorithm to see how many rewards privacy costs."
    if found is None:
        return (
            f"How many rewards does privacy cost in {count(view.problem.horizon)} pulls? The first simulated runs are "
            "on their way."
        )
    private, plain = count(found.private_regret), count(found.plain_regret)
    how = f"in {count(view.problem.horizon)} pulls (privacy budget ε = {setting(view.epsilon)})"
    if found.has_heavy_tails:
        return (
            f"In the median of these {found.runs} runs **{count(found.private_median)}** rewards are lost with "
            f"privacy, {count(found.plain_median)} without, {how}; rare runs can lose far more."
        )
    if not found.is_certain:
        return (
            f"These {found.runs} runs **cannot tell** whether privacy costs rewards: {private} lost with it, "
            f"{plain} without ({_plus_minus(*at_horizon(found.price))}), {how}. Add runs."
        )
    if found.added > 1:
        more = f"{number(1 + found.added)} times as many rewards"
    else:
        more = f"{percent(abs(found.added))} {'more' if found.added > 0 else 'fewer'} rewards"
    return f"With privacy, the learner loses **{more}**: {private} instead of {plain} {how}."


def runs_sentence(view: RegretView) -> str:
    """What a point of the main picture is, above it while no runs are made."""
    return f"Each point: mean of {view.runs} simulated runs"


def expert_verdict(view: RegretView, found: Comparison | None) -> str:
    """Who is compared in the verdict, and what the best of each promise loses against its own counterpart."""
    study = view.study
    parts = []
    for promise, name in PROMISES.items():
        cells = [
            (float(study.results[(algorithm, view.epsilon)].mean_regret[-1]), algorithm)
            for algorithm in view.algorithms
            if entry_of(algorithm).privacy.budget == promise and study.price((algorithm, view.epsilon)) is not None
        ]
        if cells:
            parts.append(_lost(view, min(cells)[1], name, len(cells) > 1))
    if found is None or not parts:
        return ""
    promise = PROMISES[str(entry_of(found.private[0]).privacy.budget)]
    return (
        "A pull is one try of an arm; what is lost is counted against always pulling the best one. Compared: "
        f"{label_of(found.private)} ({promise}) and {label_of(found.plain)}, the smallest "
        f"{'median' if found.has_heavy_tails else 'mean'} regret of {found.runs} runs here with and without "
        "privacy. What the noise alone adds is another figure, each method beside itself "
        f"without noise (ρ = {setting(view.rho)}): {'; '.join(parts)}."
    )


def _lost(view: RegretView, algorithm: str, promise: str, is_best: bool) -> str:
    study, cell, plain = view.study, (algorithm, view.epsilon), counterpart(algorithm)
    private, base = (float(study.results[each].mean_regret[-1]) for each in (cell, plain))
    price = study.price(cell)
    assert price is not None
    (difference, half), relative = at_horizon(price), float(price.relative[-1])
    told = _plus_minus(difference, half)
    who = f"**{label_of(cell)}**" + (f", the best {promise} algorithm here," if is_best else f" ({promise})")
    lost = f"{who} loses **{count(private)}**, {label_of(plain)} {count(base)}"
    if entry_of(algorithm).has_heavy_tails:
        return f"{lost} (interval not valid: heavy tails)"
    if abs(difference) <= half:
        return f"{lost}: no price that {study.runs(cell)} runs can tell from 0 ({told})"
    if relative > 1:
        return f"{lost}: **{number(1 + relative)} times** as much ({told})"
    return f"{lost}: **{percent(abs(relative))} {'more' if relative > 0 else 'less'}** ({told})"


def _plus_minus(value: float, half: float) -> str:
    if half < _ROUNDING * max(1.0, abs(value)):
        sign = "" if abs(value) < _ROUNDING else "+" if value > 0 else "−"
        return f"{sign}{number(abs(value) if sign else 0)}, all runs alike"
    return f"{'+' if value >= 0 else '−'}{number(abs(value))} ± {number(half, 2)}"


def tails_reading(view: RegretView) -> str:
    """What intervals are worth for algorithms whose regret has heavy tails; "" without these."""
    heavy = [name for name in view.algorithms if entry_of(name).has_heavy_tails]
    if not heavy:
        return ""
    medians = "; ".join(
        f"{entry_of(name).label} {count(float(np.median(view.study.results[name, view.epsilon].regret[:, -1])))}"
        for name in heavy
        if (name, view.epsilon) in view.study.results
    )
    told = f" Medians at ε = {setting(view.epsilon)}: {medians}." if medians else ""
    labels = " and ".join(entry_of(name).label for name in heavy)
    return (
        f"95 % intervals of means of {labels} are not valid: heavy tails. A few runs lose dozens of "
        f"times the median or more, and few runs may hold none of these, so bands show 10–90 % of runs here.{told}"
    )


def time_reading(view: RegretView, bounds: RegretBounds) -> str:
    """How to read the picture against time."""
    parts = [
        "Pseudo-regret: what the pulls lost against always taking the best arm, in expected rewards. Grey: the "
        "counterpart without privacy."
    ]
    if "dp-se" in view.algorithms:
        parts.append("DP-SE, which knows T, pulls in long epochs.")
    if any(name in _IN_EPISODES for name in view.algorithms):
        parts.append("Doubling episodes make the steps.")
    if any(name in _IN_BATCHES for name in view.algorithms):
        parts.append("DP-IMED and DP-KLUCB pull in batches that double an arm's pulls, and forget nothing.")
    if "adap-klucb" in view.algorithms:
        parts.append("AdaP-KLUCB's indices are all 1 at first, and ties go to the first arm: early luck if it is best.")
    if bounds.over_time and view.problem.kind == "arms":
        names = ", ".join(entry_of(name).label for name in bounds.over_time)
        parts.append(
            f"Thin: proven bounds on the expected regret ({names}), cut where pulling the worst arm loses less."
        )
    if bounds.over_time and view.problem.kind == "linear":
        parts.append("Thin: a bound on AdaC-GOPE's regret that holds with probability 99.9 %.")
    if bounds.limit_over_time is not None:
        parts.append("Dotted: log t times the limit that ε-DP allows, a slope to compare with and no bound at any t.")
    return " ".join(parts)


def scale_sentence(view: RegretView) -> str:
    """What is compared with what on the common scale."""
    budgets = {entry_of(name).privacy.budget for name in view.algorithms}
    if view.problem.kind == "arms" and budgets == {"epsilon"}:
        return (
            f"All private algorithms here promise ε-DP; ρ = ε tanh(ε/2), here {setting(view.rho)}, is what follows "
            "from it."
        )
    if view.problem.kind != "arms" or budgets == {"rho"}:
        return (
            f"All private algorithms here promise ρ-zCDP; the ε with ε tanh(ε/2) = ρ only puts ρ = {setting(view.rho)} "
            "on the scale of the other pages."
        )
    return (
        f"One scale for two promises: every ε-DP algorithm is ρ-zCDP with ρ = ε tanh(ε/2), so at one place of the "
        f"scale all keep at least that ρ (here ρ = {setting(view.rho)}). The converse fails: a ρ-zCDP algorithm "
        "promises no finite ε, only a weaker (ε, δ) one, so a lower curve of AdaC-UCB is bought with a weaker promise."
    )


def regimes_reading(view: RegretView, bounds: RegretBounds) -> str:
    """Where the two regimes are, with the boundaries' numbers, and what the lower bounds speak of."""
    if view.problem.kind == "contextual":
        return (
            "For linear contexts, neither a lower bound nor an explicit upper bound is published, so none is drawn. "
            "The contexts are public: private ones, and joint DP, are out of scope."
        )
    parts = []
    if drawn := bounds.lettered((view.epsilons[0], view.epsilons[-1])):
        named = "; ".join(f"{letter}, {each.label}, ε = {number(each.epsilon)}" for letter, each in drawn)
        shades = any(each.shades and each.epsilon > view.epsilons[0] for each in bounds.boundaries)
        shaded = " (shaded)" if shades else ""
        if view.problem.kind == "linear":
            parts.append(
                f"Left of a dotted vertical{shaded} noise takes more pulls, or regret, than sampling: {named}."
            )
        else:
            parts.append(
                f"Privacy dominates the bounds left of a dotted vertical{shaded}, sampling right of it: {named}."
            )
    if view.problem.kind == "linear":
        parts.append(_simulated_multiples(view))
    if any(not each.is_limit for each in bounds.lower):
        worst = "as many Gaussian arms" if view.problem.kind == "arms" else "the actions [−1, 1]ᵈ"
        gap = f"; that for ρ-zCDP is {GAP}" if any(GAP in each.says for each in bounds.lower) else ""
        parts.append(
            f"Blue: what any algorithm of that promise loses on some instance with {worst}, not on these{gap}."
        )
    if any(each.is_limit for each in bounds.lower):
        parts.append(
            "Dotted: log T times the limit of regret/log T for ε-DP on these arms, the sum of gap/dε over the arms "
            "(Azize et al. 2025), which at a finite T is a guide and no bound."
        )
    return " ".join(part for part in parts if part)


def _simulated_multiples(view: RegretView) -> str:
    """How many times its counterpart's regret the first algorithm has at the ends of the scale, and to where twice."""
    if not view.algorithms:
        return ""
    name, plain = view.algorithms[0], counterpart(view.algorithms[0])
    results = dict(view.study.results)
    found = [epsilon for epsilon in view.epsilons if (name, epsilon) in results]
    if plain not in results or len(found) < 2:
        return ""
    times = [results[name, epsilon].mean_regret[-1] / results[plain].mean_regret[-1] for epsilon in found]
    twice = next((place for place, each in enumerate(times) if each < 2), len(times))
    where = f"twice as much or more up to ε = {setting(found[twice - 1])}" if twice else "less than twice as much"
    return (
        f"Simulated, {entry_of(name).label} loses {number(times[0])} times what {label_of(plain)} does at ε = "
        f"{setting(found[0])}, {number(times[-1])} times at ε = {setting(found[-1])}; {where}."
    )


def price_reading(view: RegretView) -> str:
    """Which prices can be told from 0 at the largest budget, and how the intervals are made."""
    parts = []
    for algorithm in view.algorithms:
        price = view.study.price((algorithm, view.epsilons[-1]))
        if price is not None and not entry_of(algorithm).has_heavy_tails:
            parts.append(f"{entry_of(algorithm).label} {_plus_minus(*at_horizon(price))}")
    free = f" At ε = {setting(view.epsilons[-1])}: {'; '.join(parts)}." if parts else ""
    if all(entry_of(name).has_heavy_tails for name in view.algorithms):
        return (
            "Private minus non-private mean regret, without intervals: heavy tails; the axis is linear near 0 and "
            "logarithmic beyond."
        )
    return (
        f"Private minus non-private mean regret with 95 % intervals ({NORMAL_95:.2f} standard errors of independent "
        f"runs); the axis is linear near 0 and logarithmic beyond.{free} If the interval contains 0, "
        "these runs do not show a price."
    )


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
