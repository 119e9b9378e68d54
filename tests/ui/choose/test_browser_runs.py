"""Runs that a browser makes: the server's very figures, few reports, and nothing taken over that is impossible."""

import math
import threading
import time

import numpy as np
import pytest

import dpcore
from tests.ui.choose.cases import DATA, filled, finish, question, runs_made_once
from ui.choose import browser_runs
from ui.choose import study as studies
from ui.choose.browser_runs import REFUSED, SILENT, UNABLE, BrowserRuns
from ui.choose.question import SEED
from ui.choose.study import Achievable
from ui.jobs import Job


@pytest.fixture(autouse=True, scope="module")
def quick():
    """With few points of the curve, none of which takes many samples."""
    with runs_made_once(), pytest.MonkeyPatch.context() as patch:
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
            made = [self.made(wish) for wish in order["wishes"]]
            report = {
                "sequence": order["heard"] + 1,
                "job": order["job"],
                "made": made,
                "problem": "",
            }
            self.runs.take({"made": self.spoil(report)})
            self.runs.settle(self.job)

    def made(self, wish):
        """The runs of a wish, by the arguments that the browser gets."""
        ((problem, epsilon, limit),) = [key for key, cell in self.runs._cells.items() if cell.number == wish["cell"]]
        setting = (problem.means, epsilon, problem.risk, problem.trust_model, wish["count"], SEED, limit)
        found = dpcore.choosing.simulate_achievable(*setting, first_run=wish["first"])
        times = np.where(found.finished, found.stopping_times, 0).tolist()
        return {"cell": wish["cell"], "first": wish["first"], "times": times}


def asked_of(browser_of, asked):
    """The study, and the browser, once the job for this question has ended."""
    study, runs = Achievable(asked.problem), BrowserRuns()
    job = Job(lambda job: study.fill(job, asked, runs), study.missing(asked))
    browser = browser_of(runs, job)
    threading.Thread(target=browser.work, daemon=True).start()
    finish(job)
    assert job.error is None
    return study, browser


@pytest.mark.parametrize("participants, epsilon", [(2000, None), (10**6, 0.5), (1, 0.5)])
def test_the_figures_are_the_servers_and_take_few_reports(participants, epsilon):
    asked = question(participants=participants, epsilon=epsilon)
    study, browser = asked_of(Browser, asked)
    assert study.simulated(asked) == filled(asked)
    assert study.missing(asked) == 0
    assert study.by_browser
    assert browser.reports <= 12


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
    runs = BrowserRuns()
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
    study, runs, asked = Achievable(question().problem), BrowserRuns(), question()
    job = Job(lambda job: study.fill(job, asked, runs), study.missing(asked))
    while job.running and not runs.order(True)["wishes"]:
        time.sleep(0.01)
    assert job.running
    job.stop()
    job.join(5)
    assert not job.running
    assert study.points == {}


def test_own_data_stay_on_the_server():
    study, runs, asked = Achievable(question(data=DATA).problem), BrowserRuns(), question(data=DATA)
    job = Job(lambda job: study.fill(job, asked, runs), study.missing(asked))
    while job.running and not study.points:
        time.sleep(0.01)
    job.stop()
    finish(job)
    assert runs.order(True)["number"] == 0
    assert not study.by_browser
