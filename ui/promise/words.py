"""Sentences, sources and code about what each privacy definition promises."""

import math

from dpcore.privacy import WorstPair, conversions
from ui.look.numbers import number, rounded_down, rounded_up, setting
from ui.promise.numbers import DEFINITIONS, Promise, PromiseView

MEANINGS = {
    "view": (
        "protects **one outcome that the policy has seen**. The list of outcomes is fixed in advance, whichever arm is "
        "chosen; neighbouring lists differ in one entry."
    ),
    "table": (
        "protects **one participant with all they could have answered**. Each participant brings one outcome per arm "
        "and the policy sees the chosen arm's; neighbouring tables differ in one row."
    ),
    "interactive": (
        "protects **one participant even when somebody meddles**: as Table DP, but an adversary decides after each "
        "choice which arm's outcome the policy is shown."
    ),
}
IMPLICATIONS = (
    "Interactive DP implies Table DP, and Table DP implies View DP, with the same budget. For pure ε-DP, View and "
    "Table DP are the same; with δ they are not, and the published policy proves it. From (ε, δ)-View DP follows "
    "(ε, Kᵀδ)-Table DP, here 2³ = 8 times δ. Source: Azize's thesis (2024), Propositions 3.12 and 3.13."
)


def verdict(promise: Promise, epsilon: float, deltas: dict[str, float]) -> str:
    """What this policy promises at the chosen budgets, under each definition."""
    pairs = {name: f"({setting(epsilon)}, {number(rounded_up(delta))})" for name, delta in deltas.items()}
    view, table, interactive = (pairs[name] for name in DEFINITIONS)
    if view == table == interactive:
        first = f"This policy is **{view}-DP** under all three definitions."
    elif view == table:
        first = f"This policy is **{view}-DP** under View and Table DP, but only **{interactive}-Interactive DP**."
    elif table == interactive:
        first = f"This policy is **{view}-View DP**, but only **{table}-DP** under Table and Interactive DP."
    else:
        first = f"This policy is **{view}-View DP** but only **{table}-Table DP** and {interactive}-Interactive DP."
    needed = [f"{_needed(promise.minimal[name])} for {DEFINITIONS[name]}" for name in DEFINITIONS]
    return f"{first} The ε from which it keeps δ = {setting(promise.delta)}: {needed[0]}, {needed[1]} and {needed[2]}."


def _needed(epsilon: float) -> str:
    if math.isinf(epsilon):
        return "none"
    return number(rounded_up(epsilon)) if epsilon > 0 else "0"


def delta_reading(promise: Promise) -> str:
    """What the curves and marks are."""
    text = (
        "Exact, by enumerating every pair of neighbouring inputs: below its curve a definition is violated, on it and "
        "above it holds. Diamonds: the smallest ε at the chosen δ."
    )
    floor = promise.floors["table"]
    if floor > 0:
        text += (
            f" The curves do not fall to 0: some action sequence is possible under one input and impossible under its "
            "neighbour, so no ε makes this policy ε-DP: for Table DP δ stays at "
            f"{number(rounded_down(floor, 6), 6)} or above."
        )
    return text


def pair_reading(pair: WorstPair, definition: str, epsilon: float) -> str:
    """The event that tells the two inputs apart, in numbers."""
    if pair.delta <= 0:
        return f"At ε = {setting(epsilon)} no event tells any two neighbouring inputs apart by more than e^ε: δ is 0."
    event = ", ".join("".join(map(str, actions)) for actions in pair.event)
    adversary = ""
    if pair.adversary is not None:
        first, second = pair.adversary
        adversary = (
            f" The adversary shows the outcome of arm {first[0]} after choice 0 and of arm {first[1]} after choice 1; "
            f"after choices 00, 01, 10, 11 that of arm {', '.join(map(str, second))}."
        )
    return (
        f"Whoever sees the arms {event} (filled marks) suspects the first input: this happens with probability "
        f"{pair.probability:.5f} there and {pair.neighbour_probability:.5f} under its neighbour. "
        f"{pair.probability:.5f} − e^{setting(epsilon)} × {pair.neighbour_probability:.5f} = {pair.delta:.6f}, the "
        f"exact δ of {DEFINITIONS[definition]}.{adversary}"
    )


PUBLISHED_CLAIM = """
**The published claim and what is exact.** Azize & Basu (*Concentrated Differential Privacy for Bandits*, SaTML 2024,
Proposition 1(e); thesis of A. Azize, 2024, Appendix A) state that this policy is (0.95, 0.17)-View DP but not
(0.95, 0.17)-Table DP. That is right: at ε = 0.95 the exact δ is 0.168783 for View and 0.177684 for Table DP.
They give 0.98 as the smallest ε for Table DP at δ = 0.17; exactly it is 0.98398, and at ε = 0.98 Table DP still needs
δ = 0.170913. View DP needs 0.94363. The figures for Interactive DP are ours: they have no published counterpart.
"""
SOURCES = """
- **Table DP**: M_x(a₁a₂a₃) = Π π_t(a_t | a₁, x₁,ₐ₁, …); tables x, x′ that differ in one row. **View DP**: the same
  with a list r in place of the table. **Interactive DP**: the policy is shown x_t,q_t for a query arm q_t = B_t(a₁…a_t)
  of an adversary B. Source: Azize & Basu, SaTML 2024, Definitions 1 to 4.
- **Exact δ** = max over neighbours of Σ (p − e^ε q)⁺ over the 8 action sequences, by enumeration of 8 lists, 64 tables,
  or 64 tables × 64 deterministic adversaries. That deterministic adversaries are enough also for δ > 0 is our
  inference: Σ (p − e^ε q)⁺ is convex, and a randomised adversary mixes deterministic ones with weights that do not
  depend on the table.
- **Smallest ε** at a δ: solved exactly from the likelihood ratios (Neyman–Pearson), not searched.
"""


def conversion_reading(rho: float) -> str:
    """What does not convert, and the scale that both budgets share."""
    scale = number(conversions.epsilon_at_rho(rho))
    return (
        "No way back: ρ-zCDP alone implies ε-DP for no finite ε, and (ε, δ)-DP alone implies zCDP for no finite ρ. "
        f"To draw both budgets on one scale, ρ = {setting(rho)} is put at ε = √(2ρ) = {scale}. "
        "Every figure is a proven implication, not the best possible one."
    )


def snippet(view: PromiseView) -> str:
    """Python code that prints the page's numbers."""
    cells, epsilon, delta = view.cells, view.epsilon, view.delta
    policy = (
        "dpcore.privacy.counterexample()"
        if view.is_published
        else f"dpcore.privacy.policy_from_arm_zero({cells[0]}, [{', '.join(cells[1:5])}], [{', '.join(cells[5:])}])"
    )
    return f"""import dpcore

policy = {policy}
for definition in dpcore.privacy.PRIVACY_DEFINITIONS:
    print(definition, "delta at epsilon {epsilon:g}:", dpcore.privacy_delta(policy, definition, {epsilon!r}))
    print(definition, "smallest epsilon at delta {delta:g}:", dpcore.minimal_epsilon(policy, definition, {delta!r}))
    print(dpcore.privacy.worst_pair(policy, definition, {epsilon!r}))
"""
