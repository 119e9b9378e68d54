"""Which epsilon should we choose?  The stakeholder's page: a promise and a budget in, a defensible epsilon out."""

import streamlit as st

from ui.choose import alternatives, controls, meaning, own_answers, pins, stage, tables, words
from ui.choose.answers import Showing, compared, notebook
from ui.choose.fixed import stage as fixed
from ui.choose.going_along import hand_over
from ui.choose.question import is_fixed, is_sequential
from ui.choose.sequential import stage as sequential
from ui.choose.take_home import section as take_home
from ui.jobs.drawing import follow
from ui.look.literal import literal
from ui.shell import first_answer, page

page.title("Which epsilon should we choose?")
page.own_style("choose/style.css")
picture, inputs = page.picture_and_controls("choose")
with picture:
    place, below = st.container(key="answer"), st.container()
first = first_answer.show(place)
with inputs:
    question, problem = controls.ask()
first.asks(question)
plans = pins.pinned()
view = None
with place:
    if question is None:
        stage.draw_nothing(st.session_state["know"], problem)
        if plans:
            with below:
                st.header("Compare plans", anchor=False)
                pins.draw_comparison(compared(plans))
        page.end()
    if is_sequential(question):
        view = sequential.draw_answer(question, plans, first, problem)
    elif is_fixed(question):
        fixed.draw_answer(question, first)
    stage.mark_answer()
shown = Showing(question, tuple(plans), None if view is None else view.job)
hand_over(question, shown.answer().epsilon)
with below:
    if problem:
        stage.mark_as_old(problem)
    if question.problem.data is not None:
        page.reading(literal(" ".join(shown.answer().caveats)))
        page.table(tables.data_table(question.problem))
alternatives.draw(question, plans)
for sentence in meaning.trust_sentences(question.problem.trust_model, shown.answer().epsilon):
    page.prose(sentence)
looks, code = (None, "") if view is None else sequential.draw_sections(view)
st.header("Compare plans", anchor=False)
controls.pin_buttons(plans)
if plans:
    follow(shown.followed, lambda: pins.draw_comparison(compared(plans)))
else:
    page.reading(words.HOW_TO_PIN)
st.header("Report and downloads", anchor=False)
take_home.draw_report(shown, looks, bool(problem))
take_home.draw_protocol(shown)
take_home.draw_notes(shown)
take_home.draw_deployments(shown)
page.take_home(
    notebook(question, code, "" if question.problem.data is None else own_answers.OWN.code()),
    stage.PICTURE,
    shown.answer().curves,
    {},
)
