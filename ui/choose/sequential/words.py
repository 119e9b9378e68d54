"""The sentences of the stakeholder's page and its report, **bold** where numbers matter."""

import math
from collections.abc import Callable

from ui.arms.method import IN_RUNS, TOO_MANY
from ui.choose.meaning import belief_limit
from ui.choose.question import BAND, RUNS, SequentialProblem, SequentialQuestion
from ui.choose.sequential.findings import CONFIDENCE, Findings, Reading
from ui.choose.words import below, calendar, people, points_of, rates_text, since
from ui.look.numbers import about, at_least, at_most, count, number, percent, setting
from ui.state.keys import EPSILON_RANGE


def verdict(findings: Findings, is_running: bool = True) -> str:
    """One sentence with one number: the epsilon to choose, what it takes and what it protects; or why there is none."""
    question, simulated, epsilon = findings.question, findings.simulated, findings.epsilon
    if math.isinf(findings.bounds.possible.middle):
        return _impossible(findings)
    if findings.is_estimate and epsilon is not None:
        return _estimate(findings, epsilon)
    if simulated.achievable is None or simulated.without_privacy is None:
        return _only_bounds(findings, is_running)
    if epsilon is None or math.isinf(simulated.achievable):
        return _too_few(findings, simulated.without_privacy)
    if epsilon < simulated.achievable:
        return _too_private(findings, epsilon)
    advice = "Choose " if question.epsilon is None else ""
    own = "" if question.epsilon is None else ", your choice"
    return (
        f"{advice}**ε = {setting(epsilon)}**{own}: {people(question)} suffice in 90 of 100 simulated runs, and, beyond "
        f"what everyone else's data reveal, a 50 % guess about one person becomes **{belief_limit(0.5, epsilon)}**."
    )


def _estimate(findings: Findings, epsilon: float) -> str:
    question, needed = findings.question, findings.simulated.at_epsilon
    share = belief_limit(0.5, epsilon)
    means = f"beyond what everyone else's data reveal, a 50 % guess about one person becomes **{share}**"
    if question.epsilon is None:
        return f"**ε = {setting(epsilon)}**, about, fits {people(question)}, and, {means}."
    bound = findings.bounds.at_epsilon
    if needed is not None:
        takes = f"about **{about(needed)}** of {question.participants:,} participants"
    else:
        takes = f"at least {at_least(bound.middle)} participants" if bound else "more participants"
    return f"**ε = {setting(epsilon)}** takes {takes}, and, {means}."


def details(findings: Findings) -> list[str]:
    """The expert's sentences: how sure the verdict is, and what is ruled out."""
    if findings.is_estimate:
        return ["Read off between the simulated points. Let go, and it is simulated.", f"{_ruled_out_first(findings)}."]
    question, simulated = findings.question, findings.simulated
    if math.isinf(findings.bounds.possible.middle):
        return ["Find more participants, accept a larger risk, look for a larger difference only, or promise less."]
    almost_free = (
        f"Privacy raises the lower bound by at most {percent(question.extra)} from ε = "
        f"{figure(findings.bounds.almost_free, since)} on."
    )
    if simulated.achievable is None or simulated.without_privacy is None:
        return [almost_free]
    if math.isinf(simulated.achievable):
        return [f"What remains is open: {_ruled_out(findings)}. Nothing here is known to succeed above."]
    return [_how_sure(findings), f"{_ruled_out_first(findings)}.", almost_free]


def promise(problem: SequentialProblem) -> str:
    """What the study promises, in one sentence."""
    risk = percent(problem.risk)
    if problem.lead:
        return (
            f"If one option leads every other by {lead_points(problem)} or more, the study names an option that is not "
            f"the best with probability at most {risk}. If the lead is smaller, nothing is promised."
        )
    wrong_one = "is not the best" if not problem.indifference else f"is more than {_points(problem)} below the best"
    return (
        f"The study names an option that {wrong_one} with probability at most {risk}, whatever the rates are. It may "
        "end without an answer."
    )


def short_promise(problem: SequentialProblem) -> str:
    """What is promised, in a few words."""
    if problem.lead:
        return f"The promise: find a lead of {lead_points(problem)} or more. About a smaller lead nothing is promised."
    return (
        "The promise: be right whatever the rates are, however close the options. The study may end without an answer."
    )


def keeps(problem: SequentialProblem) -> str:
    """What a method does that keeps the promise, after "a method that"."""
    if problem.lead:
        return f"finds every lead of {lead_points(problem)} at this risk"
    return "keeps this risk whatever the rates are"


def lead_points(problem: SequentialProblem) -> str:
    """The difference to find: "10 points"."""
    return points_of(problem.lead)


def points(question: SequentialQuestion) -> str:
    """The smallest difference that matters: "0.5 points"."""
    return _points(question.problem)


def _points(problem: SequentialProblem) -> str:
    return points_of(problem.indifference)


def wrong(question: SequentialQuestion) -> str:
    """What a method does with a probability of at most the risk, after "proven to"."""
    if question.problem.lead:
        return f"miss a lead of {lead_points(question.problem)}"
    if question.problem.indifference == 0:
        return "be wrong, whatever the rates are,"
    return f"choose an option more than {points(question)} below the best"


def _how_sure(findings: Findings) -> str:
    question, simulated = findings.question, findings.simulated
    smallest = f"The smallest ε known to fit is {epsilon_text(simulated.recommended)}, tested at {percent(CONFIDENCE)}"
    too_small = f"; ε = {number(simulated.too_small)} is too small" if simulated.too_small else ""
    return (
        f"{smallest}{too_small}: simulated with the private method {question.problem.method}, proven to "
        f"{wrong(question)} with probability at most {percent(question.problem.risk)}."
    )


def _impossible(findings: Findings) -> str:
    question, needed = findings.question, figure(findings.bounds.curve.without_privacy, at_least)
    if question.problem.is_asymptotic:
        return (
            f"**No ε fits the lower bound** with {people(question)}: even without privacy it asks for **{needed}** or "
            "more to stop in 90 of 100 runs. It is proven as the risk goes to 0, for methods that are right whatever "
            "the rates are."
        )
    if question.problem.data is not None:
        count_of, draws = round(findings.bounds.ruled_out * RUNS), RUNS
        return (
            f"**{people(question)} may be too few for any ε**: at {count_of} of {draws} rates that your data allow, "
            f"even without privacy, a method that {keeps(question.problem)} needs more to stop in 90 of 100 runs."
        )
    return (
        f"**No ε is possible** with {people(question)}: even without privacy, any method that "
        f"{keeps(question.problem)} needs **{needed}** or more to stop in 90 of 100 runs."
    )


def _only_bounds(findings: Findings, is_running: bool) -> str:
    """Few words, as it stands while the rest is simulated; that it was stopped is said by the job's row below."""
    question, possible = findings.question, findings.bounds.possible
    ruled_out = f"{people(question)}, {_ruled_out(findings)}"
    if possible.middle > EPSILON_RANGE[0] and not question.problem.is_asymptotic:
        where = "" if question.problem.data is None else "at half of your data's rates "
        ruled_out = (
            f"{people(question)}, {where}no method that {keeps(question.problem)} stops in 90 of 100 runs below ε = "
            f"{below(possible.middle)}"
        )
    return f"With {ruled_out}; which ε is enough {'is being simulated' if is_running else 'is not known'}."


def _too_private(findings: Findings, epsilon: float) -> str:
    needed, takes = findings.simulated.at_epsilon, ""
    if needed is not None and findings.question.participants < needed < math.inf:
        takes = f": it takes **{at_most(needed)}** {IN_RUNS}"
    return (
        f"**ε = {setting(epsilon)}**, your choice, is not known to fit {people(findings.question)}{takes}; they "
        f"suffice at **ε = {epsilon_text(findings.simulated.recommended)}**."
    )


def _too_few(findings: Findings, needed: float) -> str:
    question = findings.question
    start = (
        f"**No ε is known to be enough** for {people(question)}: even without privacy, {question.problem.method} needs "
    )
    if needed > question.participants:
        return f"{start}**{at_most(needed)}** {IN_RUNS}, {count(needed - question.participants)} more."
    return f"{start}**{at_most(needed)}** {IN_RUNS}, too close to be sure."


def _ruled_out(findings: Findings) -> str:
    possible = findings.bounds.possible
    if possible.middle <= EPSILON_RANGE[0]:
        return (
            f"no ε down to {number(EPSILON_RANGE[0])} is ruled out for a method that {keeps(findings.question.problem)}"
        )
    if findings.question.problem.is_asymptotic:
        return f"ε below {figure(possible, below)} lies under the lower bound, proven as the risk goes to 0"
    ruled_out = (
        f"ε below {below(possible.middle)} is impossible for any method that {keeps(findings.question.problem)} and "
        "stops within them in 90 of 100 runs"
    )
    if findings.question.problem.data is None:
        return ruled_out
    band = f"{below(possible.low)} to {below(possible.high)}"
    return f"at half of the rates that the data allow, {ruled_out} (its band: {band})"


def _ruled_out_first(findings: Findings) -> str:
    told = _ruled_out(findings)
    return f"{told[0].upper()}{told[1:]}" if told[0] != "ε" else told


def backwards(findings: Findings) -> str:
    """Participants for the chosen epsilon; empty while none is."""
    question, bound, achieved = findings.question, findings.bounds.at_epsilon, findings.simulated.at_epsilon
    if findings.epsilon is None or bound is None:
        return ""
    takes_or_more = (
        f"ε = **{setting(findings.epsilon)}** takes at least **{figure(bound, at_least)}** participants by any method "
        f"that {keeps(question.problem)}, to stop in 90 of 100 runs{calendar(bound.middle, question)}"
    )
    in_the_limit = (
        f"At ε = **{setting(findings.epsilon)}** the lower bound, proven as the risk goes to 0, is "
        f"**{figure(bound, at_least)}** participants to stop in 90 of 100 runs{calendar(bound.middle, question)}"
    )
    of_data = (
        f"At ε = **{setting(findings.epsilon)}** the lower bound for methods that keep this risk whatever the rates "
        f"are is **{figure(bound, at_least)}** participants to stop in 90 of 100 runs, as a median over the rates that "
        "the data allow, with its band"
    )
    sentence = in_the_limit if question.problem.is_asymptotic else takes_or_more
    if question.problem.data is not None and not question.problem.is_asymptotic:
        sentence = of_data
    if achieved is None:
        return f"{sentence}."
    if math.isinf(achieved):
        return (
            f"{sentence}; {question.problem.method} had not stopped after {TOO_MANY} in over 10 of 100 simulated runs."
        )
    return (
        f"{sentence}; {question.problem.method} stops within **{at_most(achieved)}** {IN_RUNS}"
        f"{calendar(achieved, question)}{_spread(findings)}."
    )


def _spread(findings: Findings) -> str:
    """The same in half of the runs, and in nearly all: one number would hide how far apart runs are."""
    if (spread := findings.simulated.spread) is None or math.isinf(spread[1]):
        return ""
    half, nearly_all = (f"{at_most(each)}{calendar(each, findings.question)}" for each in spread)
    return f", within {half} in half of them, and within {nearly_all} in 99 of 100"


def data_sentence(question: SequentialQuestion) -> str:
    """What own data say about the best option, and how to read figures that come from them."""
    name, probability = question.problem.likely_best
    sure = f"over {percent(1 - 1 / RUNS)}" if probability == 1 else percent(probability)
    leads = f"By these data, {name} is the best option with probability {sure}."
    if question.problem.data is not None and question.problem.data.is_tied:
        leads = "By these data no option leads."
    return (
        f"{leads} Bounds are medians over the rates that the data allow, with the {percent(BAND)} band in brackets; "
        "simulated runs are spread over these rates."
    )


def wide_band(findings: Findings) -> str:
    """A warning if own data leave the answer open; else empty."""
    band = findings.bounds.curve.without_privacy
    if not band.is_wide:
        return ""
    return (
        f"These data leave the answer wide open: even without privacy, the least number of participants lies anywhere "
        f"from {at_least(band.low)} to {at_most(band.high)} ({percent(BAND)} band). Collect more data, or plan for a "
        "difference that matters instead."
    )


def picture_reading(question: SequentialQuestion) -> str:
    """What the picture's areas and dots are."""
    if question.problem.data is None:
        dots = "with their 95 % intervals"
    else:
        dots = f"around them where {percent(BAND)} of the runs lie, and around the bound its {percent(BAND)} band"
    if question.problem.is_asymptotic:
        hatched = "Hatched: below the lower bound to stop in 90 of 100 runs, which is proven as the risk goes to 0."
    else:
        hatched = (
            f"Hatched: below the lower bound, where no method that {keeps(question.problem)} stops in 90 of 100 runs."
        )
    return (
        f"{hatched} Green: above what the "
        f"proven method needs in 90 of 100 simulated runs (dots, {dots}). Between them the question is open."
    )


def problem_sentence(question: SequentialQuestion) -> str:
    """The question that was asked, in one sentence."""
    problem = question.problem
    start = f"Which of {len(problem.names)} options is best, if their success rates are {rates_text(question)}"
    risk = f"with a risk of at most {percent(problem.risk)} of a wrong choice and {people(question)}?"
    if problem.lead:
        start = (
            f"Which of {len(problem.names)} options is best, if one leads every other by {lead_points(problem)} or "
            f"more, at success rates of {rates_text(question)}"
        )
    if problem.indifference == 0:
        return f"{start}, {risk}"
    return f"{start} and one that is up to {points(question)} worse than the best is right as well, {risk}"


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
    return "not simulated" if value is None else f"over {TOO_MANY}" if math.isinf(value) else at_most(value)
