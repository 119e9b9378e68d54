"""The Explorer: what privacy costs, while arms and epsilon are dragged."""

import streamlit as st

from ui.arms import instance
from ui.explore import achieved, charts, words
from ui.explore.numbers import curve_table, formulas, gap_map_of, numbers_of
from ui.shell import page
from ui.state import boxes
from ui.state.keys import KEPT


@st.fragment
def live() -> None:
    """What moves during a drag; the rest of the page follows when it ends."""
    if instance.released():
        boxes.draw_again()
    achieved.leave_the_hand_alone()
    numbers = numbers_of(instance.live())
    needed = achieved.achieved_at(numbers.instance)
    sentence = words.verdict(numbers, needed)
    with st.container(key="explorer-verdict"):
        page.verdict(sentence)
        if problem := instance.drag_problem():  # here no element after it changes its place, or the drag would end
            page.problem(problem)
    picture = st.container(key="explorer-picture", border=True)  # one with a border stands while it is empty
    all_bounds = st.toggle("All bounds", key="all-bounds", help=words.ALL_BOUNDS, **KEPT)
    st.markdown(f"{words.bound_sentence(numbers)} {words.achieved_sentence(numbers, needed)}")
    page.reading(words.picture_reading(numbers, all_bounds))
    if (box := st.expander("Numbers, formulas and sources", on_change="rerun")).open:
        with box:
            page.wide_table(("quantity", "value", "formula", "source"), formulas(numbers), words.FORMULAS_NOTE)
    with picture:  # what is dragged is mounted last: see ui.components.bars
        instance.draggable(
            "explorer",
            numbers.instance,
            picture=charts.picture_of(numbers, needed, all_bounds),
            shares=numbers.private.allocation,
            verdict=sentence.replace("**", ""),
        )


with st.container(key="first-visit"):
    page.title("What does privacy cost?")
    st.markdown(words.FIRST_VISIT)
job = achieved.job_at_rest(instance.current())
live()
achieved.follow(job)

numbers = numbers_of(instance.current())
allocation, landscape = st.columns(2, gap="medium")
with allocation:
    page.lower_chart("allocation-against-epsilon", charts.HEIGHT, lambda: charts.allocation_chart(numbers))
    page.reading(words.allocation_reading(numbers))
with landscape:
    page.lower_chart("cost-by-gap-and-epsilon", charts.HEIGHT, lambda: charts.map_chart(numbers, gap_map_of(numbers)))
    page.reading(words.map_reading(numbers))
page.downloads(
    {"price-of-privacy": curve_table(numbers)},
    {
        "Allocation against epsilon": "allocation-against-epsilon",
        "Cost by gap and epsilon": "cost-by-gap-and-epsilon",
    },
)
page.snippet(words.snippet(numbers.instance))
