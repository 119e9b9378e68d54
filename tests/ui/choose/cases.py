"""Questions and answers that several tests ask."""

import contextlib
import math
import time

import numpy as np
import pytest

from dpcore.choosing import achievable
from ui.arms.names import option_names
from ui.choose import question as questions
from ui.choose.own_data import OwnData
from ui.choose.question import Question, SequentialProblem
from ui.choose.sequential import answer as sequential
from ui.choose.sequential import difference, snippet, stage, study, words
from ui.choose.sequential.findings import BoundCurve, Bounds, Findings, Reading, Simulated
from ui.choose.sequential.looks import section as looks
from ui.choose.sequential.looks import words as look_words
from ui.choose.sequential.study import Achievable
from ui.jobs.job import Job

DATA = OwnData(("usual", "new"), (20, 70), (100, 100))
MEANS = (0.6, 0.3)
FEW_RUNS = 20


@contextlib.contextmanager
def few_runs():
    """Simulated figures of FEW_RUNS runs in place of 200, quicker to find."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (difference, look_words, looks, questions, snippet, stage, study, words):
            patch.setattr(module, "RUNS", FEW_RUNS)
        yield


@contextlib.contextmanager
def runs_made_once():
    """No run of PRISE is simulated a second time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(achievable, "simulate_fixed_confidence", made_once(achievable.simulate_fixed_confidence))
        yield


def made_once(simulate):
    """The simulation, which gives the result again of what it was asked before: arguments determine every run."""
    known = {}

    def simulated(name, means, *setting, cancel=None, **how):
        asked = (name, tuple(means), *setting, *sorted(how.items()))
        if asked not in known:
            result = simulate(name, means, *setting, cancel=cancel, **how)
            if cancel is not None and cancel.is_set():
                return result
            known[asked] = result
        return known[asked]

    return simulated


def question(
    participants=2000,
    trust_model="central",
    data=None,
    pace=None,
    extra=0.1,
    epsilon=0.5,
    means=MEANS,
    risk=0.05,
    indifference=0.0,
):
    if data is not None:
        means = tuple(data.posterior.means.tolist())
    names = option_names(len(means)) if data is None else data.names
    problem = SequentialProblem(names, means, risk, trust_model, data, indifference)
    mode = "a difference" if data is None else "own data"
    return Question(mode, problem, participants, pace, extra, epsilon)


def finish(job):
    """Poll as a page does: a job that nobody polls takes its page for closed."""
    while job.running:
        time.sleep(0.01)


def filled(asked):
    """The study of a question, its simulation run to its end."""
    study = Achievable(asked.problem)
    job = Job(lambda job: study.fill(job, asked), study.missing(asked))
    finish(job)
    assert job.error is None
    assert job.done == job.total
    assert study.missing(asked) == 0
    return study


def reading(value):
    return Reading(value, value, value)


def answer(possible=0.02, achievable=0.2, too_small=0.15, without_privacy=1000.0, at_epsilon=1500.0, **asked):
    curve = BoundCurve(np.array([1e-3, 1e2]), np.array([[5e4, 400]] * 3), reading(400))
    bounds = Bounds(curve, reading(500), reading(possible), reading(0.3), 1.0 if possible == math.inf else 0.0)
    return Findings(question(**asked), bounds, Simulated((), without_privacy, at_epsilon, achievable, too_small))


def answered(**how):
    """The same findings, as the page, its report and its pins ask for them."""
    return sequential.answered(answer(**how))
