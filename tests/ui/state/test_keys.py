"""The ranges that pages share stand in one place, and what visitors share is kept for those who asked last."""

import re
from pathlib import Path

import pytest

from ui.state import keys
from ui.state.shared import Shared

UI = Path(keys.__file__).parents[1]
AGAIN = re.compile(r"[\[(](?:1e-0?3|0?\.001), ?(?:1e\+?0?2|100(?:\.0)?)[,\])]|geomspace\(1e-3, 1e2|\.001 to 100")


def test_the_range_of_epsilon_stands_in_keys_alone():
    assert keys.EPSILON_RANGE == (1e-3, 1e2)  # which AGAIN looks for
    files = [path for ending in ("py", "js", "json") for path in UI.rglob(f"*.{ending}")]
    assert {path for path in files if AGAIN.search(path.read_text(encoding="utf-8"))} == {Path(keys.__file__)}


@pytest.mark.parametrize(
    "text", ["{'epsilon': (1e-3, 1e2)}", "const RANGE = [0.001, 100]", "np.geomspace(1e-3, 1e2, 9)"]
)
def test_a_second_range_of_epsilon_is_found(text):
    assert AGAIN.search(text)


@pytest.mark.parametrize("again", [lambda store: store.recall("one"), lambda store: store.keep("one", 11)])
def test_what_was_asked_for_last_is_kept(again):
    store = Shared(2)
    store.keep("one", 1)
    store.keep("two", 2)
    again(store)
    store.keep("three", 3)
    assert list(store) == ["one", "three"]
    assert store.recall("two") is None
    assert store.recall("three") == 3
