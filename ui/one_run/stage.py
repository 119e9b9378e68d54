"""What a run shows at one of its moments: the question or its answer, the participants, and what lies behind them."""

import streamlit as st

from dpcore.fixed_confidence import FixedConfidenceTrace
from ui.components.crowd import crowd, participants_per_dot
from ui.one_run import charts, controls, words
from ui.one_run.study import moments_of
from ui.shell import page


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
        page.reading("The algorithm sees the private mean (blue). Noise hides the mean of the rewards from it.")
    with second:
        page.lower_chart("pulls", charts.HEIGHT, lambda: charts.pulls_over_time(trace, row, is_told, name))
        page.reading("How participants were assigned; the rest of the run appears faded after you guess.")
