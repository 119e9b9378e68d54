"""Do the published figures reproduce?  Levels read off the prints beside simulations of the stated settings."""

import streamlit as st

from ui.published import charts, controls, words
from ui.published.numbers import simulated_for
from ui.shell import page

page.title("Do the published figures reproduce?")
answer = st.container(key="published-answer")
picture, inputs = page.picture_and_controls("published")
with inputs:
    panel, with_unproven = controls.ask()
    page.reading(panel.finding)
    page.reading(f"Source: {panel.source}.")
with answer:
    page.verdict(panel.answer)
table = simulated_for(panel, with_unproven)
with picture:
    page.chart(charts.panel_chart(panel, table), key="published-figure")
    page.reading(words.reading(panel, table))
with st.expander("Numbers"):
    st.dataframe(table, hide_index=True, width="stretch")
    page.reading(words.AGAIN)
page.downloads({"published-stopping-times": table}, {"published figure": "published-figure"})
page.snippet(words.snippet(panel, table))
