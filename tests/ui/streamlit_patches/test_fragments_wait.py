"""A fragment that is asked for in the last moment of a script waits until what that drew is taken over."""

import asyncio

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from tests.loops import finished
from ui.streamlit_patches import fragments_wait


class Session:
    """One whose script has ended; `lets_go` once what it drew is taken over."""

    def __init__(self):
        self._scriptrunner, self.begun = object(), []

    def ask(self, fragment=None, **widgets):
        kinds = {bool: "trigger_value", int: "int_value"}
        states = [WidgetState(id=name, **{kinds[type(value)]: value}) for name, value in widgets.items()]
        asked = RerunData(fragment_id=fragment, widget_states=WidgetStates(widgets=states))
        AppSession._create_scriptrunner(self, asked)

    def let_go(self):
        self._scriptrunner = None

    def said(self):
        """The fragments of each script that was begun, and its widgets' values."""
        return [
            (
                [asked.fragment_id] if asked.fragment_id else asked.fragment_id_queue,
                {state.id: getattr(state, state.WhichOneof("value")) for state in asked.widget_states.widgets},
            )
            for asked in self.begun
        ]


@pytest.fixture(autouse=True)
def mended(monkeypatch):
    monkeypatch.setattr(fragments_wait, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(AppSession, "_create_scriptrunner", lambda session, asked: session.begun.append(asked))
    fragments_wait.mend()


def in_a_loop(steps):
    async def run():
        for _ in steps(Session()):
            await asyncio.sleep(0.01)

    finished(run())


def test_it_waits_and_what_is_asked_for_meanwhile_goes_along():
    def steps(session):
        session.ask("live", toggle=1, click=True)
        session.ask("below", toggle=2)
        yield
        assert session.begun == []
        session.let_go()
        yield
        assert session.said() == [(["live", "below"], {"toggle": 2, "click": True})]
        yield
        assert len(session.begun) == 1

    in_a_loop(steps)


def test_the_whole_page_waits_for_nothing_and_takes_along_what_waits():
    def steps(session):
        session.ask("live", toggle=1, click=True)
        session.ask(toggle=3)
        assert session.said() == [([], {"toggle": 3, "click": True})]
        session.let_go()
        yield
        assert len(session.begun) == 1

    in_a_loop(steps)


def test_where_no_script_ends_nothing_waits():
    def steps(session):
        session.let_go()
        session.ask("live", toggle=1)
        session.ask(toggle=2)
        assert session.said() == [(["live"], {"toggle": 1}), ([], {"toggle": 2})]
        yield

    in_a_loop(steps)
