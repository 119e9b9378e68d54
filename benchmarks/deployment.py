"""Try way 1 of docs/hosting.md: `python -m benchmarks.deployment`, in two or three minutes.

Two processes behind deploy/Caddyfile, under a prefix: health, headers, one process for each visitor, all pages in a
browser (no error in its console, nothing that the policy forbids, no request to anybody else), and a process that dies:
its visitors move to the other.  Needs caddy on the PATH, and Chromium.  The exit code is 1 if a check fails.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tools.chromium import running_chromium
from tools.dashboard import free_port
from tools.pages import PAGES, page_address
from tools.rest import settle

ROOT = Path(__file__).parent.parent
PREFIX = "/privacy"
COOKIE = "price-of-privacy"
PATIENCE_SECONDS = 180
MOST_STUDENTS = 20
HEALTH_SECONDS = 12  # two looks of the proxy at the processes' health, and more
VIOLATIONS = """addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.effectiveDirective} ${event.blockedURI}`))"""


@contextmanager
def running(*command: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process in this folder, ended at the end."""
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL, env={**os.environ, **environment})
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def answer(address: str, opener: urllib.request.OpenerDirector | None = None) -> tuple[int, dict[str, str], str]:
    """Status, headers (names in small letters) and text of what comes back."""
    try:
        with (opener or urllib.request.build_opener()).open(address, timeout=20) as found:
            return found.status, {name.lower(): value for name, value in found.headers.items()}, found.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read().decode()
    except OSError:
        return 0, {}, ""


def wait_for_health(address: str) -> float:
    """Seconds until it is healthy."""
    start = time.monotonic()
    while answer(f"{address}/healthz")[0] != 200:
        if time.monotonic() - start > PATIENCE_SECONDS:
            raise TimeoutError(f"{address} did not become healthy")
        time.sleep(0.2)
    return time.monotonic() - start


def sessions(port: int) -> int:
    """How many sessions the process at this port has begun."""
    metrics = answer(f"{at(port)}{PREFIX}/_stcore/metrics")[2]
    found = re.findall(r'session_events_total\{type="connect"\} (\d+)', metrics)
    return int(found[0]) if found else 0


def at(port: int) -> str:
    return f"http://127.0.0.1:{port}"


class Report:
    """What was checked, line by line."""

    def __init__(self) -> None:
        self.missed = 0

    def say(self, what: str, is_well: bool, more: object = "") -> None:
        self.missed += not is_well
        print(f"{' ' if is_well else '!'} {what}{f': {more}' if more else ''}", flush=True)


def check_answers(site: str, report: Report) -> None:
    """Health, the bare prefix, what is closed, and headers."""
    report.say("/healthz through the proxy", answer(f"{site}{PREFIX}/healthz")[0] == 200)
    status, given, text = answer(f"{site}{PREFIX}")
    report.say("the prefix without a slash leads to the first page", status == 200 and 'id="root"' in text)
    for name in ("content-security-policy", "x-content-type-options", "referrer-policy", "permissions-policy"):
        report.say(f"header {name}", name in given)
    report.say("nobody reads Streamlit's metrics", answer(f"{site}{PREFIX}/_stcore/metrics")[0] == 404)
    report.say("nothing is served outside the prefix", answer(f"{site}/elsewhere")[0] == 404)


def check_stickiness(site: str, report: Report) -> None:
    """Requests with one visitor's cookie stay at one process, and visitors are spread."""
    time.sleep(HEALTH_SECONDS)  # the proxy has seen both by then
    places = set()
    for _ in range(20):
        jar = CookieJar()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        seen = set()
        for _ in range(5):
            answer(f"{site}{PREFIX}/healthz", opener)
            seen |= {cookie.value for cookie in jar if cookie.name == COOKIE}
        places |= seen
        if len(seen) != 1:
            report.say("a visitor stays at one process", False, seen)
            return
    report.say("twenty visitors each stay at one of two processes", len(places) == 2)


def check_pages(page: Page, site: str, report: Report) -> None:
    """Every page below the prefix, by its link."""
    said: list[str] = []
    modules: set[str] = set()
    page.on("response", lambda found: modules.add(found.url) if ".wasm" in found.url and found.ok else None)
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("response", lambda found: said.append(f"{found.status} {found.url}") if found.status >= 400 else None)
    page.on("request", lambda asked: None if is_ours(asked.url, site) else said.append(f"asks {asked.url[:100]}"))
    for name in PAGES:
        said.clear()
        page.goto(page_address(f"{site}{PREFIX}", name))
        settle(page)
        page.wait_for_timeout(2000)
        report.say(f"page {name}", not said, "; ".join(dict.fromkeys(said)))
    report.say("browsers get their kernels", bool(modules))


def check_upload(page: Page, site: str, report: Report) -> None:
    """A file of some megabytes, of which the page names the range."""
    rows = "".join(f"{'AB'[row % 2]},{row % 900}.25\n" for row in range(300_000))
    page.goto(f"{site}{PREFIX}/own_outcomes?outcome-source=my+own+file")
    settle(page)
    file = {"name": "own.csv", "mimeType": "text/csv", "buffer": f"arm,outcome\n{rows}".encode()}
    page.locator('input[type="file"]').set_input_files([file])
    expect(page.get_by_test_id("stMain")).to_contain_text("899.25")
    report.say("an upload arrives", is_well=True, more=f"{len(rows) / 2**20:.1f} MB")


def check_room(browser: Browser, site: str, report: Report) -> None:
    """A class at both processes follows a talk that is given at one of them."""
    presenter = browser.new_context().new_page()
    presenter.goto(f"{site}{PREFIX}/lecture?scene=1")
    expect(presenter.locator(".question")).to_have_text(re.compile(r"\w"))
    presenter.keyboard.press("r")
    link = presenter.locator(".link")
    expect(link).to_have_text(re.compile("room="))
    students, places = [], set()
    while len(places) < 2 and len(students) < MOST_STUDENTS:
        students.append(student := browser.new_context().new_page())
        student.goto(link.inner_text())
        expect(student.locator(".question")).to_have_text(re.compile(r"\w"))
        places |= {cookie["value"] for cookie in student.context.cookies() if cookie["name"] == COOKIE}
    presenter.keyboard.press("Escape")
    presenter.keyboard.press("PageDown")
    for student in students:
        expect(student.locator(".option.right")).to_have_count(1)
    report.say("a room is followed by visitors of both processes", len(places) == 2, f"{len(students)} followers")
    for page in (*students, presenter):
        page.context.close()


def is_ours(address: str, site: str) -> bool:
    return address.startswith((f"{site}{PREFIX}/", "blob:", "data:"))


def check_death(page: Page, site: str, processes: dict[int, subprocess.Popen[bytes]], report: Report) -> None:
    """The process of an open page is killed: the page goes on at the other, with what was entered."""
    before = {port: sessions(port) for port in processes}
    page.goto(f"{site}{PREFIX}/")
    settle(page)
    enter(page, "Epsilon", "0.2", "ε = 0.2")
    (place,) = [port for port in processes if sessions(port) > before[port]]
    (other,) = set(processes) - {place}
    took_over = sessions(other)
    processes[place].send_signal(signal.SIGKILL)
    start = time.monotonic()
    while sessions(other) == took_over and time.monotonic() - start < PATIENCE_SECONDS:
        page.wait_for_timeout(100)
    report.say(f"the other process took over after {time.monotonic() - start:.1f} s", sessions(other) > took_over)
    enter(page, "Risk", "0.05", "5 %")
    verdict = page.locator(".st-key-verdict").first.inner_text()
    report.say("with what was entered before", "ε = 0.2" in verdict, verdict)
    page.goto(f"{site}{PREFIX}/glossary")
    settle(page)
    report.say("and opens further pages", page.get_by_test_id("stApp").count() == 1)


def enter(page: Page, box: str, value: str, sentence: str) -> None:
    """Type a value, and wait for an answer that names it."""
    page.get_by_label(box, exact=True).first.fill(value)
    page.get_by_label(box, exact=True).first.press("Enter")
    expect(page.locator(".st-key-verdict").first).to_contain_text(sentence)


def main() -> int:
    """The number of things that are not as they should."""
    if not (caddy := shutil.which("caddy")):
        print("nothing was tested: caddy is not installed (Debian: apt-get install caddy)")
        return 0
    expect.set_options(timeout=1000 * PATIENCE_SECONDS)
    report = Report()
    ports, front = [free_port(), free_port()], free_port()
    site = at(front)
    start = [sys.executable, "-m", "streamlit", "run", "server.py", "--server.headless=true"]
    start += [f"--server.baseUrlPath={PREFIX}"]
    proxy = (caddy, "run", "--adapter", "caddyfile", "--config", "deploy/Caddyfile")
    servers = " ".join(f"127.0.0.1:{port}" for port in ports)
    with (
        running(*start, f"--server.port={ports[0]}") as first,
        running(*start, f"--server.port={ports[1]}") as second,
        running(*proxy, SITE=site, PREFIX=PREFIX, SERVERS=servers),
        running_chromium() as browser,
    ):
        for port in ports:
            report.say(f"healthy after {wait_for_health(at(port)):.1f} s", True)
        wait_for_health(f"{site}{PREFIX}")
        check_answers(site, report)
        check_stickiness(site, report)
        page = browser.new_context().new_page()
        page.add_init_script(VIOLATIONS)
        check_pages(page, site, report)
        check_upload(page, site, report)
        check_room(browser, site, report)
        check_death(browser.new_context().new_page(), site, dict(zip(ports, (first, second), strict=True)), report)
    print(f"{report.missed} checks failed" if report.missed else "all checks passed")
    return report.missed


if __name__ == "__main__":
    sys.exit(min(main(), 1))
