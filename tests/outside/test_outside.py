"""What tests of pages and browsers notice: a look outside this machine, and foreign data that are unpickled."""

import pickle
import socket

import pytest

from tests.outside import sitecustomize


@pytest.fixture
def noted(monkeypatch):
    monkeypatch.setattr(sitecustomize, "is_watching", True)
    monkeypatch.setattr(sitecustomize, "noted", found := [])
    return found


@pytest.mark.parametrize("address", ["93.184.215.14", "1.1.1.1", "2606:2800::1"])
def test_a_planted_connection_is_refused_and_noted(noted, address):
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    there = (address, 80)
    for kind, reach in (
        (socket.SOCK_STREAM, lambda found: found.connect(there)),
        (socket.SOCK_DGRAM, lambda found: found.sendto(b"", there)),
        (socket.SOCK_DGRAM, lambda found: found.sendmsg([b""], [], 0, there)),
    ):
        with socket.socket(family, kind) as found, pytest.raises(OSError, match="no network in this test"):
            reach(found)
    assert noted == [f"asks for {address}"] * 3


@pytest.mark.parametrize("host", ["example.com", "localhost.example.com", "127.example.com", "127.0.0.1.example.com"])
def test_a_planted_look_up_is_refused_and_noted(noted, host):
    """Also of a name that begins like this machine's."""
    for look_up in (lambda: socket.getaddrinfo(host, 80), lambda: socket.gethostbyname(host)):
        with pytest.raises(OSError, match="no network in this test"):
            look_up()
    assert noted == [f"asks for {host}"] * 2


def test_this_machine_may_be_asked(noted):
    with socket.socket() as listening, socket.socket() as asking:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        asking.connect(listening.getsockname())
        socket.getaddrinfo("localhost", 80)
    assert noted == []


def test_planted_unpickling_is_noted(noted):
    assert pickle.loads(pickle.dumps(print)) is print
    assert noted == [f"{__file__} unpickles builtins.print"]
