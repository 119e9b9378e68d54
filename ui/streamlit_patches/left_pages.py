"""Draw the page that a visitor chose, even if a fragment of the previous page is requested before its script starts.

The browser keeps sending a fragment's requests until it hears of the new page.  Streamlit merges both requests into
one, for the page that was named last: the visitor stays on the old page, and the click in the menu is lost.
"""

import functools

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession

NEEDS = ((AppSession, "request_rerun"),)
_asked_for: dict[str, str] = {}  # by session: the page whose script has not begun


def mend() -> None:
    """Drop a fragment's request while a page other than its own is waiting to be drawn."""
    hear = AppSession.request_rerun

    @functools.wraps(hear)
    def hear_what_still_counts(session: AppSession, asked: ClientState | None) -> None:
        if asked is not None:
            page = asked.page_script_hash  # "" on a first visit, which has no page before it
            if not asked.fragment_id:
                _asked_for[session.id] = page
            elif _asked_for.get(session.id) not in (None, "", page):
                return
        hear(session, asked)

    setattr(AppSession, "request_rerun", hear_what_still_counts)  # noqa: B010 (mypy forbids to assign methods)


def arrive(session: str) -> None:
    """Note that this session's script has begun.  Call it at the top of app.py, which may redirect to another page."""
    _asked_for.pop(session, None)
