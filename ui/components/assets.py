"""A component's HTML, CSS and JavaScript from its files: Streamlit takes each as one piece of text."""

import functools
import json
import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any
from uuid import uuid4

import streamlit as st

from ui.look import theme

_IMPORT = re.compile(r'^import (.+) from "([./\w]+)".*\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


@functools.cache
def text(path: Path) -> str:
    """The file's text.  It is read only once, because pages ask for it in every run."""
    return path.read_text(encoding="utf-8")


def component(folder: Path) -> Callable[..., Any]:
    """The function that mounts the component whose files in `folder` have its name.

    It adds to the data the component's `key`, the theme's colours, and when the data were `made`.
    """
    name = folder.name
    mount = st.components.v2.component(
        name,
        html=text(folder / f"{name}.html"),
        css=style(folder),
        js=script(folder / f"{name}.js"),
    )

    def mount_dressed(*, key: str, data: dict[str, Any], **options: Any) -> Any:
        data = {**data, "key": key, "colors": asdict(theme.palette()), "arm_colors": theme.ARM_COLORS}
        return mount(key=key, data={**data, "made": _made(key, data)}, **options)

    return mount_dressed


def style(folder: Path) -> str:
    """The style sheet of the component in this folder, preceded by the rules that several components share."""
    return text(folder.parent / "shared" / "kit.css") + text(folder / f"{folder.name}.css")


def _made(key: str, data: dict[str, Any]) -> tuple[str, int]:
    """The session in which this component first had these data, and their number among its data there, from 1."""
    made: dict[str, tuple[dict[str, Any], int]]
    session, made = st.session_state.setdefault("_made", (uuid4().hex, {}))
    earlier, number = made.get(key, (None, 0))
    if data != earlier:
        made[key] = data, number + 1
    return session, made[key][1]


def script(path: Path) -> str:
    """The module at `path` and all modules that it imports, as one text: each once, after those it imports.

    They cannot be loaded as separate files: Streamlit serves files only to components of installed packages, and a page
    that is saved as one file has no server at all.
    Modules import names, `import { a, b } from "./file.js"`, and never rename them; names at their top level must not
    repeat (tests/ui/components/test_assets.py).  `import a from "./file.json" with { type: "json" }` gives the file's
    content.  An import without braces from a .js file gives its whole script as a text, for a worker.
    """
    parts: dict[Path, str] = {}
    _collect(path.resolve(), parts)
    return "\n".join(parts.values())


def _collect(path: Path, parts: dict[Path, str]) -> None:
    source = text(path)
    for names, place in _IMPORT.findall(source):
        file = (path.parent / place).resolve()
        if not names.startswith("{"):
            held = json.loads(text(file)) if file.suffix == ".json" else script(file)
            parts[file] = f"const {names} = {json.dumps(held, ensure_ascii=False, separators=(',', ':'))}"
        elif file not in parts:
            _collect(file, parts)
    parts[path] = _EXPORT.sub("", _IMPORT.sub("", source))
