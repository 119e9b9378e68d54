"""The dashboards under load, each a process: their addresses, processor time, memory and threads."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.browser.dashboard import running_server


@dataclass(frozen=True)
class Servers:
    """Running dashboards: addresses and process ids."""

    urls: list[str]
    processes: list[int]

    def cpu_seconds(self) -> float:
        """Of all processes so far; to the second where the system has no /proc."""
        return sum(map(cpu_seconds, self.processes))

    def megabytes(self) -> float:
        """Memory that is resident now, of all processes."""
        return sum(map(_kilobytes, self.processes)) / 1024

    def threads(self) -> int:
        """Of all processes now; 0 where the system has no /proc."""
        return sum(len(list(tasks.iterdir())) for tasks in map(_tasks, self.processes) if tasks.exists())

    def state(self) -> str:
        """Memory and threads as a line."""
        return f"{self.megabytes():.0f} MB, {self.threads()} threads"


@contextmanager
def running_servers(number: int, script: str = "server.py") -> Iterator[Servers]:
    """So many dashboards on free ports of this machine, stopped at the end."""
    with ExitStack() as stack:
        started = [stack.enter_context(running_server(script)) for _ in range(number)]
        yield Servers([url for url, _ in started], [process for _, process in started])


def cpu_seconds(process: int) -> float:
    """Of the process so far; to the second where the system has no /proc."""
    if (stat := Path(f"/proc/{process}/stat")).exists():
        user, kernel = stat.read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
        return (int(user) + int(kernel)) / os.sysconf("SC_CLK_TCK")
    days, _, clock = _said_by_ps("time", process).rpartition("-")
    hours, minutes, seconds = ([0.0] + [float(part) for part in clock.split(":")])[-3:]
    return float(days or 0) * 86400 + hours * 3600 + minutes * 60 + seconds


def _kilobytes(process: int) -> float:
    return float(_said_by_ps("rss", process))


def _said_by_ps(what: str, process: int) -> str:
    command = ["ps", "-o", f"{what}=", "-p", str(process)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def _tasks(process: int) -> Path:
    return Path(f"/proc/{process}/task")
