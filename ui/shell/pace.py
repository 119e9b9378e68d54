"""How much the server reads from a connection: someone who keeps asking must not slow others down."""

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_MESSAGES = 100  # messages that one connection may send per second, and at once; a drag sends 20 per second


class ListensCalmly:
    """The application.  It reads at most MOST_MESSAGES a second from one connection; whoever sends more has to wait."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        clock, ahead = asyncio.get_running_loop().time, 0.0

        async def receive_calmly() -> "Message":
            nonlocal ahead
            message = await receive()
            ahead = max(ahead, clock() - 1) + 1 / MOST_MESSAGES
            if (early := ahead - clock()) > 0:
                await asyncio.sleep(early)
            return message

        await self._app(scope, receive_calmly if scope["type"] == "websocket" else receive, send)
