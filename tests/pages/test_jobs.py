"""What every page with simulated runs does with its job: stop, go on, leave, come back, and nobody there."""

import re

import pytest

from tests.boxes import filled
from tests.pages.visit import checked, just_opened, said
from ui.jobs import drawing
from ui.jobs import job as jobs

SECONDS = 120  # its kernel may have to be compiled first
ENDLESS = {
    "stopping_times": {"algorithms": "TTUCB", "arms": "0.5, 0.49999", "cap": 10**9, "runs": 100_000},
    "regret": {"arms_algorithms": "DP-UCB (ε-DP)", "arms_horizon": "1,000,000,000", "regret_runs": 1000},
    "fixed_budget": {"budget_runs": 10_000},
}
ADD_RUNS = {"stopping_times": "runs", "regret": "regret-runs", "fixed_budget": "budget-runs"}


@pytest.fixture(autouse=True)
def one_thread_and_no_job_is_left(monkeypatch):
    """Endless jobs leave the page a core."""
    monkeypatch.setattr("dpcore.experiments.runs.cores", lambda: 1)
    yield
    for job in list(jobs._jobs):
        job.stop()
        job.join()


def job_of(test):
    (job,) = test.session_state["jobs"].values()
    return job


def working(name):
    test = just_opened(name, **ENDLESS[name])
    assert job_of(test).running
    return test


def ended(job):
    job.join(SECONDS)
    assert not job.running
    return job


@pytest.mark.parametrize("name", ENDLESS)
def test_a_job_is_stopped_goes_on_ends_with_its_page_and_starts_again(name, monkeypatch):
    test = working(name)
    stopped = job_of(test)
    test.button(key="stop-job").click()
    checked(test.run())
    ended(stopped)
    checked(test.run())
    assert job_of(test) is stopped  # it stays stopped until the visitor wants more
    assert re.search(r"Stopped at [\d,]+ of [\d,]+ runs", said(test))
    test.button(key="resume-job").click()
    checked(test.run())
    resumed = running_other_than(stopped, test)
    test.button(key="stop-job").click()
    checked(test.run())
    ended(resumed)

    most = filled(test, ADD_RUNS[name])
    test.button(key=f"add-{ADD_RUNS[name]}").click()
    checked(test.run())
    assert filled(test, ADD_RUNS[name]) == most
    added = running_other_than(resumed, test)
    assert not added.stopped

    test.switch_page("pages/glossary.py")
    checked(test.run())
    assert ended(added).interrupted
    monkeypatch.setattr(jobs, "ABANDONED_SECONDS", 0.5)
    test.switch_page(f"pages/{name}.py")
    checked(test.run())
    back = running_other_than(added, test)

    back.join(SECONDS)  # nobody polls it
    assert back.interrupted
    checked(test.run())
    running_other_than(back, test)  # somebody is there again


def running_other_than(before, test):
    job = job_of(test)
    assert job is not before
    assert job.running
    return job


NEARLY_EQUAL = "0.501, " + ", ".join(f"{0.5 - 1e-5 * arm:.5f}" for arm in range(19))


def test_a_long_run_is_computed_in_a_job_that_can_be_stopped_and_goes_on(monkeypatch):
    monkeypatch.setattr(drawing, "PATIENCE_SECONDS", 0.5)
    test = just_opened("one_run", algorithm="TTUCB", arms=NEARLY_EQUAL, cap=20_000_000)
    first = job_of(test)
    assert first.running
    assert not test.get("plotly_chart")
    test.button(key="stop-job").click()
    checked(test.run())
    assert not ended(first).interrupted
    checked(test.run())
    assert job_of(test) is first
    assert "Stopped" in said(test)
    test.button(key="resume-job").click()
    checked(test.run())
    assert job_of(test) is not first
    assert job_of(test).running


def test_a_computed_figure_is_kept_for_the_visit_and_its_job_is_forgotten():
    test = just_opened("one_run", is_long=True, algorithm="PB-TaS", arms="0.9, 0.3", cap=100_000)
    assert test.get("plotly_chart")
    assert test.session_state["jobs"] == {}
