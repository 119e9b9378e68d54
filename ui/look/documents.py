"""The project's documents, docs/*.md: pages link to the published site if there is one, else to the Sources page."""

import os
import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import quote

import dpcore

SITE_ADDRESS = os.environ.get("SITE_ADDRESS", "").rstrip("/")  # where the folder of `./run site` is published
NAMES = (
    "sources",
    "errata",
    "characteristic-times",
    "lower-bounds",
    "designs",
    "prise",
    "pb-tas",
    "dp-tt-threshold",
    "dp-od",
    "bounded-outcomes",
    "regret-limit",
    "privacy-budgets",
    "audit",
    "trial",
    "exercises",
)
_STARRED = re.compile(r"^(?! {4}).*T\*.*$", re.MULTILINE)  # a line, not of code, whose T* would begin emphasis
_ARXIV = re.compile(r"arXiv:([\d.]+\d)")
_THESIS = re.compile(r"Azize's thesis|(?<=Azize \(2024\), )PhD thesis")
_DOCS = Path(__file__).parents[2] / "docs"
CITED = re.compile(rf"`?\bdocs/({'|'.join(NAMES)})\.md`?")
_LINK = re.compile(rf"\]\(({'|'.join(NAMES)})\.md(#[^)]*)?\)")
_LINK_ELSEWHERE = re.compile(r"\[([^\]]*)\]\((?!https?:|#)[^)]*\.\w+[^)]*\)|\[([^\]]*)\]\(#[^)]*\)")


def address(name: str) -> str:
    """Where this document is read, in full where a site is published, else seen from any page."""
    return f"{SITE_ADDRESS}/docs/{name}/" if SITE_ADDRESS else f"sources?document={quote(title(name))}"


def wheel() -> str:
    """Where the published site has the library dpcore."""
    return f"{SITE_ADDRESS}/price_of_privacy-{dpcore.__version__}-py3-none-any.whl"


@cache
def title(name: str) -> str:
    """The document's title."""
    return _read(name).partition("\n")[0].removeprefix("# ")


def tally() -> str:
    """How much is cited, proven and corrected."""
    wrong = len(re.findall(r"^- \*\*", _read("errata"), re.MULTILINE))
    return (
        f"The statements come from **{len(works())} sources** and from the proofs in this project's own documents; "
        f"**{wrong} errors and omissions** that we found in the sources are listed."
    )


def body(name: str) -> str:
    """The document in Markdown without its title, for a page: it links to no file."""
    text = _LINK.sub(lambda found: f"]({address(found[1])})", _read(name).partition("\n")[2])
    text = linked(_LINK_ELSEWHERE.sub(lambda found: found[1] or found[2], text) + _sources_of(name, text))
    return _STARRED.sub(lambda line: line[0].replace("T*_", r"T\*\_").replace("T*", r"T\*"), text)


def _sources_of(name: str, text: str) -> str:
    """What the keys of sources in a document stand for."""
    listed = {} if name == "sources" else works()
    found = [f"- **{key}**: {source}" for key, source in listed.items() if re.search(rf"\b{key}\b", text)]
    return "\n".join(["", "## What the symbols stand for", "", *found]) if found else ""


def linked(markdown: str) -> str:
    """The Markdown with links in the place of docs/NAME.md, of each number of arXiv, and of the thesis once."""
    told = CITED.sub(lambda found: f"[{title(found[1])}]({address(found[1])})", markdown)
    told = _THESIS.sub(lambda found: f"[{found[0]}]({works()['TH'].rpartition(' ')[2]})", told, count=1)
    return _ARXIV.sub(r"[\g<0>](https://arxiv.org/abs/\1)", told)


def named(text: str) -> str:
    """Text that is no Markdown, such as a slide's, with titles in the place of docs/NAME.md, and addresses if known."""

    def name(found: re.Match[str]) -> str:
        return f"“{title(found[1])}”" + (f" ({address(found[1])})" if SITE_ADDRESS else " (on the Sources page)")

    return CITED.sub(name, text)


@cache
def works() -> dict[str, str]:
    """The works that docs/sources.md lists, in Markdown, by their keys."""
    _, _, rows = _read("sources").partition("\n|---|---|\n")
    return dict(re.findall(r"^\| (\w+) \| (.+) \|$", rows, re.MULTILINE))


def works_as_html(keys: Iterable[str]) -> list[str]:
    """The works with these keys, with links."""
    return [with_links(re.sub(r"\*(.+?)\*", r"<i>\1</i>", escape(works()[key]))) for key in keys]


def with_links(html: str) -> str:
    """The same where each address on the web, and each number of arXiv, is a link that can be read on paper too."""
    in_full = _ARXIV.sub(r"https://arxiv.org/abs/\1", html)
    return re.sub(r"https?://[^\s<]+[\w/]", r'<a href="\g<0>" target="_blank" rel="noopener">\g<0></a>', in_full)


def with_arxiv_links(html: str) -> str:
    """The same where each number of arXiv is a link, as short as it is."""
    return _ARXIV.sub(r'<a href="https://arxiv.org/abs/\1" target="_blank" rel="noopener">\g<0></a>', html)


@cache
def _read(name: str) -> str:
    return (_DOCS / f"{name}.md").read_text(encoding="utf-8")
