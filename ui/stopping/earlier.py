"""The runs that were shown before the present question, kept until that has runs."""

import streamlit as st

from ui.stopping.study import StoppingView

_LAST, _BEFORE = "stopping-last", "stopping-before"  # the last view, and the one before while the last lacks runs


def earlier(view: StoppingView, now: StoppingView) -> StoppingView | None:
    """What was on show before `now`, as long as `now` has points without runs; None if nothing was.

    view: what the boxes say.  now: the same, or what the visitor's hand has made of it.
    """
    last: StoppingView | None = st.session_state.get(_LAST)
    if last is not None and last.study is not view.study and last.results():
        st.session_state[_BEFORE] = last
    st.session_state[_LAST] = view
    if len(view.results()) == len(view.cells):
        st.session_state.pop(_BEFORE, None)
    return view if now.study is not view.study and view.results() else st.session_state.get(_BEFORE)


def with_runs(view: StoppingView) -> StoppingView:
    """`view` once it has runs at its epsilon, and until then what was on show before it, if anything was."""
    return view if view.at_epsilon() else earlier(view, view) or view
