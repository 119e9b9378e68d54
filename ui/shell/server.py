"""What the server does once, at its first visitor: quick sockets, no look-ups, no work for pages just left."""

import contextlib
import functools
import gc
import socket
from dataclasses import replace

from streamlit import net_util
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData


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


@functools.cache
def drop_late_requests() -> None:
    """Drop what a fragment of a page asks for after the visitor has left that page.

    The browser sends it until it hears of the new page.  Streamlit would answer in the name of the old page: the
    browser then takes away the new page's elements, finds no place for what follows, and stays empty.
    """
    run = ScriptRunner._run_script

    def run_if_still_there(runner: ScriptRunner, request: RerunData) -> None:
        asked = request.fragment_id_queue
        there = [fragment for fragment in asked if runner._fragment_storage.contains(fragment)]
        if there or not asked:
            run(runner, replace(request, fragment_id_queue=there))

    setattr(ScriptRunner, "_run_script", run_if_still_there)  # noqa: B010 - mypy forbids to assign a method


def _no_external_address() -> None:
    return None
