"""A page is drawn to its end though one of its fragments is asked for in the last moment.

A script that has ended takes no requests any more, and what it drew last may not be taken over yet.  For a fragment
that is asked for in that moment Streamlit begins another script and forgets the first: the browser never hears that the
page is done, and what it should take away stays.
"""

import asyncio
import functools

from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests

NEEDS = ((AppSession, "_create_scriptrunner"), (AppSession, "_scriptrunner"))
LOOK_SECONDS = 0.05
_HELD = "_held_by_price_of_privacy"


def mend() -> None:
    """Have a fragment's request wait until the script that has ended is let go.

    What is asked for meanwhile becomes one request with it, as Streamlit joins them: of each widget the last value, and
    every button that was pressed.
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
