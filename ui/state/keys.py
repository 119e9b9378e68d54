"""The ranges and values that several pages share, and how widgets are kept, each written only here."""

from typing import Literal, TypedDict

EPSILON_RANGE = (1e-3, 1e2)
RISK_RANGE = (1e-4, 0.4)
ARMS_RANGE = (2, 20)
DELTA = 1e-6  # of the (epsilon, delta)-DP that pages compare with
PLANNED = "planned-on-choose-epsilon"  # in session state: what Choose ε last showed for Run it; if of own data
OPENED_TRIAL = "trial-opened"  # in session state: the trial that Run it shows, while another page is on show
OWN_PLAN = "own-plan"  # in session state: the plan for Run it that comes from own data, and so stands in no link


class Kept(TypedDict):
    """How a widget is kept: the link carries its value, which also outlives a visit to another page."""

    bind: Literal["query-params"]
    persist_state: Literal["session"]


KEPT: Kept = {"bind": "query-params", "persist_state": "session"}
