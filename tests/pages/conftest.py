"""Pages without a browser wait for their kernels and for what jobs compute, and pause for no browser that draws.

What several tests of a module ask PRISE is simulated once.
"""

import pytest

from tests.pages.visit import patient
from tests.ui.choose.cases import runs_made_once


@pytest.fixture(autouse=True, scope="package")
def patience():
    with patient():
        yield


@pytest.fixture(autouse=True, scope="module")
def no_run_twice():
    with runs_made_once():
        yield
