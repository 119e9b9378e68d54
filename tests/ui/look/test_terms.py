"""Terms in sentences: found as words, linked once, and explained in plain text."""

import json
import re

import pytest

from tests.pages.visit import unlinked
from ui.look.terms import WORDS, as_json, explained, explained_html


@pytest.mark.parametrize(
    "sentence, linked",
    [
        ("At **ε = 0.1**, ε is small", ["ε"]),
        ("Risk and risks; the risk of an arm, and arm 1", ["Risk", "arm"]),
        ("ε-DP, (ε, δ)-DP and T*ε are longer than ε", ["ε-DP", "(ε, δ)-DP", "T*ε", "ε"]),
        ("log(1/risk) and 1/ε", ["risk", "ε"]),
        ("see ui/regret/words.py, `regret`, $\\rho$ and [regret](https://example.org)", []),
        ("alarm, farms, εs", []),
    ],
)
def test_the_first_use_of_each_term_is_linked(sentence, linked):
    told = explained(sentence)
    assert re.findall(r"\[([^]]*)\]\(#term-", told) == linked
    assert unlinked(told) == sentence


def test_html_keeps_its_tags_and_signs():
    html = '<span data-sentence="risk">a <strong>risk</strong> &lt; regret&#x27;s</span>'
    told = explained_html(html)
    assert re.findall(r'<a href="#term-[\w-]+">(.*?)</a>', told) == ["risk", "regret"]
    assert unlinked(told) == html


def test_every_explanation_is_plain_text_and_every_link_has_one():
    told = json.loads(as_json())
    assert set(told["keys"].values()) == set(told["words"]) == set(WORDS)
    for title, meaning in told["words"].values():
        assert not re.search(r"[$\\{}_^]", title + meaning)
        assert len(meaning) > 20
    assert "<" not in as_json()
