"""What the Explorer and other texts both say is the same: what boundaries are called, and where runs are given up."""

import re
from pathlib import Path

from ui.arms import instance, method
from ui.explore.numbers import BOUNDARIES, CONSTANTS, WORDS
from ui.look.numbers import power_of_ten

ROOT = Path(__file__).parents[3]
FILES = [
    *(
        "ui/glossary.toml",
        "ui/lecture/quantities.py",
        "ui/choose/sequential/figures.json",
        "dpcore/exercises/kinds.toml",
    ),
    *(path.relative_to(ROOT).as_posix() for path in ROOT.glob("ui/lecture/talks/*.toml")),
]
# How a sentence may name what a boundary begins, in whatever words; "hardly raises" is no name, but says what is so.
NAMES = {
    "price_dominated": r"privacy (?:then )?(?:sets?|dominates?|decides?|determines?|rules?|governs?)\b",
    "almost_free": r"\b(?:nearly|almost|hardly|practically) (?:un)?(?:changed|affected|raised|free)\b",
}


def named_otherwise(flags):
    """The (file, sentence) that name a boundary, but not as its flag does; "does privacy set this bound" is alike."""
    found = set()
    for boundary, flag in flags.items():
        words = [f"{word.removesuffix('s')}s?" for word in flag.replace(" the ", " ").split()]
        says = " (?:(?:is|then|the|this) )*".join(words).replace("bounds?", "(?:bound|it)")
        for file in FILES:
            for sentence in re.split(r"\n|[.?!;] ", (ROOT / file).read_text(encoding="utf-8")):
                if re.search(NAMES[boundary], sentence) and not re.search(says, sentence):
                    found.add((file, sentence))
    return found


def test_every_text_names_a_boundary_as_the_explorers_flag_does():
    assert not named_otherwise({name: BOUNDARIES[name].flag for name in NAMES})
    reworded = named_otherwise({"price_dominated": "privacy rules the bound", "almost_free": "bound hardly raised"})
    assert {file for file, _ in reworded} == {*FILES}  # none is overlooked


def test_what_browsers_say_too_is_written_alike():
    assert CONSTANTS["too_many"] == method.TOO_MANY == power_of_ten(12)
    assert WORDS["problems"]["last_valid"] == instance.LAST_VALID
