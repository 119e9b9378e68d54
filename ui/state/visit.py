"""What one visit remembers, so that nothing is computed twice. It ends with the visit and is shared with nobody.

All tabs of one browser are one visit, and so is a page that is loaded again: Streamlit begins a session for each.
"""

import itertools
import threading
import time
import weakref
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

MOST_BYTES = 100 * 2**20  # of one visit
MOST_BYTES_OF_ALL = 400 * 2**20  # of all visits together
COUNTED_SECONDS = 1.0  # after which the bytes of a value are counted anew
OBJECT_BYTES = 64  # of an object that is no array, about
COOKIE = "price-of-privacy-visitor"
LONGEST_TOKEN = 64  # what is longer is not ours


_lock = threading.RLock()
_clock = itertools.count()


@dataclass(eq=False)
class _Entry:
    value: Any
    bytes: int
    counted: float
    used: int


class Store:
    """Values by kind and key.  Those not used for longest are forgotten when they hold too many bytes.

    The value used last stays however large it is: it is what its visitor is looking at.
    """

    def __init__(self) -> None:
        self._entries: dict[Hashable, _Entry] = {}
        self.bytes = 0
        with _lock:
            _stores.add(self)

    def get(self, key: Hashable) -> Any:
        """The value, or None; it counts as used, and its bytes are counted anew now and then: a study grows."""
        if (entry := self._entries.get(key)) is None:
            return None
        if time.monotonic() < entry.counted + COUNTED_SECONDS:
            entry.used = next(_clock)
        else:
            self.put(key, entry.value)
        return entry.value

    def put(self, key: Hashable, value: Any) -> None:
        """Remember a value."""
        entry = _Entry(value, size_of(value), time.monotonic(), next(_clock))
        with _lock:
            self.bytes += entry.bytes - (self._entries[key].bytes if key in self._entries else 0)
            self._entries[key] = entry
            _forget_oldest([self], MOST_BYTES)
            _forget_oldest(list(_stores), MOST_BYTES_OF_ALL)


_stores: weakref.WeakSet[Store] = weakref.WeakSet()  # of all visits
_of_browsers: weakref.WeakValueDictionary[str, Store] = weakref.WeakValueDictionary()


def _forget_oldest(stores: list[Store], most_bytes: int) -> None:
    """Forget what was not used for longest until `stores` hold at most so many bytes, or only what each used last."""
    held = sum(store.bytes for store in stores)
    if held <= most_bytes:
        return
    spare = [
        (entry.used, store, key)
        for store in stores
        for key, entry in sorted(store._entries.items(), key=lambda item: item[1].used)[:-1]
    ]
    for _, store, key in sorted(spare, key=lambda item: item[0]):
        if held <= most_bytes:
            return
        forgotten = store._entries.pop(key).bytes
        store.bytes -= forgotten
        held -= forgotten


def size_of(value: Any) -> int:
    """An estimate of the bytes that a value and all it refers to hold: exact for arrays and tables, else by count."""
    total, seen, waiting = 0, set(), [value]
    while waiting:
        item = waiting.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        total += OBJECT_BYTES
        if isinstance(item, np.ndarray):
            total += item.nbytes
        elif hasattr(item, "memory_usage"):  # a table of pandas
            total += int(item.memory_usage(deep=True).sum())
        elif isinstance(item, str | bytes):
            total += len(item)
        elif isinstance(item, dict):
            waiting += [*list(item), *list(item.values())]
        elif isinstance(item, list | tuple | set | frozenset):
            if all(isinstance(part, float | int) for part in item):
                total += OBJECT_BYTES * len(item) // 2
            else:
                waiting += list(item)
        elif hasattr(item, "__dict__") and not isinstance(item, type) and not callable(item):
            waiting.append(vars(item))
    return total


def remembered(kind: str, key: K, make: Callable[[K], T]) -> T:
    """make(key), made once in a visit for each kind and key, unless it was forgotten since."""
    value: T | None = known(kind, key)
    if value is None:
        value = make(key)
        remember(kind, key, value)
    return value


def known(kind: str, key: Hashable) -> Any:
    """What this visit remembers under a kind and key; None if nothing."""
    return _store().get((kind, key))


def remember(kind: str, key: Hashable, value: object) -> None:
    """Remember a value, not None, under a kind and key."""
    _store().put((kind, key), value)


def visitor() -> str:
    """Who is visiting: the same for every tab and every reload of one browser, if it takes cookies."""
    if (known := st.session_state.get("visitor")) is None:
        known = st.session_state["visitor"] = _browser() or session_id()
    return str(known)


def session_id() -> str:
    """The id of Streamlit's session, "" outside of one; a reload begins another."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def went_back_or_forward() -> bool:
    """Whether this run shows a link that the visitor came back to, or forward, in the browser's history."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def _browser() -> str:
    """The token in the cookie that ui/shell/index.py gives every browser; "" without a good one."""
    token = str(st.context.cookies.get(COOKIE, ""))
    return token if len(token) <= LONGEST_TOKEN else ""


def _store() -> Store:
    """This visit's, held by its sessions: Streamlit keeps one for two minutes after its page is gone."""
    store: Store | None = st.session_state.get("remembered")
    if store is None:
        with _lock:
            browser = _browser()
            store = _of_browsers.setdefault(browser, Store()) if browser else Store()
        st.session_state["remembered"] = store
    return store
