"""What do the words mean?  The glossary that links stakeholders' words to the theory's, and the list of sources."""

import streamlit as st

from ui.glossary import GROUPS, SOURCES, Word, anchor
from ui.shell import page

_WIDTH = 800  # pixels of the words, so that the links beside them stand in a column
_LAST = "Sources"


def draw(word: Word) -> None:
    """One word with its meaning, and the page that shows it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{word.plain}** (in theory: {word.theory})  \n{word.meaning}", width=_WIDTH)
        st.page_link(f"pages/{word.page}.py", icon=":material/arrow_forward:")


page.title("What do the words mean?")
page.own_style("glossary.css")
page.verdict(
    "Privacy here means that at a privacy budget of 0.1 one participant's outcome changes the probability of anything "
    "published by **at most 10.6 %**; its price is counted in participants."
)
page.reading(
    "At a privacy budget ε it changes by a factor of at most exp(ε): that is ε-differential privacy. The link beside a "
    "word leads to a page that shows it."
)
with st.container(key="jump"):
    st.markdown(" ".join(f"[{title}](#{anchor(title)})" for title in (*[group.title for group in GROUPS], _LAST)))
for group in GROUPS:
    st.header(group.title, anchor=anchor(group.title))
    for word in group.words:
        draw(word)
st.header(_LAST, anchor=anchor(_LAST))
for source in SOURCES:
    st.markdown(f"- {source}")
