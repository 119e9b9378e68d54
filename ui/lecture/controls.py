"""Which talk is played, and where: the page's controls, and what its link says."""

from dataclasses import dataclass

import streamlit as st

from ui.lecture import words
from ui.lecture.prepared import SHIPPED, prepared, shipped
from ui.lecture.talk import MOST_BYTES, read
from ui.look.literal import literal
from ui.state.draft import sentence
from ui.state.keys import KEPT

_OWN = "lecture-own"  # the text of a talk that this visitor has loaded
_PLAYS = "lecture-plays"
LONGEST_CODE = 20


@dataclass(frozen=True)
class TalkChoice:
    """A shipped talk by name, or the text of an own one."""

    name: str
    own: str | None = None

    @property
    def source(self) -> str:
        """The text of its file."""
        return shipped(self.name) if self.own is None else self.own


@dataclass(frozen=True)
class Playing:
    """A talk under way.  room: the code of the room that is followed, or ""; notes: in the speaker's own window."""

    choice: TalkChoice
    scene: int = 0
    room: str = ""
    notes: bool = False


def playing() -> Playing | None:
    """What is played: what the link says, or what this visitor has started; None: the page that offers it."""
    link = st.query_params
    room = link.get("room", "")[:LONGEST_CODE]
    name = link.get("talk", SHIPPED[0])
    choice = TalkChoice(name if name in SHIPPED else SHIPPED[0], st.session_state.get(_OWN))
    if room:
        return Playing(choice, room=room, notes=link.get("notes") == "true")
    if "scene" in link or st.session_state.get(_PLAYS):
        return Playing(choice, scene=_scene(link.get("scene", "1")))
    return None


def leave() -> None:
    """Back to the page that offers talks."""
    st.session_state[_PLAYS] = False


def loaded() -> TalkChoice | None:
    """The talk that this visitor has loaded; None where there is none, or it cannot be read, which is said."""
    given = st.file_uploader(
        "A talk of your own", type="toml", max_upload_size=1, key="lecture-file", help=words.UPLOAD_HELP
    )
    st.session_state.pop(_OWN, None)
    return None if given is None else _read(given.getvalue())


def choose() -> TalkChoice:
    """One of the talks that ship."""
    titles = {name: prepared(shipped(name))["title"] for name in SHIPPED}
    name = st.radio("Talk", SHIPPED, format_func=titles.__getitem__, key="talk", horizontal=True, **KEPT)
    return TalkChoice(name)


def _read(content: bytes) -> TalkChoice | None:
    try:
        if len(content) > MOST_BYTES:
            raise ValueError(f"a talk must be at most {MOST_BYTES // 1000} KB of text")
        text = content.decode()
        read(text)
        prepared(text)
    except UnicodeDecodeError:
        st.error("This file is no text in UTF-8.")
        return None
    except ValueError as error:
        st.error(f"{literal(sentence(error))}.")
        return None
    st.session_state[_OWN] = text
    return TalkChoice("own", text)


def start(choice: TalkChoice) -> None:
    """The buttons that play it and take its file home."""
    with st.container(horizontal=True):
        if st.button("Start the talk", type="primary"):
            st.session_state[_PLAYS] = True
            st.rerun()
        st.download_button("This talk as a file", choice.source, f"{choice.name}.toml", "application/toml")


def join() -> None:
    """Where one who has no QR code in sight types a room's code."""
    with st.form("join", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        code = st.text_input("Follow a room: its code", max_chars=LONGEST_CODE, placeholder="ABCD-2345", width=220)
        if st.form_submit_button("Follow") and code.strip():
            st.query_params["room"] = code.strip()
            st.rerun()


def _scene(text: str) -> int:
    """The scene that a link counts from 1; the first where it says none."""
    return int(text) - 1 if text.isascii() and text.isdigit() and 1 <= len(text) <= 2 and int(text) else 0
