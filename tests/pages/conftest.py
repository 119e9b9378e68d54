"""Pages without a browser wait for their kernels and for what jobs compute, and pause for no browser that draws.

They may ask nothing outside this machine, and unpickle nothing but compiled kernels.

What several tests of a module ask PRISE is simulated once, and Choose ε makes few runs.
"""

import pytest

from tests.outside import sitecustomize
from tests.pages.visit import patient
from tests.ui.choose.cases import few_runs, runs_made_once


@pytest.fixture(autouse=True, scope="package")
def patience():
    with patient():
        yield


@pytest.fixture(autouse=True, scope="module")
def few_runs_and_none_twice():
    with few_runs(), runs_made_once():
        yield


@pytest.fixture(autouse=True)
def nothing_from_outside(monkeypatch):
    monkeypatch.setattr(sitecustomize, "is_watching", True)
    monkeypatch.setattr(sitecustomize, "noted", noted := [])
    yield
    assert noted == []
