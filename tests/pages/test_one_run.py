"""One run without a browser: its ending, stepping through moments, and the snippet."""

import pytest

import dpcore
from tests.pages.visit import opened, said, snippet_output


@pytest.fixture(scope="module")
def page():
    return opened("one_run", arms="0.9, 0.5, 0.3")


def test_ending_is_the_simulated_run(page):
    run = dpcore.simulate_fixed_confidence("prise", [0.9, 0.5, 0.3], 0.1, 0.01, runs=1)
    assert any(f"**{run.stopping_times[0]:,} samples**" in block.value for block in page.markdown)


def test_stepping_back_and_on(page):
    last = page.slider(key="moment").value
    page.button(key="back").click().run()
    assert page.slider(key="moment").value == last - 1
    page.button(key="on").click().run()
    assert page.slider(key="moment").value == last


def test_snippet_runs_as_it_stands(page):
    assert "recommends arm 1" in snippet_output(page)


def test_prise_is_told_round_by_round(page):
    assert page.slider(key="moment").label.startswith("Round, of")
    assert "Every rival of arm 1 is ruled out: stop." in said(page)


@pytest.mark.parametrize("name", ["PB-TaS", "pb-tas"])
def test_a_link_to_pb_tas_opens_its_run(name):
    test = opened("one_run", arms="0.9, 0.5", epsilon="1", algorithm=name)
    run = dpcore.simulate_fixed_confidence("pb-tas", [0.9, 0.5], 1.0, 0.01, runs=1)
    assert f"**{run.stopping_times[0]:,} samples**" in said(test)
    assert test.slider(key="moment").label.startswith("Moment, of")
