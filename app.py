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
    ],
    position="top",
)
instance.controls()
page.run()
