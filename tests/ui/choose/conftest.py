"""What is simulated here is simulated with few runs."""

import pytest

from tests.ui.choose.cases import few_runs


@pytest.fixture(autouse=True, scope="package")
def quick():
    with few_runs():
        yield
