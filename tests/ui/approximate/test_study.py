"""What each promise takes: the core's runs, whose budgets the conversions give, and the comparison in words."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

import dpcore
from tests.ui.jobs.fake import FakeJob
from ui.approximate import charts, words
from ui.approximate.study import PromiseQuestion, PromiseStudy, Taken, bounds_of, taken_by
from ui.state.keys import DELTA

BOUNDS = dpcore.sample_lower_bounds((0.9, 0.5), 0.1, 0.05)
AVERAGE = PromiseQuestion(
    rates=((0.9, 0.5),),
    epsilon=0.1,
    risk=0.05,
    indifference=0.0,
    runs=10,
    seed=3,
    quantile=None,
    bound=BOUNDS["tightest_private"],
    without_privacy=BOUNDS["non_private"],
)
ENOUGH = replace(AVERAGE, quantile=0.9)


def taken(question):
    study, job = PromiseStudy(), FakeJob()
    study.fill(job, question)
    assert job.done == len(question.promises)
    assert study.missing(question) == 0
    return study.found


def test_each_promise_is_kept_by_the_budget_that_it_allows():
    prise, laplace, concentrated, approximate = AVERAGE.promises
    assert (prise.algorithm, prise.rho) == ("prise", None)
    assert (laplace.algorithm, laplace.rho) == ("pb-tas", None)
    assert concentrated.rho == pytest.approx(0.1 * math.tanh(0.05))
    assert dpcore.privacy.gaussian_delta(approximate.rho, 0.1) == pytest.approx(DELTA, rel=1e-6)
    assert {concentrated.algorithm, approximate.algorithm} == {"gaussian-pb-tas"}


def test_where_small_differences_do_not_matter_pb_tas_is_the_best_proven_one():
    assert [each.algorithm for each in replace(AVERAGE, indifference=0.1).promises] == [
        "pb-tas",
        "gaussian-pb-tas",
        "gaussian-pb-tas",
    ]


@pytest.mark.parametrize("question", [AVERAGE, ENOUGH, replace(AVERAGE, indifference=0.1, rates=((0.9, 0.85, 0.3),))])
def test_the_figures_are_the_cores(question):
    means = question.rates[0]
    how = {"runs": 10, "seed": 3, "indifference": question.indifference}
    for promise, found in taken(question).items():
        if promise.algorithm == "prise":
            runs = dpcore.choosing.simulate_achievable(means, 0.1, 0.05, runs=10, seed=3)
        elif promise.algorithm == "pb-tas":
            runs = dpcore.simulate_fixed_confidence("pb-tas", means, 0.1, 0.05, evidence="scheduled", **how)
        else:
            runs = dpcore.simulate_fixed_confidence("gaussian-pb-tas", means, rho=promise.rho, risk=0.05, **how)
        times = runs.stopping_times
        if question.quantile is None:
            half = 1.959964 * times.std(ddof=1) / math.sqrt(10)
            assert (found.participants, found.high) == pytest.approx((times.mean(), times.mean() + half), rel=1e-6)
            assert found.low == pytest.approx(times.mean() - half, rel=1e-6)
        else:
            assert found.participants == np.sort(times)[8]
            assert found.low <= found.participants <= found.high


def test_the_bounds_are_the_cores_and_one_for_a_weaker_promise_holds_for_epsilon_dp_too():
    strict = replace(AVERAGE, epsilon=0.001)
    rho = dpcore.privacy.rho_from_epsilon(0.001)
    zcdp = dpcore.choosing.necessary_samples_under_zcdp((0.9, 0.5), rho, 0.05)
    delta = dpcore.choosing.necessary_samples_under_approximate_dp((0.9, 0.5), 0.001, 1e-6, 0.05)
    assert 10 * AVERAGE.without_privacy < zcdp < delta
    assert bounds_of(strict) == {"ε-DP": delta, "ρ-zCDP": zcdp, "(ε, 10⁻⁶)-DP": delta}
    assert bounds_of(replace(strict, bound=1e9))["ε-DP"] == 1e9
    assert bounds_of(replace(strict, rates=((0.9, 0.5), (0.9, 0.1)), quantile=0.9)) == {}


def test_with_a_row_for_each_run_run_i_is_on_row_i_and_a_tie_never_stops():
    rows = ((0.9, 0.5), (0.7, 0.7), (0.8, 0.2))
    question = replace(ENOUGH, rates=rows, runs=3, quantile=0.3)
    first = dpcore.simulate_fixed_confidence("prise", rows[0], 0.1, 0.05, runs=1, seed=3).stopping_times[0]
    third = dpcore.simulate_fixed_confidence("prise", rows[2], 0.1, 0.05, runs=1, first_run=2, seed=3).stopping_times[0]

    def found(quantile):
        asked = replace(question, quantile=quantile)
        return taken_by(asked, question.promises[0], dpcore.CancelFlag()).participants

    assert (found(0.3), found(0.6), found(0.9)) == (min(first, third), max(first, third), math.inf)


def test_what_is_cancelled_means_nothing():
    flag = dpcore.CancelFlag()
    flag.set()
    assert taken_by(AVERAGE, AVERAGE.promises[0], flag) is None
    study, job = PromiseStudy(), FakeJob()
    job.cancel.set()
    study.fill(job, AVERAGE)
    assert (study.found, job.done, study.missing(AVERAGE)) == ({}, 0, 4)


def told(pure, concentrated, approximate, question=AVERAGE, laplace=(200, 190, 210)):
    values = (pure, laplace, concentrated, approximate)
    return dict(zip(question.promises, (Taken(*value) for value in values), strict=True))


@pytest.mark.parametrize(
    "concentrated, start",
    [
        ((60, 50, 69), "**Yes, under ρ-zCDP, with the methods simulated here.** "),
        ((60, 50, 71), "**These runs do not settle it.** "),
        ((140, 131, 150), "**Not under ρ-zCDP, with the methods simulated here.** "),
        ((140, 129, 150), "**These"),
        ((math.inf, math.inf, math.inf), "**These"),
    ],
)
def test_the_answer_claims_a_difference_only_where_the_intervals_part(concentrated, start):
    found = told((100, 70, 130), concentrated, (5000, 4000, 6000))
    answer = words.answer(AVERAGE, found)
    assert answer.startswith(start)
    assert "At ε = 0.1, PRISE takes **100** participants on average under ε-DP" in answer
    shown = words.UNKNOWN if math.isinf(concentrated[0]) else str(concentrated[0])
    assert (
        f"Gaussian PB-TaS takes **{shown}** under ρ-zCDP with ρ = 0.00500, and **5,000** under (0.1, 10⁻⁶)-DP."
        in answer
    )
    assert "in 90 of 100 simulated runs under ε-DP" in words.answer(
        ENOUGH, {**found, **told((1, 1, 1), (1, 1, 1), (1, 1, 1), ENOUGH)}
    )


def test_the_best_pure_method_is_the_one_that_takes_fewest():
    found = told((150, 140, 160), (90, 85, 95), (5000, 4000, 6000), laplace=(100, 94, 106))
    answer = words.answer(AVERAGE, found)
    assert answer.startswith("**These runs do not settle it.** At ε = 0.1, PB-TaS (scheduled evidence) takes **100**")
    assert words.answer(AVERAGE, told((1, 1, 1), (1, 1, 1), (1, 1, 1), laplace=(1, 1, 1))).startswith("**These")
    del found[AVERAGE.promises[1]]
    assert words.answer(AVERAGE, found) == "The comparison is being simulated …"


def test_a_small_budget_is_written_as_people_write_it():
    question = replace(AVERAGE, epsilon=0.01)
    assert "ρ = 5.00·10⁻⁵" in words.bar_label(question, question.promises[-2])


def test_the_noise_alone_is_one_algorithm_against_itself():
    sentence = words.same_algorithm(AVERAGE, told((100, 70, 130), (122, 1, 1), (380, 1, 1)))
    assert "PB-TaS takes 0.61 times as many participants under ρ-zCDP as with Laplace noise, and" in sentence
    assert re.search(r" and 1.9 times as many under \(.+\)-DP\.$", sentence)
    assert words.same_algorithm(AVERAGE, told((1, 1, 1), (1, 1, 1), (1, 1, 1), laplace=(math.inf,) * 3)) == ""
    assert words.same_algorithm(AVERAGE, {}) == ""
    assert words.answer(AVERAGE, {}) == "The comparison is being simulated …"
    assert "was stopped" in words.answer(AVERAGE, {}, is_running=False)


def test_the_reading_says_what_is_known_of_the_weaker_promises():
    reading = words.reading(AVERAGE)
    implied = dpcore.privacy.gaussian_epsilon(0.1 * math.tanh(0.05), 1e-6)
    assert 0.39 < implied < 0.4
    assert "this ρ is (0.397, 10⁻⁶)-DP" in reading
    assert "Marks are lower bounds. Those for the weaker promises come from group privacy" in reading
    limit = words.reading(replace(AVERAGE, is_asymptotic=True))
    assert "lower bounds, some of which are proven only for risk → 0. Those" in limit
    rows = words.reading(replace(ENOUGH, rates=((0.9, 0.5), (0.8, 0.2))))
    assert "spread over the rates that the data allow" in rows
    assert "bounds" not in rows
    for epsilon in (0.001, 0.013, 0.37, 2.0, 71.0):
        said = words.reading(replace(AVERAGE, epsilon=epsilon)).split("this ρ is (")[1].partition(", 10")[0]
        rho = dpcore.privacy.rho_from_epsilon(epsilon)
        assert dpcore.privacy.gaussian_delta(rho, float(said)) <= 1e-6


def test_an_average_with_a_run_that_did_not_stop_is_not_known_and_a_quantile_may_be():
    unknown = (math.inf,) * 3
    for pure, weaker in (((100, 90, 110), unknown), (unknown, (100, 90, 110))):
        found = told(pure, weaker, (5, 4, 6), laplace=unknown)
        assert words.answer(AVERAGE, found).startswith("**These runs do not settle it.**")
        assert "an unknown number" in words.answer(AVERAGE, found)
        assert words.same_algorithm(AVERAGE, found) == ""
    late = told((100, 90, 110), unknown, (5, 4, 6), ENOUGH)
    assert words.answer(ENOUGH, late).startswith("**Not under ρ-zCDP")
    assert "takes **over 10¹²** under ρ-zCDP" in words.answer(ENOUGH, late)


def test_the_picture_has_a_bar_for_each_known_promise_and_the_bound_marks_epsilon_dp_alone():
    found = told((100, 70, 130), (122, 110, 150), (math.inf,) * 3)
    chart = charts.promises_chart(AVERAGE, found, {"ε-DP": 99.0, "ρ-zCDP": 77.0, "(ε, 10⁻⁶)-DP": 88.0})
    assert len(chart.data) == 4
    assert [bar.x[0] for bar in chart.data[:3]] == [100, 200, 122]
    marks = [shape.x0 for shape in chart.layout.shapes]
    assert marks.count(99.0) == 1 + 2
    assert marks.count(77.0) == 1 + 1
    assert marks.count(AVERAGE.without_privacy) == 1 + 4
    texts = " ".join(note.text for note in chart.layout.annotations)
    for text in ("<b>ε-DP</b>: PRISE", "<b>ρ-zCDP</b>: Gaussian PB-TaS, ρ = 0.00500", words.UNKNOWN, "(0.1, 10⁻⁶)-DP"):
        assert text in texts
    before = charts.promises_chart(AVERAGE, {}, {"ρ-zCDP": 5000.0})
    assert before.layout.height == chart.layout.height
    assert before.layout.xaxis.range[1] > 5000
    rows = replace(ENOUGH, rates=((0.9, 0.5), (0.8, 0.2)))
    assert not charts.promises_chart(rows, told((1, 1, 1), (2, 2, 2), (3, 3, 3), rows), {}).layout.shapes


def test_the_python_prints_the_figures(capsys):
    for question in (AVERAGE, replace(ENOUGH, rates=((0.9, 0.5), (0.8, 0.2)), runs=2)):
        exec(compile("import dpcore\n" + words.code(question), "snippet", "exec"), {})
        printed = capsys.readouterr().out.splitlines()
        found = taken(question)
        for line, promise in zip(printed, question.promises, strict=True):
            assert line.startswith(f"{promise.kind}, {promise.label}:")
            assert float(line.rpartition(" ")[2]) == pytest.approx(found[promise].participants)


def test_the_table_has_the_budgets():
    table = words.table(AVERAGE, told((100, 70, 130), (122, 110, 150), (5, 4, 6)))
    assert table["delta"].tolist() == [0, 0, 0, 1e-6]
    assert table["participants"].tolist() == [100, 200, 122, 5]
    assert math.isnan(table["epsilon"][2])
    assert table["rho"][2] == pytest.approx(0.1 * math.tanh(0.05))
