"""What is written into boxes stays, whatever requests bring that the browser sent before it heard of it."""

import pytest
import streamlit as st

from ui.state import boxes


@pytest.fixture
def state(monkeypatch):
    """A visit's state."""
    monkeypatch.setattr(st, "session_state", {"risk": 0.01})
    return st.session_state


@pytest.mark.parametrize("brought", [0.01, 0.0166])
def test_an_early_request_takes_nothing_back_of_two_writes(state, brought):
    boxes.write({"risk": 0.0166})
    boxes.settle_whole_page()
    state["risk"] = 0.01  # the second step was sent before the browser heard of the first
    boxes.write({"risk": 0.0215})
    boxes.settle_whole_page()
    state["risk"] = brought  # by a fragment's request, when it has heard of the first or not even of that
    boxes.settle()
    assert state["risk"] == 0.0215


def test_what_a_visitor_types_later_holds(state):
    boxes.write({"risk": 0.0166})
    boxes.settle_whole_page()
    state["risk"] = 0.01
    boxes.settle_whole_page()
    assert state["risk"] == 0.01


def test_a_page_that_draws_itself_again_still_waits_for_the_browser(state):
    boxes.write({"risk": 0.0166})
    boxes.settle_whole_page()
    state[boxes.AGAIN] = True
    state["risk"] = 0.01
    boxes.settle_whole_page()
    assert state["risk"] == 0.0166
