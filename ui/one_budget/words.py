"""Sentences, sources and code about one epsilon for many analyses."""

from ui.look.numbers import at_least, count, number, percent, rounded_down, rounded_up, setting
from ui.one_budget.numbers import QUANTILE, SharingAnswer, SharingQuestion, runs_from_which_delta_pays


def verdict(answer: SharingAnswer) -> str:
    """What each run gets, and what the largest one then needs at least."""
    question, equal, best = answer.question, answer.splits["equal"], answer.splits["best"]
    largest = f"**at least {at_least(equal.largest)} participants**"
    if question.rows > 1:
        largest = f"{largest} (protecting each outcome)"
    if question.runs == 1:
        return f"One run has all of {_budget(question)} and needs {largest}."
    share = number(rounded_down(float(equal.epsilons[0])))
    if len(question.plan) == 1:
        return f"{question.runs:,} runs share {_budget(question)}: each gets {share} and needs {largest}."
    return (
        f"{question.runs:,} runs share {_budget(question)}: each gets {share}, and the largest needs {largest}; in the "
        f"best split at least {at_least(best.largest)}."
    )


def _budget(question: SharingQuestion) -> str:
    if question.delta is None:
        return f"ε = {setting(question.epsilon)}"
    return f"(ε, δ) = ({setting(question.epsilon)}, {setting(question.delta)})"


def picture_reading(answer: SharingAnswer) -> str:
    """What the bars are, and whose is the longest."""
    question = answer.question
    whose = "with the run's ε"
    if question.rows > 1:
        whose = "that protects each of a person's g outcomes with ε/g of the run's ε"
    among = "" if question.delta is None else ", of those that adding up ε or ρ allows"
    return (
        f"Lower bounds, for each run: no method {whose} and whose risk of a wrong choice is "
        f"{percent(question.risk)} whatever the rates are is done with fewer in {percent(QUANTILE)} of its runs. "
        f"Pale: every run gets the same ε, and {answer.largest} needs most. Full: the split that "
        f"makes the largest run smallest{among}. What a method takes can be much more: Choose ε simulates it, one "
        "analysis at a time."
    )


def composition_reading(answer: SharingAnswer) -> str:
    """By which sum the runs keep the promise, with the numbers in it."""
    question, equal = answer.question, answer.splits["equal"]
    runs = "1 run" if question.runs == 1 else f"{question.runs:,} runs"
    if question.runs == 1:
        return f"The one run has the whole promise. {_THUMBS[False]}"
    if question.delta is None:
        share = number(rounded_down(float(equal.epsilons[0])))
        return f"The ε of {runs} add up: {question.runs:,} × {share} ≤ {setting(question.epsilon)}. {_THUMBS[False]}"
    first = count(runs_from_which_delta_pays(question.epsilon, question.delta))
    how = (
        "Each run stays ε-DP by itself, so its ρ is ε tanh(ε/2), and with the same ε for all the ρ of "
        f"{runs} add up to {number(answer.budget('equal'), 4)}."
        if equal.by_rho
        else "Adding up the ε gives each run more than adding up their ρ, so ε is added up, and the promise needs no δ."
    )
    return (
        f"{how} At δ = {setting(question.delta)} equal runs get more by ρ from {first} runs on. A method that is only "
        "ρ-zCDP could need fewer participants; Explore compares one, Gaussian PB-TaS. Bounds for such "
        f"methods stand in docs/lower-bounds.md, not here. {_THUMBS[equal.by_rho]}"
    )


_THUMBS = {  # by whether rho is added up
    False: "Rule of thumb: where privacy dominates, half the ε, or twice the runs, takes twice the participants in "
    "each.",
    True: "Rule of thumb: where privacy dominates, half the ε, or four times the runs, takes twice the participants in "
    "each.",
}


def assumptions(question: SharingQuestion) -> str:
    """What the page takes for granted."""
    wrong = min(1.0, question.runs * question.risk)
    return f"""
- **Who is counted**: a person who is in all {question.runs:,} runs. If every run of an analysis has new people, enter 1
  run in 1 year: then nobody spends more than one run's ε on it.
- **Several outcomes of one person**: a method that protects each outcome with ε/g protects a person who gives g of
  them with ε (group privacy). Participants are outcomes/g; more, if some give fewer. The bound takes outcomes as
  independent, and is for such methods: one that protects persons otherwise, for example by the majority of each
  person's answers, may need fewer.
- **Fixed beforehand**: each run's ε. Which run comes next may depend on earlier results.
- **A trusted team** sees the outcomes; only what each run publishes is protected.
- **Risk** is that of each run. That one or more of {question.runs:,} runs are wrong has a chance of
  {percent(rounded_up(wrong))} or less (the sum of the risks).
- **Rates** are what you expect; the nearer the two best ones, the more participants.
"""


SOURCES = r"""
- **Adding up ε**: $\varepsilon = \sum_i \varepsilon_i$ (Dwork & Roth 2014, basic composition). No smaller sum holds for
  all ε-DP methods: randomised response needs it.
- **Adding up ρ**: an ε-DP run is ρ-zCDP with $\rho = \varepsilon \tanh(\varepsilon/2)$, and no smaller ρ holds for all
  of them (Steinke 2024 and a proof in docs/privacy-budgets.md); ρ adds up (Bun & Steinke 2016); from the sum to
  $(\varepsilon, \delta)$ by the best order of Rényi's divergence (Canonne, Kamath & Steinke 2020, Proposition 12).
  Exact composition of ε-DP methods, or adding up ε for some runs and ρ for others, can give each run more; neither is
  used here.
- **Participants**: the lower bound $T^*_\varepsilon\,\mathrm{kl}(0.9 - \text{risk}, \text{risk})$ of Choose ε on the
  outcomes of a run, at ε/g, divided by g; at small ε the larger bound by group privacy (docs/lower-bounds.md). Both are
  about methods that keep the risk whatever the rates are.
- **Best split**: for a number N of participants every analysis needs some smallest ε; all of these fall as N grows, so
  the least N at which they keep the budget is found by root finding, and there every run needs N
  (docs/privacy-budgets.md).
"""


def snippet(answer: SharingAnswer) -> str:
    """Python code that prints the page's numbers."""
    question = answer.question
    rows = "\n".join(
        f"    ({row.name!r}, Analysis({list(row.analysis.means)}, runs={row.runs}, rows={row.rows})),"
        for row in question.plan
    )
    return f"""import numpy as np

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
        print(f"  {{name}}: epsilon {{one:.5g}} a run, at least {{people:,.0f}} participants")
"""
