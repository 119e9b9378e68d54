"""The whole state of a page, as its address writes it."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.query_params import WidgetBinding

from ui.controls.number_box import text_in_force
from ui.look.numbers import typed
from ui.reading.numbers import Marks, read_number
from ui.state import boxes
from ui.state.draft import IN_FORCE

Parts: TypeAlias = dict[str, list[str]]  # what an address says: the values of each name
_WRITTEN = "_address-written"  # whether the run before wrote the address


@contextmanager
def kept() -> Iterator[None]:
    """Wrap all that a page draws: its address keeps what a visitor changes while the server writes it.

    The server writes it as it came with the request.  What is newer the boxes hold, and the next run writes that.
    """
    context = get_script_run_ctx()
    assert context is not None
    asked, is_drawn, heard = context.query_string, True, st.empty()
    try:
        yield
    except RerunException:
        is_drawn = False
        raise
    finally:
        is_lost = st.session_state.get(_WRITTEN, False)
        if is_drawn:
            with heard:
                boxes.draw_heard()
            _write(context, is_lost)
        st.session_state[_WRITTEN] = context.query_string != asked or (is_lost and not is_drawn)


def _write(context: ScriptRunContext, is_lost: bool) -> None:
    """Write the address if it is lost, or does not say what a box of this run holds; a refused text may be gone."""
    said, state = parse_qs(context.query_string, keep_blank_values=True), context.session_state._state
    drawn = context.shared.widget_ids_this_run.snapshot()
    with context.session_state.query_params() as address:
        for name, texts, is_opening in _boxes(state, lambda box: box.widget_id in drawn):
            is_told = is_same(said.get(name, texts if is_opening else []), texts)
            if not is_told and texts == [_in_force(state, name, text) for text in texts]:
                address.discard_param_no_forward_msg(name)
                if not is_opening:
                    address.set_with_no_forward_msg(name, texts)
                is_lost = True
    if is_lost:
        st.query_params.update()


def parts_of_page(is_whole: bool = True) -> Parts:
    """The part of this page's state that addresses carry: the values of the widgets drawn on it.

    is_whole: include values that are the same on a page opened without a link; the browser leaves those out.
    """
    context = get_script_run_ctx()
    assert context is not None
    scripts = {context.pages_manager.main_script_hash, context.page_script_hash}
    return parts_of(context.session_state._state, scripts, is_whole)


def parts_of(state: SessionState, scripts: Container[str], is_whole: bool = True) -> Parts:
    """The same for a session; the hashes are those of the scripts of its page and of app.py around it."""
    return {
        name: [_in_force(state, name, text) for text in texts]
        for name, texts, is_opening in _boxes(state, lambda box: box.script_hash in scripts)
        if is_whole or not is_opening
    }


def _boxes(state: SessionState, counts: Callable[[WidgetBinding], bool]) -> Iterator[tuple[str, list[str], bool]]:
    """Each of these widgets' name, its value, and whether that is the one of a page opened without a link."""
    for name, binding in state.query_params._bindings_by_param.items():
        metadata = state.get_widget_metadata(binding.widget_id)
        if metadata is not None and counts(binding):
            value = state[binding.widget_id]
            yield name, written(metadata.serializer(value)), value == metadata.deserializer(None)


def is_same(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two lists of values mean the same: numbers and letters may be written in several ways, in any order."""
    return {_plain(text) for text in some} == {_plain(text) for text in others}


def _plain(text: str) -> str:
    number = read_number(text, Marks(".")).value
    return text.strip().casefold() if number is None else repr(number)


def _in_force(state: SessionState, name: str, text: str) -> str:
    """What counts where a box holds a text that its page has refused."""
    if IN_FORCE in state:
        text = next((texts[name] for texts in state[IN_FORCE].values() if name in texts), text)
    return text_in_force(state, name, text)


def written(value: Any) -> list[str]:
    """A widget's value in an address; an empty list, or none, is one empty text."""
    if value is None or isinstance(value, list | tuple):
        return [text for each in value or () for text in written(each)] or [""]
    if isinstance(value, bool):
        return [str(value).lower()]
    return [typed(value) if isinstance(value, float) else str(value)]


def query(parts: Mapping[str, list[str]]) -> str:
    """The part of an address after its question mark."""
    return urlencode(parts, doseq=True)


def of_page(path: str) -> str:
    """The address of this page without its state, as the visitor's browser knows it: behind a proxy, below a prefix."""
    return str(st.context.url or f"/{path}").partition("?")[0]
