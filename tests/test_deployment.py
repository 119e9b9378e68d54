"""The files for administrators: the proxy, the image's contents, arguments of ./run; all of it together, with the app
itself and a browser, is tried by python -m benchmarks.deployment."""

import http.server
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from fnmatch import fnmatch
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from tools.dashboard import free_port

ROOT = Path(__file__).parent.parent
COOKIE = "price-of-privacy"


class Server(http.server.ThreadingHTTPServer):
    """Says its name whatever it is asked for, if below the prefix, and is healthy."""

    def __init__(self, name):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                text = f"{name} {self.path} {self.headers['Host']}".encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def end(self):
        self.shutdown()
        self.server_close()


@contextmanager
def proxy(servers, prefix, log=subprocess.DEVNULL):
    """The address of Caddy before these servers."""
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("caddy is not installed")
    port = free_port()
    environment = {
        **os.environ,
        "SITE": f"http://127.0.0.1:{port}",
        "PREFIX": prefix,
        "SERVERS": " ".join(f"127.0.0.1:{server.server_port}" for server in servers),
    }
    command = [caddy, "run", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"]
    process = subprocess.Popen(command, cwd=ROOT, stderr=log, env=environment)
    try:
        deadline = time.monotonic() + 20
        while not answers(f"http://127.0.0.1:{port}/elsewhere"):
            assert time.monotonic() < deadline, "caddy does not answer"
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def answers(address):
    try:
        urllib.request.urlopen(address, timeout=5).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def test_a_visitor_stays_at_one_process_until_that_dies():
    servers = {name: Server(name) for name in ("first", "second")}
    with proxy(servers.values(), "/privacy") as site:
        visitors = [urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())) for _ in range(20)]

        def ask(visitor):
            return visitor.open(f"{site}/privacy/regret?eps=1", timeout=10).read().decode().split()

        places = [ask(visitor)[0] for visitor in visitors]
        assert set(places) == set(servers)  # false alarm: 2 * .5 ** 20
        for _ in range(3):
            assert [ask(visitor)[0] for visitor in visitors] == places
        assert ask(visitors[0])[1:] == ["/privacy/regret?eps=1", site.removeprefix("http://")]
        servers["first"].end()
        assert {ask(visitor)[0] for visitor in visitors} == {"second"}
        with pytest.raises(urllib.error.HTTPError, match="404"):
            visitors[0].open(f"{site}/privacy/_stcore/metrics")
        for elsewhere in ("elsewhere", "healthz", "privacyx"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                visitors[0].open(f"{site}/{elsewhere}")
        assert visitors[0].open(site).url == f"{site}/privacy/"
    servers["second"].end()


def test_a_visitor_before_the_dashboard_is_ready_is_told_so_and_the_log_keeps_no_address(tmp_path):
    gone = Server("gone")
    gone.end()
    log = tmp_path / "log"
    with log.open("wb") as file, proxy([gone], "/privacy", file) as site:
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(f"{site}/privacy/?arms=.91,.2", timeout=20)
        assert caught.value.code == 503
        assert caught.value.headers["Refresh"] == "5"
        assert caught.value.read().startswith(b"The dashboard is starting.")
    said = log.read_text(encoding="utf-8")
    assert "shutdown complete" in said
    assert not [word for word in (".91", "arms", "remote_ip", "urllib") if word in said]


def test_the_proxy_works_without_a_prefix():
    server = Server("only")
    with proxy([server], "") as site:
        assert urllib.request.urlopen(f"{site}/").read().decode().split()[:2] == ["only", "/"]
    server.end()


def ignored(path):
    """Whether .dockerignore keeps a file of this folder out of the image."""
    found = False
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        rule = line.removeprefix("!")
        if rule and not line.startswith("#"):
            parts = [path, *map(str, Path(path).parents)]
            if any(fnmatch(part, rule) or fnmatch(f"/{part}", rule.replace("**", "*")) for part in parts):
                found = not line.startswith("!")
    return found


def test_the_image_has_what_the_server_reads_and_nothing_else():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    if not files:
        pytest.skip("not a git checkout")
    tops = {path.split("/")[0] for path in files if not ignored(path)}
    assert tops == {
        *("app.py", "server.py", "requirements.txt", "constraints.txt", "LICENSE", ".streamlit"),
        *("docs", "dpcore", "pages", "static", "sweeps", "ui", "wasm"),
    }
    assert not any(ignored(f"docs/{name}.md") for name in ("errata", "lower-bounds", "sources"))
    assert ignored("dpcore/__pycache__/x.nbc")
    assert ignored(".streamlit/secrets.toml")
    assert not ignored("ui/published/data/stopping_times.parquet")


def test_the_image_runs_what_run_does():
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert 'CMD ["python", "-m", "streamlit", "run", "server.py"]' in dockerfile
    assert re.search(r"^USER \d+:\d+$", dockerfile, re.MULTILINE)
    assert dockerfile.index("NUMBA_CPU_NAME=generic") < dockerfile.index("python -m dpcore.warmup")
    assert "FROM python:3.11-" in dockerfile  # the oldest that the locked versions are resolved for


@pytest.fixture
def folder(tmp_path):
    """A copy of ./run in a folder with an odd name, whose environment says what it is asked to run."""
    home = tmp_path / "Daten für Übung"
    (home / ".venv/bin").mkdir(parents=True)
    for name in ("run", "requirements.txt", "requirements-dev.txt", "constraints.txt"):
        shutil.copy(ROOT / name, home)
    python = home / ".venv/bin/python"
    python.write_text('#!/bin/sh\n[ "$1" = -c ] || for argument in "$@"; do echo "$argument"; done\n')
    python.chmod(0o755)
    locked = [home / name for name in ("requirements-dev.txt", "requirements.txt", "constraints.txt")]
    (home / ".venv/installed-requirements.txt").write_bytes(b"".join(path.read_bytes() for path in locked))
    return home


@pytest.mark.skipif(sys.platform == "win32", reason="./run is a shell script")
def test_run_gives_a_home_to_who_has_none(folder):
    (folder / ".venv/bin/python").write_text('#!/bin/sh\n[ "$1" = -c ] || echo "$HOME"\n')
    said = subprocess.run([folder / "run", "app"], env={"PATH": os.environ["PATH"]}, capture_output=True, text=True)
    assert said.stdout.strip() == str(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="./run is a shell script")
@pytest.mark.parametrize(
    "given, asked",
    [
        ([], []),
        (["--watch"], ["--server.fileWatcherType=auto"]),
        (["--address", "0.0.0.0", "--port=80"], ["--server.address", "0.0.0.0", "--server.port=80"]),
        (
            ["--prefix", "/a b", "--server.headless", "true"],
            ["--server.baseUrlPath", "/a b", "--server.headless", "true"],
        ),
    ],
)
def test_run_app_takes_address_port_and_prefix_and_passes_on_the_rest(folder, given, asked):
    said = subprocess.run([folder / "run", "app", *given], cwd="/", capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == ["-m", "streamlit", "run", "server.py", *asked]


SLOW_INSTALLER = """#!/bin/sh
case "$*" in
*"pip install"*) echo "$@" >>log; sleep 0.3 ;;
*"streamlit run server.py"*) echo starts >>log ;;
esac
"""


@pytest.mark.skipif(sys.platform == "win32", reason="./run is a shell script")
@pytest.mark.parametrize(
    ("trials", "file", "starts"), [("", "requirements.txt", 2), ("trials", "requirements-trial.txt", 1)]
)
def test_of_first_starts_at_once_one_installs_and_opendp_comes_where_real_trials_run(folder, trials, file, starts):
    shutil.copy(ROOT / "requirements-trial.txt", folder)
    (folder / ".venv/bin/python").write_text(SLOW_INSTALLER)
    (folder / ".venv/installed-requirements.txt").unlink()
    environment = {**os.environ, "TRIALS_FOLDER": trials}
    started = [
        subprocess.Popen([folder / "run", "app"], env=environment, stderr=subprocess.DEVNULL) for _ in range(starts)
    ]
    assert [start.wait() for start in started] == [0] * starts
    installs, *rest = (folder / "log").read_text().splitlines()
    assert f"install --quiet --disable-pip-version-check -r {file} " in installs
    assert rest == ["starts"] * starts
