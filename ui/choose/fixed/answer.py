"""The answer of a study that looks once, at the end, as the page, its report and its pins ask for it."""

import math

import numpy as np

from ui.choose.answered import Answered, Compared
from ui.choose.fixed import plan, tables, words
from ui.choose.fixed.figures import Exact, outcomes_of
from ui.choose.question import RATES, FixedDesign
from ui.choose.scene import ChoicePicture, ExactCurve, Mark, RuledOut, limits_of
from ui.choose.take_home import trial_plan
from ui.choose.words import PRIVATE_DATA_NOTE, points_of
from ui.look.numbers import at_least, percent, whole

ZONE = "impossible for a method that finds every lead of {}"
SMALLEST_DIFFERENCE, LARGEST_DIFFERENCE = 0.5, 60.0  # points, along the rail below the picture


def answered(exact: Exact) -> Answered:
    """All that is known of the answer."""
    question, design = exact.question, exact.design
    return Answered(
        question=question,
        epsilon=exact.epsilon,
        is_complete=True,
        publishes_rates=design.publishes_rates,
        promise=words.promise(design),
        short_promise=words.short_promise(design),
        asked=words.asked(question),
        verdict=words.verdict(exact),
        details=words.details(exact),
        takes=words.takes(exact),
        picture=picture(exact),
        picture_reading=words.picture_reading(design),
        caveats=[] if design.data is None else [words.data_sentence(design), PRIVATE_DATA_NOTE],
        readings=tables.readings_table(exact),
        facts=tables.facts(exact),
        curves=tables.curve_tables(exact),
        assumptions=plan.assumptions(design),
        guarantees=plan.guarantees(design),
        proof=plan.proof(design),
        trial=trial_plan.of_one_look(question, exact.epsilon, outcomes_of(design, exact.planned)),
        plan=plan.paragraphs(exact),
        inputs=words.inputs(design),
        compared=Compared(
            tables.known_how(design), exact.enough_from, exact.needed, exact.without_privacy, exact.possible_from
        ),
    )


def picture(exact: Exact) -> ChoicePicture:
    """The exact curve, the promise's lower bound, and the chosen epsilon and budget among them."""
    question, design, curves = exact.question, exact.design, exact.curves
    least = curves.participants if curves.bound is None else curves.bound
    finite = curves.participants[np.isfinite(curves.participants)]
    lead = points_of(design.difference)
    zone = (ZONE.format(lead), "no method finds every lead")
    other = "the rates published too" if design.looks != RATES else "the answer alone"
    return ChoicePicture(
        label="Participants against epsilon: the exact number that is enough for this design, and what is ruled out",
        limits=limits_of(float(least.min()), float(finite.max(initial=1.0)) / 5, question.participants),
        budget=question.participants,
        epsilon=exact.epsilon,
        enough=("enough: one look at the end", "enough"),
        marks=marks(exact),
        ruled_out=None if curves.bound is None else RuledOut(curves.epsilons, curves.bound, zone),
        curve=ExactCurve(curves.epsilons, curves.participants),
        second=None if curves.second is None else ExactCurve(curves.epsilons, curves.second, other),
        crossings=_crossings(exact),
        difference=None if question.mode == "the rates" else (round(100 * design.difference, 9), _rail(design)),
    )


def marks(exact: Exact) -> tuple[Mark, ...]:
    """What the picture reads off."""
    share = percent(exact.question.extra)
    return (
        Mark("possible", exact.possible_from, "ruled out below {}", "private", is_least=False),
        Mark("enough", exact.recommended and exact.enough_from, "enough from {}", "achievable", is_least=True),
        Mark("free", _finite(exact.free_from), f"at most {share} extra from {{}}", "without_privacy", True, False),
    )


def _crossings(exact: Exact) -> tuple[tuple[float, str], ...]:
    found = [] if exact.bound is None else [(exact.bound, f"at least {at_least(exact.bound)} participants")]
    if exact.needed is not None and math.isfinite(exact.needed):
        found.append((exact.needed, f"{whole(exact.needed)} participants are enough"))
    return tuple(found)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _rail(design: FixedDesign) -> tuple[float, float]:
    """The ends of the rail of differences, in points."""
    return SMALLEST_DIFFERENCE, min(LARGEST_DIFFERENCE, 99 * design.largest_difference)
