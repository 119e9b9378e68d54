"""The whole state of a page, as its address writes it.

st.query_params has the address with which the page was opened: it does not follow changes in boxes.
"""

from collections.abc import Container, Mapping
from typing import Any, TypeAlias
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import SessionState

from ui.controls.number_box import text_in_force
from ui.look.numbers import typed
from ui.state.draft import IN_FORCE

Parts: TypeAlias = dict[str, list[str]]  # what an address says: the values of each name


def parts_of_page(is_whole: bool = True) -> Parts:
    """The part of this page's state that addresses carry: the values of the widgets drawn on it.

    is_whole: include values that are the same on a page opened without a link; the browser leaves those out.
    """
    context = get_script_run_ctx()
    if context is None:
        return {}
    return parts_of(
        context.session_state._state, {context.pages_manager.main_script_hash, context.page_script_hash}, is_whole
    )


def parts_of(state: SessionState, scripts: Container[str], is_whole: bool = True) -> Parts:
    """The same for a session; the hashes are those of the scripts of its page and of app.py around it."""
    parts = {}
    for name, binding in state.query_params._bindings_by_param.items():
        metadata = state.get_widget_metadata(binding.widget_id)
        if metadata is None or binding.script_hash not in scripts:
            continue
        value = state[binding.widget_id]
        if is_whole or value != metadata.deserializer(None):
            parts[name] = [_in_force(state, name, text) for text in written(metadata.serializer(value))]
    return parts


def _in_force(state: SessionState, name: str, text: str) -> str:
    """What counts where a box holds a text that its page has refused."""
    if IN_FORCE in state:
        text = next((texts[name] for texts in state[IN_FORCE].values() if name in texts), text)
    return text_in_force(state, name, text)


def written(value: Any) -> list[str]:
    """A widget's value in an address; an empty list is one empty text."""
    if isinstance(value, list | tuple):
        return [text for each in value for text in written(each)] or [""]
    if value is None:
        return [""]
    if isinstance(value, bool):
        return [str(value).lower()]
    if isinstance(value, float):
        return [typed(value)]
    return [str(value)]


def query(parts: Mapping[str, list[str]]) -> str:
    """The part of an address after its question mark."""
    return urlencode(parts, doseq=True)


def of_page(path: str) -> str:
    """The address of this page without its state, as the visitor's browser knows it: behind a proxy, below a prefix."""
    return str(st.context.url or f"/{path}").partition("?")[0]
