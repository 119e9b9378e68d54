"""A Chromium starts also where nobody but Playwright knows of one."""

import sys
from contextlib import contextmanager
from types import SimpleNamespace

from tools import chromium


def test_playwrights_own_chromium_is_found_and_started(monkeypatch):
    """Playwright's synchronous interface cannot be opened twice in a thread."""
    is_open, done = [], []

    def launch(executable_path, **_):
        done.append(executable_path)
        return SimpleNamespace(close=lambda: done.append(("closed", len(is_open))))

    @contextmanager
    def playwright():
        assert not is_open, "Playwright is open already"
        is_open.append(True)
        yield SimpleNamespace(chromium=SimpleNamespace(executable_path=sys.executable, launch=launch))
        is_open.clear()

    monkeypatch.delenv("CHROMIUM", raising=False)
    for name, nothing in (("NAMES", ()), ("MAC_APPS", ()), ("sync_playwright", playwright)):
        monkeypatch.setattr(chromium, name, nothing)
    with chromium.running_chromium():
        assert done == [sys.executable]
    assert done == [sys.executable, ("closed", 1)]
