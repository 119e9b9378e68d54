"""Whether this server can open its first page: `/healthz`, for proxies and container engines.

Streamlit's /_stcore/health says only that its server answers, which it does before any kernel is compiled.
"""

import threading
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from ui.shell.kernels import Kernels

PATH = "/healthz"
_HEADERS = {"Cache-Control": "no-store"}
_kernels: "list[Kernels]" = []


def begin() -> None:
    """Start to load the kernels in the background, so that the first visitor does not have to wait for them."""
    threading.Thread(target=_begin, daemon=True).start()


def _begin() -> None:
    from ui.shell.kernels import kernels

    _kernels.append(kernels())


def problem() -> str | None:
    """Why the server cannot open its first page, in one sentence; None if it can."""
    from ui.jobs import job

    if not _kernels or _kernels[0].opens_first_page is None:
        return "The kernels of the first page are being prepared."
    if not _kernels[0].opens_first_page:
        return "The kernels of the first page could not be loaded; the server's log says why."
    if not job.lives():
        return "Visitors' computations do not begin or end as they should. Restart this server."
    return None


def routes(start: str = "/") -> list[Route]:
    """`/healthz`, below the server's address and also without its prefix, for probes that do not know the prefix."""
    return [Route(path, _answer) for path in dict.fromkeys([PATH, start[:-1] + PATH])]


def _answer(request: Request) -> PlainTextResponse:
    found = problem()
    return PlainTextResponse(f"{found or 'ok'}\n", status_code=503 if found else 200, headers=_HEADERS)
