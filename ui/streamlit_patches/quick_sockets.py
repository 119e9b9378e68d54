"""Small messages go at once: Nagle's delay holds them back for 40 ms, which a drag feels."""

import contextlib
import functools
import gc
import socket


@functools.cache
def send_at_once() -> None:
    """Switch the delay off on the server's sockets, once: call it where the first of them is open, as in a script.

    Connections inherit the option from the listening socket; the one that is open already gets it here.  asyncio sets
    it on sockets that are made with their protocol's number, and Streamlit's are made without.
    """
    for item in gc.get_objects():
        # Not isinstance: that asks a weak reference's proxy, which raises an error once its object is gone.
        if issubclass(type(item), socket.socket) and item.family in (socket.AF_INET, socket.AF_INET6):
            with contextlib.suppress(OSError):
                item.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
