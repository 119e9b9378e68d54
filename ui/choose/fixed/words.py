"""What is said of a study that looks once, at the end: **bold** where numbers matter.

What moves with the visitor's hand stands in sentences.json, which scripts in the browser read too.
"""

import json
import math
from pathlib import Path
from typing import Any

import dpcore
from ui.choose.fixed.figures import INTERVAL, Exact, most_participants, whole_blocks
from ui.choose.question import BEAT, RATES, DesignQuestion, FixedDesign
from ui.choose.words import (
    below,
    calendar,
    crowd,
    in_studies,
    points_of,
    rates_text,
    share_at_least,
    share_at_most,
    since,
)
from ui.components import assets
from ui.look.numbers import at_least, bare, number, percent, setting, whole
from ui.look.sentences import Template, said
from ui.state.keys import EPSILON_RANGE

TEMPLATES: dict[str, Template] = json.loads(assets.text(Path(__file__).with_name("sentences.json")))


def verdict(exact: Exact) -> str:
    """The epsilon to choose, what it takes and what it protects; or why there is none."""
    return said(TEMPLATES, "verdict", values(exact))


def values(exact: Exact) -> dict[str, Any]:
    """What the templates may say."""
    question, epsilon = exact.question, exact.epsilon
    needs = exact.needed
    lacking = 0.0 if needs is None else max(0.0, needs - question.participants)
    return {
        **given(question),
        "participants": question.participants,
        "days": 0 if question.per_day is None else math.ceil(question.participants / question.per_day),
        "points": 100 * exact.design.difference,
        "is_one_point": points_of(exact.design.difference) == "1 point",
        "none": exact.recommended is None,
        "not_known": exact.recommended is None and question.participants > most_participants(exact.design),
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
        "most": most_participants(exact.design),
    }


def given(question: DesignQuestion) -> dict[str, Any]:
    """What templates may say that no hand moves."""
    design = question.problem
    return {
        "beats": design.promise == BEAT,
        "found": in_studies(1 - (design.missed if design.promise == BEAT else design.risk)),
        "at": at_usual_rate(question),
        "per_day": question.per_day or 0,
    }


def at_usual_rate(question: DesignQuestion) -> str:
    """At which usual rate the lead is found, in the verdict."""
    design = question.problem
    if design.data is not None:
        return " at every usual rate that your data allow"
    if design.usual is not None:
        return " whatever the usual rate is"
    return " at these rates" if question.mode == "the rates" else f" at a usual rate of {percent(min(design.means))}"


def promise(design: FixedDesign) -> str:
    """What the study promises, in one sentence."""
    lead = points_of(design.difference)
    if design.promise == BEAT:
        return (
            f"Whatever the rates are, the study claims of an option that is no better than the usual one that it beats "
            f"it with probability at most {share_at_most(design.risk)}, over all such options together. An option that "
            f"beats the usual one by {lead} or more{_at_rate(design)} is found with probability at least "
            f"{share_at_least(1 - design.missed)}."
        )
    return (
        f"If one option leads every other by {lead} or more{_at_rate(design)} the study names it with probability at "
        f"least {share_at_least(1 - design.risk)}. If the lead is smaller, it names some option, and nothing is "
        "promised."
    )


def short_promise(design: FixedDesign) -> str:
    """What is promised, in a few words."""
    lead = points_of(design.difference)
    if design.promise == BEAT:
        return (
            f"The promise: claim wrongly in at most {in_studies(design.risk, True)}, whatever the rates are. A smaller "
            "gain may be missed."
        )
    where = _at_rate(design).rstrip(",")
    return f"The promise: find a lead of {lead} or more{where}. About a smaller lead nothing is promised."


def _at_rate(design: FixedDesign) -> str:
    """At which rates the promise holds, after the lead."""
    if design.usual is None:
        return ", at these rates,"
    low, high = design.usual
    if low <= 0 and high >= 1:
        return ", whatever the usual rate is,"
    return f", at any usual rate from {percent(low)} to {percent(high)},"


def asked(question: DesignQuestion) -> str:
    """The question in one sentence."""
    design, lead, people = question.problem, points_of(question.problem.difference), crowd(question.participants)
    if design.promise == BEAT:
        which = "Does the new option beat" if design.options == 2 else f"Which of {design.options - 1} new options beat"
        return (
            f"{which} the usual one? With {people}, at most {share_at_most(design.risk)} of studies "
            f"claim so wrongly, whatever the rates are, and at least {share_at_least(1 - design.missed)} find a gain "
            f"of {lead} or more{_rates(question)}."
        )
    return (
        f"Which of {design.options} options is best? With {people}, at least "
        f"{share_at_least(1 - design.risk)} of studies name it if it leads every other by {lead} or "
        f"more{_rates(question)}."
    )


def _rates(question: DesignQuestion) -> str:
    design = question.problem
    return f", at success rates of {rates_text(question)}" if design.usual is None else _at_rate(design).rstrip(",")


def details(exact: Exact) -> list[str]:
    """The expert's sentences: how exactly the promise is kept, what privacy costs, and what is ruled out."""
    of_the_plan = (_kept(exact), _half(exact), claim_rule(exact), _hardest(exact), _price(exact), _free(exact))
    around_it = (ruled_out(exact), _smaller(exact), interval_sentence(exact))
    return [each for each in (*of_the_plan, *around_it) if each]


def _kept(exact: Exact) -> str:
    if math.isnan(exact.kept) or exact.each < 1:
        return ""
    design, each = exact.design, exact.each
    where = "without privacy" if exact.epsilon is None else f"at ε = {setting(exact.epsilon)}"
    what = "finds an option that beats the usual one" if design.promise == BEAT else "names the best option"
    return (
        f"With {whole(each)} participants of each option, {where}, the study {what} with probability "
        f"{at_least_percent(exact.kept)}, computed exactly."
    )


def _half(exact: Exact) -> str:
    """How often half of the lead is found."""
    if math.isnan(exact.kept_at_half) or exact.each < 1:
        return ""
    half = points_of(exact.design.difference / 2)
    return f"Half of that lead, {half}, is found in {percent(exact.kept_at_half)} of studies."


def claim_rule(exact: Exact) -> str:
    """When an option is claimed to beat the usual one; empty under the other promise."""
    if exact.critical is None:
        return ""
    shared = exact.design.risk / (exact.design.options - 1)
    return (
        f"An option is claimed to beat the usual one where its noisy count is larger by {whole(exact.critical)} or "
        f"more: at most {share_at_most(shared)} of studies then claim so wrongly of any one option."
    )


def _hardest(exact: Exact) -> str:
    """At which usual rate the promise is hardest to keep, over a range of them."""
    if exact.design.usual is None:
        return ""
    return f"The promise is hardest to keep at a usual rate of about {percent(exact.hardest_usual, 2)}."


def at_least_percent(share: float) -> str:
    """A probability close to 1, rounded down, with digits enough to see how close: 99.0006 %."""
    if share > 1 - 1e-6:
        return "over 99.9999 %"
    digits = 4 if share < 0.9999 else 6
    return f"{bare(f'{math.floor(share * 10 ** (digits + 2)) / 10**digits:.{digits}f}')} %"


def _price(exact: Exact) -> str:
    if not exact.prices:
        return ""
    said_of = [f"{_times(ratio)} at ε = {setting(epsilon)}" for epsilon, ratio in exact.prices]
    how = "exactly" if exact.design.usual is None else "certified over the usual rates"
    return f"The price of privacy of this design, {how}: {', '.join(said_of[:-1])} and {said_of[-1]}."


def _times(ratio: float) -> str:
    if math.isinf(ratio):
        return "more than can be computed"
    if ratio >= 1.995:
        return f"{number(ratio)} times as many participants"
    return f"{percent(ratio - 1)} more" if ratio > 1 else "none"


def _free(exact: Exact) -> str:
    extra = percent(exact.question.extra)
    if exact.free_from > EPSILON_RANGE[1]:
        return f"At no ε up to {setting(EPSILON_RANGE[1])} does privacy cost at most {extra} extra participants."
    allowed = math.floor((1 + exact.question.extra) * exact.without_privacy)
    if whole_blocks(exact.design, allowed) > whole_blocks(exact.design, exact.question.participants):
        return (
            f"Privacy costs at most {extra} extra participants from ε = {since(exact.free_from)} on; that allows "
            f"up to {whole(allowed)} participants, more than you have."
        )
    return f"Privacy costs at most {extra} extra participants from ε = {since(exact.free_from)} on."


def ruled_out(exact: Exact) -> str:
    """What the promise's lower bound says; empty where there is none."""
    if exact.possible_from is None:
        return ""
    lead = points_of(exact.design.difference)
    if math.isinf(exact.possible_from):
        return (
            f"With {crowd(exact.question.participants)} no ε is possible for any method that finds every "
            f"lead of {lead} at this risk: the lower bound says so."
        )
    if exact.possible_from <= EPSILON_RANGE[0]:
        return (
            f"For methods that find every lead of {lead} at this risk the lower bound rules out no ε down to "
            f"{number(EPSILON_RANGE[0])}."
        )
    return (
        f"ε below {below(exact.possible_from)} is impossible for any method that finds every lead of {lead} at this "
        f"risk with {crowd(exact.question.participants)} on average."
    )


def _smaller(exact: Exact) -> str:
    """Which difference all participants would find, where that is another one than was asked for."""
    found, asked_for = exact.difference, exact.design.difference
    if math.isnan(found) or math.isinf(found) or abs(found - asked_for) < 0.01 * asked_for:
        return ""
    where = "Without privacy" if exact.epsilon is None else f"At ε = {setting(exact.epsilon)}"
    return f"{where}, all your participants together find differences from {since(100 * found)} points on."


def interval_sentence(exact: Exact) -> str:
    """How well the published rates are known; empty where no noisy counts are published."""
    low, high = exact.interval
    if math.isnan(low):
        return ""
    rate = min(exact.design.means) * exact.design.kept_share
    failures = "" if exact.design.kept_share == 1 else ", missing outcomes counted as failures,"
    return (
        f"Each option's success rate is published with an exact {percent(INTERVAL)} interval, for a rate of "
        f"{percent(rate)}{failures} about from {percent(low)} to {percent(high)}; it takes in the noise, and holds for "
        "each option, not for all at once."
    )


def takes(exact: Exact) -> str:
    """How many participants the chosen epsilon takes."""
    if exact.epsilon is None or exact.needed is None:
        return ""
    question, design = exact.question, exact.design
    if math.isinf(exact.needed):
        return (
            f"At ε = **{setting(exact.epsilon)}** this design takes more than {whole(most_participants(design))} "
            "participants, the most that can be computed with."
        )
    sentence = (
        f"At ε = **{setting(exact.epsilon)}** this design takes **{whole(exact.needed)}** participants"
        f"{calendar(exact.needed, question)}, {_times_of(exact.needed / exact.without_privacy)} the "
        f"{whole(exact.without_privacy)} without privacy"
    )
    if exact.bound is None:
        return f"{sentence}."
    return (
        f"{sentence}; any method that finds every lead of {points_of(design.difference)} at this risk takes at least "
        f"{at_least(exact.bound)} on average."
    )


def _times_of(ratio: float) -> str:
    return f"{number(ratio)} times"


def picture_reading(design: FixedDesign) -> str:
    """What the picture's areas and lines are."""
    at = "" if design.usual is None else ", drawn at the usual rate that is hardest"
    green = f"Green: enough for this design, computed exactly{at}."
    if design.promise == BEAT:
        return f"{green} Below the curve this design is not enough; no lower bound is drawn for this promise."
    thin = "" if design.trust_model == "local" else f" The thin line is the same with {_other(design)}."
    return (
        f"{green}{thin} Hatched: below the lower bound of every method that finds every lead of "
        f"{points_of(design.difference)} at this risk. Between them the question is open."
    )


def _other(design: FixedDesign) -> str:
    return "the answer alone published" if design.looks == RATES else "the success rates published too"


def data_sentence(design: FixedDesign) -> str:
    """How own data enter the plan."""
    assert design.usual is not None
    low, high = design.usual
    whose = "the usual option's rate" if design.promise == BEAT else "all the options' rates together"
    return (
        f"Your data say how high the rates are, not which option will lead: the plan keeps its promise at every usual "
        f"rate from {percent(low)} to {percent(high)}, the 95 % region of {whose}. An average over the posterior would "
        "promise it on average only."
    )


def inputs(design: FixedDesign) -> dict[str, str]:
    """Inputs that a study with one look has, as the report says them."""
    told = {} if design.promise == BEAT else {"risk of missing the lead": percent(design.risk)}
    told |= {
        "look": design.looks,
        "difference to find": points_of(design.difference),
        "missing outcomes": percent(design.missing) + (", waited for" if design.waits else ", counted as failures"),
        "participants of each option in a block": str(design.block),
    }
    if design.promise == BEAT:
        told |= {"wrong claims, at most": percent(design.risk), "leads missed, at most": percent(design.missed)}
    if design.usual is not None:
        told["usual rates prepared for"] = f"{percent(design.usual[0])} to {percent(design.usual[1])}"
    return told
