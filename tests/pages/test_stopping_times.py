"""Stopping times without a browser: the opening picture, added runs, links, capped runs, and the snippet."""

import pytest

from tests.pages.visit import finished, moving, opened, said

BOUND = "no ε-DP algorithm that is wrong with probability at most 10 %, whatever the means are, stops after fewer than"


def table(test):
    return test.dataframe[0].value.set_index(["algorithm", "epsilon"])


def sentence(test):
    return moving(test)["expert"]


@pytest.fixture(scope="module")
def small():
    return opened("stopping_times", is_long=True, arms="0.9, 0.3", epsilon="1", risk="0.1")


def test_opening_picture_has_runs_and_a_verdict(small):
    figures = table(small)
    assert (figures["runs"] == 20).all()
    assert {"PRISE", "PB-TaS", "DP-SE", "TTUCB"} == set(figures.index.get_level_values(0))
    assert BOUND in sentence(small)
    assert "20 runs). The median is" in sentence(small)


def test_no_algorithm_is_a_sentence_not_an_error(small):
    small.multiselect(key="algorithms").set_value([])
    told = sentence(finished(small.run()))
    assert BOUND in told
    assert "The median is" not in told
    assert small.dataframe[0].value.empty


def test_capped_runs_are_explained_and_have_no_mean():
    test = opened("stopping_times", is_long=True, arms="0.5, 0.499", epsilon="0.01", risk="0.01", cap="1000")
    figures = table(test)
    assert (figures["share capped"] == 1.0).all()
    assert figures["mean"].isna().all()
    assert any("20 of 20 runs" in warning.value and "never averaged" in warning.value for warning in test.warning)
    assert "in every simulated run" not in said(test)
    order = [element.type for element in test.main]
    assert order.index("warning") > max(place for place, kind in enumerate(order) if kind == "text_input")
