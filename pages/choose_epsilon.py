"""Which epsilon should we choose?  The stakeholder's page: a budget in, a defensible epsilon and a report out."""

import streamlit as st

from ui.choose import controls, difference, guarantees, meaning, pins, promises, stage, tables, words
from ui.choose.looks import section as looks
from ui.choose.notebook import notebook
from ui.choose.study import ChoiceView, bounds_are_there, view_of
from ui.choose.take_home import section as take_home
from ui.controls import runs_made
from ui.jobs import follow
from ui.look.literal import literal
from ui.shell import first_answer, page


def draw_data(view: ChoiceView) -> None:
    """What own data say about the rates, and how far they settle the answer."""
    page.reading(literal(words.data_sentence(view.question)))
    page.problem(words.wide_band(view.findings))
    page.table(tables.data_table(view.question.problem))


def draw_notes(view: ChoiceView) -> None:
    """A closed box: figures, assumptions and sources."""
    with st.expander("Figures, assumptions and sources"):
        follow(view.followed, lambda: page.table(tables.readings_table(view.findings)))
        for heading, sentences in (
            ("What is assumed", guarantees.assumptions(view.question)),
            ("What is proven, and where", guarantees.guarantees(view.question, view.epsilon)),
            ("What ε does not do", meaning.LIMITS),
        ):
            page.prose(f"**{heading}**\n\n" + "\n".join(f"- {sentence}" for sentence in sentences))


page.title("Which epsilon should we choose?")
page.own_style("choose/style.css")
picture, inputs = page.picture_and_controls("choose")
with picture:
    place, below = st.container(key="answer"), st.container()
first = first_answer.show(place)
with inputs:
    question, problem = controls.ask()
    in_browser = runs_made.in_browser()
first.asks(question)
plans = pins.pinned()
with place:
    if question is None:
        stage.draw_nothing(problem)
        page.end()
    if not bounds_are_there(question.problem):
        page.end()
    view = view_of(question, plans, in_browser)
    first.settle(view.is_complete and not problem, lambda: words.verdict(view.findings, is_running=False))
    st.fragment(stage.draw, run_every=view.poll_seconds)(view, view.poll_seconds)
with below:
    if problem:
        stage.mark_as_old(problem)
    if question.problem.data is not None:
        draw_data(view)
for sentence in meaning.trust_sentences(question.problem.trust_model, view.epsilon):
    page.prose(sentence)
section = looks.draw(view)
difference.draw(view)
promises_code = promises.draw(view)
st.header("Compare plans", anchor=False)
controls.pin_buttons(plans)
if plans:
    follow(view.followed, lambda: page.table(pins.comparison(view.compared)))
else:
    page.reading(words.HOW_TO_PIN)
st.header("Take it home", anchor=False)
take_home.draw_report(view, section)
take_home.draw_protocol(view)
draw_notes(view)
take_home.draw_deployments(view)
home = notebook(question, (section.code() if section else "") + promises_code)
page.downloads(tables.curve_tables(view.findings), {}, slide=(stage.PICTURE, home))
page.snippet(home)
stage.mark_end()
