"""Finish drawing a page even if one of its fragments is requested at the last moment.

A script that has ended takes no more requests, but the server may not yet have handled what it drew last.  If a
fragment is requested at that moment, Streamlit starts another script and forgets the first.  The browser then never
hears that the page is done, and elements that it should remove stay.
"""

import asyncio
import functools

from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests

NEEDS = ((AppSession, "_create_scriptrunner"), (AppSession, "_scriptrunner"))
LOOK_SECONDS = 0.05
_HELD = "_held_by_price_of_privacy"


def mend() -> None:
    """Make a fragment's request wait until the server has let go of the script that has ended.

    Requests that come in meanwhile are merged with it, as Streamlit always does: it keeps the last value of each
    widget, and every button that was pressed.
    """
    create = AppSession._create_scriptrunner

    @functools.wraps(create)
    def create_once_let_go(session: AppSession, asked: RerunData) -> None:
        if (held := vars(session).pop(_HELD, None)) is not None:
            asked = _joined(held, asked)
        is_for_fragments = bool(asked.fragment_id or asked.fragment_id_queue)
        if is_for_fragments and session._scriptrunner is not None:
            vars(session)[_HELD] = asked
            asyncio.get_running_loop().call_later(LOOK_SECONDS, look, session)
        else:
            create(session, asked)

    def look(session: AppSession) -> None:
        if (held := vars(session).pop(_HELD, None)) is not None:
            create_once_let_go(session, held)

    setattr(AppSession, "_create_scriptrunner", create_once_let_go)  # noqa: B010 (mypy forbids to assign methods)


def _joined(*asked: RerunData) -> RerunData:
    requests = ScriptRequests()
    for each in asked:
        requests.request_rerun(each)
    return requests.on_scriptrunner_ready().rerun_data
