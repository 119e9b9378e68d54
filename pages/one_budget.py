"""How far does one epsilon go?  One person's budget over many analyses, years and outcomes."""

import streamlit as st

from ui.one_budget import charts, controls, words
from ui.one_budget.numbers import SharingQuestion, answer_to, shares_table
from ui.shell import page
from ui.state.visit import remembered

page.title("How far does one epsilon go?")
picture, inputs = page.picture_and_controls("one-budget")
with inputs:
    budget = controls.ask_budget()
st.header("Which analyses share it?", anchor=False)
question = SharingQuestion(controls.ask_plan(), *budget)
answer = remembered("one-budget", question, answer_to)
with picture:
    said = st.container(key="one-budget-answer")
    page.chart(charts.sharing_chart(answer), key="shares-and-participants")
    page.reading(words.told("picture", answer))
with said:  # last, or a browser would draw it before the rest, and then move what is below
    page.verdict(words.verdict(answer))
page.reading(words.composition_reading(answer))
table = shares_table(answer)
page.details("What is assumed", words.assumptions(answer))
page.details("Numbers, formulas and sources", table, words.SOURCES)
page.take_home(
    words.notebook(answer),
    "shares-and-participants",
    {"one-epsilon": table},
    {"Shares and participants": "shares-and-participants"},
)
