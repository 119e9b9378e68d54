"""Do the published figures reproduce?  Levels read off the prints beside simulations of the stated settings."""

import streamlit as st

from ui.published import charts, controls, words
from ui.published.numbers import simulated_for
from ui.shell import page

page.title("Do the published figures reproduce?")
panel, with_heuristics = controls.ask()
table = simulated_for(panel, with_heuristics)
page.verdict(panel.finding)
page.chart(charts.panel_chart(panel, table), key="published-figure")
page.reading(words.reading(panel, table))
page.reading(f"Source: {panel.source}.")
with st.expander("Numbers"):
    st.dataframe(table, hide_index=True, width="stretch")
    page.reading(words.AGAIN)
page.downloads({"published-stopping-times": table}, {"published figure": "published-figure"})
page.snippet(words.snippet(panel, table))
