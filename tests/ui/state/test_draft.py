"""What a component says: every malformed message leaves the last good value, and one sentence at most; no traceback.

And what any draft does with its boxes, its drag and its earlier values.
"""

import math
import reprlib
import time
from typing import ClassVar

import pytest
import streamlit as st
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as some

import dpcore
from ui.arms import instance
from ui.components import knob, lines
from ui.fixed_budget import bandit
from ui.state import boxes
from ui.state.draft import Draft, listener

HUGE = int("9" * 400)
MANY = [0.5] * 10**6


class Knob:
    """The knob of a page, as the other two components are: a module with an instance of its own."""

    fields: ClassVar = {"value": 0.25}
    key = "some-handle"
    largest = 1.0

    @staticmethod
    def report():
        knob._moved(Knob.key, (0.01, 1.0), "some-box")

    @staticmethod
    def shown():
        return knob.dragged(Knob.key)

    @staticmethod
    def kept():
        return st.session_state.get("some-box")

    @staticmethod
    def problem():
        return knob._drag(Knob.key).problem

    @staticmethod
    def is_sound(value):
        return value is None or 0.01 <= value <= 1.0


class Bars:
    fields: ClassVar = {"names": ["one", "other"], "means": [0.75, 0.5], "epsilon": 0.25, "risk": 0.125}
    key = "bars"

    @staticmethod
    def report():
        instance._draft.moved(Bars.key)

    shown = staticmethod(instance.live)
    kept = staticmethod(instance.current)

    @staticmethod
    def problem():
        return instance.drag_problem()

    @staticmethod
    def is_sound(value):
        return instance.checked(value.means, value.epsilon, value.risk, value.names) == value


class Plane:
    fields: ClassVar = {"features": [[1.0, 0.0], [0.0, 0.5]], "theta": [0.5, 0.25]}
    key = "plane"

    @staticmethod
    def report():
        bandit._draft.moved(Plane.key)

    shown = staticmethod(bandit.live)
    kept = staticmethod(bandit.current)

    @staticmethod
    def problem():
        return bandit._draft.drag.problem

    @staticmethod
    def is_sound(value):
        dpcore.fixed_budget.max_det_collection(value.features)
        return bandit.checked(value.features, value.theta, value.rewards) == value


class Lines:
    fields: ClassVar = {"line": "participants", "value": 25.0}
    key = "some-lines"
    largest = lines.Moved("participants", 1000.0)

    @staticmethod
    def report():
        limits = {"epsilon": (0.01, 1.0), "participants": (2.0, 1000.0)}
        lines._moved(Lines.key, limits, lambda moved: st.session_state.update(line=moved))

    @staticmethod
    def shown():
        return lines.dragged(Lines.key)

    @staticmethod
    def kept():
        return st.session_state.get("line")

    @staticmethod
    def problem():
        return lines._drag(Lines.key).problem

    @staticmethod
    def is_sound(value):
        return value is None or (value.line in lines.LINES and 0.01 <= value.value <= 1000)


COMPONENTS = [Knob, Bars, Plane, Lines]


@pytest.fixture
def visit(monkeypatch):
    """A visit of its own, outside Streamlit's."""
    return fresh_visit(monkeypatch)


def fresh_visit(monkeypatch):
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(st, "query_params", {})
    return st.session_state


def send(component, **fields):
    """One report as it arrives: through JSON."""
    arrive(component, {"sequence": 1, **component.fields, "final": False, **fields})


def arrive(component, moved):
    st.session_state[component.key] = {"moved": moved}
    component.report()


# What stands in place of a whole message, of its envelope's parts, and of every number and list in it.
MESSAGES = [None, 7, "moved", [], {}, [1, 2, 3], {"sequence": 1}, {"final": True}, MANY]
SEQUENCES = [None, "1", 1.0, 1.5, True, -1, 0, HUGE, 2**53, math.nan, math.inf, [1], {"a": 1}]
FINALS = [None, 0, 1, "true", [], {}]
VALUES = [
    None, True, "0.5", "", math.nan, math.inf, -math.inf, HUGE, -HUGE, [], {}, {"0": 0.5}, MANY,
    [None], [[]], [math.nan, 0.5], [HUGE, 0.5], ["0.5", "0.2"], [True, False], [[0.5, 0.2], [0.1]], [[[0.5]]],
    [{}] * 2, [0.5], [[1, 2, 3]] * 3, [MANY, MANY], [[0.5, 0.2]] * 10**5, 1e308, [1e308, -1e308], [[1e308] * 2] * 2,
]  # fmt: skip


@pytest.mark.parametrize("component", COMPONENTS)
@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: reprlib.repr(message)[:20])
def test_what_is_no_report_is_ignored(component, message, visit):
    before = component.shown(), component.kept()
    arrive(component, message)
    assert (component.shown(), component.kept(), component.problem()) == (*before, "")


@pytest.mark.parametrize("component", COMPONENTS)
@pytest.mark.parametrize("name, value", [("sequence", x) for x in SEQUENCES] + [("final", x) for x in FINALS], ids=str)
def test_a_report_with_a_broken_envelope_is_ignored(component, name, value, visit):
    before = component.shown(), component.kept()
    send(component, **{name: value})
    assert (component.shown(), component.kept(), component.problem()) == (*before, "")


@pytest.mark.parametrize("is_final", [False, True])
@pytest.mark.parametrize("component", COMPONENTS)
@pytest.mark.parametrize("value", VALUES, ids=lambda value: reprlib.repr(value)[:20])
def test_a_broken_value_leaves_the_last_good_one_and_one_sentence(component, value, is_final, visit):
    send(component)
    good, kept = component.shown(), component.kept()
    for number, name in enumerate(component.fields, start=2):
        if name == "names" and value == []:  # which is sound
            continue
        started = time.process_time()
        send(component, sequence=number, **{name: value}, final=False)
        assert time.process_time() - started < 1
        if name == "value" and isinstance(value, float) and math.isfinite(value):
            assert component.shown() == component.largest  # as far as it goes
            continue
        assert component.shown() == good
        assert 0 < len(component.problem()) <= 300
        assert "\n" not in component.problem()
    assert component.kept() == kept
    if is_final:
        send(component, sequence=9, **{name: value}, final=True)
        assert component.kept() != kept  # the last good place
        assert component.is_sound(component.kept())


@pytest.mark.parametrize(
    "component, missing", [(each, name) for each in COMPONENTS for name in ("sequence", "final", *each.fields)]
)
def test_a_missing_part_changes_nothing(component, missing, visit):
    before = component.shown(), component.kept()
    whole = {"sequence": 1, **component.fields, "final": False}
    arrive(component, {name: value for name, value in whole.items() if name != missing})
    assert (component.shown(), component.kept()) == before


@pytest.mark.parametrize("component", COMPONENTS)
def test_an_older_report_changes_nothing(component, visit):
    send(component, sequence=5)
    good = component.shown()
    name = next(iter(component.fields))
    send(component, sequence=5, **{name: None}, final=True)
    send(component, sequence=4, **{name: None}, final=True)
    assert component.shown() == good
    assert component.problem() == ""


@pytest.mark.parametrize("component", COMPONENTS)
def test_a_drag_is_shown_while_it_lasts_and_kept_when_it_ends(component, visit):
    before = component.kept()
    send(component)
    assert component.is_sound(component.shown())
    live = component.shown()
    assert component.kept() == before != live
    send(component, sequence=2, final=True)
    assert component.kept() == live


anything = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=20) | some.just(HUGE),
    lambda inner: some.lists(inner, max_size=5) | some.dictionaries(some.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)
numbers = some.floats() | some.floats(0, 1)
lists = some.lists(numbers, max_size=5) | some.lists(some.lists(numbers, min_size=2, max_size=2), max_size=5)
names = some.sampled_from(["sequence", "final", *Knob.fields, *Bars.fields, *Plane.fields])


@pytest.mark.parametrize("component", COMPONENTS)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(changes={"theta": [1e308, 1e308]})
@example(changes={"features": [[1e308, 0.0], [0.0, 1e308]], "theta": [4e-309, 2e-309]})
@example(changes={"features": [[1e-300, 0.0], [0.0, 1e-300]], "theta": [1.0, 0.0]})
@given(changes=some.dictionaries(names, anything | numbers | lists, max_size=4))
def test_nothing_that_is_sent_breaks_anything(component, changes, monkeypatch):
    fresh_visit(monkeypatch)
    send(component, **changes)
    send(component, **{"sequence": 2, "final": True, **changes})
    assert len(component.problem()) <= 300
    assert component.is_sound(component.shown())
    assert component.is_sound(component.kept())


def test_where_another_line_was_let_go_before_counts_with_the_next_release_of_which_the_server_hears(visit):
    heard, limits = [], {"epsilon": (0.01, 1.0), "participants": (2.0, 1000.0)}
    moved = {"sequence": 7, "line": "participants", "value": 25.0, "also": [{"line": "epsilon", "value": 7.0}]}
    for report in ({**moved, "final": False}, {**moved, "sequence": 8, "final": True}):
        st.session_state[Lines.key] = {"moved": report}
        lines._moved(Lines.key, limits, heard.append)
    assert [(line.line, line.value) for line in heard] == [("epsilon", 1.0), ("participants", 25.0)]


@pytest.mark.parametrize("also", [7, "epsilon", [7], [{}], [{"line": "x", "value": 1}], [{"line": "epsilon"}] * 9])
def test_what_cannot_be_another_line_is_a_sentence(also, visit):
    send(Lines, also=also)
    assert lines._drag(Lines.key).problem


# The boxes, the drag and the steps back of any draft


def whole(text):
    if not text.isdigit():
        raise ValueError(f"a count must be a whole number, got {text}")
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
    for text, value, problem in (("7", 7, ""), ("x", 7, "A count must be a whole number, got x"), ("8", 8, "")):
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
        assert draft.drag.problem == "A count must be a whole number, got x"
        mend()
        draft.current()
        assert draft.drag.problem == ""


# Requests that the browser sent before it heard of what was written


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


def request(whole_page, box):
    """A request of the browser, with what it knows of the box."""
    st.session_state["box"] = box
    if whole_page:
        boxes.settle_whole_page()
    else:
        boxes.settle()
    return st.session_state["box"]


def test_what_was_written_last_stays_until_the_boxes_are_drawn(visit):
    st.session_state["box"] = 1
    boxes.write({"box": 2})
    assert request(False, 1) == 2
    boxes.write({"box": 3})
    assert request(False, 1) == 3
    assert request(True, 2) == 3
    assert request(False, 1) == 3


def test_a_visitor_may_type_the_earlier_value_again_once_the_boxes_are_drawn(visit):
    st.session_state["box"] = 1
    boxes.write({"box": 2})
    assert request(True, 1) == 2
    assert request(True, 1) == 1
    assert request(False, 1) == 1


def test_any_other_value_is_the_visitors_at_once(visit):
    st.session_state["box"] = 1
    boxes.write({"box": 2})
    assert request(True, 3) == 3


def test_a_page_that_draws_itself_again_does_not_take_a_request_merged_with_that_for_the_visitors(visit, monkeypatch):
    st.session_state["box"] = 1
    boxes.write({"box": 2})
    assert request(True, 1) == 2
    reruns = []
    monkeypatch.setattr(st, "rerun", lambda: reruns.append("whole page"))
    boxes.draw_again()
    assert reruns == ["whole page"]
    assert request(True, 1) == 2
    assert request(True, 1) == 1


def test_a_box_that_went_with_its_page_is_not_brought_back(visit):
    st.session_state["box"] = 1
    boxes.write({"box": 2})
    del st.session_state["box"]
    boxes.settle()
    assert "box" not in st.session_state


def test_the_box_of_a_knob_is_kept_as_well(visit):
    st.session_state["some-box"] = 0.5
    send(Knob, final=True)
    st.session_state["some-box"] = 0.5
    boxes.settle()
    assert st.session_state["some-box"] == Knob.fields["value"]
