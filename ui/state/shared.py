"""What is remembered for all visitors together, because it depends only on what was asked."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Shared(OrderedDict[K, V]):
    """Entries by what was asked, the one used last at the end; no more are kept than `most`."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self._lock = threading.Lock()

    def recall(self, key: K) -> V | None:
        """The entry, which counts as used; None where there is none."""
        with self._lock:
            if key in self:
                self.move_to_end(key)
            return self.get(key)

    def keep(self, key: K, value: V) -> None:
        """Remember it, and forget the one that was not used for longest where there are too many."""
        with self._lock:
            self[key] = value
            self.move_to_end(key)
            if len(self) > self.most:
                self.popitem(last=False)
