"""Price of Privacy as a server: app.py, whose pages know their style sheet before their first content comes."""

import streamlit as st

from ui.shell.index import routes

app = st.App("app.py", routes=routes())
