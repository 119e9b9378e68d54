"""How the pages look and load in a real Chromium: `python -m benchmarks.pages`, or some: `... pages regret one_run`.

For each page: how far it jumps while it opens and computes, how long a visitor waits for its first verdict or picture
beside an empty Streamlit page, whether title, verdict and picture fit a projector, how far a phone scrolls sideways,
what axe-core objects to, and which words lie on one another.  Below a page's row stands where it misses a target; then
the exit code is 1.
"""

import contextlib
import math
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tools.chromium import running_chromium
from tools.dashboard import running_server
from tools.overlaps import WIDTHS, overlaps
from tools.pages import PAGES as ALL_PAGES
from tools.pages import page_address
from tools.rest import settle, wait_until

PAGES = [name for name in ALL_PAGES if name != "lecture"]  # a stage of its own, without a verdict
SHIFT_TARGET = 0.05
RATIO_TARGET = 1.3
DESK, PHONE = (1440, 900), (390, 844)
PROJECTOR = (1280, 720)  # also 1920x1080 at 150 %
JOB_SECONDS = 20  # a job that takes longer is watched for so long
LOADS = 3
SHIFTS_TOLD = 4
SERIOUS = ("serious", "critical")
WATCH = Path(__file__).with_suffix(".js")
AT_REST = """() => document.querySelector('[data-testid=stApp][data-test-script-state=notRunning]') &&
  !document.querySelector('[data-testid=stProgress]')"""
EMPTY_APP = """
import streamlit as st

def one():
    st.title("Empty")
    st.container(key="verdict").markdown("Nothing")

def two():
    pass

st.navigation([st.Page(one), st.Page(two)], position="top").run()
"""


@dataclass(frozen=True)
class Finding:
    """One cell of the table, and where what misses its target is."""

    cell: str
    is_met: bool
    places: tuple[str, ...] = ()


def main(names: list[str]) -> bool:
    """Print the table and what misses a target; whether nothing does."""
    rows: dict[str, dict[str, Finding]] = {}
    with _servers() as (url, empty), running_chromium() as browser:
        for name in names:
            address = page_address(url, name)
            found = rows[name] = (
                _waits(browser, address, empty) | _at_a_desk(browser, address) | _on_a_phone(browser, address)
            )
            if name == names[0]:
                print(_row("", found))
            print(_row(name, (f"{it.cell}{'' if it.is_met else ' !'}" for it in found.values())))
            for head, finding in found.items():
                for place in () if finding.is_met else finding.places:
                    print(f"  {head}: {place}", flush=True)
    print(
        f"Targets: shift < {SHIFT_TARGET}; cold and reload <= {RATIO_TARGET} times an empty page; nothing else to mend."
    )
    return all(finding.is_met for found in rows.values() for finding in found.values())


@contextmanager
def _servers() -> Iterator[tuple[str, str]]:
    """The addresses of the dashboard and of an empty page."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "empty.py"
        script.write_text(EMPTY_APP, encoding="utf-8")
        with running_server(ABANDONED_SECONDS="2") as (url, _), running_server(str(script)) as (empty, _):
            yield url, empty


def _row(name: str, cells: Iterable[str]) -> str:
    return f"{name:<16}" + "".join(f"{cell:>19}" for cell in cells)


def _waits(browser: Browser, address: str, empty: str) -> dict[str, Finding]:
    """Seconds until the first verdict and the first picture, as multiples of the wait for an empty page.

    The three loads of each alternate, and a first one that warms the server does not count.
    """
    loads = [(_load(browser, address), _load(browser, empty)) for _ in range(LOADS + 1)][1:]
    found = {}
    for head in ("cold", "reload"):
        base = statistics.median(empty_page[head]["verdict"] for _, empty_page in loads)
        ratios = {}
        for what in ("verdict", "picture"):
            if seconds := [page[head][what] for page, _ in loads if what in page[head]]:
                ratios[what] = statistics.median(seconds) / base
        cell = " ".join(f"{what[0]} {ratio:.2f}" for what, ratio in ratios.items())
        told = f"an empty page takes {base / 1000:.1f} s"
        found[head] = Finding(cell, min(ratios.values(), default=math.inf) <= RATIO_TARGET, (told,))
    return found


def _load(browser: Browser, address: str) -> dict[str, dict[str, float]]:
    """Milliseconds until a new visitor sees the first verdict and picture, and once more on reload, its jobs done."""
    page = _opened(browser, address, PROJECTOR)
    cold = page.evaluate("() => watched.first")
    _until_jobs_end(page)
    page.reload()
    _drawn(page)
    again = page.evaluate("() => watched.first")
    page.context.close()
    return {"cold": cold, "reload": again}


def _opened(browser: Browser, address: str, window: tuple[int, int]) -> Page:
    """The page as a new visitor sees it, once it has been drawn."""
    page = browser.new_context(viewport={"width": window[0], "height": window[1]}).new_page()
    page.add_init_script(path=WATCH)
    page.goto(address)
    _drawn(page)
    return page


def _drawn(page: Page) -> None:
    settle(page)
    page.wait_for_timeout(700)


def _until_jobs_end(page: Page) -> None:
    with contextlib.suppress(TimeoutError):
        wait_until(page, AT_REST, seconds=JOB_SECONDS)
    page.wait_for_timeout(1000)


def _at_a_desk(browser: Browser, address: str) -> dict[str, Finding]:
    page = _opened(browser, address, DESK)
    _until_jobs_end(page)
    found = {"shift 1440": _shift(page)}
    serious = [it for it in Axe().run(page).response["violations"] if it["impact"] in SERIOUS]
    told = tuple(f"{it['id']}: {', '.join(str(node['target'][-1]) for node in it['nodes'][:5])}" for it in serious)
    found["axe"] = Finding(f"{sum(len(it['nodes']) for it in serious)}", not serious, told)
    found["overlaps"] = _overlaps(page)
    page.set_viewport_size({"width": PROJECTOR[0], "height": PROJECTOR[1]})
    page.wait_for_timeout(1000)
    low = [f"{what} ends at {end:.0f}" for what, end in page.evaluate("() => watched.ends()") if end > PROJECTOR[1]]
    found["fits 1280x720"] = Finding("no" if low else "yes", not low, tuple(low))
    page.context.close()
    return found


def _on_a_phone(browser: Browser, address: str) -> dict[str, Finding]:
    page = _opened(browser, address, PHONE)
    _until_jobs_end(page)
    shift, pixels = _shift(page), page.evaluate("() => watched.tooWide()")
    page.context.close()
    return {"shift 390": shift, "too wide at 390": Finding(f"{pixels} px", pixels <= 0)}


def _shift(page: Page) -> Finding:
    """How far the page has jumped so far, as Chromium's layout shift counts it, without what a hand did."""
    shifts = page.evaluate("() => watched.shifts")
    total = sum(shift["value"] for shift in shifts)
    largest = sorted(shifts, key=lambda shift: -shift["value"])[:SHIFTS_TOLD]
    told = (f"{it['value']:.3f} after {it['time'] / 1000:.1f} s: {'; '.join(it['moved'])}" for it in largest)
    return Finding(f"{total:.3f}", total < SHIFT_TARGET, tuple(told))


def _overlaps(page: Page) -> Finding:
    told = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": DESK[1]})
        page.wait_for_timeout(1000)
        told += [f"at {width}: {one!r} over {other!r}" for one, other in overlaps(page)]
    return Finding(f"{len(told)}", not told, tuple(told))


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:] or PAGES))
