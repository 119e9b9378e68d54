"""Compile, or load from the cache, every kernel before a user needs it: `python -m dpcore.warmup [GROUP ...]`.

With --while-input-is-open it ends as soon as its standard input does, because the process that started it has ended.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from numba.core.dispatcher import Dispatcher

from dpcore import bounded, designs, fixed_budget, fixed_confidence, private_stopping, regret
from dpcore._kernels import can_save, is_inlined, is_saved
from dpcore.cores import cores
from dpcore.times import overview

WHILE_INPUT_IS_OPEN = "--while-input-is-open"


@dataclass(frozen=True)
class Group:
    """Kernels that are needed together: what they are for, their packages, and the call that compiles or loads them.

    without: packages inside them that belong to another group.
    """

    name: str
    packages: tuple[str, ...]
    load: Callable[[], None]
    without: tuple[str, ...] = ()

    @property
    def kernels(self) -> list[Any]:
        """Every kernel that stands in the group's packages."""
        inside, outside = ([f"{package}." for package in each] for each in (self.packages, self.without))
        return [
            value
            for name, module in sys.modules.copy().items()  # other threads import meanwhile
            if name.startswith(tuple(inside)) and not name.startswith(tuple(outside))
            for value in vars(module).copy().values()
            if isinstance(value, Dispatcher) and value.py_func.__module__ == name and not is_inlined(value)
        ]

    @property
    def progress(self) -> tuple[int, int]:
        """How many of its kernels are compiled and on disk, as the sources stand now, and how many there are."""
        return sum(map(is_saved, self.kernels)), len(self.kernels)

    @property
    def can_be_saved(self) -> bool:
        """Whether another process can compile for this one."""
        return all(map(can_save, self.kernels))


# The start page's kernels come first: a visitor may be waiting for them.  Then those that take longest: what is
# compiled last has a core to itself, and leaves the others idle.
GROUPS = {
    group.name: group
    for group in (
        Group("characteristic times", ("dpcore.times",), overview.warm_up, without=("dpcore.times.indifferent",)),
        Group("fixed confidence", ("dpcore.fixed_confidence",), fixed_confidence.warm_up),
        Group("designs", ("dpcore.designs",), designs.warm_up),
        Group("fixed budget", ("dpcore.fixed_budget", "dpcore.linear"), fixed_budget.warm_up),
        Group("regret", ("dpcore.regret",), regret.warm_up),
        Group("bounded outcomes", ("dpcore.bounded",), bounded.warm_up),
        Group("gaps that do not matter", ("dpcore.times.indifferent",), overview.warm_up_indifferent),
        Group("private stopping", ("dpcore.private_stopping",), private_stopping.warm_up),
    )
}


def main(names: list[str]) -> None:
    """Load these groups; or all of them, each in a process of its own."""
    start = time.monotonic()
    if WHILE_INPUT_IS_OPEN in names:
        names = [name for name in names if name != WHILE_INPUT_IS_OPEN]
        threading.Thread(target=_end_with_input, daemon=True).start()
    if names:
        for name in names:
            GROUPS[name].load()
    else:
        with ThreadPoolExecutor(cores()) as pool:
            commands = [[sys.executable, "-m", "dpcore.warmup", name] for name in GROUPS]
            list(pool.map(lambda command: subprocess.run(command, check=True), commands))
    print(f"Kernels ready after {time.monotonic() - start:.0f} s: {', '.join(names or ['all'])}", file=sys.stderr)


def _end_with_input() -> None:
    while os.read(0, 1):  # not through sys.stdin, whose lock aborts the process when it ends as it should
        pass
    os._exit(1)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
