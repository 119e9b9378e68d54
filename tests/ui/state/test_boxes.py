"""What is written into boxes stays, whatever requests bring that the browser sent before it heard of it."""

import pytest
import streamlit as st

from ui.state import boxes


@pytest.fixture(autouse=True)
def written(visit):
    """The box held 1, and a page wrote 2."""
    visit["box"] = 1
    boxes.write({"box": 2})


def request(whole_page, box, knows=False):
    """A request of the browser, with what it holds in the box; whether it sent that knowing all that was written."""
    st.session_state["box"] = box
    if knows:
        st.session_state[boxes._HEARD] = max(entry.time for entry in boxes._written().values())
    (boxes.settle_whole_page if whole_page else boxes.settle)()
    return st.session_state["box"]


@pytest.mark.parametrize("brought", [1, 2])
def test_an_early_request_takes_nothing_back_of_two_writes(brought):
    assert request(True, 1) == 2
    st.session_state["box"] = 1  # the second step was sent before the browser heard of the first
    boxes.write({"box": 3})
    boxes.settle_whole_page()
    assert request(False, brought) == 3  # when it has heard of the first or not even of that


def test_what_was_written_last_stays_until_the_browser_knows():
    assert request(False, 1) == 2
    assert request(True, 2, knows=True) == 2
    boxes.write({"box": 3})
    assert request(False, 2) == 3
    assert request(True, 2) == 3
    assert request(False, 2) == 3


def test_a_visitor_may_type_the_earlier_value_again_once_the_browser_knows():
    assert request(True, 1) == request(True, 1) == 2
    assert request(True, 1, knows=True) == 1
    assert request(False, 1) == 1


def test_what_a_visitor_typed_before_the_browser_overwrote_it_is_written_again():
    assert request(True, 5) == 5
    assert request(True, 2) == request(True, 1) == 5  # overwritten, and not even that
    assert request(True, 2, knows=True) == 2


def test_whoever_goes_back_finds_what_the_address_says(monkeypatch):
    monkeypatch.setattr(boxes, "went_back_or_forward", lambda: True)
    assert request(True, 1) == request(False, 1) == 1


def test_a_page_that_draws_itself_again_does_not_take_a_request_merged_with_that_for_the_visitors(monkeypatch):
    assert request(True, 1) == 2
    reruns = []
    monkeypatch.setattr(st, "rerun", lambda: reruns.append("whole page"))
    boxes.draw_again()
    assert reruns == ["whole page"]
    assert request(True, 1, knows=True) == 2  # as far as the server has drawn
    assert request(True, 1, knows=True) == 1


def test_a_box_that_went_with_its_page_is_not_brought_back():
    del st.session_state["box"]
    boxes.settle()
    assert "box" not in st.session_state
