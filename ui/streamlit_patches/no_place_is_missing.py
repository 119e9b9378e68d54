"""A page whose drawing has not all been sent yet loses no part of it when it, or a part of it, is drawn anew.

The browser shows what comes in the order of its places: where one is missing it finds no place for the next ("Bad delta
path index"), and the page is empty until it is reloaded.  Of a page that is drawn anew Streamlit keeps the toasts, but
not the style sheets that stand before them among what has no place on the page.  And for a fragment that is asked for
while its page is being drawn it drops the fragment's first drawing, and keeps what stands below.
"""

import functools

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.RootContainer_pb2 import RootContainer
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

NEEDS = ((ForwardMsgQueue, "clear"), (ForwardMsgQueue, "_queue"))


def mend() -> None:
    """Have a run drop nothing of what waits to be sent but the page that it draws anew."""
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
