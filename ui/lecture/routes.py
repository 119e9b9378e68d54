"""Addresses of rooms on the app's own server: a talk's steps are pushed to who follows, and no page is drawn again.

POST rooms: open one.  GET rooms/CODE: the talk and where it is.  GET rooms/CODE/events: news as server-sent events.
POST rooms/CODE/state (the presenter), rooms/CODE/votes (followers), rooms/CODE/end (the presenter).
Whoever asks for a change sends JSON, which browsers let no foreign page do.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from sse_starlette import EventSourceResponse, JSONServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ui.lecture.prepared import SHIPPED, prepared, shipped
from ui.lecture.rooms import Room, RoomError, Rooms
from ui.lecture.talk import MOST_BYTES
from ui.look.qr import qr_svg
from ui.shell.server import for_network
from ui.state.draft import sentence

MOST_STATE_BYTES = 4_000
KEY_HEADER = "x-room-key"
LONGEST_ADDRESS = 500
SWEEP_SECONDS = 60.0  # between two looks for forsaken rooms while nothing else happens
VOTES_SECONDS = 0.2  # between two counts that one follower is sent
BREATH_SECONDS = 15  # between two words that say nothing and keep a connection open
PATIENCE_SECONDS = 20.0  # with a follower that reads nothing; then it is let go
_HEADERS = {"Cache-Control": "no-store"}

rooms = Rooms()


def routes(start: str = "/") -> list[Route]:
    """The routes, below the server's address."""
    room = start + "rooms/{code}"
    return [
        Route(start + "rooms", _guarded(_open), methods=["POST"]),
        Route(room, _guarded(_look)),
        Route(room + "/events", _guarded(_events)),
        Route(room + "/state", _guarded(_steer), methods=["POST"]),
        Route(room + "/votes", _guarded(_vote), methods=["POST"]),
        Route(room + "/end", _guarded(_end), methods=["POST"]),
    ]


Answer = Callable[[Request], Awaitable[Response]]


def _guarded(answer: Answer) -> Answer:
    """The answer; a refusal says why in one sentence."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except RoomError as error:
            return JSONResponse({"problem": str(error)}, error.status, headers=_HEADERS)

    return answered


async def _open(request: Request) -> Response:
    said = await _json(request, MOST_BYTES + MOST_STATE_BYTES)
    name, text, address = said.get("talk"), said.get("text"), said.get("address")
    if text is None and isinstance(name, str) and name in SHIPPED:
        text = shipped(name)
    if not isinstance(text, str):
        raise RoomError(400, f"The talk must be one of {', '.join(SHIPPED)}, or the text of your own talk.")
    if (
        not isinstance(address, str)
        or len(address) > LONGEST_ADDRESS
        or not address.startswith(("http://", "https://"))
    ):
        raise RoomError(400, "The address must be the page's.")
    try:
        talk = await run_in_threadpool(prepared, text)
    except ValueError as error:
        raise RoomError(400, f"{sentence(error)}.") from None
    room = rooms.open(talk, said.get("state"))
    code = f"{room.code[:4]}-{room.code[4:]}"
    link = for_network(f"{address}?room={code}")
    return JSONResponse({"code": code, "key": room.key, "link": link, "qr": qr_svg(link)}, headers=_HEADERS)


async def _look(request: Request) -> Response:
    room = _room(request)
    return JSONResponse({"talk": room.talk, "state": room.state}, headers=_HEADERS)


async def _steer(request: Request) -> Response:
    _room(request).steer(_key(request), await _json(request, MOST_STATE_BYTES))
    return Response(status_code=204)


async def _vote(request: Request) -> Response:
    _room(request).vote(await _json(request, MOST_STATE_BYTES))
    return Response(status_code=204)


async def _end(request: Request) -> Response:
    room = _room(request)
    room.check(_key(request))
    rooms.close(room)
    return Response(status_code=204)


async def _events(request: Request) -> Response:
    room = _room(request)
    room.check_place()
    if request.method == "HEAD":
        return Response(headers=_HEADERS)
    asked = request.query_params
    told = _told(room, asked.get("voter"), asked.get("presents") == "true")
    return EventSourceResponse(told, headers=_HEADERS, ping=BREATH_SECONDS, send_timeout=PATIENCE_SECONDS)


async def _told(room: Room, voter: str | None, presents: bool) -> AsyncIterator[JSONServerSentEvent]:
    """What one follower is told, as long as both are there."""
    listener = room.follow(voter, presents)  # not before: of who is gone by then nothing would let go
    try:
        yield JSONServerSentEvent(listener.voter, event="voter")
        while not room.is_over:
            news, listener.news = listener.news, set()
            listener.rings.clear()
            if "state" in news:
                yield JSONServerSentEvent(room.state, event="state")
            if "votes" in news:
                yield JSONServerSentEvent(room.counts(), event="votes")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(listener.rings.wait(), SWEEP_SECONDS)
            rooms.sweep()
            if listener.news == {"votes"}:
                await asyncio.sleep(VOTES_SECONDS)
        yield JSONServerSentEvent({}, event="end")
    finally:
        room.leave(listener)


def _room(request: Request) -> Room:
    return rooms.find(request.path_params["code"])


def _key(request: Request) -> str:
    return request.headers.get(KEY_HEADER, "")


async def _json(request: Request, most_bytes: int) -> dict[str, Any]:
    """What was sent.  Raises: RoomError if it is too long, or not an object in JSON."""
    if request.headers.get("content-type") != "application/json":
        raise RoomError(415, "The request must be JSON.")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most_bytes:
            raise RoomError(413, f"The request must be at most {most_bytes // 1000} KB.")
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        raise RoomError(400, "The request must be JSON.") from None
    if not isinstance(said, dict):
        raise RoomError(400, "The request must be an object.")
    return said
