"""From what the inputs hold to the question that they ask; one that is impossible leaves the last possible one."""

import math

import streamlit as st

from dpcore.designs.find_lead import SMALLEST_RISK
from ui.arms import instance as instances
from ui.arms import names as arm_names
from ui.arms.names import option_names
from ui.choose import own_answers
from ui.choose.inputs import DESIGNS, IN_TOTAL, PACES, given, limits_of
from ui.choose.own_data import OwnData
from ui.choose.question import (
    BEAT,
    FIND,
    MOST_PARTICIPANTS,
    ONCE,
    RATES,
    SURE,
    WHATEVER,
    ChoiceProblem,
    FixedDesign,
    Question,
    SequentialProblem,
    come,
    difference_means,
    lead_of,
)
from ui.choose.words import points_of, tell
from ui.controls.number_box import number_in

Options = tuple[tuple[str, ...], tuple[float, ...], OwnData | None]
REGION = 0.95  # of own data's posterior, all options together
LEAST_LEAD = limits_of("better")[0] / 100


def asked() -> tuple[Question[ChoiceProblem] | None, str]:
    """The question that the inputs hold, and what is wrong with them: "" if nothing is.

    Of what is impossible the last possible question is kept, by mode and promise.  There is none where nothing possible
    was asked before, as by a link, and none without own data.
    Callable at a click, too, before the page is drawn again with the inputs that it now needs.
    """
    state = st.session_state
    mode, promise, looking = state["know"], given("promise"), given("looking")
    kept: dict[tuple[str, str], Question[ChoiceProblem]] = state.setdefault("possible-questions", {})
    try:
        options = _options(mode, promise)
    except ValueError as error:
        is_without_data = mode == "own data" and not own_answers.is_given()
        return (None if is_without_data else kept.get((mode, promise))), str(error)
    participants, pace = _participants()
    kept[mode, promise] = Question(
        mode=mode,
        problem=problem_of(promise, looking, mode, options),
        participants=participants,
        pace=pace,
        extra=given("extra") / 100,
        epsilon=number_in("look"),
        in_weeks=state["pace"] == "per week",
    )
    return kept[mode, promise], ""


def lead_said(mode: str, promise: str) -> str:
    """The difference to find, in words; with given rates that of the best of them."""
    if mode != "the rates":
        return points_of(given("better") / 100)
    lead = lead_of(promise, instances.current().means)
    return f"{points_of(lead)} at these rates" if lead > 0 else "the difference to find"


def alternatives(question: Question[ChoiceProblem]) -> list[tuple[str, str, ChoiceProblem]]:
    """The other promises and looks that these inputs could ask for, with what would then be asked."""
    found = []
    for promise, looking in DESIGNS:
        if question.problem.data is not None and (promise, looking) == (FIND, SURE):
            continue  # a look that is not offered with own data
        try:
            options = _options(question.mode, promise)
        except ValueError:
            continue
        found.append((promise, looking, problem_of(promise, looking, question.mode, options)))
    return found


def problem_of(promise: str, looking: str, mode: str, options: Options) -> ChoiceProblem:
    """What these options ask under a promise, with a way to look."""
    names, means, data = options
    common = (names, means, risk_of(mode, promise), st.session_state["trust"], data)
    if promise == WHATEVER:
        ignored = instances.current().indifference if mode == "the rates" else round(given("ignore") / 100, 12)
        return SequentialProblem(*common, indifference=ignored)
    # Of given rates their own lead, which may be that of an earlier question.
    lead = lead_of(promise, means) if data is None else round(given("better") / 100, 12)
    if promise == FIND and looking == SURE and data is None:
        return SequentialProblem(*common, lead=lead)
    return FixedDesign(
        *common,
        promise=promise,
        looks=RATES if promise == BEAT else ONCE if looking == SURE else looking,
        difference=lead,
        usual=_usual(mode, promise, data),
        missed=given("miss") / 100 if promise == BEAT else 0.0,
        missing=given("missing") / 100,
        waits=given("missing-rule") == "are waited for",
        block=given("block"),
    )


def _options(mode: str, promise: str) -> Options:
    """The options that the inputs describe; a ValueError if they are impossible."""
    if mode == "a difference":
        options = given("options")
        means = difference_means(options, given("usual") / 100, given("better") / 100, promise)
        return called(options), means, None
    if mode == "the rates":
        shared = instances.current()
        if (refusal := instances.refusal()) and shared == instances.DEFAULT:
            raise ValueError(f"{refusal}.")
        if promise != WHATEVER and lead_of(promise, shared.means) < LEAST_LEAD:
            raise ValueError(tell("no_lead" if promise == FIND else "not_better"))
        if promise == FIND and shared.risk < SMALLEST_RISK:
            raise ValueError(tell("risk_too_small"))
        return option_names(len(shared.means), shared.names), shared.means, None
    data = own_answers.own_data(promise)
    if promise != WHATEVER and (low := _region(promise, data)[0]) + given("better") / 100 >= 1:
        raise ValueError(tell("no_room", low=low, difference=given("better")))
    return data.names, tuple(data.posterior.means.tolist()), data


def called(options: int) -> tuple[str, ...]:
    """What so many options are called.  Raises: ValueError, a sentence, for a name that they may not have."""
    try:
        names = arm_names.checked(arm_names.split(given("called")), options, "The name of an option")
    except ValueError as error:
        raise ValueError(f"{error}.") from error
    return option_names(options, names)


def _usual(mode: str, promise: str, data: OwnData | None) -> tuple[float, float] | None:
    """The usual rates that the plan is to be prepared for; None where it is for the rates as they are."""
    if data is not None:
        return _region(promise, data)
    return (0.0, 1.0) if mode == "a difference" and given("any-rate") else None


def _region(promise: str, data: OwnData) -> tuple[float, float]:
    """The usual option's rate lies in this range by these data, or all rates do, with probability REGION or more."""
    intervals = data.posterior.intervals
    regions = intervals(REGION)[:1] if promise == BEAT else intervals(1 - (1 - REGION) / len(data.names))
    return math.floor(1000 * regions[:, 0].min()) / 1000, math.ceil(1000 * regions[:, 1].max()) / 1000


def risk_of(mode: str, promise: str) -> float:
    """The probability that a study may go wrong with: of naming a wrong option, or of a wrong claim."""
    if promise == BEAT:
        return float(given("claim")) / 100
    if mode != "the rates":
        return float(given("wrong"))
    return instances.current().risk


def _participants() -> tuple[int, float | None]:
    """The budget, and how many come a day, or a week, if that is given."""
    pace = st.session_state["pace"]
    if pace == IN_TOTAL:
        return given("people"), None
    rate, length = map(given, PACES[pace])
    return min(max(come(rate, length), 1), MOST_PARTICIPANTS), float(rate)
