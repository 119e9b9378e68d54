"""What a visitor of Choose ε leaves with: the report, the plan in words, sources, and what others published."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from ui.choose import meaning, pins, words
from ui.choose.answered import Answered
from ui.choose.answers import Showing, compared
from ui.choose.sequential.looks import words as look_words
from ui.choose.sequential.looks.study import LookSection
from ui.choose.take_home import deployments, protocol, report
from ui.components.paper import print_button
from ui.jobs.drawing import follow
from ui.look import theme
from ui.look.literal import literal
from ui.look.sentences import said
from ui.shell import page
from ui.shell.closed_box import closed_box
from ui.state.keys import OPENED_TRIAL, OWN_PLAN, PLANNED

NOTES = "The notes of Price of Privacy are on the [Sources](sources) page."
PLAN, OTHERS = "plan-and-checklist", "published-deployments"  # closed boxes, drawn once they are opened


@st.fragment
def draw_report(shown: Showing, section: LookSection | None, is_old: bool) -> None:
    """The report, with what is known now: to print or save as PDF, as HTML, and as JSON.

    section: the one about looks, if it is open.  is_old: whether the present inputs have no answer.
    """
    answer = shown.answer()
    pinned_plans = pins.for_report(compared(shown.plans), answer)
    pinned = pins.comparison(pinned_plans, answer) if pinned_plans else None

    def written(write: Callable[..., str]) -> str:
        return write(answer, pinned, look_words.sentences(section) if section else ())

    if is_old:
        page.reading(said(protocol.TEXTS, "is_old", {}))
    # Written on click: a file written now is gone when a live page has moved on.
    html, facts = (partial(written, write) for write in (report.report_html, report.report_json))
    row = st.container(horizontal=True)
    with row:
        print_button("print-report", "Print, or save as PDF", "choosing-epsilon", html)
    row.download_button("Report to print (HTML)", html, "choosing-epsilon.html", "text/html", on_click="ignore")
    row.download_button("Report data (JSON)", facts, "choosing-epsilon.json", "application/json", on_click="ignore")
    st.session_state.pop(PLANNED, None)
    if answer.trial is not None:
        row.download_button(
            "Plan file (JSON)",
            answer.trial.as_json,
            "plan.json",
            "application/json",
            on_click="ignore",
            help=words.tell("plan_file"),
        )
        is_own, plan = answer.question.problem.data is not None, answer.trial.as_json(None)
        st.session_state[PLANNED] = plan, is_own
        if row.button("Rehearse or run this plan", icon=":material/arrow_forward:"):
            st.session_state[OWN_PLAN] = plan if is_own else ""
            st.session_state.pop(OPENED_TRIAL, None)
            st.switch_page("pages/run_it.py", query_params={} if is_own else {"plan": plan})
        if is_own:
            page.reading(said(protocol.TEXTS, "own_plan", {"plan": answer.trial}))
    page.reading(said(protocol.TEXTS, "about", {}))


def draw_protocol(shown: Showing) -> None:
    """A closed box: the plan as text to copy, and a checklist of hazards."""
    title = "For a protocol or a DPIA: the plan in words, and a checklist"
    closed_box(title, PLAN, lambda: follow(shown.followed, lambda: _draw_plan(shown.answer())))


def _draw_plan(answer: Answered) -> None:
    text = protocol.protocol_text(answer)
    if not text:
        page.reading(said(protocol.TEXTS, "no_plan", {}))
        return
    page.reading(said(protocol.TEXTS, "how_to_use", {}))
    with st.container(key="plan-in-words"):
        st.code(text, language=None, wrap_lines=True)
    for state in (protocol.YOURS, protocol.MET):
        st.html(f"<b>What can go wrong: {state}</b>{protocol.hazards_list(answer, state)}")
    page.reading(literal(protocol.HAZARDS_SOURCE))


def draw_notes(shown: Showing) -> None:
    """A closed box: figures, which follow the job, assumptions and sources."""
    with st.expander("Figures, assumptions and sources"):
        follow(shown.followed, lambda: page.table(shown.answer().readings))
        answer = shown.answer()
        for heading, sentences in (
            ("What is promised", [answer.promise]),
            ("What is assumed", answer.assumptions),
            ("What is proven, and where", [*answer.guarantees, NOTES]),
            ("What ε does not do", meaning.LIMITS),
        ):
            page.prose(f"**{heading}**\n\n" + "\n".join(f"- {sentence}" for sentence in sentences))


def draw_deployments(shown: Showing) -> None:
    """A closed box: what others have published, on an axis beside the own epsilon, and as a table."""
    closed_box("What others have published", OTHERS, lambda: _draw_others(shown))


def _draw_others(shown: Showing) -> None:
    page.reading(deployments.NOTE)
    follow(shown.followed, lambda: st.html(deployments.deployments_html(shown.answer().epsilon, theme.palette())))
    page.reading(deployments.SIGNS)
    st.html(deployments.deployments_list())
