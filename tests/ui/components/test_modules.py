"""What the server hands out for browsers to keep."""

import tomllib
from pathlib import Path

from ui.components import modules

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
