"""Slider, number box and link always agree; a range holds the grid's places inside, and the epsilon looked at."""

import itertools

import pytest
from streamlit.testing.v1 import AppTest

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


def test_link_box_and_slider_set_both():
    assert chosen(opened(app)) == 0.1
    test = opened(app, epsilon="0.25")
    assert chosen(test) == 0.25
    assert test.select_slider[0].label == "Privacy budget ε"
    assert chosen(fill(test, "epsilon", 0.2345).run()) == 0.2345
    stop = float(test.select_slider[0].options[7])
    assert chosen(test.select_slider[0].set_value(stop).run()) == pytest.approx(stop)


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


def places(epsilon, **state):
    def script(epsilon):
        import streamlit as st

        from ui.controls.log_slider import epsilon_range

        st.session_state["found"] = epsilon_range("From ε to ε", "range", epsilon)

    test = AppTest.from_function(script, args=(epsilon,))
    for key, value in state.items():
        test.session_state[key] = value
    test.run()
    assert not test.exception
    return test.session_state["found"]


def test_the_opening_range_holds_three_places_a_decade_from_one_hundredth_to_ten():
    assert places(0.1) == (0.01, 0.0215, 0.0464, 0.1, 0.215, 0.464, 1.0, 2.15, 4.64, 10.0)


def test_the_epsilon_looked_at_is_there_once_and_in_order_also_outside_of_the_range():
    assert places(0.3, range=(0.1, 1.0)) == (0.1, 0.215, 0.3, 0.464, 1.0)
    assert places(50.0, range=(0.1, 0.215)) == (0.1, 0.215, 50.0)
