"""Whether this server can open its first page: `/healthz`, for proxies and container engines.

Streamlit's /_stcore/health says that its server answers; it does so before any kernel is compiled.
"""

import threading
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from streamlit import config

if TYPE_CHECKING:
    from ui.shell.kernels import Kernels

PATH = "/healthz"
_HEADERS = {"Cache-Control": "no-store"}
_kernels: "list[Kernels]" = []


def begin() -> None:
    """Start to load the kernels, beside the server, so that its first visitor need not wait for them."""
    threading.Thread(target=_begin, daemon=True).start()


def _begin() -> None:
    from ui.shell.kernels import kernels

    _kernels.append(kernels())


def problem() -> str | None:
    """In one sentence why the server cannot open its first page; None if it can."""
    from ui.jobs import job

    if not _kernels or _kernels[0].opens_first_page is None:
        return "The kernels of the first page are being prepared."
    if not _kernels[0].opens_first_page:
        return "The kernels of the first page could not be loaded; the server's log says why."
    if not job.lives():
        return "Visitors' computations do not begin or end as they should. Restart this server."
    return None


def routes() -> list[Route]:
    """`/healthz`, below the server's prefix and, for probes that do not know that, at the top."""
    base = config.get_option("server.baseUrlPath").strip("/")
    return [Route(path, _answer) for path in dict.fromkeys([PATH, f"/{base}{PATH}" if base else PATH])]


def _answer(request: Request) -> PlainTextResponse:
    found = problem()
    return PlainTextResponse(f"{found or 'ok'}\n", status_code=503 if found else 200, headers=_HEADERS)
