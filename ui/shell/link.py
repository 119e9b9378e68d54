"""What a link carries, brought up to date and made safe before any widget reads it; links from page to page."""

import math
from collections.abc import Iterable, Sequence

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from ui.controls.number_box import BOXES
from ui.look import projector
from ui.look.literal import literal, quoted
from ui.look.terms import explained
from ui.shell import versions
from ui.shell.address import Parts, is_same, parts_of_page

# These boxes accept any text and tell the visitor what is wrong with it.
_OF_ARMS = {"arms", "names", "called", "epsilon", "risk", "indifference"}
TEXTS = frozenset({*_OF_ARMS, "policy", "analyses", "pins", "each-week", "budget-features", "budget-theta", "exercise"})
_LISTS = ("algorithms", "epsilons")  # names that end like this are lists, which may be empty


_ASKED = "_link-asked"
_VERSION = "_link-version"
_OPENED = "_link-opened"  # the page that the visit's link named, "" if the link set nothing on it
_LOOKS = {projector.KEY}  # these say how a page looks, not what it asks
_MOST_TOLD = 3  # how many of the parts that a page does not take are named


def clean(page: StreamlitPage) -> None:
    """Restart the page without the useless parts of its link, if there are any.  Call it before any widget.

    An empty value would clear a control that must have one.  A number box that has been drawn tells the visitor what is
    wrong with it, and one that a visitor empties stays empty.  Links of earlier versions are brought up to date in the
    same step.
    """
    link = {name: st.query_params.get_all(name) for name in st.query_params}
    today, problem = versions.up_to_date(page.url_path, link)
    if _ASKED not in st.session_state:
        st.session_state[_ASKED] = today
        st.session_state[_OPENED] = page.url_path if link.keys() - _LOOKS else ""
        st.session_state[_VERSION] = problem  # shown once the page is drawn, because a page that restarts shows nothing
    left = TEXTS | st.session_state.get(BOXES, {}).keys()
    kept = {name: values for name, values in today.items() if name in left or _is_usable(name, values[-1])}
    if kept != link:
        st.switch_page(page, query_params=kept)


def opened(page: str) -> bool:
    """Whether this visit began with a link to this page that sets something on it."""
    return bool(st.session_state.get(_OPENED, "") == page)


def tell_what_is_not_taken() -> None:
    """Say once, after a page is drawn, which parts of the link that opened it are not what it now shows.

    Text boxes and seed boxes tell the visitor themselves what is wrong with them.
    """
    if problem := st.session_state.pop(_VERSION, ""):
        _tell(problem)
    asked: Parts = st.session_state.get(_ASKED, {})
    shown = {name: shown for name, shown in parts_of_page().items() if name in asked} if asked else {}
    told = [
        f"{name} = {quoted(', '.join(asked[name]), 40)} (here {quoted(', '.join(values), 40)})"
        for name, values in shown.items()
        if name not in TEXTS
        and not (name.endswith("seed2") and _is_usable(name, asked[name][-1]))
        and not is_same(asked[name], values)
    ]
    st.session_state[_ASKED] = {name: values for name, values in asked.items() if name not in shown}
    if told:
        more = f", and {len(told) - _MOST_TOLD} more" if len(told) > _MOST_TOLD else ""
        _tell(f"This page could not use everything in its link: {', '.join(told[:_MOST_TOLD])}{more}.")


def _tell(sentence: str) -> None:
    st.toast(literal(sentence), duration="infinite")  # a page may take longer to draw than a toast normally stays


def mark_group(groups: Iterable[Sequence[StreamlitPage]], current: StreamlitPage) -> None:
    """Underline the menu's group whose page is open; Streamlit itself marks the page in the group's list."""
    place = next(place for place, pages in enumerate(groups, start=1) if current in pages)
    st.html(f"<style>nav > :nth-child({place}) > button {{ box-shadow: inset 0 -2px currentColor; }}</style>")


def draw_family(pages: Iterable[StreamlitPage]) -> None:
    """Links to a page and to those inside it, above each of them; Streamlit marks the one that is open."""
    with st.container(key="page-and-those-inside", horizontal=True):
        for page in pages:
            st.page_link(page, help="")  # what a pointer shows would lie on the menu


def see_also(words: str, pages: Iterable[StreamlitPage], current: StreamlitPage) -> None:
    """Draw links to those of these pages that are not open; they carry the state of the shared boxes."""
    others = [page for page in pages if page != current]
    if not others:
        return
    with st.container(key="see-also", horizontal=True, vertical_alignment="center"):
        st.markdown(explained(words), width="content")
        for page in others:
            st.page_link(page)


def _is_usable(name: str, text: str) -> bool:
    if not text.strip():
        return name.endswith(_LISTS)
    try:
        return math.isfinite(float(text))
    except ValueError:
        return True
