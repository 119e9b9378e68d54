"""Seeded runs over nogil kernels in a thread pool: run i depends on (seed, i) alone, never on workers or chunks."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")


class CancelFlag:
    """A stop request that Python threads set and compiled kernels poll.

    Kernels receive `array` (shape (1,), uint8) and stop early once array[0] is non-zero; the caller of the kernel then
    drops the run.
    """

    def __init__(self) -> None:
        self.array: NDArray[np.uint8] = np.zeros(1, dtype=np.uint8)

    def set(self) -> None:
        """Ask every kernel that holds this flag to stop."""
        self.array[0] = 1

    def is_set(self) -> bool:
        """Whether a stop was asked for."""
        return bool(self.array[0])


def run_generator(seed: int, run: int) -> np.random.Generator:
    """The random generator of run number `run` of an experiment with this seed (SeedSequence's spawned child)."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(run,))))


def map_runs(
    one_run: Callable[[np.random.Generator], T],
    runs: range,
    seed: int,
    cancel: CancelFlag,
    workers: int | None = None,
) -> list[T]:
    """The results of one_run(generator of run i) for each i in runs, in order.

    Once `cancel` is set, the unbroken sequence of runs completed before.  one_run must call a nogil kernel for threads
    to help; workers: threads, default one per core.
    """
    results: list[T | None] = [None] * len(runs)
    is_complete = [False] * len(runs)
    positions = iter(range(len(runs)))

    def work() -> None:
        for position in positions:  # shared: each worker takes the next run
            result = one_run(run_generator(seed, runs[position]))
            if cancel.is_set():
                return
            results[position], is_complete[position] = result, True

    threads = min(workers or os.cpu_count() or 1, len(runs))
    if threads <= 1:
        work()
    else:
        with ThreadPoolExecutor(threads) as pool:
            for future in [pool.submit(work) for _ in range(threads)]:
                future.result()
    done = is_complete.index(False) if False in is_complete else len(runs)
    return results[:done]  # type: ignore[return-value]
