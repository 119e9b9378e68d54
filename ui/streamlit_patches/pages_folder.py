"""A fresh server's first visitor who comes by the link of an inner page gets the app.

Until app.py has called st.navigation for the first time, Streamlit takes a folder named pages/ for its older way of
multi-page apps: it runs the page without app.py, and lists the files of the folder.
"""

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager


def leave_its_older_way() -> None:
    """Start over through app.py if that way is on: call it before a page draws anything."""
    if getattr(PagesManager, "uses_pages_directory", False):
        PagesManager.uses_pages_directory = False
        st.rerun()
