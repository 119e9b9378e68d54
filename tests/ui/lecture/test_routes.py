"""The addresses of rooms, asked as a browser asks them, and as nobody should."""

import asyncio
import json

import pytest
from starlette.applications import Starlette

from tests.loops import finished
from ui.lecture import routes
from ui.lecture.rooms import Rooms
from ui.lecture.talk import MOST_BYTES

OPEN = {"talk": "which-epsilon", "state": {"scene": 0, "step": 0}, "address": "https://privacy.example/p/lecture"}
JSON = {"content-type": "application/json"}


@pytest.fixture(autouse=True)
def own_rooms(monkeypatch):
    monkeypatch.setattr(routes, "rooms", Rooms())


async def asked(method, path, body=b"", headers=None, until=None):
    """The status and the body of an answer; until(text): when to break it off."""
    app = Starlette(routes=routes.routes())
    path, _, query = path.partition("?")
    head = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": head}
    gone, said = asyncio.Event(), {"status": 0, "body": ""}
    sent = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive():
        if sent:
            return sent.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        said["status"] = message.get("status", said["status"])
        said["body"] += message.get("body", b"").decode()
        if until is not None and until(said["body"]):
            gone.set()

    await app(scope, receive, send)
    return said["status"], said["body"]


async def posted(path, said, **headers):
    status, body = await asked("POST", path, json.dumps(said).encode(), {**JSON, **headers})
    return status, json.loads(body or "null")


def test_a_room_is_opened_followed_steered_and_ended():
    async def talk():
        status, room = await posted("/rooms", OPEN)
        assert status == 200
        assert room["link"] == f"https://privacy.example/p/lecture?room={room['code']}"
        assert room["qr"].startswith("<svg")
        path, key = f"/rooms/{room['code']}", {"x-room-key": room["key"]}
        status, body = await asked("GET", path)
        looked = json.loads(body)
        assert status == 200
        assert len(looked["talk"]["scenes"]) == 6
        assert room["key"] not in body
        follower = asyncio.create_task(asked("GET", f"{path}/events", until=lambda text: "event: end" in text))
        while not routes.rooms.find(room["code"]).listeners:
            await asyncio.sleep(0.01)
        voter = next(iter(routes.rooms.find(room["code"]).listeners)).voter
        assert (await posted(f"{path}/votes", {"voter": voter, "scene": 0, "option": 2}))[0] == 204
        assert (await posted(f"{path}/state", {"scene": 3, "step": 1}))[0] == 403
        assert (await posted(f"{path}/end", {}))[0] == 403
        assert (await posted(f"{path}/state", {"scene": 3, "step": 1}, **key))[0] == 204
        await asyncio.sleep(0.05)
        assert (await posted(f"{path}/end", {}, **key))[0] == 204
        status, told = await asyncio.wait_for(follower, 10)
        assert (await asked("GET", path))[0] == 404
        return told

    told = finished(talk())
    assert next(line for line in told.splitlines() if line.startswith("event")) == "event: voter"
    assert '{"scene":3,"step":1,"black":false,"moved":{}}' in told
    assert told.split()[-4:] == ["event:", "end", "data:", "{}"]


def test_who_breaks_off_no_longer_follows():
    async def follow():
        _, room = await posted("/rooms", OPEN)
        await asked("GET", f"/rooms/{room['code']}/events", until=lambda text: "event: votes" in text)
        return len(routes.rooms.find(room["code"]).listeners)

    assert finished(follow()) == 0


def test_who_asks_for_the_head_alone_follows_nothing():
    async def look():
        _, room = await posted("/rooms", OPEN)
        status, _ = await asked("HEAD", f"/rooms/{room['code']}/events")
        return status, len(routes.rooms.find(room["code"]).listeners)

    assert finished(look()) == (200, 0)


@pytest.mark.parametrize(
    "said, status, sentence",
    [
        ({**OPEN, "talk": "../../etc/passwd"}, 400, "The talk must be one of"),
        ({**OPEN, "talk": ["a"]}, 400, "The talk must be one of"),
        ({**OPEN, "text": 5}, 400, "The talk must be one of"),
        ({**OPEN, "text": "title ="}, 400, "This is not a TOML file"),
        ({**OPEN, "text": "x" * MOST_BYTES * 2}, 413, "at most"),
        ({**OPEN, "address": "javascript:alert(1)"}, 400, "The address must be"),
        ({**OPEN, "address": "https://" + "x" * 600}, 400, "The address must be"),
        ({**OPEN, "address": None}, 400, "The address must be"),
        ({**OPEN, "text": ".".join(["a"] * 40_000) + "=1"}, 400, "No line of a talk"),
        ({**OPEN, "state": {"scene": 9, "step": 0}}, 400, "The scene must be"),
    ],
)
def test_what_is_wrong_is_refused_in_one_sentence(said, status, sentence):
    found, answer = finished(posted("/rooms", said))
    assert found == status
    assert sentence in answer["problem"]
    assert len(answer["problem"]) < 600


@pytest.mark.parametrize(
    "body, headers, status",
    [
        (b"{}", {"content-type": "text/plain"}, 415),  # what a foreign page may send
        (b"{}", {}, 415),
        (b"[1]", JSON, 400),
        (b"{", JSON, 400),
        (b"\xff", JSON, 400),
        (b"[" * 60_000, JSON, 400),
        (b"x" * 200_000, JSON, 413),
    ],
)
def test_what_is_no_json_is_refused(body, headers, status):
    assert finished(asked("POST", "/rooms", body, headers))[0] == status


def test_no_room_has_this_code():
    for path in ("/rooms/AAAAAAAA", "/rooms/AAAAAAAA/events", "/rooms/%2e%2e"):
        assert finished(asked("GET", path))[0] == 404
