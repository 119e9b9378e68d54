"""The schedule of looks as it is said, tabled and drawn, against the runs behind it."""

import json
import math
from dataclasses import replace
from functools import cache
from html import escape

import numpy as np
import pytest

import dpcore
from dpcore.choosing import AnswerBy
from tests.ui.choose.cases import DATA, FEW_RUNS, answered, question
from ui.arms.names import option_names
from ui.choose.sequential.looks import words
from ui.choose.sequential.looks.charts import RUNS_SHOWN, looks_chart
from ui.choose.sequential.looks.study import LookPlan, Looks, LookSection, LookStudy
from ui.choose.take_home import report

RUNS = 40
WEEKLY = (50, 100, 200)


@cache
def looks(algorithm="prise", trust_model="central", data=None, runs=RUNS):
    plan = LookPlan(question(trust_model=trust_model, data=data).problem, 0.5, algorithm)
    return Looks(plan, LookStudy().simulate(plan, 0, runs, dpcore.CancelFlag()))


def answer_times(found):
    return np.sort(found.schedule.answer_times)


@pytest.mark.parametrize("trust_model", ["central", "local"])
def test_the_runs_are_those_of_the_plans_own_figure(trust_model):
    found, problem = looks(trust_model=trust_model), question(trust_model=trust_model).problem
    needed = dpcore.achievable_samples(problem.means, 0.5, problem.risk, trust_model, 0.9, RUNS)
    assert found.needed[1] == needed
    assert found.plan.is_planned
    assert f"It has answered within **{needed:,.0f} participants** in 90 % of {RUNS} simulated runs." in words.summary(
        found
    )


def test_the_runs_of_a_lead_are_those_of_the_plans_own_figure():
    problem = replace(question().problem, lead=0.3)
    found = LookStudy().simulate(LookPlan(problem, 0.5, "prise"), 0, RUNS, dpcore.CancelFlag())
    needed = dpcore.achievable_samples(problem.means, 0.5, problem.risk, "central", 0.9, RUNS, lead=0.3)
    assert dpcore.choosing.quantile_interval(found.answer_times, 0.9)[1] == needed
    assert needed < looks().needed[1]


def test_while_runs_come_in_it_is_said_how_many_there_are():
    few = looks(runs=8)
    assert words.summary(few).endswith("in 90 % of the 8 runs simulated so far.")
    assert "of the 8 runs simulated so far" in words.in_weeks(few, WEEKLY)


def test_a_daily_number_that_is_not_whole_brings_exactly_its_weeks():
    weekly = (7 * 5.7,)
    assert words.weeks_said(weekly, True).startswith("Every week brings 39.9 participants, seven times your daily")
    table = words.week_table(looks(), weekly)
    assert table["participants by its end"].tolist() == [399 * week // 10 for week in table["week"]]


def test_own_data_are_looked_at_as_in_the_plans_own_figure():
    found = looks(data=DATA, runs=FEW_RUNS)
    samples = dpcore.choosing.posterior_samples(found.plan.problem.rates, 0.5, 0.05)
    assert found.schedule.answer_times.tolist() == samples.stopping_times.tolist()


def test_pb_tas_is_named_as_another_method():
    found = looks("pb-tas", "local")
    assert "With PB-TaS on randomised answers at ε = 0.5" in words.summary(found)
    assert not found.plan.is_planned
    assert words.told("whose_runs", found.plan).startswith("These are runs of PB-TaS on randomised answers; the answer")


def test_the_summary_names_the_runs_and_what_is_not_known():
    found = looks()
    assert f"looks **{found.schedule.mean_looks:.2f} times** on average (95 % interval" in words.summary(found)
    assert words.summary(found).endswith(f"in 90 % of {RUNS} simulated runs.")
    unfinished = replace(found.schedule, finished=np.zeros(RUNS, bool))
    told = words.summary(Looks(found.plan, unfinished))
    assert "looks for the first time after" in told
    assert f"In over 10 % of {RUNS} simulated runs it has not answered after 10¹² participants." in told


def test_tables_against_the_runs():
    found = looks("pb-tas")
    table, each = words.look_table(found), words.run_table(found)
    assert len(table) == found.schedule.looks.max()
    assert len(each) == found.schedule.looks.sum()
    for number, row in table.set_index("look").iterrows():
        here = each[each["look"] == number]
        assert row["runs that get there"] == len(here)
        assert row["participants (median)"] == here["participants"].quantile(0.5, "lower")
        assert row["answered by then"] == np.mean(found.schedule.looks <= number)
    assert (each.filter(like="participants of ").sum(axis=1) == each["participants"]).all()
    rows = words.look_rows(found)
    assert len(rows) <= words.MOST_ROWS
    assert all(len(row) == len(words.look_heads(found)) for row in rows)
    assert (rows[0][0], rows[-1][0]) == ("1", str(len(table)))
    assert rows[-1][-1] == "100 %"


def test_names_of_options_are_written_letter_by_letter_and_differ_in_files():
    found = looks()
    named = Looks(replace(found.plan, problem=replace(found.plan.problem, names=("<b>A", "<b>A"))), found.schedule)
    assert "&lt;b&gt;A, median" in words.look_heads(named)
    assert {"participants of <b>A (1)", "participants of <b>A (2)"} <= set(words.run_table(named))


def test_weeks_against_a_count_of_every_participant():
    found = looks()
    weeks = []
    for time in answer_times(found):
        come, week = 0, 0
        while come < time:
            come += WEEKLY[min(week, len(WEEKLY) - 1)]
            week += 1
        weeks.append(week)
    done = weeks[math.ceil(0.9 * RUNS) - 1]
    half = weeks[math.ceil(0.5 * RUNS) - 1]
    told = words.in_weeks(found, WEEKLY)
    assert told.startswith(f"Done by **week {done}** in 90 % of {RUNS} simulated runs (95 % interval: week ")
    assert told.endswith(f"and by week {half} in half of them.")
    table = words.week_table(found, WEEKLY)
    assert table["week"].tolist() == list(range(1, max(weeks) + 1))
    assert table["answered by then"].tolist() == [np.mean(np.array(weeks) <= week) for week in table["week"]]
    assert len(words.week_rows(table)) <= words.MOST_ROWS


def test_weeks_that_end_are_said_to():
    found = looks()
    assert f"In over 10 % of {RUNS} simulated runs, these weeks do not bring enough participants." in words.in_weeks(
        found, (10, 0)
    )
    assert words.week_table(found, (10, 0))["week"].tolist() == [1, 2]
    assert words.weeks_said((10, 0), False).startswith("We assume that nobody comes after week 2")
    assert "All later weeks are assumed to recruit as many as week 2, the last one that you entered: 20." in (
        words.weeks_said((10, 20), False)
    )
    daily = words.weeks_said((1400,), True)
    assert daily.startswith("Every week brings 1,400 participants, seven times your daily number.")
    assert "add that wait for every look" in daily


def test_a_plan_of_many_years_keeps_its_table_short():
    table = words.week_table(looks(), (1,))
    assert len(table) <= 1040
    assert len(words.week_rows(table)) <= words.MOST_ROWS


def test_answers_by_a_fixed_number():
    found = looks()
    by = found.schedule.answer_by(float(found.half))
    table = words.answer_table(found, by).set_index("by then")
    assert table.loc["no answer yet", "simulated runs"] == f"{by.unanswered} of {RUNS}"
    assert "proven to happen with probability at most 5 %" in table.loc["a wrong answer", "what it is"]
    assert f"After **{found.half:,.0f} participants** PRISE has given the right answer in" in words.answers(found, by)


def test_right_wrong_and_no_answers_are_told_apart():
    told = words.answers(looks(), AnswerBy(500.0, 40, right=20, wrong=4))
    assert "right answer in **50 %**, a wrong one in 10 % and none yet in 40 % of 40 simulated runs." in told


def test_the_report_says_what_the_open_section_says_and_nothing_of_a_closed_one():
    plan, study = looks().plan, LookStudy()
    section = LookSection(plan, study, WEEKLY, False, 300)
    assert words.sentences(section) == []  # no run is made yet
    study.results[plan] = looks().schedule
    sentences = words.sentences(section)
    html = report.report_html(answered(), None, sentences)
    assert "Looks, calendar time, and stopping early" in html
    assert all(escape(sentence.replace("**", "")) in html for sentence in sentences)
    assert f"week 1, 2, …: {', '.join(map(str, WEEKLY))}." in html
    assert f"as many as week {len(WEEKLY)}, the last one that you entered: {WEEKLY[-1]}." in html
    assert json.loads(report.report_json(answered(), None, sentences))["looks"][1].startswith(
        "The risk holds at every planned look"
    )
    assert "Looks, calendar time" not in report.report_html(answered())


@pytest.mark.parametrize("algorithm", ["prise", "pb-tas"])
def test_the_picture_shows_the_looks_of_some_runs(algorithm):
    found = looks(algorithm)
    chart = looks_chart(found, 2000)
    rows = [trace for trace in chart.data if trace.mode == "lines+markers"]
    (drawn,) = rows
    assert sum(x is not None for x in drawn.x) == found.schedule.looks[:RUNS_SHOWN].sum()
    curve = next(trace for trace in chart.data if trace.line.shape == "hv")
    assert list(curve.x[1:-1]) == answer_times(found).tolist()
    assert curve.y[-1] == 1


@pytest.mark.parametrize("rows", [0, 1, 5, 15, 16, 400])
def test_some_of_the_rows_are_the_ends_and_few(rows):
    some = words.some_of(rows)
    assert len(some) == min(rows, words.MOST_ROWS)
    assert not rows or (some[0], some[-1]) == (0, rows - 1)
    assert (words.left_out(rows) == "") == (len(some) == rows)


def test_many_options_have_a_column_each():
    names = option_names(20)
    assert len(set(words.unique_names(names))) == 20
