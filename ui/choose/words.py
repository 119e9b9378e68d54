"""The sentences of the stakeholder's page and its report; **bold** marks the numbers that matter."""

import math
from collections.abc import Callable

from ui.choose.question import BAND, EPSILON_RANGE, RUNS, Findings, Question, Reading
from ui.look.numbers import count, number, percent, setting

IN_RUNS = "in 90 of 100 simulated runs"
TOO_MANY = "10¹²"  # where a simulated run is given up


def recommendation(findings: Findings) -> str:
    """Two sentences: the smallest epsilon that fits, and where the regime changes; if they conflict, that."""
    question, simulated = findings.question, findings.simulated
    achievable, regime = simulated.achievable, simulated.change_of_regime
    if math.isinf(findings.bounds.possible.middle):
        return _impossible(findings)
    if achievable is None or simulated.without_privacy is None:
        return _only_bounds(findings)
    if math.isinf(achievable):
        return _too_few(findings, simulated.without_privacy)
    first = (
        f"The smallest ε that {people(question)} allow is **{number(achievable)}**: {question.problem.method}, "
        f"proven to stop correctly, then needs no more {IN_RUNS}; {_ruled_out(findings)}."
    )
    if regime is None:
        return first
    if math.isinf(regime):
        return f"{first} {_never_free(findings)}"
    if achievable > regime:
        return f"{first} {_conflict(question, regime, simulated.without_privacy)}"
    return (
        f"{first} The regime changes at **ε = {number(regime)}**: below it privacy costs more than "
        f"{percent(question.extra)} extra participants, above it protection is given away for nothing."
    )


def _impossible(findings: Findings) -> str:
    question = findings.question
    return (
        f"No ε is possible with {people(question)}: even without privacy, every method whose risk of a wrong choice is "
        f"at most {percent(question.problem.risk)} needs at least "
        f"**{figure(findings.bounds.curve.without_privacy, count)}** on average. "
        "Find more participants, accept a larger risk, or look for a larger difference only."
    )


def _only_bounds(findings: Findings) -> str:
    question, bounds = findings.question, findings.bounds
    return (
        f"With {people(question)}, {_ruled_out(findings)}; the smallest ε that is achievable is being simulated. For "
        f"the best conceivable method, privacy costs at most {percent(question.extra)} extra participants from "
        f"**ε = {figure(bounds.almost_free)}** on."
    )


def _too_few(findings: Findings, needed: float) -> str:
    question = findings.question
    return (
        f"No ε is known to be enough for {people(question)}: even without privacy, {question.problem.method} needs "
        f"**{count(needed)}** {IN_RUNS}, {count(needed - question.participants)} more. What remains is open: "
        f"{_ruled_out(findings)}, and no method here is known to succeed above."
    )


def _never_free(findings: Findings) -> str:
    question = findings.question
    return (
        f"Privacy costs {question.problem.method} more than {percent(question.extra)} extra participants at every ε up "
        f"to {setting(EPSILON_RANGE[1])}, and the best conceivable method below "
        f"**ε = {figure(findings.bounds.almost_free)}**."
    )


def _conflict(question: Question, regime: float, without_privacy: float) -> str:
    return (
        f"That conflicts with the change of regime at **ε = {number(regime)}**, from which on privacy costs at most "
        f"{percent(question.extra)} extra participants and a larger ε gives protection away for almost nothing: to "
        f"stay there, find **{count((1 + question.extra) * without_privacy)}** participants."
    )


def _ruled_out(findings: Findings) -> str:
    possible = findings.bounds.possible
    if possible.middle <= EPSILON_RANGE[0]:
        return f"no ε down to {number(EPSILON_RANGE[0])} is ruled out"
    return f"ε below **{figure(possible)}** is impossible for any method"


def backwards(findings: Findings) -> str:
    """Participants for the given epsilon."""
    question, bound, achieved = findings.question, findings.bounds.at_epsilon, findings.simulated.at_epsilon
    sentence = (
        f"ε = **{setting(question.epsilon)}** takes at least **{figure(bound, count)}** participants on average by any "
        f"method{calendar(bound.middle, question)}"
    )
    if achieved is None:
        return f"{sentence}."
    if math.isinf(achieved):
        return (
            f"{sentence}; {question.problem.method} had not stopped after {TOO_MANY} in over 10 of 100 simulated runs."
        )
    return (
        f"{sentence}; {question.problem.method} stops within **{count(achieved)}** {IN_RUNS}"
        f"{calendar(achieved, question)}."
    )


def data_sentence(question: Question) -> str:
    """What own data say about the best option, and how to read figures that come from them."""
    name, probability = question.problem.likely_best
    sure = f"over {percent(1 - 1 / RUNS)}" if probability == 1 else percent(probability)
    return (
        f"By these data, {name} is the best option with probability {sure}. Bounds are medians over "
        f"the rates that the data allow, with the {percent(BAND)} band in brackets; simulated runs are spread over "
        "these rates."
    )


def wide_band(findings: Findings) -> str:
    """A warning if own data leave the answer open; else empty."""
    band = findings.bounds.curve.without_privacy
    if not band.is_wide:
        return ""
    return (
        f"These data leave the answer wide open: even without privacy, the least number of participants lies anywhere "
        f"from {count(band.low)} to {count(band.high)} ({percent(BAND)} band). Collect more data, or plan for a "
        "difference that matters instead."
    )


def picture_reading(question: Question) -> str:
    """What the picture's areas and dots are."""
    if question.problem.data is None:
        dots = "with their 95 % intervals"
    else:
        dots = f"around them where {percent(BAND)} of the runs lie, and around the bound its {percent(BAND)} band"
    return (
        "Hatched: below the lower bound, where no method can. Green: above what the proven method needs in 90 of 100 "
        f"simulated runs (dots, {dots}). Between them the question is open."
    )


def problem_sentence(question: Question) -> str:
    """The question that was asked, in one sentence."""
    problem = question.problem
    return (
        f"Which of {len(problem.names)} options is best, if their success rates are {rates_text(question)}, with a "
        f"risk of at most {percent(problem.risk)} of a wrong choice and {people(question)}?"
    )


def rates_text(question: Question) -> str:
    """Every option with its success rate."""
    problem = question.problem
    return ", ".join(f"{percent(mean)} ({name})" for name, mean in zip(problem.names, problem.means, strict=True))


def people(question: Question) -> str:
    """The budget, and with a daily number how long it takes."""
    return f"{question.participants:,} participants{calendar(question.participants, question)}"


def calendar(participants: float, question: Question) -> str:
    """How long it takes to see so many participants; empty without a daily number."""
    if question.per_day is None or math.isinf(participants):
        return ""
    days = math.ceil(participants / question.per_day)
    return f" ({count(days)} {'day' if days == 1 else 'days'} at {setting(question.per_day)} a day)"


def figure(reading: Reading, say: Callable[[float], str] = number) -> str:
    """A figure, with its band in brackets if it has one."""
    if reading.low == reading.high:
        return say(reading.middle)
    return f"{say(reading.middle)} ({say(reading.low)} to {say(reading.high)})"


def epsilon_text(value: float | None) -> str:
    """A simulated epsilon in a table."""
    return "not simulated" if value is None else "none" if math.isinf(value) else number(value)


def people_text(value: float | None) -> str:
    """A simulated number of participants in a table."""
    return "not simulated" if value is None else f"over {TOO_MANY}" if math.isinf(value) else count(value)


def plain(text: str) -> str:
    """The text without the marks of bold."""
    return text.replace("**", "")
