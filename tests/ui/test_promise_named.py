"""What no method can do is said together with the promise that it holds for, in the same sentence, on every page.

A bound on the participants is about methods that are right whatever the rates are; one that keeps a weaker promise, for
example to find a lead of 10 points, may take far fewer.  Where such a word claims nothing of the kind it is listed here
with the reason, and an entry whose words are gone fails.
"""

import re
from functools import cache

import pytest

from tests.ui.test_claims import ROOT, written_by

CLAIM = re.compile(
    r"\bimpossible\b|\bwhatever the method\b|\bnobody can\b|\brule[sd]? out\b|"
    r"\bno average\b|\bnecessary\b(?! ?=)|"
    r"\b(?:any|no|every|each)\s+(?:[\w{}%ε-]+\s+){0,3}?(?:method|algorithm|strategy|policy)\b",
    re.IGNORECASE,
)
# "A method that {}", "every method needs {} participants to {}": what it does comes from ui/choose/sequential/, whose
# words name the promise.
PROMISE = re.compile(
    r"\bwhatever (?:the|its|their) (?:success )?(?:rates|means|laws|distributions)\b|\bfinds? every (?:such )?lead\b|"
    r"\b(?:for|under) this promise\b|\b(?:method that|no method(?: can)?|participants to|or more to) \{\}",
    re.IGNORECASE,
)
NOT_ABOUT_AN_ANSWER = {
    "Every rival of {} is ruled out, so the run stops.": "one run, what its evidence says",
    "{} are ruled out.": "one run, what its evidence says",
    "{} is ruled out.": "one run, what its evidence says",
    "ruled out below {}": "a label of the picture whose zone names the promise",
    "the exact number that is enough for this design, and what is ruled out": "the picture; its zone names it",
    "smallest epsilon not ruled out": "a name in JSON beside the promise",
    "bound does not rule out": "a row of the table that names the bound's promise",
    "not ruled out by {} from epsilon": "code; whose bound it is stands in the place",
    "At each look the method says": "what a method does",
    "ruled out below ε = {}": "a label of the picture whose scene says the promise",
    "How long each method takes to be sure.": "the line of a page in the menu",
    "Does any method come near the bound?": "a question",
    "possible under one input and impossible under its neighbour": "privacy of one policy",
    "no policy can give any of its three factors": "an order of the error at a given number of pulls",
    "any algorithm, worst case over": "regret, over all ε-DP or ρ-zCDP algorithms: no answer can be wrong",
    "Minimax regret: what any algorithm loses on some instance": "regret",
    "Any ε-DP algorithm loses this much on some instance": "regret",
    "what any algorithm with that promise loses on some instance": "regret",
    "What any ρ-zCDP algorithm loses on some instance": "regret",
    "each method with itself without noise": "a comparison",
    "Every ε-DP algorithm is ρ-zCDP": "privacy",
}


def sentences(text):
    return re.split(r"(?<=[.!?])\s+", text)


def without_promise(text):
    return [
        sentence
        for sentence in sentences(text)
        if CLAIM.search(sentence)
        and not PROMISE.search(sentence)
        and not any(words in sentence for words in NOT_ABOUT_AN_ANSWER)
    ]


@cache
def shown():
    """(file, text) of all that pages say, and of the exercises; single words are names in the code."""
    files = [path for kind in ("py", "js", "html", "json", "toml") for path in (ROOT / "ui").rglob(f"*.{kind}")]
    files += [*(ROOT / "pages").glob("*.py"), *(ROOT / "dpcore").glob("*/algorithms/**/*.py")]
    files += [ROOT / "dpcore" / "exercises" / "kinds.toml"]
    names = {path: path.relative_to(ROOT).as_posix() for path in files}
    return [(names[path], text) for path in sorted(files) for text in written_by(path) if " " in text]


def test_what_no_method_can_do_names_its_promise():
    assert [f"{path}: {sentence}" for path, text in shown() for sentence in without_promise(text)] == []


def test_the_readme_names_it_too():
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if without_promise(line)] == []


def test_no_exception_is_left_without_its_words():
    texts = [text for _, text in shown()]
    assert [words for words in NOT_ABOUT_AN_ANSWER if not any(words in text for text in texts)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Privacy is cheap. No private method of risk {} averages fewer than {}.",
        "impossible: no method can",
        "Any method needs 802 or more. It holds whatever the rates are.",
        "Which ε are ruled out, whatever the method?",
    ],
)
def test_a_claim_without_its_promise_would_be_noticed(text):
    assert without_promise(text)
    assert not without_promise("No method that keeps its risk whatever the means are averages fewer.")


@pytest.mark.parametrize("page", ["explore.py", "stopping_times.py"])
def test_pages_with_such_bounds_lead_to_the_page_of_the_promises(page):
    assert "page.promise_of_bounds()" in (ROOT / "pages" / page).read_text(encoding="utf-8")
