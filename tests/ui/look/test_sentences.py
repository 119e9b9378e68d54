"""Sentences from their templates."""

import json
import math
import random
import re
from itertools import islice

import pytest

from tests.ui.components.node import said_of_each
from tests.ui.components.test_assets import COMPONENTS
from ui.explore.numbers import WORDS
from ui.look import numbers
from ui.look.sentences import WRITTEN, as_html, filled, said

TEMPLATES = {
    "greeting": [
        {"if": ["size", ">=", "large"], "say": "{name|capital} is large: {size|number 2}"},
        {"if": ["size", ">=", 1], "say": "{name} has {parts}"},
        {"say": "{name} is small"},
    ],
    "parts": [{"if": ["count"], "say": "{count} parts"}, {"say": "no parts"}],
}


@pytest.mark.parametrize(
    "size, count, expected",
    [(12.34, 1, "Box is large: 12"), (10, 1, "Box is large: 10"), (1, 3, "box has 3 parts"), (1, 0, "box has no parts"),
     (0.5, 3, "box is small")],
)  # fmt: skip
def test_the_first_case_that_holds_is_said(size, count, expected):
    assert said(TEMPLATES, "greeting", {"name": "box", "size": size, "large": 10, "count": count}) == expected


def test_where_no_case_holds_nothing_is_said():
    assert said({"more": [{"if": ["parts"], "say": " It has parts."}]}, "more", {"parts": ()}) == ""


def test_several_ways_of_writing_follow_one_another():
    assert filled("{x|rounded_up|number} {x|rounded_down 2|number 4}", {"x": 0.123456}) == "0.124 0.1200"


@pytest.mark.parametrize("hurt, expected", [(-2.5, "pain 2.50"), (0, "none"), (None, "none")])
def test_a_name_with_a_dot_is_an_attribute(hurt, expected):
    templates = {"told": [{"if": ["it.real"], "say": "pain {it.real|size|number}"}, {"say": "none"}]}
    assert said(templates, "told", {"it": hurt}) == expected
    assert said(templates, "told", {}) == "none"


def test_html_is_letter_by_letter_but_for_what_is_bold():
    assert as_html("**a <b>** & 'c' ** d") == "<strong>a &lt;b&gt;</strong> &amp; &#x27;c&#x27; ** d"


def test_a_sum_in_the_constants_is_right():
    assert WORDS["constants"]["raised"] == 1 + WORDS["constants"]["tolerance"]


def test_scripts_write_numbers_as_python_does():
    rng = random.Random(0)
    values = [10 ** rng.uniform(-7, 18) for _ in range(300)]
    values += [float(f"{value:.{rng.randint(0, 4)}e}") for value in values]
    values += [rng.randint(1, 4000) / 2 ** rng.randint(0, 12) for _ in range(300)]  # exactly between two texts, some
    values += [-value for value in values[:9]] + [
        0.0,
        1.0,
        0.9957,
        1e5,
        99999.5,
        9.999,
        10.0,
        4193.0 * (1 + 1e-13),
        math.inf,
    ]
    bare = ("at_least", "at_most", "count", "exact", "plural", "setting")
    ways = sorted(WRITTEN.keys() - {"capital", "size", "whole"})
    ways = [(way, *digits) for way in ways for digits in ([()] if way in bare else [(), (2,)])]
    asked = [("{x|" + " ".join(map(str, way)) + "}", {"x": value}) for way in ways for value in values]
    texts = iter(said_of_each(COMPONENTS / "shared/sentences.js", "filled", asked))
    for way, *digits in ways:
        of_way = list(islice(texts, len(values)))
        written = [WRITTEN[way](value, *digits) for value in values]
        if way.startswith("rounded"):
            assert [float(text.replace("Infinity", "inf")) for text in of_way] == written
        else:
            assert of_way == written, way
    for way, most in (("whole", 2**53), ("duration", 1000 * 3600)):
        known = [value for value in values if 0 <= value < most]
        texts = said_of_each(COMPONENTS / "shared/numbers.js", way, zip(known))
        assert texts == list(map(getattr(numbers, way), known)), way


def test_scripts_have_all_ways_of_writing():
    script = (COMPONENTS / "shared" / "sentences.js").read_text(encoding="utf-8")
    (table,) = re.findall(r"const WRITTEN = \{(.*?)\n\}", script, re.DOTALL)
    assert set(WRITTEN) <= set(re.findall(r"^  (\w+)", table, re.MULTILINE))


def test_a_power_of_ten_keeps_its_zeros():
    assert (numbers.percent(1e-12), numbers.at_least(1e-10)) == ("1.00e-10 %", "1.00e-10")


def named_once(pairs):
    assert len(dict(pairs)) == len(pairs), [name for name, _ in pairs]


def test_no_name_stands_twice_in_a_file_of_texts():
    for path in COMPONENTS.parent.rglob("*.json"):
        json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=named_once)
    with pytest.raises(AssertionError, match="greeting"):
        json.loads('{"greeting": 1, "greeting": 2}', object_pairs_hook=named_once)
