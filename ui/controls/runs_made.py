"""Where simulated runs are made: in the visitor's browser, which leaves the server to others, or on the server."""

import streamlit as st

from ui.state.keys import KEPT

KEY = "runs-made"
IN_BROWSER = "in this browser"
PLACES = (IN_BROWSER, "on the server")


def in_browser() -> bool:
    """Draw the switch, the same on all pages that have it; whether this browser is to make the runs."""
    chosen = st.segmented_control(
        "Run simulations",
        PLACES,
        default=IN_BROWSER,
        required=True,
        key=KEY,
        help="Both give identical results. If your browser cannot run them, the server takes over.",
        **KEPT,
    )
    return chosen == IN_BROWSER
