"""The inputs of the page, which live in its link, and the viewer's guesses, which live as long as the visit."""

from dataclasses import dataclass, replace

import streamlit as st

from ui.arms import following
from ui.arms import instance as instances
from ui.components.lines import Moved
from ui.controls.number_box import count_box, number_in
from ui.controls.seed import seed_box
from ui.same_decision.question import PARTICIPANTS_RANGE, RUNS, DecisionQuestion
from ui.state import boxes
from ui.state.draft import hear
from ui.state.keys import KEPT

_PAGE = "same_decision"
_PEOPLE_AT_FIRST = 2000
PEOPLE, STUDY = "same-people", "same-study"
_GUESSES = "same-guesses"
LETTERS = ("A", "B")  # at the left, and at the right


@dataclass(frozen=True)
class Guess:
    """What a viewer said of one study; `first` means A, at the left."""

    said_first: bool
    private_is_first: bool

    @property
    def is_right(self) -> bool:
        """Whether it is the private one."""
        return self.said_first == self.private_is_first


def ask() -> DecisionQuestion:
    """Draw the inputs and return what they ask for."""
    shared = instances.with_one_best()
    if (brought := following.brought(_PAGE)[1]) is not None:
        following.take({PEOPLE: max(brought, PARTICIPANTS_RANGE[0])})
    participants = count_box(
        "Total participants",
        PARTICIPANTS_RANGE,
        _PEOPLE_AT_FIRST,
        key=PEOPLE,
        help="They are split equally among the options. You can also drag the handle in the picture.",
        **KEPT,
    )
    left, right = st.columns(2)
    study = count_box(
        f"Study shown (1 to {RUNS:,})",
        (1, RUNS),
        1,
        key=STUDY,
        place=left,
        help="Choose which repetition of the study to show.",
        **KEPT,
    )
    with right:
        seed = seed_box("same-seed", **KEPT)
    instances.strip()
    if participants != _PEOPLE_AT_FIRST:
        following.hand_over(_PAGE, None, participants)
    return DecisionQuestion(shared.means, shared.names, shared.epsilon, participants, study, seed)


def under_hand(question: DecisionQuestion, moved: Moved) -> DecisionQuestion:
    """The question with the line where the visitor's hand has it."""
    if moved.line == "epsilon":
        return replace(question, epsilon=moved.value)
    return replace(question, participants=round(moved.value))


def drop(moved: Moved) -> None:
    """Write what was dragged on the picture into its box."""
    boxes.write({"epsilon": f"{moved.value:.10g}"} if moved.line == "epsilon" else {PEOPLE: round(moved.value)})


def guess_of(question: DecisionQuestion) -> Guess | None:
    """What this visitor has said of the study on show, at whatever epsilon and number of participants."""
    return _guesses().get(_study(question))


def score() -> tuple[int, int]:
    """How many of this visit's guesses were right, and how many there were."""
    guesses = _guesses().values()
    return sum(guess.is_right for guess in guesses), len(guesses)


def guess_buttons(question: DecisionQuestion) -> None:
    """The two to guess from."""
    for letter in LETTERS:
        arguments = question, letter == LETTERS[0]
        st.button(f"{letter} is private", key=f"same-guess-{letter}", on_click=_take_guess, args=arguments)


def _take_guess(question: DecisionQuestion, said_first: bool) -> None:
    _guesses().setdefault(_study(question), Guess(said_first, question.private_is_first))


def next_study() -> None:
    """Show another one."""
    hear()
    boxes.write({STUDY: (number_in(STUDY) or 0) % RUNS + 1})


def _study(question: DecisionQuestion) -> tuple[object, ...]:
    return question.means, question.seed, question.study


def _guesses() -> dict[tuple[object, ...], Guess]:
    guesses: dict[tuple[object, ...], Guess] = st.session_state.setdefault(_GUESSES, {})
    return guesses
