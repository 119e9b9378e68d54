"""What visitors do, as they mix: open pages, let go of what they drag, add runs, go on to other pages."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.load.client import NoAnswerError, Tab, opened

OTHER_PAGES = (
    "one_run", "regret", "same_decision", "own_outcomes", "one_mean", "one_budget", "what_is_promised", "fixed_budget",
    "audit", "published", "sweeps", "glossary", "exercises",
)  # fmt: skip
PAGES = ("", "choose_epsilon", "stopping_times", *OTHER_PAGES)
WEIGHTS = (40, 25, 20, *[15 / len(OTHER_PAGES)] * len(OTHER_PAGES))
ON_SERVER = "runs-made=on+the+server"
THINKING_SECONDS = (2.0, 10.0)
FIRST_MEANS = (0.9, 0.8, 0.7, 0.6, 0.5)
MOST_ARMS = ", ".join(f"{0.95 - 0.04 * arm:.2f}" for arm in range(20))
EVERYTHING_AT_ITS_LARGEST = f"arms={MOST_ARMS.replace(', ', '%2C')}&runs=1000&cap=1000000000&{ON_SERVER}"


@dataclass
class Log:
    """What happened to all visitors.  waits: seconds by what was asked for."""

    waits: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    polls: int = 0

    def wait(self, kind: str, seconds: float) -> None:
        """Note an answer."""
        self.waits.setdefault(kind, []).append(seconds)

    @property
    def all_waits(self) -> list[float]:
        """Of whatever was asked for."""
        return [seconds for waits in self.waits.values() for seconds in waits]

    @contextmanager
    def errors_of(self, what: str) -> Iterator[None]:
        """Note an answer that did not come, instead of raising it."""
        try:
            yield
        except (NoAnswerError, ConnectionClosed, InvalidHandshake, OSError) as error:
            self.errors.append(f"{what}: {str(error) or type(error).__name__}")


def percentiles(seconds: Sequence[float]) -> str:
    """Median, 95 % and 99 % of waits as a line of a table."""
    if not seconds:
        return "       none"
    middle, high, higher = 1000 * np.percentile(seconds, [50, 95, 99])
    return f"{len(seconds):7,}   {middle:8.0f} {high:8.0f} {higher:8.0f}"


async def all_open(urls: Sequence[str], visitors: int, log: Log) -> list[Tab]:
    """So many visitors open the Explorer in the same moment, spread over the servers."""

    async def arrive(place: int) -> Tab | None:
        with log.errors_of("open"):
            return await opened(urls[place % len(urls)], timed=lambda seconds: log.wait("open", seconds))
        return None

    tabs = await asyncio.gather(*(arrive(place) for place in range(visitors)))
    return [tab for tab in tabs if tab is not None]


async def all_leave(tabs: Sequence[Tab], log: Log) -> None:
    """Everybody closes the page; what it showed instead of answers is noted."""
    for tab in tabs:
        await tab.close()
        log.errors += tab.errors
        log.polls += tab.polls
        tab.errors, tab.polls = [], 0


async def mixed_use(tabs: Sequence[Tab], seconds: float, seed: int, log: Log) -> list[Tab]:
    """Everybody does this and that for so long, with pauses in between; the tabs that are open at the end."""
    end = time.monotonic() + seconds
    return list(
        await asyncio.gather(*(_visit(tab, end, random.Random(f"{seed} {i}"), log) for i, tab in enumerate(tabs)))
    )


async def _visit(tab: Tab, end: float, chance: random.Random, log: Log) -> Tab:
    while (pause := chance.uniform(*THINKING_SECONDS)) + time.monotonic() < end:
        await asyncio.sleep(pause)
        what = chance.choices(("use", "switch", "load"), (70, 20, 10))[0]
        with log.errors_of(what):
            if what == "use":
                kind, waited = await use(tab, chance)
                log.wait(kind, waited)
            elif what == "switch":
                log.wait("switch", await tab.switch(chance.choices(PAGES, WEIGHTS)[0]))
            else:
                await all_leave([tab], log)
                page = chance.choices(PAGES, WEIGHTS)[0]
                query = ON_SERVER if page == "stopping_times" and chance.random() < 0.5 else ""
                tab = await opened(tab.url, page, query, lambda seconds: log.wait("load", seconds))
    return tab


async def use(tab: Tab, chance: random.Random) -> tuple[str, float]:
    """Change something on the page as a visitor would: what, and the seconds until the page was drawn."""
    bars = {"": "explorer", "stopping_times": "stopping-arms"}.get(tab.page)
    if tab.page == "stopping_times" and ON_SERVER in tab.query and chance.random() < 0.5:
        return "add runs", await tab.change("add-runs", trigger_value=True)
    if bars in tab.widgets:
        tab.reports += 1
        return "release", await tab.change(bars, json_value=released(tab.reports, chance))
    if tab.page == "choose_epsilon" and "people" in tab.widgets:
        return "box", await tab.change("people", string_value=str(chance.randrange(500, 50_000)))
    if "epsilon" in tab.widgets:
        return "box", await tab.change("epsilon", string_value=f"{10 ** chance.uniform(-2, 1):.3g}")
    return "load", await tab.switch(tab.page)


def released(sequence: int, chance: random.Random) -> str:
    """What the bars of the arms report when the second arm is let go."""
    means = [FIRST_MEANS[0], round(chance.uniform(0.5, 0.85), 3), *FIRST_MEANS[2:]]
    instance = {"means": means, "names": [], "epsilon": 0.1, "risk": 0.01, "indifference": 0.0}
    return json.dumps({"moved": {**instance, "sequence": sequence, "first": sequence, "final": True}})


async def run_away(url: str, messages_per_second: int, stop: asyncio.Event, log: Log) -> int:
    """One visitor with everything at its largest asks for something else so often; how often it was sent."""
    sent = 0
    with log.errors_of("runaway"):
        tab = await opened(url, "stopping_times", EVERYTHING_AT_ITS_LARGEST)
        start, seed = time.monotonic(), tab.widgets["seed2"]
        with contextlib.suppress(ConnectionClosed):
            while not stop.is_set():
                await tab.shout(seed, string_value=str(sent % 10_000))
                sent += 1
                await asyncio.sleep(max(0.0, start + sent / messages_per_second - time.monotonic()))
        await tab.close()
    return sent
