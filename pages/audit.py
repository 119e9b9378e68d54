"""Would we notice a broken promise?  A private algorithm is audited while the page looks on."""

import streamlit as st

from ui.audit import charts, words
from ui.audit.controls import ask
from ui.audit.study import AuditView, audit_job, audit_table, view_of
from ui.jobs.drawing import watch
from ui.shell import first_answer, page


def stage(view: AuditView) -> None:
    """The verdict and the picture, which grow with the runs."""
    now = view_of(view.study, view.wanted)
    page.verdict(words.verdict(now))
    page.chart(charts.audit_chart(now), key="audit-bound")
    with st.container(key="audit-expert"):
        page.reading(words.expert_verdict(now))
        page.reading(words.picture_reading(now))


page.title("Would we notice a broken promise?")
picture, inputs = page.picture_and_controls("audit")
place = picture.container(key="audit-picture")
first = first_answer.show(place)
with inputs:
    view = ask()
first.asks((view.question, view.wanted))
job = audit_job(view)
first.settle(view.is_complete, lambda: words.verdict(view))
with place:
    watch(job, lambda: stage(view), words.tell("opening", view=view))

st.header("How does it find out?", anchor=False)
page.prose(words.tell("how"))
st.header("What can't it find?", anchor=False)
page.prose(words.tell("limits"))
page.details("Which algorithms are offered, and how faults are planted", words.tell("algorithms"))
table = audit_table(view)
page.details("Numbers, formulas and sources", table, words.SOURCES)
page.take_home(words.notebook(view), "audit-bound", {"audit": table}, {"The bound of the audit": "audit-bound"})
