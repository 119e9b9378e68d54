"""The Explorer: what privacy costs, while arms and epsilon are dragged."""

from functools import partial

import streamlit as st

from ui.approximate import words as approximate_words
from ui.arms import instance
from ui.arms.instance import Instance
from ui.components.bars import Answer
from ui.components.lower import lower
from ui.explore import achieved, charts, words
from ui.explore.lower import allocation_of, map_of
from ui.explore.numbers import FORMULAS, curve_table, formulas, numbers_of
from ui.look import theme
from ui.pocket import explorer_file
from ui.shell import page
from ui.state import boxes
from ui.state.keys import KEPT

BELOW = "of-the-arms-at-rest"
on_show: dict[str, bool] = {}  # what the fragment draws by the time when something is downloaded


@st.fragment
def live() -> None:
    """What moves with the hand: drawn at rest, and during a drag where the browser cannot compute it itself."""
    if instance.released():
        boxes.draw_again()
    achieved.leave_the_hand_alone()
    numbers = numbers_of(instance.live())
    needed = achieved.achieved_at(numbers.instance)
    with st.container(key="explorer-verdict"):
        page.verdict(words.sentences(numbers, needed)["verdict"], moves=True)
    picture = st.container(key="explorer-picture", border=True)  # one with a border stands while it is empty
    zeta = numbers.instance.indifference
    is_wanted = st.toggle("All bounds", key="all-bounds", help=words.ALL_BOUNDS, disabled=zeta > 0, **KEPT)
    all_bounds = is_wanted and zeta == 0
    on_show["all_bounds"] = all_bounds
    sentences = words.sentences(numbers, needed, all_bounds)
    page.moving({name: sentences[name] for name in ("bound", "achieved")})
    page.moving({"picture": sentences["picture"]}, is_reading=True)
    if (box := st.expander("Numbers, formulas and sources", on_change="rerun")).open:
        exactly = words.exact_numbers(numbers)
        sentences |= exactly
        with box:
            page.wide_table(("quantity", "value", "formula", "source"), formulas(exactly), FORMULAS["note"])
    with picture:  # what is dragged is mounted last: see ui.components.bars
        instance.draggable(
            "explorer",
            numbers.instance,
            answer=Answer(
                charts.picture_of(numbers, needed, all_bounds),
                numbers.private.allocation,
                sentences,
                words.given(all_bounds, indifference=zeta),
            ),
            problem=instance.drag_problem(),
            below=BELOW,
        )


def _as_file(arms: Instance, colors: theme.Palette, address: str | None) -> str:
    return explorer_file(arms, on_show["all_bounds"], colors, address)


with st.container(key="first-visit"):
    page.title("What does privacy cost?")
    page.prose(words.FIRST_VISIT)
job = achieved.job_at_rest(instance.current())
live()
page.promise_of_bounds()
achieved.follow(job)

numbers = numbers_of(instance.current())
sentences = words.sentences(numbers)
allocation, landscape = st.columns(2, gap="medium")
with allocation:
    lower("allocation-against-epsilon", "allocation", allocation_of(numbers))
    page.moving({"allocation": sentences["allocation"]}, is_reading=True)
charts_by_name = {"Allocation against epsilon": "allocation-against-epsilon"}
with landscape:
    if numbers.instance.indifference == 0:
        charts_by_name["Lower bound by gap and epsilon"] = "lower-bound-by-gap-and-epsilon"
        lower("lower-bound-by-gap-and-epsilon", "map", map_of(numbers))
        page.moving({"map": sentences["map"]}, is_reading=True)
    else:
        page.reading(words.NO_MAP)
with st.container(key=BELOW):
    compared = achieved.compare_promises(numbers)
page.take_home(
    words.notebook(numbers.instance, approximate_words.code(compared) if compared else ""),
    "explorer",
    {"price-of-privacy": partial(curve_table, numbers)},
    charts_by_name,
    partial(_as_file, numbers.instance, theme.palette(), st.context.url),
)
