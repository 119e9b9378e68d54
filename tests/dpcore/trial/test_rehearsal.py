"""Rehearsals: trials with made-up participants, by the same rules."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.designs import probability_right
from dpcore.trial import rehearse
from tests.dpcore.trial.plans import ALL, COUNTS, LOCAL, ROUNDS, WINNER

RATES = (0.3, 0.6, 0.3)


@pytest.mark.parametrize("plan", ALL.values(), ids=ALL)
def test_a_rehearsal_ends_as_a_trial_does_and_its_seed_decides_it(plan):
    found = rehearse(plan, RATES, 1)
    assert found.answer.options == ("A",)
    assert found.next is None
    again = rehearse(plan, RATES, 1)
    assert [step.successes for step in again.steps] == [step.successes for step in found.steps]
    assert [s.release.published for s in again.steps] == [s.release.published for s in found.steps]
    assert rehearse(plan, RATES, 2).steps[0].successes != found.steps[0].successes


def test_a_rehearsal_stops_after_as_many_batches_as_asked_for():
    whole = rehearse(ROUNDS, (0.5, 0.55, 0.5), 3, continuations=0)
    first = rehearse(ROUNDS, (0.5, 0.55, 0.5), 3, 1, continuations=20)
    assert [step.successes for step in first.steps] == [step.successes for step in whole.steps][:1]
    assert first.next == whole.steps[1].release.sizes
    assert first.status.forecast.continuations == 20
    same = whole.after(1, 20)
    assert (same.next, same.history[0].rates) == (first.next, first.history[0].rates)
    assert (whole.after(1).status.forecast, same.status.forecast) == (None, first.status.forecast)
    assert rehearse(ROUNDS, RATES, 3, 0).steps == []


@pytest.mark.parametrize(
    ("plan", "missing", "first"),
    [(COUNTS, "failure", 0.27), (COUNTS, "wait", 0.3), (LOCAL, "failure", 0.394)],
    ids=["counts", "waits", "local"],
)
def test_as_many_outcomes_are_missing_as_planned(plan, missing, first):
    many = 10**6
    asked = replace(plan, per_option=(many,) * 3, cap=3 * many, missing=missing, missing_share=0.1)
    (step,) = rehearse(asked, RATES, 1).steps
    assert step.successes["usual"] / many == pytest.approx(first, abs=0.003)  # six standard deviations


def test_rehearsals_name_the_best_option_as_often_as_the_design_says():
    rates, runs = (0.4, 0.3, 0.3), 600
    right = sum(rehearse(WINNER, rates, seed).answer.options == ("usual",) for seed in range(runs)) / runs
    wanted = probability_right(rates, WINNER.epsilon, 100)
    assert abs(right - wanted) < 5 * np.sqrt(wanted * (1 - wanted) / runs)  # a false alarm in 6e-7 of all runs


@pytest.mark.parametrize("rates", [(0.3, 0.6), (0.3, 0.6, 1.1), (0.3, 0.6, float("nan"))])
def test_bad_rates_are_refused(rates):
    with pytest.raises(ValueError, match="rates must hold 3 numbers"):
        rehearse(WINNER, rates, 1)
