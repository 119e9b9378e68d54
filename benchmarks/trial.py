"""Measure trials: `python -m benchmarks.trial` prints how many of 200 kills lose or double a release, and how often the
forecast's range from 20 to 80 % holds what then happens, over 1,000 simulated trials.

With `kills` or `forecast` only that; a number after the word is that of kills or trials.
"""

import multiprocessing
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from dpcore.trial import Plan, create, open_trial
from dpcore.trial.rounds import CONTINUATIONS, Rounds

KILLED = Plan("be right whatever the rates are", "rounds", ("usual", "A", "B"), 1.0, 0.05, cap=10**6)
FORECAST = Plan("be right whatever the rates are", "rounds", ("usual", "A", "B"), 0.5, 0.05, cap=20_000)
RANGE = (0.55, 0.65)
LONGEST = 0.1  # seconds after which a process is killed
FORK = multiprocessing.get_context("fork")


def kills(number: int) -> bool:
    """Kill a process that records batch after batch; every release it told must stay, under its number, unchanged."""
    generator, faults, told_of, between = np.random.default_rng(1), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for trial in range(number):
            path = Path(folder) / f"trial-{trial}"
            create(path, KILLED)
            receiver, sender = FORK.Pipe(duplex=False)
            process = FORK.Process(target=_record_all, args=(path, sender))
            process.start()
            time.sleep(LONGEST * generator.random())
            process.kill()
            process.join()
            told = {}
            while receiver.poll():
                batch, published = receiver.recv()
                faults += batch in told
                told[batch] = published
            kept = {release.number: release.published for release in open_trial(path).status(0).releases}
            faults += any(kept.get(batch) != published for batch, published in told.items())
            faults += [*kept] != [*range(1, len(kept) + 1)] or len(kept) > len(told) + 1
            told_of, between = told_of + len(told), between + (len(kept) > len(told))
    mark = "!" if faults else " "
    print(f"{mark} {number} kills, {told_of} releases reported: {faults} lost, doubled or changed (goal: 0)")
    print(f"  in {between} the process died after a release was written and before it was reported")
    return faults == 0


def _record_all(path: Path, sender: Connection) -> None:
    trial = open_trial(path)
    while (batch := trial.next()) is not None:
        release = trial.record(batch.number, {name: size // 2 for name, size in batch.sizes.items()})
        sender.send((release.number, release.published))


def forecast(number: int) -> bool:
    """Simulated trials at rates drawn uniformly: the forecast after the first look against what then happens.

    Many continuations need the same number (the next batch is planned), so that a number that is met exactly counts as
    a random place among those that are equal.
    """
    generator, held, closed, asked, seconds = np.random.default_rng(2), 0, 0, 0, 0.0
    while asked < number:
        means, rounds = generator.random(3), Rounds(FORECAST, 1)
        rounds.simulate(means, generator)
        if rounds.is_decided or rounds.is_at_cap:
            continue
        start = time.perf_counter()
        more = rounds.continued(asked, CONTINUATIONS)[:, 0]
        seconds += time.perf_counter() - start
        before = rounds.participants
        while not rounds.is_decided and not rounds.is_at_cap:
            rounds.simulate(means, generator)
        found = rounds.participants - before
        place = np.mean(more < found) + generator.random() * np.mean(more == found)
        held += 0.2 <= place <= 0.8
        closed += np.quantile(more, 0.2) <= found <= np.quantile(more, 0.8)
        asked += 1
    share = held / number
    fits = RANGE[0] <= share <= RANGE[1]
    mark, (low, high) = " " if fits else "!", RANGE
    print(f"{mark} {number} trials after their first look: what then happens lies between 20 and 80 % of the forecast")
    print(f"  in {share:.1%} (goal: {low:.0%} to {high:.0%}), with both ends of that range in {closed / number:.1%}")
    print(f"  a forecast takes {seconds / number:.2f} s")
    return fits


def main() -> int:
    """Print a row a figure; 1 if a goal is missed."""
    asked = sys.argv[1] if len(sys.argv) > 1 else ""
    number = int(sys.argv[2]) if len(sys.argv) > 2 else None
    found = []
    if asked in ("", "kills"):
        found.append(kills(number or 200))
    if asked in ("", "forecast"):
        found.append(forecast(number or 1000))
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
