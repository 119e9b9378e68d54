"""Price of Privacy: what differential privacy costs in samples.  Start with `./run app`."""

from pathlib import Path

import streamlit as st

from ui import streamlit_patches
from ui.arms import following, instance
from ui.choose.controls import shows_arms
from ui.components import assets
from ui.jobs.script_turns import SCRIPT_TURNS
from ui.jobs.session import leave_other_pages
from ui.shell import address, embed, first_answer, link, projector, share
from ui.shell.kernels import run_when_ready
from ui.shell.menu import ENTRIES, GROUPS, START, Boxes
from ui.state import boxes
from ui.streamlit_patches import quick_sockets, unfinished_pages

st.set_page_config(page_title="Price of Privacy", layout="wide")
first_answer.arrive()
quick_sockets.send_at_once()
streamlit_patches.mend()
SCRIPT_TURNS.draw_next()

ARMS = ("characteristic times",)  # the compiled kernels that check the arms in the boxes of every page
IGNORED_GAPS = ("gaps that do not matter",)  # and those that are needed where a box says that some gaps do not matter
NAME = assets.text(Path(__file__).parent / "ui/shell/name.svg")
if "_pages" not in st.session_state:  # made once in a session: each looks up its file's path, folder by folder
    st.session_state["_pages"] = {
        entry: st.Page(
            f"pages/{entry.name}.py",
            title=entry.title,
            help=entry.line,
            default=entry is START,
            visibility="hidden" if entry.inside else "visible",
        )
        for entry in ENTRIES.values()
    }
PAGES = st.session_state["_pages"]
boxes.settle_whole_page()
instance.read_link()
shown = embed.asked()
menu = {group: [PAGES[entry] for entry in entries] for group, entries in GROUPS.items()}
if not shown:
    st.logo(NAME)  # before the menu, which would move aside for it
page = st.navigation(menu, position="hidden" if shown else "top")
entry = ENTRIES[page.url_path]
link.clean(page)
following.arrive(entry.name)
if shown:
    embed.draw(entry.frame, shown)
else:
    link.mark_group(menu.values(), page)


def ignores_gaps() -> bool:
    """Whether a box says that some gaps do not matter, or the link before there are boxes."""
    said = (st.session_state.get(box, st.query_params.get(box, "0")) for box in ("indifference", "ignore"))
    return any(str(gap) not in ("0", "0.0") for gap in said)


def body() -> None:
    """What is under the menu."""
    is_about_arms = entry.boxes is not Boxes.NONE and (entry.name != "choose_epsilon" or shows_arms())
    projector.style()
    instance.controls(
        entry.path,
        is_about_arms,
        entry.boxes is Boxes.GOOD_ARMS,
        entry.boxes in (Boxes.ARMS, Boxes.GOOD_ARMS),
        instance.IN_A_STUDY if entry in GROUPS["Plan a study"] else instance.IN_THEORY,
    )
    leave_other_pages(entry.path)
    family = [each for each in ENTRIES.values() if (entry.inside or entry.name) in (each.name, each.inside)]
    if len(family) > 1 and not shown:
        link.draw_family([PAGES[each] for each in family])
    try:
        run_when_ready(entry.kernels, page.run, page.title)
    finally:  # also of a page that waits for its answer
        link.tell_what_is_not_taken()
    if shown:
        return
    share.draw(page, entry.frame)
    if entry.boxes is Boxes.NONE:
        link.see_also("See also", next(pages for pages in menu.values() if page in pages), page)
    else:
        about_arms = [other for each, other in PAGES.items() if each.boxes is not Boxes.NONE]
        link.see_also("See these arms on", about_arms, page)
    projector.switch()


with unfinished_pages.forgotten_when_it_ends_early(), address.kept():
    run_when_ready((*ARMS, *IGNORED_GAPS) if ignores_gaps() else ARMS, body, page.title)
