"""Price of Privacy: what differential privacy costs in samples.  Start with `./run app`."""

import streamlit as st

from ui import instance
from ui.server import prepare

st.set_page_config(page_title="Price of Privacy", layout="wide")
prepare()
page = st.navigation(
    [
        st.Page("pages/explore.py", title="Explore", default=True),
        st.Page("pages/choose_epsilon.py", title="Choose ε"),
        st.Page("pages/one_mean.py", title="One mean"),
        st.Page("pages/what_is_promised.py", title="What is promised"),
    ],
    position="top",
)
if page.title not in {"One mean", "What is promised"}:  # these two ask about something else than arms
    instance.controls()
page.run()
