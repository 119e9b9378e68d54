"""Parts of pages that are run without a browser do not search the installed packages for components."""

import pytest

from tests.pages.visit import no_packages_searched


@pytest.fixture(autouse=True, scope="session")
def no_search():
    with no_packages_searched():
        yield
