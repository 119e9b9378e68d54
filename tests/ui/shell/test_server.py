"""What the server does by itself, and how much of a connection it hears."""

import asyncio
import tomllib
from pathlib import Path

import pytest
import uvloop
from starlette.requests import ClientDisconnect
from starlette.websockets import WebSocketDisconnected
from streamlit import config, net_util
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_cache import populate_hash_if_needed
from streamlit.testing.v1 import AppTest
from uvicorn import Config

from tests.loops import finished
from ui.shell import server


@pytest.mark.parametrize("address, is_open_to_all", [("localhost", False), ("0.0.0.0", True)])
def test_it_says_where_it_is_and_who_can_reach_it_without_asking_anybody(
    monkeypatch, capsys, asked, address, is_open_to_all
):
    options = {"server.address": address, "server.baseUrlPath": "/demo", "browser.serverPort": 8501}
    options |= {"server.sslCertFile": None, "global.developmentMode": False}
    monkeypatch.setattr(config, "get_option", options.__getitem__)
    monkeypatch.setattr(net_util, "get_internal_ip", lambda: "10.1.2.3")
    server.announce()
    said, *more = capsys.readouterr().out.splitlines()
    assert said == "Price of Privacy: http://localhost:8501/demo"
    to_all = "Anyone who can reach this machine can open it at http://10.1.2.3:8501/demo"
    assert more == [to_all] * is_open_to_all
    assert asked == []


@pytest.mark.parametrize("prefix, start", [("", "/"), ("/", "/"), ("/a/b", "/a/b/"), ("a/", "/a/")])
def test_its_addresses_start_below_its_prefix(monkeypatch, prefix, start):
    monkeypatch.setattr(config, "get_option", {"server.baseUrlPath": prefix}.__getitem__)
    assert server.start() == start


def test_its_event_loop_wakes_once_for_many_messages():
    assert Config("server:app").get_loop_factory() is uvloop.new_event_loop


def test_an_upload_that_is_broken_off_is_no_error_and_all_else_is():
    async def broken(scope, receive, send):
        raise scope["error"]

    for error in (ClientDisconnect(), WebSocketDisconnected("WebSocket is not connected.")):
        finished(server.BreaksOffQuietly(broken)({"error": error}, None, None))
    with pytest.raises(ValueError, match="really"):
        finished(server.BreaksOffQuietly(broken)({"error": ValueError("really")}, None, None))


def settings():
    """What .streamlit/config.toml says."""
    return tomllib.loads((Path(__file__).parents[3] / ".streamlit" / "config.toml").read_text(encoding="utf-8"))


def test_a_server_that_people_use_does_not_watch_its_source():
    assert settings()["server"]["fileWatcherType"] == "none"


@pytest.mark.parametrize("size, is_cached", [(None, False), (10_000, True)])
def test_no_message_refers_to_one_that_the_browser_may_have_forgotten(monkeypatch, size, is_cached):
    value = size or settings()["global"]["minCachedMessageSize"]
    monkeypatch.setattr(config, "get_option", {"global.minCachedMessageSize": value}.__getitem__)
    message = ForwardMsg()
    message.delta.new_element.markdown.body = "x" * 5_000_000
    populate_hash_if_needed(message)
    assert message.metadata.cacheable is is_cached


def test_an_error_of_a_page_shows_a_visitor_no_details():
    test = AppTest.from_string("raise ValueError('a secret in /home/somebody')").run()
    (shown,) = test.exception
    assert "secret" not in shown.message
    assert list(shown.stack_trace) == []


@pytest.mark.parametrize(
    "listens, address, known",
    [
        ("0.0.0.0", "http://localhost:8501/p/regret?a=1", "http://10.1.2.3:8501/p/regret?a=1"),
        (None, "http://[::1]:8501/", "http://[::1]:8501/".replace("[::1]", "10.1.2.3")),
        ("localhost", "http://localhost:8501/", "http://localhost:8501/"),
        ("0.0.0.0", "https://privacy.example/p", "https://privacy.example/p"),
    ],
)
def test_a_link_for_phones_has_an_address_that_the_network_knows(monkeypatch, listens, address, known):
    monkeypatch.setattr(net_util, "get_internal_ip", lambda: "10.1.2.3")
    monkeypatch.setattr(config, "get_option", {"server.address": listens}.get)
    assert server.for_network(address) == known
    assert server.is_local(known) == ("localhost" in known)


def test_without_a_network_the_address_stays(monkeypatch):
    monkeypatch.setattr(net_util, "get_internal_ip", lambda: None)
    monkeypatch.setattr(config, "get_option", {"server.address": "0.0.0.0"}.get)
    assert server.for_network("http://localhost:8501/") == "http://localhost:8501/"


def test_messages_beyond_the_pace_wait_for_their_time_and_other_requests_do_not(monkeypatch):
    monkeypatch.setattr(server, "MOST_MESSAGES", 10)
    heard = []

    async def app(scope, receive, send):
        start = asyncio.get_running_loop().time()
        for _ in range(15):
            assert await receive() == "message"
            heard.append(asyncio.get_running_loop().time() - start)

    async def receive():
        return "message"

    for kind, (first, least) in {"websocket": (10, 0.4), "http": (15, 0.0)}.items():
        heard.clear()
        finished(server.ListensCalmly(app)({"type": kind}, receive, None))
        assert heard[first - 1] < 0.1 + heard[0]
        assert heard[-1] >= least
