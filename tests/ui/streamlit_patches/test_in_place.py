"""The patches are put in place, each off by itself where Streamlit lacks what it mends; and each has its report."""

import re
from pathlib import Path

import pytest
import streamlit
from streamlit import net_util
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.state import SafeSessionState

from benchmarks import house
from tests.ui.streamlit_patches.conftest import MENDED
from ui import streamlit_patches

ROOT = Path(__file__).parents[3]
ONLY_CALLED = {"quick_sockets", "unfinished_pages"}  # by app.py, where their moment has come


def test_all_are_put_in_place(caplog):
    before = [getattr(owner, name) for owner, name in MENDED]
    streamlit_patches.put_in_place(streamlit_patches.PATCHES)
    after = [getattr(owner, name) for owner, name in MENDED]
    assert [name for (_, name), one, other in zip(MENDED, before, after, strict=True) if one is other] == []
    assert caplog.text == ""


@pytest.mark.parametrize(
    "owner, name, patch",
    [
        (AppSession, "_create_scriptrunner", "fragments_wait"),
        (net_util, "get_external_ip", "no_outside_lookup"),
        (SafeSessionState, "__annotations__", "all_that_changed"),  # where it says that it has _state
    ],
)
def test_a_patch_whose_name_is_gone_is_off_and_all_others_are_not(monkeypatch, caplog, owner, name, patch):
    monkeypatch.delattr(owner, name)
    before = [getattr(owner, name, None) for owner, name in MENDED]
    streamlit_patches.put_in_place(streamlit_patches.PATCHES)
    (said,) = caplog.messages
    assert said.startswith(f"The patch {patch} is off because this Streamlit lacks what it mends: ")
    changed = [getattr(owner, name, None) for owner, name in MENDED]
    assert sum(one is not other for one, other in zip(before, changed, strict=True)) == len(MENDED) - 1


def test_another_streamlit_than_the_tested_one_is_told_in_a_sentence(caplog):
    streamlit_patches.check_version(streamlit.__version__)
    assert caplog.messages == []
    streamlit_patches.check_version("1.68.2")
    assert caplog.messages == ["Streamlit 1.68.2 is installed, and 1.67 is tested: ./run installs that."]


def test_every_patch_is_listed_and_has_a_report():
    files = {path.stem for path in (ROOT / "ui/streamlit_patches").glob("*.py")} - {"__init__"}
    assert files == {*streamlit_patches.PATCHES, *ONLY_CALLED}
    report = (ROOT / "docs/streamlit-reports.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^Patch: `ui/streamlit_patches/(\w+)\.py`", report, re.MULTILINE)) == files


def test_every_name_of_the_front_end_that_is_looked_for_is_listed_with_its_reason():
    report = (ROOT / "docs/streamlit-reports.md").read_text(encoding="utf-8")
    named = (row.split("|")[1] for row in report.splitlines() if row.startswith("| `"))
    assert {name for cell in named for name in re.findall(r"`([\w-]+)`", cell)} == house.dom_hooks()
