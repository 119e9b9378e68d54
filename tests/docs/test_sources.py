"""Every citation resolves to the one list of sources, docs/sources.md."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KEY = re.compile(r"\b(?:[A-Z]{2,5}\d{2}|TH|PT|SL)\b")
NO_CITATIONS = {"SFC64"}
FILES = [
    *sorted((ROOT / "dpcore").rglob("*.py")),
    *sorted((ROOT / "ui").rglob("*.py")),
    *sorted((ROOT / "docs").glob("*.md")),
]


def listed() -> set[str]:
    table = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| ([A-Z]+\d*) \|", table, re.MULTILINE))


def cited(text: str) -> set[str]:
    return set(KEY.findall(text)) - NO_CITATIONS


def sources_without_a_key(text: str) -> list[str]:
    """The `Source:` lines of docstrings that name a person and a year, or a number of arXiv, instead of a key."""
    lines = re.findall(r"^\s*Sources?: .*$", text, re.MULTILINE)
    return [line for line in lines if re.search(r"arXiv:|\b[A-Z][a-z]+ (?:et al\. )?\(?(?:19|20)\d\d|thesis", line)]


def test_citations_resolve():
    texts = {path: path.read_text(encoding="utf-8") for path in FILES}
    assert {path for path, text in texts.items() if not cited(text) <= listed()} == set()
    assert {path for path, text in texts.items() if re.search(r"\bspec [A-Z]?\d", text)} == set()
    assert {path for path, text in texts.items() if sources_without_a_key(text)} == set()


def test_every_source_is_cited():
    texts = [path.read_text(encoding="utf-8") for path in FILES if path.name != "sources.md"]
    assert listed() <= set.union(*(cited(text) for text in texts))


@pytest.mark.parametrize("text", ["Source: XY99 Theorem 1.", "Source: TH and QQ12"])
def test_an_unlisted_key_is_caught(text):
    assert not cited(text) <= listed()


@pytest.mark.parametrize(
    "text", ["Source: Sajed (2019), Theorem 3", "    Source: arXiv:1905.09383.", "Source: the thesis"]
)
def test_a_citation_without_a_key_is_caught(text):
    assert sources_without_a_key(text)
