"""Seeded runs over nogil kernels in a thread pool: run i depends on (seed, i) alone, never on workers or chunks."""

import os
from collections.abc import Callable, Iterable
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
    runs: Iterable[int],
    seed: int,
    cancel: CancelFlag,
    workers: int | None = None,
) -> list[T]:
    """The results of one_run(generator of run i) for each i in runs, in order; empty once `cancel` is set.

    one_run must call a nogil kernel for threads to help.  workers: threads, default one per core.
    """
    with ThreadPoolExecutor(max_workers=workers or os.cpu_count()) as pool:
        results = list(pool.map(lambda run: None if cancel.is_set() else one_run(run_generator(seed, run)), runs))
    return [] if cancel.is_set() else results  # type: ignore[return-value]
