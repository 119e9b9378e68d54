"""Scripts draw one after another, in turns of visitors; none waits for one that takes long, or rests."""

import threading

import pytest

from tests.ui.jobs.test_job import SECONDS, wait_until
from ui.jobs import script_turns
from ui.jobs.script_turns import ScriptTurns


class Scripts:
    """Scripts that draw until they are let go, and note who began."""

    def __init__(self):
        self.turns, self.began, self.threads, self.go = ScriptTurns(), [], [], {}

    def start(self, name, visitor=None, does=lambda: None):
        self.go[name] = threading.Event()
        lines = self._lined_up()

        def draw():
            with self.turns.turn(visitor or name):
                self.began.append(name)
                does()
                assert self.go[name].wait(SECONDS)

        self.threads.append(threading.Thread(target=draw, daemon=True))
        self.threads[-1].start()
        wait_until(lambda: self._lined_up() > lines or name in self.began)

    def finish(self, *names):
        for name in names:
            wait_until(lambda name=name: name in self.began)
            self.go[name].set()

    def _lined_up(self):
        with self.turns._lock:
            return sum(map(len, self.turns._line.values()))


@pytest.fixture
def made(monkeypatch):
    """Scripts whose slices last longer than a test waits."""
    monkeypatch.setattr(script_turns, "SLICE_SECONDS", 2 * SECONDS)
    made = Scripts()
    yield made
    for go in made.go.values():
        go.set()
    for thread in made.threads:
        thread.join(SECONDS)
    assert not made.turns._line
    assert not made.turns._at_work


def test_a_visitor_who_asks_without_end_has_one_turn_in_each_round(made):
    made.start("m1", "m")
    for number in range(2, 5):
        made.start(f"m{number}", "m")
    made.start("a")
    made.start("b")
    assert made.began == ["m1"]
    made.finish("m1", "m2", "a", "b", "m3", "m4")
    wait_until(lambda: made.began == ["m1", "m2", "a", "b", "m3", "m4"])


def test_others_draw_while_a_script_rests_and_then_it_lines_up_again(made):
    has_rested = threading.Event()

    def rests():
        with made.turns.resting():
            assert has_rested.wait(SECONDS)
        made.began.append("r")

    made.start("r", does=rests)
    made.start("a")
    wait_until(lambda: made.began == ["r", "a"])
    has_rested.set()
    wait_until(lambda: made._lined_up() == 1)
    made.start("b")
    assert made.began == ["r", "a"]
    made.finish("a", "r", "b")
    wait_until(lambda: made.began == ["r", "a", "r", "b"])


def test_one_that_takes_longer_than_a_slice_holds_nobody_up(made, monkeypatch):
    monkeypatch.setattr(script_turns, "SLICE_SECONDS", 0.01)
    made.start("long")
    made.start("a")
    wait_until(lambda: made.began == ["long", "a"])


def test_an_error_gives_the_turn_back_and_who_has_none_rests_without():
    turns = ScriptTurns()
    with turns.resting():
        pass
    with pytest.raises(ZeroDivisionError), turns.turn("a"):
        raise ZeroDivisionError
    with turns.turn("b"), pytest.raises(ZeroDivisionError), turns.resting():
        raise ZeroDivisionError
    assert not turns._at_work


def test_one_that_begins_anew_in_its_turn_lets_those_who_wait_draw_first(made):
    made.turns.draw_next()  # outside of a turn, as in a test without a server
    is_asked_again = threading.Event()

    def begins_anew():
        made.turns.draw_next()
        assert is_asked_again.wait(SECONDS)
        made.turns.draw_next()
        made.began.append("a")

    made.start("a", does=begins_anew)
    made.start("b")
    assert made.began == ["a"]
    is_asked_again.set()
    made.finish("b")
    wait_until(lambda: made.began == ["a", "b", "a"])


def test_beside_one_that_computes_the_next_begins_at_once_and_those_behind_it_wait(made):
    computes = threading.Semaphore(0)

    def computes_twice():
        for _ in range(2):
            assert computes.acquire(timeout=SECONDS)
            made.turns.let_next_begin()

    made.start("a", does=computes_twice)
    made.start("b")
    made.start("c")
    assert made.began == ["a"]
    computes.release()
    wait_until(lambda: made.began == ["a", "b"])
    computes.release()
    made.finish("a")
    made.threads[0].join(SECONDS)
    assert made.began == ["a", "b"]
