"""What does privacy cost with numeric outcomes?  Revenue, ratings or minutes, clipped, with privacy and without."""

import streamlit as st

from ui.jobs.drawing import follow, watch
from ui.jobs.growing import growing_job
from ui.outcomes import charts, words
from ui.outcomes.controls import ask_or_last
from ui.outcomes.question import OutcomeView, bounds_of, needed_table, option_table
from ui.shell import first_answer, page
from ui.state.visit import remembered


def answer(view: OutcomeView) -> None:
    """The verdict and the main picture, which grow with the runs."""
    page.verdict(words.verdict(view))
    if view.can_be_answered:
        page.chart(charts.clip_chart(view), key="participants-against-clip")
        page.reading(words.points_reading(view))


page.title("What does privacy cost with numeric outcomes?")
picture, inputs = page.picture_and_controls("outcomes")
place = picture.container(key="outcomes-picture")
first = first_answer.show(place)
with inputs:
    told = st.container()
    found, problem = ask_or_last()
    with told:
        page.problem(problem)
        for warning in (words.clip_warning, words.cut_warning, words.certainty_warning):
            page.problem("" if problem or found is None else warning(found))
if found is None:
    first.settle(False, str)
    page.end()
view = found
if not problem:
    first.asks((view.is_example, view.low, view.high, view.threshold, view.epsilon, view.risk, view.runs, view.study))
job = growing_job("outcomes", view.study, view.cells, view.runs)
first.settle(not problem and view.is_answered and view.is_example, lambda: words.verdict(view))
with place:
    watch(job, lambda: answer(view), words.told("of_what", view, is_earlier=bool(problem)))
    page.reading(words.told("rows", view))

with st.container(key="outcomes-below"):
    spread, options = st.columns(2, gap="large")
with spread:
    st.header("How are outcomes spread?", anchor=False)
    page.lower_chart("spread-of-outcomes", charts.HEIGHT, lambda: charts.spread_chart(view))
    page.reading(words.told("clipping", view, width=view.high - view.low))
with options:
    st.header("What does clipping change?", anchor=False)
    page.grid(option_table(view))
    st.header("What if outcomes were yes or no?", anchor=False)
    follow(job, lambda: page.reading(words.yes_no_reading(view)))
with st.expander("Numbers, formulas and sources"):
    if view.best is not None:
        asked = (view.data, view.low, view.high, view.row_epsilon, view.risk)
        page.reading(words.expert_verdict(view, remembered("outcome-bounds", asked, lambda _: bounds_of(view))))
    numbers = needed_table(view)
    page.grid(numbers)
    page.prose(words.SOURCES)
if problem:
    page.pale("verdict", "participants-against-clip", "outcomes-below")
page.take_home(
    words.notebook(view),
    "participants-against-clip",
    {"participants-by-clip": numbers, "options": option_table(view)},
    {"Participants against the clip": "participants-against-clip", "Spread of outcomes": "spread-of-outcomes"},
)
