"""How does one run go?  A single run of an algorithm, played release by release."""

import streamlit as st

import dpcore
from dpcore.fixed_confidence import FixedConfidenceTrace, find_algorithm
from ui.arms import instance as instances
from ui.one_run import charts as trace_charts
from ui.one_run import words as trace_text
from ui.one_run.words import trace_table
from ui.shell import page
from ui.stopping.study import all_curves

CURVES = all_curves()
LARGEST_CAP = 20_000_000
PLAY_SECONDS = 0.5
PLAYED_STEPS = 60


@st.cache_resource(max_entries=32, show_spinner="Running…")
def trace_of(key: str, instance: instances.Instance, seed: int, run: int, cap: int) -> FixedConfidenceTrace:
    """The run's story; the same for every visitor who asks for the same run."""
    curve = CURVES[key]
    trace = dpcore.trace_fixed_confidence(
        curve.algorithm,
        instance.means,
        instance.epsilon,
        instance.risk,
        seed,
        cap,
        curve.threshold,
        run=run,
        **dict(curve.parameters),
    )
    assert trace is not None  # None only for a cancelled run, and nobody can cancel this one
    return trace


def choose() -> tuple[str, int, int, int]:
    """The choices of the left column."""
    key = st.selectbox(
        "Algorithm",
        list(CURVES),
        list(CURVES).index("pb-tas"),
        format_func=lambda name: CURVES[name].label,
        key="algorithm",
        bind="query-params",
    )
    run = st.number_input("Run number", 0, 10**6, 0, key="run", bind="query-params", help="Each is another run.")
    seed = st.number_input("Seed", 0, 2**31, 0, key="seed", bind="query-params")
    cap = st.number_input("Sample cap", 1_000, LARGEST_CAP, 4_000_000, key="cap", bind="query-params")
    return key, run, seed, cap


def move(step: int, last: int) -> None:
    """Go some moments on or back."""
    st.session_state["moment"] = min(max(st.session_state["moment"] + step, 1), last)


def toggle_play(last: int) -> None:
    """Start or pause; at the end, play from the beginning."""
    st.session_state["playing"] = not st.session_state.get("playing", False)
    if st.session_state["playing"] and st.session_state["moment"] >= last:
        st.session_state["moment"] = 1


def player(last: int, playing: bool) -> int:
    """Buttons and slider; returns the chosen moment, 1 to last."""
    state = st.session_state
    state["moment"] = min(state.get("moment", last), last)
    if playing:
        move(max(1, last // PLAYED_STEPS), last)
        state["playing"] = state["moment"] < last
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("◀", key="back", on_click=move, args=(-1, last), help="One moment back", disabled=playing)
        st.button("Pause" if playing else "Play", on_click=toggle_play, args=(last,), width=90)
        st.button("▶", key="on", on_click=move, args=(1, last), help="One moment on", disabled=playing)
        return st.slider(f"Moment, of {last}", 1, last, key="moment") if last > 1 else 1


def body(playing: bool) -> None:
    """The run, played: all of it in one fragment, so that the pictures move together."""
    picture, controls = page.picture_and_controls("one-run")
    with controls:
        key, run, seed, cap = choose()
    trace = trace_of(key, instance, seed, run, cap)
    with picture:
        page.verdict(trace_text.ending_in_words(trace))
        moment = player(trace.times.size, playing) - 1
        st.markdown(trace_text.moment_in_words(trace, moment))
        page.chart(trace_charts.evidence_over_time(trace, moment), key="evidence")
        page.reading("The run stops when the leader's evidence against every rival reaches its threshold.")
    first, second = st.columns(2, gap="large")
    with first:
        page.chart(trace_charts.means_at(trace, moment), key="means")
        page.reading("What the algorithm sees (blue) and what it does not: noise hides the mean of the rewards.")
    with second:
        page.chart(trace_charts.pulls_over_time(trace, moment), key="pulls")
        page.reading("Where the samples went; the future of this run is faded.")
    if st.session_state.get("playing", False) != playing:
        st.rerun()
    appendix(key, trace)


def appendix(key: str, trace: FixedConfidenceTrace) -> None:
    """Sources, downloads and the Python snippet."""
    curve = CURVES[key]
    entry = find_algorithm(curve.algorithm)
    with st.expander("Source and what is proven"):
        st.markdown(
            f"**{curve.label}** ({entry.privacy}). {curve.threshold.capitalize()} threshold: "
            f"{entry.thresholds[curve.threshold]}. Source: {entry.source}."
        )
        for warning in entry.warnings:
            page.reading(warning)
    page.downloads({"one-run": trace_table(trace)}, {"Evidence": "evidence", "Means": "means", "Pulls": "pulls"})
    page.snippet(trace_text.snippet(curve, trace))


page.title("How does one run go?")
instance = instances.strip()
is_playing = st.session_state.get("playing", False)
st.fragment(body, run_every=PLAY_SECONDS if is_playing else None)(is_playing)
