"""Price of Privacy: what differential privacy costs in samples.  Start with `./run app`."""

import streamlit as st

from ui.arms import instance
from ui.jobs import leave_other_pages
from ui.shell import link
from ui.shell.kernels import run_when_ready
from ui.shell.server import ask_nobody_elsewhere, send_at_once
from ui.state import boxes

st.set_page_config(page_title="Price of Privacy", layout="wide")
send_at_once()
ask_nobody_elsewhere()

ARMS = ("characteristic times",)  # the compiled kernels that check the arms in the boxes of every page
CONFIDENCE = "fixed confidence"
# Every page, with the other groups of kernels that it opens with: see dpcore/warmup.py.
about_arms = {
    st.Page("pages/explore.py", title="Explore", default=True): (),
    st.Page("pages/choose_epsilon.py", title="Choose ε"): (CONFIDENCE,),
    st.Page("pages/stopping_times.py", title="Stopping times"): (CONFIDENCE,),
    st.Page("pages/one_run.py", title="One run"): (CONFIDENCE,),
    st.Page("pages/regret.py", title="Regret"): ("regret",),
}
about_more = {
    st.Page("pages/one_mean.py", title="One mean"): ("private stopping",),
    st.Page("pages/what_is_promised.py", title="What is promised"): (),
    st.Page("pages/fixed_budget.py", title="Fixed budget"): ("fixed budget",),
    st.Page("pages/published.py", title="Published figures"): (),
    st.Page("pages/glossary.py", title="Words"): (),
}
boxes.settle_whole_page()
instance.read_link()
page = st.navigation([*about_arms, *about_more], position="top")
link.clean(page)


def body() -> None:
    """What is under the menu."""
    instance.controls(page.url_path, visible=page in about_arms)
    leave_other_pages(page.url_path)
    run_when_ready({**about_arms, **about_more}[page], page.run, page.title)


run_when_ready(ARMS, body, page.title)
