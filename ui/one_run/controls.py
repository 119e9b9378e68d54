"""The controls of the page about one run: which run, which of its moments, and the viewer's guess."""

from collections.abc import Hashable
from dataclasses import dataclass

import streamlit as st

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.controls.number_box import count_box, number_in
from ui.controls.seed import seed_box
from ui.look.literal import literal
from ui.one_run.study import RunChoice, moments_of
from ui.stopping.curves import all_curves
from ui.stopping.tuning import tuned

_LARGEST_CAP = 20_000_000
_LARGEST_RUN = 10**6
_PLAYED_STEPS = 30


def ask() -> RunChoice:
    """The choices of the left column."""
    curves = {key: curve for key, curve in all_curves().items() if not curve.is_zcdp}
    if (named := st.query_params.get("algorithm")) in curves:  # by its key; links that Streamlit writes say the label
        st.session_state.setdefault("algorithm", named)
    key = st.selectbox(
        "Algorithm",
        list(curves),
        list(curves).index("prise"),
        format_func=lambda name: curves[name].label,
        key="algorithm",
        bind="query-params",
    )
    (curve,) = tuned([curves[key]])
    run = count_box(
        "Run number",
        (0, _LARGEST_RUN),
        0,
        key="run",
        has_steps=True,
        bind="query-params",
        help="Choose which run to show.",
    )
    seed = seed_box("seed", bind="query-params")
    cap = count_box(
        "Cap on participants", (1_000, _LARGEST_CAP), 4_000_000, key="cap", bind="query-params",
        help="A run that has not stopped by then is cut off."
    )  # fmt: skip
    return RunChoice(curve, run, seed, cap)


@dataclass
class Viewing:
    """How far one visitor has come with one run.  step: from 1; guess: an arm, None until the viewer has guessed."""

    run: Hashable
    step: int = 1
    guess: int | None = None
    is_playing: bool = False

    def move(self, steps: int, last: int) -> None:
        """Go some moments on or back."""
        self.step = min(max(self.step + steps, 1), last)

    def play_on(self, last: int) -> None:
        """Go on while playing, and end at the last moment."""
        if self.is_playing:
            self.move(max(1, last // _PLAYED_STEPS), last)
            self.is_playing = self.step < last

    def toggle_play(self, last: int) -> None:
        """Start or pause; at the end, play from the beginning."""
        self.is_playing = not self.is_playing
        if self.is_playing and self.step == last:
            self.step = 1

    def answer(self, guess: int, last: int) -> None:
        """Take the guess, and go to the end."""
        self.guess, self.step, self.is_playing = guess, last, False


def viewing_of(run: Hashable) -> Viewing:
    """This visitor's viewing of the run; another run begins at its first moment."""
    viewing: Viewing | None = st.session_state.get("viewing")
    if viewing is None or viewing.run != run:
        viewing = st.session_state["viewing"] = Viewing(run)
    return viewing


def shown_row(trace: FixedConfidenceTrace, viewing: Viewing) -> int:
    """The row of the trace that is on show: before the guess, never the ending unless there is nothing else."""
    moments = moments_of(trace)
    last = moments.size if viewing.guess is not None else max(1, moments.size - 1)
    return int(moments[min(viewing.step, last) - 1])


def is_playing() -> bool:
    """Whether a run is being played."""
    viewing: Viewing | None = st.session_state.get("viewing")
    return viewing is not None and viewing.is_playing


def player(viewing: Viewing, last: int, what: str) -> None:
    """Buttons, and once the ending is known a slider over all moments.  what: the name of a moment here."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="player"):
        is_playing = viewing.is_playing
        st.button("◀", key="back", on_click=viewing.move, args=(-1, last), help=f"Back one {what}", disabled=is_playing)
        st.button("Pause" if is_playing else "Play", on_click=viewing.toggle_play, args=(last,), width=90)
        st.button("▶", key="on", on_click=viewing.move, args=(1, last), help=f"Forward one {what}", disabled=is_playing)
        if viewing.guess is None:
            st.markdown(f"{what.capitalize()} {viewing.step}" if viewing.step < last else "The end", width="content")
        elif last > 1:
            st.session_state["moment"] = viewing.step
            st.slider(f"{what.capitalize()}, of {last}", 1, last, key="moment", on_change=_slid, args=(viewing,))


def guess_row(viewing: Viewing, arms: list[str], last: int) -> None:
    """The arms to guess from, by their names; after the guess, another run."""
    is_open = viewing.guess is None
    with st.container(horizontal=True, vertical_alignment="center", key="guess-open" if is_open else "guess-made"):
        if is_open:
            st.markdown("**Your guess first:**", width="content")
            for arm, name in enumerate(arms):
                st.button(
                    literal(name[:1].upper() + name[1:]),
                    key=f"guess-{arm + 1}",
                    on_click=viewing.answer,
                    args=(arm, last),
                )
        else:
            st.button("Another run", on_click=_next_run, type="primary", key="another-run")


def _slid(viewing: Viewing) -> None:
    viewing.step = st.session_state["moment"]


def _next_run() -> None:
    st.session_state["run"] = min((number_in("run") or 0) + 1, _LARGEST_RUN)
