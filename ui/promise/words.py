"""Sentences, sources and the notebook about what each privacy definition promises; templates: sentences.json."""

import math

from dpcore.privacy import WorstPair
from ui.look.numbers import number, rounded_up, setting
from ui.look.sentences import teller
from ui.promise.numbers import DEFINITIONS, Promise, PromiseView, is_kept
from ui.shell.notebook import Notebook

tell = teller(__file__)
MEANINGS = {name: tell(f"meaning_{name}") for name in DEFINITIONS}
PROMISE = tell("the_promise")


def verdict(promise: Promise, deltas: dict[str, float]) -> str:
    """Under how many of the definitions the policy keeps the promise; each implies the ones before it."""
    return tell("verdict", kept=sum(is_kept(delta, promise.delta) for delta in deltas.values()))


def expert_verdict(promise: Promise, epsilon: float, deltas: dict[str, float]) -> str:
    """What this policy satisfies at the chosen epsilon, under each definition, and the epsilons it needs."""
    pairs = {name: f"({setting(epsilon)}, {number(rounded_up(delta))})" for name, delta in deltas.items()}
    needed = {
        f"{name}_epsilon": "none" if math.isinf(least) else number(rounded_up(least))
        for name, least in promise.minimal.items()
    }
    return tell(
        "expert",
        **pairs,
        **needed,
        delta=promise.delta,
        all_agree=len({*pairs.values()}) == 1,
        view_is_table=pairs["view"] == pairs["table"],
        table_is_interactive=pairs["table"] == pairs["interactive"],
    )


def pair_reading(pair: WorstPair, epsilon: float) -> str:
    """The event that tells the two inputs apart, in numbers."""
    event = ", ".join("".join(map(str, actions)) for actions in pair.event)
    delta, several = max(pair.delta, 0.0), len(pair.event) > 1
    return tell("pair", pair=pair, delta=delta, event=event, is_one_of_several=delta and several, epsilon=epsilon)


def pair_formula(pair: WorstPair, definition: str, epsilon: float) -> str:
    """The exact delta of the pair, and what the adversary does."""
    text = (
        f"**Worst pair**: ${pair.probability:.5f} - e^{{{setting(epsilon)}}} \\times {pair.neighbour_probability:.5f} "
        f"= {pair.delta:.6f}$, the exact δ of {DEFINITIONS[definition]}."
    )
    if pair.adversary is None:
        return text
    first, both = pair.adversary
    return text + tell("adversary", after_0=first[0], after_1=first[1], after_both=", ".join(map(str, both)))


SOURCES = """
- **Table DP**: $M_x(a_1 a_2 a_3) = \\prod_t \\pi_t(a_t \\mid a_1, x_{1,a_1}, \\dots)$; tables $x$, $x'$ that differ in
  one row. **View DP**: the same with a list $r$ in place of the table. **Interactive DP**: the policy is shown
  $x_{t,q_t}$ for a query arm $q_t = B_t(a_1 \\dots a_t)$ of an adversary $B$. Source: Azize & Basu, SaTML 2024,
  Definitions 1 to 4.
- **Exact δ** = max over neighbours of $\\sum (p - e^\\varepsilon q)^+$ over the 8 action sequences, by enumeration of 8
  lists, 64 tables, or 64 tables × 64 deterministic adversaries. We infer that deterministic adversaries are enough
  for δ > 0 too: $\\sum (p - e^\\varepsilon q)^+$ is convex, and a randomised adversary mixes deterministic
  ones with weights that do not depend on the table.
- **Smallest ε** at a δ: computed exactly from the likelihood ratios (Neyman–Pearson), without a search.
"""


def notebook(view: PromiseView) -> Notebook:
    """The three definitions on this policy, and delta against epsilon."""
    cells, epsilon, delta = view.cells, view.epsilon, view.delta
    policy = (
        "dpcore.privacy.counterexample()"
        if view.is_published
        else f"dpcore.privacy.policy_from_arm_zero({cells[0]}, [{', '.join(cells[1:5])}], [{', '.join(cells[5:])}])"
    )
    code = f"""import dpcore

policy = {policy}
for definition in dpcore.privacy.PRIVACY_DEFINITIONS:
    print(definition, "delta at epsilon {epsilon:g}:", dpcore.privacy_delta(policy, definition, {epsilon!r}))
    print(definition, "smallest epsilon at delta {delta:g}:", dpcore.minimal_epsilon(policy, definition, {delta!r}))
    print(dpcore.privacy.worst_pair(policy, definition, {epsilon!r}))
"""
    name = "The published counterexample" if view.is_published else "An edited policy"
    epsilons = view.promise.epsilons
    return Notebook(
        f"{name} · ε = {setting(epsilon)} · δ = {setting(delta)}",
        "Exact, for Definitions 1 to 4 of Azize & Basu, SaTML 2024",
        code,
        f"""figure = go.Figure(layout={{"title": "The smallest delta under each definition"}})
epsilons = [{float(epsilons[-1])!r} * step / {len(epsilons) - 1} for step in range({len(epsilons)})]
for definition in dpcore.privacy.PRIVACY_DEFINITIONS:
    deltas = [dpcore.privacy_delta(policy, definition, each) for each in epsilons]
    figure.add_scatter(x=epsilons, y=deltas, name=definition)
figure.add_vline(x={epsilon!r}, line_dash="dot")
figure.update_xaxes(title="epsilon")
figure.update_yaxes(title="smallest delta", tickformat=".0%")
""",
    )
