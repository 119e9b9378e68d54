"""What a visitor can share: a link to exactly this state, as text and as a QR code, and code to embed it."""

from functools import partial

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from ui.look.qr import qr_svg
from ui.shell import address, embed, versions
from ui.shell.closed_box import closed_box
from ui.shell.menu import Frame
from ui.shell.server import ONLY_HERE, for_network, is_local

_QR_PIXELS = 220


def draw(page: StreamlitPage, frame: Frame | None) -> None:
    """Draw a closed box with these.

    frame: how the page looks when embedded; None if it cannot be embedded.
    """
    closed_box("Share", "share", partial(_content, page, frame))


def _content(page: StreamlitPage, frame: Frame | None) -> None:
    _link(page)
    if frame is not None:
        _embedding(page, frame)


def link(path: str, **more: str) -> str:
    """The address of the page that is being drawn, at this path, with the state that the visitor sees."""
    parts = address.parts_of_page(is_whole=False) | {versions.NAME: [str(versions.VERSION)]}
    parts |= {name: [value] for name, value in more.items()}
    return f"{address.of_page(path)}?{address.query(parts)}"


def reached(here: str) -> str | None:
    """Say below a link at which address others open it; that address, None if only this computer can."""
    known = for_network(here)
    if is_local(known):
        st.caption(ONLY_HERE)
        return None
    if known != here:
        st.caption(f"Phones and computers on this network can open [this link]({known}).")
    return known


def _link(page: StreamlitPage) -> None:
    here = link(page.url_path)
    st.markdown("**Copy link**")
    st.code(here, language=None, wrap_lines=True)
    st.caption("The link restores all settings of this page, except your own data, files, and what is made from them.")
    if (known := reached(here)) is None:
        return
    try:
        code = qr_svg(known)
    except ValueError:
        st.caption("This link is too long for a QR code.")
        return
    st.image(code, width=_QR_PIXELS, alt="QR code of this link")


def _embedding(page: StreamlitPage, frame: Frame) -> None:
    st.markdown("**Embed in a course page**")
    show = st.segmented_control(
        "Show", embed.SHOWN, default=embed.PICTURE, required=True, key="share-show", label_visibility="collapsed"
    )
    embedding = embed.code(link(page.url_path, embed="true", show=show), frame, page.title, show)
    st.code(embedding, language="html", wrap_lines=True)
    st.caption(
        "Only websites that the server's administrator names in the setting EMBED_IN can show this page; elsewhere the "
        "frame stays empty."
    )
