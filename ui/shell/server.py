"""What the server does once, at its first visitor: quick sockets, and compiled kernels loaded before anyone waits."""

import contextlib
import gc
import socket
import threading

import streamlit as st

from dpcore import warmup


def prepare() -> None:
    """Make the server ready; only the first visitors of a server without compiled kernels see a note and wait."""
    _send_at_once()
    ready = _load_kernels()
    if not ready.is_set():
        with st.spinner("Loading the numeric kernels; the very first start compiles them (about a minute)."):
            ready.wait()


@st.cache_resource(show_spinner=False)
def _load_kernels() -> threading.Event:
    """An event that is set once the kernels of the start page are loaded; the others follow in the background."""
    ready = threading.Event()

    def load() -> None:
        try:
            for step in warmup.STEPS:
                step.load()
                ready.set()
        finally:
            ready.set()

    threading.Thread(target=load, daemon=True).start()
    return ready


@st.cache_resource(show_spinner=False)
def _send_at_once() -> None:
    """Switch off Nagle's delay on the server's sockets: it holds small messages back for 40 ms, which a drag feels.

    Connections inherit the option from the listening socket; the one that is open already gets it here.
    """
    for item in gc.get_objects():
        if isinstance(item, socket.socket) and item.family in (socket.AF_INET, socket.AF_INET6):
            with contextlib.suppress(OSError):
                item.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
