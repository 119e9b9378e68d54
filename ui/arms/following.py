"""How the instance, and the number of participants, follow a visitor from page to page.

The boxes of `instance` hold arms, names, ε, risk and the gap to ignore, and the pages about arms ask by them.  A page
that asks in words of its own hands over what that says, and the boxes take it when another page opens.  A page with
boxes of its own takes what its visitor brings, once for each change.

A link is taken at its word: the page that it opens takes nothing, and neither does one that is gone back to.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitAPIException

from ui.arms import instance as instances
from ui.arms.instance import DEFAULT, Instance
from ui.shell import link
from ui.shell.address import written
from ui.state import boxes
from ui.state.visit import went_back_or_forward

_STATE = "_following"


@dataclass
class _Following:
    """What goes along on one visit.

    page: the one that is open.  is_new: whether it has not been drawn yet.  handed: what it says of the instance.
    participants: None until a page has said a number.  known: what each page has taken or handed over.
    """

    page: str | None = None
    is_new: bool = False
    handed: Instance | None = None
    participants: int | None = None
    known: dict[str, tuple[Instance, int | None]] = field(default_factory=dict)


def arrive(page: str) -> None:
    """Have the shared boxes take what the page before has handed over: call it before they are drawn."""
    state = _state()
    if state.page not in (None, page) and state.handed is not None and not went_back_or_forward():
        write_handed()
    if state.page != page:
        state.is_new, state.page, state.handed = state.page is not None, page, None


def has_come() -> bool:
    """Whether the visitor has just come from another page: once, before the page that is open is drawn."""
    state = _state()
    has_come, state.is_new = state.is_new, False
    return has_come and not went_back_or_forward()


def write_handed() -> None:
    """Write into the shared boxes what the open page has handed over, if it has: also at a click."""
    state = _state()
    if (handed := state.handed) is not None and handed != instances.current():
        boxes.write(instances.as_texts(handed))
        state.known[str(state.page)] = (handed, state.participants)


def hand_over(page: str, instance: Instance | None, participants: int | None) -> None:
    """Say what goes along from this page: what it says of the instance and of participants, None for nothing.

    What the boxes would not take goes along nowhere.
    """
    state = _state()
    with suppress(ValueError):
        state.handed = None if instance is None else instances.parsed(instances.as_texts(instance))
    state.participants = participants or state.participants
    state.known[page] = (instances.current(), state.participants)


def brought(page: str) -> tuple[Instance | None, int | None]:
    """The instance and the number of participants that a visitor brings to this page; None for what it knows."""
    state, now = _state(), instances.current()
    before = state.known.get(page, (now if link.opened(page) else DEFAULT, None))
    state.known[page] = (now, state.participants)
    if went_back_or_forward():
        return None, None
    return (None if now == before[0] else now), (None if state.participants == before[1] else state.participants)


def take(values: dict[str, Any]) -> None:
    """Write what was brought into the page's own boxes, and into its address, where a reload looks for it."""
    boxes.write(values)
    with suppress(StreamlitAPIException):  # of boxes that have been drawn: they write the address themselves
        st.query_params.update({key: written(value) for key, value in values.items()})


def nearest(value: float, limits: tuple[float, float]) -> float:
    """The value nearest to another page's that a box with these limits takes."""
    return min(max(value, limits[0]), limits[1])


def with_plan(
    means: tuple[float, ...], names: tuple[str, ...], risk: float | None, epsilon: float | None, indifference: float
) -> Instance:
    """The shared instance with what a plan says of it; None leaves what is shared."""
    now = instances.current()
    return replace(
        now,
        means=means,
        names=names,
        risk=now.risk if risk is None else risk,
        epsilon=now.epsilon if epsilon is None else epsilon,
        indifference=indifference,
    )


def _state() -> _Following:
    state: _Following = st.session_state.setdefault(_STATE, _Following())
    return state
