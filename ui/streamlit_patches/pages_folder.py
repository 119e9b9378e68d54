"""Show the app to a fresh server's first visitor, even if their link leads to another page than the start page.

Until app.py has called st.navigation for the first time, Streamlit treats a folder named pages/ as its older kind of
multi-page app: it runs the page without app.py, and lists the folder's files.
"""

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

NEEDS = ((PagesManager, "uses_pages_directory"),)


def mend() -> None:
    """Say that the app is of the newer kind.  Call it before the server receives its first request."""
    PagesManager.uses_pages_directory = False


def leave_its_older_way() -> None:
    """Restart through app.py where that runs without server.py.  Call it before a page draws anything."""
    if getattr(PagesManager, "uses_pages_directory", False):
        mend()
        st.rerun()
