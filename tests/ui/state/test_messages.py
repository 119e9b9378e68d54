"""What a component says: every malformed message leaves the last good value, and one sentence at most; no traceback."""

import math
import reprlib
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
import streamlit as st
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as some

import dpcore
from tests.ui.conftest import fresh_visit
from ui.arms import instance
from ui.components import knob, lines
from ui.fixed_budget import bandit
from ui.state import boxes
from ui.state.draft import drag_of

HUGE = int("9" * 400)
MANY = [0.5] * 10**6


@dataclass(frozen=True)
class Component:
    """Its key, the fields of a good report, how it is taken, and what is shown, kept, wrong, sound, and the largest."""

    key: str
    fields: dict[str, object]
    report: Callable[[], object]
    shown: Callable[[], object]
    kept: Callable[[], object]
    problem: Callable[[], str]
    is_sound: Callable[[object], bool]
    largest: object = None


def with_a_drag(key, fields, report, box, is_sound, largest):
    """A component whose page keeps what it reports in a box."""
    shown, problem = lambda: drag_of(key).live, lambda: drag_of(key).problem
    kept = lambda: st.session_state.get(box)  # noqa: E731
    return Component(key, fields, report, shown, kept, problem, lambda it: it is None or is_sound(it), largest)


def is_sound_bandit(value):
    dpcore.fixed_budget.max_det_collection(value.features)
    return bandit.checked(value.features, value.theta, value.rewards) == value


LIMITS = {"epsilon": (0.01, 1.0), "participants": (2.0, 1000.0)}
KNOB = with_a_drag(
    "some-handle",
    {"value": 0.25},
    lambda: knob._moved(KNOB.key, (0.01, 1.0), "some-box"),
    "some-box",
    lambda value: 0.01 <= value <= 1.0,
    1.0,
)
LINES = with_a_drag(
    "some-lines",
    {"line": "participants", "value": 25.0},
    lambda: lines._moved(LINES.key, LIMITS, lambda moved: st.session_state.update(line=moved)),
    "line",
    lambda moved: moved.line in lines.LINES and 0.01 <= moved.value <= 1000,
    lines.Moved("participants", 1000.0),
)
BARS = Component(
    "bars",
    {"names": ["one", "other"], "means": [0.75, 0.5], "epsilon": 0.25, "risk": 0.125, "indifference": 0.0625},
    lambda: instance._draft.moved(BARS.key),
    instance.live,
    instance.current,
    instance.drag_problem,
    lambda it: instance.checked(it.means, it.epsilon, it.risk, it.names, it.indifference) == it,
)
PLANE = Component(
    "plane",
    {"features": [[1.0, 0.0], [0.0, 0.5]], "theta": [0.5, 0.25]},
    lambda: bandit.DRAFT.moved(PLANE.key),
    bandit.DRAFT.live,
    bandit.DRAFT.current,
    lambda: bandit.DRAFT.drag.problem,
    is_sound_bandit,
)


COMPONENTS = {"knob": KNOB, "bars": BARS, "plane": PLANE, "lines": LINES}
each_component = pytest.mark.parametrize("component", COMPONENTS.values(), ids=COMPONENTS)


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


def broken(component):
    """What is no report, and reports of which the envelope is broken, or any part is missing."""
    whole = {"sequence": 1, **component.fields, "final": False}
    yield from MESSAGES
    yield from ({**whole, "sequence": value} for value in SEQUENCES)
    yield from ({**whole, "final": value} for value in FINALS)
    yield from (
        {name: whole[name] for name in whole if name != missing}
        for missing in sorted(whole, key=component.fields.__contains__)
    )


@each_component
def test_what_is_no_report_is_ignored(component, visit):
    before = component.shown(), component.kept()
    for message in broken(component):
        arrive(component, message)
        assert (component.shown(), component.kept()) == before, reprlib.repr(message)
        is_whole = isinstance(message, dict) and {"sequence", "final"} <= message.keys()
        assert component.problem() == "" or (is_whole and not component.fields.keys() <= message.keys())


@each_component
@pytest.mark.parametrize("value", VALUES, ids=lambda value: reprlib.repr(value)[:20])
def test_a_broken_value_leaves_the_last_good_one_and_one_sentence(component, value, visit):
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
    send(component, sequence=9, **{name: value}, final=True)
    assert component.kept() != kept  # the last good place
    assert component.is_sound(component.kept())


@each_component
def test_an_older_report_changes_nothing(component, visit):
    send(component, sequence=5)
    good = component.shown()
    name = next(iter(component.fields))
    send(component, sequence=5, **{name: None}, final=True)
    send(component, sequence=4, **{name: None}, final=True)
    assert component.shown() == good
    assert component.problem() == ""


@each_component
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
names = some.sampled_from(["sequence", "final", *KNOB.fields, *BARS.fields, *PLANE.fields])


@each_component
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
    heard = []
    moved = {"sequence": 7, "line": "participants", "value": 25.0, "also": [{"line": "epsilon", "value": 7.0}]}
    for report in ({**moved, "final": False}, {**moved, "sequence": 8, "final": True}):
        st.session_state[LINES.key] = {"moved": report}
        lines._moved(LINES.key, LIMITS, heard.append)
    assert [(line.line, line.value) for line in heard] == [("epsilon", 1.0), ("participants", 25.0)]


@pytest.mark.parametrize("also", [7, "epsilon", [7], [{}], [{"line": "x", "value": 1}], [{"line": "epsilon"}] * 9])
def test_what_cannot_be_another_line_is_a_sentence(also, visit):
    send(LINES, also=also)
    assert drag_of(LINES.key).problem


def test_the_box_of_a_knob_keeps_what_was_let_go_though_a_request_too_early_brings_the_earlier_value(visit):
    st.session_state["some-box"] = 0.5
    send(KNOB, final=True)
    st.session_state["some-box"] = 0.5
    boxes.settle()
    assert st.session_state["some-box"] == KNOB.fields["value"]
