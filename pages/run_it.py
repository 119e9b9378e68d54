"""Carry out a trial: rehearse it with made-up participants, or run it on the team's own machine."""

import streamlit as st

from ui.run_it import controls, real, rehearsed, words
from ui.shell import page

page.title("How does the trial run?")
plan = controls.plan()
if plan is None:
    page.end()
way = controls.way()
if way == words.REHEARSE:
    rehearsed.draw(plan)
else:
    real.draw(plan)
with st.expander("What is promised, what is trusted, and what remains yours"):
    page.prose(words.model(plan))
