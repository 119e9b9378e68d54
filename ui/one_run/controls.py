"""The controls of the page about one run: which run, and which of its moments."""

from dataclasses import dataclass

import streamlit as st

from ui.stopping.curves import Curve, all_curves

_LARGEST_CAP = 20_000_000
_PLAYED_STEPS = 60


@dataclass(frozen=True)
class RunChoice:
    """Which run to tell."""

    curve: Curve
    run: int
    seed: int
    cap: int


def ask() -> RunChoice:
    """The choices of the left column."""
    curves = all_curves()
    if (named := st.query_params.get("algorithm")) in curves:  # by its key; Streamlit's own links say the label
        st.session_state.setdefault("algorithm", named)
    key = st.selectbox(
        "Algorithm",
        list(curves),
        list(curves).index("prise"),
        format_func=lambda name: curves[name].label,
        key="algorithm",
        bind="query-params",
    )
    run = st.number_input("Run number", 0, 10**6, 0, key="run", bind="query-params", help="Each is another run.")
    seed = st.number_input("Seed", 0, 2**31, 0, key="seed", bind="query-params")
    cap = st.number_input("Sample cap", 1_000, _LARGEST_CAP, 4_000_000, key="cap", bind="query-params")
    return RunChoice(curves[key], run, seed, cap)


def is_playing() -> bool:
    """Whether the run is being played."""
    return bool(st.session_state.get("playing", False))


def player(last: int, playing: bool, what: str) -> int:
    """Buttons and slider; returns the chosen moment, 1 to last.  what: is the name of a moment here."""
    state = st.session_state
    state["moment"] = min(state.get("moment", last), last)
    if playing:
        _move(max(1, last // _PLAYED_STEPS), last)
        state["playing"] = state["moment"] < last
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("◀", key="back", on_click=_move, args=(-1, last), help=f"One {what} back", disabled=playing)
        st.button("Pause" if playing else "Play", on_click=_toggle_play, args=(last,), width=90)
        st.button("▶", key="on", on_click=_move, args=(1, last), help=f"One {what} on", disabled=playing)
        return st.slider(f"{what.capitalize()}, of {last}", 1, last, key="moment") if last > 1 else 1


def _move(step: int, last: int) -> None:
    """Go some moments on or back."""
    st.session_state["moment"] = min(max(st.session_state["moment"] + step, 1), last)


def _toggle_play(last: int) -> None:
    """Start or pause; at the end, play from the beginning."""
    st.session_state["playing"] = not is_playing()
    if is_playing() and st.session_state["moment"] >= last:
        st.session_state["moment"] = 1
