"""A visit to a page without a browser: open it by a link, wait for its job, read what it says, run its snippet."""

import io
import re
import time
from contextlib import contextmanager, redirect_stdout
from html import unescape
from pathlib import Path
from unittest import mock

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import AppTest, app_test, local_script_runner

from ui.jobs import drawing
from ui.shell import first_answer, kernels

APP = Path(__file__).parents[2] / "app.py"
SECONDS = 600  # of a busy machine
PAGES = "".join(path.read_text(encoding="utf-8") for path in APP.parent.glob("pages/*.py"))
DETAILS = re.findall(r'page\.details\(\s*"([^"]+)"', PAGES)
SCRIPTS = ScriptCache()  # each page is compiled once


def no_packages_searched():
    """A context: AppTest searches all installed packages for components, of which the pages use none, at first runs."""
    return mock.patch.object(manifest_scanner, "scan_component_manifests", list)


def ended(runner, seconds=SECONDS):
    """Wait for a page's run, as AppTest does, which looks a thousand times a second and keeps the run from its work."""
    runner._script_thread.join(seconds)
    if not runner.script_stopped():
        runner.request_stop()  # or the thread would keep the test process from its end
        pytest.fail(f"the page ran for more than {seconds} s")


class OfLaterVisits(PagesManager):
    """AppTest would make every run a fresh server's first, which begins twice: ui/streamlit_patches/pages_folder.py."""


@contextmanager
def patient():
    """Pages wait for their kernels and for what jobs compute, and pause for no browser."""
    with pytest.MonkeyPatch.context() as patch, no_packages_searched():
        patch.setattr(app_test, "PagesManager", OfLaterVisits)
        for runner in (app_test, local_script_runner):
            patch.setattr(runner, "ScriptCache", lambda: SCRIPTS)
        patch.setattr(local_script_runner, "require_widgets_deltas", ended)
        patch.setattr(kernels, "PATIENCE", 600.0)
        patch.setattr(drawing, "PATIENCE_SECONDS", 60.0)
        patch.setattr(first_answer, "PAUSE_SECONDS", 0.0)
        yield


class Everything:
    """Holds whatever it is asked for: AppTest has no window in which charts could come into sight."""

    def __contains__(self, key):
        return True


def not_yet_opened(page, is_long=False, **link):
    """The page before its first run, its closed boxes open; a link's names are written with _ for -.

    AppTest has no browser that could make runs: the server makes them.
    is_long: whether the window shows the charts below the first screen, too, which are most of a run's work.
    """
    test = AppTest.from_file(str(APP), default_timeout=SECONDS)
    for box in ("downloads", "reproduce", *DETAILS):
        test.session_state[box] = True
    if is_long:
        test.session_state["in-sight"] = Everything()
    for name, value in {**({"runs_made": "on the server"} if page == "stopping_times" else {}), **link}.items():
        test.query_params[name.replace("_", "-")] = value if isinstance(value, list) else str(value)
    return test.switch_page(f"pages/{page}.py")


def just_opened(page, **link):
    """The page's first run."""
    return checked(not_yet_opened(page, **link).run())


def opened(page, **link):
    """The page once its job is done."""
    return finished(just_opened(page, **link))


def checked(test):
    assert not test.exception
    assert not test.error
    return test


def finished(test):
    """Wait for the page's job, and run the page again, as the polling page does."""
    jobs = _jobs(test)
    deadline = time.monotonic() + SECONDS
    while any(job.running for job in jobs):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return checked(test.run() if jobs else test)


def stopped(test):
    """End the job: a test of what is there at once need not wait for the simulation."""
    for job in _jobs(test):
        job.stop()
        job.join()
    return checked(test)


def _jobs(test):
    return list(test.session_state["jobs"].values()) if "jobs" in test.session_state else []


def unlinked(text):
    """Markdown or HTML without the links to explanations of terms."""
    return re.sub(r'\[([^\]]*)\]\(#term-[\w-]+\)|<a href="#term-[\w-]+">(.*?)</a>', r"\1\2", text)


def said(test):
    """All that the page says in sentences, terms as plain words; those that move during a drag with **bold** too."""
    told = [block.value for block in (*test.markdown, *test.caption, *test.warning, *test.info)]
    return unlinked(" ".join([*told, *moving(test).values()]))


def moving(test):
    """The sentences that move during a drag, by name, as Markdown."""
    paragraphs = unlinked(" ".join(block.proto.body for block in test.get("html")))
    spans = re.findall(r'<span data-sentence="(\w+)">(.*?)</span>', paragraphs)
    return {name: unescape(re.sub("</?strong>", "**", text)) for name, text in spans}


def verdict(test):
    """The answer of Choose ε: for a study with one look a sentence that moves during a drag; else it is Markdown."""
    if "verdict" in (told := moving(test)):
        return told["verdict"]
    starts = ("Choose ", "**ε = ", "**No ε", "With ", "**")
    return next(told for block in test.markdown if (told := unlinked(block.value)).startswith(starts))


def plain(markdown):
    """A sentence as a browser shows it."""
    return unlinked(markdown).replace("**", "")


def table(test, column):
    """The table that has this column."""
    return next(frame.value for frame in test.table if column in frame.value)


def button(test, label):
    """The button whose label starts so."""
    return next(found for found in test.button if found.label.startswith(label))


def snippet_output(test):
    """What the page's Python snippet prints when it is run as it stands."""
    (code,) = test.code
    output = io.StringIO()
    with redirect_stdout(output):
        exec(compile(code.value, "snippet", "exec"), {})
    return output.getvalue()
