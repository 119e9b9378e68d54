"""How much a session is heard, and how many scripts it may have at work: who asks without end must not slow others."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import _coalesce_widget_states

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


Hear = Callable[[AppSession, ClientState | None], None]


@dataclass
class _Pace:
    """Of one session.  held: what was asked for meanwhile, as one request."""

    scripts: list[ScriptRunner] = field(default_factory=list)
    held: ClientState | None = None


def paced(hear: Hear) -> Hear:
    """The same as AppSession.request_rerun, but a request for the whole page waits while MOST_SCRIPTS are at work.

    Streamlit begins a thread for every such request, and only asks the earlier ones to end.  What comes while one waits
    becomes one request with it: of each widget the last value, and every button that was pressed.
    """

    def hear_in_turn(session: AppSession, asked: ClientState | None) -> None:
        pace: _Pace = vars(session).setdefault("_pace", _Pace())
        if asked is not None and pace.held is not None:
            pace.held = _merged(pace.held, asked)
        elif asked is None or asked.fragment_id or not _is_busy(pace):
            hear(session, asked)
            _note(session, pace)
        else:
            pace.held = _merged(asked, asked)
            asyncio.get_running_loop().call_later(LOOK_SECONDS, look, session, pace)

    def look(session: AppSession, pace: _Pace) -> None:
        if _is_busy(pace):
            asyncio.get_running_loop().call_later(LOOK_SECONDS, look, session, pace)
        else:
            asked, pace.held = pace.held, None
            hear(session, asked)
            _note(session, pace)

    return hear_in_turn


def _merged(held: ClientState, asked: ClientState) -> ClientState:
    """One request for both, of which `held` is for the whole page; a fragment of another page is no longer there."""
    if asked.fragment_id and asked.page_script_hash != held.page_script_hash:
        return held
    merged = ClientState()
    merged.CopyFrom(held if asked.fragment_id else asked)
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
