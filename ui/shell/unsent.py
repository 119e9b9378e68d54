"""What a script has drawn and the browser has not got yet is kept when a part of the page is drawn again.

A part that is asked for while the page is still being drawn is drawn right after it.  Streamlit then drops the part's
first drawing, if it is still unsent, and keeps what stands below: the browser finds no place for that, and the page
stays as it is until it is reloaded.
"""

import functools

from streamlit.runtime.app_session import AppSession


@functools.cache
def keep_unsent() -> None:
    """Have a fragment's run drop nothing of what waits to be sent: what it draws stands behind it."""
    clear = AppSession._clear_queue

    def clear_for_whole_pages(session: AppSession, fragment_ids_this_run: list[str] | None = None) -> None:
        if fragment_ids_this_run:
            session._browser_queue._delta_index_map = {}  # nothing new takes the place, and so the run, of what waits
        else:
            clear(session, fragment_ids_this_run)

    setattr(AppSession, "_clear_queue", clear_for_whole_pages)  # noqa: B010
