"""What a link carries, made safe before any widget reads it, the menu's mark, and links from page to page."""

import math
from collections.abc import Iterable, Sequence

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from ui.look.terms import explained

# These boxes take any text and say themselves what is wrong with it.
_OF_ARMS = {"arms", "names", "epsilon", "risk", "indifference"}
TEXTS = frozenset({*_OF_ARMS, "policy", "analyses", "pins", "weeks", "budget-features", "budget-theta", "exercise"})
_LISTS = ("algorithms", "epsilons")  # how the names of lists end that may be empty


def clean(page: StreamlitPage) -> None:
    """Start the page over without what its link says in vain, if there is any: call it before any widget.

    Streamlit ends with a traceback where a box for whole numbers gets an infinite one from the link, and an empty value
    clears a control that must have one.
    """
    link = {name: st.query_params.get_all(name) for name in st.query_params}
    kept = {name: values for name, values in link.items() if name in TEXTS or _is_usable(name, values[-1])}
    if len(kept) < len(link):
        st.switch_page(page, query_params=kept)


def mark_group(groups: Iterable[Sequence[StreamlitPage]], current: StreamlitPage) -> None:
    """Underline the menu's group whose page is open; in the list of a group Streamlit itself marks the page."""
    place = next(place for place, pages in enumerate(groups, start=1) if current in pages)
    group = f'[data-testid="stTopNav"] > :nth-child({place}) > [data-testid="stTopNavSection"]'
    st.html(f"<style>{group} {{ box-shadow: inset 0 -2px currentColor; }}</style>")


def see_also(words: str, pages: Iterable[StreamlitPage], current: StreamlitPage) -> None:
    """Links to the other ones of these pages; what their boxes say goes along."""
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
