"""Draw the page that the visitor has chosen, whatever the browser still sends for the one before.

Until it hears of the next page, the browser asks for fragments of the old one and sends what has changed there: a box
that is left by a tap on a link is sent after the tap.  Streamlit draws the page named last, so that the tap is lost.
After a restart of the server the browser asks for a fragment that the new session does not have, and Streamlit passes
over that request: what was dragged is never taken over.
"""

import functools
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession
from streamlit.util import calc_hash

NEEDS = ((AppSession, "request_rerun"),)
_chosen: WeakKeyDictionary[AppSession, tuple[ClientState, str]] = WeakKeyDictionary()  # a request for a page, and where


def mend() -> None:
    """Take from a page that is left what has changed, but draw the next one; in a new session draw a whole page."""
    hear = AppSession.request_rerun

    @functools.wraps(hear)
    def hear_what_still_counts(session: AppSession, asked: ClientState | None) -> None:
        if asked is not None:
            if not len(session.session_state):
                asked.fragment_id = ""
            address = urlsplit(asked.context_info.url).path
            chosen, left = _chosen.pop(session, (None, ""))
            if asked.page_script_hash not in ("", calc_hash(address.rpartition("/")[2] or "explore")):  # at /
                _chosen[session] = asked, address
            elif chosen and address == left and not asked.is_history_navigation:
                _chosen[session] = chosen, left
                if asked.fragment_id:
                    return
                asked.page_script_hash, asked.query_string = chosen.page_script_hash, chosen.query_string
        hear(session, asked)

    setattr(AppSession, "request_rerun", hear_what_still_counts)  # noqa: B010 (mypy forbids to assign methods)
