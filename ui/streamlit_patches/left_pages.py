"""Draw the page where a visitor is, whatever fragment the browser asks for.

The browser keeps sending a fragment's requests until it hears of the new page.  Streamlit merges both requests into
one, for the page that was named last: the visitor stays on the old page, and the click in the menu is lost.
After a restart of the server the browser asks for a fragment that the new session does not have.  Streamlit passes over
that request: the page stays as it was, and what was dragged is never taken over.
"""

import functools

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession

NEEDS = ((AppSession, "request_rerun"),)
_asked_for: dict[str, str] = {}  # by session: the page whose script has not begun


def mend() -> None:
    """Drop a fragment's request while a page other than its own is waiting; in a new session draw its whole page."""
    hear = AppSession.request_rerun

    @functools.wraps(hear)
    def hear_what_still_counts(session: AppSession, asked: ClientState | None) -> None:
        if asked is not None:
            page = asked.page_script_hash  # "" on a first visit, which has no page before it
            if not len(session.session_state):
                asked.fragment_id = ""
            if not asked.fragment_id:
                _asked_for[session.id] = page
            elif _asked_for.get(session.id) not in (None, "", page):
                return
        hear(session, asked)

    setattr(AppSession, "request_rerun", hear_what_still_counts)  # noqa: B010 (mypy forbids to assign methods)


def arrive(session: str) -> None:
    """Note that this session's script has begun.  Call it at the top of app.py, which may redirect to another page."""
    _asked_for.pop(session, None)
