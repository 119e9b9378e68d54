"""Rooms in which a class follows a talk: who steers, where the talk is, and votes without names.

Everything is in this process's memory, bounded, and touched only by the server's event loop, so nothing needs a lock.
A follower who reads slowly gets the latest state, not every state before it: nothing queues.
"""

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ui.lecture.talk import RANGES

MOST_ROOMS = 50
MOST_FOLLOWERS = 500  # of one room
MOST_VOTERS = 2000  # of one room: someone who comes back with another browser counts again
MOST_MISSES = 20  # wrong codes in a second that are answered; more are asked to wait
FORSAKEN_SECONDS = 900.0  # without a word from its presenter
LONGEST_SECONDS = 6 * 3600.0
_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none of which looks like another
_CODE_LETTERS = 8  # 31 ** 8 codes: 1,000 guesses a second hit one of 50 rooms once in half a year


class RoomError(Exception):
    """The reason for a refusal, in one sentence, with the status of the answer."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(eq=False)
class Listener:
    """One open page that follows.  presents: a window of whoever steers.  news: what it has not been told yet."""

    voter: str
    presents: bool = False
    news: set[str] = field(default_factory=lambda: {"state", "votes"})
    rings: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False)
class Room:
    """One talk under way.  key: of whoever steers.  votes: of each scene, by voter.  voters: those who have voted."""

    code: str
    key: str
    talk: Mapping[str, Any]
    opened: float
    heard: float
    state: dict[str, Any] = field(default_factory=dict)
    votes: dict[int, dict[str, int]] = field(default_factory=dict)
    voters: set[str] = field(default_factory=set)
    listeners: set[Listener] = field(default_factory=set)
    is_over: bool = False

    def tell(self, what: str) -> None:
        """Tell all who follow that there is something new."""
        for listener in self.listeners:
            listener.news.add(what)
            listener.rings.set()

    def counts(self) -> dict[str, Any]:
        """How many follow and have voted on the scene on show; after its reveal, also the votes by option."""
        scene = self.state["scene"]
        found = Counter(self.votes.get(scene, {}).values())
        options = range(len(self.talk["scenes"][scene]["options"]))
        followers = sum(not listener.presents for listener in self.listeners)
        counts = [found[option] for option in options] if self.state["step"] else None
        return {"scene": scene, "made": found.total(), "counts": counts, "followers": followers}

    def steer(self, key: str, said: Any) -> None:
        """Go where the presenter is.  Raises: RoomError if somebody else asks, or if the talk has no such place."""
        self.check(key)
        self.state = state_of(said, self.talk)
        self.tell("state")
        self.tell("votes")

    def check(self, key: str) -> None:
        """Raises: RoomError unless this is the presenter."""
        if not secrets.compare_digest(key.encode(), self.key.encode()):
            raise RoomError(403, "Only the presenter can control this room.")
        self.heard = time.monotonic()

    def check_place(self) -> None:
        """Raises: RoomError if no more can follow."""
        if len(self.listeners) >= MOST_FOLLOWERS:
            raise RoomError(503, f"This room is full: {MOST_FOLLOWERS} people are following it already.")

    def follow(self, voter: str | None, presents: bool = False) -> Listener:
        """Join.  voter: the follower's name from before its connection was lost, under which it has voted."""
        self.check_place()
        listener = Listener(voter if voter in self.voters else secrets.token_urlsafe(12), presents)
        self.listeners.add(listener)
        self.tell("votes")
        return listener

    def leave(self, listener: Listener) -> None:
        """No longer follow."""
        self.listeners.discard(listener)
        self.tell("votes")

    def vote(self, said: Any) -> None:
        """Count a vote on the scene on show, in place of the same voter's earlier one.  Raises: RoomError."""
        voter = said.get("voter") if isinstance(said, Mapping) else None
        if not isinstance(voter, str) or voter not in {listener.voter for listener in self.listeners}:
            raise RoomError(403, "Only those who follow this room can vote.")
        scene, option = said.get("scene"), said.get("option")
        if scene != self.state["scene"] or self.state["step"] != 0:
            raise RoomError(409, "The vote on this question is closed.")
        options = len(self.talk["scenes"][self.state["scene"]]["options"])
        if type(option) is not int or not 0 <= option < options:
            raise RoomError(400, f"The option must be a whole number from 0 to {options - 1}.")
        if voter not in self.voters and len(self.voters) >= MOST_VOTERS:
            raise RoomError(503, "Too many people have voted in this room.")
        self.voters.add(voter)
        self.votes.setdefault(self.state["scene"], {})[voter] = option
        self.tell("votes")


class Rooms:
    """All rooms of this process."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._misses = self._second = 0

    def open(self, talk: Mapping[str, Any], state: Any) -> Room:
        """A new room for this talk.  Raises: RoomError if there are too many."""
        self.sweep()
        if len(self._rooms) >= MOST_ROOMS:
            raise RoomError(503, f"{MOST_ROOMS} rooms are open on this server, which is as many as it allows.")
        code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LETTERS))
        now = time.monotonic()
        room = Room(code, secrets.token_urlsafe(24), talk, now, now, state_of(state, talk))
        self._rooms[code] = room
        return room

    def find(self, code: str) -> Room:
        """The room of this code, however it is typed.  Raises: RoomError if there is none."""
        self.sweep()
        if room := self._rooms.get(code.upper().replace("-", "")):
            return room
        if (second := int(time.monotonic())) != self._second:
            self._second, self._misses = second, 0
        self._misses += 1
        if self._misses > MOST_MISSES:
            raise RoomError(429, "Too many codes are being tried; wait a moment.")
        raise RoomError(404, "No room has this code. The session may have ended, or the code may have been mistyped.")

    def close(self, room: Room) -> None:
        """End it, and send all away."""
        self._rooms.pop(room.code, None)
        room.is_over = True
        room.tell("state")

    def sweep(self) -> None:
        """End the rooms whose presenters are gone, and those that are too old."""
        now = time.monotonic()
        for room in list(self._rooms.values()):
            if now - room.heard > FORSAKEN_SECONDS or now - room.opened > LONGEST_SECONDS:
                self.close(room)


def state_of(said: Any, talk: Mapping[str, Any]) -> dict[str, Any]:
    """Where the presenter is: scene, step (0 before the reveal, 1 after it), whether the screen is black, and what has
    been dragged.  Raises: RoomError if the talk has no such place."""
    if not isinstance(said, Mapping):
        raise RoomError(400, "A place in the talk must be an object.")
    scene, step = said.get("scene"), said.get("step")
    if type(scene) is not int or not 0 <= scene < len(talk["scenes"]):
        raise RoomError(400, f"The scene must be a whole number from 0 to {len(talk['scenes']) - 1}.")
    if step not in (0, 1) or type(step) is not int:
        raise RoomError(400, "The step must be 0 or 1.")
    return {
        "scene": scene,
        "step": step,
        "black": said.get("black") is True,
        "moved": _moved(said.get("moved"), talk["scenes"][scene]),
    }


def _moved(said: Any, scene: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of the scene's state that have been dragged, as numbers in the range of their control."""
    moved: dict[str, Any] = {}
    if not isinstance(said, Mapping):
        return moved
    for name, (low, high) in RANGES.items():
        value = said.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            moved[name] = value
    means = said.get("means")
    if isinstance(means, list) and len(means) == len(scene["state"]["means"]) and all(map(_is_mean, means)):
        moved["means"] = means
    return moved


def _is_mean(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1
