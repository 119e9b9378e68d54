"""A running dashboard and a Chromium for the browser tests."""

import os

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.dashboard import running_dashboard

# A busy machine draws late; what is asserted stays the same.
PATIENCE = 120_000  # ms
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args():
    path = chromium_path()
    if path is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail("no Chromium was found, and REQUIRE_BROWSER is set")
        pytest.skip("no Chromium was found")
    return {"executable_path": path, "args": list(FLAGS)}


@pytest.fixture(scope="session")
def server_url():
    """The address of a dashboard started for this session of tests."""
    with running_dashboard() as url:
        yield url


@pytest.fixture
def open_page(page, server_url):
    """open_page("?arms=..."): the dashboard at this address, once its script has run; errors in the console fail."""
    page.set_default_timeout(PATIENCE)
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if _is_a_problem(message) else None)

    def open_at(address=""):
        page.goto(f"{server_url}/{address}")
        settle(page)
        return page

    yield open_at
    assert problems == []


def _is_a_problem(message):
    # On an inner page the front end looks for its server below that page's address first, in vain.
    looks_for_server = "404" in message.text and "/_stcore/" in message.location.get("url", "")
    return message.type == "error" and not looks_for_server


_AT_REST = '[data-testid="stApp"][data-test-script-state="notRunning"]'


def settle(page, timeout=PATIENCE):
    """Wait until the page's kernels are loaded and its script has run."""
    for selector, state in ((_AT_REST, "attached"), (".st-key-compiling", "detached"), (_AT_REST, "attached")):
        page.wait_for_selector(selector, state=state, timeout=timeout)
