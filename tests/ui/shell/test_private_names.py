"""The private names of Streamlit and Plotly that the pages lean on; each test says what to do when one has gone."""

from pathlib import Path

import streamlit
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.query_params import WidgetBinding

from benchmarks import house


def test_streamlit_still_tells_how_a_run_began():
    """ui/shell/first_answer.py asks a session's first run for the widgets whose values the browser sent along;
    ui/state/visit.py asks whether the visitor went back.

    If a name has gone: without the first, leave first answers out of sessions that do not begin with a link alone in
    another way, or out of all; without the second, let Back leave pinned plans as they are.
    """
    assert callable(SafeSessionState.get_widget_states)
    assert "is_history_navigation" in ScriptRunContext.__dataclass_fields__


def test_streamlit_still_tells_what_a_page_keeps_in_its_address():
    """ui/shell/address.py reads the state of the widgets that links carry: st.query_params does not follow them.

    If a name has gone, have a component read the browser's own address when "Share" is opened.
    """
    state = SessionState()
    assert isinstance(state.query_params._bindings_by_param, dict)
    assert callable(state.get_widget_metadata)
    assert {"param_key", "widget_id", "script_hash"} <= set(WidgetBinding.__dataclass_fields__)
    assert {"serializer", "deserializer"} <= set(WidgetMetadata.__dataclass_fields__)


def test_the_front_end_still_has_the_names_that_our_styles_and_scripts_look_for():
    """Streamlit's of its elements, and Plotly's of its drawn layout; `python -m benchmarks.house` prints them.

    If one has gone, look up with the browser's inspector what is there in its place, or in plotly.js what gives an
    axis's pixels, and name that where `grep -r` finds the old one in ui/.
    """
    frontend = "".join(
        path.read_text(encoding="utf-8") for path in (Path(streamlit.__file__).parent / "static").rglob("*.js")
    )
    assert {name for name in house.dom_hooks() if name not in frontend} == set()
