"""Work in the background leaves the cores to whoever waits for a page."""

import contextlib
import os

_LOW = 10  # as `nice` counts


def lower(number: int) -> None:
    """Give a process, or on Linux a thread, a low priority, where the system has these and lets us; it stays low."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):  # a container forbids it, or the process has ended
            os.setpriority(os.PRIO_PROCESS, number, _LOW)
