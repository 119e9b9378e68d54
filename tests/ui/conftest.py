"""Parts of pages that are run without a browser search the installed packages once."""

import pytest

from tests.pages.visit import packages_searched_once


@pytest.fixture(autouse=True, scope="session")
def one_search():
    with packages_searched_once():
        yield
