"""What notebooks and slides cite stands where they say."""

import re
from pathlib import Path

from ui.arms.described import source_of

ROOT = Path(__file__).parents[3]


def test_the_document_that_is_cited_proves_the_bounds_with_a_gap_to_ignore():
    (cited,) = re.findall(r"docs/\S+\.md", source_of(0.1))
    assert "**A smallest difference that matters.** With indifference ζ > 0" in (ROOT / cited).read_text("utf-8")
    assert "Garivier & Kaufmann 2016" in source_of(0.0)
