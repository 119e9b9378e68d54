"""The page that carries a trial out: rehearsals everywhere, a real trial on the team's own machine only."""

import stat
from dataclasses import replace

import pytest
import streamlit as st
from streamlit.runtime.context import ContextProxy

from dpcore.trial import create, noise, open_trial
from dpcore.trial.facts import claim_from
from dpcore.trial.telling import published_number
from tests.dpcore.trial import plans
from tests.pages.visit import button, opened
from tests.ui.reading.workbooks import workbook
from ui.run_it import report, words
from ui.run_it.controls import EXAMPLE
from ui.state.keys import PLANNED

RUN = words.WAYS[words.RUN]
OWN = replace(EXAMPLE, cap=4000)
CONFIRMED = "counts-confirmed-asthma-1"


def shown(test):
    kinds = ("markdown", "info", "error", "warning", "caption", "success")
    return " ".join(element.value for kind in kinds for element in getattr(test, kind))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TRIALS_FOLDER", str(tmp_path))
    return tmp_path


def begun(plan, name="asthma"):
    """The page after a trial has been begun with this plan."""
    test = opened("run_it", way=RUN, plan=plan.as_json(None))
    test.text_input(key="trial-new").set_value(name)
    button(test, "Begin the trial").click()
    return test.run()


@pytest.fixture
def trial(folder):
    return begun(OWN)


def boxes(test, place="asthma-1"):
    return [test.text_input(key=f"counts-{place}-{name}") for name in EXAMPLE.options]


def typed(test, *counts):
    for box, count in zip(boxes(test), counts, strict=True):
        box.set_value(count)
    return test.run()


def confirmed(test):
    test.checkbox(key=CONFIRMED).check().run()
    return button(test, "Publish batch 1")


def test_a_rehearsal_goes_on_batch_by_batch_to_an_answer():
    test = opened("run_it")
    assert "Batch 1: enrol 330 participants" in shown(test)
    button(test, "Next batch").click().run()
    assert "Batch 2: enrol" in shown(test)
    assert "simulated continuations" in shown(test)
    assert "There is no evidence against" in shown(test)
    button(test, "Run to the end").click().run()
    assert "The trial names" in shown(test)
    button(test, "Start again").click().run()
    assert "Batch 1: enrol 330" in shown(test)
    assert not test.exception


def test_a_rehearsal_with_one_look_has_one_step_and_tells_the_rates_that_it_publishes():
    test = opened("run_it", plan=plans.COUNTS.as_json(None))
    assert "Next batch" not in [found.label for found in test.button]
    button(test, "Run to the end").click().run()
    tables = [" ".join(map(str, table.value.columns)) for table in test.table]
    assert any("95 % interval" in columns for columns in tables)
    assert "is missing with a probability" not in shown(test)


@pytest.mark.parametrize(
    ("plan", "rates", "expected"),
    [
        (plans.COUNTS, (30, 30, 30), "3 options share the highest rate. In **10 of these 10 trials**"),
        (plans.COUNTS, (30, 80, 30), "In **10 of these 10 trials** the answer includes the best option."),
        (plans.BEATS, (30, 30, 30), "At these rates no option beats the usual one. In **0 of these 10 trials**"),
        (plans.BEATS, (30, 80, 30), "the answer includes the best option. In 0 it wrongly claims"),
    ],
)
def test_ten_trials_say_in_how_many_the_answer_is_right(plan, rates, expected):
    sliders = {f"run-rates-{arm}": rate for arm, rate in enumerate(rates)}
    assert expected in shown(opened("run_it", plan=plan.as_json(None), **sliders))


def test_a_newer_plan_from_choose_epsilon_is_offered_and_taken():
    test = opened("run_it", plan=OWN.as_json(None))
    assert "Choose ε now shows another plan" not in shown(test)
    renamed = replace(OWN, options=("a", "b", "c"))
    test.session_state[PLANNED] = renamed.as_json(None), False
    assert "Choose ε now shows another plan" not in shown(test.run())
    test.session_state[PLANNED] = replace(OWN, epsilon=0.5).as_json(None), False
    assert "Choose ε now shows another plan (ε per outcome: 0.5, here 0.3)." in shown(test.run())
    test.session_state[PLANNED] = plans.COUNTS.as_json(None), False
    assert "Choose ε now shows another plan" in shown(test.run())
    button(test, "Run to the end").click().run()
    button(test, "Take the plan from Choose ε").click().run()
    assert "Choose ε now shows another plan" not in shown(test)
    assert test.session_state["plan"] == plans.COUNTS.as_json(None)
    assert "Batch 1: enrol 360 participants" in shown(test)  # nothing of it is rehearsed yet


def test_a_plan_from_own_data_is_told_to_be_in_no_link_and_its_rates_are_in_none():
    test = opened("run_it")
    assert "not part of this page's link" not in shown(test)
    test.session_state[PLANNED] = replace(plans.COUNTS, usual=(0.08377332096, 0.08377332096)).as_json(None), True
    button(test.run(), "Take the plan from Choose ε").click().run()
    assert "not part of this page's link" in shown(test)
    assert [slider.value for slider in test.slider][:2] == [8.38, 28.38]
    test.slider[0].set_value(11.0).run()
    assert "11" not in str(test.query_params)


def test_a_rehearsal_counts_the_outcomes_of_a_plan_that_waits_for_them():
    waits = replace(plans.COUNTS, missing="wait", missing_share=0.1).as_json(None)
    test = opened("run_it", plan=waits)
    assert "enrol participants, about 402, until 360 outcomes are in" in shown(test)
    button(test, "Run to the end").click().run()
    assert "360 outcomes came in." in shown(test)


@pytest.mark.parametrize(("plan", "counts_as"), [(plans.WINNER, "a failure"), (plans.LOCAL, "a randomised “No”")])
def test_a_rehearsal_says_how_many_outcomes_are_missing(plan, counts_as):
    test = opened("run_it", plan=replace(plan, missing_share=0.1).as_json(None))
    button(test, "Run to the end").click().run()
    assert f"each outcome is missing with a probability of 10 %, and then counts as {counts_as}" in shown(test)
    assert f"An outcome that is missing counts as {counts_as}, and the number missing" in shown(test)
    lowered = f"A missing outcome counts as {counts_as}, which lowers these rates."
    assert (lowered in shown(test)) == (plan is plans.LOCAL)  # the other one publishes no rates


def test_a_plan_that_waits_says_how_many_participants_its_outcomes_take_and_what_a_claim_needs():
    waits = replace(plans.BEATS, missing="wait", missing_share=0.06, a_week=100.0)
    test = opened("run_it", plan=waits.as_json(None))
    assert "Batch 1: enrol participants, about 1,596, until 1,500 outcomes are in" in shown(test)
    assert "takes about 16 weeks" in shown(test)
    assert "A claim needs" not in shown(test)
    button(test, "Run to the end").click().run()
    assert f"A claim needs a noisy count that is at least {claim_from(waits)} above that of usual." in shown(test)


def test_a_plan_comes_with_the_link_and_a_bad_one_gets_a_sentence():
    test = opened("run_it", plan=EXAMPLE.as_json(None).replace("Drug A", "Diet"))
    assert "Diet 110" in shown(test)
    bad = opened("run_it", plan="{}")
    assert "not a plan that can be run" in shown(bad)
    assert not bad.exception


def test_a_real_trial_says_where_it_can_run(monkeypatch):
    monkeypatch.delenv("TRIALS_FOLDER", raising=False)
    test = opened("run_it", way=RUN, plan=plans.ROUNDS.as_json(None))
    assert "a real trial runs on your team's own computer" in shown(test)
    assert plans.ROUNDS.as_json(None) in [box.value for box in test.text_input]  # so it stays in the address
    assert [each.label for each in test.get("download_button")] == ["Plan file (JSON)"]


def test_a_server_that_others_reach_also_by_another_name_or_through_another_one_refuses_a_real_trial(
    folder, monkeypatch
):
    for headers in ({"Host": "trial.example:8792"}, {"Host": "localhost", "X-Forwarded-For": "10.1.2.3"}):
        monkeypatch.setattr(ContextProxy, "headers", headers)
        assert "other people can reach this server" in shown(opened("run_it", way=RUN))
    monkeypatch.setattr(ContextProxy, "headers", {"host": "127.0.0.1:8792"})
    assert "Open a trial" in [box.label for box in opened("run_it", way=RUN).selectbox]
    real = st.get_option
    monkeypatch.setattr(st, "get_option", lambda name: "0.0.0.0" if name == "server.address" else real(name))
    assert "other people can reach this server" in shown(opened("run_it", way=RUN))


def test_the_folder_of_the_trials_is_made_for_its_owner_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("TRIALS_FOLDER", str(tmp_path / "a" / "trials"))
    test = opened("run_it", way=RUN)
    assert stat.S_IMODE((tmp_path / "a" / "trials").stat().st_mode) == 0o700
    assert not test.exception
    (tmp_path / "file").touch()
    monkeypatch.setenv("TRIALS_FOLDER", str(tmp_path / "file"))
    assert "cannot be created" in shown(opened("run_it", way=RUN))


def test_a_real_trial_from_its_plan_to_the_published_batch(trial, folder):
    assert "enrol 330 participants" in shown(trial)
    assert "ruling out" not in shown(trial)
    typed(trial, "30", "44", "31")
    assert button(trial, "Publish batch 1").disabled
    assert "Laplace noise with a standard deviation of 4.71" in shown(trial)
    confirmed(trial).click().run()
    assert not trial.exception
    (release,) = open_trial(folder / "asthma.trial").status(0).releases
    assert f"“Drug A” {published_number(release.published['Drug A'])}" in shown(trial)
    assert "There is no evidence against" in shown(trial)
    assert "trial-rates-picture" in str(trial.main)
    kept = [f"counts-asthma-1-{name}" for name in EXAMPLE.options]
    assert not any(trial.session_state[key] for key in kept if key in trial.session_state)  # the counts are forgotten


def test_a_count_that_changes_takes_the_confirmation_back_even_in_the_moment_of_the_click(trial, folder):
    typed(trial, "30", "44", "31")
    assert not confirmed(trial).disabled
    boxes(trial)[0].set_value("29").run()
    assert not trial.checkbox(key=CONFIRMED).value
    assert button(trial, "Publish batch 1").disabled
    publish = confirmed(trial)
    boxes(trial)[0].set_value("30")
    publish.click().run()
    assert open_trial(folder / "asthma.trial").status(0).releases == []


def test_the_counts_of_one_trial_do_not_stand_in_another(trial, folder):
    create(folder / "second.trial", OWN)
    typed(trial, "30", "44", "31")
    confirmed(trial)
    trial.selectbox(key="trial-chosen").set_value("second.trial").run()
    assert [box.value for box in boxes(trial, "second-1")] == ["", "", ""]
    assert not trial.checkbox(key="counts-confirmed-second-1").value
    assert button(trial, "Publish batch 1").disabled


def test_a_batch_that_another_window_has_published_is_told(trial, folder):
    typed(trial, "30", "44", "31")
    publish = confirmed(trial)
    release = open_trial(folder / "asthma.trial").record(1, dict.fromkeys(EXAMPLE.options, 50))
    publish.click().run()
    assert "Batch 1 has already been published" in shown(trial)
    assert f"“Drug A” {published_number(release.published['Drug A'])}" in shown(trial)
    assert open_trial(folder / "asthma.trial").status(0).releases == [release]


def test_counts_that_do_not_fit_are_said_and_not_published_and_no_sign_is_dropped(trial, folder):
    for wrong in ("111", "-1", "3,5"):
        typed(trial, "30", wrong, "31")
        assert "Drug A as a whole number from 0 to 110" in shown(trial)
        assert trial.checkbox(key=CONFIRMED).disabled
    typed(trial, "30", "1e1", "31")
    assert not trial.checkbox(key=CONFIRMED).disabled
    assert open_trial(folder / "asthma.trial").status(0).releases == []


def test_a_trial_can_be_ended_early(trial, folder):
    button(trial, "End it now").click().run()
    assert "ended early" in shown(trial)
    assert not open_trial(folder / "asthma.trial").answer.carries


@pytest.mark.parametrize("name", ["", "../outside"])
def test_a_trial_has_a_plain_name_and_stays_in_its_folder(folder, name):
    test = begun(OWN, name)
    assert [*folder.iterdir()] == []
    assert "must start with a letter or a digit" in shown(test)


def test_a_damaged_trial_gets_a_sentence(trial, folder):
    (folder / "asthma.trial").write_bytes(b"nothing" * 1000)
    trial.run()
    assert "damaged, or it is not a trial" in shown(trial)
    assert not trial.exception


def test_a_real_trial_does_not_begin_with_the_example(folder):
    for plan in (EXAMPLE, replace(EXAMPLE, options=("a", "b", "c"))):
        test = opened("run_it", way=RUN, plan=plan.as_json(None))
        assert button(test, "Begin the trial").disabled
        assert "The example is only for rehearsal." in shown(test)


def test_an_opened_trial_shows_its_own_plan_alone(folder):
    create(folder / "other.trial", plans.COUNTS)
    test = opened("run_it", way=RUN, plan=OWN.as_json(None))
    assert "up to 4,000 participants" in shown(test)
    test.selectbox(key="trial-chosen").set_value("other.trial").run()
    assert "If one option leads every other by at least 20 percentage points" in shown(test)
    assert "10 percentage points" not in shown(test)
    test.selectbox(key="trial-chosen").set_value(None).run()
    assert "up to 4,000 participants" in shown(test)


def test_options_get_their_names_before_the_trial_begins(folder):
    test = opened("run_it", way=RUN, plan=OWN.as_json(None))
    test.text_input(key="plan-option-1").set_value("Vit. [D](https://example.org)").run()
    test.text_input(key="plan-option-2").set_value("Usual care").run()
    assert "two options have the same name" in shown(test)
    test.text_input(key="trial-new").set_value("asthma")
    button(test, "Begin the trial").click().run()
    assert open_trial(folder / "asthma.trial").plan.options == ("Usual care", "Vit. [D](https://example.org)", "Drug B")
    assert "Vit. \\[D\\](https" in shown(test)
    assert "[D](" not in shown(test)


def test_a_plan_whose_promise_is_not_kept_is_not_rehearsed():
    test = opened("run_it", plan=replace(plans.BEATS, epsilon=0.001).as_json(None))
    assert "does not keep its promise" in shown(test)
    assert "Next batch" not in [found.label for found in test.button]


def test_participants_who_randomise_are_asked_for_their_yes_answers(folder):
    test = begun(plans.LOCAL)
    assert [box.label for box in test.text_input if "Yes" in box.label] == [
        f"Randomised “Yes” answers of {name}, out of 400" for name in plans.OPTIONS
    ]
    assert "successes" not in shown(test).lower().replace("success rate", "")


def test_the_report_says_what_was_promised_and_published(folder):
    made = create(folder / "t.trial", EXAMPLE)
    release = made.record(1, dict.fromkeys(EXAMPLE.options, 40))
    html = report.html(made, "A <b> trial")
    assert "A &lt;b&gt; trial" in html
    assert "at most 5 of 100 such trials name another one" in html
    assert published_number(release.published["Drug A"]) in html
    assert "An outcome that is missing counts as a failure" in html
    assert f"The trial began on {release.time[:10]}. The last batch was published on {release.time[:10]}." in html


def test_the_report_shows_names_of_options_as_they_are(folder):
    made = create(folder / "t.trial", replace(plans.BEATS, options=("<b>usual", "A [x](https://x.example)", "B")))
    made.record(1, dict.fromkeys(made.plan.options, 100))
    html = report.html(made, "trial")
    assert "above that of &lt;b&gt;usual." in html
    assert "<b>usual" not in html
    assert "\\" not in html


@pytest.mark.parametrize("plan", [plans.WINNER, plans.COUNTS, plans.BEATS, plans.LOCAL], ids=lambda plan: plan.release)
def test_the_report_of_a_finished_trial_says_what_was_published(folder, monkeypatch, plan):
    monkeypatch.setattr(noise, "VETTED", noise.VETTED._replace(counts=lambda counts, _: [123 for _ in counts]))
    made = create(folder / "t.trial", replace(plan, options=("Vit. C", "Vit. D", "Vit. E")))
    made.record(1, dict(zip(made.plan.options, (40, 100, 40), strict=True)))
    html = report.html(made, "trial")
    assert " was published" in html
    assert "will be" not in html
    assert made.answer.told in html
    assert "e^" not in html + words.told("model", plan, verb="will be")
    assert ("OpenDP draws" in words.told("model", plan, verb="will be")) == (plan.release != "local")
    assert f"It ended on {made.status(0).releases[0].time[:10]}." in html
    if plan.release == "counts":
        assert ">123<" in html


FITS = [["option", "successes"], ["Usual care", 30], ["Drug A", 44], ["Drug B", 31]]


def test_a_file_fills_the_boxes_where_it_fits_the_batch_and_empties_them_where_not(trial, folder):
    files = (
        (b"option,successes,participants\nusual care,30,110\nDRUG A,44,110\nDrug B,31,110\n", None),
        (b"option;successes;participants\nUsual care;30;111\nDrug A;44;110\n", "“Usual care” has 110 participants"),
        (workbook("xlsx", FITS), None),
        (b"option,successes\nDrug C,30\nDrug A,44\nDrug B,31\n", "names an option that is not in this trial"),
        (b"nothing", "no rows below"),
    )
    for place, (content, told) in enumerate(files):
        if place < 2:  # both kinds of files take the confirmation back
            typed(trial, "1", "2", "3")
            assert not confirmed(trial).disabled
        trial.file_uploader(key="counts-file-asthma-1").set_value(("counts.csv", content, "text/csv")).run()
        assert not trial.exception
        assert [box.value for box in boxes(trial)] == (["", "", ""] if told else ["30", "44", "31"])
        assert not told or told in shown(trial)
        assert not trial.checkbox(key=CONFIRMED).value
        assert button(trial, "Publish batch 1").disabled
    assert open_trial(folder / "asthma.trial").status(0).releases == []


def test_a_file_that_leaves_a_question_open_asks_it_and_fills_the_boxes_once_it_is_answered(trial):
    rows = b"arm;recovered\n" + b"".join(
        f"{name};{word}\n".encode() * count
        for name, yes in zip(EXAMPLE.options, (30, 44, 31), strict=True)
        for word, count in (("maybe", yes), ("other", 110 - yes))
    )
    trial.file_uploader(key="counts-file-asthma-1").set_value(("counts.csv", rows, "text/csv")).run()
    (asked,) = [each for each in trial.radio if "success" in each.label.lower()]
    assert [box.value for box in boxes(trial)] == ["", "", ""]
    asked.set_value("maybe").run()
    assert not trial.exception
    assert [box.value for box in boxes(trial)] == ["30", "44", "31"]
