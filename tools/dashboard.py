"""The dashboard as its users start it, for tests and measurements in a browser."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
START_SECONDS = 120


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running_dashboard() -> Iterator[str]:
    """The address of a dashboard on a free port, stopped at the end."""
    with running_server() as (url, _):
        yield url


@contextmanager
def running_server(script: str = "server.py", **environment: str) -> Iterator[tuple[str, int]]:
    """The address and the process id of such a dashboard, or another script's, with these environment variables."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "streamlit", "run", script, "--server.headless=true"]
    command += [f"--server.port={port}", "--server.address=127.0.0.1"]
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(
            command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env={**os.environ, **environment}
        )
        try:
            if not _answers(url, server):
                log.seek(0)
                raise RuntimeError(f"the dashboard did not start:\n{log.read().decode()}")
            yield url, server.pid
        finally:
            server.terminate()
            try:
                server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                server.kill()


def _answers(url: str, server: subprocess.Popen[bytes]) -> bool:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            return bool(urllib.request.urlopen(f"{url}/_stcore/health", timeout=2).status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    return False
