"""Processes that tests start: waiting for what they do, and for those that they start in turn."""

import subprocess
import time


def waited(found, *needed, seconds=120):
    """What is found at last, as long as the processes that are needed for it are there."""
    deadline = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < deadline
        assert all(process.poll() is None for process in needed)
        time.sleep(0.01)
    return value


def children_of(process):
    return subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()


def are_alive(numbers):
    """Whether one of these processes is there, and not only waits to be counted as ended."""
    told = subprocess.run(["ps", "-o", "stat=", "-p", ",".join(numbers)], capture_output=True, text=True).stdout
    return any(not state.startswith("Z") for state in told.split())
