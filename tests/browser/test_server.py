"""The server behind the pages: its first visitor gets the app, and work that nobody waits for ends."""

import contextlib
import re
import sys
import time
from pathlib import Path

import pytest
from playwright import sync_api as playwright
from playwright.sync_api import expect

from tools.rest import choose_page, settle
from ui.shell.menu import GROUPS, START

PATIENCE_SECONDS = 300  # of a busy machine
ARMS = ",".join(f"{0.5 - 1e-5 * arm:.5f}" for arm in range(20))
ENDLESS = (
    f"stopping_times?arms={ARMS}&cap=1000000000&runs=1000&runs-made=on+the+server"
    "&algorithms=TTUCB&algorithms=EB-TCI&algorithms=DP-TT&algorithms=AdaP-TT"
)


def cpu_ticks(process):
    """User CPU time of every thread of the server, in ticks (usually 1/100 s)."""
    ticks = {}
    for task in Path(f"/proc/{process}/task").iterdir():
        try:
            ticks[task.name] = int((task / "stat").read_text().rpartition(")")[2].split()[11])
        except FileNotFoundError:  # it has just ended
            continue
    return ticks


def busy_threads(process):
    """How many threads computed during the next .5 s."""
    before = cpu_ticks(process)
    time.sleep(0.5)
    return sum(ticks - before.get(task, ticks) >= 4 for task, ticks in cpu_ticks(process).items())


def wait_until_idle(process):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while busy_threads(process):
        assert time.monotonic() < deadline, "the server still works for nobody"


def test_the_first_visit_by_an_inner_link_gets_the_whole_app(server):
    assert server.first_menu == list(GROUPS)
    assert not server.first_saw_files, "the files of pages/ were listed before the app named its pages"


@pytest.mark.long
def test_a_script_that_did_not_come_is_asked_for_again(tab):
    came = []

    def breaks_once(route):
        came.append(route.request.url)
        route.continue_() if len(came) > 1 else route.abort()

    tab.page.route("**/scripts/bars.js*", breaks_once)
    page = tab.open()
    expect(page.get_by_role("slider", name="privacy budget ε", exact=True)).to_be_visible()
    assert len(came) == 2
    (problem,) = tab.problems
    assert "net::ERR_FAILED" in problem
    tab.problems.clear()


MENU = {entry.name: (group, entry) for group, entries in GROUPS.items() for entry in entries}
OTHERS = ("glossary", "sources", "published", "sweeps", "one_budget", "exercises")  # which no other everyday test opens


def pages_that_no_other_test_opens():
    files = set(Path(__file__).parent.glob("test_*.py")) - {Path(__file__)}
    sources = " ".join(path.read_text() for path in files)
    return {name for name in MENU if not re.search(rf'"{name}["?]', sources) and name != START.name}


def go_to(page, name):
    """Another page, by the menu or by the link on the page that it is inside of."""
    group, entry = MENU[name]
    if entry.inside:  # the page before
        page.get_by_role("link", name=entry.title).first.click()
    else:
        choose_page(page, group, entry.title)


def test_all_other_pages_ask_only_their_server(tab):
    """So do those that other tests open: see tests.browser.conftest.Tab."""
    assert pages_that_no_other_test_opens() <= set(OTHERS)
    page, closed = tab.open(OTHERS[0]), "[data-testid=stExpander] details:not([open])"
    for name in OTHERS:
        heading = page.get_by_role("heading", level=1)
        if name != tab.address:
            before = heading.inner_text()
            go_to(page, name)
            expect(heading).not_to_have_text(before)
        expect(heading).to_be_visible()
        settle(page)
        page.locator(f"{closed} > summary").evaluate_all("(heads) => heads.forEach((head) => head.click())")
        expect(page.locator(closed)).to_have_count(0)
        settle(page)
    with contextlib.suppress(playwright.Error):  # nobody answers
        page.goto("http://127.0.0.1:9/")
    planted = [problem for problem in tab.problems if "127.0.0.1:9/" in problem]
    assert planted, "a request to somebody else is not noticed"
    tab.problems[:] = [problem for problem in tab.problems if problem not in planted]


@pytest.mark.skipif(sys.platform != "linux", reason="reads the CPU time of threads from /proc")
def test_a_closed_tab_leaves_no_job_at_work(server, tab):
    """A page that is left: tests/pages/test_jobs.py; a second job of one visitor: tests/ui/jobs/test_job.py."""
    wait_until_idle(server.process)
    page = tab.open(ENDLESS)
    expect(page.get_by_test_id("stProgress")).to_be_visible(timeout=PATIENCE_SECONDS * 1000)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not busy_threads(server.process):
        assert time.monotonic() < deadline, "no job has begun"
    page.close()
    wait_until_idle(server.process)
