"""One open page without a browser: it speaks Streamlit's protocol, asks again by itself, and draws nothing."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

PATIENCE_SECONDS = 120.0
MOST_ERRORS = 1000  # of one page that are told

_HOLDS = {"text_input": "string_value", "number_input": "double_value"}
_ENDS = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


class NoAnswerError(Exception):
    """The page was not drawn: the server was silent for PATIENCE_SECONDS, or the connection closed."""


@dataclass
class Element:
    """A widget on the page: its id and kind, the fragment that it stands in, and its place among what is drawn."""

    id: str
    kind: str
    fragment: str
    place: tuple[int, ...]

    def state(self, **value: Any) -> WidgetState:
        """What a browser says of it.  Raises: ValueError for a value that it cannot hold and Streamlit would ignore."""
        state = WidgetState(id=self.id, **value)
        if self.kind in _HOLDS and not state.HasField(_HOLDS[self.kind]):
            raise ValueError(f"a {self.kind} holds a {_HOLDS[self.kind]}")
        return state


@dataclass
class Tab:
    """An open page.

    widgets: those with a key, and containers, by it, as the page last drew them.
    errors: what the page showed instead of an answer.  polls, received: how often it asked by itself, and the bytes
    that have come.  reports: how many of its components it sent.
    """

    connection: ClientConnection
    url: str
    page: str = ""
    query: str = ""
    widgets: dict[str, Element] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    polls: int = 0
    received: int = 0
    reports: int = 0
    _drawn: dict[str, Element] = field(default_factory=dict)  # by the run of the whole page that is under way
    _hashes: dict[str, str] = field(default_factory=dict)
    _hash: str = ""
    _said: dict[str, WidgetState] = field(default_factory=dict)
    _polling: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _answer: "_Answer | None" = None
    _reading: asyncio.Task[None] | None = None

    async def load(self) -> float:
        """Ask for the page as a browser does that has just loaded it; the seconds until it was drawn."""
        self._reading = asyncio.create_task(self._read())
        return await self._ask(self.request(""))

    async def switch(self, page: str) -> float:
        """Choose another page in the menu; the seconds until it was drawn."""
        self._stop_polling()
        self.page, self._hash = page, self._hashes[page]
        self._said.clear()
        return await self._ask(self.request(""))

    async def change(self, key: str, **value: Any) -> float:
        """Give the widget of this key a value: string_value="0.1"; the seconds until the whole page was drawn."""
        widget = self.widgets[key]
        state = widget.state(**value)
        request = self.request(widget.fragment)
        request.rerun_script.widget_states.widgets.append(state)
        if not state.trigger_value:
            self._said[widget.id] = state
        return await self._ask(request)

    async def shout(self, widget: Element, **value: Any) -> None:
        """The same without waiting for anything."""
        request = self.request(widget.fragment)
        request.rerun_script.widget_states.widgets.append(widget.state(**value))
        await self.connection.send(request.SerializeToString())

    async def close(self) -> None:
        """Leave."""
        self._stop_polling()
        await self.connection.close()
        if self._reading is not None:
            await self._reading

    def request(self, fragment: str) -> BackMsg:
        """What a browser sends that draws this fragment, or with "" the page, anew."""
        request = BackMsg()
        state = request.rerun_script
        state.page_name = "" if self._hash else self.page
        state.page_script_hash, state.query_string, state.fragment_id = self._hash, self.query, fragment
        state.context_info.timezone, state.context_info.url = "UTC", f"{self.url}/{self.page}"
        state.widget_states.widgets.extend(self._said.values())
        return request

    async def _ask(self, request: BackMsg) -> float:
        """Send a request; the seconds until a run of the whole page that began after it has ended."""
        self._answer = answer = _Answer()
        start = time.monotonic()
        try:
            await self.connection.send(request.SerializeToString())
            await asyncio.wait_for(answer.drawn.wait(), PATIENCE_SECONDS)
        except (TimeoutError, ConnectionClosed) as error:
            raise NoAnswerError(f"no answer after {time.monotonic() - start:.0f} s") from error
        finally:
            self._answer = None
        if answer.is_lost:
            raise NoAnswerError("the connection was closed")
        return time.monotonic() - start

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for data in self.connection:
                assert isinstance(data, bytes)
                self.received += len(data)
                self._take(ForwardMsg.FromString(data))
        if self._answer is not None:
            self._answer.lose()

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        is_whole = not message.metadata.run.fragment_ids
        if kind == "new_session":
            if is_whole:
                self._stop_polling()
                self._drawn = {}
                if self._answer is not None:
                    self._answer.run = message.metadata.run.script_run_id
        elif kind == "navigation":
            self._hashes = {
                "" if page.is_default else page.url_pathname: page.page_script_hash
                for page in message.navigation.app_pages
            }
            self._hash = self._hashes.get(self.page, self._hash)
        elif kind == "delta":
            self._draw(message.delta, tuple(message.metadata.delta_path))
        elif kind == "auto_rerun":
            self._poll(message.auto_rerun.fragment_id, message.auto_rerun.interval)
        elif kind == "session_event" and message.session_event.HasField("script_compilation_exception"):
            self._note("the script does not compile")
        elif kind == "script_finished" and is_whole and message.script_finished in _ENDS:
            self._end_of(message.metadata.run.script_run_id)

    def _end_of(self, run: str) -> None:
        self.widgets = self._drawn
        if self._answer is not None and self._answer.run == run:
            self._answer.drawn.set()

    def _draw(self, delta: Delta, place: tuple[int, ...]) -> None:
        if delta.WhichOneof("type") == "add_block":
            self._keep(delta.add_block.id, "block", delta.fragment_id, place)
        if delta.WhichOneof("type") != "new_element":
            return
        element = delta.new_element
        kind = element.WhichOneof("type") or ""
        if kind == "exception":
            self._note(f"exception {element.exception.type}{element.exception.message}")
        elif kind == "alert" and element.alert.format == Alert.ERROR:
            self._note(element.alert.body)
        self._keep(getattr(getattr(element, kind, None), "id", ""), kind, delta.fragment_id, place)

    def _keep(self, identity: str, kind: str, fragment: str, place: tuple[int, ...]) -> None:
        if identity.startswith("$$ID-"):
            key = identity.split("-", 2)[2]
            self._drawn[key] = self.widgets[key] = Element(identity, kind, fragment, place)

    def _note(self, error: str) -> None:
        if len(self.errors) < MOST_ERRORS:
            self.errors.append(f"{self.page or 'explore'}: {error}")

    def _poll(self, fragment: str, seconds: float) -> None:
        async def ask_again() -> None:
            request = self.request(fragment)
            request.rerun_script.is_auto_rerun = True
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await asyncio.sleep(seconds)
                    self.polls += 1
                    await self.connection.send(request.SerializeToString())

        if (earlier := self._polling.pop(fragment, None)) is not None:
            earlier.cancel()
        self._polling[fragment] = asyncio.create_task(ask_again())

    def _stop_polling(self) -> None:
        for task in self._polling.values():
            task.cancel()
        self._polling.clear()


@dataclass
class _Answer:
    """What is waited for: a run of the whole page."""

    run: str | None = None
    is_lost: bool = False
    drawn: asyncio.Event = field(default_factory=asyncio.Event)

    def lose(self) -> None:
        self.is_lost = True
        self.drawn.set()


async def connected(url: str, page: str = "", query: str = "") -> Tab:
    """A connection to the dashboard at `url`, of a visitor of his own; nothing is asked yet."""
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    # Without pings of its own: a server that answers late is what is measured, not a lost connection.
    connection = await connect(
        address, origin=Origin(url), subprotocols=[Subprotocol("streamlit")], max_size=None, ping_interval=None
    )
    return Tab(connection, url, page, query)


async def opened(
    url: str, page: str = "", query: str = "", timed: Callable[[float], object] = lambda seconds: None
) -> Tab:
    """A tab with the page drawn; `timed` gets the seconds that it took, from before the connection."""
    start = time.monotonic()
    tab = await connected(url, page, query)
    await tab.load()
    timed(time.monotonic() - start)
    return tab
