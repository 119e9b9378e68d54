"""What a browser asks for, mended before a script runs: nothing for a page that was left, else all that changed."""

import functools
from collections.abc import Iterator
from dataclasses import replace

from streamlit.delta_generator_singletons import context_dg_stack, get_default_dg_stack_value
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequestType
from streamlit.runtime.state.session_state import SessionState, WStates

from ui.jobs.script_turns import SCRIPT_TURNS
from ui.shell.pace import begin_no_script_beside_one_that_ends, paced
from ui.shell.unsent import keep_unsent
from ui.state import boxes

_WHOLE_PAGE = None  # instead of a fragment


@functools.cache
def mend_requests() -> None:
    """Drop a fragment's requests after the visitor has left its page, and add what a fragment's request leaves out.

    The browser sends a fragment's requests until it hears of the new page.  Streamlit would answer in the name of the
    old page: the browser then takes away the new page's elements, finds no place for what follows, and stays empty.
    And where the new page's script has not begun, Streamlit would make one request of both, and draw the old page.

    And whatever changes in the browser until it gets round to sending goes as one request, in the name of one fragment.
    A click that met a fragment's report would be heard, but what it changes would not be drawn: a lost click.
    The page that is drawn instead begins at its top: Streamlit, which begins another thread for a request of the whole
    page, leaves this one in the place of the fragment that it has drawn before.

    A session in which nothing has run yet draws the whole page, whatever it is asked for: the server was started anew,
    and the browser asks for what it had before.

    A page that ends early, by an error or ui.shell.page.end, has only the fragments that it has drawn.

    And see ui.shell.pace and ui.shell.unsent.
    """
    run = ScriptRunner._run_script

    def run_what_is_asked(runner: ScriptRunner, request: RerunData) -> None:
        asked = request.fragment_id_queue
        there = [fragment for fragment in asked if runner._fragment_storage.contains(fragment)]
        if there:
            left_out = set(_changed(runner._session_state._state, request)) - set(there)
            if _WHOLE_PAGE in left_out:
                runner._session_state[boxes.AGAIN] = True
                there = []
            else:
                there += [fragment for fragment in left_out if fragment and runner._fragment_storage.contains(fragment)]
        elif asked:
            return
        if not there:
            context_dg_stack.set(get_default_dg_stack_value())
        with SCRIPT_TURNS.turn(runner._session_id):
            run(runner, replace(request, fragment_id_queue=there))
        _forget_fragments_not_drawn()

    keep_unsent()
    begin_no_script_beside_one_that_ends()
    hear = paced(AppSession.request_rerun)

    def hear_what_still_counts(session: AppSession, asked: ClientState | None) -> None:
        if asked is not None and asked.fragment_id:
            if _is_leaving(session, asked.page_script_hash):
                return
            if not len(session.session_state):
                asked.fragment_id = ""
        hear(session, asked)

    # mypy forbids to assign methods
    setattr(ScriptRunner, "_run_script", run_what_is_asked)  # noqa: B010
    setattr(AppSession, "request_rerun", hear_what_still_counts)  # noqa: B010


def _forget_fragments_not_drawn() -> None:
    """Where the whole page is drawn, forget what the page before had and this one has not, unless it is drawn anew.

    Streamlit forgets it only at a script's last line.  Of a page that ends before, it would draw a fragment that was
    asked for meanwhile, and the browser would find no place for it.
    """
    context = get_script_run_ctx()
    if context is None or context.script_requests is None or context.fragment_ids_this_run:
        return
    requests = context.script_requests
    with requests._lock:  # or another script could be asked for in between, which notes its fragments there, too
        is_drawn_anew = requests._state is ScriptRequestType.RERUN and not requests._rerun_data.fragment_id_queue
        if not is_drawn_anew and requests._state is not ScriptRequestType.STOP:
            context.fragment_storage.clear(new_fragment_ids=context.shared.new_fragment_ids.snapshot())


def _is_leaving(session: AppSession, page: str) -> bool:
    """Whether another page than this one has been asked for, whose script has not begun."""
    if (script := session._scriptrunner) is None or script._requests._state is not ScriptRequestType.RERUN:
        return False
    waiting = script._requests._rerun_data
    return not waiting.fragment_id_queue and waiting.page_script_hash not in ("", page)


def _changed(state: SessionState, request: RerunData) -> Iterator[str | None]:
    """The fragments, or the whole page, of the widgets that have another value in the request than on the server."""
    arrived = WStates(widget_metadata=dict(state._new_widget_state.widget_metadata))
    for widget in request.widget_states.widgets if request.widget_states else ():
        if metadata := arrived.widget_metadata.get(widget.id):
            arrived.set_widget_from_proto(widget)
            if _differ(arrived, state, widget.id):
                yield metadata.fragment_id


def _differ(arrived: WStates, state: SessionState, widget: str) -> bool:
    try:
        return bool(arrived[widget] != state[widget])
    except Exception:  # of a message that nobody's browser sends: Streamlit refuses it when it takes it over
        return False
