"""Carry out a trial that was planned: batches to enrol, counts that come in, noise from OpenDP, and a ledger.

`python -m dpcore.trial` does the same on the command line.  docs/trial.md says what is proven and what is trusted.
"""

from dpcore.trial.errors import TrialError
from dpcore.trial.facts import Batch, Release, Status, TrialAnswer
from dpcore.trial.local import randomised, randomising_page
from dpcore.trial.plan import Plan, read_plan
from dpcore.trial.rehearsal import Rehearsal, Step, rehearse
from dpcore.trial.rounds import Forecast
from dpcore.trial.trial import Trial, create, open_trial

__all__ = [
    "Batch",
    "Forecast",
    "Plan",
    "Rehearsal",
    "Release",
    "Status",
    "Step",
    "Trial",
    "TrialAnswer",
    "TrialError",
    "create",
    "open_trial",
    "randomised",
    "randomising_page",
    "read_plan",
    "rehearse",
]
