"""A visitor's own counts: a file of almost any kind, or typed and pasted lines; how they are read stands below."""

import streamlit as st

from ui.choose import own_answers, reading_box
from ui.choose.own_data import EXAMPLE
from ui.choose.words import PRIVATE_DATA_NOTE
from ui.look.terms import explained

WAYS = ("a file", "typed counts")
KINDS = ("csv", "tsv", "txt", "gz", "xlsx", "ods", "parquet", "json")
MOST_MEGABYTES = 20  # and server.maxUploadSize, which holds for every file


def draw() -> None:
    """Draw the inputs; nothing of them enters the link."""
    way = st.segmented_control(
        "How do you give them?", WAYS, default=WAYS[0], required=True, key="own-way", persist_state="session"
    )
    if way == "typed counts":
        st.text_area(
            "One option a line: name, successes, trials",
            key="own-counts",
            placeholder="\n".join(EXAMPLE.splitlines()[1:]),
            height=130,
            persist_state="session",
        )
    else:
        st.file_uploader(
            "A table: a row per participant, or one per option",
            type=list(KINDS),
            key="own-data",
            max_upload_size=MOST_MEGABYTES,
        )
    reading = own_answers.current()
    with st.container():  # or what follows would be mounted anew where it comes or goes
        if reading is not None:
            reading_box.draw(reading)
    if way == "a file":
        st.download_button("Download an example file", EXAMPLE, "example.csv", "text/csv", on_click="ignore")
    st.caption("Your data are read in memory for this visit; they are not stored and not sent anywhere else.")
    st.caption(explained(PRIVATE_DATA_NOTE))
