"""A visitor's own counts: a file of almost any kind, or typed and pasted lines; how they are read stands below."""

import streamlit as st

from ui.choose.own_answers import OWN, TYPED
from ui.choose.own_data import EXAMPLE, warnings_of
from ui.choose.words import PRIVATE_DATA_NOTE
from ui.look.terms import explained
from ui.own_table import box

WAYS = ("a file", TYPED)


def draw() -> None:
    """Draw the inputs; nothing of them enters the link."""
    way = st.segmented_control(
        "How will you enter your data?", WAYS, default=WAYS[0], required=True, key="own-way", persist_state="session"
    )
    if way == TYPED:
        st.text_area(
            "One option per line: name, successes, trials",
            key="own-counts",
            placeholder="\n".join(EXAMPLE.splitlines()[1:]),
            height=130,
            persist_state="session",
        )
    else:
        box.upload(OWN, "A table: a row per participant, or one per option")
    box.draw(OWN, warnings_of)
    if way != TYPED:
        st.download_button("Download an example file", EXAMPLE, "example.csv", "text/csv", on_click="ignore")
    st.caption(box.IN_MEMORY)
    st.caption(explained(PRIVATE_DATA_NOTE))
