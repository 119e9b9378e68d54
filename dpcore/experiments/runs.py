"""Seeded runs over nogil kernels in a thread pool: run i depends on (seed, i) alone, never on workers or chunks."""

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from dpcore._validation import check_count, check_seed, check_type
from dpcore._version import __version__
from dpcore.cores import cores

LARGEST_RESULT = 10**7  # numbers that the result of one call may hold: 80 MB
MOST_WORKERS = 256  # threads; an operating system refuses some thousands

T = TypeVar("T")

_busy = 0  # threads of all calls that are at work in this process
_counting = threading.Lock()


class CancelFlag:
    """A stop request that Python threads set and compiled kernels poll.

    The rule of every call that takes a `cancel`: once the flag is set, the call returns soon, with the unbroken
    sequence of runs that were complete before; possibly none, possibly all.  A call for a single run returns None.
    A call of several threads that is interrupted, or fails, sets it itself.

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


def check_cancel(cancel: CancelFlag | None) -> CancelFlag:
    """The flag, a new one for None; ValueError if it is neither."""
    return check_type("cancel", cancel, CancelFlag | None) or CancelFlag()


class Runs(NamedTuple):
    """Which runs of an experiment to make, and with how many threads (None: one per core that no other call uses)."""

    numbers: range
    seed: int
    workers: int | None

    def origin(self, algorithm: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """What an ExperimentResult says of where these runs come from."""
        origin = {"algorithm": algorithm, "parameters": dict(parameters), "version": __version__}
        return {**origin, "seed": self.seed, "first_run": self.numbers.start}


def check_runs(runs: int, first_run: int, seed: int, workers: int | None, figures_per_run: int) -> Runs:
    """The runs first_run, ..., first_run + runs - 1 of the experiment with this seed.

    figures_per_run: how many numbers the result keeps of each run.
    Raises: ValueError when an argument is negative or not whole, workers is < 1 or > MOST_WORKERS, or the result would
    hold more than LARGEST_RESULT numbers.
    """
    count = check_count("runs", runs, 0, LARGEST_RESULT // figures_per_run)
    first = check_count("first_run", first_run, 0)
    threads = None if workers is None else check_count("workers", workers, 1, MOST_WORKERS)
    return Runs(range(first, first + count), check_seed(seed), threads)


def run_generator(seed: int, run: int) -> np.random.Generator:
    """The random generator of run number `run` of an experiment with this seed."""
    return child_generator(seed, run)


def child_generator(seed: int, *place: int) -> np.random.Generator:
    """SeedSequence's child at this place: its own stream of SFC64, whose 64-bit steps browsers can take as well."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=place)))


def map_runs(one_run: Callable[[np.random.Generator], T], runs: Runs, cancel: CancelFlag) -> list[T]:
    """The results of one_run(generator of run i) for each i in runs.numbers, in order; see CancelFlag.

    one_run must call a nogil kernel for threads to help.
    """
    return map_numbers(lambda run: one_run(run_generator(runs.seed, run)), runs.numbers, runs.workers, cancel)


def map_numbers(one: Callable[[int], T], numbers: range, workers: int | None, cancel: CancelFlag) -> list[T]:
    """The results of one(i) for each i in numbers, in order, made in threads; see CancelFlag."""
    results: list[T | None] = [None] * len(numbers)
    is_complete = [False] * len(numbers)
    positions = iter(range(len(numbers)))

    def work() -> None:
        for position in positions:  # shared: each worker takes the next number
            result = one(numbers[position])
            if cancel.is_set():
                return
            results[position], is_complete[position] = result, True

    with _threads(workers, len(numbers)) as threads:
        if threads <= 1:
            work()
        else:
            with ThreadPoolExecutor(threads) as pool:
                try:
                    for future in [pool.submit(work) for _ in range(threads)]:
                        future.result()
                except BaseException:  # an interrupt, or what one of them raised, need not wait for the others
                    cancel.set()
                    raise
    done = is_complete.index(False) if False in is_complete else len(numbers)
    return results[:done]  # type: ignore[return-value]


@contextmanager
def _threads(workers: int | None, most: int) -> Iterator[int]:
    """How many threads a call takes, which count as busy until it ends: so that not each of many takes all cores."""
    global _busy
    with _counting:
        threads = min(workers or max(1, cores() - _busy), most)
        _busy += threads
    try:
        yield threads
    finally:
        with _counting:
            _busy -= threads
