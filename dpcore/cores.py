"""How many cores this process may use: one count for everything that divides work."""

import functools
import math
import os
from pathlib import Path

_QUOTA = Path("/sys/fs/cgroup/cpu.max")


@functools.cache
def cores() -> int:
    """Return how many cores this process may use, counted at the first call; a container's limit is respected.

    A process that may use one of sixty cores but computes with sixty threads stands still whenever these have used up
    its share of time.

    Returns: at least 1.  Raises: nothing.
    """
    return usable(_QUOTA)


def usable(quota: Path) -> int:
    """Return the smaller of two numbers: the cores in this process's affinity, and its quota in cores, rounded up.

    Args: quota: cgroup's file, such as "150000 100000": 150000 of every 100000 microseconds; it may be missing.
    """
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        share, period = map(int, quota.read_text(encoding="ascii").split())
    except (OSError, ValueError):  # no container, or one without a limit ("max 100000")
        return found
    return max(1, min(found, math.ceil(share / period)))
