"""Do the published figures reproduce?  Levels read off the prints beside simulations of the stated settings."""

import streamlit as st

from ui.published import charts, controls, words
from ui.published.numbers import Panel, simulated_for
from ui.shell import page
from ui.state import boxes

_GO = ":material/arrow_forward:"
_LEAVES = "published-leaves"


def take_along(panel: Panel) -> None:
    """Write the figure's arms into the boxes that all pages share, and leave for Stopping times."""
    boxes.write(panel.boxes)
    st.session_state[_LEAVES] = True


if st.session_state.pop(_LEAVES, False):
    st.switch_page("pages/stopping_times.py")
page.title("Do the published figures reproduce?")
answer = st.container(key="published-answer")
picture, inputs = page.picture_and_controls("published")
with inputs:
    panel, with_unproven = controls.ask()
    page.reading(panel.finding)
    page.reading(f"Source: {panel.source}.")
with answer:
    page.verdict(panel.answer)
    with st.container(key="published-next", horizontal=True, vertical_alignment="center"):
        st.markdown("**Next:**", width="content")
        st.button("Watch these arms stop", icon=_GO, type="tertiary", on_click=take_along, args=(panel,))
        st.page_link("pages/choose_epsilon.py", label="Plan a study of your own", icon=_GO)
table = simulated_for(panel, with_unproven)
with picture:
    page.chart(charts.panel_chart(panel, table), key="published-figure")
    page.reading(words.reading(panel, table))
with st.expander("Numbers"):
    st.dataframe(table, hide_index=True, width="stretch")
    page.reading(words.AGAIN)
page.downloads({"published-stopping-times": table}, {"published figure": "published-figure"})
page.snippet(words.snippet(panel, table))
