"""A closed box: figures, assumptions and sources."""

import streamlit as st

from ui.choose import meaning
from ui.choose.answers import Showing
from ui.jobs import follow
from ui.shell import page

NOTES = "The notes of Price of Privacy are on the [Sources](sources) page."


def draw(shown: Showing) -> None:
    """Draw it; its figures follow the job."""
    with st.expander("Figures, assumptions and sources"):
        follow(shown.followed, lambda: page.table(shown.answer().readings))
        answer = shown.answer()
        for heading, sentences in (
            ("What is promised", [answer.promise]),
            ("What is assumed", answer.assumptions),
            ("What is proven, and where", [*answer.guarantees, NOTES]),
            ("What ε does not do", meaning.LIMITS),
        ):
            page.prose(f"**{heading}**\n\n" + "\n".join(f"- {sentence}" for sentence in sentences))
