"""What many visitors of the Explorer cost the server, each of whom lets go once in ten seconds.

`python -m benchmarks.releases`, or with how many visitors.  A drag is followed by the visitor's own browser; one
release is all that reaches the server.  A real Chromium lets go once, and what it sent is sent again, with other means,
by simulated visitors who speak Streamlit's protocol and draw nothing: the figures are the server's alone.
"""

import asyncio
import json
import random
import sys
import time
from dataclasses import dataclass, field

import numpy as np
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tools.chromium import running_chromium
from tools.dashboard import running_server
from tools.processes import cpu_seconds

VISITORS = 300
SECONDS_BETWEEN = 10
ROUNDS = 3
OPENING_SECONDS = 90  # over which the visitors arrive: opening the page is not what is measured here
PATIENCE_SECONDS = 300


@dataclass
class Visitor:
    """One open page: its connection, and what its browser would know."""

    connection: ClientConnection
    first: BackMsg
    release: BackMsg
    sequence: int = 0
    waits: list[float] = field(default_factory=list)

    async def open(self) -> None:
        """Ask for the page."""
        await self.connection.send(self.first.SerializeToString())
        await self._drawn()

    async def let_go(self, generator: random.Random) -> None:
        """Release the second arm somewhere else, and wait until the server has drawn the page."""
        self.sequence += 1
        widgets = self.release.rerun_script.widget_states.widgets
        report = next(widget for widget in widgets if widget.json_value)
        arms = next(widget for widget in widgets if widget.id.endswith("-arms"))
        said = json.loads(report.json_value)
        if self.sequence > 1:  # its browser shows in the box what it let go before
            arms.string_value = ", ".join(f"{mean:.10g}" for mean in said["moved"]["means"])
        said["moved"]["means"][1] = round(generator.uniform(0.5, 0.9), 3)
        said["moved"]["sequence"] = self.sequence
        report.json_value = json.dumps(said)
        start = time.monotonic()
        await self.connection.send(self.release.SerializeToString())
        await self._drawn()
        self.waits.append(time.monotonic() - start)

    async def _drawn(self) -> None:
        """Read until the whole page has been drawn."""
        while True:
            data = await asyncio.wait_for(self.connection.recv(decode=False), PATIENCE_SECONDS)
            message = ForwardMsg.FromString(data)
            is_finish = message.WhichOneof("type") == "script_finished"
            if is_finish and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                return


def main(visitors: int) -> None:
    """Print the server's work and the visitors' waits."""
    with running_server() as (url, process):
        first, release = _recorded(url)
        asyncio.run(_crowd(url, process, visitors, first, release))


def _recorded(url: str) -> tuple[BackMsg, BackMsg]:
    """What a browser sends first, and when an arm is let go."""
    sent: list[BackMsg] = []

    def keep(frame: str | bytes) -> None:
        if isinstance(frame, bytes):
            sent.append(BackMsg.FromString(frame))

    with running_chromium() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.on(
            "websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(BackMsg.FromString(frame)))
        )
        page.goto(url)
        page.wait_for_selector(".plot path", state="attached", timeout=120_000)
        page.wait_for_timeout(5_000)
        page.locator(".arm").nth(1).focus()
        page.keyboard.press("ArrowDown")
        page.wait_for_timeout(5_000)
    release = [message for message in sent if '"final":true' in str(message).replace("\\", "")]
    return sent[0], release[0]


async def _crowd(url: str, process: int, visitors: int, first: BackMsg, release: BackMsg) -> None:
    crowd = list(await asyncio.gather(*(_arrived(url, place / visitors, first, release) for place in range(visitors))))
    await asyncio.sleep(5)  # what the last one asked for is done
    print(f"{visitors} visitors with the Explorer open, each lets go once in {SECONDS_BETWEEN} seconds, {ROUNDS} times")
    before, start = cpu_seconds(process), time.monotonic()
    await asyncio.gather(*(_rounds(visitor, place / visitors) for place, visitor in enumerate(crowd)))
    seconds, cpu = time.monotonic() - start, cpu_seconds(process) - before
    waits = np.array([wait for visitor in crowd for wait in visitor.waits])
    median, high, worst = 1000 * np.percentile(waits, [50, 95, 100])
    print(f"  release -> page drawn: median {median:.0f} ms, p95 {high:.0f} ms, worst {worst:.0f} ms")
    print(f"  server: {cpu / waits.size * 1000:.0f} ms of CPU a release, {cpu / seconds:.0%} of one core")


async def _arrived(url: str, share: float, first: BackMsg, release: BackMsg) -> Visitor:
    await asyncio.sleep(share * OPENING_SECONDS)
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    # Without pings of its own: a server that answers late is what is measured, not a lost connection.
    connection = await connect(
        address, origin=Origin(url), subprotocols=[Subprotocol("streamlit")], max_size=None, ping_interval=None
    )
    visitor = Visitor(connection, first, BackMsg.FromString(release.SerializeToString()))
    await visitor.open()
    return visitor


async def _rounds(visitor: Visitor, share: float) -> None:
    generator = random.Random(share)
    start = time.monotonic() + share * SECONDS_BETWEEN
    for turn in range(ROUNDS):
        await asyncio.sleep(max(0.0, start + turn * SECONDS_BETWEEN - time.monotonic()))
        await visitor.let_go(generator)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else VISITORS)
