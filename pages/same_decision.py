"""Would we have made the same decision?  The same participants, with noise and without: a picture for a meeting."""

import streamlit as st

from ui.same_decision import controls, stage, words
from ui.same_decision.question import curve_table, find, studies_table
from ui.shell import page

page.title("Would we have made the same decision?")
picture, inputs = page.picture_and_controls("same")
place = picture.container(key="same-stage")
with inputs:
    question = controls.ask()
with place:
    found = find(question)
    st.fragment(stage.draw)(found)
page.details("The model, and what is not in it", words.told("model", found))
page.take_home(
    words.notebook(found),
    "same-lines",
    {"studies": studies_table(found), "changed-choices-against-epsilon": curve_table(found)},
    {},
)
