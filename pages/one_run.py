"""How does one run go?  A single run of an algorithm, played release by release; the viewer guesses how it ends."""

import streamlit as st

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.arms import instance as instances
from ui.components.crowd import crowd, participants_per_dot
from ui.jobs import computed
from ui.one_run import charts, words
from ui.one_run.controls import RunChoice, Viewing, ask, guess_row, is_playing, player, viewing_of
from ui.one_run.study import moments_of, trace_of, trace_table
from ui.shell import page
from ui.state import boxes
from ui.stopping.curves import Curve

PLAY_SECONDS = 1.0


def body(instance: instances.Instance, playing: bool) -> None:
    """The run, played: all of it in one fragment, so that the pictures move together."""
    if instances.released():
        boxes.draw_again()
    answer = st.container(key="run-verdict")
    picture, controls = page.picture_and_controls("one-run")
    with controls:
        choice = ask()
    with answer:
        trace = computed(
            "one-run",
            (choice, instance.unnamed),
            lambda cancel: trace_of(choice.curve, instance, choice.seed, choice.run, choice.cap, cancel),
        )
    if trace is None:
        return
    viewing = viewing_of((choice, instance.unnamed))
    last = moments_of(trace).size
    if playing:
        viewing.play_on(last)
    with answer:
        draw_answer(choice, instance.name, trace, viewing)
    with picture:
        draw_participants(instance.name, trace, viewing)
    with controls:
        if viewing.guess is not None:
            instances.strip()
    draw_details(instance.name, trace, viewing)
    if is_playing() != playing:
        boxes.draw_again()
    appendix(choice.curve, trace)


def draw_answer(choice: RunChoice, name: words.ArmName, trace: FixedConfidenceTrace, viewing: Viewing) -> None:
    """The question, and after the guess the answer."""
    if viewing.guess is None:
        page.verdict(words.question(trace, shown_row(trace, viewing), choice.curve.label, is_over(trace, viewing)))
    else:
        page.verdict(words.answer(trace, viewing.guess, name))


def draw_participants(name: words.ArmName, trace: FixedConfidenceTrace, viewing: Viewing) -> None:
    """The participants so far, what plays them, and the guess."""
    moments, lanes = moments_of(trace), charts.lanes_at(trace, shown_row(trace, viewing), name)
    crowd("participants", str(viewing.run), lanes)
    page.reading(words.crowd_reading(participants_per_dot(lanes), viewing.guess is not None))
    guess_row(viewing, [lane.name for lane in lanes], moments.size)
    player(viewing, moments.size, "moment" if moments.size == trace.times.size else "round")


def draw_details(name: words.ArmName, trace: FixedConfidenceTrace, viewing: Viewing) -> None:
    """What happened at this moment, and the evidence, the means and the pulls up to it."""
    row, is_told = shown_row(trace, viewing), viewing.guess is not None
    st.markdown(words.moment_in_words(trace, row, name, is_told))
    page.chart(charts.evidence_over_time(trace, row, is_told, name), key="evidence")
    page.reading("The run stops when the leader's evidence against every rival reaches its threshold.")
    first, second = st.columns(2, gap="large")
    with first:
        page.chart(charts.means_at(trace, row, is_told, name), key="means")
        page.reading("What the algorithm sees (blue) and what it does not: noise hides the mean of the rewards.")
    with second:
        page.chart(charts.pulls_over_time(trace, row, is_told, name), key="pulls")
        page.reading("Where the participants went; the future of this run is faded once it is told.")


def is_over(trace: FixedConfidenceTrace, viewing: Viewing) -> bool:
    """Whether the viewer has come to the ending."""
    return viewing.step >= moments_of(trace).size


def shown_row(trace: FixedConfidenceTrace, viewing: Viewing) -> int:
    """The row of the trace that is on show: before the guess, never the ending unless there is nothing else."""
    moments = moments_of(trace)
    last = moments.size if viewing.guess is not None else max(1, moments.size - 1)
    return int(moments[min(viewing.step, last) - 1])


def appendix(curve: Curve, trace: FixedConfidenceTrace) -> None:
    """Sources, downloads and the Python snippet."""
    with st.expander("Source and what is proven"):
        st.markdown(curve.source)
        for warning in curve.warnings:
            page.reading(warning)
    page.downloads({"one-run": trace_table(trace)}, {"Evidence": "evidence", "Means": "means", "Pulls": "pulls"})
    page.snippet(words.snippet(curve, trace))


page.title("How does one run go?")
st.fragment(body, run_every=PLAY_SECONDS if is_playing() else None)(instances.current(), is_playing())
