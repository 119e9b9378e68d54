"""A page keeps its order where it, or a part of it, is drawn again before it was sent.

Streamlit must still keep a session's messages in _browser_queue, there in _queue and _delta_index_map, and empty it by
_clear_queue; else see ui/shell/unsent.py, and whether the two tests of what Streamlit still takes away hold: if not,
remove what mends it.
"""

from types import SimpleNamespace

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.RootContainer_pb2 import RootContainer
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from ui.shell.unsent import keep_unsent

FRAGMENT = "live"


@pytest.fixture(scope="module", autouse=True)
def mended():
    keep_unsent()


def drawn(place, text, fragment="", root=RootContainer.MAIN):
    message = ForwardMsg()
    message.metadata.delta_path[:] = [root, place]
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


def style_and_toast():
    style, toast = (drawn(place, "", root=RootContainer.EVENT) for place in (0, 1))
    style.delta.new_element.html.body = "<style></style>"
    toast.delta.new_element.toast.body = "A name was not taken."
    return [drawn(0, "title"), style, toast]


def places(messages):
    return [list(message.metadata.delta_path) for message in messages]


def test_a_toast_keeps_what_stands_before_it_when_the_page_is_drawn_anew():
    found = session(style_and_toast())
    AppSession._clear_queue(found, None)
    found._browser_queue.enqueue(drawn(0, "title"))
    assert places(found._browser_queue.flush()) == [[2, 0], [2, 1], [0, 0]]


def test_streamlit_still_keeps_the_toast_alone():
    queue = session(style_and_toast())._browser_queue
    queue.clear(retain_lifecycle_msgs=True)
    assert places(queue.flush()) == [[2, 1]]
