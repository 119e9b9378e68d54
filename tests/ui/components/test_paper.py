"""What a browser reports of the button that prints, and what the server hands out for browsers to keep."""

import tomllib
from pathlib import Path

import pytest

from ui.components import modules, paper


@pytest.mark.parametrize("reported", [None, 0, -1, True, "1", 1.5, float("nan"), 2**53, [1], {"asked": 1}])
def test_what_no_button_reports_asks_for_nothing(reported):
    assert paper.asked(reported) == 0


def test_a_page_is_written_only_once_it_is_asked_for(monkeypatch):
    mounted, written = [], []
    state = {}
    monkeypatch.setattr(paper.st, "session_state", state)
    monkeypatch.setattr(paper, "_component", lambda **how: mounted.append(how["data"]))

    def write():
        written.append(1)
        return "<p>report</p>"

    paper.print_button("button", "Print", "file", write)
    assert (mounted[-1]["html"], written) == ("", [])
    state["button"] = {"asked": 17}
    paper.print_button("button", "Print", "file", write)
    assert (mounted[-1]["html"], mounted[-1]["number"]) == ("<p>report</p>", 17)
    state["button"] = {"asked": 0}
    paper.print_button("button", "Print", "file", write)
    assert (mounted[-1]["html"], written) == ("", [1])


ROOT = Path(__file__).parents[3]


def test_a_modules_address_is_a_file_that_is_served_and_changes_with_it(tmp_path, monkeypatch):
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert settings["server"]["enableStaticServing"]
    address, version = modules.address_of("prise").split("?")
    assert (ROOT / address.removeprefix("app/")).is_file()
    (tmp_path / "prise.wasm").write_bytes(b"another")
    monkeypatch.setattr(modules, "path", lambda module: tmp_path / f"{module}.wasm")
    assert modules.address_of.__wrapped__("prise").split("?")[1] != version


def test_only_modules_are_served():
    assert {path.suffix for path in (ROOT / "static").iterdir()} == {".wasm"}
