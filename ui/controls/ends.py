"""What the two ends of a slider mean, written under it: its label is its name for screen readers, and stays plain."""

import streamlit as st

PRIVACY_ENDS = "more privacy", "less privacy"


def slider_ends(low: str, high: str) -> None:
    """The row under the slider that was drawn last."""
    st.html(f"<div class='slider-ends'><span>← {low}</span><span>{high} →</span></div>")
