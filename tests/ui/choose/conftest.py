"""What is simulated here is simulated with few runs, and once."""

import pytest

from tests.ui.choose.cases import few_runs, runs_made_once


@pytest.fixture(autouse=True, scope="package")
def quick():
    with few_runs(), runs_made_once():
        yield


@pytest.fixture
def inputs(visit):
    """The inputs of a visit of its own."""
    visit.update(know="a difference", pace="in total", trust="central", extra=10.0)
    return visit
