"""Which epsilon should we choose?  The stakeholder's page: a budget in, a defensible epsilon and a report out."""

from functools import partial

import streamlit as st

from ui.choose import charts, controls, guarantees, meaning, pins, report, tables, words
from ui.choose.snippet import snippet
from ui.choose.study import ChoiceView, bounds_are_there, view_of
from ui.jobs import follow, watch
from ui.look.literal import literal
from ui.shell import page
from ui.state import boxes


def draw_answer(view: ChoiceView) -> None:
    """The verdict and the picture, growing while figures come in."""
    now = view.findings
    if now.epsilon != view.epsilon:
        boxes.draw_again()  # the recommended one has just become known, and the rest of the page is about it
    page.verdict(words.verdict(now, view.is_running))
    page.chart(charts.zones_chart(now), key="participants-against-epsilon")
    page.reading(" ".join([*words.details(now), words.picture_reading(view.question)]))


def draw_data(view: ChoiceView) -> None:
    """What own data say about the rates, and how far they settle the answer."""
    page.reading(literal(words.data_sentence(view.question)))
    if sentence := words.wide_band(view.findings):
        page.problem(sentence)
    page.table(tables.data_table(view.question.problem))


def draw_meaning(epsilon: float | None) -> None:
    """What the chosen epsilon means for one participant."""
    if epsilon is not None:
        st.markdown(meaning.belief_sentence(epsilon))
    page.table(meaning.odds_table(epsilon))
    with st.expander("What others have published"):
        page.reading(meaning.DEPLOYMENTS_NOTE)
        page.table(meaning.deployment_table())


def draw_report(view: ChoiceView) -> None:
    """The report as HTML and JSON, with what is known now."""
    pinned = pins.comparison(view.compared) if view.plans else None
    # Written on click: a file written now is gone when a live page has moved on.
    html, facts = (partial(write, view.findings, pinned) for write in (report.report_html, report.report_json))
    row = st.container(horizontal=True)
    row.download_button(
        "Report to print (HTML)", html, "choosing-epsilon.html", "text/html", on_click="ignore", type="primary"
    )
    row.download_button("The same as JSON", facts, "choosing-epsilon.json", "application/json", on_click="ignore")
    page.reading(words.ABOUT_THE_REPORT)


page.title("Which epsilon should we choose?")
picture, inputs = page.picture_and_controls("choose")
with inputs:
    question = controls.ask()
with picture:
    if not bounds_are_there(question.problem):
        st.stop()
plans = pins.pinned()
view = view_of(question, plans)
with picture:
    watch(view.job, lambda: draw_answer(view))
    if question.problem.data is not None:
        draw_data(view)
st.subheader("What does it take, and what does it mean?", anchor=False)
takes, means = st.columns(2, gap="large")
with takes:
    follow(view.job, lambda: st.markdown(words.backwards(view.findings)))
    for sentence in meaning.trust_sentences(question.problem.trust_model, view.epsilon):
        st.markdown(sentence)
with means:
    draw_meaning(view.epsilon)
st.subheader("Compare plans", anchor=False)
controls.pin_buttons(plans)
if plans:
    follow(view.job, lambda: page.table(pins.comparison(view.compared)))
else:
    page.reading(words.HOW_TO_PIN)
st.subheader("Take it home", anchor=False)
draw_report(view)
with st.expander("Figures, assumptions and sources"):
    follow(view.job, lambda: page.table(tables.readings_table(view.findings)))
    for heading, sentences in (
        ("What is assumed", guarantees.assumptions(question)),
        ("What is proven, and where", guarantees.guarantees(question, view.epsilon)),
        ("What ε does not do", meaning.LIMITS),
    ):
        st.markdown(f"**{heading}**\n\n" + "\n".join(f"- {sentence}" for sentence in sentences))
page.downloads(tables.curve_tables(view.findings), {"participants against epsilon": "participants-against-epsilon"})
page.snippet(snippet(question))
