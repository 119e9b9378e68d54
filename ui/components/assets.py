"""A component's HTML, CSS and JavaScript from its files, each as one piece of text.

Streamlit sends this text again with each drawing of the component.  So a component's JavaScript only says where the
server hands out its script, which a browser loads once and keeps.
"""

import functools
import json
import re
from collections.abc import Callable
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import Any
from uuid import uuid4

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ui.look import theme

_IMPORT = re.compile(r'^import (.+) from "([./\w]+)".*\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)
_FOLDER = "scripts"  # of the scripts' addresses
_KEPT, _NOT_KEPT = "public, max-age=31536000, immutable", "no-store"
_handed_out: dict[str, str] = {}  # scripts by name
_hands_out = Event()  # set if server.py was started, not app.py by itself


@functools.cache
def text(path: Path) -> str:
    """The file's text.  It is read only once, because pages ask for it in every run."""
    return path.read_text(encoding="utf-8")


def component(folder: Path) -> Callable[..., Any]:
    """The function that mounts the component whose files in `folder` have its name.

    It adds to the data the component's `key`, the theme's colours, and when the data were `made`.
    """
    name = folder.name

    @functools.cache
    def mount() -> Callable[..., Any]:
        return st.components.v2.component(
            name,
            html=text(folder / f"{name}.html"),
            css=style(folder),
            js=loading(folder / f"{name}.js"),
        )

    def mount_dressed(*, key: str, data: dict[str, Any], **options: Any) -> Any:
        data = {**data, "key": key, "colors": asdict(theme.palette()), "arm_colors": theme.ARM_COLORS}
        return mount()(key=key, data={**data, "made": _made(key, data)}, **options)

    return mount_dressed


def loading(path: Path) -> str:
    """A module that loads the script at `path` from the server; the script itself if the server hands out none.

    Call it while a page is drawn: before that it is not known what was started.
    """
    whole = script(path)
    if not _hands_out.is_set():
        return whole
    _handed_out[path.stem] = whole
    address = f"{_FOLDER}/{path.stem}.js?{_digest(whole)}"
    return text(Path(__file__).with_name("loads.js")).replace("globalThis.ADDRESS", json.dumps(address))


def routes(start: str = "/") -> list[Route]:
    """The addresses of scripts, below the server's."""
    _hands_out.set()
    return [Route(f"{start}{_FOLDER}/{{name}}.js", _answer)]


def _answer(request: Request) -> Response:
    """A script.  A browser keeps the one that it asked for, not another version's, nor what it asked for again."""
    whole = _handed_out.get(request.path_params["name"])
    if whole is None:
        return Response(status_code=404, headers={"Cache-Control": _NOT_KEPT})
    kept = _KEPT if request.url.query == _digest(whole) else _NOT_KEPT
    return Response(whole, media_type="text/javascript", headers={"Cache-Control": kept})


@functools.cache
def _digest(whole: str) -> str:
    return sha256(whole.encode()).hexdigest()[:16]


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

    They are not loaded as separate files: that would take a round trip for each file that imports others, and a page
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
