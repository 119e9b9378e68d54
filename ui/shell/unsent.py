"""What a script has drawn and the browser has not got yet, kept where Streamlit forgets a part of it.

The browser shows what comes in the order of its places: where one is missing it finds no place for the next, and the
page stays as it is until it is reloaded.
"""

import functools

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.RootContainer_pb2 import RootContainer
from streamlit.runtime.app_session import AppSession


@functools.cache
def keep_unsent() -> None:
    """Have a run drop nothing of what waits to be sent but the page that it draws anew.

    A fragment that is asked for while its page is being drawn is drawn right after it: Streamlit drops the fragment's
    first drawing and keeps what stands below.  And of a page that is drawn anew it keeps the toasts, but not the style
    sheets that stand before them among what has no place on the page.
    """
    clear = AppSession._clear_queue

    def clear_page(session: AppSession, fragment_ids_this_run: list[str] | None = None) -> None:
        queue = session._browser_queue
        if fragment_ids_this_run:
            queue._delta_index_map = {}  # nothing new takes the place, and so the run, of what waits
            return
        waiting = list(queue._queue)
        clear(session, fragment_ids_this_run)
        kept = {id(message) for message in queue._queue}
        queue._queue = [message for message in waiting if id(message) in kept or _has_no_place(message)]

    setattr(AppSession, "_clear_queue", clear_page)  # noqa: B010


def _has_no_place(message: ForwardMsg) -> bool:
    return list(message.metadata.delta_path[:1]) == [RootContainer.EVENT]
