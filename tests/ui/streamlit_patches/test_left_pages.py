"""What is asked for of a page that was left, or has ended early, is not drawn in the next one's place."""

import copy
from types import SimpleNamespace

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.scriptrunner import RerunException, StopException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.util import calc_hash

from ui.shell.menu import START
from ui.streamlit_patches import left_pages, unfinished_pages

Session = type("Session", (), {"session_state": {"arms": "0.9, 0.8"}})


@pytest.fixture(autouse=True)
def heard(monkeypatch):
    found = []
    monkeypatch.setattr(AppSession, "request_rerun", lambda session, asked: found.append(asked))
    left_pages.mend()
    return found


def asked(page, address, **more):
    """What a browser at this address sends that asks for this page, as its fragments and boxes do, or a link to it."""
    return ClientState(page_script_hash=calc_hash(page), context_info={"url": f"https://a.b/prefix/{address}"}, **more)


LINK, OLD = asked("new", "old", query_string="epsilon=1"), asked("old", "old", query_string="people=9")
NEW, BACK = asked("new", "new"), asked("old", "old", is_history_navigation=True)


@pytest.mark.parametrize(
    "before, now, drawn",
    [
        ([LINK], OLD, LINK),  # a box that the tap on the link has left
        ([LINK], asked("old", "old", fragment_id="live"), None),
        ([LINK], asked("new", "new", fragment_id="live"), asked("new", "new", fragment_id="live")),
        ([LINK], BACK, BACK),
        ([LINK, NEW, BACK], OLD, OLD),
        ([None, LINK, asked("old", "new")], OLD, OLD),  # by a link of the new page; None: not by a browser
        ([LINK, asked("third", "old")], OLD, asked("third", "old")),
        ([asked("new", "")], asked(START.name, ""), asked("new", "")),
    ],
)
def test_a_page_that_is_left_is_not_drawn_again(heard, before, now, drawn):
    session = Session()
    for each in (*before, now):
        AppSession.request_rerun(session, copy.deepcopy(each))
    assert heard[len(before) :] == ([drawn] if drawn else [])


def test_what_one_visitor_leaves_another_may_ask_for(heard):
    for request in (LINK, OLD):
        AppSession.request_rerun(Session(), request)
    assert heard == [LINK, OLD]


def test_a_session_in_which_nothing_has_run_draws_the_whole_page(heard):
    for session in (type("New", (), {"session_state": {}})(), Session()):
        AppSession.request_rerun(session, ClientState(fragment_id="live"))
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
