"""A range of epsilons: the grid's places inside, and the epsilon looked at wherever it is."""

from streamlit.testing.v1 import AppTest


def places(epsilon, **state):
    def script(epsilon):
        import streamlit as st

        from ui.controls.epsilon_range import epsilon_range

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
