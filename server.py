"""Price of Privacy as a server: app.py, whose pages know their style sheet before their first content comes."""

import streamlit as st

from ui.shell.index import routes
from ui.shell.requests import mend_requests

mend_requests()  # a server that is started anew may hear of earlier pages first
app = st.App("app.py", routes=routes())
