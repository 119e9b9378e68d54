"""Which sheet, whose questions, and the answers; only the sheet is in the link."""

import math
import os
from collections.abc import Callable
from datetime import UTC, datetime

import streamlit as st

from dpcore.exercises import QUESTION_KINDS, Sheet, Solution, read_sheet, sheet_from_line, shipped_sheets
from dpcore.exercises.certificates import check_passphrase, make_certificate, student_tag
from ui.controls.number_box import count_box, number_in, optional_box
from ui.exercises import words
from ui.exercises.progress import OneQuestion, SheetProgress, solution
from ui.look.literal import literal
from ui.shell import address, page, share
from ui.state import boxes
from ui.state.draft import sentence

LINE = "exercise"  # the box that carries the sheet, and its name in the link
PASSPHRASE_VARIABLE = "EXERCISE_PASSPHRASE"  # of the environment in which the server starts
_VALID, _STUDENT, _PROBLEM, _MADE = "_exercise-valid", "_exercise-student", "_exercise-problem", "_exercise-made"
_CHOICE, _NAME, _FILE = "exercise-choice", "exercise-name", "exercise-file"
_TITLE, _KINDS, _DIFFICULTY, _SEED = "new-title", "new-kinds", "new-difficulty", "new-seed"
_LARGEST_FILE = 1  # MB, the limit of uploads; a sheet has 10 kB at most
# Wide enough to give nothing away, and so that “1.695 times” and “2,017 participants” can mean one number only.
_LIMITS, _OF_COUNTS = {"%": (0.0, 100.0), "times": (0.0, 1000.0), "ε": (0.0, 1000.0)}, (10.0, math.inf)


def the_sheet() -> Sheet:
    """The sheet in the link's box, or the last valid one while that is none."""
    boxes.settle()
    state, first = st.session_state, shipped_sheets()[0]
    line = str(state.get(LINE, st.query_params.get(LINE, first.line)))
    problem = ""
    try:
        state[_VALID] = sheet_from_line(line)
    except ValueError as error:
        problem = sentence(error)
    sheet: Sheet = state.setdefault(_VALID, first)
    page.problem(problem and f"{problem}. The page shows the sheet “{sheet.title}”.")
    return sheet


def ask_sheet(sheet: Sheet) -> None:
    """The list of shipped sheets and the open one."""
    lines = {each.line: each for each in (*shipped_sheets(), sheet)}
    st.session_state[_CHOICE] = sheet.line
    st.selectbox("Sheet", list(lines), format_func=lambda line: lines[line].title, key=_CHOICE, on_change=_choose)


def the_student(sheet: Sheet) -> bytes | None:
    """The hash of the name that was typed for this sheet; None if none was."""
    of_sheet, student = st.session_state.get(_STUDENT, (b"", None))
    return student if of_sheet == sheet.digest else None


def ask_student(sheet: Sheet) -> None:
    """The box for a name, which is hashed as it comes in and not kept; whose questions they are, once it has."""
    if student := the_student(sheet):
        page.reading(
            f"Your set of questions is {student_tag(student)}, a tag made from your name. The name itself is not kept."
        )
        st.button("Begin with another name", on_click=lambda: st.session_state.pop(_STUDENT), type="tertiary")
        return
    with st.form("exercise-student", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Your name or number", key=_NAME, max_chars=100, help=words.tell("name_help"))
        st.form_submit_button("Begin", on_click=_begin, args=(sheet,))
    page.problem(st.session_state.pop(_PROBLEM, ""))


def ask(progress: SheetProgress, place: int, part: OneQuestion) -> None:
    """One question, with the feedback on its last answer."""
    question, key = part.question, f"{progress.student.hex()[:16]}-{place}"
    page.prose(f"**{place + 1}. {question.kind.title}.** {question.text}")
    if not part.is_settled:
        with st.form(f"form-{key}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
            if question.choices:
                choices = question.choices
                st.radio("Your answer", range(len(choices)), None, format_func=choices.__getitem__, key=f"answer-{key}")
            else:
                optional_box(
                    words.asked(question),
                    _LIMITS.get(question.kind.unit, _OF_COUNTS),
                    key=f"answer-{key}",
                    in_percent=question.kind.unit == "%",
                    width=220,
                )
            st.form_submit_button("Check", on_click=_check, args=(part, f"answer-{key}"))
            if len(part.hints) < len(question.hints):
                label = "Another hint" if part.hints else "Show a hint"
                st.form_submit_button(label, key=f"hint-{key}", type="tertiary", on_click=part.show_hint)
    told = words.feedback(part, lambda: solution(progress.sheet, progress.student, place))
    if told:
        with st.container(key=f"{'right' if part.record.right else 'wrong'}-{key}"):
            page.prose(told)
    for hint in part.hints:
        page.reading(f"Hint: {hint}")


def passphrase() -> str:
    """The passphrase with which this server signs certificates; empty if there is none."""
    return os.environ.get(PASSPHRASE_VARIABLE, "")


def no_certificates() -> str:
    """Why this server issues no certificates; empty if it does."""
    if not passphrase():
        return words.tell("no_certificates")
    try:
        check_passphrase(passphrase())
    except ValueError as error:
        return f"This server issues no certificates: {error}."
    return ""


def certificate(progress: SheetProgress) -> str:
    """The code for what is answered so far, signed by this server."""
    records = [part.record for part in progress.parts]
    return make_certificate(progress.sheet, progress.student, records, datetime.now(UTC).date(), passphrase())


def make_sheet(progress: SheetProgress) -> None:
    """For lecturers: a new sheet from choices or a file, its line and its link, and the solutions."""
    sheet = progress.sheet
    left, right = st.columns(2, gap="large")
    with left:
        st.text_input("Title", "My sheet", max_chars=80, key=_TITLE)
        st.multiselect(
            "Questions, in order", list(QUESTION_KINDS), list(sheet.kinds),
            format_func=lambda kind: QUESTION_KINDS[kind].title, key=_KINDS,
        )  # fmt: skip
        st.segmented_control("Difficulty", list(words.LEVELS), default=sheet.difficulty, required=True, key=_DIFFICULTY)
        count_box("Seed (a new one gives all students new numbers)", (0, 2**31), sheet.seed, key=_SEED, has_steps=True)
        st.button("Make this sheet", on_click=_make)
        page.problem(st.session_state.pop(f"{_PROBLEM}-make", ""))
        if st.session_state.pop(_MADE, False):
            st.success(words.made(sheet))
    with right:
        st.file_uploader(
            "Or load a sheet from a TOML file",
            type=["toml"],
            key=_FILE,
            on_change=_take_file,
            max_upload_size=_LARGEST_FILE,
        )
        st.text_input(
            "The open sheet in one line, as it appears in the link", shipped_sheets()[0].line, key=LINE,
            bind="query-params",
        )  # fmt: skip
        page.reading(literal(f"The link to the open sheet, “{sheet.title}”, for your students:"))
        here = f"{address.of_page('exercises')}?{address.query({LINE: [sheet.line]})}"
        st.code(here, language=None, wrap_lines=True)
        share.reached(here)
        st.download_button(
            "Download the open sheet", words.as_toml(sheet), "sheet.toml", "application/toml", on_click="ignore"
        )
        page.reading(refusal := no_certificates())
        page.reading(words.tell("solutions" if refusal else "solutions_by_code"))
        if refusal:  # a certificate is worth nothing beside a file of its answers
            st.download_button(
                "Download the solutions", lambda: words.solutions(progress, _solved(progress)), "solutions.txt",
                "text/plain", on_click="ignore",
            )  # fmt: skip


def _solved(progress: SheetProgress) -> list[Solution]:
    return [solution(progress.sheet, progress.student, place) for place in range(len(progress.parts))]


def _choose() -> None:
    boxes.write({LINE: st.session_state[_CHOICE]})


def _begin(sheet: Sheet) -> None:
    try:
        st.session_state[_STUDENT] = (sheet.digest, sheet.student(st.session_state[_NAME]))
        st.session_state[_NAME] = ""
    except ValueError as error:
        st.session_state[_PROBLEM] = sentence(error)


def _check(part: OneQuestion, key: str) -> None:
    if (answer := st.session_state.get(key) if part.question.choices else number_in(key)) is not None:
        part.check(answer)


def _make() -> None:
    state = st.session_state
    _open(lambda: Sheet(state[_TITLE], tuple(state[_KINDS]), state[_DIFFICULTY], int(number_in(_SEED) or 0)))


def _take_file() -> None:
    if (file := st.session_state[_FILE]) is not None:
        _open(lambda: read_sheet(file.getvalue().decode(errors="replace")))


def _open(made: Callable[[], Sheet]) -> None:
    try:
        boxes.write({LINE: made().line})
        st.session_state[_MADE] = True
    except ValueError as error:
        st.session_state[f"{_PROBLEM}-make"] = sentence(error)
