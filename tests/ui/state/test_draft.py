"""The boxes, the drag and the steps back of any draft."""

import pytest
import streamlit as st

from ui.state.draft import Draft, listener


def whole(text):
    if not text.isdigit():
        raise ValueError(f"a count must be a whole number, not {text}")
    return int(text)


def dragged_count(fields, last):
    return last + whole(str(fields["by"]))


def count_of(undo_steps=0):
    return Draft("count", 5, lambda n: {"box": str(n)}, lambda texts: whole(texts["box"]), dragged_count, undo_steps)


def drag_by(draft, by, sequence, final, **more):
    st.session_state["handle"] = {"moved": {"sequence": sequence, "by": by, "final": final, **more}}
    draft.moved("handle")


def test_the_link_counts_until_there_are_boxes_and_the_default_without_either(visit):
    draft = count_of()
    assert draft.current() == 5
    st.query_params["box"] = "6"
    assert draft.current() == 6
    st.session_state["box"] = "7"
    assert draft.current() == 7


def test_a_bad_box_keeps_the_last_good_value_until_it_is_mended(visit):
    draft = count_of()
    for text, value, problem in (("7", 7, ""), ("x", 7, "A count must be a whole number, not x"), ("8", 8, "")):
        st.session_state["box"] = text
        assert (draft.current(), draft.box_problem) == (value, problem)


def test_undo_walks_back_as_many_steps_as_are_kept_but_not_before_the_link(visit):
    draft = count_of(undo_steps=2)
    st.query_params["box"] = "1"
    assert draft.current() == 1
    assert not draft.can_undo
    for text in ("2", "3", "3", "x", "4"):
        st.session_state["box"] = text
        draft.current()
    for earlier in (3, 2):
        assert draft.can_undo
        draft.undo()
        assert (draft.current(), st.session_state["box"]) == (earlier, str(earlier))
    assert not draft.can_undo


def test_undo_right_after_a_drag_goes_back_to_before_the_drag_and_no_further_than_the_start(visit):
    draft = count_of(undo_steps=9)
    draft.current()
    drag_by(draft, 1, 1, True)
    draft.current()
    drag_by(draft, 2, 2, True)  # the page that takes it over is interrupted by the click
    assert st.session_state["box"] == "8"
    for earlier in (6, 5, 5):  # the last click came before the button was shown as off
        draft.undo()
        assert (draft.current(), st.session_state["box"]) == (earlier, str(earlier))


def test_a_draft_without_undo_keeps_no_steps(visit):
    draft = count_of()
    for text in ("1", "2"):
        st.session_state["box"] = text
        draft.current()
    assert not draft.can_undo


def test_a_drag_is_live_until_it_ends_and_its_end_is_told_once(visit):
    draft = count_of()
    drag_by(draft, 1, 1, False)
    assert (draft.live(), draft.current(), draft.drag.has_ended()) == (6, 5, False)
    drag_by(draft, 2, 2, True)
    assert (draft.live(), draft.current(), st.session_state["box"]) == (7, 7, "7")
    assert (draft.drag.has_ended(), draft.drag.has_ended()) == (True, False)
    drag_by(draft, 2, 2, True)
    assert not draft.drag.has_ended()
    st.session_state["box"] = "9"
    assert draft.live() == 9


def test_a_release_that_is_sent_again_does_not_take_back_what_was_done_since(visit):
    draft = count_of()
    drag_by(draft, 2, 1, True, first=1)
    assert draft.current() == 7
    draft.write(5)  # as Reset does
    drag_by(draft, 2, 2, True, first=1)
    assert (draft.current(), draft.drag.sequence) == (5, 2)  # it is answered all the same
    drag_by(draft, 3, 4, True, first=3)  # number 3 was lost
    assert draft.current() == 8


@pytest.mark.parametrize("click, kept", [(lambda draft: draft.write(5), 5), (lambda draft: draft.undo(), 6)])
def test_a_click_comes_after_the_release_in_the_same_request(click, kept, visit):
    draft = count_of(undo_steps=9)
    st.session_state["box"] = "6"
    draft.current()
    listener("handle", lambda: draft.moved("handle"))
    st.session_state["handle"] = {"moved": {"sequence": 1, "by": 2, "final": True}}
    click(draft)  # Streamlit calls buttons' functions first
    draft.moved("handle")
    assert draft.current() == kept
    assert draft.drag.sequence == 1


def test_two_drafts_of_a_visit_do_not_meet(visit):
    one = count_of()
    other = Draft("other", 1, lambda n: {"other-box": str(n)}, lambda texts: whole(texts["other-box"]), dragged_count)
    drag_by(one, 1, 1, False)
    st.session_state["other-box"] = "3"
    assert (one.live(), other.live(), one.current(), other.current()) == (6, 3, 5, 3)


def test_what_a_drag_met_is_said_until_the_next_good_place_or_another_text(visit):
    draft = count_of()
    for sequence, mend in ((1, lambda: drag_by(draft, 2, 3, False)), (4, lambda: st.session_state.update(box="9"))):
        drag_by(draft, 1, sequence, False)
        drag_by(draft, "x", sequence + 1, True)
        draft.current()  # the boxes follow the drag: that is no new text
        assert draft.drag.problem == "A count must be a whole number, not x"
        mend()
        draft.current()
        assert draft.drag.problem == ""


def test_a_request_too_early_does_not_take_a_drag_back(visit):
    draft = count_of(undo_steps=9)
    st.session_state["box"] = "5"
    draft.current()
    drag_by(draft, 2, 1, True)
    for _ in range(3):  # a page that asks for its work sends many
        assert (draft.current(), st.session_state["box"]) == (7, "7")
        st.session_state["box"] = "5"
    assert draft.current() == 7
    draft.undo()
    st.session_state["box"] = "7"
    assert (draft.current(), st.session_state["box"]) == (5, "5")
    assert not draft.can_undo
