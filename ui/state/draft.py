"""A value that a visitor edits in boxes (which the link fills) and by dragging, while the page shows it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import streamlit as st

from ui.state import boxes
from ui.state.messages import report_of
from ui.state.visit import went_back_or_forward

T = TypeVar("T")
_LISTENERS = "_listeners"
IN_FORCE = "_in-force"  # in session state: of each draft whose boxes are refused the texts of its last valid value


@dataclass
class Drag(Generic[T]):
    """What one visitor is doing to a value that a component lets them drag."""

    live: T | None = None
    sequence: int = 0  # of the last report
    problem: str = ""  # why the place where it was last dragged to is not shown
    released: bool = False

    def take(self, component: object, read: Callable[[Mapping[str, Any]], T]) -> T | None:
        """Take over a component's report, as far as it is valid; the value that was released, if this ends the drag.

        What is no report is ignored.  read: the value that the report's fields say, or a ValueError.
        """
        report = report_of(component, self.sequence)
        if report is None:
            return None
        self.sequence = report.sequence
        if report.is_repeated:
            return None
        try:
            self.live = read(report.fields)
            self.problem = ""
        except ValueError as error:
            self.problem = sentence(error)
        if not report.is_final:
            return None
        value, self.live, self.released = self.live, None, True
        return value

    def has_ended(self) -> bool:
        """Whether it was released since the last call: then boxes.draw_again() the page, not just the fragment."""
        ended, self.released = self.released, False
        return ended


def drag_of(key: str) -> Drag[Any]:
    """This visitor's drag in the component with this key."""
    drag: Drag[Any] = st.session_state.setdefault(f"_{key}", Drag())
    return drag


def dragged(key: str) -> Any:
    """What is under this visitor's finger in the component with this key, None while nobody drags.

    Call it in the component's fragment: the page is drawn again, and not just the fragment, once a drag has ended.
    """
    drag = drag_of(key)
    if drag.has_ended():
        boxes.draw_again()
    return drag.live


def listener(key: str, moved: Callable[[], Any]) -> Callable[[], Any]:
    """`moved`, which takes over what the component with this key reports, so that `hear` can call it as well."""
    st.session_state.setdefault(_LISTENERS, {})[key] = moved
    return moved


def hear() -> None:
    """Take over what was released before a click: call it first where a click changes what can be dragged.

    Of what comes in one request Streamlit calls the buttons' functions first, the components' last.
    """
    for moved in st.session_state.get(_LISTENERS, {}).values():
        moved()


@dataclass
class _State(Generic[T]):
    """What one visitor has done to a draft."""

    committed: T
    drag: Drag[T] = field(default_factory=Drag)
    texts: dict[str, str] = field(default_factory=dict)  # of the boxes when last read
    dropped: dict[str, str] = field(default_factory=dict)  # of the boxes as the last drag left them
    box_problem: str = ""
    undo: list[T] = field(default_factory=list)


@dataclass(frozen=True)
class Draft(Generic[T]):
    """One value of every visitor.

    as_texts: the texts of its boxes by their keys; parsed: back, or a ValueError.  dragged: the value that a report's
    fields and the last valid value say, or a ValueError.  undo_steps: how many earlier values are kept.
    """

    name: str
    default: T
    as_texts: Callable[[T], dict[str, str]]
    parsed: Callable[[dict[str, str]], T]
    dragged: Callable[[Mapping[str, Any], T], T]
    undo_steps: int = 0

    def current(self) -> T:
        """This visitor's last valid value, after taking over what the boxes (or the link, before they are) say."""
        state = self._state()
        boxes.settle()
        link = dict(st.query_params)
        # Whoever goes back finds what the address says, which the boxes only hold once they are drawn.
        held = {} if went_back_or_forward() else st.session_state
        texts = {key: str(held.get(key, link.get(key, text))) for key, text in self.as_texts(self.default).items()}
        if texts != state.texts:
            self._accept(state, texts)
        st.session_state.setdefault(IN_FORCE, {})[self.name] = (
            self.as_texts(state.committed) if state.box_problem else {}
        )
        return state.committed

    def live(self) -> T:
        """The value under the visitor's finger during a drag, else the last valid one."""
        live = self.drag.live
        return self.current() if live is None else live

    @property
    def drag(self) -> Drag[T]:
        """This visitor's drag."""
        return self._state().drag

    @property
    def box_problem(self) -> str:
        """What is wrong with the boxes; empty if nothing is."""
        return self._state().box_problem

    @property
    def can_undo(self) -> bool:
        """Whether there is an earlier value."""
        return bool(self._state().undo)

    def moved(self, key: str) -> None:
        """A report of the component with this key: show it, and on release write it into the boxes."""
        state = self._state()
        value = state.drag.take(st.session_state.get(key), lambda fields: self.dragged(fields, state.committed))
        if value is not None:
            boxes.write(self.as_texts(value))
            state.dropped = self.as_texts(value)

    def write(self, value: T) -> None:
        """At a click, write the value into the boxes before they are drawn; it counts once they are."""
        hear()
        boxes.write(self.as_texts(value))

    def undo(self) -> None:
        """Go back to the value before, if there is one, at a click."""
        hear()
        self.current()  # a click interrupts the page that was to take over what the boxes say
        state = self._state()
        if state.undo:
            state.committed = state.undo.pop()
            boxes.write(self.as_texts(state.committed))

    def _accept(self, state: _State[T], texts: dict[str, str]) -> None:
        is_first, state.texts = not state.texts, texts
        state.box_problem = ""
        if texts != state.dropped:
            state.drag.problem = ""
        try:
            value = self.parsed(texts)
        except ValueError as error:
            state.box_problem = sentence(error)
            return
        if value == state.committed:
            return
        if self.undo_steps and not is_first:
            state.undo = [*state.undo, state.committed][-self.undo_steps :]
        state.committed = value

    def _state(self) -> _State[T]:
        state: _State[T] = st.session_state.setdefault(f"_{self.name}", _State(self.default))
        return state


def sentence(error: Exception) -> str:
    """The error's text with a capital."""
    text = str(error)
    return text[:1].upper() + text[1:]
