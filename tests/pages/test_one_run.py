"""One run without a browser: its ending, stepping through moments, and the snippet."""

import pytest

import dpcore
from tests.pages.visit import opened, snippet_output
from ui.one_run.words import moment_in_words, trace_table
from ui.stopping.study import all_curves


@pytest.fixture(scope="module")
def page():
    return opened("one_run", arms="0.9, 0.5, 0.3")


def test_ending_is_the_simulated_run(page):
    run = dpcore.simulate_fixed_confidence("pb-tas", [0.9, 0.5, 0.3], 0.1, 0.01, runs=1)
    assert any(f"**{run.stopping_times[0]:,} samples**" in block.value for block in page.markdown)


def test_stepping_back_and_on(page):
    last = page.slider(key="moment").value
    page.button(key="back").click().run()
    assert page.slider(key="moment").value == last - 1
    page.button(key="on").click().run()
    assert page.slider(key="moment").value == last


@pytest.mark.parametrize("key", list(all_curves()))
def test_every_algorithm_tells_its_run(key):
    curve = all_curves()[key]
    trace = dpcore.trace_fixed_confidence(
        curve.algorithm, [0.9, 0.5, 0.3], 1.0, 0.1, 3, 20_000, curve.threshold, **dict(curve.parameters)
    )
    for moment in {0, trace.times.size // 2, trace.times.size - 1}:
        words = moment_in_words(trace, moment)
        assert "samples" in words
        assert "nan" not in words
    assert len(trace_table(trace)) == trace.times.size


def test_snippet_runs_as_it_stands(page):
    assert "recommends arm 1" in snippet_output(page)
