"""The server itself: where it is reached, what it reads from a connection, and what of that is no error."""

import asyncio
import contextlib
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnected
from streamlit import config, net_util
from streamlit.web.server.server_util import get_url

MOST_MESSAGES = 100  # messages that one connection may send per second, and at once; a drag sends 20 per second

ONLY_HERE = (
    "This dashboard can be reached from this computer only. To let phones on your network open it, start it "
    "with `./run app --address 0.0.0.0`: everyone who can reach this computer can then open it."
)
_EVERY_ADDRESS = ("0.0.0.0", "::")


def start() -> str:
    """The path at which the server's addresses start: its prefix, or nothing, between slashes."""
    return f"/{config.get_option('server.baseUrlPath').strip('/')}/".replace("//", "/")


def announce() -> None:
    """Print where the dashboard is and, if other machines can reach it, which ones."""
    address = config.get_option("server.address") or "::"
    if address in _EVERY_ADDRESS:
        print(f"Price of Privacy: {get_url('localhost')}")
        network = net_util.get_internal_ip() or socket.gethostname()
        print(f"Anyone who can reach this machine can open it at {get_url(network)}")
    else:
        print(f"Price of Privacy: {get_url(address)}")


def for_network(address: str) -> str:
    """The address at which other machines in this network reach a page, if the server listens to them; else its own."""
    parts = urlsplit(address)
    hears = (config.get_option("server.address") or "::") in _EVERY_ADDRESS
    network = net_util.get_internal_ip() if hears and is_local(address) else None
    return parts._replace(netloc=f"{network}:{parts.port or 80}").geturl() if network else address


def is_local(address: str) -> bool:
    """Whether only this machine knows this address."""
    return is_this_machine(urlsplit(address).hostname)


def is_this_machine(host: str | None) -> bool:
    """Whether a machine means itself by this name."""
    try:
        return ip_address(host or "").is_loopback
    except ValueError:
        return host == "localhost"


class BreaksOffQuietly:
    """The application; if a visitor breaks off an upload or a connection, no error of sixty lines enters the log."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(ClientDisconnect, WebSocketDisconnected):
            await self._app(scope, receive, send)


class ListensCalmly:
    """The application; whoever sends more than MOST_MESSAGES a second has to wait, and does not slow others down."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        clock, ahead = asyncio.get_running_loop().time, 0.0

        async def receive_calmly() -> Message:
            nonlocal ahead
            message = await receive()
            ahead = max(ahead, clock() - 1) + 1 / MOST_MESSAGES
            if (early := ahead - clock()) > 0:
                await asyncio.sleep(early)
            return message

        await self._app(scope, receive_calmly if scope["type"] == "websocket" else receive, send)
