"""Which epsilon should we choose?  The stakeholder's page: a budget in, a defensible epsilon and a report out."""

from dataclasses import replace

import pandas as pd
import streamlit as st

from ui.choose import controls as choice_inputs
from ui.choose import meaning, report
from ui.choose import pins as choice_pins
from ui.choose import words as choice_text
from ui.choose.charts import zones_chart
from ui.choose.question import Findings, Question, find_bound_curve, find_bounds
from ui.choose.simulation import Achievable, job_for
from ui.choose.snippet import snippet
from ui.jobs import follow, watch
from ui.look.literal import literal
from ui.shell import page
from ui.state.visit import remembered


def findings_for(question: Question) -> Findings:
    """What is known so far about a question; nothing is computed twice in a visit."""
    curve = remembered("bound-curves", question.problem, find_bound_curve)
    bounds = remembered("bounds", question, lambda question: find_bounds(question, curve))
    achievable = remembered("achievable", question.problem, Achievable)
    return Findings(question, bounds, achievable.simulated(question))


def table(rows: pd.DataFrame) -> None:
    """A table whose cells wrap, and print; they may quote a visitor's file."""
    st.table(rows.map(lambda cell: literal(str(cell))), border="horizontal", hide_index=True)


def draw_answer() -> None:
    """The recommendation and the picture, growing while figures come in."""
    now = findings_for(question)
    page.verdict(choice_text.recommendation(now))
    page.chart(zones_chart(now), key="participants-against-epsilon")
    page.reading(choice_text.picture_reading(question))


def draw_data() -> None:
    """What own data say about the rates, and how far they settle the answer."""
    page.reading(literal(choice_text.data_sentence(question)))
    if sentence := choice_text.wide_band(findings_for(question)):
        page.problem(sentence)
    table(report.data_table(question.problem))


def draw_meaning() -> None:
    """What the epsilon looked at means for one participant."""
    st.markdown(meaning.belief_sentence(question.epsilon))
    table(meaning.odds_table(question.epsilon))
    with st.expander("What others have published"):
        page.reading(meaning.DEPLOYMENTS_NOTE)
        table(meaning.deployment_table())


def draw_pins() -> None:
    """Pinned plans beside each other, with their differences to the first."""
    buttons = st.container(horizontal=True)
    full, known = len(plans) == choice_pins.MOST_PINS, question in plans
    why_not = "Four plans are pinned: remove one." if full else "This plan is pinned." if known else None
    buttons.button(
        "Pin this plan", key="pin", on_click=choice_pins.ask_to_pin, disabled=why_not is not None, help=why_not
    )
    for place in range(len(plans)):
        buttons.button(
            f"Remove plan {'ABCD'[place]}",
            on_click=choice_pins.unpin,
            args=(place,),
            type="tertiary",
            key=f"unpin-{place}",
        )
    if plans:
        follow(job, lambda: table(comparison()))
    else:
        page.reading(
            "Pin this plan, change an input, pin again: up to four plans stand side by side. The link keeps "
            "all but those with own data."
        )


def comparison():
    """The table of the pinned plans, None without any."""
    return choice_pins.comparison([findings_for(plan) for plan in plans]) if plans else None


def draw_report() -> None:
    """The report as HTML and JSON, made on click from what is known then."""
    here = findings_for(question)
    row = st.container(horizontal=True)
    files = (
        ("Report to print (HTML)", report.report_html, "choosing-epsilon.html", "text/html", "primary"),
        ("The same as JSON", report.report_json, "choosing-epsilon.json", "application/json", "secondary"),
    )
    for label, write, name, mime, kind in files:
        row.download_button(label, write(here, comparison()), name, mime, on_click="ignore", type=kind)
    page.reading(
        "One file that needs no network: question, inputs, verdict, picture, assumptions, sources, seed and version."
    )


page.title("Which epsilon should we choose?")
picture, controls = page.picture_and_controls("choose")
look = st.container()
with controls:
    question = choice_inputs.ask()
with look:
    st.subheader("One ε: what does it take, and what does it mean?", anchor=False)
    takes, means = st.columns(2, gap="large")
with takes:
    question = replace(question, epsilon=choice_inputs.ask_epsilon(question))
plans = choice_pins.pinned(question)
job = job_for([question, *plans])
with picture:
    watch(job, draw_answer)
    if question.problem.data is not None:
        draw_data()
with takes:
    follow(job, lambda: st.markdown(choice_text.backwards(findings_for(question))))
    for sentence in meaning.trust_sentences(question.problem.trust_model, question.epsilon):
        st.markdown(sentence)
with means:
    draw_meaning()
st.subheader("Compare plans", anchor=False)
draw_pins()
st.subheader("Take it home", anchor=False)
draw_report()
with st.expander("Figures, assumptions and sources"):
    follow(job, lambda: table(report.readings_table(findings_for(question))))
    for heading, sentences in (
        ("What is assumed", report.assumptions(question)),
        ("What is proven, and where", report.guarantees(question)),
        ("What ε does not do", meaning.LIMITS),
    ):
        st.markdown(f"**{heading}**\n\n" + "\n".join(f"- {sentence}" for sentence in sentences))
page.downloads(
    report.curve_tables(findings_for(question)), {"participants against epsilon": "participants-against-epsilon"}
)
page.snippet(snippet(question))
