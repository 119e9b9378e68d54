"""A page that was asked for is drawn, though a fragment of the page before is asked for until its script begins.

The browser sends a fragment's requests until it hears of the new page.  Streamlit joins both requests to one, of the
page that was named last: the visitor stays on the old page, and the click in the menu is lost.
"""

import functools

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession

NEEDS = ((AppSession, "request_rerun"),)
_asked_for: dict[str, str] = {}  # by session: the page whose script has not begun


def mend() -> None:
    """Have a fragment's request dropped while another page than its own waits to be drawn."""
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
    """This session's script begins: call it at the top of app.py, which may lead on to another page."""
    _asked_for.pop(session, None)
