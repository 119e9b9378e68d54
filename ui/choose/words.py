"""The sentences of the stakeholder's page and its report, **bold** where numbers matter."""

import math
from collections.abc import Callable

from ui.arms.method import IN_RUNS, TOO_MANY
from ui.choose.meaning import largest_share
from ui.choose.question import BAND, CONFIDENCE, RUNS, Findings, Question, Reading
from ui.look.numbers import about, at_least, at_most, count, number, percent, rounded_down, rounded_up, setting
from ui.state.keys import EPSILON_RANGE

PRIVATE_DATA_NOTE = (
    "Rates estimated from private data are themselves not private: these figures, and a report that holds them, reveal "
    "something about the people in the file. Use data that may be published, or keep the figures as confidential as "
    "the file. Counts are taken as exact: noisy counts, released privately, would be read as more certain than they "
    "are."
)
HOW_TO_PIN = (
    "Pin this plan, change an input, pin again: up to four plans stand side by side. The link keeps all but those with "
    "own data."
)
ABOUT_THE_REPORT = (
    "The answer on one page, the plan to sign, a checklist, inputs, figures, assumptions, sources, seed and version. "
    "Printing opens your browser's dialog, which can save as PDF too; the HTML is one file that needs no network."
)


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
        f"what everyone else's data reveal, a 50 % guess about one person becomes **{largest_share(epsilon)}**."
    )


def _estimate(findings: Findings, epsilon: float) -> str:
    question, needed = findings.question, findings.simulated.at_epsilon
    share = largest_share(epsilon)
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
    """The expert's sentences: how sure the verdict is, what is ruled out, and below which ε privacy is dear."""
    if findings.is_estimate:
        return ["Read off between the simulated points. Let go, and it is simulated.", f"{_ruled_out_first(findings)}."]
    question, simulated = findings.question, findings.simulated
    achievable, regime = simulated.achievable, simulated.change_of_regime
    if math.isinf(findings.bounds.possible.middle):
        return ["Find more participants, accept a larger risk, or look for a larger difference only."]
    if achievable is None or simulated.without_privacy is None:
        return [
            f"Privacy raises the lower bound by at most {percent(question.extra)} from ε = "
            f"{figure(findings.bounds.almost_free, since)} on."
        ]
    if math.isinf(achievable):
        return [f"What remains is open: {_ruled_out(findings)}, and no method here is known to succeed above."]
    sentences = [_how_sure(findings), f"{_ruled_out_first(findings)}."]
    if regime is not None:
        sentences.append(_regime(findings, regime, simulated.without_privacy))
    return sentences


def points(question: Question) -> str:
    """The smallest difference that matters: "0.5 points"."""
    found = 100 * question.problem.indifference
    return f"{setting(found)} point{'' if found == 1 else 's'}"


def wrong(question: Question) -> str:
    """What a method does with a probability of at most the risk, after "proven to"."""
    if question.problem.indifference == 0:
        return "be wrong"
    return f"choose an option more than {points(question)} below the best"


def _how_sure(findings: Findings) -> str:
    question, simulated = findings.question, findings.simulated
    smallest = f"The smallest ε known to fit is {epsilon_text(simulated.recommended)}, tested at {percent(CONFIDENCE)}"
    too_small = f"; ε = {number(simulated.too_small)} is too small" if simulated.too_small else ""
    return (
        f"{smallest}{too_small}: simulated with the private method {question.problem.method}, proven to "
        f"{wrong(question)} with probability at most {percent(question.problem.risk)}."
    )


def _regime(findings: Findings, regime: float, without_privacy: float) -> str:
    question, achievable = findings.question, findings.simulated.achievable
    if math.isinf(regime):
        return _never_free(findings)
    if achievable is not None and achievable > regime:
        return _conflict(question, regime, without_privacy)
    return f"{_at_most_the_extra(question, regime)}, and more just below."


def _impossible(findings: Findings) -> str:
    question, needed = findings.question, figure(findings.bounds.curve.without_privacy, at_least)
    if question.problem.is_asymptotic:
        return (
            f"**No ε fits the lower bound**, proven as the risk goes to 0, with {people(question)}: even without "
            f"privacy it asks for **{needed}** or more to stop in 90 of 100 runs."
        )
    return (
        f"**No ε is possible** with {people(question)}: even without privacy, any method of at most "
        f"{percent(question.problem.risk)} risk needs **{needed}** or "
        "more to stop in 90 of 100 runs."
    )


def _only_bounds(findings: Findings, is_running: bool) -> str:
    how_far = "is being simulated" if is_running else "is not known: the simulation was stopped"
    return (
        f"With {people(findings.question)} {_ruled_out(findings)}; from which ε on these participants are enough "
        f"{how_far}."
    )


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


def _never_free(findings: Findings) -> str:
    question = findings.question
    return (
        f"Even at ε = {setting(EPSILON_RANGE[1])} privacy costs {question.problem.method} more than "
        f"{percent(question.extra)} extra participants in {RUNS} simulated runs; it raises the lower bound by more "
        f"than that below ε = {figure(findings.bounds.almost_free, below)}."
    )


def _conflict(question: Question, regime: float, without_privacy: float) -> str:
    return (
        f"{_at_most_the_extra(question, regime)}; yours are too few for it: to stay there, find "
        f"{count((1 + question.extra) * without_privacy)} participants."
    )


def _at_most_the_extra(question: Question, regime: float) -> str:
    return (
        f"In {RUNS} simulated runs at each ε, and without a test, privacy costs {question.problem.method} at most "
        f"{percent(question.extra)} extra participants from ε = {number(regime)} on"
    )


def _ruled_out(findings: Findings) -> str:
    possible = findings.bounds.possible
    if possible.middle <= EPSILON_RANGE[0]:
        return f"no ε down to {number(EPSILON_RANGE[0])} is ruled out"
    if findings.question.problem.is_asymptotic:
        return f"ε below {figure(possible, below)} lies under the lower bound, proven as the risk goes to 0"
    return f"ε below {figure(possible, below)} is impossible for any method of this risk"


def _ruled_out_first(findings: Findings) -> str:
    return _ruled_out(findings).replace("no ε", "No ε")


def backwards(findings: Findings) -> str:
    """Participants for the chosen epsilon; empty while none is."""
    question, bound, achieved = findings.question, findings.bounds.at_epsilon, findings.simulated.at_epsilon
    if findings.epsilon is None or bound is None:
        return ""
    takes_or_more = (
        f"ε = **{setting(findings.epsilon)}** takes at least **{figure(bound, at_least)}** participants by any method "
        f"of this risk, to stop in 90 of 100 runs{calendar(bound.middle, question)}"
    )
    in_the_limit = (
        f"At ε = **{setting(findings.epsilon)}** the lower bound, proven as the risk goes to 0, is "
        f"**{figure(bound, at_least)}** participants to stop in 90 of 100 runs{calendar(bound.middle, question)}"
    )
    sentence = in_the_limit if question.problem.is_asymptotic else takes_or_more
    if achieved is None:
        return f"{sentence}."
    if math.isinf(achieved):
        return (
            f"{sentence}; {question.problem.method} had not stopped after {TOO_MANY} in over 10 of 100 simulated runs."
        )
    return (
        f"{sentence}; {question.problem.method} stops within **{at_most(achieved)}** {IN_RUNS}"
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
        f"from {at_least(band.low)} to {at_most(band.high)} ({percent(BAND)} band). Collect more data, or plan for a "
        "difference that matters instead."
    )


def picture_reading(question: Question) -> str:
    """What the picture's areas and dots are."""
    if question.problem.data is None:
        dots = "with their 95 % intervals"
    else:
        dots = f"around them where {percent(BAND)} of the runs lie, and around the bound its {percent(BAND)} band"
    if question.problem.is_asymptotic:
        hatched = "Hatched: below the lower bound to stop in 90 of 100 runs, which is proven as the risk goes to 0."
    else:
        hatched = "Hatched: below the lower bound, where no method of this risk stops in 90 of 100 runs."
    return (
        f"{hatched} Green: above what the "
        f"proven method needs in 90 of 100 simulated runs (dots, {dots}). Between them the question is open."
    )


def problem_sentence(question: Question) -> str:
    """The question that was asked, in one sentence."""
    problem = question.problem
    start = f"Which of {len(problem.names)} options is best, if their success rates are {rates_text(question)}"
    risk = f"with a risk of at most {percent(problem.risk)} of a wrong choice and {people(question)}?"
    if problem.indifference == 0:
        return f"{start}, {risk}"
    return f"{start} and one that is up to {points(question)} worse than the best is right as well, {risk}"


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
    return f" ({days:,} {'day' if days == 1 else 'days'} at {setting(question.per_day)} a day)"


def figure(reading: Reading, say: Callable[[float], str] = number) -> str:
    """A figure, with its band in brackets if it has one."""
    if reading.low == reading.high:
        return say(reading.middle)
    return f"{say(reading.middle)} ({say(reading.low)} to {say(reading.high)})"


def below(epsilon: float) -> str:
    """A limit below which something holds, rounded down."""
    return number(rounded_down(epsilon))


def since(epsilon: float) -> str:
    """A limit from which on something holds, rounded up."""
    return number(rounded_up(epsilon))


def epsilon_text(value: float | None) -> str:
    """A simulated epsilon in a table."""
    return "not simulated" if value is None else "none" if math.isinf(value) else number(value)


def people_text(value: float | None) -> str:
    """A simulated number of participants in a table."""
    return "not simulated" if value is None else f"over {TOO_MANY}" if math.isinf(value) else at_most(value)


def plain(text: str) -> str:
    """The text without the marks of bold."""
    return text.replace("**", "")
