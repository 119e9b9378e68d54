"""The static site: nothing is missing, and no link leads nowhere."""

import inspect
import logging
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import plotly.graph_objects as go
import pytest
from mkdocs.exceptions import MkDocsException

import dpcore
from tools import site
from tools.docstrings import as_markdown
from ui.look import documents
from ui.published.exhibits import ALL

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The site, without what takes long and is asked elsewhere: the curves of its figures, and the library's wheel."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site.charts, "chart_of", lambda *_: go.Figure())
        patch.setattr(site, "write_library", lambda _: None)
        patch.setitem(site._SHOWN, "separate_signature", False)  # else each is formatted by a process of its own
        site.write(folder)
    return folder


class Links(HTMLParser):
    """Where a page's links lead, and which of its places they may name."""

    def __init__(self, html):
        super().__init__()
        self.targets, self.places = set(), set()
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.targets |= {found[name] for name in ("href", "src") if found.get(name)}
        self.places |= {found["id"]} if "id" in found else set()


def broken(folder):
    """The links that lead nowhere, with the page that each stands on."""
    pages = {
        path: Links(path.read_text())
        for path in folder.rglob("*.html")
        if path.name not in ("404.html", "explorer.html")
    }
    for path, links in pages.items():
        for target in links.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = there / "index.html" if there.is_dir() and there.name != "deploy" else there
            place = unquote(parts.fragment)
            if not there.exists() or (place and there in pages and place not in pages[there].places):
                yield path.relative_to(folder).as_posix(), target


def test_every_link_leads_somewhere(written):
    assert not list(broken(written))


def test_a_planted_link_to_nowhere_is_found(written, tmp_path):
    (tmp_path / "index.html").write_text('<a href="gone/">a</a> <a href="#gone">b</a> <a href="#here" id="here">c</a>')
    assert {target for _, target in broken(tmp_path)} == {"gone/", "#gone"}


@pytest.mark.long
def test_a_document_that_links_to_no_file_stops_it(tmp_path, monkeypatch):
    def stage(folder):
        real(folder)
        with (folder / "docs" / "prise.md").open("a") as document:
            document.write("\n[gone](gone.md)\n")

    real = site.stage
    monkeypatch.setattr(site, "stage", stage)
    monkeypatch.setattr(logging.getLogger("mkdocs"), "disabled", True)
    with pytest.raises(MkDocsException):
        site.write(tmp_path)


def test_the_reference_has_every_door(written):
    for module in site.modules():
        page = (written / "reference" / module.__name__.partition(".")[2] / "index.html").read_text()
        doors = [name for name in module.__all__ if callable(getattr(module, name)) and name != "warm_up"]
        assert [name for name in doors if f'id="{module.__name__}.{name}"' not in page] == []
    assert {module.__name__ for module in site.modules()} >= {
        "dpcore.times",
        "dpcore.designs.superiority",
        "dpcore.trial",
    }


@pytest.mark.parametrize("name", documents.NAMES)
def test_a_document_keeps_its_signs(written, name):
    """Stars, underscores and brackets of formulas are neither emphasis nor tags: T*_ε, p_a."""
    html = re.sub(r"<[^>]+>", "", (written / "docs" / name / "index.html").read_text())
    source = (Path(documents.__file__).parents[2] / "docs" / f"{name}.md").read_text()
    for formula in ("T*_", " T* ", "_a", "_ε"):
        asked = re.sub(r"\$[^$]+\$", "", source).count(formula)
        assert html.count(formula) >= asked, formula


def test_formulas_are_typeset(written):
    page = (written / "docs" / "lower-bounds" / "index.html").read_text()
    assert page.count("<math") == len(re.findall(r"\$[^$]+\$", (site.ROOT / "docs" / "lower-bounds.md").read_text()))
    assert "\\mathrm" not in page


def test_the_first_page_has_the_explorer_and_the_figures_have_theirs(written):
    assert 'src="explorer.html"' in (written / "index.html").read_text()
    assert (written / "explorer.html").stat().st_size > 10**5
    assert (written / "figures" / "index.html").read_text().count("Plotly.newPlot(") == len(ALL)


def test_docstrings_have_a_paragraph_a_section_and_a_list_of_arguments():
    docstring = """Return it.

    Source: TH, Theorem 1.  Deviations: none.
    Args: means: (K,), in (0, 1).  risk, epsilon: as
        there.
    Examples:
        >>> 1 + 1
        2
    """
    assert as_markdown(inspect.cleandoc(docstring)).split("\n") == [
        *("Return it.", "", "**Source:** TH, Theorem 1. Deviations: none.", "", "**Args:**", ""),
        *("- `means`: (K,), in (0, 1).", "- `risk, epsilon`: as there.", "", "```python", ">>> 1 + 1", "2", "```"),
    ]


def test_the_reference_shows_examples_as_code(written):
    page = (written / "reference" / "designs" / "index.html").read_text()
    assert re.search(r"<code[^>]*>&gt;&gt;&gt; smallest_participants\(", page)


@pytest.mark.long
def test_notebooks_find_the_library_there(tmp_path):
    site.write_library(tmp_path)
    assert (tmp_path / f"price_of_privacy-{dpcore.__version__}-py3-none-any.whl").exists()


def test_a_folder_with_other_things_is_left_alone(tmp_path, monkeypatch, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    monkeypatch.setattr("sys.argv", ["site", str(tmp_path)])
    assert site.main() == 2
    assert "holds something else" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
