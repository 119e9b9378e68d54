"""Pages without a browser wait for their kernels and for what jobs compute, and pause for no browser that draws.

They may ask nothing outside this machine, and unpickle nothing but compiled kernels.

What several tests ask PRISE is simulated once, and Choose ε, Lecture, One mean and forecasts of trials make few runs.
"""

from functools import partialmethod

import pytest

from dpcore.trial.rounds import Rounds
from tests.outside import sitecustomize
from tests.pages.visit import patient
from tests.ui.choose.cases import few_runs, runs_made_once
from ui.lecture import quantities
from ui.one_mean import question


@pytest.fixture(autouse=True, scope="package")
def patience_few_runs_and_none_twice():
    with patient(), few_runs(), runs_made_once(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rounds, "forecast", partialmethod(Rounds.forecast, continuations=20))
        patch.setattr(question, "RUNS_PER_EPSILON", 10)
        patch.setattr(quantities, "SIMULATED_RUNS", 10)
        yield


@pytest.fixture(autouse=True)
def nothing_from_outside(monkeypatch):
    monkeypatch.setattr(sitecustomize, "is_watching", True)
    monkeypatch.setattr(sitecustomize, "noted", noted := [])
    yield
    assert noted == []
