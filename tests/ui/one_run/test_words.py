"""Every algorithm can tell its run, moment by moment, or round by round where it releases several arms at once."""

import re
from dataclasses import replace

import numpy as np
import pytest

import dpcore
from ui.one_run.study import moments_of, trace_table
from ui.one_run.words import answer, crowd_reading, moment_in_words, question
from ui.stopping.curves import all_curves


@pytest.mark.parametrize("key", [key for key, curve in all_curves().items() if not curve.is_zcdp])
def test_every_algorithm_tells_its_run(key):
    curve = all_curves()[key]
    trace = dpcore.trace_fixed_confidence(
        curve.algorithm,
        [0.9, 0.5, 0.3],
        1.0,
        0.1,
        seed=3,
        max_samples=20_000,
        threshold=curve.threshold,
        **dict(curve.parameters),
    )
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
    "guess, named, said",
    [
        (
            0,
            0,
            "You guessed arm 1; the run named **arm 1** after **7,000 participants**. Both are right: arm 1 is best.",
        ),
        (1, 0, "the run named **arm 1** after **7,000 participants**. The run is right, and you are wrong"),
        (0, 2, "named **arm 3** after **7,000 participants**. You are right, and the run is wrong: arm 1 is best."),
        (2, 2, "Both are wrong: arm 1 is best."),
    ],
)
def test_the_answer_says_who_was_right(rounds, guess, named, said):
    ended = replace(rounds, recommendation=named, stopping_time=7000)
    assert said in answer(ended, guess)
    capped = answer(replace(ended, finished=False), guess)
    assert f"**not stopped after 7,000 participants**, when it was cut off with arm {named + 1} in the lead" in capped
    assert capped.endswith(f"Arm 1 is best: you are {'right' if guess == 0 else 'wrong'}.")
    for sentence in (
        capped,
        answer(ended, guess),
        question(rounds, 0, "PRISE", False),
        question(rounds, 0, "PRISE", True),
    ):
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
