"""The closed section about looks, calendar time and a fixed number of participants: it computes nothing until it opens.

Boxes are drawn with the page, what is simulated in fragments that follow the job.
"""

from collections.abc import Callable, Sequence
from functools import partial
from zlib import crc32

import streamlit as st

from dpcore.choosing import LOOKING_ALGORITHMS, LookSchedule, achieving_algorithm
from ui.choose.question import MOST_PARTICIPANTS, RUNS, SequentialProblem, SequentialQuestion
from ui.choose.sequential.looks import words
from ui.choose.sequential.looks.charts import looks_chart
from ui.choose.sequential.looks.study import LookPlan, LookSection, LookStudy, label_of
from ui.choose.sequential.study import ChoiceView
from ui.controls.number_box import optional_box
from ui.controls.one_of import one_of
from ui.jobs.drawing import follow, watch
from ui.jobs.growing import growing_job
from ui.look.terms import explained
from ui.own_table.box import ask
from ui.reading.columns import read_weekly_column
from ui.shell import page
from ui.state import boxes
from ui.state.keys import KEPT
from ui.state.visit import remembered

_LAST_WEEKLY = "_last-weekly"  # the last column that could be read


def draw(view: ChoiceView) -> LookSection | None:
    """Draw the section, open where the link, or the visitor, says so; what it stands for, None without any run wanted.

    view: what the page shows.
    """
    box = st.expander(words.TEMPLATES["title"], key="looks", on_change="rerun", bind="query-params")
    with box:
        return _draw_open(view) if box.open else None


def _draw_open(view: ChoiceView) -> LookSection | None:
    question, found = view.question, view.findings
    algorithm = _ask_method(question.problem)
    if view.is_running and found.simulated.at_epsilon is None:
        follow(view.job, partial(_wait, view))
        return None
    if found.epsilon is None:
        page.reading(words.TEMPLATES["no_epsilon"])
        return None
    plan = LookPlan(question.problem, found.epsilon, algorithm)
    study = remembered("looks", plan.problem, lambda _: LookStudy())
    job = growing_job("looks", study, [plan], RUNS)
    place = st.container()
    st.markdown("**In calendar weeks**")
    weekly, is_per_day = _ask_weekly(question)
    weeks = st.container()
    st.markdown("**If the number of participants is fixed in advance**")
    section = LookSection(plan, study, weekly, is_per_day, _ask_fixed(question))

    def draw_made(draw: Callable[[LookSection, LookSchedule], None]) -> None:
        """Draw what there are runs for."""
        if (made := section.schedule) is not None:
            draw(section, made)

    with place:
        draw_looks = partial(draw_made, partial(_draw_looks, participants=question.participants))
        watch(job, draw_looks, words.told("whose_runs", section), "looks")
    if weekly:
        with weeks:
            follow(job, partial(draw_made, _draw_weeks))
    follow(job, partial(draw_made, _draw_answers))
    return section


def _wait(view: ChoiceView) -> None:
    """Say so, until the figure that these runs would hold up is known, or will not be."""
    page.reading(words.TEMPLATES["waits"])
    if not view.is_running or view.findings.simulated.at_epsilon is not None:
        boxes.draw_again()


def _ask_method(problem: SequentialProblem) -> str:
    """The method whose looks are shown, at first that of the plan's own figures."""
    planned = achieving_algorithm(problem.indifference)
    if problem.indifference:
        return planned
    names = {name: label_of(name) for name in (planned, *LOOKING_ALGORITHMS)}
    return one_of("Method", names, planned, "looks-method")


def _draw_looks(section: LookSection, schedule: LookSchedule, participants: float) -> None:
    st.markdown(explained(words.told("summary", section, schedule)))
    st.markdown(explained(words.told("any_time", section)))
    page.chart(looks_chart(schedule, participants), "looks-of-runs")
    page.reading(words.told("picture", section))
    about = f"{words.told('table', section)} {words.left_out(int(schedule.looks.max(initial=0)))}".strip()
    page.wide_table(words.look_heads(section.plan.problem.names), words.look_rows(schedule), about)
    with st.container(horizontal=True):
        page.csv_button("schedule-of-looks", partial(words.look_table, section, schedule))
        page.csv_button("looks-of-each-run", partial(words.run_table, section, schedule))


def _ask_weekly(question: SequentialQuestion) -> tuple[Sequence[float], bool]:
    """The participants of each week, empty without any, and whether they are the daily number's.

    Of a column that cannot be read the last one that could be is kept.
    """
    text = st.text_area(
        "Participants per week (one line for each week, week 1 first)",
        key="each-week",
        placeholder="500\n800\n1000",
        height=130,
        help=words.TEMPLATES["weeks_help"],
        **KEPT,
    )
    if not text or not text.strip():
        page.problem("")
        return ((question.a_week,) if question.a_week else ()), True
    reading = read_weekly_column(text)
    weekly = st.session_state[_LAST_WEEKLY] = reading.found or st.session_state.get(_LAST_WEEKLY, ())
    problem = reading.problem or (reading.question.text if reading.question else "")
    page.problem(
        f"{problem} What you see is based on the last input that could be read." if problem and weekly else problem
    )
    with st.container():
        if reading.question is not None:
            key = f"weeks-question-{crc32(text.encode('utf-8', 'replace'))}"
            ask(reading.question, key, _write_weekly, (text, reading.question.id, key))
    return weekly, False


def _write_weekly(text: str, question: str, key: str) -> None:
    """Write the column as it is meant by the answer that was picked, so that the link says it plainly, too."""
    weekly = read_weekly_column(text, {question: st.session_state[key]}).result
    boxes.write({"each-week": "\n".join(map(str, weekly))})


def _draw_weeks(section: LookSection, schedule: LookSchedule) -> None:
    st.markdown(explained(words.told("in_weeks", section, schedule)))
    page.reading(words.told("beyond", section))
    table = words.week_table(section, schedule)
    page.table(words.week_rows(table))
    page.reading(words.left_out(len(table)))
    page.csv_button("calendar-weeks", table)


def _ask_fixed(question: SequentialQuestion) -> int:
    fixed = optional_box(
        "Number of participants, fixed in advance",
        (1, MOST_PARTICIPANTS),
        whole=True,
        placeholder=f"{question.participants:,}",
        key="fixed-n",
        help="Leave it empty for the number in the plan.",
        **KEPT,
    )
    return question.participants if fixed is None else int(fixed)


def _draw_answers(section: LookSection, schedule: LookSchedule) -> None:
    st.markdown(explained(words.told("answers", section, schedule)))
    page.table(words.answer_table(section, schedule))
    page.reading(words.told("not_yet", section))
