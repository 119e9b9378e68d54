"""Pages without a browser wait for their kernels and for what jobs compute, and pause for no browser that draws.

What several tests of a module ask PRISE is simulated once.
"""

import pytest

from tests.pages.visit import no_packages_searched
from tests.ui.choose.cases import runs_made_once
from ui.choose import browser_runs
from ui.jobs import drawing
from ui.shell import first_answer, kernels


@pytest.fixture(autouse=True, scope="session")
def patience():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "PATIENCE", 600.0)
        patch.setattr(browser_runs, "PATIENCE_SECONDS", 0.0)
        patch.setattr(drawing, "PATIENCE_SECONDS", 60.0)
        patch.setattr(first_answer, "PAUSE_SECONDS", 0.0)
        with no_packages_searched():
            yield


@pytest.fixture(autouse=True, scope="module")
def no_run_twice():
    with runs_made_once():
        yield
