"""The closed box "Pins" of pages that have inputs: up to four states of any pages, their differences, their file."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from ui.arms import instance
from ui.look.literal import literal
from ui.pins import words
from ui.pins.pin import MOST, MOST_BYTES, PinnedState, checked, decode, encode
from ui.shell import address, page, versions
from ui.state.visit import known, remember

KEY = "pins-of-pages"
_FILE = "pins-file"
_PROBLEM = "_pins-problem"
_FILE_PROBLEM = "_pins-file-problem"


def draw(current: StreamlitPage, pages: Sequence[StreamlitPage], shared: Collection[str]) -> None:
    """Draw it, where the page has inputs of its own.

    pages: all that there are.  shared: which of the boxes at the top belong to the current one.
    """
    if address.parts_of_page_alone():
        _box(current, pages, shared)


@st.fragment
def _box(current: StreamlitPage, pages: Sequence[StreamlitPage], shared: Collection[str]) -> None:
    box = st.expander("Pins", key=KEY, on_change="rerun")
    if box.open:
        with box:
            titles = {each.url_path: each.title for each in pages}
            _pin(current, shared)
            if pins := dict(zip(words.LETTERS, pinned(), strict=False)):
                _list(pins, titles, current.url_path)
                _differences(pins, titles)
            _file(titles)


def pinned() -> tuple[PinnedState, ...]:
    """What this visitor has pinned, in all tabs."""
    return known("pins", KEY) or ()


def _keep(pins: tuple[PinnedState, ...]) -> None:
    remember("pins", KEY, pins)


def _pin(current: StreamlitPage, shared: Collection[str]) -> None:
    st.button("Pin this state", key="pin-this", on_click=_take, args=(current.url_path, shared))
    page.reading(words.OWN_DATA)
    page.problem(st.session_state.pop(_PROBLEM, ""))


def _take(path: str, shared: Collection[str]) -> None:
    """Pin what the page says at the click itself: the run that follows may be one for a later change."""
    inputs = {name: values for name, values in address.parts_of_page().items() if name in shared}
    inputs |= address.parts_of_page_alone()
    try:
        _add(PinnedState(path, inputs, words.plain(page.last_verdict())))
    except ValueError as error:
        st.session_state[_PROBLEM] = str(error)


def _add(pin: PinnedState) -> None:
    pins = pinned()
    if twin := next((name for name, other in zip(words.LETTERS, pins, strict=False) if _is_same(pin, other)), ""):
        raise ValueError(f"This state is pinned already: {twin}.")
    if len(pins) >= MOST:
        raise ValueError(words.FULL)
    _keep((*pins, checked(pin)))


def _is_same(pin: PinnedState, other: PinnedState) -> bool:
    return (pin.page, pin.inputs) == (other.page, other.inputs)


def _list(pins: Mapping[str, PinnedState], titles: Mapping[str, str], here: str) -> None:
    for place, (name, pin) in enumerate(pins.items()):
        source = f" ({words.FROM_FILE})" if pin.is_from_file else ""
        page.prose(f"**{name} · {titles[pin.page]}**{source}  \n{literal(pin.verdict) or words.NOTHING_SAID}")
        with st.container(horizontal=True):
            st.link_button(f"Open {name}", _link(pin, here))
            st.button(f"Remove {name}", key=f"unpin-{place}", on_click=_remove, args=(pin,))


def _link(pin: PinnedState, here: str) -> str:
    start = address.of_page(here).removesuffix(here).rstrip("/")
    return f"{start}/{pin.page}?{address.query(pin.inputs | {versions.NAME: [str(versions.VERSION)]})}"


def _remove(pin: PinnedState) -> None:
    _keep(tuple(other for other in pinned() if other is not pin))


def _differences(pins: Mapping[str, PinnedState], titles: Mapping[str, str]) -> None:
    paths = list(dict.fromkeys(pin.page for pin in pins.values()))
    for path in paths:
        own = {name: pin for name, pin in pins.items() if pin.page == path}
        _table(own, titles[path], {**words.LABELS.get(path, {}), **instance.LABELS})
    about_arms = {name: pin for name, pin in pins.items() if not instance.LABELS.keys().isdisjoint(pin.inputs)}
    if len({pin.page for pin in about_arms.values()}) > 1:
        _table(about_arms, "the boxes at the top of pages about arms", instance.LABELS, tuple(instance.LABELS))


def _table(
    pins: Mapping[str, PinnedState], of_what: str, labels: Mapping[str, str], among: Sequence[str] | None = None
) -> None:
    if len(pins) < 2:
        return
    page.prose(f"**Differences: {of_what}**")
    if rows := words.differences(pins, labels, among):
        page.wide_table(words.heads(pins), rows)
        page.reading(words.READING)
    else:
        page.reading("None.")


def _file(titles: Mapping[str, str]) -> None:
    st.download_button(
        "Save the pins as a file",
        partial(encode, pinned()),
        file_name="price-of-privacy-pins.json",
        mime="application/json",
        key="save-pins",
        on_click="ignore",
        disabled=not pinned(),
    )
    st.file_uploader(
        "Load such a file, in place of the pins here", type="json", key=_FILE, on_change=_take_file,
        args=(titles,), max_upload_size=1,
    )  # fmt: skip
    page.problem(st.session_state.pop(_FILE_PROBLEM, ""))


def _take_file(titles: Mapping[str, str]) -> None:
    if (given := st.session_state[_FILE]) is None:
        return
    try:
        if given.size > MOST_BYTES:
            raise ValueError(f"The file is larger than {MOST_BYTES // 1000} KB.")
        _keep(decode(given.getvalue(), titles))
    except ValueError as error:
        st.session_state[_FILE_PROBLEM] = str(error)
