"""Where cells are made: in this process, in processes of this machine, or on a Dask cluster.

Each engine yields the keys of cells as they are made, in any order; results stand in files.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from sweeps.cells import SweepCell, make


def here(cells: Sequence[SweepCell], folder: Path, workers: int) -> Iterator[str]:
    """On this machine, in so many processes; one is this process.

    Raises: RuntimeError, one sentence, when a process was killed; what `make` raises.
    """
    if workers == 1:
        for cell in cells:
            yield make(cell.content, str(folder))
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(cells)), context, initializer=_serve)
    try:
        for future in as_completed([pool.submit(make, cell.content, str(folder)) for cell in cells]):
            yield future.result()
    except BrokenProcessPool as error:
        raise RuntimeError("a process was killed, perhaps because memory ran out (--workers 1 needs least)") from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _serve() -> None:
    """End with the process that asks, however that ends, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def on_cluster(cells: Sequence[SweepCell], folder: Path, address: str) -> Iterator[str]:
    """On the cluster of the Dask scheduler at this address; all of its machines see the folder.

    Results are released as they come, so that none is made again when the worker that made it dies; a cell is tried
    again on another worker when its own dies, a thousand times (by default a cluster gives up after the third).
    Raises: RuntimeError or OSError, one sentence; what `make` raises.
    """
    try:
        from distributed import Client, as_completed
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise RuntimeError("--scheduler needs dask.distributed: pip install 'distributed>=2025.1'") from error

    # Functions in a function are sent as they are, not by name: a scheduler, which unpacks both, need not have this
    # package, and a worker that does not have it can say so.
    def be_patient(dask_scheduler: Any) -> None:
        dask_scheduler.allowed_failures = max(dask_scheduler.allowed_failures, 1000)

    def made_there(content: str, place: str) -> str:
        try:
            from sweeps import cells as on_worker
        except ModuleNotFoundError as error:
            raise RuntimeError(
                f"a worker cannot find this program ({error}): start workers in its folder, as "
                "PYTHONPATH=. dask worker ADDRESS"
            ) from None
        if not Path(place, on_worker.CELLS).is_dir():
            raise RuntimeError(f"a worker cannot see {place}: all machines must see this folder")
        return on_worker.make(content, place)

    with Client(address, timeout=20) as client:
        client.run_on_scheduler(be_patient)
        made = client.map(
            made_there,
            [cell.content for cell in cells],
            [str(folder)] * len(cells),
            key=[f"sweeps-{cell.key}-{folder}" for cell in cells],
        )
        waiting = as_completed(made)
        del made
        try:
            for future in waiting:
                yield future.result()
        except KilledWorker as error:
            raise RuntimeError("a thousand workers died while making the same cell") from error
