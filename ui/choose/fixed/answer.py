"""The answer of a study that looks once, at the end, as the page, its report and its pins ask for it."""

import math
from functools import lru_cache

import numpy as np

from ui.choose.answered import Answered, sentences
from ui.choose.fixed import tables, words
from ui.choose.fixed.exact import Exact
from ui.choose.question import BEAT, RATES, DesignQuestion, FixedDesign
from ui.choose.scene import ChoicePicture, ExactCurve, Mark, RuledOut, crossings, limits_of
from ui.choose.tables import json_value, readings, readings_table
from ui.choose.take_home import trial_plan
from ui.choose.words import PRIVATE_DATA_NOTE, points_of
from ui.look.numbers import percent, whole

ZONE = "impossible for a method that finds every lead of {}"
SMALLEST_DIFFERENCE, LARGEST_DIFFERENCE = 0.5, 60.0  # points, along the rail below the picture
DETAILS = ("kept", "half", "claim_rule", "hardest_rate", "price", "free", "ruled_out", "smaller", "interval")


@lru_cache(maxsize=64)  # the page asks for it in several places
def answered(exact: Exact) -> Answered:
    """All that is known of the answer."""
    question, design = exact.question, exact.design
    known = words.known(exact)
    figures, curves = tables.figures(exact), tables.curve_table(exact)
    has_plan = exact.epsilon is not None and exact.each > 0
    caveats = [] if design.data is None else [*words.say(known, "data"), PRIVATE_DATA_NOTE]
    return Answered(
        question=question,
        epsilon=exact.epsilon,
        is_complete=True,
        **sentences(lambda name: "".join(words.say(known, name)), has_plan),
        details=words.say(known, *DETAILS),
        picture=picture(exact),
        caveats=caveats,
        readings=readings_table(figures),
        facts={
            "readings": readings(exact.epsilon, figures),
            "curves": {str(name): [*map(json_value, values)] for name, values in curves.items()},
        },
        curves={"participants-against-epsilon": curves},
        assumptions=[*words.say(known, "independent", "constant", "fixed", "missing"), *caveats],
        guarantees=words.say(known, "noise_and_privacy", "exactly", "bound_source"),
        trial=trial_plan.of_one_look(question, exact.epsilon, exact.outcomes),
        inputs=inputs(design),
        known=tables.known_how(design),
        enough_from=exact.enough_from,
        needed=exact.needed,
        without_privacy=exact.without_privacy,
        not_ruled_out=exact.possible_from,
    )


def inputs(design: FixedDesign) -> dict[str, str]:
    """Inputs that a study with one look has, as the report says them."""
    told = {"leads missed, at most": percent(design.missed or design.risk)}
    told |= {
        "look": design.looks,
        "difference to find": points_of(design.difference),
        "missing outcomes": percent(design.missing)
        + (", more people asked instead" if design.waits else ", counted as failures"),
        "participants for each option in a block": str(design.block),
    }
    if design.promise == BEAT:
        told["wrong claims, at most"] = percent(design.risk)
    if design.usual is not None:
        told["usual rates planned for"] = f"{percent(design.usual[0])} to {percent(design.usual[1])}"
    return told


def picture(exact: Exact) -> ChoicePicture:
    """The exact curve, the promise's lower bound, and the chosen epsilon and budget among them."""
    question, design, curves = exact.question, exact.design, exact.curves
    least = curves.participants if curves.bound is None else curves.bound
    finite = curves.participants[np.isfinite(curves.participants)]
    lead = points_of(design.difference)
    zone = (ZONE.format(lead), "no method finds every such lead")
    other = ("the answer alone",) * 2 if design.looks == RATES else ("the rates published too", "with the rates")
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
        crossings=crossings(exact.bound, exact.needed, whole),
        difference=dragged_difference(question),
    )


def marks(exact: Exact) -> tuple[Mark, ...]:
    """What the picture reads off."""
    free, free_from = f"at most {percent(exact.question.extra)} extra from {{}}", exact.free_from
    if free_from < exact.enough_from:
        free_from = math.inf  # it would take more participants than there are
    return (
        Mark("possible", exact.possible_from, "ruled out below {}", "private", is_least=False),
        Mark("enough", exact.recommended and exact.enough_from, "enough from {}", "achievable", is_least=True),
        Mark("free", free_from if math.isfinite(free_from) else None, free, "without_privacy", True, False),
    )


def dragged_difference(question: DesignQuestion) -> tuple[float, tuple[float, float]] | None:
    """The difference to find and the ends of its rail, in points; None where the rates say it."""
    if question.mode == "the rates":
        return None
    largest = min(LARGEST_DIFFERENCE, 99 * question.problem.largest_difference)
    return round(100 * question.problem.difference, 9), (SMALLEST_DIFFERENCE, largest)
