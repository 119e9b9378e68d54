"""How much of a session is heard: scripts at work are bounded, what is asked meanwhile becomes one request.

Streamlit must still keep the script of a session in _scriptrunner, its thread in _script_thread, begin one by
_create_scriptrunner, and merge widgets' states by _coalesce_widget_states; else see ui/shell/pace.py.
"""

import asyncio
from types import SimpleNamespace

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from tests.loops import finished
from ui.shell import pace


class Browser:
    """A session that begins a script for every request of the whole page, as Streamlit does, and ends none."""

    def __init__(self):
        self.heard, self.alive, self.begins_for_fragments, self.ends, self.fails = [], [], False, False, None
        self.session = SimpleNamespace(_scriptrunner=None)
        self.hear = pace.paced(self.begin)

    def begin(self, session, asked):
        if asked.fragment_id and self.ends:
            raise pace.HasNotBeenLetGoError
        if self.fails:
            error, self.fails = self.fails, None
            raise error
        self.heard.append(asked)
        if not asked.fragment_id or self.begins_for_fragments:
            self.alive.append(True)
            place = len(self.alive) - 1
            thread = SimpleNamespace(is_alive=lambda: self.alive[place])
            session._scriptrunner = SimpleNamespace(_script_thread=thread)

    def ask(self, fragment="", page="explore", **widgets):
        kinds = {bool: "trigger_value", str: "string_value", int: "int_value"}
        states = [WidgetState(id=name, **{kinds[type(value)]: value}) for name, value in widgets.items()]
        asked = ClientState(fragment_id=fragment, page_script_hash=page, widget_states=WidgetStates(widgets=states))
        self.hear(self.session, asked)

    def said(self):
        return [
            (
                each.page_script_hash,
                {state.id: getattr(state, state.WhichOneof("value")) for state in each.widget_states.widgets},
            )
            for each in self.heard
        ]


@pytest.fixture(autouse=True)
def quickly(monkeypatch):
    monkeypatch.setattr(pace, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(pace, "MOST_SCRIPTS", 2)


def in_a_loop(what):
    async def run():
        what_follows = what()
        for _ in what_follows:
            await asyncio.sleep(0.01)

    finished(run())


def test_five_hundred_requests_become_three_scripts_and_the_last_values_count():
    browser = Browser()

    def follow():
        for number in range(500):
            browser.ask(seed=number, stop=True) if number == 100 else browser.ask(seed=number)
        assert browser.said() == [("explore", {"seed": 0}), ("explore", {"seed": 1})]
        yield
        assert len(browser.heard) == 2
        browser.alive[0] = False
        yield
        assert browser.said()[2:] == [("explore", {"seed": 499, "stop": True})]
        browser.ask(seed=500)
        yield
        assert len(browser.heard) == 3
        browser.alive[1] = browser.alive[2] = False
        yield
        assert browser.said()[3:] == [("explore", {"seed": 500})]

    in_a_loop(follow)


def test_a_fragment_does_not_take_the_next_page_away_nor_wait_by_itself():
    browser = Browser()

    def follow():
        browser.ask()
        browser.ask()
        browser.ask(fragment="live", toggle=1)
        assert len(browser.heard) == 3
        browser.ask(page="regret", box="1")
        browser.ask(fragment="live", toggle=2)
        browser.ask(fragment="below", page="regret", box="2", click=True)
        browser.alive[0] = False
        yield
        assert browser.said()[3:] == [("regret", {"box": "2", "click": True})]
        assert browser.heard[3].fragment_id == ""

    in_a_loop(follow)


def test_scripts_that_have_ended_are_not_held_whatever_is_asked():
    browser = Browser()
    browser.begins_for_fragments = True

    def follow():
        for _ in range(50):
            browser.ask(fragment="live")
            browser.alive[:] = [False] * len(browser.alive)
        assert len(vars(browser.session)["_pace"].scripts) <= 1
        yield

    in_a_loop(follow)


def test_a_fragment_waits_until_all_that_the_script_drew_is_taken_over_and_the_last_values_count():
    browser = Browser()

    def follow():
        browser.ask(box="1")
        browser.ends = True
        browser.ask(fragment="live", toggle=1, click=True)
        browser.ask(fragment="below", toggle=1)
        browser.ask(fragment="live", toggle=2)
        yield
        assert len(browser.heard) == 1
        browser.ends = False
        yield
        assert [asked.fragment_id for asked in browser.heard[1:]] == ["below", "live"]
        assert browser.said()[2:] == [("explore", {"toggle": 2, "click": True})]

    in_a_loop(follow)


def test_a_request_that_waited_and_fails_is_logged_and_takes_none_along(caplog):
    browser, error = Browser(), RuntimeError("can't start new thread")

    def follow():
        browser.ask(box="1")
        browser.ends = True
        browser.ask(fragment="live", toggle=1)
        browser.ask(fragment="below", toggle=2)
        yield
        browser.ends, browser.fails = False, error
        yield  # what failed
        yield  # what waited behind it
        logged = [record.exc_info[1] for record in caplog.records if record.name == "asyncio" and record.exc_info]
        assert logged == [error]
        assert [asked.fragment_id for asked in browser.heard[1:]] == ["below"]
        browser.ask(fragment="live", toggle=3)
        assert browser.said()[2:] == [("explore", {"toggle": 3})]

    in_a_loop(follow)


def test_no_script_begins_for_a_fragment_beside_one_that_ends(monkeypatch):
    begun = []
    monkeypatch.setattr(AppSession, "_create_scriptrunner", lambda session, asked: begun.append(asked.fragment_id))
    pace.begin_no_script_beside_one_that_ends.__wrapped__()
    ending, none = SimpleNamespace(_scriptrunner=object()), SimpleNamespace(_scriptrunner=None)
    with pytest.raises(pace.HasNotBeenLetGoError):
        AppSession._create_scriptrunner(ending, RerunData(fragment_id="live"))
    AppSession._create_scriptrunner(ending, RerunData())
    AppSession._create_scriptrunner(none, RerunData(fragment_id="live"))
    assert begun == [None, "live"]


def test_the_whole_page_is_asked_for_with_the_fragments_that_wait():
    browser = Browser()

    def follow():
        browser.ask(box="1")
        browser.ends = True
        browser.ask(fragment="live", toggle=1, click=True)
        browser.ask(fragment="below", toggle=1)
        browser.ask(box="2", toggle=1)
        yield
        assert browser.said()[1:] == [("explore", {"box": "2", "toggle": 1, "click": True})]
        assert browser.heard[1].fragment_id == ""

    in_a_loop(follow)


def test_messages_beyond_the_pace_wait_for_their_time_and_other_requests_do_not(monkeypatch):
    monkeypatch.setattr(pace, "MOST_MESSAGES", 10)
    heard = []

    async def app(scope, receive, send):
        start = asyncio.get_running_loop().time()
        for _ in range(15):
            assert await receive() == "message"
            heard.append(asyncio.get_running_loop().time() - start)

    async def receive():
        return "message"

    for kind, (first, least) in {"websocket": (10, 0.4), "http": (15, 0.0)}.items():
        heard.clear()
        finished(pace.ListensCalmly(app)({"type": kind}, receive, None))
        assert heard[first - 1] < 0.1 + heard[0]
        assert heard[-1] >= least


def test_streamlit_still_has_what_is_asked_for():
    assert "_scriptrunner" in AppSession.__init__.__code__.co_names
    assert "_script_thread" in ScriptRunner.__init__.__code__.co_names
