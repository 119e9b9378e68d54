"""How often are we wrong after T samples?  Private best-arm identification in linear bandits with a fixed budget."""

import streamlit as st

from ui.components import knob
from ui.fixed_budget import bandit as bandits
from ui.fixed_budget import charts, sources, tables, words
from ui.fixed_budget.controls import ask, ask_line
from ui.fixed_budget.study import BudgetView, trace_of
from ui.jobs.drawing import follow, live_stage, progress
from ui.jobs.growing import growing_job
from ui.jobs.job import Job
from ui.shell import first_answer, page
from ui.state import boxes
from ui.state.draft import dragged

HANDLE = "budget-handle"


def stage(view: BudgetView, job: Job[None] | None) -> bool:
    """What moves during a drag; the knob and the plane follow what they move: their answers ask for the next report."""
    if bandits.DRAFT.drag.has_ended():
        boxes.draw_again()
    moved: float | None = dragged(HANDLE)
    live, results = view.dragged_to(bandits.DRAFT.live(), view.budget if moved is None else int(moved))
    with st.container(key="budget-answer"):
        page.verdict(words.verdict(live, results))
    picture, controls = page.picture_and_controls("budget")
    with picture:
        progress(job, words.tell("point", view=live))
        page.chart(charts.error_chart(live, results), key="error-against-budget")
        value = knob.Value("T", live.budget, (float(live.limits[0]), float(live.limits[1])), is_whole=True)
        knob.knob(HANDLE, value, chart="error-against-budget", axis="x", box="budget-samples")
        with st.container(key="budget-expert"):
            page.reading(words.expert_verdict(live, results))
        page.reading(words.error_reading(live, results))
    with controls:
        if live.bandit.in_plane:
            page.reading(words.tell("points", **words.plane(live.bandit)))
            bandits.draggable(live.bandit)
            page.reading(words.tell("plane", **words.plane(live.bandit)))
        else:
            page.reading(words.BARS_SENTENCE)
            page.chart(charts.means_chart(live.bandit), key="means-of-arms")
            page.reading(words.means_reading(live.bandit))
    return bandits.DRAFT.drag.live is not None or moved is not None


def draw_pulls(view: BudgetView) -> None:
    """Where the samples of all runs at T went."""
    page.lower_chart("pulls-of-arms", charts.HEIGHT, lambda: charts.pulls_chart(view))
    page.reading(words.pulls_reading(view))


page.title("How often are we wrong with a fixed number of samples?")
above, below = st.container(key="budget-stage"), st.container(key="budget-choices")
first = first_answer.show(above)
with below:
    view = ask()
    first.asks(view)
    page.problem(words.too_small(view))
job = growing_job("budget", view.study, view.cells, view.runs)
is_answered = view.study.holds(view.cells, view.runs) and not bandits.DRAFT.box_problem
first.settle(is_answered, lambda: words.verdict(view, view.results()))
with above:
    live_stage(job, lambda: stage(view, job))

errors = tables.error_table(view.results())
downloads = {"error-against-budget": errors, "arms": tables.arms_table(view.bandit)}
pictures = {"Error against T": "error-against-budget", "Samples of each arm": "pulls-of-arms"}
run_column, pulls_column = st.columns(2, gap="large")
with run_column:
    st.header("What happens in one run?", anchor=False)
    if line := ask_line(view):
        trace = trace_of(view, line)
        page.lower_chart("phases-of-one-run", charts.HEIGHT, lambda: charts.phases_chart(trace))
        page.reading(words.phases_reading(trace))
        downloads["one-run"] = tables.trace_table(trace)
        pictures["One run"] = "phases-of-one-run"
with pulls_column:
    st.header("Where do the samples go?", anchor=False)
    follow(job, lambda: draw_pulls(view))

page.details("What we recall from publications but could not check", *sources.recalled(view))
page.details("Numbers, formulas and sources", errors, tables.hardness_table(view), sources.sources(view))
page.take_home(words.notebook(view), "error-against-budget", downloads, pictures)
