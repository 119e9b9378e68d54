"""A Chromium starts also where nobody but Playwright knows of one."""

import sys
from contextlib import contextmanager
from types import SimpleNamespace

from tools import chromium


class Playwrights:
    """Stands in for Playwright, whose synchronous interface cannot be opened twice in a thread."""

    def __init__(self):
        self.is_open, self.launched, self.is_closed = False, [], False
        browser = SimpleNamespace(close=self._close)
        launcher = SimpleNamespace(executable_path=sys.executable, launch=lambda **given: self._launch(given, browser))
        self.offered = SimpleNamespace(chromium=launcher)

    @contextmanager
    def opened(self):
        assert not self.is_open, "Playwright is open already"
        self.is_open = True
        yield self.offered
        self.is_open = False

    def _launch(self, given, browser):
        self.launched.append(given["executable_path"])
        return browser

    def _close(self):
        assert self.is_open
        self.is_closed = True


def test_playwrights_own_chromium_is_found_and_started(monkeypatch):
    playwrights = Playwrights()
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "NAMES", ())
    monkeypatch.setattr(chromium, "MAC_APPS", ())
    monkeypatch.setattr(chromium, "sync_playwright", playwrights.opened)
    with chromium.running_chromium():
        assert playwrights.launched == [sys.executable]
    assert playwrights.is_closed
