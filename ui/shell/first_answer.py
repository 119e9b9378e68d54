"""A page's answer in its first paint: what a finished page said to someone who opened exactly this link before.

A link determines what a page says to a new visitor, because every simulation has its seed.  A browser needs a while to
draw a page's controls, but it shows what comes before them at once.  So the sentence that we remember is shown in the
answer's place until the page has drawn a new one.
"""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui.jobs.script_turns import SCRIPT_TURNS
from ui.look.terms import explained
from ui.state.shared import Shared

MOST_LINKS = 1000
PAUSE_SECONDS = 0.1  # time for a browser to draw the first answer, since it draws nothing while more keeps coming
LONGEST_LINK = 2000  # characters; nobody can fill the server's memory with longer links

_OPENING = "_opening"
_sentences: Shared[str, str] = Shared(MOST_LINKS)  # by link


@dataclass
class _Opening:
    """The page that a session began with.  asked: its first question.  link: None once the link's sentence is known."""

    link: str | None
    asked: Hashable = None
    is_over: bool = False
    has_breathed: bool = False


@dataclass
class FirstAnswer:
    """The place where one run of a page shows its first answer."""

    _place: DeltaGenerator
    _is_opening: bool
    _asked: Hashable = None

    def asks(self, asked: Hashable) -> None:
        """Say all that the answer depends on, once the controls are drawn.

        Controls change before the link does, and some changes are in no link.  So we remember only the answer to the
        question that the link opened.
        """
        self._asked = asked
        if self._is_opening:
            st.session_state[_OPENING].asked = asked

    def settle(self, is_final: bool, sentence: Callable[[], str]) -> None:
        """The page now draws its answer: take the first one away, and remember what the next visitor may see.

        is_final: whether the answer is complete; only then is its sentence remembered.
        """
        opening: _Opening = st.session_state[_OPENING]
        if is_final and opening.link is not None and opening.asked == self._asked:
            _sentences.keep(opening.link, sentence())
            opening.link = opening.asked = None
        self._place.empty()


def arrive() -> None:
    """Call it in every run, before any widget: only a session that began with nothing but a link has an opening.

    Someone who writes a first request by hand can add values of widgets that the link does not contain.  The next
    visitor who opens that link would then see the answer to these values.
    """
    context = get_script_run_ctx()
    if _OPENING not in st.session_state and context is not None and context.session_state.get_widget_states():
        st.session_state[_OPENING] = _Opening(None)


def begin(page: str) -> None:
    """Call it once in every run of a whole page, before `show`: only a session's first run has a first answer."""
    if opening := st.session_state.get(_OPENING):
        opening.is_over = True
    else:
        st.session_state[_OPENING] = _Opening(_link(page))


def show(answer: DeltaGenerator) -> FirstAnswer:
    """Reserve the answer's place before controls are drawn, and show in it the sentence that we know for this link."""
    opening: _Opening = st.session_state[_OPENING]
    place, is_opening, opening.is_over = answer.empty(), not opening.is_over, True
    if is_opening and opening.link is not None and (sentence := _sentences.recall(opening.link)):
        with place.container(key="first-answer"):
            st.markdown(explained(sentence))
        breathe()
    return FirstAnswer(place, is_opening)


def breathe() -> None:
    """Pause, so that the browser draws a session's first answer before the rest of the page arrives."""
    opening: _Opening | None = st.session_state.get(_OPENING)
    if opening is not None and not opening.has_breathed:
        opening.has_breathed = True
        with SCRIPT_TURNS.resting():
            time.sleep(PAUSE_SECONDS)


def _link(page: str) -> str | None:
    said = [(name, value) for name in sorted(st.query_params) for value in st.query_params.get_all(name)]
    link = f"{page}?{urlencode(said)}"
    return link if len(link) <= LONGEST_LINK else None
