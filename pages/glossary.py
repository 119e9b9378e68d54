"""What do the words mean?  The glossary that links stakeholders' words to the theory's."""

import streamlit as st

from ui.glossary import GROUPS, anchor
from ui.shell import page

_WIDTH = 800  # pixels of the words, so that the links beside them stand in a column

page.title("What do the words mean?")
page.own_style("glossary.css")
page.verdict(
    "Here, privacy means that at a privacy budget of 0.1, one participant's outcome changes the probability of "
    "anything published by **at most 10.6 %**. Its price is counted in participants."
)
page.reading(
    "At a budget of ε it changes by a factor of at most exp(ε): that is ε-differential privacy. The link beside a "
    "word leads to a page that shows it."
)
with st.container(key="jump"):
    st.markdown(" ".join(f"[{title}](#{anchor(title)})" for title in GROUPS))
for title, words in GROUPS.items():
    st.header(title, anchor=anchor(title))
    for word in words:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{word.plain}** (in theory: {word.theory})  \n{word.meaning}", width=_WIDTH)
            st.page_link(f"pages/{word.page}.py", icon=":material/arrow_forward:")
st.page_link("pages/sources.py", label="Sources and proofs", icon=":material/arrow_forward:")
