"""The inputs of the page about audits; their values live in the link."""

from dataclasses import replace

import streamlit as st

from ui.arms import following
from ui.arms import instance as instances
from ui.audit.study import ALGORITHMS, FAULTS, AuditQuestion, AuditStudy, AuditView, view_of
from ui.controls.log_slider import log_slider
from ui.controls.number_box import count_box
from ui.controls.seed import seed_box
from ui.jobs.drawing import add_runs_button
from ui.look.axes import PRIVACY_ENDS
from ui.look.terms import explained
from ui.state.keys import KEPT
from ui.state.visit import remembered

_PAGE = "audit"
EPSILON_LIMITS = (0.05, 5.0)
_BATCHES = "Pairs are made in batches, so a few more than this may be made."
_EPSILON_AT_FIRST = 1.0
OPENING_PAIRS = 5000
MOST_PAIRS = 2_000_000


def ask() -> AuditView:
    """Draw the inputs and return what they ask for."""
    shared = instances.current()
    nearest = following.nearest(shared.epsilon, EPSILON_LIMITS)
    if following.brought(_PAGE)[0] is not None:
        following.take({"audit-epsilon": nearest})
    fault = st.selectbox(
        "Planted fault",
        list(FAULTS),
        1,
        format_func=lambda name: FAULTS[name].label,
        key="audit-fault",
        help="The audit does not know which fault you chose.",
        **KEPT,
    )
    st.caption(explained(FAULTS[fault].meaning))
    algorithm = st.selectbox(
        "Audited algorithm", list(ALGORITHMS), format_func=ALGORITHMS.__getitem__, key="audit-algorithm", **KEPT
    )
    epsilon = log_slider("Promised budget ε", "audit-epsilon", EPSILON_LIMITS, _EPSILON_AT_FIRST, PRIVACY_ENDS)
    is_chosen = epsilon not in (_EPSILON_AT_FIRST, nearest)
    following.hand_over(_PAGE, replace(shared, epsilon=epsilon) if is_chosen else None, None)
    columns = st.columns(2, vertical_alignment="bottom")
    pairs = count_box(
        "Pairs of runs", (1000, MOST_PAIRS), OPENING_PAIRS, key="audit-pairs", place=columns[0], help=_BATCHES, **KEPT
    )
    with columns[1]:
        seed = seed_box("audit-seed", **KEPT)
    add_runs_button("audit", "audit-pairs", MOST_PAIRS)
    return view_of(remembered("audit", AuditQuestion(algorithm, epsilon, fault, seed), AuditStudy), pairs)
