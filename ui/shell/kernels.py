"""Pages open once their kernels are compiled: the start page's in this process, all others in the background."""

import functools
import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import streamlit as st

from dpcore.cores import cores
from dpcore.warmup import GROUPS, WHILE_INPUT_IS_OPEN, Group
from ui.jobs import priority
from ui.shell.page import title
from ui.state import boxes

PATIENCE = 1.0  # seconds for which a page may stay empty while compiled kernels are loaded; then it shows a bar
_POLL_SECONDS = 0.5
_ROOT = Path(__file__).parents[2]
_making = threading.Lock()


class Kernels:
    """Which groups of kernels this server has loaded; once created, it starts to load all of them, in order."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting = list(GROUPS)
        self._loaded = {name: threading.Event() for name in GROUPS}
        self._works: set[str] = set()
        for _ in range(min(cores(), len(GROUPS))):
            threading.Thread(target=self._work, daemon=True).start()

    def wait(self, names: Iterable[str], seconds: float) -> bool:
        """Whether these groups are loaded, after waiting at most this long; those that are not will be loaded next."""
        with self._lock:
            self._waiting.sort(key=lambda name: name not in names)
        return all(self._loaded[name].wait(seconds) for name in names)

    @property
    def opens_first_page(self) -> bool | None:
        """Whether the start page's group was loaded; None while it is still being loaded."""
        first = next(iter(GROUPS))
        return first in self._works if self._loaded[first].is_set() else None

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    return
                name = self._waiting.pop(0)
            try:
                _load(GROUPS[name], in_other_process=name != next(iter(GROUPS)))
                self._works.add(name)
            except Exception:  # a page that calls these will say why they are missing
                logging.getLogger(__name__).exception("The kernels of %s could not be loaded.", name)
            finally:
                self._loaded[name].set()


def _load(group: Group, in_other_process: bool) -> None:
    """Compile in another process, which leaves this one free to answer and ends with it, then load what it saved."""
    saved, needed = group.progress
    if in_other_process and group.can_be_saved and saved < needed:
        command = [sys.executable, "-m", "dpcore.warmup", WHILE_INPUT_IS_OPEN, group.name]
        null = subprocess.DEVNULL
        with subprocess.Popen(command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=null, stderr=null) as process:
            priority.lower(process.pid)
            process.wait()  # its input stays open, and closes when this process ends, however it ends
    group.load()


def kernels() -> Kernels:
    """The kernels of this server."""
    with _making:  # the server and its first visitor may ask at once
        return _made()


@functools.cache
def _made() -> Kernels:
    return Kernels()


def are_ready(groups: tuple[str, ...]) -> bool:
    """Whether part of a page may call these groups of kernels; until then it is a bar, and then it opens by itself."""
    if kernels().wait(groups, PATIENCE):
        return True
    _bar(groups)
    return False


def run_when_ready(groups: tuple[str, ...], body: Callable[[], object], name: str) -> None:
    """Run the body once these groups of kernels are loaded; until then show the page's name and a bar."""
    if kernels().wait(groups, PATIENCE):
        body()
    else:
        title(name)
        _bar(groups)


@st.cache_resource(ttl=1, show_spinner=False)  # all who wait share it, because it looks at every kernel's files
def _progress(names: tuple[str, ...]) -> tuple[int, int]:
    found = [GROUPS[name].progress for name in names]
    return sum(saved for saved, _ in found), sum(needed for _, needed in found)


@st.fragment(run_every=_POLL_SECONDS)
def _bar(names: tuple[str, ...]) -> None:
    if kernels().wait(names, 0):
        boxes.draw_again()
    saved, needed = _progress(names)
    with st.container(key="compiling"):
        st.progress(saved / needed, f"Preparing the calculations for this page: {saved} of {needed}")
        st.caption("This is needed once after an installation or an update. The page will open by itself.")
