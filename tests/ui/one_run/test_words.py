"""Every algorithm can tell its run, moment by moment."""

import pytest

import dpcore
from ui.one_run.study import trace_table
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
    for moment in {0, trace.times.size // 2, trace.times.size - 1}:
        words = moment_in_words(trace, moment)
        assert "samples" in words
        assert "nan" not in words
    assert len(trace_table(trace)) == trace.times.size
    assert f"arm {trace.recommendation + 1}" in ending_in_words(trace)
