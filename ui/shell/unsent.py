"""What a script has drawn and the browser has not got yet is kept when a part of the page is drawn again.

A part that is asked for while the page is still being drawn is drawn right after it.  Streamlit then drops the part's
first drawing, if it is still unsent, and keeps what stands below: the browser finds no place for that, and the page
stays as it is until it is reloaded.
"""

import functools
from collections.abc import Collection

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession


@functools.cache
def keep_unsent() -> None:
    """Have a fragment's run drop nothing while more than that fragment's own drawing waits to be sent."""
    clear = AppSession._clear_queue

    def clear_unless_more_waits(session: AppSession, fragment_ids_this_run: list[str] | None = None) -> None:
        queue = session._browser_queue
        if fragment_ids_this_run and _holds_others(queue._queue, fragment_ids_this_run):
            queue._delta_index_map = {}  # what comes stands behind what waits, in the name of its own run
        else:
            clear(session, fragment_ids_this_run)

    setattr(AppSession, "_clear_queue", clear_unless_more_waits)  # noqa: B010


def _holds_others(waiting: Collection[ForwardMsg], fragments: Collection[str]) -> bool:
    return any(each.WhichOneof("type") == "delta" and each.delta.fragment_id not in fragments for each in waiting)
