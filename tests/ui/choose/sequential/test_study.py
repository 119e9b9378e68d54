"""The simulation behind the answer: it is the snippet's, grows without repeating itself, and stops whole."""

import contextlib
import io
import math
import re

import pytest

import dpcore
from tests.ui.choose.cases import DATA, FEW_RUNS, filled, finish, question
from ui.choose.question import SEED
from ui.choose.sequential import study as studies
from ui.choose.sequential.findings import find_bound_curve
from ui.choose.sequential.snippet import snippet
from ui.choose.sequential.study import NEARLY_ALL, Achievable, ChoiceView
from ui.jobs.job import Job


@pytest.mark.parametrize("data, epsilon", [(None, 0.5), (None, None), (DATA, 0.5)])
def test_simulated_figures_are_those_of_the_snippet(data, epsilon):
    asked = question(data=data, participants=3000, epsilon=epsilon)
    found = filled(asked).simulated(asked)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(snippet(asked), {})
    printed = dict(re.findall(r"^(.*?) ([\d.einf]+)$", output.getvalue(), re.MULTILINE))
    assert float(printed["achievable from epsilon"]) == found.achievable
    assert float(printed["enough to stop in 90 % of the runs:"]) == found.at_epsilon
    if data is None:
        assert float(printed["without privacy:"]) == found.without_privacy


def test_simulated_points_lie_in_their_intervals_above_the_bound():
    asked = question()
    found, curve = filled(asked).simulated(asked), find_bound_curve(asked.problem)
    for point in found.points:
        assert point.low <= point.participants <= point.high
        assert point.participants > curve.without_privacy.median


def test_a_point_knows_what_suffices_in_half_and_in_nearly_all_of_its_runs():
    asked = question()
    study = filled(asked)
    here = study.points[asked.epsilon]
    problem = asked.problem
    runs = dpcore.choosing.simulate_achievable(problem.means, asked.epsilon, problem.risk, "central", FEW_RUNS, SEED)
    times = sorted(runs.stopping_times.tolist())
    assert runs.finished.all()
    assert (here.runs, here.half) == (FEW_RUNS, times[math.ceil(0.5 * FEW_RUNS) - 1])
    assert here.nearly_all == times[math.ceil(NEARLY_ALL * FEW_RUNS) - 1]
    assert here.half < here.participants <= here.nearly_all
    assert study.simulated(asked).spread == (here.half, here.nearly_all)


def test_nothing_is_simulated_twice_and_a_new_budget_needs_one_search():
    study = filled(question())
    assert study.missing(question(participants=2500)) == 1
    assert study.missing(question(epsilon=0.7)) == 1
    assert study.missing(question(epsilon=1.0)) == 0  # one of the curve's, not counted a second time


def test_a_stopped_simulation_keeps_only_whole_figures(monkeypatch):
    asked, simulate, calls = question(), dpcore.choosing.simulate_achievable, []
    study = Achievable(asked.problem)

    def stopped_at_the_third_point(*arguments, cancel, **how):
        calls.append(arguments)
        if len(calls) == 3:
            cancel.set()
        return simulate(*arguments, cancel=cancel, **how)

    monkeypatch.setattr(dpcore.choosing, "simulate_achievable", stopped_at_the_third_point)
    job = Job(lambda job: study.fill(job, asked), study.missing(asked))
    finish(job)
    whole = filled(asked).simulated(asked)
    assert list(study.points) == [math.inf, asked.epsilon]
    assert study.points[math.inf].participants == whole.without_privacy
    assert study.points[asked.epsilon].participants == whole.at_epsilon
    assert len(study.bands) == 1
    assert job.done == 3


@pytest.mark.parametrize("data, missing, complete", [(None, 0, True), (None, 1, False), (DATA, 0, False)])
def test_complete_is_an_answer_with_all_figures_that_is_everybodys(monkeypatch, data, missing, complete):
    class Known:
        def missing(self, asked):
            return missing

    monkeypatch.setattr(studies, "remembered", lambda kind, key, make: Known())
    assert ChoiceView(question(data=data), None, None).is_complete is complete
