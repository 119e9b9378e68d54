"""How does one run go?  A single run of an algorithm, played release by release."""

import streamlit as st

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.arms import instance as instances
from ui.jobs import computed
from ui.one_run import charts, words
from ui.one_run.controls import ask, is_playing, player
from ui.one_run.study import moments_of, trace_of, trace_table
from ui.shell import page
from ui.state import boxes
from ui.stopping.curves import Curve

PLAY_SECONDS = 0.5


def body(instance: instances.Instance, playing: bool) -> None:
    """The run, played: all of it in one fragment, so that the pictures move together."""
    picture, controls = page.picture_and_controls("one-run")
    with controls:
        choice = ask()
    with picture:
        trace = computed(
            "one-run",
            (choice, instance),
            lambda cancel: trace_of(choice.curve, instance, choice.seed, choice.run, choice.cap, cancel),
        )
        if trace is None:
            return
        page.verdict(words.ending_in_words(trace))
        moments = moments_of(trace)
        what = "moment" if moments.size == trace.times.size else "round"
        moment = int(moments[player(moments.size, playing, what) - 1])
        st.markdown(words.moment_in_words(trace, moment))
        page.chart(charts.evidence_over_time(trace, moment), key="evidence")
        page.reading("The run stops when the leader's evidence against every rival reaches its threshold.")
    first, second = st.columns(2, gap="large")
    with first:
        page.chart(charts.means_at(trace, moment), key="means")
        page.reading("What the algorithm sees (blue) and what it does not: noise hides the mean of the rewards.")
    with second:
        page.chart(charts.pulls_over_time(trace, moment), key="pulls")
        page.reading("Where the samples went; the future of this run is faded.")
    if is_playing() != playing:
        boxes.draw_again()
    appendix(choice.curve, trace)


def appendix(curve: Curve, trace: FixedConfidenceTrace) -> None:
    """Sources, downloads and the Python snippet."""
    with st.expander("Source and what is proven"):
        st.markdown(curve.source)
        for warning in curve.warnings:
            page.reading(warning)
    page.downloads({"one-run": trace_table(trace)}, {"Evidence": "evidence", "Means": "means", "Pulls": "pulls"})
    page.snippet(words.snippet(curve, trace))


page.title("How does one run go?")
shown = instances.strip()
st.fragment(body, run_every=PLAY_SECONDS if is_playing() else None)(shown, is_playing())
