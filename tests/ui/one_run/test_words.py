"""Every algorithm can tell its run, by moments or by rounds, and what pictures show before the ending is told."""

import re
from dataclasses import replace

import numpy as np
import pytest

import dpcore
from ui.components.crowd import participants_per_dot
from ui.one_run.charts import evidence_over_time, lanes_at, means_at, pulls_over_time
from ui.one_run.controls import Viewing
from ui.one_run.study import moments_of, trace_table
from ui.one_run.words import answer, crowd_reading, moment_in_words, question
from ui.stopping.curves import all_curves


@pytest.mark.parametrize("key", [key for key, curve in all_curves().items() if not curve.is_zcdp])
def test_every_algorithm_tells_its_run(key):
    curve = all_curves()[key]
    how = {"max_samples": 20_000, "threshold": curve.threshold, **dict(curve.parameters)}
    trace = dpcore.trace_fixed_confidence(curve.algorithm, [0.9, 0.5, 0.3], 1.0, 0.1, seed=3, **how)
    moments = moments_of(trace)
    for moment in moments[[0, moments.size // 2, -1]]:
        words = moment_in_words(trace, moment)
        assert "participant" in words
        assert "nan" not in words
        assert "the truth is" in words
        assert "the truth is" not in moment_in_words(trace, moment, is_told=False)
    assert len(trace_table(trace)) == trace.times.size
    assert f"arm {trace.recommendation + 1}" in answer(trace, 0)


@pytest.fixture(scope="module")
def rounds():
    return dpcore.trace_fixed_confidence("prise", [0.9, 0.8, 0.3], 0.1, 0.01, seed=1)


def test_a_round_is_one_moment(rounds):
    moments = moments_of(rounds)
    assert moments.size == np.unique(rounds.times).size < rounds.times.size
    assert rounds.times[moments].tolist() == np.unique(rounds.times).tolist()
    single = dpcore.trace_fixed_confidence("pb-tas", [0.9, 0.3], 1.0, 0.1)
    assert moments_of(single).tolist() == list(range(single.times.size))


def test_the_story_of_rounds_holds_the_numbers_of_the_trace(rounds):
    moments, told = moments_of(rounds), []
    for place, moment in enumerate(moments, start=1):
        told.append(moment_in_words(rounds, moment))
        assert told[-1].startswith(
            f"**Round {place} of {moments.size}**, after {rounds.times[moment]:,} participants: a"
        )
    assert "all 3 arms publish" in told[0]
    assert "arms 1 and 2 publish" in told[-1]
    assert "1/ε = 10.0" in told[0]
    for place, sentence in enumerate(told[:-1]):
        next_size = rounds.times[moments[place + 1]] - rounds.times[moments[place]]
        assert f"The next round takes {next_size:,} participants" in sentence
        costs, thresholds = rounds.costs[moments[place]], rounds.thresholds[moments[place]]
        out = [arm + 1 for arm in range(3) if costs[arm] >= thresholds[arm] > 0]
        named = re.search(r"(Arms? [\d, and]+) (is|are) ruled out", sentence)
        assert [int(arm) for arm in re.findall(r"\d", named[1] if named else "")] == out
        assert f" of {moments.size}**" not in moment_in_words(rounds, moments[place], is_told=False)
    assert told[-1].endswith("Every rival of arm 1 is ruled out, so the run stops.")


@pytest.mark.parametrize(
    "guess, named, judged",
    [
        (0, 0, "Both are right: arm 1 is best."),
        (1, 0, "The run is right, and you are wrong"),
        (0, 2, "You are right, and the run is wrong: arm 1 is best."),
        (2, 2, "Both are wrong: arm 1 is best."),
    ],
)
def test_the_answer_says_who_was_right(rounds, guess, named, judged):
    ended = replace(rounds, recommendation=named, stopping_time=7000)
    said = f"You guessed arm {guess + 1}; the run named **arm {named + 1}** after **7,000 participants**. {judged}"
    assert said in answer(ended, guess)
    capped = answer(replace(ended, finished=False), guess)
    assert f"**not stopped after 7,000 participants**, when it was cut off with arm {named + 1} in the lead" in capped
    assert capped.endswith(f"Arm 1 is best: you are {'right' if guess == 0 else 'wrong'}.")
    asked = [question(rounds, 0, "PRISE", is_last) for is_last in (False, True)]
    for sentence in (capped, answer(ended, guess), *asked):
        assert len(sentence.split()) <= 30


def test_the_question_does_not_tell_the_ending(rounds):
    assert f"has seen **{rounds.times[0]:,} participants**" in question(rounds, 0, "PRISE", False)
    assert "stops here" in question(rounds, 0, "PRISE", True)
    first = replace(rounds, times=np.concatenate([[1], rounds.times[1:]]))
    assert "has seen **1 participant**." in question(first, 0, "DP-TT", False)
    assert "hidden until you guess" in crowd_reading(1, False)
    assert "Each dot is 2,000 participants" in crowd_reading(2000, True)
    assert "hidden" not in crowd_reading(1, True)


def test_arms_are_told_by_their_names(rounds):
    name = ("treatment A", "treatment B", "treatment C").__getitem__
    moments = moments_of(rounds)
    first, last = (moment_in_words(rounds, moments[place], name) for place in (0, -1))
    assert "all 3 arms publish" in first
    assert "treatment A and treatment B publish" in last
    assert "Treatment A leads" in last
    assert "Every rival of treatment A is ruled out" in last
    assert "You guessed treatment B; the run named **treatment A**" in answer(rounds, 1, name)


def test_nothing_later_and_no_true_mean_is_drawn_before_the_ending_is_told(rounds):
    moment = int(moments_of(rounds)[1])
    for picture in (evidence_over_time, pulls_over_time):
        latest = [max(line.x) for line in picture(rounds, moment, False).data if len(line.x)]
        assert max(latest) == rounds.times[moment]
        assert max(max(line.x) for line in picture(rounds, moment, True).data if len(line.x)) == rounds.times[-1]
    assert "true mean" not in [points.name for points in means_at(rounds, moment, False).data]
    assert "true mean" in [points.name for points in means_at(rounds, moment, True).data]


def test_the_dots_are_the_participants_of_the_moment(rounds):
    for moment in moments_of(rounds):
        lanes = lanes_at(rounds, int(moment))
        assert sum(lane.participants for lane in lanes) == rounds.times[moment]
        each = participants_per_dot(lanes)
        assert max(lane.participants for lane in lanes) / each <= 75 * 5
        assert each == 1 or max(lane.participants for lane in lanes) / (each / 2.5) > 75 * 5  # not coarser than needed


def test_an_arm_without_a_publication_says_so():
    trace = dpcore.trace_fixed_confidence("pb-tas", [0.9, 0.3], 1.0, 0.1)
    assert [lane.words.endswith("nothing published") for lane in lanes_at(trace, 0)] == [False, True]


@pytest.mark.parametrize("is_told", [False, True])
def test_the_pictures_of_a_run_that_its_cap_ends_before_any_publication(is_told):
    trace = dpcore.trace_fixed_confidence("dp-se", [0.95, 0.9, 0.9, 0.9, 0.5], 0.1, 0.01, max_samples=5000)
    assert not trace.private_counts.any()
    assert not evidence_over_time(trace, 0, is_told).data
    assert pulls_over_time(trace, 0, is_told).data
    low, high = means_at(trace, 0, is_told).layout.yaxis.range
    assert low < 0 < 1 < high


def test_steps_stay_within_the_run():
    viewing = Viewing("run")
    viewing.move(-1, 5)
    assert viewing.step == 1
    viewing.move(9, 5)
    assert viewing.step == 5


def test_playing_goes_on_to_the_end_and_begins_anew_from_there():
    viewing = Viewing("run")
    viewing.toggle_play(90)
    viewing.play_on(90)
    assert (viewing.step, viewing.is_playing) == (4, True)
    viewing.step = 88
    viewing.play_on(90)
    assert (viewing.step, viewing.is_playing) == (90, False)
    viewing.play_on(90)
    assert viewing.step == 90
    viewing.toggle_play(90)
    assert (viewing.step, viewing.is_playing) == (1, True)


def test_a_guess_ends_the_playing_and_goes_to_the_answer():
    viewing = Viewing("run", step=2, is_playing=True)
    viewing.answer(3, 7)
    assert viewing == Viewing("run", step=7, guess=3, is_playing=False)
