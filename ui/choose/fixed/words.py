"""What is said of a study that looks once, at the end: **bold** where numbers matter.

What moves with the visitor's hand stands in sentences.json, which scripts in the browser read too; what else is said of
an answer stands in answer.json.
"""

import json
import math
from pathlib import Path
from typing import Any

import dpcore
from ui.choose.fixed.exact import Exact
from ui.choose.fixed.figures import INTERVAL, most_participants, whole_blocks
from ui.choose.question import BEAT, FIND, RATES, DesignQuestion
from ui.choose.words import calendar, in_studies, points_of, rates_text, share_at_least, share_at_most
from ui.components import assets
from ui.look.numbers import bare, percent
from ui.look.sentences import Template, said
from ui.state.keys import EPSILON_RANGE

TEMPLATES: dict[str, Template] = json.loads(assets.text(Path(__file__).with_name("sentences.json")))
ANSWER: dict[str, Template] = TEMPLATES | json.loads(assets.text(Path(__file__).with_name("answer.json")))


def verdict(exact: Exact) -> str:
    """The epsilon to choose, what it takes and what it protects; or why there is none."""
    return said(TEMPLATES, "verdict", values(exact))


def known(exact: Exact) -> dict[str, Any]:
    """What all templates may say."""
    question, design, lead = exact.question, exact.design, exact.design.difference
    allowed = 0 if math.isinf(exact.without_privacy) else math.floor((1 + question.extra) * exact.without_privacy)
    is_asked = not math.isfinite(exact.difference) or abs(exact.difference - lead) < 0.01 * lead
    (low, high), (lowest, highest) = exact.interval, design.usual or (0.0, 1.0)
    return {
        **values(exact),
        "exact": exact,
        "kept_text": at_least_percent(exact.kept),
        "kept_unknown": math.isnan(exact.kept) or exact.each < 1,
        "half_unknown": math.isnan(exact.kept_at_half) or exact.each < 1,
        "half_lead": points_of(lead / 2),
        "times": _times(exact),
        "wrong_of_one": share_at_most(design.risk / (design.options - 1)),
        "allowed": allowed,
        "allows_more": whole_blocks(design, allowed) > whole_blocks(design, question.participants),
        "smallest": EPSILON_RANGE[0],
        "above_smallest": math.nextafter(EPSILON_RANGE[0], math.inf),
        "difference": 100 * exact.difference,
        "difference_is_asked": is_asked,
        "no_interval": math.isnan(low),
        "confidence": INTERVAL,
        "low": low,
        "high": high,
        "lost": 1 - design.kept_share,
        "lowest_seen": min(design.means) * design.kept_share,
        "none_chosen": exact.epsilon is None or exact.needed is None,
        "ratio": (exact.needed or 0) / exact.without_privacy,
        "costs_more": (exact.needed or 0) > allowed and exact.recommended is not None,
        "has_spare": question.epsilon is not None
        and exact.planned - (exact.needed or math.inf) >= design.options * design.block,
        "needed_days": calendar(exact.needed or 0, question),
        "planned_days": calendar(exact.planned, question),
        "wrong_at_most": share_at_most(design.risk),
        "found_at_least": share_at_least(1 - (design.missed or design.risk)),
        "is_known": design.usual is None,
        "is_any": lowest <= 0 and highest >= 1,
        "lowest": percent(lowest),
        "highest": percent(highest),
        "new": design.options - 1,
        "several_new": design.options > 2,
        "rates": rates_text(question),
        "winner": design.release == "winner",
        "local": design.release == "local",
        "nothing_missing": design.missing == 0,
        "waits_for_some": design.waits and design.missing > 0,
    }


def say(known: dict[str, Any], *names: str) -> list[str]:
    """The sentences of these names, without those that are not said of this answer."""
    return [sentence.strip() for name in names if (sentence := said(ANSWER, name, known))]


def values(exact: Exact) -> dict[str, Any]:
    """What the templates of what moves may say."""
    question, epsilon = exact.question, exact.epsilon
    needs, most = exact.needed, most_participants(exact.design)
    lacking = 0.0 if needs is None else max(0.0, needs - question.participants)
    return {
        **given(question),
        "participants": question.participants,
        "spans": question.spans(question.participants),
        "points": 100 * exact.design.difference,
        "is_one_point": points_of(exact.design.difference) == "1 point",
        "too_few": whole_blocks(exact.design, question.participants) < 1,
        "none": exact.recommended is None,
        "not_known": exact.recommended is None and question.participants > most,
        "none_picked": exact.recommended is None and question.epsilon is not None,
        "picked": question.epsilon is not None,
        "too_private": epsilon is not None and lacking > 0,
        "epsilon": epsilon,
        "recommended": exact.recommended,
        "belief": 0.0 if epsilon is None else dpcore.largest_belief(0.5, epsilon),
        "needed": needs,
        "lacking": lacking,
        "without": exact.without_privacy,
        "without_unknown": math.isinf(exact.without_privacy),
        "needed_unknown": needs is not None and math.isinf(needs),
        "most": most,
    }


def given(question: DesignQuestion) -> dict[str, Any]:
    """What templates may say that no hand moves."""
    design = question.problem
    return {
        "beats": design.promise == BEAT,
        "found": in_studies(1 - (design.missed or design.risk)),
        "wrong_studies": in_studies(design.risk, True),
        "tells_rates": design.promise == FIND and design.looks == RATES,
        "has_data": design.data is not None,
        "has_range": design.usual is not None,
        "rates_are_given": question.mode == "the rates",
        "usual": min(design.means),
        "options": design.options,
        "block": design.block,
        "least": design.options * design.block,
        "pace": question.pace or 0,
        "span": question.span,
    }


def _times(exact: Exact) -> str:
    """What some epsilons cost, as a list; empty where it is not known."""
    told = [
        said(ANSWER, "times_at", {"budget": budget, "ratio": ratio, "more": max(ratio - 1, 0.0)})
        for budget, ratio in exact.prices
    ]
    return f"{', '.join(told[:-1])} and {told[-1]}" if told else ""


def at_least_percent(share: float) -> str:
    """A probability close to 1, rounded down, with digits enough to see how close: 99.0006 %."""
    if share > 1 - 1e-6:
        return "over 99.9999 %"
    if math.isnan(share):
        return ""
    digits = 4 if share < 0.9999 else 6
    return f"{bare(f'{math.floor(share * 10 ** (digits + 2)) / 10**digits:.{digits}f}')} %"
