"""Send small messages at once: Nagle's delay holds them back for 40 ms, which you feel in a drag."""

import contextlib
import functools
import gc
import socket


@functools.cache
def send_at_once() -> None:
    """Switch the delay off on the server's sockets, once.  Call it when the first one is open, for example in a script.

    Connections inherit the option from the listening socket; those that are already open get it here.  asyncio sets
    it on sockets that are made with their protocol's number, but Streamlit's are made without it.
    """
    for item in gc.get_objects():
        # Not isinstance: that asks a weak reference's proxy, which raises an error once its object is gone.
        if issubclass(type(item), socket.socket) and item.family in (socket.AF_INET, socket.AF_INET6):
            with contextlib.suppress(OSError):
                item.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
