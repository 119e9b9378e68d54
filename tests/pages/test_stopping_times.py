"""Stopping times without a browser: the opening picture, added runs, links, capped runs, and the snippet."""

import pytest

from tests.pages.visit import finished, opened, snippet_output


def table(test):
    return test.dataframe[0].value.set_index(["algorithm", "epsilon"])


def sentence(test):
    return next(block.value for block in test.markdown if block.value.startswith("At ε"))


@pytest.fixture(scope="module")
def small():
    return opened("stopping_times", arms="0.9, 0.3", epsilon="1", risk="0.1")


def test_opening_picture_has_runs_and_a_verdict(small):
    figures = table(small)
    assert (figures["runs"] == 20).all()
    assert {"PB-TaS", "DP-SE", "TTUCB"} == set(figures.index.get_level_values(0))
    assert "no algorithm stops before" in sentence(small)
    assert "median of 20 runs" in sentence(small)


def test_added_runs_extend_the_earlier_ones(small):
    before = table(small)
    small.button(key="add-runs").click()
    after = table(finished(small.run()))
    assert (after["runs"] == 40).all()
    assert after.index.equals(before.index)


def test_no_algorithm_is_a_sentence_not_an_error(small):
    small.multiselect(key="algorithms").set_value([])
    assert "no algorithm stops before" in sentence(finished(small.run()))


def test_capped_runs_are_explained_and_have_no_mean():
    test = opened("stopping_times", arms="0.5, 0.499", epsilon="0.01", risk="0.01")
    test.number_input(key="cap").set_value(1000)
    test = finished(test.run())
    figures = table(test)
    assert (figures["share capped"] == 1.0).all()
    assert figures["mean"].isna().all()
    assert any("20 of 20 runs" in warning.value and "never averaged" in warning.value for warning in test.warning)


def test_snippet_runs_as_it_stands_and_says_what_the_page_says():
    test = opened("stopping_times", arms="0.9, 0.3", epsilon="1", risk="0.1", runs="3")
    output = snippet_output(test)
    assert "no algorithm beats" in output
    for name in ("PB-TaS", "DP-SE"):
        (line,) = [line for line in output.splitlines() if line.startswith(name)]
        assert f"{table(test).loc[(name, 1.0), 'median']:g}" in line
