"""How much of a connection is heard."""

import asyncio

from tests.loops import finished
from ui.shell import pace


def test_messages_beyond_the_pace_wait_for_their_time_and_other_requests_do_not(monkeypatch):
    monkeypatch.setattr(pace, "MOST_MESSAGES", 10)
    heard = []

    async def app(scope, receive, send):
        start = asyncio.get_running_loop().time()
        for _ in range(15):
            assert await receive() == "message"
            heard.append(asyncio.get_running_loop().time() - start)

    async def receive():
        return "message"

    for kind, (first, least) in {"websocket": (10, 0.4), "http": (15, 0.0)}.items():
        heard.clear()
        finished(pace.ListensCalmly(app)({"type": kind}, receive, None))
        assert heard[first - 1] < 0.1 + heard[0]
        assert heard[-1] >= least
