"""What the server does once: where it is, quick sockets, no look-ups, no uploads on disk, or in the log."""

import contextlib
import functools
import gc
import socket
from typing import TYPE_CHECKING

from starlette.formparsers import MultiPartParser
from starlette.requests import ClientDisconnect
from starlette.websockets import WebSocketDisconnected
from streamlit import config, net_util
from streamlit.web.server.server_util import get_url

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_EVERY_ADDRESS = ("0.0.0.0", "::")


def announce() -> None:
    """Print where the dashboard is, and who can reach it if not this machine alone."""
    address = config.get_option("server.address") or "::"
    if address in _EVERY_ADDRESS:
        print(f"Price of Privacy: {get_url('localhost')}")
        network = net_util.get_internal_ip() or socket.gethostname()
        print(f"Open to everyone who can reach this machine: {get_url(network)}")
    else:
        print(f"Price of Privacy: {get_url(address)}")


@functools.cache
def send_at_once() -> None:
    """Switch off Nagle's delay on the server's sockets: it holds small messages back for 40 ms, which a drag feels.

    Connections inherit the option from the listening socket; the one that is open already gets it here.
    """
    for item in gc.get_objects():
        # Not isinstance: that asks a weak reference's proxy, which raises an error once its object is gone.
        if issubclass(type(item), socket.socket) and item.family in (socket.AF_INET, socket.AF_INET6):
            with contextlib.suppress(OSError):
                item.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def keep_uploads_in_memory() -> None:
    """Have no upload written to disk: what is longer than a megabyte would go through a temporary file."""
    MultiPartParser.spool_max_size = (config.get_option("server.maxUploadSize") + 1) * 2**20


class BreaksOffQuietly:
    """The application; an upload or a connection that is broken off leaves no error of sixty lines in the log."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        with contextlib.suppress(ClientDisconnect, WebSocketDisconnected):
            await self._app(scope, receive, send)


def ask_nobody_elsewhere() -> None:
    """Keep Streamlit from asking an outside server for this machine's address whenever it refuses a foreign origin.

    No setting does: server_util.is_url_from_allowed_origins asks before it says no, whatever is configured.
    """
    net_util.get_external_ip = _no_external_address


def _no_external_address() -> None:
    return None
