"""The stakeholder's question: bounds and their inverses, simulated figures, and the sentences for every case."""

import contextlib
import io
import math
import re
import time
from dataclasses import replace

import numpy as np
import pytest

import dpcore
from ui.choose import words as choice_text
from ui.choose.own_data import OwnData
from ui.choose.question import (
    BoundCurve,
    Bounds,
    Findings,
    Problem,
    Question,
    Reading,
    Simulated,
    difference_means,
    find_bound_curve,
    find_bounds,
    option_names,
    read,
)
from ui.choose.simulation import Achievable
from ui.choose.snippet import snippet
from ui.jobs import Job

DATA = OwnData(("usual", "new"), (30, 55), (100, 100))
MEANS = (0.6, 0.3)


def question(participants=2000, trust_model="central", data=None, per_day=None, extra=0.1, epsilon=0.5):
    means = MEANS if data is None else tuple(data.posterior.means.tolist())
    names = option_names(2) if data is None else data.names
    problem = Problem(names, means, 0.05, trust_model, data)
    return Question("a difference", problem, participants, per_day, extra, epsilon)


def finish(job):
    """Poll as a page does: a job that nobody polls takes its page for closed."""
    while job.running:
        time.sleep(0.01)


def filled(asked):
    """What the simulation finds, run to its end."""
    study = Achievable(asked.problem)
    job = Job(lambda job: study.fill(job, asked), study.missing(asked))
    finish(job)
    assert job.error is None
    assert job.done == job.total
    assert study.missing(asked) == 0
    return study.simulated(asked)


def test_the_difference_that_matters_is_the_hardest_case():
    assert difference_means(4, 0.3, 0.1) == (0.4, 0.3, 0.3, 0.3)
    with pytest.raises(ValueError, match="95 % and a difference of 5 points add up to 100 %"):
        difference_means(2, 0.95, 0.05)


def test_readings_never_average_a_rare_huge_draw():
    assert read([1.0] * 10) == Reading(1, 1, 1)
    values = [*range(1, 100), math.inf]
    assert read(values) == Reading(50, 5, 95)
    assert read([math.inf] * 3).middle == math.inf


@pytest.mark.parametrize("trust_model", ["central", "local"])
def test_bounds_invert_the_curve_they_draw(trust_model):
    asked = question(participants=300, trust_model=trust_model)
    curve = find_bound_curve(asked.problem)
    bounds = find_bounds(asked, curve)
    low, middle, high = curve.participants
    assert (low == middle).all()
    assert (high == middle).all()
    assert (np.diff(middle) <= 0).all()
    back = dpcore.necessary_samples(MEANS, bounds.possible.middle, 0.05, trust_model)
    assert back == pytest.approx(300, rel=1e-9)
    almost = dpcore.necessary_samples(MEANS, bounds.almost_free.middle, 0.05, trust_model)
    assert almost == pytest.approx(1.1 * curve.without_privacy.middle, rel=1e-9)


def test_almost_free_is_the_core_s_boundary():
    asked = question()
    bounds = find_bounds(asked, find_bound_curve(asked.problem))
    assert bounds.almost_free.middle == pytest.approx(dpcore.regime_boundaries(MEANS, 0.1).almost_free, rel=1e-6)


def test_own_data_give_a_band_that_narrows_with_more_data():
    few, many = (
        find_bound_curve(question(data=OwnData(DATA.names, (30 * n, 55 * n), (100 * n, 100 * n))).problem)
        for n in (1, 100)
    )
    assert (few.participants[0] < few.participants[1]).all()
    assert (few.participants[1] < few.participants[2]).all()
    assert few.without_privacy.is_wide
    assert not many.without_privacy.is_wide


def test_equal_options_in_a_draw_count_as_impossible():
    certain = OwnData(("a", "b"), (10**15, 10**15), (10**15, 10**15))  # every draw is clipped to the same rate
    asked = question(data=certain)
    curve = find_bound_curve(asked.problem)
    assert curve.without_privacy.middle == math.inf
    assert find_bounds(asked, curve).possible.middle == math.inf


@pytest.mark.parametrize("data", [None, DATA], ids=["rates", "own data"])
def test_simulated_figures_are_those_of_the_snippet(data):
    asked = question(data=data, participants=3000)
    found = filled(asked)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(snippet(asked), {})
    printed = dict(re.findall(r"^(.*?) ([\d.einf]+)$", output.getvalue(), re.MULTILINE))
    assert float(printed["achievable from epsilon"]) == found.achievable
    assert float(printed["enough in 90 % of the runs:"]) == found.at_epsilon
    if data is None:
        assert float(printed["change of regime at epsilon"]) == found.change_of_regime


def test_simulated_points_lie_in_their_intervals_above_the_bound():
    asked = question()
    found, curve = filled(asked), find_bound_curve(asked.problem)
    for point in found.points:
        assert point.low <= point.participants <= point.high
        assert point.participants > curve.without_privacy.middle


def test_nothing_is_simulated_twice_and_a_new_budget_needs_one_search():
    asked = question()
    study = Achievable(asked.problem)
    finish(Job(lambda job: study.fill(job, asked), study.missing(asked)))
    assert study.missing(asked) == 0
    assert study.missing(question(participants=2500)) == 1
    assert study.missing(question(epsilon=0.7)) == 1


def test_a_stopped_simulation_keeps_only_whole_figures(monkeypatch):
    asked, simulate, calls = question(), dpcore.simulate_achievable, []
    study = Achievable(asked.problem)

    def stopped_at_the_third_point(*arguments, cancel):
        calls.append(arguments)
        if len(calls) == 3:
            cancel.set()
        return simulate(*arguments, cancel=cancel)

    monkeypatch.setattr(dpcore, "simulate_achievable", stopped_at_the_third_point)
    job = Job(lambda job: study.fill(job, asked), study.missing(asked))
    finish(job)
    whole = filled(asked)
    assert list(study.points) == [math.inf, asked.epsilon]
    assert study.points[math.inf].participants == whole.without_privacy
    assert study.points[asked.epsilon].participants == whole.at_epsilon
    assert len(study.epsilons) == 2
    assert job.done == 4


def reading(value):
    return Reading(value, value, value)


def answer(possible=0.02, achievable=0.2, regime=0.9, without_privacy=1000.0, **asked):
    curve = BoundCurve(np.array([1e-3, 1e2]), np.array([[5e4, 400]] * 3), reading(400))
    bounds = Bounds(curve, reading(500), reading(possible), reading(0.3))
    return Findings(question(**asked), bounds, Simulated((), without_privacy, 1500.0, achievable, regime))


@pytest.mark.parametrize(
    "findings, expected",
    [
        (
            answer(),
            "The smallest ε that 2,000 participants allow is **0.200**: PB-TaS, proven to stop correctly, then needs "
            "no more in 90 of 100 simulated runs; ε below **0.0200** is impossible for any method. The regime changes "
            "at **ε = 0.900**: below it privacy costs more than 10 % extra participants, above it protection is given "
            "away for nothing.",
        ),
        (answer(possible=5e-4), "no ε down to 0.00100 is ruled out. The regime"),
        (answer(achievable=1.5, per_day=300.0), "2,000 participants (7 days at 300 a day) allow is **1.50**"),
        (
            answer(achievable=1.5),
            "That conflicts with the change of regime at **ε = 0.900**, from which on privacy costs at most 10 % extra "
            "participants and a larger ε gives protection away for almost nothing: to stay there, find **1,100** "
            "participants.",
        ),
        (
            answer(achievable=math.inf, without_privacy=2600.0),
            "No ε is known to be enough for 2,000 participants: even without privacy, PB-TaS needs **2,600** in 90 of "
            "100 simulated runs, 600 more.",
        ),
        (
            answer(possible=math.inf),
            "No ε is possible with 2,000 participants: even without privacy, every method whose risk of a wrong choice "
            "is at most 5 % needs at least **400** on average.",
        ),
        (
            answer(regime=math.inf),
            "Privacy costs PB-TaS more than 10 % extra participants at every ε up to 100, and the best conceivable "
            "method below **ε = 0.300**.",
        ),
        (answer(achievable=None, regime=None), "is achievable is being simulated. For the best conceivable method"),
        (answer(trust_model="local"), "PB-TaS on randomised answers, proven to stop correctly"),
    ],
)
def test_recommendations(findings, expected):
    sentence = choice_text.recommendation(findings)
    assert expected in sentence
    assert sentence.count(". ") <= 2
    assert "safe" not in sentence


def test_participants_for_an_epsilon():
    assert choice_text.backwards(answer(per_day=100.0)) == (
        "ε = **0.5** takes at least **500** participants on average by any method (5 days at 100 a day); PB-TaS stops "
        "within **1,500** in 90 of 100 simulated runs (15 days at 100 a day)."
    )


def test_an_endless_simulation_has_words():
    findings = answer()
    endless = replace(findings, simulated=replace(findings.simulated, at_epsilon=math.inf))
    assert "had not stopped after 10¹² in over 10 of 100 simulated runs" in choice_text.backwards(endless)
    assert choice_text.people_text(math.inf) == "over 10¹²"


def test_own_data_sentences():
    findings = answer(data=DATA)
    assert "new is the best option with probability over 99.5 %" in choice_text.data_sentence(findings.question)
    assert choice_text.wide_band(findings) == ""
    wide = Findings(
        findings.question,
        Bounds(
            BoundCurve(findings.bounds.curve.epsilons, findings.bounds.curve.participants, Reading(400, 90, 9000)),
            *[reading(1.0)] * 3,
        ),
        findings.simulated,
    )
    assert "from 90 to 9,000 (90 % band)" in choice_text.wide_band(wide)
