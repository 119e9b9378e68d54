"""What the browser needs to compute the answer while a line is dragged; its twins are figures.py and exact.py."""

from typing import Any

from dpcore import designs
from dpcore.times.lower_bounds import error_divergence
from ui.choose.fixed import words
from ui.choose.fixed.answer import ZONE, marks
from ui.choose.fixed.exact import Exact
from ui.choose.fixed.figures import curve_epsilons, hardest_means, most_participants
from ui.choose.question import BEAT, RATES, FixedDesign
from ui.components.modules import address_of
from ui.look.sentences import as_html
from ui.state.keys import EPSILON_RANGE

MODULE = "designs"


def given(exact: Exact) -> dict[str, Any] | None:
    """None where only the server computes, because the rivals' rates differ.

    Over a range of usual rates the browser takes the one that is hardest, and the server certifies what is let go.
    """
    question, design = exact.question, exact.design
    if design.usual is None and not _is_least_favourable(design):
        return None
    low, high = EPSILON_RANGE
    other = None if design.promise == BEAT or design.is_local else "winner" if design.looks == RATES else "counts"
    return {
        "module": address_of(MODULE),
        "verdict": as_html(words.verdict(exact)),
        "templates": words.TEMPLATES,
        "given": words.given(question),
        "marks": [{"name": mark.name, "words": mark.words, "isLeast": mark.is_least} for mark in marks(exact)],
        "zone": ZONE if design.promise != BEAT else "",
        **{name: getattr(design, name) for name in ("options", "waits", "missing", "block", "risk", "missed")},
        "picked": question.epsilon is not None,
        "beats": design.promise == BEAT,
        "release": designs.RELEASES.index(design.release),
        "other": other and designs.RELEASES.index(other),
        "most": most_participants(design),
        "usual": min(hardest_means(design)),
        "kept": design.kept_share,
        "share": design.risk / (design.options - 1),
        "evidence": error_divergence(design.risk),
        "extra": question.extra,
        "smallest": low,
        "largest": high,
        "epsilons": curve_epsilons().tolist(),
    }


def _is_least_favourable(design: FixedDesign) -> bool:
    """Whether one option is better and all others are alike, the usual one among them."""
    better = [mean for mean in design.means if mean != min(design.means)]
    return len(better) == 1 and (design.promise != BEAT or design.means[0] == min(design.means))
