"""What a component says: every malformed message leaves the last good value, and one sentence at most; no traceback."""

import math
import reprlib
import time
from typing import ClassVar

import pytest
import streamlit as st
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as some

import dpcore
from tests.ui.state.conftest import fresh_visit
from ui.arms import instance
from ui.components import knob, lines
from ui.fixed_budget import bandit
from ui.state import boxes
from ui.state.draft import drag_of

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
        return drag_of(Knob.key).live

    @staticmethod
    def kept():
        return st.session_state.get("some-box")

    @staticmethod
    def problem():
        return drag_of(Knob.key).problem

    @staticmethod
    def is_sound(value):
        return value is None or 0.01 <= value <= 1.0


class Bars:
    fields: ClassVar = {
        "names": ["one", "other"],
        "means": [0.75, 0.5],
        "epsilon": 0.25,
        "risk": 0.125,
        "indifference": 0.0625,
    }
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
        return instance.checked(value.means, value.epsilon, value.risk, value.names, value.indifference) == value


class Plane:
    fields: ClassVar = {"features": [[1.0, 0.0], [0.0, 0.5]], "theta": [0.5, 0.25]}
    key = "plane"

    @staticmethod
    def report():
        bandit.DRAFT.moved(Plane.key)

    shown = staticmethod(bandit.DRAFT.live)
    kept = staticmethod(bandit.DRAFT.current)

    @staticmethod
    def problem():
        return bandit.DRAFT.drag.problem

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
        return drag_of(Lines.key).live

    @staticmethod
    def kept():
        return st.session_state.get("line")

    @staticmethod
    def problem():
        return drag_of(Lines.key).problem

    @staticmethod
    def is_sound(value):
        return value is None or (value.line in lines.LINES and 0.01 <= value.value <= 1000)


COMPONENTS = [Knob, Bars, Plane, Lines]


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
    assert drag_of(Lines.key).problem


def test_the_box_of_a_knob_keeps_what_was_let_go_though_a_request_too_early_brings_the_earlier_value(visit):
    st.session_state["some-box"] = 0.5
    send(Knob, final=True)
    st.session_state["some-box"] = 0.5
    boxes.settle()
    assert st.session_state["some-box"] == Knob.fields["value"]
