"""What moves with the visitor's hand, whichever the promise: verdict, picture, and what epsilon means."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from ui.choose import advice, controls, meaning, people, words
from ui.choose.answered import Answered
from ui.choose.inputs import given
from ui.choose.picture import NARROW, WIDE, drawing
from ui.choose.question import is_fixed
from ui.choose.scene import ChoicePicture
from ui.components import lines
from ui.look import svg, theme
from ui.look.terms import explained
from ui.shell import page
from ui.state.keys import EPSILON_RANGE

PICTURE = "choose-lines"


def draw_answer(
    answer: Answered,
    limits: tuple[float, float],
    below: Callable[[], None] | None = None,
    live: Mapping[str, Any] | None = None,
) -> None:
    """Draw it in a fragment; the picture is mounted last: its answer asks for the next report of a drag.

    limits: of participants in the picture, which hold still during a drag.  below: draws what
    stands right below the picture.  live: see ui.components.lines.
    """
    page.verdict(answer.verdict, moves=live is not None)
    with st.container(key="choose-promise"):
        missing = 0.0 if is_fixed(answer.question) else given("missing") / 100
        left_out = words.tell("missing_left_out", missing=missing)
        told = answer.short_promise, words.several_rows(answer.question), left_out
        page.reading(" ".join(filter(None, told)))
    advice.draw(answer)
    with st.container(key="participants-against-epsilon"):
        # The style sheet keeps its height, to which a rail below the picture adds.
        place = st.container(key="choose-picture-and-rail" if answer.picture.difference else "choose-picture")
    place.empty()  # or the place would not be kept while nothing is in it
    if below is not None:
        below()
    _draw_meaning(answer)
    with st.container(key="choose-expert"):
        page.reading(" ".join([*answer.details, answer.picture_reading]))
    with place:
        _mount(answer.picture, limits, live)


def _draw_meaning(answer: Answered) -> None:
    with st.container(key="choose-meaning"):
        st.empty()  # or its place would not be kept while no epsilon is chosen
        if (epsilon := answer.epsilon) is None:
            page.reading(words.tell("no_meaning"))
        else:
            left, right = st.columns(2, gap="medium")
            sentence = meaning.belief_sentence(epsilon)
            left.html(svg.image(people.guesses_svg(epsilon, theme.palette()), sentence))
            left.caption(explained(answer.takes))
            right.html(svg.image(people.belief_svg(epsilon, theme.palette()), f"From any first guess. {sentence}"))
            right.caption(sentence)


def _mount(scene: ChoicePicture, limits: tuple[float, float], live: Mapping[str, Any] | None) -> None:
    low, high = limits
    inner = max(2, round(1.2 * low)), round(high / 1.2)
    value, ends = scene.difference or (None, (1.0, 2.0))
    lines.lines(
        PICTURE,
        [drawing(scene, limits, size, theme.palette()) for size in (WIDE, NARROW)],
        {
            "epsilon": lines.DraggedLine("Privacy budget epsilon", scene.epsilon, EPSILON_RANGE, EPSILON_RANGE),
            "participants": lines.DraggedLine("Participants available", scene.budget, limits, inner),
            "difference": lines.DraggedLine("Difference to find, in points", value, ends, ends),
        },
        name="participants-against-epsilon",
        drop=controls.drop,
        live=live,
    )


def draw_nothing(mode: str, problem: str) -> None:
    """In place of an answer, why there is none."""
    own = "Add your data to get an answer."
    page.verdict(own if mode == "own data" else "There is no answer for these inputs yet.")
    page.problem(problem)


def mark_as_old(problem: str) -> None:
    """Show the answer as one to earlier inputs, and say why."""
    page.problem(f"{problem} What you see is the answer for the last valid inputs.")
    pale()


def pale() -> None:
    """Let the answer pale: the style sheet looks for this element."""
    st.html("<i class='answer-is-old'></i>")


def mark_answer() -> None:
    """Stand right behind the answer, outside its fragment: while this is old, so is the answer."""
    with st.container(key="answer-end", width=1):
        st.html("<i></i>")
