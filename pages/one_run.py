"""What happens in one run?  A single run of an algorithm, played release by release; the viewer guesses how it ends."""

import streamlit as st

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.arms import instance as instances
from ui.components.crowd import crowd, participants_per_dot
from ui.jobs.drawing import computed
from ui.one_run import charts, controls, words
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
    wanted = choice, instance.unnamed
    with answer:
        trace = computed("one-run", wanted, lambda cancel: trace_of(choice, instance, cancel))
    if trace is None:
        return
    viewing, last = controls.viewing_of(wanted), moments_of(trace).size
    if playing:
        viewing.play_on(last)
    row = controls.shown_row(trace, viewing)
    if viewing.guess is None:
        told = words.question(trace, row, choice.curve.label, viewing.step >= last)
    else:
        told = words.answer(trace, viewing.guess, instance.name)
    first.settle(viewing.guess is None and viewing.step == 1, lambda: told)
    with answer:
        page.verdict(told)
    with picture:
        lanes = charts.lanes_at(trace, row, instance.name)
        crowd("participants", str(viewing.run), lanes)
        page.reading(words.crowd_reading(participants_per_dot(lanes), viewing.guess is not None))
        controls.guess_row(viewing, [lane.name for lane in lanes], last)
        controls.player(viewing, last, "moment" if last == trace.times.size else "round")
    with left:
        if viewing.guess is not None:
            instances.strip()
    draw_details(trace, row, viewing.guess is not None, instance.name)
    if controls.is_playing() != playing:
        boxes.draw_again()
    appendix(choice.curve, trace)


def draw_details(trace: FixedConfidenceTrace, row: int, is_told: bool, name: words.ArmName) -> None:
    """What happened at this moment, and the evidence, the means and the pulls up to it."""
    page.prose(words.moment_in_words(trace, row, name, is_told))
    page.lower_chart("evidence", charts.HEIGHT, lambda: charts.evidence_over_time(trace, row, is_told, name))
    page.reading("The run stops when the leader's evidence against every rival reaches its threshold.")
    first, second = st.columns(2, gap="large")
    with first:
        page.lower_chart("means", charts.HEIGHT, lambda: charts.means_at(trace, row, is_told, name))
        page.reading("The algorithm sees the private mean (blue). Noise hides the mean of the rewards from it.")
    with second:
        page.lower_chart("pulls", charts.HEIGHT, lambda: charts.pulls_over_time(trace, row, is_told, name))
        page.reading("How participants were assigned; the rest of the run appears faded after you guess.")


def appendix(curve: Curve, trace: FixedConfidenceTrace) -> None:
    """Sources, downloads and the Python snippet."""
    with st.expander("Source and what is proven"):
        page.prose(curve.source)
        for warning in curve.warnings:
            page.reading(warning)
    page.take_home(
        words.notebook(curve, trace),
        "participants",
        {"one-run": trace_table(trace)},
        {"Evidence": "evidence", "Means": "means", "Pulls": "pulls"},
    )


page.title("What happens in one run?")
page.own_style("one_run/style.css")
st.fragment(body, run_every=PLAY_SECONDS if controls.is_playing() else None)(
    instances.with_one_best(), controls.is_playing()
)
