"""Draw the result of a click even if it reaches the server in a request for another part of the page.

The browser sends everything that has changed until it gets round to sending as one request, for one fragment.  If a box
or button elsewhere was changed too, Streamlit stores its value but draws only that fragment, and the click is lost.
"""

import contextlib
import functools
from collections.abc import Iterator
from dataclasses import replace

from streamlit.delta_generator_singletons import context_dg_stack, get_default_dg_stack_value
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState, WStates

from ui.jobs.script_turns import SCRIPT_TURNS
from ui.state import boxes

NEEDS = ((ScriptRunner, "_run_script"), (SafeSessionState, "_state"), (SessionState, "get_widget_metadata"))
_WHOLE_PAGE = None  # stands for the page where a fragment is expected


def mend() -> None:
    """Make a run draw all that its request changes, in its visitor's turn, but no page that the visitor has left.

    If the whole page is drawn instead of a fragment, it starts at its top, although the same thread drew the fragment.
    """
    run = ScriptRunner._run_script

    @functools.wraps(run)
    def run_all_that_changed(runner: ScriptRunner, request: RerunData) -> None:
        context = get_script_run_ctx()
        assert context is not None
        asked = request.fragment_id_queue
        there = [fragment for fragment in asked if context.fragment_storage.contains(fragment)]
        if there:
            left_out = set(_changed(context.session_state._state, request)) - set(there)
            if _WHOLE_PAGE in left_out:
                context.session_state[boxes.AGAIN] = True
                there = []
            else:
                there += [name for name in left_out if name and context.fragment_storage.contains(name)]
        elif asked:
            return
        if not there:
            context_dg_stack.set(get_default_dg_stack_value())
        with SCRIPT_TURNS.turn(context.session_id):
            run(runner, replace(request, fragment_id_queue=there))

    setattr(ScriptRunner, "_run_script", run_all_that_changed)  # noqa: B010 (mypy forbids to assign methods)


def _changed(state: SessionState, request: RerunData) -> Iterator[str | None]:
    """The fragments, or the whole page, whose widgets have another value in the request than on the server."""
    for widget in request.widget_states.widgets if request.widget_states else ():
        if metadata := state.get_widget_metadata(widget.id):
            arrived = WStates(widget_metadata={widget.id: metadata})
            arrived.set_widget_from_proto(widget)
            with contextlib.suppress(Exception):  # no browser sends such a message, and Streamlit will refuse it
                if arrived[widget.id] != state[widget.id]:
                    yield metadata.fragment_id
