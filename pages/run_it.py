"""Carry out a trial: rehearse it with made-up participants, or run it on the team's own machine."""

import streamlit as st

from ui.run_it import controls, real, rehearsed, words
from ui.shell import page

page.title("How does the trial run?")
if controls.way() == words.REHEARSE:
    plan = controls.plan()
    if plan is not None:
        rehearsed.draw(plan)
else:
    plan = real.draw()
if plan is not None:
    with st.expander("What is promised, what is trusted, and what remains your job"):
        page.prose(words.told("model", plan, verb="will be"))
