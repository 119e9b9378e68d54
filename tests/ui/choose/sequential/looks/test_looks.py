"""The schedule of looks as it is said, tabled and drawn, against the runs behind it."""

import json
import math
from dataclasses import replace
from functools import cache
from html import escape

import numpy as np
import pytest

import dpcore
from tests.ui.choose.cases import DATA, FEW_RUNS, answered, question
from ui.choose.sequential.looks import words
from ui.choose.sequential.looks.charts import RUNS_SHOWN, looks_chart
from ui.choose.sequential.looks.study import LookPlan, LookSection, LookStudy
from ui.choose.take_home import report

RUNS = 40
WEEKLY = (50, 100, 200)


@cache
def looks(algorithm="prise", trust_model="central", data=None, runs=RUNS):
    """The section, and what it has when so many runs are made."""
    plan, study = LookPlan(question(trust_model=trust_model, data=data).problem, 0.5, algorithm), LookStudy()
    study.results[plan] = study.simulate(plan, 0, runs, dpcore.CancelFlag())
    return LookSection(plan, study, WEEKLY, False, 300)


def told(name, found):
    return words.told(name, found, found.schedule)


def needed_by(schedule):
    return dpcore.choosing.quantile_interval(schedule.answer_times, 0.9)[1]


@pytest.mark.parametrize("trust_model", ["central", "local"])
def test_the_runs_are_those_of_the_plans_own_figure(trust_model):
    found, problem = looks(trust_model=trust_model), question(trust_model=trust_model).problem
    needed = dpcore.achievable_samples(problem.means, 0.5, problem.risk, trust_model, 0.9, RUNS)
    assert needed_by(found.schedule) == needed
    assert found.plan.is_planned
    assert told("summary", found).endswith(
        f"It answers within **{needed:,.0f} participants** in 90 % of {RUNS} simulated runs."
    )


def test_the_runs_of_a_lead_are_those_of_the_plans_own_figure():
    problem = replace(question().problem, lead=0.3)
    found = LookStudy().simulate(LookPlan(problem, 0.5, "prise"), 0, RUNS, dpcore.CancelFlag())
    needed = dpcore.achievable_samples(problem.means, 0.5, problem.risk, "central", 0.9, RUNS, lead=0.3)
    assert needed_by(found) == needed
    assert needed < needed_by(looks().schedule)


def test_a_daily_number_that_is_not_whole_brings_exactly_its_weeks():
    daily = replace(looks(), weekly=(7 * 5.7,), is_per_day=True)
    assert told("beyond", daily).startswith("Every week brings 39.9 participants, at the pace that you")
    table = words.week_table(daily, daily.schedule)
    assert table["participants by its end"].tolist() == [399 * week // 10 for week in table["week"]]


def test_own_data_are_looked_at_as_in_the_plans_own_figure():
    found = looks(data=DATA, runs=FEW_RUNS)
    samples = dpcore.choosing.posterior_samples(found.plan.problem.rates, 0.5, 0.05)
    assert found.schedule.answer_times.tolist() == samples.stopping_times.tolist()


def test_pb_tas_is_named_as_another_method():
    found = looks("pb-tas", "local", runs=8)
    assert told("summary", found).endswith("in 90 % of the 8 runs simulated so far.")
    assert "With PB-TaS on randomised answers at ε = 0.5" in told("summary", found)
    assert not found.plan.is_planned
    assert told("whose_runs", found).startswith("These are runs of PB-TaS on randomised answers; the answer")


def test_the_summary_names_the_runs_and_what_is_not_known():
    found = looks()
    assert f"looks **{found.schedule.mean_looks:.2f} times** on average (95 % interval" in told("summary", found)
    assert told("summary", found).endswith(f"in 90 % of {RUNS} simulated runs.")
    unfinished = replace(found.schedule, finished=np.zeros(RUNS, bool))
    sentence = words.told("summary", found, unfinished)
    assert "looks for the first time after" in sentence
    assert f"In over 10 % of {RUNS} simulated runs it still had no answer after 10¹² participants." in sentence


def test_tables_against_the_runs():
    found = looks("pb-tas")
    table, each = words.look_table(found, found.schedule), words.run_table(found, found.schedule)
    assert len(table) == found.schedule.looks.max()
    assert len(each) == found.schedule.looks.sum()
    for number, row in table.set_index("look").iterrows():
        here = each[each["look"] == number]
        assert row["runs that get there"] == len(here)
        assert row["participants (median)"] == here["participants"].quantile(0.5, "lower")
        assert row["answered by then"] == np.mean(found.schedule.looks <= number)
    assert (each.filter(like="participants of ").sum(axis=1) == each["participants"]).all()
    rows = words.look_rows(found.schedule)
    assert len(rows) <= words.MOST_ROWS
    assert all(len(row) == len(words.look_heads(found.plan.problem.names)) for row in rows)
    assert (rows[0][0], rows[-1][0]) == ("1", str(len(table)))
    assert rows[-1][-1] == "100 %"


def test_names_of_options_are_written_letter_by_letter_and_differ_in_files():
    found = looks()
    names = ("<b>A", "<b>A")
    named = replace(found, plan=replace(found.plan, problem=replace(found.plan.problem, names=names)))
    assert "&lt;b&gt;A, median" in words.look_heads(names)
    assert {"participants of <b>A (1)", "participants of <b>A (2)"} <= set(words.run_table(named, found.schedule))


def test_weeks_against_a_count_of_every_participant():
    found = looks()
    weeks = []
    for time in np.sort(found.schedule.answer_times):
        come, week = 0, 0
        while come < time:
            come += WEEKLY[min(week, len(WEEKLY) - 1)]
            week += 1
        weeks.append(week)
    done = weeks[math.ceil(0.9 * RUNS) - 1]
    half = weeks[math.ceil(0.5 * RUNS) - 1]
    sentence = told("in_weeks", found)
    start = f"The study is done by **week {done}** in 90 % of {RUNS} simulated runs (95 % interval: week "
    assert sentence.startswith(start)
    assert sentence.endswith(f"and by week {half} in half of them.")
    table = words.week_table(found, found.schedule)
    assert table["week"].tolist() == list(range(1, max(weeks) + 1))
    assert table["answered by then"].tolist() == [np.mean(np.array(weeks) <= week) for week in table["week"]]
    slow = replace(looks(), weekly=(1,))  # a plan of many years keeps its table short
    table = words.week_table(slow, slow.schedule)
    assert len(table) <= 1040
    assert len(words.week_rows(table)) <= words.MOST_ROWS


def test_weeks_that_end_are_said_to():
    ending, going_on = (replace(looks(), weekly=weekly) for weekly in ((10, 0), (10, 20)))
    assert f"In over 10 % of {RUNS} simulated runs, these weeks do not bring enough participants." in told(
        "in_weeks", ending
    )
    assert words.week_table(ending, ending.schedule)["week"].tolist() == [1, 2]
    assert told("beyond", ending).startswith("We assume that nobody comes after week 2")
    assert "All later weeks are assumed to recruit as many as week 2, the last one that you entered: 20." in told(
        "beyond", going_on
    )
    daily = told("weeks_given", replace(looks(), weekly=(1400,), is_per_day=True))
    assert daily.startswith("Every week brings 1,400 participants, at the pace that you entered.")
    assert "add that wait for every look" in daily


def test_right_wrong_and_no_answers_are_told_apart():
    found = looks()
    early = np.arange(RUNS) < 24  # of 40 runs, of which the first four are wrong
    schedule = replace(
        found.schedule,
        stopping_times=np.where(early, 100, 1000),
        right=np.arange(RUNS) >= 4,
        finished=np.ones(RUNS, bool),
    )
    sentence = words.told("answers", found, schedule)
    assert "right answer in **50 %**, a wrong one in 10 % and none yet in 40 % of 40 simulated runs." in sentence
    table = words.answer_table(found, schedule).set_index("by then")
    assert table.loc["no answer yet", "simulated runs"] == "16 of 40"
    assert "proven to happen with probability at most 5 %" in table.loc["a wrong answer", "what it is"]


def test_the_report_says_what_the_open_section_says_and_nothing_of_a_closed_one():
    assert words.sentences(replace(looks(), study=LookStudy())) == []  # no run is made yet
    sentences = words.sentences(looks())
    html = report.report_html(answered(), None, sentences)
    assert "Looks, calendar time, and stopping early" in html
    assert all(escape(sentence.replace("**", "")) in html for sentence in sentences)
    assert f"weeks 1, 2, …: {', '.join(map(str, WEEKLY))}." in html
    assert f"as many as week {len(WEEKLY)}, the last one that you entered: {WEEKLY[-1]}." in html
    assert json.loads(report.report_json(answered(), None, sentences))["looks"][1].startswith(
        "The guarantee on the risk covers every planned look"
    )
    assert "Looks, calendar time" not in report.report_html(answered())


def test_the_picture_shows_the_looks_of_some_runs():
    found = looks()
    chart = looks_chart(found.schedule, 2000)
    rows = [trace for trace in chart.data if trace.mode == "lines+markers"]
    (drawn,) = rows
    assert sum(x is not None for x in drawn.x) == found.schedule.looks[:RUNS_SHOWN].sum()
    curve = next(trace for trace in chart.data if trace.line.shape == "hv")
    assert list(curve.x[1:-1]) == np.sort(found.schedule.answer_times).tolist()
    assert curve.y[-1] == 1


@pytest.mark.parametrize("rows", [0, 1, 5, 15, 16, 400])
def test_some_of_the_rows_are_the_ends_and_few(rows):
    some = words.some_of(rows)
    assert len(some) == min(rows, words.MOST_ROWS)
    assert not rows or (some[0], some[-1]) == (0, rows - 1)
    assert (words.left_out(rows) == "") == (len(some) == rows)
