"""What a plan says of a study that looks once, at the end: its assumptions, what is proven, and its paragraphs."""

import json
from pathlib import Path

from ui.choose.fixed import words
from ui.choose.fixed.figures import Exact
from ui.choose.question import BEAT, FixedDesign
from ui.choose.words import PRIVATE_DATA_NOTE, calendar, plain, points_of
from ui.components import assets
from ui.look.numbers import percent, whole

TEXTS = json.loads(assets.text(Path(__file__).with_suffix(".json")))


def assumptions(design: FixedDesign) -> list[str]:
    """What the answer takes for granted."""
    told = [*TEXTS["assumptions"], _missing(design)]
    if design.data is None:
        return told
    return [*told, words.data_sentence(design), PRIVATE_DATA_NOTE]


def _missing(design: FixedDesign) -> str:
    if design.missing == 0:
        return "No outcome is missing."
    share = percent(design.missing)
    if design.waits:
        return (
            f"{share} of the outcomes never come in, and the study waits until the planned number is in, so that "
            "its number of participants is an average. That is safe only where it does not depend on the outcome "
            "whether it comes in."
        )
    danger = (
        "Where more are missing for the usual option than for a new one, wrong claims are more frequent than promised."
        if design.promise == BEAT
        else "Where more are missing for the best option than for the others, the promise does not hold."
    )
    return (
        f"{share} of the outcomes are missing, alike for all options, and each counts as a failure. {danger} How many "
        "are missing is neither stored nor published."
    )


def guarantees(design: FixedDesign) -> list[str]:
    """What is proven, and where."""
    told = [f"{TEXTS['noise'][design.release]} {TEXTS['private'][design.release]}", _exactly(design)]
    if design.promise == BEAT:
        return told
    lead = points_of(design.difference)
    return [
        *told,
        f"The lower bound holds for every ε-differentially private method that finds every lead of {lead} at this "
        "risk, whether it looks once or many times, by the change of measure of Jourdan & Azize, NeurIPS 2025, "
        "arXiv:2510.17348 (this project's notes on designs). Without privacy, a lead to find is an indifference zone "
        "(Bechhofer 1954).",
    ]


def _exactly(design: FixedDesign) -> str:
    if design.promise == BEAT:
        test = (
            "An option is claimed to beat the usual one where its noisy count is larger by a number that is fixed "
            "beforehand. It is the smallest at which the claim is wrong with at most the allowed probability; that is "
            "certified at every rate at once, the worst one being 1/2"
        )
        shared = "" if design.options == 2 else ", and is divided among the options (Bonferroni)"
        return (
            f"{test}{shared} (this project's notes on designs). The probability of finding a real lead is computed "
            "exactly."
        )
    worst = "" if design.usual is None else " It is the smallest over the usual rates, certified between grid points."
    return (
        "The probability of naming the best option is computed exactly, to about 12 digits (this project's notes on "
        f"designs).{worst}"
    )


def paragraphs(exact: Exact) -> dict[str, str]:
    """By their headings; empty while no epsilon is chosen."""
    if exact.epsilon is None or exact.each < 1:
        return {}
    design = exact.design
    return {
        "Error": f"{words.promise(design)} This is computed exactly, while the rates do not change and outcomes are "
        "independent (this project's notes on designs).",
        "Smallest difference": _smallest(design),
        "Participants": _participants(exact),
        "Looks and stopping": _looks(exact),
        "What is published": " ".join([_published(design), words.interval_sentence(exact)]).strip(),
    }


def _smallest(design: FixedDesign) -> str:
    found = f"The difference to find is {points_of(design.difference)}."
    if design.promise == BEAT:
        return f"{found} A smaller gain may be missed more often; wrong claims stay as rare."
    return f"{found} Nothing is promised about smaller ones."


def proof(design: FixedDesign) -> str:
    """Where it is proven of the design that it is private."""
    return f"{TEXTS['noise'][design.release]} This is proven in this project's notes on designs."


def _participants(exact: Exact) -> str:
    question, design = exact.question, exact.design
    blocks = "" if design.block == 1 else f", in blocks with {design.block} of each option"
    return (
        f"{whole(exact.each * design.options)} participants{calendar(question.participants, question)} are planned, "
        f"{whole(exact.each)} for each option{blocks}. "
        f"{plain(words.takes(exact))} {_missing(design)}"
    ).strip()


def _looks(exact: Exact) -> str:
    design = exact.design
    then = words.claim_rule(exact) if design.promise == BEAT else "The option is named then, and the study ends."
    return (
        f"There is one look, once all {whole(exact.each * design.options)} participants have taken part. {then} An "
        "earlier look at outcomes, a second look, or going on with more participants is not "
        "covered."
    )


def _published(design: FixedDesign) -> str:
    fixed = "Who got which option, and how many got each, is fixed beforehand and public."
    if design.release == "winner":
        return (
            f"{fixed} From the outcomes only the name of the option is published, under ε. Counts and rates of "
            "successes, and results for groups, are not; each of them would need an ε of its own, which adds to this "
            "one."
        )
    what = "the randomised answers" if design.release == "local" else "the noisy counts of successes"
    return (
        f"{fixed} From the outcomes {what} are published, under ε, and with them the options' success rates, each with "
        "an exact interval, and whatever else is computed from them. Results for groups would need an ε of their own, "
        "which adds to this one."
    )
