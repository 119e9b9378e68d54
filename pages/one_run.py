"""What happens in one run?  A single run of an algorithm, played release by release; the viewer guesses how it ends."""

import streamlit as st

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.arms import instance as instances
from ui.jobs import computed
from ui.one_run import controls, stage
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
        lambda: stage.question_of(choice.curve.label, trace, viewing),
    )
    with answer:
        stage.draw_answer(choice.curve.label, instance.name, trace, viewing)
    with picture:
        stage.draw_participants(instance.name, trace, viewing)
    with left:
        if viewing.guess is not None:
            instances.strip()
    stage.draw_details(instance.name, trace, viewing)
    if controls.is_playing() != playing:
        boxes.draw_again()
    appendix(choice.curve, trace)


def appendix(curve: Curve, trace: FixedConfidenceTrace) -> None:
    """Sources, downloads and the Python snippet."""
    with st.expander("Source and what is proven"):
        page.prose(curve.source)
        for warning in curve.warnings:
            page.reading(warning)
    page.take_home(
        notebook(curve, trace),
        "participants",
        {"one-run": trace_table(trace)},
        {"Evidence": "evidence", "Means": "means", "Pulls": "pulls"},
    )


page.title("What happens in one run?")
page.own_style("one_run/style.css")
st.fragment(body, run_every=PLAY_SECONDS if controls.is_playing() else None)(
    instances.with_one_best(), controls.is_playing()
)
