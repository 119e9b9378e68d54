"""A page keeps its order where it, or a part of it, is drawn again before it was sent."""

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.RootContainer_pb2 import RootContainer
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from ui.streamlit_patches import no_place_is_missing

FRAGMENT = "live"


def drawn(place, text, fragment="", root=RootContainer.MAIN):
    message = ForwardMsg()
    message.metadata.delta_path[:] = [root, place]
    message.delta.new_element.markdown.body = text
    message.delta.fragment_id = fragment
    return message


def page():
    finished = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY)
    return [drawn(0, "title"), drawn(1, "old", FRAGMENT), drawn(2, "below"), finished]


def waiting(messages):
    """A session's messages that wait to be sent."""
    queue = ForwardMsgQueue()
    for message in messages:
        queue.enqueue(message)
    return queue


@pytest.fixture
def mended():
    no_place_is_missing.mend()


def told(messages):
    """The texts by place as a browser takes them; it refuses a place that does not follow those it has."""
    shown = []
    for message in messages:
        if message.WhichOneof("type") == "delta":
            place = message.metadata.delta_path[1]
            assert place <= len(shown), f"Bad delta path index {place}"
            shown[place : place + 1] = [message.delta.new_element.markdown.body]
    return shown


def after_the_fragment(queue):
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=[FRAGMENT])
    queue.enqueue(drawn(1, "new", FRAGMENT))
    return queue.flush()


def test_a_fragment_that_is_drawn_before_its_page_was_sent_takes_no_place_away(mended):
    sent = after_the_fragment(waiting(page()))
    assert told(sent) == ["title", "new", "below"]
    assert ForwardMsg.FINISHED_SUCCESSFULLY in [message.script_finished for message in sent]
    assert [message.delta.new_element.markdown.body for message in sent].index("new") == len(page())


def test_streamlit_still_takes_it_away():
    queue = waiting(page())
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=[FRAGMENT])
    with pytest.raises(AssertionError, match="Bad delta path index 2"):
        told(queue.flush())


def test_what_only_the_fragment_drew_is_kept_too(mended):
    sent = after_the_fragment(waiting([drawn(1, "old", FRAGMENT)]))
    assert [message.delta.new_element.markdown.body for message in sent] == ["old", "new"]


def test_a_whole_page_that_is_drawn_anew_drops_what_waits(mended):
    queue = waiting(page())
    queue.clear(retain_lifecycle_msgs=True)
    assert told(queue.flush()) == []


def style_and_toast():
    style, toast = (drawn(place, "", root=RootContainer.EVENT) for place in (0, 1))
    style.delta.new_element.html.body = "<style></style>"
    toast.delta.new_element.toast.body = "A name was not taken."
    return [drawn(0, "title"), style, toast]


def places(messages):
    return [list(message.metadata.delta_path) for message in messages]


def test_a_toast_keeps_what_stands_before_it_when_the_page_is_drawn_anew(mended):
    queue = waiting(style_and_toast())
    queue.clear(retain_lifecycle_msgs=True)
    queue.enqueue(drawn(0, "title"))
    assert places(queue.flush()) == [[2, 0], [2, 1], [0, 0]]


def test_streamlit_still_keeps_the_toast_alone():
    queue = waiting(style_and_toast())
    queue.clear(retain_lifecycle_msgs=True)
    assert places(queue.flush()) == [[2, 1]]


def test_what_was_sent_is_forgotten(mended):
    queue = waiting(style_and_toast())
    assert len(queue.flush()) == 3
    assert queue.flush() == []
