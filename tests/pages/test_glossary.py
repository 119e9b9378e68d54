"""The words, without a browser: every one of them with its meaning, and every source."""

from tests.pages.visit import opened, said
from ui.glossary import SOURCES, WORDS


def test_every_word_and_source_is_on_the_page():
    test = opened("glossary")
    tables = " ".join(element.proto.body for element in test.get("html"))
    for word in WORDS:
        assert f"<td>{word.plain}</td><td>{word.theory}</td><td>{word.meaning}</td>" in tables
    assert all(source in said(test) for source in SOURCES)
