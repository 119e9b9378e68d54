"""Sentences, sources and the notebook about one epsilon for many analyses; the templates are in sentences.json."""

from typing import Any

from ui.look.numbers import percent, setting
from ui.look.sentences import teller
from ui.one_budget.numbers import QUANTILE, SharingAnswer, runs_from_which_delta_pays
from ui.shell.notebook import Notebook

tell = teller(__file__)


def verdict(answer: SharingAnswer) -> str:
    """What each run gets, and what the largest one then needs at least."""
    return told("verdict", answer)


def composition_reading(answer: SharingAnswer) -> str:
    """By which sum the runs keep the promise, with the numbers in it."""
    question = answer.question
    if question.delta is None or question.runs == 1:
        return told("composition", answer, adds_rho=False)
    first = runs_from_which_delta_pays(question.epsilon, question.delta)
    adds_rho = answer.splits["equal"].by_rho
    return told("composition", answer, first_run=first, adds_rho=adds_rho, rho=answer.budget("equal"))


def told(name: str, answer: SharingAnswer, **values: Any) -> str:
    """The sentence of this name in sentences.json, of these values and of both splits.

    picture: what the bars are, and whose is the longest.
    """
    question, equal = answer.question, answer.splits["equal"]
    return tell(
        name,
        answer=answer,
        question=question,
        quantile=QUANTILE,
        equal=equal,
        best=answer.splits["best"],
        share=float(equal.epsilons[0]),
        is_one_run=question.runs == 1,
        is_one_analysis=len(question.plan) == 1,
        **values,
    )


def assumptions(answer: SharingAnswer) -> str:
    """What the page takes for granted."""
    return told("assumptions", answer, wrong=min(1.0, answer.question.runs * answer.question.risk))


SOURCES = r"""
- **Adding up ε**: $\varepsilon = \sum_i \varepsilon_i$ (Dwork & Roth 2014, basic composition). No smaller sum holds for
  all ε-DP methods, because randomised response needs this one.
- **Adding up ρ**: an ε-DP run is ρ-zCDP with $\rho = \varepsilon \tanh(\varepsilon/2)$, and no smaller ρ holds for all
  such runs (Steinke 2024 and a proof in docs/privacy-budgets.md); ρ adds up (Bun & Steinke 2016). From the sum,
  $(\varepsilon, \delta)$ follows by the Rényi divergence of the best order (Canonne, Kamath & Steinke 2020, Proposition
  12). Exact composition of ε-DP methods, or adding up ε for some runs and ρ for others, can give each run more; this
  page uses neither.
- **Participants**: the lower bound $T^*_\varepsilon\,\mathrm{kl}(0.9 - \text{risk}, \text{risk})$ of Choose ε on the
  outcomes of a run, at ε/g, divided by g; at small ε the larger bound from group privacy
  (docs/lower-bounds.md). Both apply to methods that stay within the risk whatever the rates are.
- **Best split**: for a number N of participants every analysis needs some smallest ε, and all of these fall as N grows.
  Root finding gives the least N at which they stay within the budget, and there every run needs N
  (docs/privacy-budgets.md).
"""


_PICTURE = """
figure = go.Figure(layout={"title": "Lower bound on the participants in one run of each analysis", "barmode": "group"})
for name, found in splits.items():
    figure.add_bar(x=list(range(1, len(analyses) + 1)), y=found.participants, name=name)
names = [name for name, _ in analyses]
figure.update_xaxes(tickvals=list(range(1, len(names) + 1)), ticktext=names)
figure.update_yaxes(title="participants, lower bound")
"""


def notebook(answer: SharingAnswer) -> Notebook:
    """Both splits, and the lower bound on the participants that each analysis then needs."""
    question = answer.question
    rows = "\n".join(
        f"    ({row.name!r}, Analysis({list(row.analysis.means)}, runs={row.runs}, rows={row.rows})),"
        for row in question.plan
    )
    code = f"""import numpy as np

import dpcore
from dpcore.choosing import Analysis, share_best, share_equally

analyses = [
{rows}
]
epsilon, risk, delta = {question.epsilon!r}, {question.risk!r}, {question.delta!r}
splits = {{}}
for share in (share_equally, share_best):
    found = splits[share.__name__] = share([each for _, each in analyses], epsilon, risk, delta)
    runs = np.repeat(found.epsilons, [each.runs for _, each in analyses])
    print(share.__name__, "largest run, at least:", found.largest)
    print("  all runs together promise epsilon", dpcore.privacy.composed_epsilon(runs, delta))
    for (name, _), one, people in zip(analyses, found.epsilons, found.participants):
        print(f"  {{name}}: epsilon {{one:.5g}} a run, at least {{int(people):,}} participants")
"""
    delta = "" if question.delta is None else f", δ = {setting(question.delta)}"
    return Notebook(
        f"Analyses: {len(question.plan)}, runs: {question.runs:,} · ε = {setting(question.epsilon)}{delta} together · "
        f"risk {percent(question.risk)} of each run",
        "Composition: Dwork & Roth 2014, Bun & Steinke 2016; lower bounds: Jourdan & Azize 2025, Theorem 2",
        code,
        _PICTURE,
    )
