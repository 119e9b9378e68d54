"""The answer in the first paint: known from an earlier visit by the same link, complete, and replaced by the page's."""

from types import SimpleNamespace

import pytest

import dpcore
from tests.boxes import fill, filled
from tests.pages.visit import checked, finished, just_opened, not_yet_opened, opened, said, stopped
from ui.choose.sequential.study import ChoiceView
from ui.shell import first_answer
from ui.stopping import browser

QUICK = {"arms": "0.9, 0.2", "epsilon": "2", "risk": "0.1", "runs": "2", "algorithms": "PRISE"}
FEW = {"mean_runs": 10}


@pytest.fixture(autouse=True)
def shown(monkeypatch):
    """The first answers that pages show; nothing is known from earlier tests."""
    first_answer._sentences.clear()
    found, recall = [], first_answer._sentences.recall

    def noted(link):
        found.append(recall(link) or "")
        return found[-1]

    monkeypatch.setattr(first_answer._sentences, "recall", noted)
    return found


def known():
    return list(first_answer._sentences.values())


def test_a_finished_answer_comes_first_on_the_next_visit_by_the_same_link_and_by_no_other(shown):
    just_opened("one_mean", a="b=c", **FEW)
    (sentence,) = known()
    test = just_opened("one_mean", a="b=c", **FEW)
    just_opened("one_mean", **{"a=b": "c"}, **FEW)  # an equals sign makes it no other name
    assert shown == ["", sentence, ""]
    assert said(test).count(sentence) == 1
    fill(test, "mean", 0.3)
    assert sentence not in said(checked(test.run()))
    assert set(known()) == {sentence}, "what a session asks later is not that of the link which opened it"


def test_what_is_shown_first_gives_way_to_the_page_s_own_answer_and_is_put_right(shown):
    just_opened("one_mean", **FEW)
    ((link, sentence),) = first_answer._sentences.items()
    first_answer._sentences[link] = "**Nothing** at all."
    test = just_opened("one_mean", **FEW)
    assert shown[-1] == "**Nothing** at all."
    assert "Nothing" not in said(test)
    assert sentence in said(test)
    assert first_answer._sentences == {link: sentence}


def test_while_a_job_runs_or_after_its_stop_nothing_is_remembered_nor_what_is_asked_then():
    test = stopped(just_opened("stopping_times", **{**QUICK, "runs": "50000"}))
    checked(test.run())
    assert known() == []
    fill(test, "seed2", 7)
    fill(test, "runs", 2)
    assert "median of 2 simulated runs" in said(finished(test.run()))
    assert known() == []


def test_the_answer_of_a_finished_job_is_remembered_and_only_a_session_s_first_run_shows_it(shown):
    test = finished(just_opened("stopping_times", **QUICK))
    (sentence,) = known()
    assert sentence in said(test)
    assert "median of 2 simulated runs" in sentence
    checked(test.run())
    assert shown == [""]


def test_an_answer_of_runs_that_a_browser_has_reported_is_not_remembered(monkeypatch):
    views, asked_of = [], browser.asked_of

    def noted(view, *more, **how):
        views.append(view)
        return asked_of(view, *more, **how)

    monkeypatch.setattr(browser, "asked_of", noted)
    test = just_opened("stopping_times", **QUICK, runs_made="in this browser")
    view = views[-1]
    for cell in view.cells:
        view.study.take(cell, view.study.simulate(cell, 0, view.runs, dpcore.CancelFlag()))
    assert "median of 2 simulated runs" in said(checked(test.run()))
    assert known() == []


def test_another_page_of_the_session_shows_and_remembers_nothing(shown):
    test = just_opened("glossary")
    test.switch_page("pages/one_mean.py")
    checked(test.run())
    assert shown == []
    assert known() == []


def test_a_session_that_begins_with_more_than_its_link_shows_and_remembers_nothing(shown):
    """As one does whose requests are written by hand."""
    test = just_opened("one_mean", **FEW)
    remembered, shown[:] = dict(first_answer._sentences), []
    other = not_yet_opened("one_mean", **FEW)
    fill(test, "mean", 0.3)
    checked(other._run(test._tree.get_widget_states()))
    assert filled(other, "mean") == 0.3
    assert shown == []
    assert first_answer._sentences == remembered


def test_own_data_and_impossible_inputs_are_not_remembered(monkeypatch):
    monkeypatch.setattr(ChoiceView, "is_complete", True)
    stopped(just_opened("choose_epsilon", usual=60, better=30))
    assert len(known()) == 1
    first_answer._sentences.clear()
    just_opened("choose_epsilon", know="own data")
    stopped(just_opened("choose_epsilon", usual=60, better=60))
    opened("fixed_budget", budget_theta="x", budget_algorithms="DP-BAI", budget_runs=2)
    assert known() == []


def test_the_question_about_one_run_is_remembered_and_no_guess():
    test = just_opened("one_run", cap=100_000)
    (question,) = known()
    test.button(key="guess-1").click()
    assert question not in said(checked(test.run()))
    assert known() == [question]


def test_the_memory_is_bounded_in_links_and_in_their_length_and_each_session_pauses_once(monkeypatch):
    monkeypatch.setattr(first_answer._sentences, "most", 1)
    pauses = []
    monkeypatch.setattr(first_answer, "time", SimpleNamespace(sleep=pauses.append))  # and let all others sleep
    monkeypatch.setattr(first_answer, "PAUSE_SECONDS", 0.5)
    test = just_opened("one_mean", z=10, **FEW)
    checked(test.run())
    assert pauses.count(0.5) == 1, "after its first answer"
    just_opened("one_mean", z=10, **FEW)
    assert pauses.count(0.5) == 2, "known or new"
    just_opened("one_mean", z=11, **FEW)
    assert [link[-4:] for link in first_answer._sentences] == ["z=11"]
    just_opened("one_mean", z=12, unknown="x" * first_answer.LONGEST_LINK, **FEW)
    assert [link[-4:] for link in first_answer._sentences] == ["z=11"]
