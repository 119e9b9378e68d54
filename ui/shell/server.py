"""What the server does once, at its first visitor: quick sockets, no look-ups."""

import contextlib
import functools
import gc
import socket

from streamlit import net_util


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


def ask_nobody_elsewhere() -> None:
    """Keep Streamlit from asking an outside server for this machine's address whenever it refuses a foreign origin.

    No setting does: server_util.is_url_from_allowed_origins asks before it says no, whatever is configured.
    """
    net_util.get_external_ip = _no_external_address


def _no_external_address() -> None:
    return None
