"""What the two ends of a slider mean, written under it: its label is its name for screen readers, and stays plain."""

import streamlit as st

from ui.look.axes import arrows


def slider_ends(low: str, high: str) -> None:
    """The row under the slider that was drawn last."""
    st.html("<div class='slider-ends'>{}</div>".format("".join(f"<span>{end}</span>" for end in arrows(low, high))))
