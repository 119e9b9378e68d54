"""Work in the background leaves the cores to visitors who wait for a page."""

import contextlib
import os

_LOW = 10  # in the units of `nice`


def lower(number: int) -> None:
    """Give a process, or on Linux a thread, a low priority for good, if the system has priorities and lets us.

    A priority that is already lower, for example because `nice` started the server, stays as it is.
    """
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):  # a container forbids it, or the process has ended
            os.setpriority(os.PRIO_PROCESS, number, max(_LOW, os.getpriority(os.PRIO_PROCESS, number)))
