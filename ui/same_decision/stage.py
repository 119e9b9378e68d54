"""What moves with the visitor's hand: the verdict, one study told twice, the curve, and who would have been hurt."""

import streamlit as st

from ui.components import lines
from ui.look import svg, theme
from ui.look.terms import explained
from ui.same_decision import controls, pictures, words
from ui.same_decision.question import PARTICIPANTS_RANGE, DecisionFindings, find
from ui.shell import page
from ui.state import boxes
from ui.state.draft import dragged
from ui.state.keys import EPSILON_RANGE

PICTURE = "same-lines"


def draw(resting: DecisionFindings) -> None:
    """Draw it in a fragment; the curve is mounted last: its answer asks for the next report of a drag.

    resting: the findings where no hand is.
    """
    moved: lines.Moved | None = dragged(PICTURE)
    found = resting if moved is None else find(controls.under_hand(resting.question, moved))
    page.verdict(words.verdict(found))
    page.reading(words.by_name_reading(found))
    _draw_pair(found, resting)
    _draw_guess(found, resting)
    place = st.container(key="same-curve")
    place.empty()  # or its place would not be kept until the picture is mounted
    page.reading(words.curve_reading(found))
    left, right = st.columns(2, gap="medium")
    with left:
        st.header("Which studies change?", anchor=False)
        dots = pictures.dots_svg(found, theme.palette())
        st.html(_image(dots, pictures.dots_words(found), pictures.DOTS_HEIGHT))
        page.reading(words.told("dots", found))
    with right:
        st.header("Who would have been hurt?", anchor=False)
        page.wide_table(words.LOSS_HEADS, words.loss_rows(found))
        page.reading(words.LOSS_READING)
    drawings = [pictures.curve_drawing(found, is_wide, theme.palette()) for is_wide in (True, False)]
    question, people = found.question, PARTICIPANTS_RANGE
    handles = {
        "epsilon": lines.DraggedLine("Privacy budget epsilon", question.epsilon, EPSILON_RANGE, EPSILON_RANGE),
        "participants": lines.DraggedLine("Participants", question.participants, people, people),
    }
    with place:
        lines.lines(PICTURE, drawings, handles, "changed-choices-against-epsilon", drop=controls.drop, has_rail=True)


def _draw_pair(found: DecisionFindings, resting: DecisionFindings) -> None:
    """The study with noise and without; before the guess they rest while a hand drags: what moves would tell."""
    guess, colors = controls.guess_of(resting.question), theme.palette()
    shown = resting if guess is None else found
    private_is_first = resting.question.private_is_first if guess is None else guess.private_is_first
    is_old = guess is None and found is not resting
    with st.container(key="same-pair"):
        for letter, is_private, column in zip(
            controls.LETTERS, (private_is_first, not private_is_first), st.columns(2), strict=True
        ):
            if guess is None:
                title, color = letter, colors.text
            elif is_private:
                title, color = f"{letter}: with noise, private", colors.private
            else:
                title, color = f"{letter}: without noise", colors.without_privacy
            drawn = pictures.study_svg(shown, is_private, title, color, colors)
            height = pictures.study_height(len(shown.question.means))
            image = _image(drawn, pictures.study_words(shown, is_private, title), height)
            column.html(f'<div class="of-before">{image}</div>' if is_old else image)


def _image(drawn: str, label: str, height: float) -> str:
    """The picture, whose place is known before the browser has drawn it."""
    return f'<div style="aspect-ratio: {pictures.WIDTH:g} / {height:g}">{svg.image(drawn, label)}</div>'


def _draw_guess(found: DecisionFindings, resting: DecisionFindings) -> None:
    """The question which one is private, and once it is answered the answer and the way to another study."""
    guess = controls.guess_of(resting.question)
    with st.container(horizontal=True, vertical_alignment="center", key="guess-made" if guess else "guess-open"):
        if guess is None:
            st.markdown(explained(words.told("guess", resting, is_dragging=found is not resting)), width="stretch")
            controls.guess_buttons(resting.question)
        else:
            st.markdown(explained(words.answer(found, guess, controls.score())), width="stretch")
            if st.button("Another study", on_click=controls.next_study, type="primary", key="same-another"):
                boxes.draw_again()
