"""The section about looks, calendar time and a fixed number without a browser: closed, open, and given nonsense."""

import itertools
import threading
import time

import pytest

import dpcore
from tests.pages.visit import checked, finished, just_opened, opened, said, snippet_output, stopped, table
from tests.ui.choose.cases import FEW_RUNS
from ui.choose.question import difference_means
from ui.choose.sequential.looks import words as look_words
from ui.controls import number_box
from ui.look.numbers import at_most

PLAN = {"options": 2, "usual": 10, "better": 75, "wrong": 0.05, "people": 900, "look": 0.5}
MEANS = difference_means(2, 0.1, 0.75)


def section(**link):
    """The page with the section open, once all jobs are done."""
    test = finished(opened("choose_epsilon", looks="true", **{**PLAN, **link}))
    return finished(test)  # the section's job begins when the page's answer is known


@pytest.fixture(scope="module")
def open_section():
    return section(**{"each-week": "40\n60\n100"})


def test_nothing_is_computed_before_the_section_is_opened(monkeypatch):
    asked = []
    monkeypatch.setattr(dpcore.choosing, "look_schedule", lambda *plan, **how: asked.append(plan))
    test = opened("choose_epsilon", **{"each-week": "5\n6"}, **PLAN)
    assert asked == []
    assert "looks" not in test.session_state["jobs"]
    assert "The risk holds at every look" not in said(test)
    assert "look_schedule" not in test.code[0].value
    assert {area.key for area in test.text_area} == set()


def test_the_schedule_agrees_with_the_verdict(open_section):
    needed = dpcore.achievable_samples(MEANS, 0.5, 0.05, runs=FEW_RUNS)
    assert f"PRISE stops within **{at_most(needed)}**" in said(open_section)  # the page's own figure
    assert f"answers within **{at_most(needed)} participants** in 90 % of {FEW_RUNS} sim" in said(open_section)
    assert "**The guarantee on the risk covers every planned look**" in said(open_section)


def test_the_schedule_is_a_picture_a_table_and_files(open_section):
    assert any("looks of some runs" in chart.proto.spec for chart in open_section.get("plotly_chart"))
    assert "randomised answers, so no look adds" not in said(open_section)
    schedule = dpcore.choosing.look_schedule(MEANS, 0.5, 0.05, runs=FEW_RUNS)
    assert f"looks on average: {schedule.mean_looks}\n" in snippet_output(open_section)
    by = schedule.answer_by(900)
    rows = table(open_section, "by then").set_index("by then")
    assert rows["simulated runs"].tolist() == [f"{n} of {FEW_RUNS}" for n in (by.right, by.wrong, by.unanswered)]
    html = " ".join(block.proto.body for block in open_section.get("html"))
    assert "<th>option 1, median</th>" in html
    files = {button.proto.label for button in open_section.get("download_button")}
    assert files >= {"schedule-of-looks.csv", "looks-of-each-run.csv", "calendar-weeks.csv"}


def test_a_stop_keeps_the_runs_that_were_made_and_resume_makes_the_others(monkeypatch):
    real, numbers, is_stopped = dpcore.choosing.look_schedule, itertools.count(1), threading.Event()

    def held(*plan, **how):
        if next(numbers) > 1:
            is_stopped.wait(600)
        return real(*plan, **how)

    monkeypatch.setattr(dpcore.choosing, "look_schedule", held)
    test = opened("choose_epsilon", looks="true", **{**PLAN, "wrong": 0.06})
    test.run()
    job = test.session_state["jobs"]["looks"]
    while not job.done:
        time.sleep(0.02)
    test.run()
    test.button(key="stop-job-looks").click()
    test.run()
    is_stopped.set()
    job.join()
    made = job.done
    assert 0 < made < FEW_RUNS
    assert f"the {made} runs simulated so far" in said(test.run())
    assert f"Stopped at {made} of {FEW_RUNS} runs" in said(test)
    monkeypatch.undo()
    test.button(key="resume-job-looks").click()
    assert f"in 90 % of {FEW_RUNS} simulated runs" in said(finished(test.run()))


def test_another_method_a_pace_and_a_bad_column_that_is_one_sentence_while_the_last_good_one_stays():
    test = section(pace="per day", daily=20, days=45, **{"looks-method": "PB-TaS", "trust": "local"})
    assert "With PB-TaS" in said(test)
    assert "randomised answers, so no look adds" in said(test)
    assert "Every week brings 140 participants, at the pace that you entered." in said(test)
    test.segmented_control(key="pace").set_value("in total")
    finished(test.run())
    assert "The study is done by **week" not in said(test)
    test.text_area(key="each-week").set_value("500")
    assert "The study is done by **week" in said(finished(test.run()))
    test.text_area(key="each-week").set_value("500\nmany")
    assert "Line 2: “many” is not a number of participants" in said(finished(test.run()))
    assert "What you see is based on the last input that could be read." in said(test)
    assert "The study is done by **week" in said(test)
    test.text_area(key="each-week").set_value("1.000\n2.000")
    assert "“1.000” may mean 1 or 1,000. Which is it?" in said(finished(test.run()))
    (question,) = [radio for radio in test.radio if radio.key.startswith("weeks-question")]
    question.set_value(",")
    finished(test.run())
    assert test.text_area(key="each-week").value == "1000\n2000"


def test_a_hostile_link_opens():
    link = {"looks": "true", "looks-method": "x" * 20_000, "each-week": "x" * 20_000, "fixed-n": "1e400"}
    test = stopped(just_opened("choose_epsilon", **PLAN, **link).run())
    checked(test.run())
    assert test.session_state[number_box.BOXES]["fixed-n"].value is None
    checked(stopped(just_opened("choose_epsilon", **{**PLAN, "looks": "x" * 20_000})))


def test_own_data_have_a_schedule():
    test = stopped(just_opened("choose_epsilon", know="own data", looks="true", look=0.5, wrong=0.1))
    test.segmented_control(key="own-way").set_value("typed counts")
    test.run()
    test.text_area(key="own-counts").set_value("red*, 90, 1000\nblue, 500, 1000")
    test = finished(finished(test.run()))
    assert look_words.TEMPLATES["table"] not in "".join(frame.value.to_string() for frame in test.table)
    assert "at the rates of its run: simulated" in table(test, "by then")["what it is"].tolist()[0]
    assert any("red*, median" in block.proto.body for block in test.get("html"))
    assert f"draws[:{FEW_RUNS}], epsilon" in test.code[0].value
