"""Pages without a browser wait for their kernels: nobody would see the bar that browsers get meanwhile."""

import pytest

from ui.shell import kernels


@pytest.fixture(autouse=True, scope="session")
def patience():
    kernels.PATIENCE = 600.0
