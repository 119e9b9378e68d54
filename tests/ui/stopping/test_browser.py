"""Runs of browsers: what they get, and that nothing enters a study which no run could be."""

import json
from base64 import b64decode, b64encode
from functools import cache

import numpy as np
import pytest

import dpcore
from tests.ui.stopping.test_words import ALONE, PB_TAS, PROVEN, PUBLIC, SEVERAL, view_of
from ui.stopping import browser
from ui.stopping.browser import asked_of, heard, take, why_not

RUNS = 6


pytestmark = pytest.mark.usefixtures("visit")


@cache
def made():
    """All runs of the question."""
    return view_of(PROVEN, runs=RUNS).study.results[PROVEN, 1.0]


def empty():
    """A view of it that has none of them."""
    return browser.replace(view_of(PROVEN, runs=0), runs=RUNS)


def rows_of(result):
    return np.column_stack((result.finished, result.stopping_times, result.recommendations, result.pulls))


def text(rows):
    return b64encode(np.asarray(rows).astype("<i4").tobytes()).decode()


def report(view, runs, sequence=1, **more):
    question = browser.asked_of(view, is_heard=False)["question"]
    return {"made": {"sequence": sequence, "question": question, "runs": runs, **more}}


def honest(first=0, last=RUNS):
    return {"cell": "dp-se 1.0", "first": first, "rows": text(rows_of(made())[first:last])}


def test_what_a_browser_made_is_what_the_core_makes():
    view = empty()
    take(report(view, [honest(0, 2)]), view)
    take(report(view, [honest(1, RUNS)], sequence=2, rests=True), view)  # the second run came before
    mine, cores = view.study.results[PROVEN, 1.0], made()
    assert mine.parameters == cores.parameters
    np.testing.assert_array_equal(rows_of(mine), rows_of(cores))
    assert mine.summary() == cores.summary()
    assert view.study.is_of_browser
    assert heard().problem == ""
    assert heard().news()
    assert not heard().news()


def nested():
    """A list in a list, deeper than Python writes."""
    found = []
    for _ in range(5000):
        found = [found]
    return found


def changed(column, value):
    """The honest runs with one number of the third one changed."""
    rows = np.frombuffer(b64decode(honest()["rows"]), "<i4").reshape(RUNS, -1).copy()
    rows[2, column] = value
    return {**honest(), "rows": text(rows)}


def bad(**changes):
    return [{**honest(), **changes}]


WRONG = {
    "a list of points": (None, [honest()] * 3),
    "belong to a point in the picture": ([5], bad(cell="dp-se 0.7"), bad(cell=["dp-se 1.0"]), bad(cell=nested())),
    "numbered 0 to 5": (bad(first=-1), bad(first=True), bad(first=1)),
    "numbers encoded as text": (bad(rows=7), bad(rows=nested()), bad(rows="no base64!"), bad(rows="AAA=")),
    "run must have 5 numbers": (bad(rows=text(range(7))),),
    "at most 200,000 numbers": (bad(rows=text(np.zeros(250_000))),),
    "a run stopped must be": ([changed(0, 2)],),
    "2 to 20,000 participants": ([changed(1, -5)], [changed(1, 20_001)]),
    "one of the arms": ([changed(2, 2)], [changed(2, -1)]),
    "the sum over its arms": ([changed(3, -1)], [changed(4, 12)]),
}


@pytest.mark.parametrize("runs, why", [(runs, why) for why, wrong in WRONG.items() for runs in wrong])
def test_what_no_run_could_be_is_refused_in_a_sentence(runs, why):
    view = empty()
    take(report(view, runs), view)
    assert why in heard().problem
    assert view.study.results == {}
    take(report(view, [honest()], sequence=2), view)
    assert heard().problem == ""
    assert view.study.runs((PROVEN, 1.0)) == RUNS


@pytest.mark.parametrize(
    "component",
    [None, {}, {"made": 3}, {"made": {"sequence": "1"}}, {"made": {"sequence": 0}}, {"made": {"sequence": 2**60}}],
)
def test_what_is_no_report_is_ignored(component):
    view = empty()
    take(component, view)
    assert (heard().sequence, heard().problem, view.study.results) == (0, "", {})


def test_runs_that_come_after_another_number_or_choice_are_passed_over_and_what_was_refused_is_forgotten():
    view = empty()
    browser.take(report(view, [{**honest(), "cell": "?"}]), view)
    assert "belong to a point in the picture" in browser.asked_of(view, "", waits=False)["problem"]
    fewer, others = browser.replace(view, runs=RUNS - 1), browser.replace(view, curves=(PUBLIC,))
    for sequence, now in enumerate((fewer, others), 2):
        assert browser.asked_of(now, "", waits=False)["problem"] == ""
        browser.take(report(view, [honest()], sequence), now)
        assert browser.asked_of(now, "", waits=False)["problem"] == ""
        assert now.results() == {}
        assert browser.heard().sequence == sequence


def test_runs_of_another_question_or_behind_a_gap_are_passed_over():
    view = empty()
    other = report(view, [honest()])
    other["made"]["question"] = "[]"
    take(other, view)
    take(report(view, [honest(2)], sequence=2), view)
    take(report(view, [honest()], sequence=2), view)  # heard already
    assert (heard().problem, view.study.results) == ("", {})


def test_the_server_takes_over_where_the_browser_cannot_or_its_visitor_wants_so(monkeypatch):
    view, written = empty(), {}
    monkeypatch.setattr(browser.boxes, "write", written.update)
    take(report(view, [], asks="server"), view)
    assert written == {"runs-made": "on the server"}
    assert why_not([PROVEN], 5) == ""
    assert why_not([PROVEN], 5001).startswith("More than 5,000 runs")
    take({"made": {"sequence": 2, "unable": True}}, view)
    assert why_not([PROVEN], 5).startswith("This browser does not run WebAssembly")


def test_what_is_asked_holds_the_known_runs_of_what_is_missing_and_each_array_once():
    made = view_of(PROVEN, PUBLIC, max_samples=100)
    asked = asked_of(browser.replace(made, runs=8), "", waits=False)
    assert [cell["known"] for cell in asked["cells"]] == [RUNS] * 3
    times = np.frombuffer(b64decode(asked["cells"][0]["times"]), "<i4")
    result = made.study.results[made.cells[0]]
    np.testing.assert_array_equal(times, np.where(result.finished, 1, -1) * result.stopping_times)
    assert len({json.dumps(leaf) for leaf in asked["leaves"]}) == len(asked["leaves"])
    assert all(cell["times"] == "" for cell in asked_of(made, "", waits=False)["cells"])


def test_nothing_but_the_means_depends_on_the_means():
    """So that new runs for arms under a hand need nothing new from the server."""
    for name, entry in dpcore.fixed_confidence_algorithms().items():
        for threshold in entry.thresholds:
            one, other = (
                dpcore.fixed_confidence.prepared_arguments(name, means, 0.3, 0.05, rho=0.3, threshold=threshold)
                for means in ((0.95, 0.9, 0.1), (0.2, 0.5, 0.49))
            )
            assert not np.array_equal(one[0], other[0])
            for mine, theirs in zip(one[1:], other[1:], strict=True):
                np.testing.assert_array_equal(mine, theirs, err_msg=name)


def test_a_browser_is_told_the_smallest_difference_that_matters():
    orders = browser.asked_of(view_of(PB_TAS, runs=0, instance=SEVERAL), is_heard=False)
    (cell, *_) = orders["cells"]
    told = [np.frombuffer(b64decode(leaf["bytes"]), leaf["type"]) for leaf in orders["leaves"]]
    expected = dpcore.fixed_confidence.prepared_arguments(
        "pb-tas", SEVERAL.means, cell["epsilon"], SEVERAL.risk, max_samples=orders["cap"], indifference=0.2
    )
    assert orders["indifference"] == 0.2
    assert len(cell["leaves"]) == len(expected) - 1
    for place, leaf in zip(cell["leaves"], expected[1:], strict=True):
        np.testing.assert_array_equal(told[place], np.ravel(leaf))
    assert orders["question"] != browser.asked_of(view_of(PB_TAS, runs=0, instance=ALONE), is_heard=False)["question"]
