"""What do sweeps over many settings show?  Two columns of a sweep's cells, with a colour for each value of a third."""

import streamlit as st

from ui.look.literal import literal
from ui.shell import page
from ui.sweeps import charts, words
from ui.sweeps.controls import ask_sweep, ask_view, offered
from ui.sweeps.view import drawable

page.title("What do sweeps over many settings show?")
answer = st.container(key="sweeps-answer")
picture, inputs = page.picture_and_controls("sweeps")
folders = offered()
if not folders:
    page.problem(words.tell("none"))
    page.end()
with inputs:
    told = st.container()
    try:
        table = ask_sweep(folders)
        view = ask_view(table)
    except ValueError as error:
        with told:
            page.problem(error)
        page.end()
with answer:
    if table.words.question:
        page.prose(f"**{literal(table.words.question)}**")
    page.verdict(words.verdict(table))
with picture:
    page.chart(charts.sweep_chart(view), key="sweep-picture")
    page.reading(words.reading(view))
    if table.words.finding:
        page.reading(literal(table.words.finding))
with st.expander("Numbers, and where they come from"):
    page.grid(drawable(view.rows))
    page.reading(words.origin(table))
    page.prose(words.tell("how"))
page.take_home(words.notebook(view), "sweep-picture", {"sweep": drawable(table.rows)}, {"sweep": "sweep-picture"})
