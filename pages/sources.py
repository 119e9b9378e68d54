"""Who says so?  The sources, our own proofs, and the errors found in the sources: the documents of docs/."""

import streamlit as st

from ui.look import documents
from ui.shell import page
from ui.state.keys import KEPT

page.title("Who says so?")
page.verdict(documents.tally())
name = st.selectbox("Document", documents.NAMES, format_func=documents.title, key="document", **KEPT)
st.markdown(documents.body(name))
