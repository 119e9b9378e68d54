"""How does one run go?  A single run of an algorithm, played release by release; the viewer guesses how it ends."""

import streamlit as st

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.arms import instance as instances
from ui.components.crowd import crowd, participants_per_dot
from ui.jobs import computed
from ui.one_run import charts, controls, words
from ui.one_run.notebook import notebook
from ui.one_run.study import moments_of, trace_of, trace_table
from ui.shell import first_answer, page
from ui.state import boxes
from ui.stopping.curves import Curve

PLAY_SECONDS = 1.0


def body(instance: instances.Instance, playing: bool) -> None:
    """The run, played: all of it in one fragment, so that the pictures move together."""
    if instances.released():
        boxes.draw_again()
    answer = st.container(key="run-verdict")
    first = first_answer.show(answer)
    picture, left = page.picture_and_controls("one-run")
    with left:
        choice = controls.ask()
    first.asks((choice, instance))
    with answer:
        trace = computed(
            "one-run",
            (choice, instance.unnamed),
            lambda cancel: trace_of(choice.curve, instance, choice.seed, choice.run, choice.cap, cancel),
        )
    if trace is None:
        return
    viewing = controls.viewing_of((choice, instance.unnamed))
    last = moments_of(trace).size
    if playing:
        viewing.play_on(last)
    first.settle(
        viewing.guess is None and viewing.step == 1,
        lambda: question_of(choice.curve.described, trace, viewing),
    )
    with answer:
        draw_answer(choice.curve.described, instance.name, trace, viewing)
    with picture:
        draw_participants(instance.name, trace, viewing)
    with left:
        if viewing.guess is not None:
            instances.strip()
    draw_details(instance.name, trace, viewing)
    if controls.is_playing() != playing:
        boxes.draw_again()
    appendix(choice.curve, trace)


def draw_answer(method: str, name: words.ArmName, trace: FixedConfidenceTrace, viewing: controls.Viewing) -> None:
    """The question, and after the guess the answer."""
    if viewing.guess is None:
        page.verdict(question_of(method, trace, viewing))
    else:
        page.verdict(words.answer(trace, viewing.guess, name))


def question_of(method: str, trace: FixedConfidenceTrace, viewing: controls.Viewing) -> str:
    """What the viewer is asked at this moment, before the guess."""
    return words.question(trace, controls.shown_row(trace, viewing), method, controls.is_over(trace, viewing))


def draw_participants(name: words.ArmName, trace: FixedConfidenceTrace, viewing: controls.Viewing) -> None:
    """The participants so far, what plays them, and the guess."""
    moments, lanes = moments_of(trace), charts.lanes_at(trace, controls.shown_row(trace, viewing), name)
    crowd("participants", str(viewing.run), lanes)
    page.reading(words.crowd_reading(participants_per_dot(lanes), viewing.guess is not None))
    controls.guess_row(viewing, [lane.name for lane in lanes], moments.size)
    controls.player(viewing, moments.size, "moment" if moments.size == trace.times.size else "round")


def draw_details(name: words.ArmName, trace: FixedConfidenceTrace, viewing: controls.Viewing) -> None:
    """What happened at this moment, and the evidence, the means and the pulls up to it."""
    row, is_told = controls.shown_row(trace, viewing), viewing.guess is not None
    page.prose(words.moment_in_words(trace, row, name, is_told))
    page.lower_chart("evidence", charts.HEIGHT, lambda: charts.evidence_over_time(trace, row, is_told, name))
    page.reading("The run stops when the leader's evidence against every rival reaches its threshold.")
    first, second = st.columns(2, gap="large")
    with first:
        page.lower_chart("means", charts.HEIGHT, lambda: charts.means_at(trace, row, is_told, name))
        page.reading("What the algorithm sees (blue) and what it does not: noise hides the mean of the rewards.")
    with second:
        page.lower_chart("pulls", charts.HEIGHT, lambda: charts.pulls_over_time(trace, row, is_told, name))
        page.reading("Where the participants went; the future of this run is faded once it is told.")


def appendix(curve: Curve, trace: FixedConfidenceTrace) -> None:
    """Sources, downloads and the Python snippet."""
    with st.expander("Source and what is proven"):
        page.prose(curve.source)
        for warning in curve.warnings:
            page.reading(warning)
    home = notebook(curve, trace)
    page.downloads(
        {"one-run": trace_table(trace)},
        {"Evidence": "evidence", "Means": "means", "Pulls": "pulls"},
        slide=("evidence", home),
    )
    page.snippet(home)


page.title("How does one run go?")
page.own_style("one_run/style.css")
st.fragment(body, run_every=PLAY_SECONDS if controls.is_playing() else None)(
    instances.with_one_best(), controls.is_playing()
)
