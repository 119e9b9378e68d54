"""The audit of a page: it grows by batches, can be stopped, is shown up to what is wanted, and is told truly."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from tests.ui.jobs.fake import FakeJob
from ui.audit import words
from ui.audit.charts import audit_chart
from ui.audit.study import AuditQuestion, AuditStudy, audit_table, detectable, view_of


@pytest.fixture(scope="module")
def study():
    study = AuditStudy(AuditQuestion("dp-tt", 1.0, "half-noise", 0))
    study.fill(FakeJob(), 1600)
    return study


def test_it_grows_to_what_is_wanted_and_is_shown_up_to_there(study):
    full, part = view_of(study, 1600), view_of(study, 1200)
    assert full.is_complete
    assert full.made == 1612
    assert part.made == 1210
    assert part.bounds.tolist() == full.bounds[: part.pairs.size].tolist()
    assert not view_of(study, 5000).is_complete


def test_a_stopped_job_keeps_what_it_has_and_goes_on_with_the_same_runs(study):
    other, job = AuditStudy(study.question), FakeJob(stop_after=1100)
    other.fill(job, 1600)
    assert other.audit.made == 1100
    assert job.done == 1100
    assert not view_of(other, 1600).is_complete
    more = FakeJob()
    other.fill(more, 1600)
    assert more.done == 1600
    assert more.expected[-1] == 0
    assert other.audit.bounds.tolist() == study.audit.bounds.tolist()


def test_words_round_a_lower_bound_down_and_say_what_it_does_not_prove(study):
    view, before = view_of(study, 1600), view_of(study, 1000)
    assert view.alarm is not None
    assert (before.alarm, before.bound) == (None, 0)
    told = words.verdict(view)
    assert told.startswith(f"**Alarm** after {view.alarm:,} pairs of runs")
    assert "above the promised ε = 1. After 1,612 pairs the loss is known to be" in told
    assert float(told.split("**")[3].removeprefix("at least ")) <= view.bound
    at_alarm = view_of(study, view.alarm)
    assert "ε = 1. It is **at least" in words.verdict(at_alarm)
    assert "may miss even" not in words.expert_verdict(at_alarm)
    quiet = AuditStudy(replace(study.question, fault="none"))
    assert "nothing is known yet" in words.verdict(view_of(quiet, 1600))
    assert (
        "may miss even sums without noise: it takes 1,600 pairs to catch noise that is too small by a factor of 2"
        in words.expert_verdict(view_of(quiet, 1600))
    )
    quiet.fill(FakeJob(), 1400)
    told = words.verdict(view_of(quiet, 1400))
    assert told.startswith("No alarm so far: after 1,465 pairs of runs the privacy loss is at least **")
    assert told.endswith("That does not prove that the promised ε = 1 is kept.")
    assert words.tell("nothing") in words.expert_verdict(view_of(quiet, 1400))


def test_the_table_holds_every_moment(study):
    table = audit_table(view_of(study, 1600))
    assert table["pairs of runs"].tolist() == study.audit.pairs.tolist()
    assert table["alarm"].sum() == (study.audit.pairs >= study.audit.alarm).sum()
    assert table["loss caught in 99 of 100 audits"].iloc[-1] == detectable(1.0, 1612)
    assert math.isinf(table["loss caught in 99 of 100 audits"].iloc[0])


def test_the_picture_holds_the_bound_the_promise_and_the_alarm(study, monkeypatch):
    view = view_of(study, 1600)
    chart = audit_chart(view)
    by_name = {trace.name: trace for trace in chart.data}
    assert list(by_name["the loss is at least"].y[1:]) == view.bounds.tolist()
    caught = by_name["caught in 99 of 100 audits (simulated)"]
    assert np.all(np.diff(caught.y) < 0)
    assert any(list(trace.x) == [view.alarm] for trace in chart.data)
    assert [note.text for note in chart.layout.annotations] == [
        "promised<br>ε = 1",
        "above the promise",
        "<b>alarm</b>",
    ]
    assert not any(trace.mode == "markers" for trace in audit_chart(view_of(study, 1000)).data)


@pytest.mark.parametrize(("epsilon", "wanted"), [(0.05, 1000), (1.0, 2000), (3.5, 1000)])
def test_words_say_when_the_dashed_line_is_missing_and_how_many_pairs_a_small_fault_takes(epsilon, wanted):
    quiet = AuditStudy(AuditQuestion("dp-tt", epsilon, "none", 0))
    quiet.fill(FakeJob(), wanted)
    view = view_of(quiet, wanted)
    caught = next(trace for trace in audit_chart(view).data if trace.line.dash == "dash")
    assert ("no dashed line" in words.picture_reading(view)) == (len(caught.x) == 0)
    factor = 2 if math.isinf(detectable(epsilon, view.made)) else 1.1
    said = rf"takes ([\d,]+) pairs to catch noise that is too small by a factor of {factor}"
    (told,) = re.findall(said, words.expert_verdict(view))
    pairs = int(told.replace(",", ""))
    assert detectable(epsilon, pairs) <= factor * epsilon < detectable(epsilon, pairs * 9 // 10)
