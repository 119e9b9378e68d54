"""The dashboards under load, each a process: their addresses, processor time, memory and threads."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from tools.dashboard import running_server
from tools.processes import cpu_seconds, megabytes, threads


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
        return sum(map(megabytes, self.processes))

    def threads(self) -> int:
        """Of all processes now; 0 where the system has no /proc."""
        return sum(map(threads, self.processes))

    def state(self) -> str:
        """Memory and threads as a line."""
        return f"{self.megabytes():.0f} MB, {self.threads()} threads"


@contextmanager
def running_servers(number: int, script: str = "server.py") -> Iterator[Servers]:
    """So many dashboards on free ports of this machine, stopped at the end."""
    with ExitStack() as stack:
        started = [stack.enter_context(running_server(script)) for _ in range(number)]
        yield Servers([url for url, _ in started], [process for _, process in started])
