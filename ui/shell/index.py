"""The HTML that a browser loads first, for every page: Streamlit's, with the style sheet and the server's address.

A browser draws what a page sends later as soon as it arrives, so a style sheet among that would move what is already
there.
Without the address, the front end first looks for its server below the page's address, which takes a fifth of a second.
Streamlit's error dialogs are switched off: the one about a lost connection covered pictures that can be dragged
without a connection.  The style sheet says instead that the server does not answer.  Each script beside this file says
at its top what it is for.
"""

import secrets
from functools import partial
from pathlib import Path
from threading import Event

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.routing import Route
from streamlit import file_util

from ui.components import assets
from ui.look import terms
from ui.state import visit

_FOLDER = Path(__file__).parent
STYLE = assets.text(_FOLDER / "style.css")
_SCRIPTS = [assets.text(_FOLDER / f"{name}.js") for name in ("translated", "changes", "history", "heard", "terms")]
_TOUR = assets.text(_FOLDER / "tour.js")
_SCRIPTS[-1] = _SCRIPTS[-1].replace("= globalThis.TERMS\n", f"= {terms.as_json()}\n")
BRINGS_STYLE = Event()  # set if the server answers with these documents
_HEADERS = {"Cache-Control": "no-cache"}
# Streamlit's scripts that draw the Explorer's first sentence; otherwise a browser asks for them only once it has come.
_FIRST_SCRIPTS = ("Html.*.js", "purify.es.*.js")
_PAGES = Path(__file__).parents[2] / "pages"
# It is the same in all documents, because the security policy allows it by its digest.
_SERVER = 'location.href.split(/[?#]/)[0].replace(RegExp(document.currentScript.dataset.page + "/?$"), "")'
_SCRIPT = f"window.__streamlit = {{ BACKEND_BASE_URL: {_SERVER}, HOST_CONFIG: {{ blockErrorDialogs: true }} }}"


def html(page: str) -> str:
    """Streamlit's index.html with the style sheet in its head, made to outweigh rules that are added later.

    page: the address of a page, relative to the server's, which is what comes before it in the browser's address.
    """
    index = assets.text(Path(file_util.get_static_dir()) / "index.html")
    scripts = _SCRIPTS if page else [*_SCRIPTS, _TOUR]
    script = f'<script data-page="{page}">{_SCRIPT}</script>' + "".join(f"<script>{each}</script>" for each in scripts)
    preloads = "" if page else "".join(map(_preload, _FIRST_SCRIPTS))
    return index.replace("</head>", f"{script}{preloads}<style>body {{ {STYLE} }}</style></head>")


def _preload(pattern: str) -> str:
    """The tag that makes a browser load this script early; "" if Streamlit's scripts are named otherwise."""
    paths = list(Path(file_util.get_static_dir(), "static", "js").glob(pattern))
    return f'<link rel="modulepreload" crossorigin href="./static/js/{paths[0].name}">' if len(paths) == 1 else ""


def routes(start: str = "/") -> list[Route]:
    """Routes for the addresses of all pages, below the server's; Streamlit serves everything else."""
    BRINGS_STYLE.set()
    names = ["", *(path.stem for path in _PAGES.glob("*.py"))]
    pages = [Route(start + name, partial(_answer, html(name), start)) for name in names]
    return pages if start == "/" else [*pages, Route(start[:-1], partial(_go_to, start))]


def _answer(page: str, path: str, request: Request) -> HTMLResponse:
    """The document; a browser without a token gets one, so that its tabs and reloads count as one visit."""
    response = HTMLResponse(page, headers=_HEADERS)
    if visit.COOKIE not in request.cookies:
        is_secure = request.url.scheme == "https"
        token = secrets.token_urlsafe(16)
        response.set_cookie(visit.COOKIE, token, path=path, httponly=True, samesite="lax", secure=is_secure)
    return response


def _go_to(start: str, request: Request) -> RedirectResponse:
    """A redirect that names no host, because visitors may reach a proxy by another name and protocol."""
    return RedirectResponse(f"{start}?{request.url.query}" if request.url.query else start)
