"""The words, without a browser: every one of them with its meaning and a page that shows it."""

import math
import re

from tests.pages.visit import opened, said
from ui.glossary import GROUPS, anchor

RAW = re.compile(r"[A-Za-zε]\*?[_^][A-Za-zε]")  # a sign that is neither plain text nor typeset


def test_every_word_is_on_the_page():
    test = opened("glossary")
    words = [word for words in GROUPS.values() for word in words]
    assert set(GROUPS) <= {header.value for header in test.header}
    assert all(f"**{word.plain}** (in theory: {word.theory})  \n{word.meaning}" in said(test) for word in words)
    links = [link.proto.page for link in test.get("page_link")][: len(words)]  # then those at the page's foot
    assert links == ["" if word.page == "explore" else word.page for word in words]
    assert not RAW.search(re.sub(r"\$[^$]*\$", "", said(test)))


def test_what_the_answer_promises_leads_to_the_page_that_chooses_among_it():
    words = GROUPS["What is promised about the answer"]
    assert [word.plain for word in words][:4] == [
        "promise about the answer",
        "find a lead",
        "right whatever the rates are",
        "prove that it beats the usual one",
    ]
    assert {word.page for word in words} == {"choose_epsilon"}


def test_every_part_is_reached_from_the_top():
    test = opened("glossary")
    parts = [part.value for part in test.header]
    assert [*GROUPS] == parts
    assert re.findall(r"\[([^]]*)\]\(#([a-z-]+)\)", said(test)) == [(part, anchor(part)) for part in parts]
    assert [part.anchor for part in test.header] == list(map(anchor, parts))


def test_the_first_sentence_holds_the_promise_to_the_letter():
    (told,) = re.findall(r"at a privacy budget of 0\.1, .*at most ([\d.]+) %", said(opened("glossary")))
    exact = 100 * math.expm1(0.1)
    assert exact <= float(told) < exact + 0.1
