"""Do the published figures reproduce?  Levels read off the prints beside our own runs of the stated settings."""

import streamlit as st

from ui.look import documents
from ui.published import charts, controls, numbers, words
from ui.published.exhibits import ALL, FAMILIES, Exhibit
from ui.shell import page
from ui.state import boxes

_GO = ":material/arrow_forward:"
_LEAVES = "published-leaves"


def take_along(exhibit: Exhibit) -> None:
    """Write the figure's setting into the boxes of the page where it can be simulated, and leave for that."""
    boxes.write(controls.along(exhibit))
    st.session_state[_LEAVES] = exhibit.page


if leaves_for := st.session_state.pop(_LEAVES, ""):
    st.switch_page(f"pages/{leaves_for}.py", query_params={})  # None would keep those of this page's widgets
page.title("Do the published figures reproduce?")
answer = st.container(key="published-answer")
picture, inputs = page.picture_and_controls("published")
with answer:
    page.verdict(words.tally(ALL))
with inputs:
    exhibit, with_unproven = controls.ask()
    page.reading(exhibit.finding)
    page.reading(f"Source: {exhibit.source}.")
    if controls.along(exhibit):
        st.button(exhibit.page_label, icon=_GO, type="tertiary", on_click=take_along, args=(exhibit,))
    else:
        st.page_link(f"pages/{exhibit.page}.py", label=exhibit.page_label, icon=_GO)
table = numbers.runs_of(exhibit, with_unproven)
ours, printed = numbers.in_words(exhibit, table), numbers.printed_of(exhibit)
with picture:
    with st.container(key="published-fate"):
        page.prose(f"**{str(exhibit.verdict).capitalize()}.** {exhibit.answer}")
    page.chart(charts.chart_of(exhibit, table), key="published-figure")
    page.reading(words.reading(exhibit, table))
    page.reading(words.made(exhibit, table))
if (box := st.expander("All figures and statements, and what the verdicts mean", on_change="rerun")).open:
    with box:
        page.table(words.overview(FAMILIES))
        for verdict, meaning in words.MEANING.items():
            page.reading(f"{str(verdict).capitalize()}: {meaning}.")
if (box := st.expander("Numbers", on_change="rerun")).open:
    with box:
        page.grid(ours)
        if numbers.WRONG in table:
            page.reading(words.tell("wrong"))
        if len(printed):
            page.prose("Levels read off the print:")
            page.grid(printed)
st.page_link(
    "pages/sources.py",
    label="Errors found in the sources",
    icon=_GO,
    query_params={"document": documents.title("errata")},
)
page.take_home(
    words.notebook(exhibit, table),
    "published-figure",
    {
        "published-figure": ours,
        **({"published-print": printed} if len(printed) else {}),
        "published-all": words.overview(FAMILIES),
    },
    {"picture": "published-figure"},
)
