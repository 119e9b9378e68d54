"""The visitors of the load benchmark: they hear what a page says, ask as a browser does, and notice what goes wrong."""

import asyncio
import functools
import json
import random
from dataclasses import replace

import pytest

from benchmarks.load import client
from benchmarks.load.client import NoAnswerError, connected, opened
from benchmarks.load.crowd import PAGES, WEIGHTS, Log, all_leave, all_open, mixed_use, released, use
from benchmarks.load.servers import running_servers
from tests.loops import finished
from ui.state.messages import report_of

APP = """
import time

import streamlit as st
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime import get_instance
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

from ui.shell import page
from ui.streamlit_patches import unfinished_pages

def asks_for_live_when_this_script_has_ended():
    # The server hears it in the moment in which the last that the script drew has not been sent.
    session = get_instance()._session_mgr.get_session_info(get_script_run_ctx().session_id).session
    [fragment] = get_script_run_ctx().shared.new_fragment_ids.snapshot()

    def ask():
        while session._scriptrunner._requests._state is not ScriptRequestType.STOP:
            time.sleep(0.001)
        session.request_rerun(ClientState(fragment_id=fragment, is_auto_rerun=True))

    get_instance()._get_async_objs().eventloop.call_soon_threadsafe(ask)

def first():
    epsilon = st.text_input("ε", "1", key="epsilon")
    if st.button("Fail", key="fail"):
        st.error("It did not work.")
        raise KeyError("nothing")
    if st.button("Never", key="never"):
        time.sleep(1)

    @st.fragment(run_every=0.05)
    def live():
        if st.button("All", key="all"):
            st.rerun()
        st.write(st.session_state["epsilon"])

    live()
    if epsilon == "7":
        asks_for_live_when_this_script_has_ended()

def second():
    st.title("Second")

def slow():
    epsilon = st.text_input("ε", "1", key="epsilon")

    @st.fragment
    def part():
        if st.button("Part", key="part"):
            st.checkbox("Pressed", key="pressed")
        time.sleep(0.5)

    with st.container():
        part()
    if epsilon == "9":
        page.end()

pages = [st.Page(first, default=True), st.Page(second, url_path="regret"), st.Page(slow, url_path="slow")]
with unfinished_pages.forgotten_when_it_ends_early():
    st.navigation(pages).run()
"""
SERVER = """
import streamlit as st

from ui import streamlit_patches

streamlit_patches.mend()
app = st.App("app.py")
"""


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("load")
    (folder / "app.py").write_text(APP, encoding="utf-8")
    (folder / "server.py").write_text(SERVER, encoding="utf-8")
    with running_servers(1, str(folder / "server.py")) as found:
        yield found


def in_a_loop(visit):
    """The test that runs this one in a loop of its own."""
    return functools.wraps(visit)(lambda **given: finished(visit(**given)))


async def until(holds):
    async with asyncio.timeout(client.PATIENCE_SECONDS):
        while not holds():
            await asyncio.sleep(0.01)


async def shown(tab, *keys):
    """Wait for these widgets: what a fragment asks for by itself can come after the rest of the page."""
    await until(lambda: set(keys) <= tab.widgets.keys())


async def drawn_again(tab, key, earlier):
    """Wait until this widget is drawn anew, by a script that may still be at work."""
    await until(lambda: tab.widgets[key] is not earlier)


@in_a_loop
async def test_a_visitor_opens_pages_changes_widgets_polls_and_hears_errors(servers):
    log = Log()
    first, other = await all_open(servers.urls, 2, log)
    assert len(log.waits["open"]) == 2
    await shown(first, "epsilon", "fail", "all")
    assert not first.widgets["epsilon"].fragment
    assert first.widgets["all"].fragment
    assert await use(first, random.Random(0)) == ("box", pytest.approx(0, abs=client.PATIENCE_SECONDS))
    with pytest.raises(ValueError, match="a text_input holds a string_value"):
        await first.change("epsilon", double_value=0.2)
    await shown(first, "all")
    assert await first.change("all", trigger_value=True) > 0
    await asyncio.sleep(0.2)
    assert first.polls >= 2
    await first.switch("regret")
    polls = first.polls
    assert not first.widgets
    await asyncio.sleep(0.1)
    assert first.polls == polls
    assert first.errors == []
    await first.switch("")
    await first.change("fail", trigger_value=True)
    assert len(first.errors) == 2
    assert first.errors[0] == "explore: It did not work."
    assert first.errors[1].startswith("explore: exception ")
    await all_leave([first, other], log)
    assert len(log.errors) == 2
    assert log.polls > polls
    assert servers.threads() >= 1
    assert servers.megabytes() > 10
    assert servers.cpu_seconds() > 0


@in_a_loop
async def test_an_answer_that_does_not_come_is_an_error(servers, monkeypatch):
    log, tab = Log(), await opened(servers.urls[0])
    monkeypatch.setattr(client, "PATIENCE_SECONDS", 0.2)
    with log.errors_of("box"):
        await tab.change("never", trigger_value=True)
    [error] = log.errors
    assert error.startswith("box: no answer after ")
    await tab.close()
    with pytest.raises(NoAnswerError):
        await tab.change("epsilon", string_value="2")
    with log.errors_of("open"):
        await connected("http://127.0.0.1:9")
    assert len(log.errors) == 2


@in_a_loop
async def test_a_page_is_drawn_to_its_end_though_a_fragment_is_asked_for_in_its_last_moment(servers, monkeypatch):
    monkeypatch.setattr(client, "PATIENCE_SECONDS", 20)

    tab = await opened(servers.urls[0])
    for value in ("7", "8", "7"):
        await tab.change("epsilon", string_value=value)
    await tab.close()


@in_a_loop
async def test_a_page_is_drawn_from_its_top_by_a_script_that_has_just_drawn_a_fragment(servers):
    tab = await opened(servers.urls[0], "slow")
    box, part = tab.widgets["epsilon"], tab.widgets["part"]
    await tab.shout(part, int_value=0)
    await drawn_again(tab, "part", part)
    # What a browser sends in the name of the fragment, if a box is changed while it is about to ask for that.
    tab.widgets["epsilon"] = replace(box, fragment=part.fragment)
    await tab.change("epsilon", string_value="2")
    assert tab.widgets["epsilon"].place == box.place
    assert tab.widgets["part"].place == part.place
    await tab.close()


@in_a_loop
async def test_a_click_on_a_page_that_is_about_to_end_early_counts(servers):
    tab = await opened(servers.urls[0], "slow")
    part = tab.widgets["part"]
    drawing = asyncio.create_task(tab.change("epsilon", string_value="9"))
    await drawn_again(tab, "part", part)
    await tab.shout(tab.widgets["part"], trigger_value=True)
    await drawing
    await shown(tab, "pressed")
    await tab.close()


@in_a_loop
async def test_mixed_use_ends_in_time_and_notes_every_answer(servers, monkeypatch):
    monkeypatch.setattr("benchmarks.load.crowd.THINKING_SECONDS", (0.0, 0.02))
    monkeypatch.setattr("benchmarks.load.crowd.PAGES", ("", "regret"))
    monkeypatch.setattr("benchmarks.load.crowd.WEIGHTS", (1, 1))

    log = Log()
    tabs = await all_open(servers.urls, 3, log)
    tabs = await mixed_use(tabs, 0.6, 0, log)
    await all_leave(tabs, log)
    assert log.errors == []
    assert len(log.all_waits) >= 6  # each does something at least, on a machine however busy


def test_every_page_is_visited_and_a_release_is_a_report():
    assert len(PAGES) == len(WEIGHTS)
    assert sum(WEIGHTS) == pytest.approx(100)
    assert report_of(json.loads(released(3, random.Random(0))), 2).is_final
