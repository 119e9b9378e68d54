"""Sentences, sources and the notebook about one epsilon for many analyses; the templates are in sentences.json."""

from typing import Any

from ui.look.numbers import percent, rounded_up, setting
from ui.look.sentences import teller
from ui.one_budget.numbers import QUANTILE, SharingAnswer, SharingQuestion, runs_from_which_delta_pays
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


def assumptions(question: SharingQuestion) -> str:
    """What the page takes for granted."""
    wrong = min(1.0, question.runs * question.risk)
    return f"""
- **Who is counted**: a person who takes part in every run ({question.runs:,} in all). If every run of an analysis has
  new people, enter 1 run in 1 year: then nobody spends more than one run's ε on it.
- **Several outcomes of one person**: a method that protects each outcome with ε/g protects a person who gives g of
  them with ε (group privacy). Participants are outcomes/g, or more if some people give fewer. The bound takes outcomes
  to be independent and holds for such methods only: one that protects people in another way, for example by taking
  the majority of each person's answers, may need fewer.
- **Fixed beforehand**: each run's ε. Which run comes next may depend on earlier results.
- **A trusted team** sees the outcomes; only what each run publishes is protected.
- **Risk** is the risk of each run. The probability that any of them ({question.runs:,} in all) is wrong is at most
  {percent(rounded_up(wrong))} (the sum of the risks).
- **Rates** are those you expect; the closer the two best ones, the more participants are needed.
"""


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
