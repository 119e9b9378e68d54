"""The page that carries a trial out: rehearsals everywhere, a real trial on the team's own machine only."""

import pytest

from dpcore.trial import open_trial
from tests.pages.visit import opened
from ui.look.numbers import number
from ui.run_it import words
from ui.run_it.controls import EXAMPLE

RUN = words.WAYS[words.RUN]


def button(test, label):
    return next(button for button in test.button if button.label == label)


def shown(test):
    kinds = ("markdown", "info", "error", "warning", "caption")
    return " ".join(element.value for kind in kinds for element in getattr(test, kind))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TRIALS_FOLDER", str(tmp_path))
    return tmp_path


@pytest.fixture
def trial(folder):
    test = opened("run_it", way=RUN)
    test.text_input(key="trial-new").set_value("asthma")
    button(test, "Begin the trial").click()
    return test.run()


def typed(test, *counts):
    for name, count in zip(EXAMPLE.options, counts, strict=True):
        test.text_input(key=f"successes-1-{name}").set_value(count)
    return test.run()


def test_a_rehearsal_goes_on_batch_by_batch_to_an_answer():
    test = opened("run_it")
    assert "Batch 1: enrol 330 participants" in shown(test)
    button(test, "Next batch").click().run()
    assert "Batch 2: enrol" in shown(test)
    assert "simulated continuations" in shown(test)
    button(test, "To the end").click().run()
    assert "The trial names" in shown(test)
    button(test, "Start again").click().run()
    assert "Batch 1: enrol 330" in shown(test)
    assert not test.exception


def test_a_plan_comes_with_the_link_and_a_bad_one_gets_a_sentence():
    test = opened("run_it", plan=EXAMPLE.as_json(None).replace("Drug A", "Diet"))
    assert "Diet 110" in shown(test)
    bad = opened("run_it", plan="{}")
    assert "not a plan that can be run" in shown(bad)
    assert not bad.exception


def test_a_real_trial_says_where_it_can_run(monkeypatch):
    monkeypatch.delenv("TRIALS_FOLDER", raising=False)
    assert "only on your team's own computer" in shown(opened("run_it", way=RUN))


def test_a_server_that_others_reach_refuses_a_real_trial(folder, monkeypatch):
    import streamlit as st

    real = st.get_option
    monkeypatch.setattr(st, "get_option", lambda name: "0.0.0.0" if name == "server.address" else real(name))
    assert "other people can reach this server" in shown(opened("run_it", way=RUN))


def test_a_real_trial_from_its_plan_to_the_published_batch(trial, folder):
    assert "enrol 330 participants" in shown(trial)
    assert button(trial, "Publish batch 1").disabled
    typed(trial, "30", "44", "31")
    assert button(trial, "Publish batch 1").disabled
    assert "plus Laplace noise" in shown(trial)
    trial.checkbox(key="trial-confirmed-1").check().run()
    button(trial, "Publish batch 1").click().run()
    assert not trial.exception
    releases = open_trial(folder / "asthma.trial").status(0).releases
    assert [release.number for release in releases] == [1]
    assert "Batch 2: enrol" in shown(trial) or "The trial names" in shown(trial)
    assert all(f"successes-1-{name}" not in trial.session_state for name in EXAMPLE.options)  # the counts are forgotten


@pytest.mark.parametrize("wrong", ["111", "-1", "3.5", "3e1", "x", "٣"])
def test_counts_that_do_not_fit_are_said_and_not_published(trial, folder, wrong):
    typed(trial, "30", wrong, "31")
    assert "Drug A must be a whole number from 0 to 110" in shown(trial)
    assert trial.checkbox(key="trial-confirmed-1").disabled
    assert open_trial(folder / "asthma.trial").status(0).releases == []


def test_a_trial_can_be_ended_early(trial, folder):
    button(trial, "End it now").click().run()
    assert "ended early" in shown(trial)
    assert not open_trial(folder / "asthma.trial").answer.carries


@pytest.mark.parametrize("name", ["", "../outside", "a/b", ".hidden"])
def test_a_trial_has_a_plain_name_and_stays_in_its_folder(folder, name):
    test = opened("run_it", way=RUN)
    test.text_input(key="trial-new").set_value(name)
    button(test, "Begin the trial").click()
    test.run()
    assert [*folder.iterdir()] == []
    assert "starts with a letter or a digit" in shown(test)


def test_a_damaged_trial_gets_a_sentence(trial, folder):
    (folder / "asthma.trial").write_bytes(b"nothing" * 1000)
    trial.run()
    assert "damaged, or it is not a trial" in shown(trial)
    assert not trial.exception


def test_the_report_says_what_was_promised_and_published(folder):
    from dpcore.trial import create
    from ui.run_it import report

    made = create(folder / "t.trial", EXAMPLE)
    release = made.record(1, dict.fromkeys(EXAMPLE.options, 40))
    html = report.html(made, "A <b> trial")
    assert "A &lt;b&gt; trial" in html
    assert "is named in at least 95 of 100" in html
    assert number(release.published["Drug A"], 6) in html


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("option,successes,participants\nUsual care,30,110\nDrug A,44,110\nDrug B,31,110\n", None),
        ("option;successes;participants\nUsual care;30;111\nDrug A;44;110\nDrug B;31;110\n", "does not fit this batch"),
        ("option,successes,participants\nUsual care,30,110\nDrug A,44,110\n", "does not fit this batch"),
        ("nothing", "no rows below"),
    ],
)
def test_a_file_fills_the_boxes_where_it_fits_the_batch(trial, folder, text, told):
    trial.file_uploader(key="successes-1").set_value(("counts.csv", text.encode(), "text/csv")).run()
    assert not trial.exception
    boxes = [trial.text_input(key=f"successes-1-{name}").value for name in EXAMPLE.options]
    if told is None:
        assert boxes == ["30", "44", "31"]
    else:
        assert boxes == ["", "", ""]
        assert told in shown(trial)
    assert open_trial(folder / "asthma.trial").status(0).releases == []
