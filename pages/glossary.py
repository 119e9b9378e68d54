"""What do the words mean?  The glossary that links stakeholders' words to the theory's, and the list of sources."""

import streamlit as st

from ui.glossary import SOURCES, WORDS
from ui.shell import page

page.title("What do the words mean?")
page.verdict(
    "Privacy here means that one participant's outcome changes the odds of anything published by a factor of at "
    "most **e^ε**; its price is counted in participants."
)
st.html(
    "<div class=numbers><table><thead><tr><th>On stakeholders' pages</th><th>On theory pages</th><th>Meaning</th></tr>"
    "</thead><tbody>"
    + "".join(f"<tr><td>{word.plain}</td><td>{word.theory}</td><td>{word.meaning}</td></tr>" for word in WORDS)
    + "</tbody></table></div>"
)
st.subheader("Sources", anchor=False)
for source in SOURCES:
    st.markdown(f"- {source}")
