"""Exact figures of a study that looks once: the specification's, and how people become outcomes and blocks."""

import math
import threading
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from dpcore import designs
from tests.ui.choose.fixed.cases import design, exact, question
from tests.ui.jobs.test_job import SECONDS
from ui.choose.fixed import figures, tables
from ui.choose.fixed.exact import COMPLETE, Exact, Known
from ui.choose.question import BEAT, RATES
from ui.jobs import script_turns
from ui.jobs.job import Job
from ui.jobs.script_turns import SCRIPT_TURNS
from ui.state.keys import EPSILON_RANGE


@pytest.mark.parametrize(
    "how, participants, each",
    [
        ({"options": 20}, 19, 0),
        ({"block": 50}, 10_000, 3300),
        ({"block": 50}, 149, 0),
        ({"missing": 0.2}, 10_000, 3333),  # a missing outcome is a failure: it is there
        ({"missing": 0.2, "waits": True}, 10_000, 2666),
        ({"missing": 0.9, "waits": True, "block": 7}, 210, 7),
    ],
)
def test_people_become_outcomes_of_each_option_in_whole_blocks(how, participants, each):
    assert figures.outcomes_of(design(**how), participants) == each


@pytest.mark.parametrize("missing, waits, block", [(0.0, False, 1), (0.2, True, 40), (0.9, False, 40), (0.9, True, 1)])
def test_what_is_needed_is_enough_and_a_block_less_is_not(missing, waits, block):
    asked = design(options=2, difference=0.3, risk=0.05, missing=missing, waits=waits, block=block)
    people = figures.needed(asked, 0.5)
    assert people % (2 * block) == 0
    assert figures.kept_with(asked, people, 0.5) >= 0.95
    assert figures.kept_with(asked, people - 2 * block, 0.5) < 0.95
    assert figures.enough_from(asked, people) <= 0.5
    assert figures.enough_from(asked, people - 2 * block) > 0.5


def test_missing_outcomes_that_fail_are_computed_at_the_rates_that_are_left():
    asked, left = design(missing=0.2), (0.32, 0.24, 0.24)
    assert asked.kept_share == 0.8
    assert figures.needed(asked, 0.1) == 3 * designs.smallest_participants(left, 0.1, 0.01)
    waiting = design(missing=0.2, waits=True)
    assert figures.needed(waiting, 0.1) == 3 * math.ceil(593 / 0.8)  # as many as without loss, and those who are lost


def test_with_no_outcome_of_some_option_nothing_is_kept():
    found = exact(participants=2)
    assert (found.enough_from, found.kept, found.difference) == (math.inf, 0.0, math.inf)
    assert found.recommended is None
    assert found.needed is None


def test_the_curves_fall_and_meet_what_is_asked_at_single_epsilons():
    curves = exact().curves
    assert curves.epsilons[[0, -1]].tolist() == pytest.approx(EPSILON_RANGE)
    for line in (curves.participants, curves.second):
        assert (np.diff(line) <= 0).all()
    assert (curves.second >= curves.participants).all()  # the rates cost more than the answer alone
    for place in (0, 30, 60):
        assert curves.participants[place] == figures.needed(design(), float(curves.epsilons[place]))
        assert curves.second[place] == figures.needed(design(looks=RATES), float(curves.epsilons[place]))
    assert exact(trust_model="local").curves.second is None


def test_what_answers_sends_each_participant_costs_most():
    people = [figures.needed(design(**how), 1.0) for how in ({}, {"looks": RATES}, {"trust_model": "local"})]
    assert all(one < other for one, other in pairwise(people))


def test_the_recommended_epsilon_is_rounded_up_and_one_that_pages_show():
    assert exact(participants=10**9).recommended == EPSILON_RANGE[0]
    for participants in (900, 1234, 5000, 77_777):
        found = exact(participants=participants)
        assert found.enough_from <= found.recommended < 1.01 * found.enough_from
        assert found.needed <= participants
    assert exact(participants=887).recommended is None
    picked = exact(participants=900, epsilon=0.05)
    assert (picked.epsilon, picked.recommended == picked.epsilon) == (0.05, False)
    assert picked.needed > 900


def test_the_extra_for_privacy_is_solved_for_exactly():
    found = exact(extra=0.16)
    allowed = 1.16 * found.without_privacy
    assert figures.needed(found.design, found.free_from * (1 + 1e-9)) <= allowed
    assert figures.needed(found.design, found.free_from * (1 - 1e-6)) > allowed
    assert dict(found.prices)[0.1] == pytest.approx(593 / 296)  # the specification's table


def test_the_smallest_difference_of_the_participants_is_found_by_them():
    found = exact(participants=10_000, epsilon=0.1)
    assert 0 < found.difference < 0.1
    assert figures.kept_with(design(difference=found.difference + 1e-9), 10_000, 0.1) >= 0.99
    assert math.isnan(exact(mode="the rates", usual=(0.0, 1.0)).difference)


@pytest.mark.parametrize("promise", ["find a lead", "beat the usual option"])
def test_another_difference_moves_the_best_option_alone(promise):
    moved = design(promise=promise).with_difference(0.25)
    best = 0 if promise == "find a lead" else 1
    assert moved.means == tuple(0.55 if place == best else 0.3 for place in range(3))
    assert moved.difference == 0.25
    assert design(promise=promise, usual=(0.2, 0.4)).with_difference(0.25).means == design(promise=promise).means
    assert design(promise=promise).largest_difference == 0.7
    assert design(promise=promise, usual=(0.2, 0.4)).largest_difference == 0.8


def plans_that_beat(missing, count=80):
    """Random plans of promise C, with blocks, shares and trust models."""
    rng = np.random.default_rng(38)
    for _ in range(count):
        usual = round(float(rng.uniform(0.05, 0.8)), 3)
        how = {
            "promise": BEAT,
            "looks": RATES,
            "usual_rate": usual,
            "difference": round(float(rng.uniform(0.05, 0.95) * min(0.3, 0.98 - usual)), 3),
            "missed": float(rng.choice([0.05, 0.1, 0.2])),
            "block": int(rng.choice([1, 5, 10])),
            "missing": missing,
            "waits": missing > 0,
            "trust_model": ("central", "local")[int(rng.integers(2))],
            "participants": int(10 ** rng.uniform(2, 5)),
        }
        yield how


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_under_promise_c_what_is_planned_keeps_the_promise_and_a_smaller_epsilon_does_not(missing):
    """Also where blocks are filled with outcomes that come in, so that there are some more than are needed."""
    planned_fewer = none = 0
    for how in plans_that_beat(missing):
        found, goal = exact(**how), 1 - how["missed"]
        if found.recommended is None:
            assert found.without_privacy > how["participants"], how
            none += 1
            continue
        assert found.kept >= goal, how
        assert found.needed <= how["participants"], how
        assert figures.needed(found.design, 0.99 * found.enough_from) > how["participants"], how
        private = exact(**how, epsilon=found.enough_from)
        planned_fewer += private.planned < figures.whole_blocks(found.design, how["participants"]) * 3
        assert private.kept >= goal - 1e-12, how
        assert found.planned % (found.design.options * how["block"]) == 0
    assert planned_fewer > 0
    assert none > 3


def test_the_hardest_usual_rate_of_a_range_allows_for_missing_outcomes():
    full, lost = (design(usual=(0.0, 1.0), missing=missing) for missing in (0.0, 0.5))
    assert min(figures.hardest_means(full)) == pytest.approx(0.45)
    assert min(figures.hardest_means(lost)) == pytest.approx(
        0.9, abs=1e-5
    )  # beyond it the better rate would be above 1
    kept = [designs.probability_right((p + 0.1, p, p), 0.1, 700, missing=0.5) for p in (0.45, 0.7, 0.8999)]
    assert kept == sorted(kept, reverse=True)


ANYWHERE = {"options": 2, "difference": 0.2, "risk": 0.1, "usual": (0.0, 1.0), "participants": 400}


def noted(monkeypatch):
    """What is computed of figures that take seconds, by the function's name."""
    made, once = [], Known.once

    def find(known, find, *asked):
        made.extend([] if (find.__name__, *asked) in known.found else [find.__name__])
        return once(known, find, *asked)

    monkeypatch.setattr(Known, "once", find)
    return made


def test_another_number_or_epsilon_finds_only_what_depends_on_it(monkeypatch):
    made, asked = noted(monkeypatch), question(**ANYWHERE)
    known = Known(asked.problem)
    first = Exact(asked, known)
    first.complete(Job(lambda job: None))
    assert sorted(made) == ["enough_from"] * 2 + ["hardest_usual_rate"] + ["needed"] * 5  # prices are three of them
    made.clear()
    second = Exact(replace(asked, participants=600), known)
    second.complete(Job(lambda job: None))
    assert sorted(made) == ["enough_from", "hardest_usual_rate", "needed"]
    assert second.without_privacy == first.without_privacy
    made.clear()
    Exact(replace(asked, epsilon=2.0), known).complete(Job(lambda job: None))
    assert sorted(made) == ["hardest_usual_rate", "needed"]
    made.clear()
    again = Exact(asked, known)
    again.complete(Job(lambda job: None))
    assert made == []
    assert (again.missing, again.enough_from) == (0, Exact(asked).enough_from)


def test_a_stop_keeps_the_figures_that_were_found(monkeypatch):
    made, asked = noted(monkeypatch), question(**ANYWHERE)
    exact, job = Exact(asked), Job(lambda job: None)
    monkeypatch.setattr(job, "advance", lambda done: job.stop() if exact.missing == len(COMPLETE) - 2 else None)
    exact.complete(job)
    assert set(vars(exact)) - {"question", "known"} == {"without_privacy", "enough_from"}
    assert tables.readings_so_far(exact)["figure so far"].tolist() == [
        "smallest ε that is enough for the participants",
        "participants without privacy",
    ]
    assert made == ["needed", "enough_from"]


def test_while_a_figure_is_found_the_next_script_draws(monkeypatch):
    monkeypatch.setattr(script_turns, "SLICE_SECONDS", SECONDS)
    has_begun = threading.Event()

    def draw():
        with SCRIPT_TURNS.turn("next"):
            has_begun.set()

    def find(_):
        threading.Thread(target=draw, daemon=True).start()
        return float(has_begun.wait(SECONDS / 2))

    with SCRIPT_TURNS.turn("computes"):
        assert Known(design()).once(find) == 1.0
