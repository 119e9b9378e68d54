"""What many visitors at a time find: `python -m benchmarks.load`, `--processes 2`, `--flat 60` (minutes of reruns).

It starts dashboards of its own on this machine, and visitors who speak Streamlit's protocol and draw nothing: the waits
are the server's alone, and visitors cost processor time beside it.  Browsers' own runs are missing: Choose ε waits
for them, then the server makes them.  First all open the Explorer in one moment; then they do this and that; then the
same beside a visitor with everything at its largest who asks for something else 500 times a second; then they leave.
"""

import argparse
import asyncio
import itertools
import os
import random
import sys
import time
from collections import Counter

import numpy as np

from benchmarks.load.client import PATIENCE_SECONDS, opened
from benchmarks.load.crowd import PAGES, Log, all_leave, all_open, mixed_use, percentiles, run_away, use
from benchmarks.load.servers import Servers, running_servers
from ui.shell.server import MOST_MESSAGES

OPEN_TARGET = 3.0  # seconds, p95
RUNAWAY_TARGET = 2.0  # times the others' p95 without
FLAT_TARGET = 10.0  # MB that memory may grow in the second half of an hour of reruns
RUNAWAY_MESSAGES = 500  # a second
SETTLE_SECONDS = 5.0
KERNELS_SECONDS = 300.0  # that kernels may take to be loaded, or compiled
REST_SECONDS = 150.0  # Streamlit keeps a session for two minutes after its page is gone
FLAT_QUESTIONS = 4  # different ones of each visitor, whose runs are all made in the first half
FLAT_PAGES = ("", "stopping_times", "choose_epsilon")
MOST_VISITORS, MOST_MINUTES, MOST_PROCESSES = 1000, 240.0, 16


def main(arguments: list[str]) -> bool:
    """Print what was found; whether no target is missed."""
    asked = _parser().parse_args(arguments)
    if not (1 <= asked.visitors <= MOST_VISITORS and 1 <= asked.processes <= MOST_PROCESSES):
        raise SystemExit(f"At most {MOST_VISITORS} visitors and {MOST_PROCESSES} processes, and at least one.")
    if not all(0 <= each <= MOST_MINUTES for each in (asked.minutes, asked.runaway_minutes, asked.flat)):
        raise SystemExit(f"At most {MOST_MINUTES:.0f} minutes.")
    print(f"{os.cpu_count()} cores, {asked.processes} processes; load of the machine before: {os.getloadavg()[0]:.2f}")
    with running_servers(asked.processes) as servers:
        return asyncio.run(_flat(servers, asked.flat) if asked.flat else _load(servers, asked))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--visitors", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=5.0, help="of mixed use")
    parser.add_argument("--runaway-minutes", type=float, default=1.0, help="of the same beside a runaway; 0: without")
    parser.add_argument("--processes", type=int, default=1, help="over which visitors are spread, as by a proxy")
    parser.add_argument("--rest", type=float, default=REST_SECONDS, help="seconds to wait after everyone has left")
    parser.add_argument("--flat", type=float, default=0.0, help="minutes of reruns, in which memory should stay flat")
    parser.add_argument("--seed", type=int, default=0)
    return parser


async def _load(servers: Servers, asked: argparse.Namespace) -> bool:
    await _warm_up(servers)
    print(f"all pages seen once: {servers.state()}\n{'':30} answers     median      p95      p99 (ms)")
    log, before, cpu = Log(), servers.megabytes(), servers.cpu_seconds()
    tabs = await all_open(servers.urls, asked.visitors, log)
    is_met = _told(f"{asked.visitors} open Explore at once", log, OPEN_TARGET)
    cpu = servers.cpu_seconds() - cpu
    print(f"{'':30} {1000 * cpu / asked.visitors:.0f} ms of the servers' CPU each")
    await asyncio.sleep(SETTLE_SECONDS)
    print(f"{'':30} {(servers.megabytes() - before) / max(1, len(tabs)):.2f} MB a session; {servers.state()}")

    async def phase(name: str, minutes: float) -> tuple[list, Log]:
        log, start, cpu = Log(), time.monotonic(), servers.cpu_seconds()
        there = await mixed_use(tabs, 60 * minutes, asked.seed, log)
        share = (servers.cpu_seconds() - cpu) / (time.monotonic() - start)
        _told(f"{name}, {minutes:g} min", log)
        for kind, waits in sorted(log.waits.items()):
            print(f"  {kind:28} {percentiles(waits)}")
        print(f"  the servers' CPU: {share:.2f} cores; {servers.state()}")
        return there, log

    last = Log()
    tabs, quiet = await phase("mixed use", asked.minutes)
    if asked.runaway_minutes:
        stop = asyncio.Event()
        runaway = asyncio.create_task(run_away(servers.urls[0], RUNAWAY_MESSAGES, stop, last))
        tabs, loud = await phase("beside a runaway", asked.runaway_minutes)
        stop.set()
        ratio, asked_for = _p95(loud) / _p95(quiet), await runaway
        ran_away = asked_for >= min(RUNAWAY_MESSAGES, MOST_MESSAGES) * 60 * asked.runaway_minutes / 2
        is_met &= ran_away and ratio <= RUNAWAY_TARGET
        print(f"  it tried {RUNAWAY_MESSAGES} times a second, {asked_for:,} were taken")
        print(f"  p95 {ratio:.2f} times that without (target {RUNAWAY_TARGET:g})")
        if not ran_away:
            print("  that is less than half of what the server allows, so this proves nothing")
    await all_leave(tabs, last)
    _tell_errors(last)
    await asyncio.sleep(asked.rest)
    print(f"{asked.rest:.0f} s after everyone has left: {servers.state()}")
    return is_met


async def _warm_up(servers: Servers) -> None:
    """Every page once on each server, until its kernels are loaded and what it computes at first is there."""
    log = Log()
    for url in servers.urls:
        for page in PAGES:
            with log.errors_of(f"first visit of {page or 'explore'}"):
                tab = await opened(url, page)
                end = time.monotonic() + KERNELS_SECONDS
                while "compiling" in tab.widgets and time.monotonic() < end:
                    await asyncio.sleep(0.2)
                await asyncio.sleep(1.0)
                await all_leave([tab], log)
    _tell_errors(log)


async def _flat(servers: Servers, minutes: float) -> bool:
    """One visitor a page changes something as soon as the last answer is there; memory is told ten times.

    They ask for the same again and again: what is remembered of other questions has its own bounds.
    """
    await _warm_up(servers)
    log, tabs = Log(), [await opened(servers.urls[0], page) for page in FLAT_PAGES]
    start, found = time.monotonic(), []

    async def rerun(tab) -> None:
        for question in itertools.cycle(range(FLAT_QUESTIONS)):
            if time.monotonic() > start + 60 * minutes:
                return
            with log.errors_of("rerun"):
                log.wait(*await use(tab, random.Random(question)))

    async def watch() -> None:
        for _ in range(10):
            await asyncio.sleep(6 * minutes)
            found.append(servers.megabytes())
            print(
                f"{(time.monotonic() - start) / 60:6.1f} min, {len(log.all_waits):8,} reruns: {servers.state()}",
                flush=True,
            )

    await asyncio.gather(watch(), *map(rerun, tabs))
    await all_leave(tabs, log)
    _tell_errors(log)
    grown = found[-1] - found[4]
    print(f"grown by {grown:.1f} MB in the second half (target {FLAT_TARGET:g})")
    return grown <= FLAT_TARGET


def _told(name: str, log: Log, target: float | None = None) -> bool:
    """Print a row of the answers that came; whether p95 is within the target, with those that did not."""
    goal = "" if target is None else f"   (target: p95 {1000 * target:.0f})"
    print(f"{name:30} {percentiles(log.all_waits)}{goal}", flush=True)
    _tell_errors(log)
    return target is None or _p95(log) <= target


def _tell_errors(log: Log) -> None:
    for error, times in Counter(log.errors).most_common(10):
        print(f"  {times} times: {error[:160]}")
    if len(log.errors):
        print(f"  {len(log.errors)} errors in all")


def _p95(log: Log) -> float:
    """Of what was answered, and of what was not, which counts as PATIENCE_SECONDS."""
    waits = log.all_waits + [PATIENCE_SECONDS] * len(log.errors)
    return float(np.percentile(waits, 95)) if waits else float("inf")


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:]))
