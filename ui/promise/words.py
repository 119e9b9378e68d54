"""Sentences, tables, sources and code about what each privacy definition promises."""

import math

import pandas as pd

from dpcore import WorstPair
from dpcore.privacy import conversions
from ui.look.numbers import number, setting
from ui.promise.numbers import DEFINITIONS, Promise, rounded_up
from ui.promise.policy import PUBLISHED, Cells

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
    if len({round(delta, 9) for delta in deltas.values()}) == 1:
        first = f"This policy is **{pairs['view']}-DP** under all three definitions."
    else:
        first = (
            f"This policy is **{pairs['view']}-View DP** but only **{pairs['table']}-Table DP** and "
            f"{pairs['interactive']}-Interactive DP."
        )
    needed = [f"{_needed(promise.minimal[name])} for {DEFINITIONS[name]}" for name in DEFINITIONS]
    return (
        f"{first} To promise δ = {setting(promise.delta)}, ε must be at least {needed[0]}, {needed[1]} and {needed[2]}."
    )


def _needed(epsilon: float) -> str:
    if math.isinf(epsilon):
        return "infinite (no ε is enough)"
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
            f"neighbour, so no ε makes this policy ε-DP: for Table DP δ stays at {floor:.6f} or above."
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


def inputs_html(pair: WorstPair, first_color: str, second_color: str) -> str:
    """The two inputs side by side, the differing row marked; the third row is never shown before an action."""

    def table(title: str, color: str, rows: tuple[tuple[int, ...], ...]) -> str:
        heads = (
            "".join(f"<th>arm {arm}</th>" for arm in range(len(rows[0]))) if len(rows[0]) > 1 else "<th>outcome</th>"
        )
        body = ""
        for step, row in enumerate(rows):
            differs = pair.rows[step] != pair.neighbour_rows[step]
            cells = "".join(f"<td>{value if step < 2 else '·'}</td>" for value in row)
            body += f"<tr{' class=differs' if differs else ''}><th>step {step + 1}</th>{cells}</tr>"
        head = f"<b style='color:{color}'>{title}</b>"
        return f"<div>{head}<table class='inputs'><tr><th></th>{heads}</tr>{body}</table></div>"

    return (
        "<style>.two-inputs{display:flex;gap:1rem 2rem;flex-wrap:wrap}"
        ".inputs{border-collapse:collapse;margin-top:.3rem}"
        ".inputs th,.inputs td{padding:.2rem .55rem;text-align:center;font-weight:400;border:0}"
        ".inputs .differs td{background:color-mix(in srgb, currentColor 14%, transparent);font-weight:700}</style>"
        f"<div class='two-inputs'>{table('This input', first_color, pair.rows)}"
        f"{table('Its neighbour', second_color, pair.neighbour_rows)}</div>"
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


def _budget(value: float) -> str:
    """A budget as set or converted, to four digits: 0.5, 5.757, 1e-6."""
    return setting(value).replace("e-0", "e-").replace("e+0", "e")


def conversion_rows(epsilon: float, rho: float, delta: float, people: int) -> pd.DataFrame:
    """The calculator's answers: what is promised, what follows, by which formula and source."""
    bun_steinke = "Azize's thesis, ch. 2 (Bun & Steinke 2016, {})"
    rows = [
        (
            f"ε-DP with ε = {_budget(epsilon)}",
            f"ρ-zCDP with ρ = {_budget(conversions.rho_from_epsilon(epsilon))}",
            "ρ = ε²/2",
            bun_steinke.format("Prop. 1.4"),
        ),
        (
            f"ρ-zCDP with ρ = {_budget(rho)}",
            f"({_budget(conversions.epsilon_from_rho(rho, delta))}, {_budget(delta)})-DP",
            "ε = ρ + 2 √(ρ log(1/δ))",
            bun_steinke.format("Prop. 1.3"),
        ),
        (
            f"ρ-zCDP with ρ = {_budget(conversions.rho_for_epsilon_delta(epsilon, delta))}",
            f"({_budget(epsilon)}, {_budget(delta)})-DP",
            "ρ = (√(ε + L) − √L)², L = log(1/δ)",
            "inverse of the line above (own algebra)",
        ),
        (
            f"ρ-zCDP with ρ = {_budget(rho)}",
            f"({_budget(epsilon)}, {_budget(conversions.delta_from_rho(rho, epsilon))})-DP",
            "δ = exp(−(ε − ρ)²/(4ρ)), 1 if ε ≤ ρ",
            "the same, solved for δ (own algebra)",
        ),
        (
            f"ε-DP with ε = {_budget(epsilon)}, one person",
            f"ε-DP with ε = {_budget(conversions.group_epsilon(epsilon, people))}, {people} people",
            "ε × people",
            "Azize's thesis, before Eq. 2.5",
        ),
        (
            f"ρ-zCDP with ρ = {_budget(rho)}, one person",
            f"ρ-zCDP with ρ = {_budget(conversions.group_rho(rho, people))}, {people} people",
            "ρ × people²",
            bun_steinke.format("Prop. 1.9"),
        ),
        (
            f"({_budget(epsilon)}, {_budget(delta)})-DP, one person",
            f"({_budget(conversions.group_epsilon(epsilon, people))}, "
            f"{_budget(conversions.group_delta(epsilon, delta, people))})-DP, {people} people",
            "δ × d e^((d−1) ε), at most 1",
            "Azize's thesis, Eq. 2.5 with the missing ε restored",
        ),
    ]
    return pd.DataFrame(rows, columns=["a policy that is", "is also", "formula", "source"])


def conversion_reading(rho: float) -> str:
    """What does not convert, and the scale that both budgets share."""
    scale = number(conversions.epsilon_at_rho(rho))
    return (
        "No way back: ρ-zCDP alone implies ε-DP for no finite ε, and (ε, δ)-DP alone implies zCDP for no finite ρ. "
        f"To draw both budgets on one scale, ρ = {setting(rho)} is put at ε = √(2ρ) = {scale}. "
        "Every figure is a proven implication, not the best possible one."
    )


def snippet(cells: Cells, epsilon: float, delta: float) -> str:
    """Python code that prints the page's numbers."""
    policy = (
        "dpcore.counterexample()"
        if cells == PUBLISHED
        else f"dpcore.policy_from_arm_zero({cells[0]}, [{', '.join(cells[1:5])}], [{', '.join(cells[5:])}])"
    )
    return f"""import dpcore

policy = {policy}
for definition in dpcore.PRIVACY_DEFINITIONS:
    print(definition, "delta at epsilon {epsilon:g}:", dpcore.privacy_delta(policy, definition, {epsilon!r}))
    print(definition, "smallest epsilon at delta {delta:g}:", dpcore.minimal_epsilon(policy, definition, {delta!r}))
    print(dpcore.worst_pair(policy, definition, {epsilon!r}))
"""
