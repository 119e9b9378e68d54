"""Runs that a browser makes: the server's very figures, few reports, and nothing taken over that is impossible."""

import base64
import functools
import json
import math
import threading
import time

import numpy as np
import pytest

from dpcore.experiments import run_generator
from dpcore.fixed_confidence import fixed_confidence_algorithms
from dpcore.fixed_confidence.protocol import Problem, Setting, new_record, no_rewards
from tests.ui.choose.cases import DATA, few_runs, filled, finish, question, runs_made_once
from ui.choose.sequential import browser_runs
from ui.choose.sequential import study as studies
from ui.choose.sequential.browser_runs import REFUSED, SILENT, UNABLE, BrowserRuns
from ui.choose.sequential.findings import find_bound_curve, find_bounds
from ui.choose.sequential.study import Achievable
from ui.jobs import Job


@pytest.fixture(autouse=True, scope="module")
def quick():
    """With few points of the curve, none of which takes many samples, of few runs: a browser's test has 200."""
    with few_runs(), runs_made_once(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(studies, "CURVE_EPSILONS", studies.CURVE_EPSILONS[10::5])
        yield


class Browser:
    """Makes what is ordered, and reports it, or what `spoil` makes of a report."""

    def __init__(self, runs, job, spoil=lambda report: report):
        self.runs, self.job, self.spoil, self.reports = runs, job, spoil, 0

    def work(self):
        """Until the job has ended."""
        done = 0
        while self.job.running:
            order = self.runs.order(True)
            if order["number"] == done:
                time.sleep(0.01)
                continue
            done = order["number"]
            self.reports += 1
            parts = [made(wish, order) for wish in order["wishes"]]
            report = {
                "sequence": order["heard"] + 1,
                "job": order["job"],
                "made": parts,
                "problem": "",
            }
            self.runs.take({"made": self.spoil(report)})
            self.runs.settle(self.job)


def made(wish, order):
    """The runs of a wish, from the arguments that the browser gets and from nothing else."""
    prepared = json.dumps([wish["changes"].get(place, leaf) for place, leaf in enumerate(order["common"])])
    numbers = range(wish["first"], wish["first"] + wish["count"])
    return {
        "cell": wish["cell"],
        "first": wish["first"],
        "times": [time_of_run(prepared, order["seed"], number) for number in numbers],
    }


@functools.cache
def time_of_run(prepared, seed, number):
    """The samples of PRISE's run with these arguments, 0 if it was capped."""
    kernel, arguments, arms = kernel_and_arguments(prepared)
    record = new_record(arms)
    ending = kernel(*arguments, run_generator(seed, number), no_rewards(arms), np.zeros(1, np.uint8), record)
    return ending.time if ending.stopped else 0


@functools.cache
def kernel_and_arguments(prepared):
    """PRISE's kernel, what it gets beside its generator, and the number of arms."""
    leaves = [
        np.frombuffer(base64.b64decode(leaf["bytes"]), leaf["type"]).reshape(leaf["shape"]).copy()
        for leaf in json.loads(prepared)
    ]
    entry = fixed_confidence_algorithms()["prise"]
    setting = Setting(Problem(leaves[0], 1.0, 0.1, 1000), "proven", entry.check_parameters({}))  # nothing of it is left
    example = entry.prepare(setting)
    return example.func, filled_in(example.args, iter(leaves)), leaves[0].size


def filled_in(example, leaves):
    """The arguments with these numbers and arrays in the places of those of the example."""
    if isinstance(example, tuple):
        parts = [filled_in(part, leaves) for part in example]
        return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)
    leaf = next(leaves)
    return leaf if isinstance(example, np.ndarray) else type(example)(leaf)


def asked_of(browser_of, asked):
    """The study, and the browser, once the job for this question has ended."""
    study, runs = Achievable(asked.problem), BrowserRuns("prise")
    job = Job(lambda job: study.fill(job, asked, runs), study.missing(asked))
    browser = browser_of(runs, job)
    threading.Thread(target=browser.work, daemon=True).start()
    finish(job)
    assert job.error is None
    return study, browser


NONE_SUFFICES = question(participants=60, means=(0.75, 0.1, 0.1), risk=0.01)


@pytest.mark.parametrize(
    "asked",
    [
        question(epsilon=None),
        question(participants=10**6),
        question(participants=5000, trust_model="local"),
        NONE_SUFFICES,
    ],
)
def test_the_figures_are_the_servers_and_take_few_reports(asked):
    study, browser = asked_of(Browser, asked)
    assert study.simulated(asked) == filled(asked)
    assert study.missing(asked) == 0
    assert study.by_browser
    assert browser.reports <= 12


def test_a_budget_that_no_epsilon_fits_is_searched_for_one():
    study, browser = asked_of(Browser, NONE_SUFFICES)
    assert study.simulated(NONE_SUFFICES).achievable == math.inf
    (searched,) = [cell for cell in browser.runs._cells.values() if cell.limit == NONE_SUFFICES.participants]
    assert (searched.times == 0).any()  # runs that the budget has capped
    assert find_bounds(NONE_SUFFICES, find_bound_curve(NONE_SUFFICES.problem)).possible.middle < math.inf


def spoiled(**changes):
    def spoil(report):
        report["made"][0] |= changes
        return report

    return spoil


@pytest.mark.parametrize(
    "spoil",
    [
        *(spoiled(cell=cell) for cell in (-1, 10**6, None, 0.0, True, "0")),
        *(spoiled(first=first) for first in (-1, 10**9, None, 0.5)),
        *(spoiled(times=[time]) for time in (-1, 1, 10**13, 10**400, 5.0, True, None, "9", math.nan, [9])),
        spoiled(times=[0] * 10**5),
        spoiled(times="000"),
        lambda report: report | {"made": report["made"] * 1000},
        lambda report: report | {"made": [7]},
        lambda report: report | {"made": None},
    ],
)
def test_impossible_runs_are_refused_and_the_server_makes_them(spoil):
    asked = question()
    study, browser = asked_of(lambda runs, job: Browser(runs, job, spoil), asked)
    assert browser.runs.failure == REFUSED
    assert all((cell.times == browser_runs.UNKNOWN).all() for cell in browser.runs._cells.values())
    assert study.simulated(asked) == filled(asked)


@pytest.mark.parametrize(
    "report", [None, 5, {}, {"made": 5}, *({"made": {"sequence": n}} for n in (0, 0.5, True, 2**60))]
)
def test_what_is_no_report_is_ignored(report):
    runs = BrowserRuns("prise")
    runs.take(report)
    assert (runs.failure, runs.order(False)["heard"]) == ("", 0)


def test_a_browser_that_cannot_and_one_that_keeps_silent_leave_the_runs_to_the_server(monkeypatch):
    asked = question()
    study, browser = asked_of(lambda runs, job: Browser(runs, job, lambda report: report | {"problem": "died"}), asked)
    assert browser.runs.failure == UNABLE
    assert study.simulated(asked) == filled(asked)
    monkeypatch.setattr(browser_runs, "PATIENCE_SECONDS", 0.3)
    study, browser = asked_of(lambda runs, job: Browser(runs, job, lambda report: None), asked)
    assert browser.runs.failure == SILENT
    assert study.simulated(asked) == filled(asked)


def test_a_stop_ends_a_job_that_waits_for_its_browser():
    study, runs, asked = Achievable(question().problem), BrowserRuns("prise"), question()
    job = Job(lambda job: study.fill(job, asked, runs), study.missing(asked))
    while job.running and not runs.order(True)["wishes"]:
        time.sleep(0.01)
    assert job.running
    job.stop()
    job.join(5)
    assert not job.running
    assert study.points == {}


def test_own_data_stay_on_the_server():
    study, runs, asked = Achievable(question(data=DATA).problem), BrowserRuns("prise"), question(data=DATA)
    job = Job(lambda job: study.fill(job, asked, runs), study.missing(asked))
    while job.running and not study.points:
        time.sleep(0.01)
    job.stop()
    finish(job)
    assert runs.order(True)["number"] == 0
    assert not study.by_browser
