"""The page's figures against the core, and its sentences at the ends."""

import math
import re

import numpy as np
import pytest

import dpcore
from ui.look import theme
from ui.one_budget import words
from ui.one_budget.charts import sharing_chart
from ui.one_budget.numbers import SharingQuestion, answer_to, runs_from_which_delta_pays, shares_table
from ui.one_budget.plan import OPENING_TEXT, parsed

PLAN = parsed(OPENING_TEXT)
MANY = parsed("recovery~12~5~62, 55~1_side effects~12~5~8, 6~1")


@pytest.mark.parametrize("plan, delta, by_rho", [(PLAN, None, False), (PLAN, 1e-6, False), (MANY, 1e-6, True)])
def test_both_splits_keep_the_budget(plan, delta, by_rho):
    answer = answer_to(SharingQuestion(plan, 1.0, 0.05, delta))
    table = shares_table(answer)
    for split, shared in answer.splits.items():
        runs = np.repeat(shared.epsilons, [row.runs for row in plan])
        assert dpcore.privacy.composed_epsilon(runs, delta) == pytest.approx(1.0, rel=1e-6)
        assert sum(answer.budget_shares(split)) == pytest.approx(1.0, rel=1e-6)
        assert shared.by_rho == by_rho
        row = plan[1]
        needed = dpcore.necessary_samples(row.analysis.means, shared.row_epsilons[1], 0.05, quantile=0.9) / row.rows
        assert table[f"participants, at least, {split} split"][1] == pytest.approx(needed)
    assert f"{sum(row.runs for row in plan)} runs share" in words.verdict(answer)


@pytest.mark.parametrize("epsilon, delta", [(1.0, 1e-6), (0.01, 1e-9), (5.0, 1e-2), (60.0, 1e-12)])
def test_delta_pays_from_this_number_of_runs_on(epsilon, delta):
    runs = runs_from_which_delta_pays(epsilon, delta)
    rho = dpcore.privacy.rho_for_epsilon_delta(epsilon, delta)
    assert dpcore.privacy.epsilon_at_rho(rho / runs) > epsilon / runs
    assert runs == 1 or dpcore.privacy.epsilon_at_rho(rho / (runs - 1)) <= epsilon / (runs - 1)


@pytest.mark.parametrize("text", ["a~1~1~50, 45~1", "a~2~1~50, 45~3", "a~1000~50~99.99, 99.98~1000", OPENING_TEXT])
@pytest.mark.parametrize("epsilon, risk, delta", [(1e-3, 1e-4, None), (100.0, 0.4, 1e-2), (100.0, 0.4, 1e-12)])
def test_verdicts_are_short_and_finite_at_the_ends(text, epsilon, risk, delta):
    answer = answer_to(SharingQuestion(parsed(text), epsilon, risk, delta))
    said = words.verdict(answer)
    assert len(said.split()) <= 30
    assert "at least" in said
    assert not any(word in said for word in ("∞", "nan", "inf"))
    assert math.isfinite(answer.splits["best"].largest)
    assert answer.splits["best"].largest <= answer.splits["equal"].largest * (1 + 1e-8)
    assert words.composition_reading(answer)


def test_the_chance_that_some_run_is_wrong_is_rounded_up():
    question = SharingQuestion(PLAN, 1.0, 0.0123, None)
    assert question.runs == 12
    told = re.findall(r"([\d.]+) %", words.assumptions(answer_to(question)))
    assert any(14.76 <= float(percent) < 14.9 for percent in told)  # 12 × 1.23 %


def test_every_bar_is_drawn(monkeypatch):
    monkeypatch.setattr(theme, "palette", lambda: theme.LIGHT)
    answer = answer_to(SharingQuestion(PLAN, 1.0, 0.05, None))
    bars = [trace.x[0] for trace in sharing_chart(answer).data]
    assert bars[:3] == pytest.approx([0.25, 0.5, 0.25])
    assert bars[6:] == pytest.approx(
        [answer.splits[split].participants[place] for place in range(3) for split in ("equal", "best")]
    )


def test_a_bound_on_methods_that_protect_each_outcome_says_so():
    for text, how in ((OPENING_TEXT, " to protect each of a person's g outcomes with ε/g"), ("a~2~1~50, 45~1", "")):
        answer = answer_to(SharingQuestion(parsed(text), 1.0, 0.05, None))
        assert f"no method that uses the run's ε{how}, and whose risk is at most 5 % whatever" in words.told(
            "picture", answer
        )
        assert ("(with each outcome protected)" in words.verdict(answer)) == (text == OPENING_TEXT)
    allowed = "among the splits that adding up ε or ρ allows"
    assert allowed not in words.told("picture", answer)
    assert allowed in words.told("picture", answer_to(SharingQuestion(PLAN, 1.0, 0.05, 1e-6)))
