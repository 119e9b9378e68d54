"""Can you work it out yourself?  Exercise sheets with numbers for each student, hints and a certificate."""

import streamlit as st

from ui.exercises import charts, controls, words
from ui.exercises.progress import progress_of
from ui.shell import page

page.title("Can you work it out yourself?")
page.own_style("exercises/exercises.css")
st.html(charts.answer_colors())
sheet = controls.the_sheet()
student = controls.the_student(sheet)
progress = progress_of(sheet, student or sheet.student("example"))
with st.container(key="exercises-answer"):
    page.verdict(words.verdict(progress, student is not None))
with st.container(key="exercises"):
    inputs, sheet_itself = st.columns([1, 2], gap="large")
with inputs:
    controls.ask_sheet(sheet)
    controls.ask_student(sheet)
    page.chart(charts.arms_chart(progress.parts[0].question.means), key=f"arms-{progress.student.hex()[:8]}")
    page.reading(words.arms_reading(progress))
with sheet_itself:
    for place, part in enumerate(progress.parts):
        with st.container(key=f"question-{place}{'-choices' if part.question.choices else ''}"):
            controls.ask(progress, place, part)
with sheet_itself, st.expander("Certificate", expanded=student is not None and progress.is_over):
    if refusal := controls.no_certificates():
        page.prose(refusal)
    elif student is None:
        page.prose("Enter your name first, because a certificate is made out to one person.")
    else:
        page.prose(words.certificate_reading(progress))
        st.code(controls.certificate(progress), language=None, wrap_lines=True)
with st.expander("For lecturers: make a sheet"):
    controls.make_sheet(progress)
with st.expander("How the numbers are made, and what a certificate proves"):
    page.prose(words.HOW)
page.snippet(words.notebook(sheet))
