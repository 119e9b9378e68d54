"""`python -m sweeps FILE.toml [--folder FOLDER] [--workers N | --scheduler ADDRESS]`: run a sweep, or go on with it."""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from dpcore.cores import cores
from sweeps import engines, plan, summary
from sweeps.cells import CELLS, SweepCell
from sweeps.families import Figures
from sweeps.files import swept, written_whole
from sweeps.reading import PLAN, SUMMARY

_MOST_WORKERS = 60  # processes of one machine: Windows waits for no more
_SUMMARY_SECONDS = 5.0  # between two summaries on the way
_LINE_SECONDS = 10.0  # between two lines of progress where no terminal shows them


def main(words: Sequence[str]) -> int:
    """Run the command; returns 0, 2 for a mistake of the user, 1 for a failure, 130 when interrupted."""
    asked = _arguments(words)
    file = Path(asked.file)
    folder = Path(asked.folder) if asked.folder else file.parent if file.name == PLAN else file.with_suffix("")
    command = " ".join(["python -m sweeps", *words])
    try:
        sweep = plan.read(file)
        if folder == file:
            raise ValueError("a file whose name has no extension, such as .toml, needs --folder")
        if _holds_another(folder, file, sweep):
            raise ValueError(f"{folder} holds another sweep, which has none of these cells: choose another --folder")
        (folder / CELLS).mkdir(parents=True, exist_ok=True)
        _check_writable(folder)
        _check_writable(folder / CELLS)
        if not (folder / PLAN).exists() or not file.samefile(folder / PLAN):
            with file.open("rb") as source:
                written_whole(folder / PLAN, lambda target: shutil.copyfileobj(source, target))
    except ValueError as error:
        return _end(2, f"{file}: {error}.")
    except OSError as error:
        return _end(2, f"{error.filename or file}: {error.strerror or error}.")
    try:
        _run(sweep, folder.resolve(), command, asked.workers, asked.scheduler)
    except KeyboardInterrupt:
        print(
            f"\nStopped. Finished cells are kept in {folder}; the same command continues from there.", file=sys.stderr
        )
        sys.stderr.flush()
        os._exit(130)  # the pool would wait for the cells at work; its processes end with this one
    except (OSError, RuntimeError, ValueError) as error:
        said = (isinstance(error, OSError) and error.strerror) or error
        return _end(1, f"{said}. Finished cells are kept; the same command continues from there.")
    return 0


def _holds_another(folder: Path, file: Path, sweep: plan.Sweep) -> bool:
    """Whether the folder has finished cells of a plan that shares none with this one."""
    own = folder / PLAN
    if not (folder / SUMMARY).exists() or not own.exists() or own.read_bytes() == file.read_bytes():
        return False
    try:
        return plan.read(own).cells.keys().isdisjoint(sweep.cells)
    except ValueError:
        return True


def _check_writable(folder: Path) -> None:
    """Raises: OSError, with the folder's name."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error


def _run(sweep: plan.Sweep, folder: Path, command: str, workers: int, scheduler: str | None) -> None:
    swept(folder / CELLS)
    finished: dict[str, Figures] = {}
    for key, (cell, _) in sweep.cells.items():
        if (figures := cell.figures(folder)) is not None:
            finished[key] = figures
    # In the order of their keys, which is none: the cells made so far then tell how long the others take.
    missing = [sweep.cells[key][0] for key in sorted(sweep.cells) if key not in finished]
    progress = _Progress(len(sweep.cells), len(finished), sys.stderr)
    written = time.monotonic()
    try:
        for key in _made(missing, folder, workers, scheduler):
            figures = sweep.cells[key][0].figures(folder)
            if figures is None:
                raise RuntimeError(f"a worker made a cell that is not in {folder}: all machines must see this folder")
            finished[key] = figures
            progress.show(len(finished))
            if time.monotonic() - written > _SUMMARY_SECONDS:
                summary.write(folder, sweep, finished, command)
                written = time.monotonic()
    finally:
        progress.end(len(finished))
        if finished:
            summary.write(folder, sweep, finished, command)


def _made(missing: Sequence[SweepCell], folder: Path, workers: int, scheduler: str | None) -> Iterator[str]:
    if not missing:
        return iter(())
    return (
        engines.here(missing, folder, workers) if scheduler is None else engines.on_cluster(missing, folder, scheduler)
    )


class _Progress:
    """A line that says how many cells there are, and how long the rest will take about."""

    def __init__(self, cells: int, before: int, stream: TextIO) -> None:
        self._cells, self._before, self._stream = cells, before, stream
        self._start = self._told = time.monotonic()
        print(f"{before} of {cells} cells are already done.", file=stream, flush=True)

    def show(self, done: int) -> None:
        """Say it, where there is no terminal now and then only."""
        now, is_live = time.monotonic(), self._stream.isatty()
        if is_live or now - self._told > _LINE_SECONDS:
            left = (now - self._start) / (done - self._before) * (self._cells - done)
            line = f"{done} of {self._cells} cells, about {_span(left)} left"
            print(f"\r{line:<60}" if is_live else line, end="" if is_live else "\n", file=self._stream, flush=True)
            self._told = now

    def end(self, done: int) -> None:
        """The last line."""
        line = f"{done} of {self._cells} cells after {_span(time.monotonic() - self._start)}"
        print(f"\r{line:<60}" if self._stream.isatty() else line, file=self._stream, flush=True)


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m sweeps", description="Run a sweep, or continue one that was stopped.")
    parser.add_argument("file", metavar="FILE.toml", help="the sweep to run; README.md says how to write one")
    parser.add_argument("--folder", help="the folder for the cells; by default FILE, or the folder of a sweep.toml")
    engine = parser.add_mutually_exclusive_group()
    usual = min(cores(), _MOST_WORKERS)
    engine.add_argument("--workers", type=int, default=usual, choices=range(1, _MOST_WORKERS + 1), metavar="N",
                        help=f"how many processes to use; by default one per core, {usual}")  # fmt: skip
    engine.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, for example tcp://10.0.0.1:8786")
    return parser.parse_args(words)


def _end(code: int, sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
