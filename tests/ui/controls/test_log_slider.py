"""Slider, number box and link always agree."""

import itertools

import pytest

from tests.boxes import fill, filled, opened
from ui.controls.log_slider import geometric_grid
from ui.state.keys import EPSILON_RANGE


def app():
    import streamlit as st

    from ui.controls.log_slider import epsilon_slider

    st.write(f"epsilon is {epsilon_slider('epsilon', 0.1)!r}")


def chosen(test):
    assert not test.exception
    (slider,) = test.select_slider
    assert slider.value == filled(test, "epsilon")
    assert test.markdown[0].value == f"epsilon is {slider.value!r}"
    return slider.value


def test_first_paint_shows_the_default():
    assert chosen(opened(app)) == 0.1


def test_link_sets_both():
    assert chosen(opened(app, epsilon="0.25")) == 0.25


def test_box_moves_slider():
    assert chosen(fill(opened(app), "epsilon", 0.2345).run()) == 0.2345


def test_slider_moves_box():
    test = opened(app)
    stops = [float(option) for option in test.select_slider[0].options]
    assert chosen(test.select_slider[0].set_value(stops[7]).run()) == pytest.approx(stops[7])


@pytest.mark.parametrize("query", [{}, {"epsilon": "0.25"}])
def test_a_browser_that_misses_what_a_run_writes_shows_the_value_all_the_same(query):
    """A slow one draws what the newest run says, which starts a slider at its default, and writes nothing."""
    test = opened(app, **query).run()
    (box,), (slider,) = test.text_input, test.select_slider
    assert not slider.proto.set_value
    assert [float(slider.options[int(place)]) for place in slider.proto.default] == [float(box.value)]
    assert box.proto.default == "0.1"


def test_a_step_of_the_slider_is_not_written_back_over_the_next_one():
    """The browser takes what the page writes for the slider's place, although an arrow key may have moved it since."""
    test = opened(app)
    stops = [float(option) for option in test.select_slider[0].options]
    for stop in stops[7:9]:
        test.select_slider[0].set_value(stop).run()
        assert not test.select_slider[0].proto.set_value
    assert fill(test, "epsilon", 0.2345).run().select_slider[0].proto.set_value


def test_grid_is_geometric_and_holds_both_ends():
    grid = geometric_grid(*EPSILON_RANGE)
    assert (grid[0], grid[-1]) == EPSILON_RANGE
    ratios = [after / before for before, after in itertools.pairwise(grid)]
    assert max(ratios) / min(ratios) < 1.02


def test_the_name_that_is_read_aloud_is_plain():
    assert opened(app).select_slider[0].label == "Privacy budget ε"
