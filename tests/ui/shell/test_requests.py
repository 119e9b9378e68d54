"""Which parts of a page a request of the browser draws again.

Streamlit must still hear requests by AppSession.request_rerun, run each by ScriptRunner._run_script, keep fragments in
_fragment_storage, what waits in _requests, there in _state and _rerun_data under _lock, what it knows of widgets in
SessionState._new_widget_state, and where a script draws in context_dg_stack; else see ui/shell/requests.py.
"""

import threading
from types import SimpleNamespace

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.runtime.state.common import WidgetMetadata

from ui.shell import requests
from ui.state import boxes

# What the server knows: the widgets' values, and the fragment that draws each; None is the whole page.
WIDGETS = {"toggle": (False, "live"), "report": (1, "below"), "box": (7, None), "button": (False, None)}


def refuse(value):
    raise ValueError("no such file")


@pytest.fixture
def ask(monkeypatch):
    """ask(fragments, **values): the fragments that run, None if nothing does; and whether it counts as a redraw."""
    runs = []
    monkeypatch.setattr(ScriptRunner, "_run_script", lambda runner, request: runs.append(request.fragment_id_queue))
    monkeypatch.setattr(AppSession, "request_rerun", AppSession.request_rerun)
    requests.mend_requests.__wrapped__()
    assert not MemoryFragmentStorage().contains("live")
    storage = SimpleNamespace(contains={"live", "below"}.__contains__)
    state = SessionState()
    for name, (value, fragment) in WIDGETS.items():
        kind = "bool_value" if value is False else "int_value"
        state._new_widget_state.set_widget_metadata(
            WidgetMetadata(name, lambda value: value, lambda value: value, kind, fragment_id=fragment)
        )
        state._new_widget_state.set_from_value(name, value)
    broken = WidgetMetadata("broken", refuse, refuse, "int_value", fragment_id=None)
    state._new_widget_state.set_widget_metadata(broken)
    known = {"_session_id": "visitor", "_session_state": SafeSessionState(state, lambda: None)}
    known["_requests"] = ScriptRequests()
    runner = SimpleNamespace(_fragment_storage=storage, **known)

    def ask(fragments, **values):
        runs.clear()
        widgets = [
            WidgetState(id=name, **{"trigger_value" if name == "button" else _kind(value): value})
            for name, value in values.items()
        ]
        request = RerunData(fragment_id_queue=fragments, widget_states=WidgetStates(widgets=widgets))
        ScriptRunner._run_script(runner, request)
        return (*runs, None)[0], boxes.AGAIN in state

    return ask


def _kind(value):
    return "bool_value" if isinstance(value, bool) else "int_value"


def test_what_is_drawn_is_kept_and_scripts_wait_for_one_another_from_the_start(monkeypatch):
    called = []
    for name in ("keep_unsent", "begin_no_script_beside_one_that_ends"):
        monkeypatch.setattr(requests, name, lambda name=name: called.append(name))
    monkeypatch.setattr(ScriptRunner, "_run_script", ScriptRunner._run_script)
    monkeypatch.setattr(AppSession, "request_rerun", AppSession.request_rerun)
    requests.mend_requests.__wrapped__()
    assert called == ["keep_unsent", "begin_no_script_beside_one_that_ends"]


def test_a_request_of_a_page_that_was_left_is_dropped_and_all_others_run(ask):
    assert [ask(asked)[0] for asked in ([], ["gone"], ["live"], ["gone", "live"])] == [[], None, ["live"], ["live"]]


@pytest.mark.parametrize("state, fragment", [({}, ""), ({"arms": "0.9, 0.8"}, "live")])
def test_a_session_in_which_nothing_has_run_draws_the_whole_page(monkeypatch, state, fragment):
    heard = []
    monkeypatch.setattr(ScriptRunner, "_run_script", ScriptRunner._run_script)
    monkeypatch.setattr(AppSession, "request_rerun", lambda session, asked: heard.append(asked.fragment_id))
    requests.mend_requests.__wrapped__()
    AppSession.request_rerun(SimpleNamespace(session_state=state, _scriptrunner=None), ClientState(fragment_id="live"))
    assert heard == [fragment]


@pytest.mark.parametrize(
    "waits, has_begun, is_heard",
    [
        (RerunData(page_script_hash="new"), False, False),
        (RerunData(page_script_hash="new"), True, True),  # then it is put behind that page, which drops it
        (RerunData(page_script_hash="old"), False, True),
        (RerunData(page_script_hash="", page_name="new"), False, True),  # a first visit
        (RerunData(page_script_hash="new", fragment_id="live"), False, True),
    ],
)
def test_a_page_that_was_asked_for_is_not_given_up_for_a_fragment_of_the_old_one(
    monkeypatch, waits, has_begun, is_heard
):
    script = SimpleNamespace(_requests=ScriptRequests(), _script_thread=None)
    script._requests.request_rerun(waits)
    if has_begun:
        script._requests.on_scriptrunner_ready()
    heard = []

    def hear(session, asked):
        heard.append(asked)
        script._requests.request_rerun(RerunData(page_script_hash="old", fragment_id="live"))

    monkeypatch.setattr(ScriptRunner, "_run_script", ScriptRunner._run_script)
    monkeypatch.setattr(AppSession, "request_rerun", hear)
    requests.mend_requests.__wrapped__()
    session = SimpleNamespace(session_state={"arms": "0.9"}, _scriptrunner=script)
    AppSession.request_rerun(session, ClientState(fragment_id="live", page_script_hash="old"))
    assert bool(heard) == is_heard
    if not is_heard:
        assert script._requests.on_scriptrunner_ready().rerun_data.page_script_hash == "new"


def test_the_script_draws_in_its_visitors_turn(ask, monkeypatch):
    visitors = []
    turn = requests.SCRIPT_TURNS.turn
    monkeypatch.setattr(requests.SCRIPT_TURNS, "turn", lambda visitor: (visitors.append(visitor), turn(visitor))[1])
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


@pytest.mark.parametrize(
    "fragments, waits, is_forgotten",
    [
        (None, None, True),
        (None, RerunData(fragment_id="live"), True),
        (None, RerunData(), False),  # drawn anew: what it will have is not known yet
        (None, "stop", False),  # perhaps for another script, which notes its fragments in the same place
        (["live"], None, False),
    ],
)
def test_after_a_run_of_the_whole_page_what_it_has_not_drawn_is_forgotten(monkeypatch, fragments, waits, is_forgotten):
    script, storage = _ended(monkeypatch, fragments)
    for fragment in ("live", "of the page before"):
        storage.register(fragment, lambda: None)
    if waits == "stop":
        script.request_stop()
    elif waits is not None:
        script.request_rerun(waits)
    requests._forget_fragments_not_drawn()
    assert storage.contains("live")
    assert storage.contains("of the page before") != is_forgotten


def test_no_script_is_asked_for_while_fragments_are_forgotten(monkeypatch):
    script, storage = _ended(monkeypatch)
    another = threading.Thread(target=script.request_stop)

    def clear(new_fragment_ids):
        another.start()
        another.join(0.05)
        assert another.is_alive()

    monkeypatch.setattr(storage, "clear", clear)
    requests._forget_fragments_not_drawn()
    another.join()


def _ended(monkeypatch, fragments=None):
    """A script that has drawn these fragments, or a whole page with one named live; and where fragments are kept."""
    script, storage = ScriptRequests(), MemoryFragmentStorage()
    script.request_rerun(RerunData())
    script.on_scriptrunner_ready()
    drawn = SimpleNamespace(new_fragment_ids=SimpleNamespace(snapshot=lambda: frozenset({"live"})))
    context = SimpleNamespace(
        script_requests=script, fragment_storage=storage, fragment_ids_this_run=fragments, shared=drawn
    )
    monkeypatch.setattr(requests, "get_script_run_ctx", lambda: context)
    return script, storage
