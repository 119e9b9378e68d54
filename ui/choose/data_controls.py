"""A visitor's own counts: a file, whose columns are picked if they have other names, or lines typed and pasted."""

import streamlit as st

from ui.choose.own_data import EXAMPLE, MAX_BYTES, OwnData, headers, names_its_columns, read_counts, read_csv
from ui.choose.words import PRIVATE_DATA_NOTE
from ui.look.terms import explained

WAYS = ("a file", "typed counts")
MOST_COLUMNS = 200  # to pick from
ROWS = {"one participant": ("arm", "outcome"), "one option": ("arm", "successes", "trials")}
ASKS = {
    "arm": "Which column names the option?",
    "outcome": "Which holds the outcome, 0 or 1?",
    "successes": "Which counts successes?",
    "trials": "Which counts trials?",
}


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
            "A CSV: a row per participant, or one per option",
            type=["csv", "txt", "tsv"],
            key="own-data",
            max_upload_size=MAX_BYTES // 2**20,
        )
        _draw_columns()
        st.download_button("Download an example file", EXAMPLE, "example.csv", "text/csv", on_click="ignore")
    st.caption("Your data are read in memory for this visit; they are not stored and not sent anywhere else.")
    st.caption(explained(PRIVATE_DATA_NOTE))


def _draw_columns() -> None:
    """If the file's columns have names of their own, ask which is which."""
    file = st.session_state["own-data"]
    if file is None:
        return
    try:
        names = _names_to_pick(file.getvalue())
    except ValueError:
        return  # said where the file is read
    if not names:
        return
    rows = st.segmented_control(
        "One row is", list(ROWS), default="one participant", required=True, key="own-rows", persist_state="session"
    )
    for role in ROWS[rows]:
        st.selectbox(ASKS[role], names, index=None, placeholder="pick a column", key=f"own-column-{role}")


def _names_to_pick(content: bytes) -> tuple[str, ...]:
    """The names of a file's columns, none if they are those that are wanted.  Raises: ValueError, one sentence."""
    names = headers(content)
    if names_its_columns(names):
        return ()
    if len(names) > MOST_COLUMNS:
        raise ValueError(f"The file has {len(names):,} columns; keep those that are needed, at most {MOST_COLUMNS}.")
    return names


def own_data() -> OwnData:
    """What the inputs hold, read once.  Raises: ValueError, one sentence that says what is missing or wrong."""
    state = st.session_state
    if state.get("own-way") == "typed counts":
        return read_counts(state.get("own-counts") or "")
    file = state.get("own-data")
    if file is None:
        raise ValueError("Choose a file, or type your counts.")
    content: bytes = file.getvalue()
    columns: dict[str, str] | None = None
    if names := _names_to_pick(content):
        roles = ROWS[state.get("own-rows", "one participant")]
        columns = {role: column for role in roles if (column := state.get(f"own-column-{role}")) in names}
        if len(columns) < len(roles):
            raise ValueError("Pick the columns of your file.")
    asked = (file.file_id, tuple((columns or {}).items()))
    known = state.get("own-data-read")
    if known is None or known[0] != asked:
        known = state["own-data-read"] = (asked, read_csv(content, columns))
    data: OwnData = known[1]
    return data
