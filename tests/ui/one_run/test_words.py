"""Every algorithm can tell its run, moment by moment, or round by round where it releases several arms at once."""

import re

import numpy as np
import pytest

import dpcore
from ui.one_run.study import moments_of, trace_table
from ui.one_run.words import ending_in_words, moment_in_words
from ui.stopping.curves import all_curves


@pytest.mark.parametrize("key", list(all_curves()))
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
        assert "samples" in words
        assert "nan" not in words
    assert len(trace_table(trace)) == trace.times.size
    assert f"arm {trace.recommendation + 1}" in ending_in_words(trace)


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
        assert told[-1].startswith(f"**Round {place} of {moments.size}**, after {rounds.times[moment]:,} samples: a")
    assert "all 3 arms publish" in told[0]
    assert "arms 1 and 2 publish" in told[-1]
    assert "1/ε = 10.0" in told[0]
    for place, sentence in enumerate(told[:-1]):
        next_size = rounds.times[moments[place + 1]] - rounds.times[moments[place]]
        assert f"The next round takes {next_size:,} samples" in sentence
        costs, thresholds = rounds.costs[moments[place]], rounds.thresholds[moments[place]]
        out = [arm + 1 for arm in range(3) if costs[arm] >= thresholds[arm] > 0]
        named = re.search(r"(Arms? [\d, and]+) (is|are) ruled out", sentence)
        assert [int(arm) for arm in re.findall(r"\d", named[1] if named else "")] == out
    assert told[-1].endswith("Every rival of arm 1 is ruled out: stop.")
