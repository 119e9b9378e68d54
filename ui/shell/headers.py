"""What a browser may do with this server's answers: the headers of every answer, if server.py was started.

The policy allows what the pages need and nothing from elsewhere: scripts and styles of this server, the scripts inside
its documents (by their digests), components, which Streamlit's front end loads as blobs, and kernels in WebAssembly
with their workers.  Styles in attributes are allowed too, because Streamlit, Plotly and the components write them.
"""

import base64
import hashlib
import logging
import re
import traceback
from collections.abc import Iterable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger(__name__)
_INLINE_SCRIPT = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)
_SOURCE = re.compile(r"\*|(https?://)?[A-Za-z0-9*._-]+(:[0-9]+|:\*)?|https?:")
_DENIED = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment serial usb"


def may_embed(sites: str) -> str:
    """The sites that may show pages in a frame, written as a policy does.

    sites: separated by spaces, such as "https://intranet.example https://*.uni.example"; "*" allows every site, ""
    only this server.
    Raises: ValueError if one of them is not a site.
    """
    for site in sites.split():
        if not _SOURCE.fullmatch(site):
            raise ValueError(f"EMBED_IN must name sites such as https://intranet.example, not {site[:100]!r}")
    return " ".join(["'self'", *sites.split()])


def policy(documents: Iterable[str], embedding: str) -> str:
    """The Content-Security-Policy of pages with this HTML, which the sites in `embedding` may show in a frame."""
    scripts = sorted({script for document in documents for script in _INLINE_SCRIPT.findall(document)})
    digests = [f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in scripts]
    allowed = {
        "default-src": "'self'",
        "script-src": " ".join(["'self' blob: 'wasm-unsafe-eval'", *digests]),
        "worker-src": "'self' blob:",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": embedding,
    }
    return "; ".join(f"{name} {value}" for name, value in allowed.items())


def headers(content_policy: str) -> dict[str, str]:
    """The headers of every answer."""
    return {
        "Content-Security-Policy": content_policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",  # a link holds what a visitor has entered
        "Permissions-Policy": ", ".join(f"{name}=()" for name in _DENIED.split()),
    }


class WithHeaders:
    """The application, with these headers added to every answer that has none."""

    def __init__(self, app: ASGIApp, headers: dict[str, str]) -> None:
        self._app = app
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                given = list(message.get("headers", ()))
                names = {name.lower() for name, _ in given}
                message["headers"] = [*given, *(header for header in self._headers if header[0] not in names)]
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            await self._app(scope, receive, send_with_headers)
        except Exception as error:  # the framework's answer would lack the headers, and its log would show the address
            place = traceback.extract_tb(error.__traceback__)[-1]
            _log.error("An answer failed: %s in %s, line %s", type(error).__name__, place.filename, place.lineno)
            if has_begun:
                raise ConnectionAbortedError from None
            answer = PlainTextResponse("This request failed; the server's log says where.\n", status_code=500)
            await answer(scope, receive, send_with_headers)
