"""Parts of pages without a browser or a server: visits without Streamlit, and a network in which nobody answers."""

import importlib.util
import socket

import pytest
import streamlit as st
from streamlit import net_util

from tests.pages.visit import no_packages_searched


@pytest.fixture(autouse=True, scope="session")
def no_search():
    """The installed packages are not searched for components."""
    with no_packages_searched():
        yield


@pytest.fixture
def visit(monkeypatch):
    """A visit of its own, outside Streamlit's."""
    return fresh_visit(monkeypatch)


def fresh_visit(monkeypatch):
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(st, "query_params", {})
    return st.session_state


@pytest.fixture
def asks_outside(monkeypatch):
    """Streamlit asks who it is outside, also where another test has run the app, which keeps it from that."""
    specification = importlib.util.find_spec(net_util.__name__)
    untouched = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(untouched)
    monkeypatch.setattr(net_util, "get_external_ip", untouched.get_external_ip)


@pytest.fixture
def asked(monkeypatch, asks_outside):
    """The addresses outside this machine that somebody tries to reach; none answers."""
    found = []

    def look_up(host, *_, **__):
        found.append(host)
        raise OSError("no network in this test")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return found
