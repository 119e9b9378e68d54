"""Which parts of a page a request of the browser draws again."""

from types import SimpleNamespace

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.runtime.state.common import WidgetMetadata

from ui.state import boxes
from ui.streamlit_patches import all_that_changed

# What the server knows: the widgets' values, and the fragment that draws each; None is the whole page.
WIDGETS = {"toggle": (False, "live"), "report": (1, "below"), "box": (7, None), "button": (False, None)}


def refuse(value):
    raise ValueError("no such file")


@pytest.fixture
def ask(monkeypatch):
    """ask(fragments, **values): the fragments that run, None if nothing does; and whether it counts as a redraw."""
    runs = []
    monkeypatch.setattr(ScriptRunner, "_run_script", lambda runner, request: runs.append(request.fragment_id_queue))
    all_that_changed.mend()
    assert not MemoryFragmentStorage().contains("live")
    storage = SimpleNamespace(contains={"live", "below"}.__contains__)
    state = SessionState()
    for name, (value, fragment) in WIDGETS.items():
        kind = "bool_value" if value is False else "int_value"
        state._new_widget_state.set_widget_metadata(
            WidgetMetadata(name, lambda value: value, lambda value: value, kind, fragment_id=fragment)
        )
        state._new_widget_state.set_from_value(name, value)
    state._new_widget_state.set_widget_metadata(WidgetMetadata("broken", refuse, refuse, "int_value", fragment_id=None))
    known = SafeSessionState(state, lambda: None)
    context = SimpleNamespace(fragment_storage=storage, session_state=known, session_id="visitor")
    monkeypatch.setattr(all_that_changed, "get_script_run_ctx", lambda: context)

    def ask(fragments, **values):
        runs.clear()
        widgets = [
            WidgetState(id=name, **{"trigger_value" if name == "button" else _kind(value): value})
            for name, value in values.items()
        ]
        request = RerunData(fragment_id_queue=fragments, widget_states=WidgetStates(widgets=widgets))
        ScriptRunner._run_script(None, request)
        return (*runs, None)[0], boxes.AGAIN in state

    return ask


def _kind(value):
    return "bool_value" if isinstance(value, bool) else "int_value"


def test_a_request_of_a_page_that_was_left_is_dropped_and_all_others_run(ask):
    assert [ask(asked)[0] for asked in ([], ["gone"], ["live"], ["gone", "live"])] == [[], None, ["live"], ["live"]]


def test_the_script_draws_in_its_visitors_turn(ask, monkeypatch):
    visitors = []
    turn = all_that_changed.SCRIPT_TURNS.turn
    monkeypatch.setattr(
        all_that_changed.SCRIPT_TURNS, "turn", lambda visitor: (visitors.append(visitor), turn(visitor))[1]
    )
    assert ask([]) == ([], False)
    assert ask(["gone"])[0] is None
    assert visitors == ["visitor"]


def test_what_changed_elsewhere_is_drawn_again_too(ask):
    at_rest = {"toggle": False, "report": 1, "box": 7}
    assert ask(["below"], **{**at_rest, "report": 2}) == (["below"], False)
    assert ask(["below"], **{**at_rest, "report": 2, "toggle": True}) == (["below", "live"], False)
    assert ask(["below"], **{**at_rest, "box": 8}) == ([], True)


def test_a_button_that_is_pressed_beside_a_report_draws_the_whole_page(ask):
    assert ask(["live"], button=True, toggle=True) == ([], True)


def test_a_request_for_the_whole_page_stays_one_of_the_visitors(ask):
    assert ask([], box=8, button=True) == ([], False)


def test_unknown_and_broken_widgets_are_left_to_streamlit(ask):
    assert ask(["live"], unknown=3, broken=3) == (["live"], False)
