"""Sentences, sources and code about what each privacy definition promises."""

import math

from dpcore.privacy import WorstPair, conversions
from ui.look.numbers import number, percent, rounded_down, rounded_up, setting
from ui.promise.numbers import DEFINITIONS, Promise, PromiseView, is_kept

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
    "Interactive DP implies Table DP, and Table DP implies View DP, with the same budget. For pure ε-DP all three are "
    "the same; with δ they are not, and the published policy proves it. From (ε, δ)-View DP follows "
    "$(\\varepsilon, K^T \\delta)$-Table DP, here 2³ = 8 times δ. Source: Azize's thesis (2024), Propositions 3.12 and "
    "3.13; in pure DP, from View to Interactive: docs/lower-bounds.md. Out of scope: joint DP, and contexts that must "
    "be private."
)
PROMISE = (
    "<b>The promise (ε, δ):</b> with one participant's data the probability of whatever is published is at most "
    "e<sup>ε</sup> times its probability with other data in their place, plus δ."
)
_KEPT = (
    "not even one outcome that it saw is protected as promised",
    "it protects one outcome that it saw, but not one whole participant",
    "it protects one whole participant, but not against somebody who meddles",
    "it protects one participant even if somebody meddles",
)


def verdict(promise: Promise, deltas: dict[str, float]) -> str:
    """Under how many of the definitions the policy keeps the promise; each implies the ones before it."""
    kept = sum(is_kept(delta, promise.delta) for delta in deltas.values())
    share = f"{kept or 'none'} of {len(DEFINITIONS)} definitions"
    return f"The policy in the table keeps its privacy promise under **{share}**: {_KEPT[kept]}."


def bars_reading(epsilon: float) -> str:
    """What the bars are."""
    return (
        f"Bars: the smallest δ at which this policy keeps its promise at ε = {setting(epsilon)}, for three meanings of "
        "one participant's data."
    )


def expert_verdict(promise: Promise, epsilon: float, deltas: dict[str, float]) -> str:
    """What this policy satisfies at the chosen epsilon, under each definition, and the epsilons it needs."""
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
    smallest = {name: rounded_up(epsilon) for name, epsilon in promise.minimal.items()}
    told = {name: "none" if math.isinf(epsilon) else number(epsilon) for name, epsilon in smallest.items()}
    needed = [f"{told[name]} for {DEFINITIONS[name]}" for name in DEFINITIONS]
    return f"{first} The ε from which it keeps δ = {setting(promise.delta)}: {needed[0]}, {needed[1]} and {needed[2]}."


def delta_reading(promise: Promise) -> str:
    """What the curves and marks are."""
    text = (
        "Below its curve a definition is violated, on it and above it holds. Dotted: the promised δ; diamonds: the "
        "smallest ε that keeps it."
    )
    floor = promise.floors["table"]
    if floor > 0:
        text += (
            f" The curves do not fall to 0: some action sequence is possible under one input and impossible under its "
            "neighbour, so no ε makes this policy ε-DP: for Table DP δ stays at "
            f"{number(rounded_down(floor, 6), 6)} or above."
        )
    return text


def pair_reading(pair: WorstPair, epsilon: float) -> str:
    """The event that tells the two inputs apart, in numbers."""
    if pair.delta <= 0:
        return (
            f"At ε = {setting(epsilon)} no event tells any two neighbouring inputs apart by more than the promised "
            "factor: δ is 0."
        )
    return (
        f"Whoever sees the arms {_event(pair)} (filled marks) suspects the first input: this happens with probability "
        f"{percent(pair.probability)} there, {percent(pair.neighbour_probability)} under its neighbour."
    )


def pair_formula(pair: WorstPair, definition: str, epsilon: float) -> str:
    """The exact delta of the pair, and what the adversary does."""
    text = (
        f"**Worst pair**: ${pair.probability:.5f} - e^{{{setting(epsilon)}}} \\times {pair.neighbour_probability:.5f} "
        f"= {pair.delta:.6f}$, the exact δ of {DEFINITIONS[definition]}."
    )
    if pair.adversary is None:
        return text
    first, second = pair.adversary
    return (
        f"{text} The adversary shows the outcome of arm {first[0]} after choice 0 and of arm {first[1]} after choice "
        f"1; after choices 00, 01, 10, 11 that of arm {', '.join(map(str, second))}."
    )


def _event(pair: WorstPair) -> str:
    return ", ".join("".join(map(str, actions)) for actions in pair.event)


PUBLISHED_CLAIM = """
**The published claim and what is exact.** Azize & Basu (*Concentrated Differential Privacy for Bandits*, SaTML 2024,
Proposition 1(e); thesis of A. Azize, 2024, Appendix A) state that this policy is (0.95, 0.17)-View DP but not
(0.95, 0.17)-Table DP. That is right: at ε = 0.95 the exact δ is 0.168783 for View and 0.177684 for Table DP.
They give 0.98 as the smallest ε for Table DP at δ = 0.17; exactly it is 0.98398, and at ε = 0.98 Table DP still needs
δ = 0.170913. View DP needs 0.94363. The figures for Interactive DP are ours: they have no published counterpart.
"""
SOURCES = """
- **Table DP**: $M_x(a_1 a_2 a_3) = \\prod_t \\pi_t(a_t \\mid a_1, x_{1,a_1}, \\dots)$; tables $x$, $x'$ that differ in
  one row. **View DP**: the same with a list $r$ in place of the table. **Interactive DP**: the policy is shown
  $x_{t,q_t}$ for a query arm $q_t = B_t(a_1 \\dots a_t)$ of an adversary $B$. Source: Azize & Basu, SaTML 2024,
  Definitions 1 to 4.
- **Exact δ** = max over neighbours of $\\sum (p - e^\\varepsilon q)^+$ over the 8 action sequences, by enumeration of 8
  lists, 64 tables, or 64 tables × 64 deterministic adversaries. That deterministic adversaries are enough also for
  δ > 0 is our inference: $\\sum (p - e^\\varepsilon q)^+$ is convex, and a randomised adversary mixes deterministic
  ones with weights that do not depend on the table.
- **Smallest ε** at a δ: solved exactly from the likelihood ratios (Neyman–Pearson), not searched.
"""


def conversion_reading(rho: float) -> str:
    """What does not convert, and the scale that both budgets share."""
    scale = number(conversions.epsilon_at_rho(rho))
    return (
        "No way back: ρ-zCDP alone implies ε-DP for no finite ε, and (ε, δ)-DP alone implies zCDP for no finite ρ. "
        f"To draw both budgets on one scale, ρ = {setting(rho)} is put at the ε that implies it, {scale}. "
        "The first line and the one about Gaussian noise cannot be improved; every other figure is proven, and may not "
        "be the best possible one."
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
