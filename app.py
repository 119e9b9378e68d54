"""Price of Privacy: what differential privacy costs in samples.  Start with `./run app`."""

import streamlit as st

from ui import streamlit_patches
from ui.arms import instance
from ui.choose.controls import shows_arms
from ui.jobs import leave_other_pages
from ui.jobs.script_turns import SCRIPT_TURNS
from ui.shell import embed, first_answer, link, projector, share
from ui.shell.kernels import run_when_ready
from ui.state import boxes, visit
from ui.streamlit_patches import left_pages, quick_sockets, unfinished_pages

st.set_page_config(page_title="Price of Privacy", layout="wide")
first_answer.arrive()
quick_sockets.send_at_once()
streamlit_patches.mend()
left_pages.arrive(visit.session_id())
SCRIPT_TURNS.draw_next()

ARMS = ("characteristic times",)  # the compiled kernels that check the arms in the boxes of every page
IGNORED_GAPS = ("gaps that do not matter",)  # and those that are needed where a box says that some gaps do not matter
CONFIDENCE = "fixed confidence"
DESIGNS = "designs"
explore = st.Page("pages/explore.py", title="Explore", default=True)
choose_epsilon = st.Page("pages/choose_epsilon.py", title="Choose ε")
stopping_times = st.Page("pages/stopping_times.py", title="Stopping times")
one_run = st.Page("pages/one_run.py", title="One run")
regret = st.Page("pages/regret.py", title="Regret")
same_decision = st.Page("pages/same_decision.py", title="Same decision")
own_outcomes = st.Page("pages/own_outcomes.py", title="Own outcomes")
run_it = st.Page("pages/run_it.py", title="Run it")
one_mean = st.Page("pages/one_mean.py", title="One mean")
one_budget = st.Page("pages/one_budget.py", title="Share one ε")
what_is_promised = st.Page("pages/what_is_promised.py", title="What is promised")
audit = st.Page("pages/audit.py", title="Audit")
fixed_budget = st.Page("pages/fixed_budget.py", title="Fixed budget")
published = st.Page("pages/published.py", title="Published figures")
sweeps = st.Page("pages/sweeps.py", title="Sweeps")
lecture = st.Page("pages/lecture.py", title="Lecture")
glossary = st.Page("pages/glossary.py", title="Words")
sources = st.Page("pages/sources.py", title="Sources")
exercises = st.Page("pages/exercises.py", title="Exercises")
GROUPS = {
    "Explore": [explore, one_run],
    "Decide": [choose_epsilon, run_it, stopping_times, own_outcomes, one_budget, same_decision, one_mean],
    "Theory": [regret, fixed_budget, what_is_promised, audit],
    "Teach": [lecture, exercises],
    "Reference": [published, sweeps, glossary, sources],
}
# Which the boxes at the top describe.
ABOUT_ARMS = (explore, choose_epsilon, stopping_times, one_run, same_decision, regret)
ABOUT_GOOD_ARMS = (explore, choose_epsilon, stopping_times)  # which know differences that do not matter
WITHOUT_RISK = (same_decision, regret)  # about arms, with no answer that may be wrong at most so often
# The other groups of kernels that a page opens with: see dpcore/warmup.py.
KERNELS = {
    choose_epsilon: (DESIGNS,),
    stopping_times: (CONFIDENCE,),
    one_run: (CONFIDENCE,),
    run_it: (CONFIDENCE, DESIGNS),
    lecture: (CONFIDENCE, DESIGNS),
    audit: (CONFIDENCE,),
    own_outcomes: (CONFIDENCE, "bounded outcomes"),
    regret: ("regret",),
    one_mean: ("private stopping",),
    fixed_budget: ("fixed budget",),
    exercises: (CONFIDENCE, DESIGNS),
}
boxes.settle_whole_page()
instance.read_link()
shown = embed.asked()
page = st.navigation(GROUPS, position="hidden" if shown else "top")
link.clean(page)
if shown:
    embed.draw(page.url_path, shown)
else:
    link.mark_group(GROUPS.values(), page)


def ignores_gaps() -> bool:
    """Whether a box says that some gaps do not matter, or the link before there are boxes."""
    said = (st.session_state.get(box, st.query_params.get(box, "0")) for box in ("indifference", "ignore"))
    return any(str(gap) not in ("0", "0.0") for gap in said)


def body() -> None:
    """What is under the menu."""
    is_about_arms = page in ABOUT_ARMS and (page is not choose_epsilon or shows_arms())
    projector.style()
    instance.controls(page.url_path, is_about_arms, page in ABOUT_GOOD_ARMS, page not in WITHOUT_RISK)
    leave_other_pages(page.url_path)
    try:
        run_when_ready(KERNELS.get(page, ()), page.run, page.title)
    finally:  # also of a page that waits for its answer
        link.tell_what_is_not_taken()
    if shown:
        return
    share.draw(page)
    if page in ABOUT_ARMS:
        link.see_also("See these arms on", ABOUT_ARMS, page)
    else:
        link.see_also("See also", next(pages for pages in GROUPS.values() if page in pages), page)
    projector.switch()


with unfinished_pages.forgotten_when_it_ends_early():
    run_when_ready((*ARMS, *IGNORED_GAPS) if ignores_gaps() else ARMS, body, page.title)
