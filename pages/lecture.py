"""How do we show this to a room?  Talks whose scenes are voted on, revealed and dragged; a class follows on phones."""

from dataclasses import asdict

import streamlit as st

from ui.components.lecture import lecture
from ui.lecture import controls, words
from ui.lecture.prepared import overviews, prepared
from ui.shell import address, page, share
from ui.shell.server import ONLY_HERE

playing = controls.playing()
if playing is not None:
    talk = None if playing.room else prepared(playing.choice.source)
    shown = asdict(playing) | {"alone": ONLY_HERE.replace("`", "")}
    lecture(controls.TALK, talk, overviews(), shown, controls.leave)
else:
    page.title("How do we show this to a room?")
    page.verdict(words.VERDICT)
    controls.way_back()
    offered = st.container()
    controls.join()
    of_ones_own = st.expander("A talk of your own")
    with of_ones_own:
        own = controls.loaded()
    with offered:
        if controls.was_own() and own is None:
            st.info(words.OWN_IS_GONE)
        choice = controls.choose() if own is None else own
        if own is not None:
            page.prose(f"**{words.own_title(prepared(own.source))}**")
        page.prose(words.scenes(prepared(choice.source)))
        controls.start(choice)
        share.reached(address.of_page("lecture"))
    with of_ones_own:
        page.prose(words.own_talk())
    with st.expander("Keys, and how rooms work"):
        page.prose(words.KEYS)
