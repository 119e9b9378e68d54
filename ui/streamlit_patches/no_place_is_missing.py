"""Lose no element when a page, or part of it, is redrawn before all of it has been sent.

The browser needs elements in the order of their places.  If one is missing it finds no place for the next ("Bad delta
path index"), and the page stays empty until it is reloaded.  When a page is redrawn, Streamlit keeps the toasts that
wait to be sent, but not the style sheets that come before them in the same container.  When a fragment is requested
while its page is being drawn, Streamlit drops the fragment's first elements and keeps those below them.
"""

import functools

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.RootContainer_pb2 import RootContainer
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

NEEDS = ((ForwardMsgQueue, "clear"), (ForwardMsgQueue, "_queue"))


def mend() -> None:
    """Make a run drop nothing that waits to be sent, except the page that it redraws."""
    clear = ForwardMsgQueue.clear

    @functools.wraps(clear)
    def clear_page(
        queue: ForwardMsgQueue, retain_lifecycle_msgs: bool = False, fragment_ids_this_run: list[str] | None = None
    ) -> None:
        waiting = list(queue._queue)
        clear(queue, retain_lifecycle_msgs, fragment_ids_this_run)
        if retain_lifecycle_msgs:
            kept = {id(message) for message in queue._queue}
            queue._queue = [
                each for each in waiting if fragment_ids_this_run or id(each) in kept or _has_no_place(each)
            ]

    setattr(ForwardMsgQueue, "clear", clear_page)  # noqa: B010 (mypy forbids to assign methods)


def _has_no_place(message: ForwardMsg) -> bool:
    return list(message.metadata.delta_path[:1]) == [RootContainer.EVENT]
