"""Price of Privacy: what differential privacy costs in samples.  Start with `./run app`."""

import streamlit as st

from ui.arms import instance
from ui.jobs import leave_other_pages
from ui.shell import link
from ui.shell.server import prepare

st.set_page_config(page_title="Price of Privacy", layout="wide")
prepare()
about_arms = [
    st.Page("pages/explore.py", title="Explore", default=True),
    st.Page("pages/choose_epsilon.py", title="Choose ε"),
    st.Page("pages/stopping_times.py", title="Stopping times"),
    st.Page("pages/one_run.py", title="One run"),
    st.Page("pages/regret.py", title="Regret"),
]
about_more = [
    st.Page("pages/one_mean.py", title="One mean"),
    st.Page("pages/what_is_promised.py", title="What is promised"),
    st.Page("pages/fixed_budget.py", title="Fixed budget"),
    st.Page("pages/published.py", title="Published figures"),
    st.Page("pages/glossary.py", title="Words"),
]
page = st.navigation(about_arms + about_more, position="top")
link.clean(page)
instance.controls(visible=page in about_arms)
leave_other_pages(page.url_path)
page.run()
