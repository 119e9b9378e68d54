"""The Sources page: every document is shown, and every link to one opens it."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

import dpcore
from tests.pages.visit import opened, said
from ui.arms import instance
from ui.explore import numbers, words
from ui.look import documents
from ui.look.terms import explained
from ui.shell.notebook import Notebook, file_of

DOCS = Path(__file__).parents[2] / "docs"
FOR_DEVELOPERS = {"hosting", "map", "streamlit-reports"}


def test_every_document_is_offered_but_for_those_of_developers():
    assert {path.stem for path in DOCS.glob("*.md")} == {*documents.NAMES, *FOR_DEVELOPERS}


@pytest.mark.parametrize("name", documents.NAMES)
def test_a_link_opens_the_document_that_it_names(name):
    (asked,) = parse_qsl(urlsplit(documents.address(name)).query)
    test = opened("sources", **dict([asked]))
    assert documents.title(name) == test.selectbox(key="document").value or test.selectbox(key="document").value == name
    assert documents.body(name).strip() in said(test)


@pytest.mark.parametrize("name", documents.NAMES)
def test_a_document_names_no_file_and_explains_its_letters(name):
    text, _, letters = documents.body(name).partition("What the symbols stand for")
    assert text.strip()
    assert not text.strip().startswith("# ")
    assert not re.search(r"\]\((?!https?:|sources\?document=)", text)
    assert not re.search(r"docs/[\w-]+\.md", text)
    assert all(re.search(rf"\b{key}\b", text) for key in re.findall(r"- \*\*(\w+)\*\*", letters))


def test_what_a_document_is_cited_for_can_be_looked_up_in_the_list_of_sources():
    assert "- **TH**: A. Azize." in documents.body("lower-bounds")
    listed = documents.works()
    assert f"**{documents.body('sources').count(chr(10) + '| ') - 1} sources**" in documents.tally()
    assert {"key", "TH"} & {*listed} == {"TH"}  # no head of the table


def test_every_number_of_arxiv_and_the_thesis_are_links():
    assert "[arXiv:2510.17348](https://arxiv.org/abs/2510.17348)" in documents.body("sources")
    assert "[Azize's thesis](https://theses.fr/2024ULILB029), Eq. 5.10" in explained("Azize's thesis, Eq. 5.10")
    rows = numbers.formulas(words.exact_numbers(numbers.numbers_of(instance.DEFAULT)))
    assert [row for row in rows if "arXiv" in row[3] and ">arXiv:" not in row[3]] == []
    assert sum("arxiv.org/abs/2510.17348" in row[3] for row in rows) >= 2


def test_sentences_that_cite_a_document_link_to_it():
    told = explained("The proof is in docs/prise.md.")
    assert told == f"The proof is in [{documents.title('prise')}]({documents.address('prise')})."
    assert documents.named("see docs/prise.md") == f"see “{documents.title('prise')}” (on the Sources page)"


def test_where_a_site_is_published_links_lead_there(monkeypatch):
    monkeypatch.setattr(documents, "SITE_ADDRESS", "https://example.org/privacy")
    assert documents.address("prise") == "https://example.org/privacy/docs/prise/"
    assert documents.named("docs/prise.md").endswith("(https://example.org/privacy/docs/prise/)")


def test_a_notebook_installs_the_library_from_the_site(monkeypatch):
    alone = Notebook("Setting", "docs/prise.md", "import dpcore", "figure = go.Figure()")
    of_the_clone = Notebook("Setting", "Source", "from ui.look import numbers", "figure = go.Figure()")
    assert "pip install . plotly" in file_of(alone, "?")
    assert "%pip" not in file_of(alone, "?")
    monkeypatch.setattr(documents, "SITE_ADDRESS", "https://example.org")
    wheel = f"https://example.org/price_of_privacy-{dpcore.__version__}-py3-none-any.whl"
    first = next(cell for cell in json.loads(file_of(alone, "?"))["cells"] if cell["cell_type"] == "code")
    assert first["source"] == f"%pip install --quiet {wheel} plotly"
    assert "Ask whoever runs this dashboard for a copy" not in file_of(alone, "?")
    assert "%pip" not in file_of(of_the_clone, "?")
    assert "Ask whoever runs this dashboard for a copy" in file_of(of_the_clone, "?")


def test_the_star_of_a_characteristic_time_begins_no_emphasis():
    lines = documents.body("characteristic-times").split("\n")
    assert [line for line in lines if re.search(r"(?<!\\)\bT\*", line) and not line.startswith("    ")] == []
    assert any(line.startswith("    n >= T*_ε") for line in lines)
