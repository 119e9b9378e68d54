"""Work in the background leaves the cores to visitors who wait for a page."""

import contextlib
import os

_LOW = 10  # as `nice` counts


def lower(number: int) -> None:
    """Give a process, or on Linux a thread, a low priority, where the system has these and lets us; it stays low.

    One that is lower already, as of a server that was started by `nice`, stays as it is.
    """
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):  # a container forbids it, or the process has ended
            os.setpriority(os.PRIO_PROCESS, number, max(_LOW, os.getpriority(os.PRIO_PROCESS, number)))
