"""How much a session is heard and when, and how many scripts it may have: who asks without end must not slow others."""

import asyncio
import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, _coalesce_widget_states

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_MESSAGES = 100  # of one connection, a second and at once: a drag sends 20 a second
MOST_SCRIPTS = 4  # a visitor at his quickest has three: what waits brings a link that is older than the page
LOOK_SECONDS = 0.05


class ListensCalmly:
    """The application; of one connection it reads at most MOST_MESSAGES a second, and the sender of more must wait."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        clock, ahead = asyncio.get_running_loop().time, 0.0

        async def receive_calmly() -> "Message":
            nonlocal ahead
            message = await receive()
            ahead = max(ahead, clock() - 1) + 1 / MOST_MESSAGES
            if (early := ahead - clock()) > 0:
                await asyncio.sleep(early)
            return message

        await self._app(scope, receive_calmly if scope["type"] == "websocket" else receive, send)


class HasNotBeenLetGoError(Exception):
    """The session's script takes no requests any more, and what it drew last has not been taken over."""


@functools.cache
def begin_no_script_beside_one_that_ends() -> None:
    """Have a fragment's request refused where Streamlit would begin a script beside one that is still to be let go."""
    create = AppSession._create_scriptrunner

    def create_unless_one_ends(session: AppSession, asked: RerunData) -> None:
        if asked.fragment_id and session._scriptrunner is not None:
            raise HasNotBeenLetGoError
        create(session, asked)

    setattr(AppSession, "_create_scriptrunner", create_unless_one_ends)  # noqa: B010


Hear = Callable[[AppSession, ClientState | None], None]


@dataclass
class _Pace:
    """Of one session.  held: what was asked for meanwhile: one request of the whole page, or one of each fragment."""

    scripts: list[ScriptRunner] = field(default_factory=list)
    held: list[ClientState] = field(default_factory=list)


def paced(hear: Hear) -> Hear:
    """The same as AppSession.request_rerun, but a request waits until it can be heard without harm.

    One for the whole page waits while MOST_SCRIPTS are at work: Streamlit begins a thread for every such request, and
    only asks the earlier ones to end.  One for a fragment waits while the session's script has ended but what it drew
    last is not taken over: Streamlit would begin another script and forget it, which a browser shows as a page that was
    not drawn to its end.  What comes while one waits is joined with it: of each widget the last value, and every button
    that was pressed.
    """

    def hear_in_turn(session: AppSession, asked: ClientState | None) -> None:
        pace: _Pace = vars(session).setdefault("_pace", _Pace())
        if asked is not None and pace.held:
            pace.held = _joined(pace.held, asked)
        elif not is_heard(session, pace, asked) and asked is not None:
            hold(session, pace, [asked])

    def look(session: AppSession, pace: _Pace) -> None:
        held, pace.held = pace.held, []
        try:
            while held and is_heard(session, pace, held[0]):
                del held[0]
        except Exception:  # the event loop logs it
            del held[0]
            raise
        finally:
            if held:
                hold(session, pace, held)

    def hold(session: AppSession, pace: _Pace, held: list[ClientState]) -> None:
        asyncio.get_running_loop().call_later(LOOK_SECONDS, look, session, pace)
        pace.held = held

    def is_heard(session: AppSession, pace: _Pace, asked: ClientState | None) -> bool:
        if asked is not None and not asked.fragment_id and _is_busy(pace):
            return False
        try:
            hear(session, asked)
        except HasNotBeenLetGoError:
            return False
        _note(session, pace)
        return True

    return hear_in_turn


def _joined(held: list[ClientState], asked: ClientState) -> list[ClientState]:
    if not asked.fragment_id or not held[0].fragment_id:
        return [functools.reduce(_merged, [*held, asked])]
    same = [each for each in held if each.fragment_id == asked.fragment_id]
    return [*(each for each in held if each not in same), functools.reduce(_merged, [*same, asked])]


def _merged(held: ClientState, asked: ClientState) -> ClientState:
    """One request for both, of which one at least is for the whole page, or both are for one fragment.

    A fragment of a page that was left is no longer there.
    """
    is_for_whole = not held.fragment_id
    if asked.fragment_id and is_for_whole and asked.page_script_hash != held.page_script_hash:
        return held
    merged = ClientState()
    merged.CopyFrom(held if asked.fragment_id and is_for_whole else asked)
    if (widgets := _coalesce_widget_states(held.widget_states, asked.widget_states)) is not None:
        merged.widget_states.CopyFrom(widgets)
    return merged


def _is_busy(pace: _Pace) -> bool:
    _forget_ended(pace)
    return len(pace.scripts) >= MOST_SCRIPTS


def _note(session: AppSession, pace: _Pace) -> None:
    _forget_ended(pace)  # a session of fragments' requests alone asks nothing else
    script = session._scriptrunner
    if script is not None and script not in pace.scripts:
        pace.scripts.append(script)


def _forget_ended(pace: _Pace) -> None:
    pace.scripts = [script for script in pace.scripts if script._script_thread and script._script_thread.is_alive()]
