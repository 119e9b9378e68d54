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

TIMES, CONFIDENCE = "characteristic times", "fixed confidence"
# Every page, with the groups of compiled kernels that it opens with: see dpcore/warmup.py.
about_arms = {
    st.Page("pages/explore.py", title="Explore", default=True): (TIMES,),
    st.Page("pages/choose_epsilon.py", title="Choose ε"): (TIMES, CONFIDENCE),
    st.Page("pages/stopping_times.py", title="Stopping times"): (TIMES, CONFIDENCE),
    st.Page("pages/one_run.py", title="One run"): (TIMES, CONFIDENCE),
    st.Page("pages/regret.py", title="Regret"): ("regret",),
}
about_more = {
    st.Page("pages/one_mean.py", title="One mean"): ("private stopping",),
    st.Page("pages/what_is_promised.py", title="What is promised"): (),
    st.Page("pages/fixed_budget.py", title="Fixed budget"): ("fixed budget",),
    st.Page("pages/published.py", title="Published figures"): (TIMES,),
    st.Page("pages/glossary.py", title="Words"): (),
}
boxes.settle(draws=True)
instance.read_link()
page = st.navigation([*about_arms, *about_more], position="top")
link.clean(page)
instance.controls(page.url_path, visible=page in about_arms)
leave_other_pages(page.url_path)
run_when_ready(page, {**about_arms, **about_more}[page])
