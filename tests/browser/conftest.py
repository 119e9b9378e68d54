"""A running dashboard and a Chromium for the browser tests."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.browser.chromium import FLAGS, chromium_path

ROOT = Path(__file__).parents[2]
START_SECONDS = 120


@pytest.fixture(scope="session")
def browser_type_launch_args():
    path = chromium_path()
    if path is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail("no Chromium was found, and REQUIRE_BROWSER is set")
        pytest.skip("no Chromium was found")
    return {"executable_path": path, "args": list(FLAGS)}


@pytest.fixture(scope="session")
def server_url(tmp_path_factory):
    """The address of a dashboard started for this session of tests."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
    command += [f"--server.port={port}", "--server.address=127.0.0.1", "--server.fileWatcherType=none"]
    log = tmp_path_factory.mktemp("server") / "log.txt"
    with log.open("w") as output:
        server = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_until_healthy(url, server, log)
        yield url
    finally:
        server.terminate()
        server.wait(timeout=20)


def _wait_until_healthy(url, server, log):
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if urllib.request.urlopen(f"{url}/_stcore/health", timeout=2).status == 200:
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    pytest.fail(f"the dashboard did not start:\n{log.read_text()}")


@pytest.fixture
def open_page(page, server_url):
    """open_page("?arms=..."): the dashboard at this address, once its script has run; errors in the console fail."""
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)

    def open_at(address=""):
        page.goto(f"{server_url}/{address}")
        settle(page)
        return page

    yield open_at
    assert problems == []


def settle(page, timeout=60_000):
    """Wait until the script has run and the first chart or text of the page is there."""
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=timeout)
