"""Names of arms: shown as they are written, so that nothing that a page takes for a sign is one; and what is cited."""

import re
from pathlib import Path

import pytest

from tests.browser.test_hostile_links import HOSTILE
from ui.arms.described import source_of
from ui.arms.names import LONGEST, checked, name, split


def test_each_arm_has_its_name_or_its_number():
    names = checked(split(" treatment A, , Größe (3) +5%, "), 4)
    assert names == ("treatment A", "", "Größe (3) +5%")
    assert [name(names, arm) for arm in range(4)] == ["treatment A", "arm 2", "Größe (3) +5%", "arm 4"]


def test_names_of_arms_that_are_not_there_are_left_out():
    assert checked(["a", "b", "c"], 2) == ("a", "b")
    assert checked(["", "", "c"], 2) == ()


def test_names_of_any_language_keep_their_marks():
    assert checked(["हिन्दी", "cafe\u0301", "ภาษาไทย", "nu\u031b\u0301o\u031b\u0301c"], 4) == (
        "हिन्दी",
        "café",
        "ภาษาไทย",
        "nứớc",
    )


REFUSED = ["x" * (LONGEST + 1), "a_b", "a.b", "-a", "a:b", "a/b", "a -- b"]
BAD_MARKS = ["a" + 9 * "\u20dd", "a" + 3 * "\u0334", "\u0301a", "a" + "\u0301" * 10**5]


@pytest.mark.parametrize("text", [*HOSTILE, *REFUSED, *BAD_MARKS, "\u202ea", "a\0"], ids=lambda text: ascii(text)[:20])
def test_what_a_page_could_take_for_a_sign_is_refused(text):
    with pytest.raises(ValueError, match="the name of an arm must be up to 24 letters"):
        checked([text], 2)
    with pytest.raises(ValueError, match="The name of an option must be up to 24 letters"):
        checked([text], 2, "The name of an option")


ROOT = Path(__file__).parents[3]


def test_the_document_that_is_cited_proves_the_bounds_with_a_gap_to_ignore():
    (cited,) = re.findall(r"docs/\S+\.md", source_of(0.1))
    assert "**A smallest difference that matters.** With indifference ζ > 0" in (ROOT / cited).read_text("utf-8")
    assert "Garivier & Kaufmann 2016" in source_of(0.0)
