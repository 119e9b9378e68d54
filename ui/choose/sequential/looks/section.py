"""The closed section about looks, calendar time and a fixed number of participants: it computes nothing until it opens.

Boxes are drawn with the page, what is simulated in fragments that follow the job.
"""

from collections.abc import Callable, Sequence
from functools import partial
from zlib import crc32

import streamlit as st

from ui.choose.question import MOST_PARTICIPANTS, RUNS, SequentialProblem, SequentialQuestion
from ui.choose.sequential.looks import words
from ui.choose.sequential.looks.charts import looks_chart
from ui.choose.sequential.looks.study import LookPlan, Looks, LookSection, LookStudy, label_of, methods_for
from ui.choose.sequential.study import ChoiceView
from ui.controls.number_box import optional_box
from ui.jobs import follow, follow_seconds, growing_job, watch
from ui.look.terms import explained
from ui.own_table.box import ask
from ui.reading.columns import read_weekly_column
from ui.shell import page
from ui.state import boxes
from ui.state.keys import KEPT
from ui.state.visit import remembered

_LAST_WEEKLY = "_last-weekly"  # the last column that could be read
_PLACEHOLDER = "500\n800\n1000"


def draw(view: ChoiceView) -> LookSection | None:
    """Draw the section, open where the link, or the visitor, says so; what it stands for, None without any run wanted.

    view: what the page shows.
    """
    box = st.expander(words.TITLE, key="looks", on_change="rerun", bind="query-params")
    if not box.open:
        return None
    with box:
        return _draw_open(view)


def _draw_open(view: ChoiceView) -> LookSection | None:
    algorithm = _ask_method(view.question.problem)
    epsilon = view.findings.epsilon
    if view.is_running and not _is_answered(view):
        st.fragment(_wait, run_every=follow_seconds())(view)
        return None
    if epsilon is None:
        page.reading(words.NO_EPSILON)
        return None
    plan = LookPlan(view.question.problem, epsilon, algorithm)
    study = remembered("looks", plan.problem, lambda _: LookStudy())
    job = growing_job("looks", study, [plan], RUNS)
    place = st.container()
    st.markdown("**In calendar weeks**")
    weekly, is_per_day = _ask_weekly(view.question)
    weeks = st.container()
    st.markdown("**If the number of participants is fixed in advance**")
    section = LookSection(plan, study, weekly, is_per_day, _ask_fixed(view.question))

    def drawing(draw: Callable[[Looks], None]) -> Callable[[], None]:
        return lambda: draw(section.looks) if section.looks is not None else None

    with place:
        draw_looks = drawing(partial(_draw_looks, participants=view.question.participants))
        watch(job, draw_looks, words.told("whose_runs", plan), "looks")
    if weekly:
        with weeks:
            follow(job, drawing(partial(_draw_weeks, section=section)))
    follow(job, drawing(partial(_draw_answers, participants=section.participants)))
    return section


def _is_answered(view: ChoiceView) -> bool:
    """Whether the plan's own figure is known: these runs would hold it up."""
    return view.findings.epsilon is not None and view.findings.simulated.at_epsilon is not None


def _ask_method(problem: SequentialProblem) -> str:
    names = {label_of(name): name for name in methods_for(problem)}
    first = next(iter(names))
    if len(names) == 1:
        return names[first]
    return names[st.segmented_control("Method", list(names), default=first, required=True, key="looks-method", **KEPT)]


def _wait(view: ChoiceView) -> None:
    """Say so, until what the page answers is known, or will not be."""
    page.reading(words.WAITS)
    if not view.is_running or _is_answered(view):
        boxes.draw_again()


def _draw_looks(looks: Looks, participants: float) -> None:
    st.markdown(explained(words.summary(looks)))
    st.markdown(explained(words.told("any_time", looks.plan)))
    page.chart(looks_chart(looks, participants), "looks-of-runs")
    page.reading(words.told("picture", looks.plan))
    left_out = words.left_out(int(looks.schedule.looks.max(initial=0)))
    about = f"{words.told('table', looks.plan)} {left_out}".strip()
    page.wide_table(words.look_heads(looks), words.look_rows(looks), about)
    with st.container(horizontal=True):
        page.csv_button("schedule-of-looks", lambda: words.look_table(looks))
        page.csv_button("looks-of-each-run", lambda: words.run_table(looks))


def _ask_weekly(question: SequentialQuestion) -> tuple[Sequence[float], bool]:
    """The participants of each week, empty without any, and whether they are the daily number's.

    Of a column that cannot be read the last one that could be is kept.
    """
    text = st.text_area(
        "Participants per week (one line for each week, week 1 first)",
        key="weeks",
        placeholder=_PLACEHOLDER,
        height=130,
        help="List each week, so that ramp-up and holidays count. You can paste a spreadsheet column with its "
        "heading. Use 0 for weeks without recruitment.",
        **KEPT,
    )
    if not text or not text.strip():
        page.problem("")
        return (() if question.per_day is None else (round(7 * question.per_day, 9),)), True
    reading, weekly = read_weekly_column(text), st.session_state.get(_LAST_WEEKLY, ())
    if reading.found is not None:
        weekly = st.session_state[_LAST_WEEKLY] = reading.found
    problem = reading.problem or (reading.question.text if reading.question else "")
    page.problem(
        f"{problem} What you see is for the last column that could be read." if problem and weekly else problem
    )
    with st.container():
        if reading.question is not None:
            key = f"weeks-question-{crc32(text.encode('utf-8', 'replace'))}"
            ask(reading.question, key, _write_weekly, (text, reading.question.id, key))
    return weekly, False


def _write_weekly(text: str, question: str, key: str) -> None:
    """Write the column as it is meant by the answer that was picked, so that the link says it plainly, too."""
    weekly = read_weekly_column(text, {question: st.session_state[key]}).result
    boxes.write({"weeks": "\n".join(map(str, weekly))})


def _draw_weeks(looks: Looks, section: LookSection) -> None:
    st.markdown(explained(words.in_weeks(looks, section.weekly)))
    page.reading(words.weeks_said(section.weekly, section.is_per_day))
    table = words.week_table(looks, section.weekly)
    page.table(words.week_rows(table))
    page.reading(words.left_out(len(table)))
    page.csv_button("calendar-weeks", table)


def _ask_fixed(question: SequentialQuestion) -> int:
    fixed = optional_box(
        "Participants, fixed in advance",
        (1, MOST_PARTICIPANTS),
        whole=True,
        placeholder=f"{question.participants:,}",
        key="fixed-n",
        help="Empty: those of the plan.",
        **KEPT,
    )
    return question.participants if fixed is None else int(fixed)


def _draw_answers(looks: Looks, participants: int) -> None:
    by = looks.schedule.answer_by(participants)
    st.markdown(explained(words.answers(looks, by)))
    page.table(words.answer_table(looks, by))
    page.reading(words.told("not_yet", looks.plan))
