"""What is asked for of a page that was left, or has ended early, is not drawn in the next one's place."""

from types import SimpleNamespace

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.scriptrunner import RerunException, StopException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from ui.streamlit_patches import left_pages, unfinished_pages

SESSION = SimpleNamespace(id="visitor", session_state={"arms": "0.9, 0.8"})


@pytest.fixture(autouse=True)
def heard(monkeypatch):
    found = []
    monkeypatch.setattr(AppSession, "request_rerun", lambda session, asked: found.append(asked))
    monkeypatch.setattr(left_pages, "_asked_for", {})
    left_pages.mend()
    return found


@pytest.mark.parametrize(
    "page, has_begun, is_heard",
    [
        ("new", False, False),
        ("new", True, True),  # it may lead on to another page, as app.py does; and that one drops what it has not
        ("old", False, True),
        ("", False, True),  # a first visit
        (None, False, True),
    ],
)
def test_fragments_of_a_page_that_is_being_left_are_not_heard(heard, page, has_begun, is_heard):
    if page is not None:
        AppSession.request_rerun(SESSION, ClientState(page_script_hash=page))
    if has_begun:
        left_pages.arrive(SESSION.id)
    heard.clear()
    AppSession.request_rerun(SESSION, ClientState(fragment_id="live", page_script_hash="old"))
    assert bool(heard) == is_heard


def test_other_sessions_and_requests_without_a_browser_are_heard(heard):
    AppSession.request_rerun(SESSION, ClientState(page_script_hash="new"))
    AppSession.request_rerun(SESSION, None)
    AppSession.request_rerun(
        SimpleNamespace(id="other", session_state={"arms": ""}), ClientState(fragment_id="live", page_script_hash="old")
    )
    assert len(heard) == 3


def test_a_session_in_which_nothing_has_run_draws_the_whole_page(heard):
    for state in ({}, SESSION.session_state):
        AppSession.request_rerun(SimpleNamespace(id="new", session_state=state), ClientState(fragment_id="live"))
    assert [asked.fragment_id for asked in heard] == ["", "live"]


@pytest.mark.parametrize(
    "error, fragments, is_forgotten",
    [
        (StopException(), None, True),
        (KeyError("nothing"), None, True),
        (RerunException(RerunData()), None, False),  # what it will have is not known yet
        (StopException(), ["live"], False),
    ],
)
def test_what_it_has_not_drawn_is_forgotten(monkeypatch, error, fragments, is_forgotten):
    storage = MemoryFragmentStorage()
    for fragment in ("live", "of the page before"):
        storage.register(fragment, lambda: None)
    drawn = SimpleNamespace(new_fragment_ids=SimpleNamespace(snapshot=lambda: frozenset({"live"})))
    context = SimpleNamespace(fragment_storage=storage, fragment_ids_this_run=fragments, shared=drawn)
    monkeypatch.setattr(unfinished_pages, "get_script_run_ctx", lambda: context)
    with pytest.raises(type(error)), unfinished_pages.forgotten_when_it_ends_early():
        raise error
    assert storage.contains("live")
    assert storage.contains("of the page before") != is_forgotten
