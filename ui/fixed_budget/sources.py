"""What the page about a fixed budget says of its sources, of what is recalled, and of what is proven."""

import math
from collections.abc import Sequence

import numpy as np

import dpcore
from ui.fixed_budget.bandit import PUBLISHED, Bandit
from ui.fixed_budget.study import ALGORITHMS, HALVING, PHASES, RECALLED, BudgetView, has_phases
from ui.look.numbers import at_most, percent, rounded_up, setting

ACCEPTED = 0.05  # share of wrong runs
_PUBLISHED_NOTE = (
    "These 30 arms follow our recollection of the published study, which we could not check: 27 of its arms have "
    "random features w that are not known (ours are drawn with seed 0, to four digits); nor are its numbers of "
    "samples and epsilons known. "
    "Compare only the shape with its figure, not the numbers."
)


def sources(view: BudgetView) -> str:
    """What is drawn, from where, in Markdown."""
    entries = [ALGORITHMS[name] for name in view.algorithms]
    texts = [f"**{entry.label}** ({entry.privacy}). Source: {entry.source}." for entry in entries]
    if view.bandit.in_plane:
        texts.append(_collection(view.bandit))
    if view.bounds:
        texts.append(_bound_reading(view.bandit, list(view.bounds), view.budget))
    texts.append(
        "**Bound** exp(−T/(65 M H)), H = H_BAI + H_pri, maxima over 2 ≤ i ≤ min(d², K), M phases: Chen, Karthik, "
        "Chee & Tan, ICLR 2024, arXiv:2401.09073 (slides); M is that of the recalled schedule. **T/(log d · H)** is "
        "the order of the exponent: no policy can give any of its three factors a smaller power on all "
        "instances (same source)."
    )
    if "od-linbai" in view.algorithms:
        bound = _od_linbai_bound(view.bandit, view.budget)
        texts.append(
            "**Bound of OD-LinBAI** (4 K/d + 3 log₂ d) exp(−m/(32 H₂)), recalled from Yang & Tan, not read: "
            f"{bound} at T = {view.budget:,}."
        )
    return "\n\n".join(texts)


def _bound_reading(bandit: Bandit, epsilons: Sequence[float], budget: int) -> str:
    bounds = [
        dpcore.fixed_budget.dp_bai_error_bound(bandit.features, bandit.theta, budget, epsilon) for epsilon in epsilons
    ]
    parts = [
        f"{percent(rounded_up(bound.error_probability, 2), 2)} at ε = {setting(epsilon)}"
        f"{' (trivial)' if bound.error_probability > 0.5 else ''}, below {percent(ACCEPTED)} only from T = "
        f"{at_most(math.log(1 / ACCEPTED) / bound.exponent * budget)} on"
        for epsilon, bound in zip(epsilons, bounds, strict=True)
    ]
    return (
        "The bound of DP-BAI (click it in the legend) is proven for T large enough (no figure is given). "
        f"At T = {budget:,} it is {'; '.join(parts)}."
    )


def _collection(bandit: Bandit) -> str:
    """Why the arms that Max-Det picks do: their volume, and the size of the coefficients of all others."""
    chosen = dpcore.fixed_budget.max_det_collection(bandit.features)
    others = np.delete(np.abs(chosen.coefficients), chosen.arms, axis=0)
    largest = setting(rounded_up(float(others.max()), 2)) if others.size else "0"
    if bandit.linear.rank < 2:
        return f"**Max-Det**: every other mean is at most {largest} times its mean."
    return (
        f"**Max-Det**: no pair spans a larger parallelogram (area {setting(chosen.volume)}"
        f"{_runner_up(bandit, chosen.arms)}), so every other arm is a combination of these two with coefficients of at "
        f"most {largest} in size: the noise of two means adds up, no more."
    )


def _runner_up(bandit: Bandit, chosen: np.ndarray) -> str:
    """The next largest area: any other pair lacks one of the two chosen arms."""
    features = np.asarray(bandit.features)
    areas = [
        found.volume
        for arm in chosen
        if (rest := np.delete(features, arm, axis=0)).any()
        and (found := dpcore.fixed_budget.max_det_collection(rest)).arms.size == 2
    ]
    return f", the next {setting(max(areas))}" if areas else ""


def _od_linbai_bound(bandit: Bandit, budget: int) -> str:
    try:
        bound = dpcore.fixed_budget.od_linbai_error_bound(bandit.features, bandit.theta, budget)
    except ValueError:
        return "none, the samples are too few,"
    return percent(rounded_up(bound.error_probability)) + (" (trivial)" if bound.error_probability == 1 else "")


def recalled(view: BudgetView) -> list[str]:
    """What is recalled or inferred, one sentence or more for each algorithm, and about the published instance."""
    notes = [_PUBLISHED_NOTE] if view.bandit == PUBLISHED else []
    if any(has_phases(name) for name in view.algorithms):
        notes.append(_phases_note(view))
    by_warning: dict[str, list[str]] = {}
    for name in view.algorithms:
        for warning in ALGORITHMS[name].warnings:
            by_warning.setdefault(warning, []).append(ALGORITHMS[name].label)
    return notes + [f"{', '.join(labels)}: {warning}" for warning, labels in by_warning.items()]


def _phases_note(view: BudgetView) -> str:
    """Both schedules for these arms, and why there are two."""
    recalled, halving = map(view.bandit.sizes, (RECALLED, HALVING))
    return (
        f"Phases of DP-BAI and BASELINE (chosen above: {PHASES[view.problem.phases]}). From memory: {recalled} arms "
        "here, by formulas remembered of the paper, of order log d phases. Halving: "
        f"{halving}, log₂ K phases. The authors' slides say that a phase keeps half of the arms, rounded up, or fewer; "
        "the remembered sizes often keep more (5 arms in 3 dimensions: 5 → 4 → 2 → 1), and halving has more than log d "
        "phases where there are many arms. So neither need be the paper's. DP-BAI's bound counts the remembered ones, "
        "and none is drawn by halving. Simulated on random bandits, neither is better everywhere: halving errs in 3 to "
        "7 of 100 runs fewer, by which bandits are drawn, "
        "where the remembered phases keep most arms at first (12 arms in 5 dimensions, 20 or 30 in "
        "8), but in 6 more for 20 arms in 4 dimensions and in 54 more for 30 in 2, where they drop most arms at once."
    )
