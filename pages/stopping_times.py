"""How long until we can stop?  Simulated stopping times of the algorithms against epsilon, over the lower bounds."""

import streamlit as st

from ui.arms import instance as instances
from ui.components.curves import curves, curves_data
from ui.jobs.drawing import follow, live_stage, progress
from ui.jobs.growing import growing_job
from ui.jobs.job import Job
from ui.shell import first_answer, page
from ui.state import boxes
from ui.stopping import browser, charts, words
from ui.stopping.controls import ask
from ui.stopping.earlier import earlier, with_runs
from ui.stopping.study import StoppingView, point_table, summary_table

PICTURE = "stopping-times"
BELOW = "stopping-below"


def stage(view: StoppingView, job: Job[None] | None) -> bool:
    """What moves during a drag, and grows while runs come in; the bars come last: they wait for what they move."""
    if instances.released() or browser.heard().news():
        boxes.draw_again()
    now = view.dragged_to(instances.live())
    is_dragging = now is not view
    if is_dragging and job is not None:
        job.interrupt()  # the hand needs the processor; what is missing is made when it rests
    with st.container(key="stopping-verdict"):
        page.verdict(words.verdict(now), moves=True)
    picture, handles = page.picture_and_controls("stopping")
    with picture:
        if not view.in_browser:
            progress(job, words.INVITATION)
        shown = curves_data(
            charts.stopping_time_curves(now, earlier(view, now)),
            browser.asked_of(now, words.INVITATION, waits=is_dragging) if view.in_browser else None,
            BELOW,
            {"verdict": words.verdict(now), "expert": words.expert_verdict(now)},
            {"has_private": any(curve.is_private for curve in now.curves)},
        )
        curves(PICTURE, shown, lambda: browser.take(st.session_state.get(PICTURE), now))
        page.reading(words.picture_reading(now))
    with handles:
        instances.draggable("stopping-arms", now.instance, curve=browser.EPSILONS if view.in_browser else None)
        page.problem(instances.drag_problem())
    with st.container(key="expert"):
        page.moving({"expert": words.expert_verdict(now)})
    return is_dragging


def draw_below(view: StoppingView) -> None:
    """Numbers and pictures at the current epsilon: until there are runs, of the earlier ones that the picture fades."""
    with st.container(key="stopping-table"):
        if view.at_epsilon():
            page.table(summary_table(view))
            page.reading(words.summary_reading(view))
    first, second = st.columns(2, gap="large")
    with first:
        st.header("When do runs stop?", anchor=False)
        page.lower_chart("distribution", charts.HEIGHT, lambda: charts.distribution(view))
    with second:
        st.header("Where do the participants go?", anchor=False)
        page.lower_chart("pull-shares", charts.HEIGHT, lambda: charts.pull_shares(view))
        page.reading("Each arm's share of all participants, beside the optimal shares, which attain T*ε.")
    for sentence in words.capped_sentences(view):  # last, so that they move no control
        page.problem(sentence)


page.title("How long until we can stop?")
above, below = st.container(key="stopping-stage"), st.container(key="stopping-choices")
first = first_answer.show(above)
with below:
    view = ask(instances.current())
first.asks(view)
job = None if view.in_browser else growing_job("stopping", view.study, view.cells, view.runs)
first.settle(view.study.holds(view.cells, view.runs) and not view.study.is_of_browser, lambda: words.verdict(view))
with above:
    live_stage(job, lambda: stage(view, job))
with st.container(key=BELOW):
    page.promise_of_bounds()
    follow(job, lambda: draw_below(with_runs(view)))
points = point_table(view.results())
with st.expander("Numbers, sources and what is proven"):
    page.grid(points)
    for curve in view.curves:
        page.prose(curve.source)
        for warning in curve.warnings:
            page.reading(warning)
page.take_home(
    words.notebook(view),
    PICTURE,
    {"stopping-times": points},
    {"stopping times": PICTURE, "distribution": "distribution", "pull shares": "pull-shares"},
)
