"""What a plan gets and needs under one epsilon: both splits, and the tables of the page."""

import math
from dataclasses import dataclass

import pandas as pd

import dpcore
from dpcore.choosing import SharedEpsilon, share_best, share_equally
from ui.one_budget.plan import Plan

QUANTILE = 0.9  # "in 90 of 100 runs"
SPLITS = {"equal": "equal split", "best": "best split"}


@dataclass(frozen=True)
class SharingQuestion:
    """A plan under one epsilon per person; delta: None for a pure promise.  risk: of each run."""

    plan: Plan
    epsilon: float
    risk: float
    delta: float | None

    @property
    def runs(self) -> int:
        """All runs that one person can be in."""
        return sum(row.runs for row in self.plan)

    @property
    def rows(self) -> int:
        """The most outcomes that one person gives in one run."""
        return max(row.rows for row in self.plan)


@dataclass(frozen=True)
class SharingAnswer:
    """Both splits of a question's epsilon, by name."""

    question: SharingQuestion
    splits: dict[str, SharedEpsilon]
    without_privacy: tuple[float, ...]  # that a run of each analysis needs at least

    @property
    def largest(self) -> str:
        """The analysis that needs the most participants in the equal split."""
        return self.question.plan[int(self.splits["equal"].participants.argmax())].name

    def budget_shares(self, split: str) -> list[float]:
        """The share of the budget, as this split adds it up, that all runs of each analysis take together."""
        shared, budget = self.splits[split], self.budget(split)
        cost = dpcore.privacy.rho_from_epsilon if shared.by_rho else float
        spent = zip(self.question.plan, shared.epsilons.tolist(), strict=True)
        return [row.runs * cost(epsilon) / budget for row, epsilon in spent]

    def budget(self, split: str) -> float:
        """What the runs' epsilons, or their rho, may add up to."""
        question = self.question
        if question.delta is None or not self.splits[split].by_rho:
            return question.epsilon
        return dpcore.privacy.rho_for_epsilon_delta(question.epsilon, question.delta)


def answer_to(question: SharingQuestion) -> SharingAnswer:
    """Both splits, and what the analyses need without privacy."""
    analyses = [row.analysis for row in question.plan]
    asked = (analyses, question.epsilon, question.risk, question.delta)
    without = tuple(
        dpcore.necessary_samples(each.means, math.inf, question.risk, quantile=QUANTILE) / each.rows
        for each in analyses
    )
    return SharingAnswer(
        question,
        {"equal": share_equally(*asked, quantile=QUANTILE), "best": share_best(*asked, quantile=QUANTILE)},
        without,
    )


def runs_from_which_delta_pays(epsilon: float, delta: float) -> int:
    """The smallest number of equal runs that get more by their rho than by adding up their epsilons."""
    rho = dpcore.privacy.rho_for_epsilon_delta(epsilon, delta)
    runs = max(1, math.floor(epsilon * epsilon / (2 * rho)))  # rho_from_epsilon(e) is below e^2/2: never too many
    while dpcore.privacy.epsilon_at_rho(rho / runs) <= epsilon / runs:
        runs += 1
    while runs > 1 and dpcore.privacy.epsilon_at_rho(rho / (runs - 1)) > epsilon / (runs - 1):
        runs -= 1
    return runs


def shares_table(answer: SharingAnswer) -> pd.DataFrame:
    """One row per analysis: its runs, and what one run gets and needs in both splits, to all digits."""
    plan = answer.question.plan
    table: dict[str, list[object]] = {
        "analysis": [row.name for row in plan],
        "runs": [row.runs for row in plan],
        "outcomes per person": [row.rows for row in plan],
        "rates in %": [row.cells[3] for row in plan],
        "participants without privacy, at least": list(answer.without_privacy),
    }
    for split, label in SPLITS.items():
        shared = answer.splits[split]
        table[f"ε of a run, {label}"] = shared.epsilons.tolist()
        table[f"ε of an outcome, {label}"] = shared.row_epsilons.tolist()
        table[f"share of the budget, {label}"] = list(answer.budget_shares(split))
        table[f"participants, at least, {label}"] = shared.participants.tolist()
    return pd.DataFrame(table)
