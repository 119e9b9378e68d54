"""A component's HTML, CSS and JavaScript from its files: Streamlit takes each as one piece of text."""

import functools
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import streamlit as st

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "([./\w]+)"\n', re.MULTILINE)
_FILE = re.compile(r'^import (\w+) from "([./\w]+\.(?:json|wasm|js))"(?: with \{ type: "json" \})?\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@functools.cache
def text(path: Path) -> str:
    """What the file says, read once: pages ask in every run."""
    return path.read_text(encoding="utf-8")


def component(folder: Path) -> Callable[..., Any]:
    """What mounts the component whose files in `folder` bear its name; its data say its `key`, and when `made`."""
    name = folder.name
    mount = st.components.v2.component(
        name,
        html=text(folder / f"{name}.html"),
        css=text(folder / f"{name}.css"),
        js=script(folder / f"{name}.js"),
    )

    def mount_dated(*, key: str, data: dict[str, Any], **options: Any) -> Any:
        return mount(key=key, data={**data, "key": key, "made": _made(key, data)}, **options)

    return mount_dated


def _made(key: str, data: dict[str, Any]) -> tuple[str, int]:
    """In which session, and as which of its data there, counted from 1, this component first had these data."""
    made: dict[str, tuple[dict[str, Any], int]]
    session, made = st.session_state.setdefault("_made", (uuid4().hex, {}))
    earlier, number = made.get(key, (None, 0))
    if data != earlier:
        made[key] = data, number + 1
    return session, made[key][1]


def script(path: Path) -> str:
    """The module at `path` and all modules that it imports, each once and after those that it imports itself, as one.

    Modules import names in one line, `import { a, b } from "./file.js"`, and rename none; names at their top level
    must not repeat (tests/ui/components/test_assets.py).  `import a from "./file.json" with { type: "json" }` gives
    what it holds, of a .wasm file (without `with`) its bytes as a text that ui/components/shared/packed.js unpacks, and
    of a .js file its script as a text: a worker's.
    Raises: ValueError when a module exports no such name.
    """
    parts: dict[Path, str] = {}
    _collect(path.resolve(), parts)
    return "\n".join(parts.values())


def _collect(path: Path, parts: dict[Path, str]) -> None:
    source = text(path)
    for names, place in _IMPORT.findall(source):
        imported = (path.parent / place).resolve()
        if missing := set(names.split(", ")) - set(_EXPORT.findall(text(imported))):
            raise ValueError(f"{path.name} imports {sorted(missing)}, which {imported.name} does not export")
        if imported not in parts:
            _collect(imported, parts)
    for name, place in _FILE.findall(source):
        file = (path.parent / place).resolve()
        parts[file] = f"const {name} = {_held(file)}"
    parts[path] = _EXPORT.sub("", _FILE.sub("", _IMPORT.sub("", source)))


def _held(path: Path) -> str:
    """What a file holds, as JavaScript: JSON without the spaces of its lines, a script as text; else bytes, packed."""
    if path.suffix == ".json":
        return json.dumps(json.loads(text(path)), ensure_ascii=False, separators=(",", ":"))
    if path.suffix == ".js":
        return json.dumps(script(path), ensure_ascii=False)
    return json.dumps(packed(path))


def packed(path: Path) -> str:
    """A file's bytes as a text, which ui/components/shared/packed.js unpacks."""
    return b64encode(zlib.compress(path.read_bytes(), 9)).decode()
