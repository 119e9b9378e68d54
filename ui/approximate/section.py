"""The closed section of a page that compares pure with approximate DP: it computes nothing until it is opened."""

import streamlit as st

from ui.approximate import words
from ui.approximate.charts import promises_chart
from ui.approximate.study import PromiseQuestion, PromiseStudy, Taken
from ui.jobs.drawing import watch
from ui.jobs.session import current_job, forget_job
from ui.look.terms import explained
from ui.shell import page
from ui.state.visit import remembered

JOB = "approximate"


def draw(key: str, question: PromiseQuestion | None, otherwise: str = "", known: Taken | None = None) -> bool:
    """Draw the section; whether it is open.

    key: its name in the page's link, different on each page: otherwise going back to a page would leave the box as it
    was on the other one.  otherwise: what is said where there is no question.  known: what the first promise takes, if
    the page has found it out already.
    """
    box = st.expander(words.tell("title"), key=key, on_change="rerun", bind="query-params")
    if box.open and question is not None:
        with box:
            _draw_open(question, known)
        return True
    forget_job(JOB)
    if box.open:
        box.caption(otherwise)
    return False


def _draw_open(question: PromiseQuestion, known: Taken | None) -> None:
    study = remembered(JOB, question, lambda _: PromiseStudy())
    if known is not None:
        study.found[question.promises[0]] = known
    job = current_job(
        JOB,
        question,
        lambda: study.missing(question),
        lambda job: study.fill(job, question),
        unit="figures simulated",
    )
    watch(job, lambda: _draw_known(question, study, job is not None and job.running), place=JOB)


def _draw_known(question: PromiseQuestion, study: PromiseStudy, is_running: bool) -> None:
    found = dict(study.found)
    st.markdown(explained(words.answer(question, found, is_running)))
    page.chart(promises_chart(question, found, study.bounds), "pure-against-approximate")
    page.reading(words.same_algorithm(question, found))
    page.reading(words.reading(question))
    page.csv_button("pure-against-approximate", lambda: words.table(question, found))
