"""Kernels in the background: in order, in other processes, and pages that wait for their own with a bar."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.visit import unlinked
from tests.processes import are_alive, children_of, waited
from ui.shell import kernels as shell

ROOT = Path(__file__).parents[3]


class Group:
    """A group of kernels whose compilation the test watches and holds up."""

    def __init__(self, name, saved=0, can_be_saved=True):
        self.name, self.progress, self.can_be_saved = name, (saved, 4), can_be_saved
        self.may_end, self.loads = threading.Event(), 0

    def load(self):
        self.loads += 1
        assert self.may_end.wait(30)


def let_end(groups):
    for group in groups.values():
        group.may_end.set()


@pytest.fixture
def commands(monkeypatch):
    """The commands that would have been run in other processes."""
    found = []
    popen = subprocess.Popen

    def started(command, **options):
        found.append(command[-1])
        return popen([sys.executable, "-c", ""], **options)

    monkeypatch.setattr(subprocess, "Popen", started)
    return found


@pytest.fixture
def groups(monkeypatch, commands):
    found = {name: Group(name) for name in ("first", "second", "third")}
    monkeypatch.setattr(shell, "GROUPS", found)
    monkeypatch.setattr(shell, "cores", lambda: 1)
    yield found
    let_end(found)


def test_all_groups_are_loaded_and_all_but_the_first_compiled_elsewhere(groups, commands):
    let_end(groups)
    kernels = shell.Kernels()
    assert kernels.wait(list(groups), 30)
    assert kernels.opens_first_page
    assert commands == ["second", "third"]
    assert [group.loads for group in groups.values()] == [1, 1, 1]


def test_what_a_page_waits_for_comes_next(groups, commands):
    kernels = shell.Kernels()
    assert not kernels.wait(("third",), 0)
    let_end(groups)
    assert kernels.wait(list(groups), 30)
    assert commands == ["third", "second"]


@pytest.mark.parametrize("group", [Group("saved", saved=4), Group("unwritable", can_be_saved=False)])
def test_no_process_is_started_where_it_cannot_help(group, commands):
    group.may_end.set()
    shell._load(group, in_other_process=True)
    assert commands == []
    assert group.loads == 1


def test_a_failed_load_keeps_no_page_waiting_and_is_in_the_log(groups, commands, caplog):
    groups["first"].load = lambda: 1 / 0
    let_end(groups)
    kernels = shell.Kernels()
    assert kernels.wait(list(groups), 30)
    assert kernels.opens_first_page is False
    assert "The kernels of first could not be loaded." in caplog.text
    assert groups["third"].loads == 1


def test_a_page_shows_a_bar_and_opens_by_itself(groups, monkeypatch):
    kernels = shell.Kernels()
    groups["second"].progress, groups["third"].progress = (1, 4), (2, 8)
    monkeypatch.setattr(shell, "kernels", lambda: kernels)
    monkeypatch.setattr(shell, "PATIENCE", 0)

    def app():
        import streamlit as st

        from ui.shell.kernels import run_when_ready

        def body():
            st.title("What does privacy cost?")

        page = st.navigation([st.Page(body, title="Regret")])
        run_when_ready(("second", "third"), page.run, page.title)

    test = AppTest.from_function(app).run()
    (bar,) = test.get("progress")
    assert bar.proto.value == 25
    assert bar.proto.text == "Preparing the calculations for this page: 3 of 12"
    assert [unlinked(title.value) for title in test.title] == ["Regret"]
    let_end(groups)
    assert kernels.wait(list(groups), 30)
    test.run()
    assert [title.value for title in test.title] == ["What does privacy cost?"]
    assert not test.get("progress")


# From few groups to many, so that what a page loads beyond its own is seen.
PAGES_BY_GROUPS = """
import gc

from dpcore.warmup import GROUPS
from tests.pages.visit import just_opened, patient, stopped
from ui.jobs import drawing
from ui.lecture import quantities
from ui.shell import kernels
from ui.shell.menu import ENTRIES

class Ready:
    def wait(self, names, seconds):
        asked.update(names)
        return True

asked = set()
kernels.kernels = Ready
quantities.SIMULATED_RUNS = 5


def check(page, **link):
    stopped(just_opened(page, **link))
    loaded = {name for name, group in GROUPS.items() if any(kernel.signatures for kernel in group.kernels)}
    assert loaded <= asked, (page, loaded - asked)


gc.disable()
with patient():
    drawing.PATIENCE_SECONDS = 0.5  # by then the kernels of a job are loaded
    for entry in sorted(ENTRIES.values(), key=lambda entry: len(entry.kernels)):
        check(entry.name)
    assert "gaps that do not matter" not in asked
    check("choose_epsilon", ignore="2")
    asked -= {"gaps that do not matter"}
    check("explore", indifference=".02")
    assert "gaps that do not matter" in asked
"""


def test_no_page_uses_kernels_that_it_does_not_declare():
    subprocess.run([sys.executable, "-c", PAGES_BY_GROUPS], cwd=ROOT, check=True)


@pytest.mark.long
def test_compiling_ends_with_the_server_however_that_ends(tmp_path):
    source = "from dpcore.warmup import GROUPS; from ui.shell import kernels; kernels._load(GROUPS['regret'], True)"
    own = {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_CPU_NAME": "generic"}  # none stand beside the sources
    server = subprocess.Popen([sys.executable, "-c", source], cwd=ROOT, env={**os.environ, **own})

    (child,) = waited(lambda: children_of(server))
    waited(lambda: any(tmp_path.rglob("*.nbc")))  # it compiles
    server.kill()
    server.wait()
    waited(lambda: not are_alive([child]))
