"""Which talk is played, and where: the page's controls and link."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from ui.lecture import words
from ui.lecture.prepared import SHIPPED, prepared, shipped
from ui.look.literal import literal
from ui.state.draft import sentence
from ui.state.keys import KEPT

TALK = "lecture-stage"  # the component that plays; “talk” is the choice of a talk
_PLAYS = "lecture-plays"  # what this visitor has started
_LEFT = "lecture-left"  # the room that was left open, or None
_READ = "lecture-read"  # the last talk of this visitor's that could be read, or None
_OWN = "own"  # the name of a visitor's talk, in its file and in its link
_CODE = re.compile(r"[A-Z0-9]{4}-[A-Z0-9]{4}")
LONGEST_CODE = 20


@dataclass(frozen=True)
class TalkChoice:
    """A shipped talk by name, or the text of a visitor's talk."""

    name: str
    own: str | None = None

    @property
    def source(self) -> str:
        """The text of its file."""
        return shipped(self.name) if self.own is None else self.own


@dataclass(frozen=True)
class Playing:
    """A talk under way.  room: the code of the room that is followed, or ""; notes: in the notes window."""

    choice: TalkChoice
    scene: int = 0
    room: str = ""
    notes: bool = False


@dataclass(frozen=True)
class LeftRoom:
    """A room that this visitor has left, which is still open.  led: as its presenter."""

    code: str
    led: bool


def playing() -> Playing | None:
    """The talk of the link, or the one that this visitor has started; None on the page that offers talks."""
    link = st.query_params
    room = link.get("room", "")[:LONGEST_CODE]
    started: TalkChoice | None = st.session_state.get(_PLAYS)
    choice = started or TalkChoice(_name(link.get("talk", "")))
    if room:
        return Playing(choice, room=room, notes=link.get("notes") == "true")
    if started or ("scene" in link and not was_own()):
        return Playing(choice, scene=_scene(link.get("scene", "1")))
    return None


def was_own() -> bool:
    """Whether the link is that of a visitor's talk, which only the session knows in which it was loaded."""
    return st.query_params.get("talk") == _OWN


def leave() -> None:
    """Back to the page that offers talks, which leads back to the room if that is still open."""
    st.session_state[_LEFT] = _left_open(st.session_state.get(TALK))
    st.session_state[_PLAYS] = None
    for name in ("scene", "room", "notes", *(["talk"] if was_own() else [])):
        st.query_params.pop(name, None)


def _left_open(told: object) -> LeftRoom | None:
    """The room that a talk's report names, if it names one."""
    left = told.get("left") if isinstance(told, Mapping) else None
    if not isinstance(left, Mapping):
        return None
    code = left.get("room")
    return LeftRoom(code, left.get("led") is True) if isinstance(code, str) and _CODE.fullmatch(code) else None


def loaded() -> TalkChoice | None:
    """The last talk of this visitor that could be read, or None; says so beside the box, or why a file cannot be.

    It stays while the box has no file: it forgets its file while the talk is played, and while another is on its way.
    """
    given = st.file_uploader(
        "A talk of your own", type="toml", max_upload_size=1, key="lecture-file", help=words.UPLOAD_HELP
    )
    last: TalkChoice | None = st.session_state.get(_READ)
    if given is None:
        if last is not None:
            st.success(words.is_loaded(prepared(last.source)))
            st.button("Choose another talk", on_click=_set, args=(_READ, None), type="tertiary")
        return last
    kept = words.kept(prepared(last.source)) if last else ""
    try:
        text = given.getvalue().decode()
        st.success(words.is_loaded(prepared(text)))
        st.session_state[_READ] = last = TalkChoice(_OWN, text)
    except UnicodeDecodeError:
        st.error(f"This file is not UTF-8 text.{kept}")
    except ValueError as error:
        st.error(f"{literal(sentence(error))}.{kept}")
    return last


def choose() -> TalkChoice:
    """One of the talks that ship."""
    titles = _titles()
    told = [words.audience(prepared(shipped(name))) for name in titles.values()]
    captions = [each[0].upper() + each[1:] for each in told]
    return TalkChoice(_name(st.radio("Talk", list(titles), key="talk", horizontal=True, captions=captions, **KEPT)))


def start(choice: TalkChoice) -> None:
    """The buttons that start the talk and download its file."""
    with st.container(horizontal=True):
        st.button("Start the talk", type="primary", key="lecture-start", on_click=_set, args=(_PLAYS, choice))
        st.download_button("Download this talk", choice.source, f"{choice.name}.toml", "application/toml")


def _set(key: str, value: TalkChoice | None) -> None:
    st.session_state[key] = value


def way_back() -> None:
    """That a room which was left is still open, and the way back to it."""
    left: LeftRoom | None = st.session_state.get(_LEFT)
    if left is None:
        return
    if left.led:
        st.info(words.still_open(left.code))
    st.button(f"Back to room {left.code}", key="lecture-back", on_click=_enter, args=(left.code,))


def join() -> None:
    """Where someone who sees no QR code types a room's code."""
    with st.form("join", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Code of a room to follow", max_chars=LONGEST_CODE, placeholder="ABCD-2345", width=220, key="lecture-code"
        )
        st.form_submit_button("Follow", on_click=_join)


def _join() -> None:
    if code := st.session_state["lecture-code"].strip():
        _enter(code)


def _enter(code: str) -> None:
    st.query_params["room"] = code


def _name(title: str) -> str:
    """The name of the talk with the title in a link; that of the first talk if there is none."""
    return _titles().get(title, SHIPPED[0])


def _titles() -> dict[str, str]:
    return {prepared(shipped(name))["title"]: name for name in SHIPPED}


def _scene(text: str) -> int:
    """The scene that a link counts from 1; the first if it says none."""
    return int(text) - 1 if text.isascii() and text.isdigit() and 1 <= len(text) <= 2 and int(text) else 0
