"""Patches are put in place in a test alone, also where another test has run the app, which puts them all in place."""

import inspect

import pytest
from starlette.formparsers import MultiPartParser
from streamlit import net_util
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.state import SafeSessionState

from ui.streamlit_patches import own_value

WRAPPED = (
    (AppSession, "_create_scriptrunner"),
    (AppSession, "request_rerun"),
    (ForwardMsgQueue, "clear"),
    (ScriptRunner, "_run_script"),
)
MENDED = (
    *WRAPPED,
    (MultiPartParser, "spool_max_size"),
    (PagesManager, "uses_pages_directory"),
    (SafeSessionState, "filtered_state"),
    (net_util, "get_external_ip"),
)


@pytest.fixture(autouse=True)
def as_it_was(monkeypatch, asks_outside):
    for owner, name in WRAPPED:
        monkeypatch.setattr(owner, name, inspect.unwrap(getattr(owner, name)))
    monkeypatch.setattr(MultiPartParser, "spool_max_size", 2**20)
    monkeypatch.setattr(PagesManager, "uses_pages_directory", None)
    monkeypatch.setattr(SafeSessionState, "filtered_state", own_value._ALL)
