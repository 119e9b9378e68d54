"""The store of a visit: nothing is made twice, bytes are counted, and of too many the oldest are forgotten."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from weakref import WeakSet

import numpy as np
import pandas as pd
import pytest

from ui.state import visit
from ui.state.visit import Store, size_of


def megabytes(count):
    return np.zeros(count * 2**20, np.uint8)


@pytest.fixture(autouse=True)
def small_bounds_and_no_visits_of_other_tests(monkeypatch):
    monkeypatch.setattr(visit, "_stores", WeakSet())
    monkeypatch.setattr(visit, "MOST_BYTES", 10 * 2**20)
    monkeypatch.setattr(visit, "MOST_BYTES_OF_ALL", 25 * 2**20)


def test_the_value_not_used_for_longest_is_forgotten():
    store = Store()
    for name in "abc":
        store.put(name, megabytes(3))
    assert store.get("a").nbytes == 3 * 2**20
    store.put("d", megabytes(3))
    assert set(store._entries) == {"a", "c", "d"}
    assert store.get("b") is None


def test_the_value_used_last_stays_however_large():
    store = Store()
    store.put("a", megabytes(1))
    store.put("large", megabytes(30))
    assert list(store._entries) == ["large"]


def test_a_value_that_grew_is_counted_anew_after_a_while(monkeypatch):
    store, study = Store(), {"runs": megabytes(1)}
    store.put("study", study)
    store.put("other", megabytes(1))
    study["runs"] = megabytes(12)
    assert store.get("study") is study
    assert list(store._entries) == ["study", "other"]
    monkeypatch.setattr(visit, "COUNTED_SECONDS", 0.0)
    assert store.get("study") is study
    assert list(store._entries) == ["study"]


def test_all_visits_together_are_bounded_and_each_keeps_what_it_looks_at():
    stores = [Store() for _ in range(3)]
    for store in stores:
        store.put("old", megabytes(4))
        store.put("now", megabytes(5))
    assert [list(store._entries) for store in stores] == [["now"], ["old", "now"], ["old", "now"]]
    more = [Store() for _ in range(6)]
    for store in more:
        store.put("now", megabytes(5))
    assert all(list(store._entries) == ["now"] for store in stores + more)


def test_a_visit_that_ended_frees_its_share():
    ended = Store()
    ended.put("now", megabytes(9))
    del ended
    stores = [Store() for _ in range(2)]
    for store in stores:
        store.put("old", megabytes(4))
        store.put("now", megabytes(5))
    assert all(len(store._entries) == 2 for store in stores)


def test_sessions_of_one_browser_are_one_visit_and_browsers_without_cookies_share_nothing(monkeypatch):
    sessions, made = [], []

    def begin_session(browser):
        sessions.append({})
        monkeypatch.setattr(visit, "st", SimpleNamespace(session_state=sessions[-1]))
        monkeypatch.setattr(visit, "_browser", lambda: browser)

    for browser, known in (("a", None), ("a", "answer"), ("b", None), ("", None), ("", None)):
        begin_session(browser)
        assert visit.known("kind", "question") == known
        for _ in range(2):
            assert visit.remembered("kind", "question", lambda key: made.append(key) or "answer") == "answer"
        assert visit.known("kind", "question") == "answer"
        assert visit.known("other", "question") is visit.known("kind", "another") is None
    assert made == ["question"] * 4
    for session in sessions:
        session.clear()
    begin_session("a")
    assert visit.known("kind", "question") is None


@dataclass
class Study:
    results: dict = field(default_factory=dict)


@pytest.mark.parametrize(
    "value, low, high",
    [
        (megabytes(2), 2.0, 2.01),
        ({"a": megabytes(1), "b": [megabytes(1)]}, 2.0, 2.01),
        (Study({1: (megabytes(1), megabytes(2))}), 3.0, 3.01),
        (pd.DataFrame({"a": np.zeros(2**17)}), 1.0, 1.01),
        ("x" * 2**20, 1.0, 1.01),
        (tuple(float(i) for i in range(2**15)), 1.0, 1.1),
    ],
    ids=["array", "nested", "dataclass", "table", "text", "numbers"],
)
def test_bytes_are_counted(value, low, high):
    assert low <= size_of(value) / 2**20 <= high


def test_shared_and_circular_values_are_counted_once():
    array, circle = megabytes(1), []
    circle += [circle, array, array]
    assert 1.0 <= size_of(circle) / 2**20 < 1.01


@pytest.mark.parametrize(
    "cookies, token",
    [({}, ""), ({visit.COOKIE: "abc-_1"}, "abc-_1"), ({visit.COOKIE: "x" * 65}, ""), ({"other": "y"}, "")],
)
def test_a_browser_is_known_by_the_token_in_its_cookie(monkeypatch, cookies, token):
    monkeypatch.setattr(visit.st, "context", SimpleNamespace(cookies=cookies))
    assert visit._browser() == token
