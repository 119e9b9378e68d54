"""A page keeps its order where a part of it is drawn again before the page was sent.

Streamlit must still keep a session's messages in _browser_queue, there in _queue and _delta_index_map, and empty it by
_clear_queue; else see ui/shell/unsent.py, and whether test_streamlit_still_takes_it_away holds: if not, remove both.
"""

from types import SimpleNamespace

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from ui.shell.unsent import keep_unsent

FRAGMENT = "live"


@pytest.fixture(scope="module", autouse=True)
def mended():
    keep_unsent()


def drawn(place, text, fragment=""):
    message = ForwardMsg()
    message.metadata.delta_path[:] = [0, place]
    message.delta.new_element.markdown.body = text
    message.delta.fragment_id = fragment
    return message


def page():
    finished = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY)
    return [drawn(0, "title"), drawn(1, "old", FRAGMENT), drawn(2, "below"), finished]


def session(messages):
    """One whose messages wait to be sent."""
    queue = ForwardMsgQueue()
    for message in messages:
        queue.enqueue(message)
    return SimpleNamespace(_browser_queue=queue)


def told(messages):
    """The texts by place as a browser takes them; it refuses a place that does not follow those it has."""
    shown = []
    for message in messages:
        if message.WhichOneof("type") == "delta":
            place = message.metadata.delta_path[1]
            assert place <= len(shown), f"Bad delta path index {place}"
            shown[place : place + 1] = [message.delta.new_element.markdown.body]
    return shown


def after_the_fragment(found):
    AppSession._clear_queue(found, [FRAGMENT])
    found._browser_queue.enqueue(drawn(1, "new", FRAGMENT))
    return found._browser_queue.flush()


def test_a_fragment_that_is_drawn_before_its_page_was_sent_takes_no_place_away():
    sent = after_the_fragment(session(page()))
    assert told(sent) == ["title", "new", "below"]
    assert ForwardMsg.FINISHED_SUCCESSFULLY in [message.script_finished for message in sent]
    assert [message.delta.new_element.markdown.body for message in sent].index("new") == len(page())


def test_streamlit_still_takes_it_away():
    queue = session(page())._browser_queue
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=[FRAGMENT])
    with pytest.raises(AssertionError, match="Bad delta path index 2"):
        told(queue.flush())


def test_what_only_the_fragment_drew_is_kept_too():
    sent = after_the_fragment(session([drawn(1, "old", FRAGMENT)]))
    assert [message.delta.new_element.markdown.body for message in sent] == ["old", "new"]


def test_a_whole_page_that_is_drawn_anew_drops_what_waits():
    found = session(page())
    AppSession._clear_queue(found, None)
    assert told(found._browser_queue.flush()) == []
