"""Whoever asks for an address outside this machine is refused; that, and whoever unpickles, is noted.

A server of browser tests loads this by its name, before anything else; tests of pages import it.
"""

import os
import re
import sys

LOCAL = re.compile(r"127(\.\d{1,3}){3}|::1|\[::1\]|0\.0\.0\.0|localhost")
# Who reads compiled kernels, which are pickled (dpcore/_kernels.py), and calls them: numba keeps pickled types in them.
MAY_UNPICKLE = tuple(f"{os.sep}{package}{os.sep}" for package in ("dpcore", "numba"))

noted: list[str] = []  # of this process
is_watching = "OUTSIDE_NOTED" in os.environ  # a file: of a server and the processes that it starts


def _watch(event, arguments):
    if is_watching and event in _WATCHED and (found := _WATCHED[event](*arguments)):
        noted.append(found)
        if path := os.environ.get("OUTSIDE_NOTED"):
            with open(path, "a", encoding="utf-8") as file:
                file.write(f"{found}\n")
        if event.startswith("socket."):
            raise OSError("no network in this test")


def _foreign(host, *_):
    host = host.decode() if isinstance(host, bytes) else host
    return "" if not host or LOCAL.fullmatch(host) else f"asks for {host}"


def _foreign_address(_, address):
    return _foreign(address[0]) if isinstance(address, tuple) else ""  # else a path on this machine


def _unpickled(module, name):
    caller = sys._getframe(2).f_code.co_filename
    return "" if any(package in caller for package in MAY_UNPICKLE) else f"{caller} unpickles {module}.{name}"


_WATCHED = {
    "socket.getaddrinfo": _foreign,
    "socket.gethostbyname": _foreign,
    "socket.connect": _foreign_address,
    "socket.sendto": _foreign_address,
    "socket.sendmsg": _foreign_address,
    "pickle.find_class": _unpickled,
}
sys.addaudithook(_watch)
