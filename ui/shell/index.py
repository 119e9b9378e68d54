"""The HTML that a browser loads first, for every page: Streamlit's own, with the style sheet in it.

What a page sends later is drawn as it comes; a style sheet among it would move what stands there already.
"""

from pathlib import Path

from starlette.responses import HTMLResponse
from starlette.routing import Route
from streamlit import config, file_util

from ui.components import assets

_STYLE = assets.text(Path(__file__).with_name("style.css"))
_HEADERS = {"Cache-Control": "no-cache"}
_PAGES = Path(__file__).parents[2] / "pages"


def html() -> str:
    """Streamlit's index.html with the style sheet in its head, a little stronger than rules that are added later."""
    index = assets.text(Path(file_util.get_static_dir()) / "index.html")
    return index.replace("</head>", f"<style>body {{ {_STYLE} }}</style></head>")


def routes() -> list[Route]:
    """Routes for the addresses of all pages; Streamlit serves everything else."""
    page = html()
    base = config.get_option("server.baseUrlPath").strip("/")
    start = f"/{base}/" if base else "/"
    names = ["", *(path.stem for path in _PAGES.glob("*.py"))]
    return [Route(start + name, lambda request: HTMLResponse(page, headers=_HEADERS)) for name in names]
