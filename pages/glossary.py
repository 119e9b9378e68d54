"""What do the words mean?  The glossary that links stakeholders' words to the theory's, and the list of sources."""

import streamlit as st

from ui.glossary import SOURCES, WORDS
from ui.shell import page

page.title("What do the words mean?")
page.verdict(
    "Privacy here means that one participant's outcome changes the probability of anything published by a factor of "
    "at most **e^ε**; its price is counted in participants."
)
page.wide_table(
    ("On stakeholders' pages", "On theory pages", "Meaning"),
    ((word.plain, word.theory, word.meaning) for word in WORDS),
)
st.subheader("Sources", anchor=False)
for source in SOURCES:
    st.markdown(f"- {source}")
