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


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800::1"])
def test_a_planted_connection_is_refused_and_noted(noted, address):
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    for kind, reach in ((socket.SOCK_STREAM, "connect"), (socket.SOCK_DGRAM, "sendto")):
        with socket.socket(family, kind) as found, pytest.raises(OSError, match="no network in this test"):
            getattr(found, reach)(*([b""] if reach == "sendto" else []), (address, 80))
    assert noted == [f"asks for {address}"] * 2


def test_a_planted_look_up_is_refused_and_noted(noted):
    for look_up in (lambda: socket.getaddrinfo("example.com", 80), lambda: socket.gethostbyname("example.com")):
        with pytest.raises(OSError, match="no network in this test"):
            look_up()
    assert noted == ["asks for example.com"] * 2


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
