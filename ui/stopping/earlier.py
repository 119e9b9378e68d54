"""The runs that were shown before the present question, kept until that has runs."""

from dataclasses import dataclass

import streamlit as st

from ui.stopping.study import StoppingView


@dataclass
class _Shown:
    """What one visitor has seen: the last view, and the one before it as long as the last has points without runs."""

    last: StoppingView | None = None
    before: StoppingView | None = None


def earlier(view: StoppingView, now: StoppingView) -> StoppingView | None:
    """What was on show before `now`, as long as `now` has points without runs; None if nothing was.

    view: what the boxes say.  now: the same, or what the visitor's hand has made of it.
    """
    shown: _Shown = st.session_state.setdefault("stopping-shown", _Shown())
    if shown.last is not None and shown.last.study is not view.study and shown.last.results():
        shown.before = shown.last
    shown.last = view
    if len(view.results()) == len(view.cells):
        shown.before = None
    return view if now.study is not view.study and view.results() else shown.before


def with_runs(view: StoppingView) -> StoppingView:
    """`view` once it has runs at its epsilon, and until then what was on show before it, if anything was."""
    return view if view.at_epsilon() else earlier(view, view) or view
