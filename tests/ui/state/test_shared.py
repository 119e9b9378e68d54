"""What all visitors share is kept for those who asked last."""

import pytest

from ui.state.shared import Shared


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
