"""Rooms: who steers, who votes, what is counted, and that everything is bounded."""

import pytest

from tests.loops import finished
from ui.lecture import rooms as module
from ui.lecture.rooms import RoomError, Rooms

TALK = {
    "scenes": [
        {"options": ["a", "b"], "state": {"means": (0.6, 0.5)}},
        {"options": ["a", "b", "c"], "state": {"means": (0.6, 0.5, 0.4)}},
    ]
}
START = {"scene": 0, "step": 0}


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(module.time, "monotonic", clock)
    return clock


@pytest.fixture
def rooms(clock):
    return Rooms()


@pytest.fixture
def room(rooms):
    return rooms.open(TALK, START)


def refused(status, act, *arguments):
    with pytest.raises(RoomError) as error:
        act(*arguments)
    assert error.value.status == status
    return str(error.value)


def test_a_code_is_found_however_it_is_typed_and_never_twice(rooms, room):
    assert rooms.find(f"{room.code[:4].lower()}-{room.code[4:].lower()}") is room
    codes = {rooms.open(TALK, START).code for _ in range(20)}
    assert len(codes) == 20
    assert len({rooms.open(TALK, START).key for _ in range(20)}) == 20
    assert all(len(code) == 8 for code in codes)


def test_only_the_key_steers(room):
    refused(403, room.steer, "", {"scene": 1, "step": 0})
    refused(403, room.steer, room.key[:-1], {"scene": 1, "step": 0})
    assert room.state["scene"] == 0
    room.steer(room.key, {"scene": 1, "step": 1, "moved": {"epsilon": 0.5}})
    assert room.state == {"scene": 1, "step": 1, "black": False, "moved": {"epsilon": 0.5}}


@pytest.mark.parametrize(
    "said",
    [
        *(None, [], {}),
        *(
            {"scene": scene, "step": step}
            for scene, step in ((2, 0), (-1, 0), (0, 2), (True, 0), ("0", 0), (0, 0.0), (0, None))
        ),
    ],
)
def test_no_place_of_the_talk_is_refused(room, said):
    refused(400, room.steer, room.key, said)
    assert room.state["scene"] == 0


def test_what_is_dragged_is_numbers_in_their_ranges(room):
    moved = {"epsilon": 1e9, "participants": "many", "time": 0.5, "means": [0.5, 2], "evil": "<script>", "gap": True}
    room.steer(room.key, {"scene": 0, "step": 1, "moved": moved})
    assert room.state["moved"] == {"time": 0.5}
    room.steer(room.key, {"scene": 0, "step": 1, "moved": {"means": [0.5, 0.4], "epsilon": float("nan")}})
    assert room.state["moved"] == {"means": [0.5, 0.4]}
    room.steer(room.key, {"scene": 0, "step": 1, "moved": {"means": [0.5] * 100}})
    assert room.state["moved"] == {}


def revealed(room):
    """The votes on the first scene, which is then asked again."""
    room.steer(room.key, {"scene": 0, "step": 1})
    counts = room.counts()["counts"]
    room.steer(room.key, START)
    return counts


def test_votes_are_counted_once_each_without_names(room):
    first, second = room.follow(None), room.follow(None)
    for voter, option in ((first, 0), (second, 1), (first, 1)):
        room.vote({"voter": voter.voter, "scene": 0, "option": option})
    assert room.counts() == {"scene": 0, "made": 2, "counts": None, "followers": 2}  # hidden until the reveal
    assert revealed(room) == [0, 2]
    room.leave(first)
    room.follow(None, presents=True)  # the notes window
    assert room.counts()["followers"] == 1
    again = room.follow(first.voter)  # after a lost connection
    assert again.voter == first.voter
    room.vote({"voter": again.voter, "scene": 0, "option": 0})
    assert revealed(room) == [1, 1]


def test_votes_that_do_not_count(room):
    voter = room.follow(None).voter
    refused(403, room.vote, {"voter": "somebody", "scene": 0, "option": 0})
    refused(403, room.vote, {"scene": 0, "option": 0})
    for nobody in ([], {}, None, 5):
        refused(403, room.vote, {"voter": nobody, "scene": 0, "option": 0})
    refused(409, room.vote, {"voter": voter, "scene": 1, "option": 0})
    for option in (2, -1, True, "0", None, 0.0):
        refused(400, room.vote, {"voter": voter, "scene": 0, "option": option})
    room.steer(room.key, {"scene": 0, "step": 1})
    refused(409, room.vote, {"voter": voter, "scene": 0, "option": 0})
    assert room.counts()["counts"] == [0, 0]


def test_rooms_followers_and_guesses_are_bounded(rooms, room, clock):
    for _ in range(module.MOST_ROOMS - 1):
        rooms.open(TALK, START)
    assert "as many as it allows" in refused(503, rooms.open, TALK, START)
    for _ in range(module.MOST_FOLLOWERS):
        room.follow(None)
    assert "full" in refused(503, room.follow, None)
    for _ in range(module.MOST_MISSES):
        refused(404, rooms.find, "AAAAAAAA")
    assert "wait a moment" in refused(429, rooms.find, "AAAAAAAA")
    assert rooms.find(room.code) is room  # wrong codes lock nobody out
    clock.now += 1
    refused(404, rooms.find, "AAAAAAAA")


def test_who_comes_and_goes_is_bounded_too(room, monkeypatch):
    monkeypatch.setattr(module, "MOST_VOTERS", 3)
    for _ in range(10):
        room.leave(room.follow(None))  # who does not vote leaves nothing behind
    for _ in range(3):
        listener = room.follow(None)
        room.vote({"voter": listener.voter, "scene": 0, "option": 0})
        room.leave(listener)
    refused(503, room.vote, {"voter": room.follow(None).voter, "scene": 0, "option": 0})
    assert revealed(room) == [3, 0]


def test_a_forsaken_room_ends_and_one_that_is_used_does_not(rooms, room, clock):
    other = rooms.open(TALK, START)
    listener = room.follow(None)
    clock.now += 0.9 * module.FORSAKEN_SECONDS
    other.steer(other.key, START)
    clock.now += 0.2 * module.FORSAKEN_SECONDS
    refused(404, rooms.find, room.code)
    assert room.is_over
    assert "state" in listener.news
    assert rooms.find(other.code) is other
    clock.now = other.opened + module.LONGEST_SECONDS + 1
    other.heard = clock.now
    refused(404, rooms.find, other.code)


def test_a_slow_follower_is_told_the_latest_only(room):
    async def told():
        listener = room.follow(None)
        listener.news.clear()
        for step in (1, 0, 1):
            room.steer(room.key, {"scene": 1, "step": step})
        await listener.rings.wait()
        return listener.news, room.state["step"]

    assert finished(told()) == ({"state", "votes"}, 1)
