"""The plan in plain English, for a study protocol or a data protection impact assessment (DPIA)."""

import math

from ui.choose import guarantees, meaning, words
from ui.choose.question import RUNS, Findings, Question
from ui.look.numbers import number, percent, rounded_up, setting

NO_PLAN = "There is no plan to write down yet: no ε is chosen, or none is known to fit these participants."
HOW_TO_USE = (
    "Made from this plan, as a start: check it against what you will really do, and have it read by whoever is "
    "responsible for data protection."
)
PUBLISHED = {
    "central": "Which option each participant got and in which order, when the study stopped, and the option that it "
    "names: all of this together under the one ε. Not published are outcomes, counts or rates of successes, and "
    "results for groups; each of them would need an ε of its own, which adds to this one.",
    "local": "Whatever is computed from the randomised answers, under the one ε: which option each participant got, "
    "when the study stopped, the option that it names, and these answers themselves. A further question to the same "
    "participants would need an ε of its own, which adds to this one.",
}
TRUST = {
    "central": "Central: the study team sees the raw outcomes and is trusted with them. The guarantee is about what is "
    "published, not about what the team knows.",
    "local": "Local: nobody but the participant sees a raw outcome. Participants trust the device or procedure that "
    "randomises their answer.",
}
NOT_COVERED = (
    "Who takes part g times is protected with g × ε only. That somebody took part is not hidden by this ε. What the "
    "study establishes about everybody, for instance that an option works, is not hidden either. The guarantee is not "
    "about raw data that leak, about other publications from the same data, about the time a computation takes, nor "
    "about noise from an unvetted generator. It is mathematical and no legal assessment."
)


def protocol(findings: Findings) -> dict[str, str]:
    """The paragraphs of the plan by their headings, plain text; empty while no epsilon is chosen."""
    epsilon, question = findings.epsilon, findings.question
    if epsilon is None:
        return {}
    trust_model = question.problem.trust_model
    _, _, looks, stopping = guarantees.guarantees(question, epsilon)
    return {
        "Purpose": _purpose(question),
        "Privacy": _privacy(epsilon, question),
        "Trust": TRUST[trust_model],
        "Error": f"The study names an option that is {_wrong(question)} with probability at most "
        f"{percent(question.problem.risk)}, whatever the success rates are, while they do not change and outcomes are "
        f"independent; this is proven ({_proof(question)}).",
        "Smallest difference": _difference(question),
        "Participants": _participants(findings),
        "Looks and stopping": f"{looks} If {question.participants:,} participants have taken part before it stops, "
        f"the study ends without an answer that carries the guarantee. {stopping}",
        "What is published": PUBLISHED[trust_model],
        "What is not covered": NOT_COVERED,
    }


def protocol_text(findings: Findings) -> str:
    """The same as one text to copy."""
    return "\n\n".join(f"{heading}. {text}" for heading, text in protocol(findings).items())


def _wrong(question: Question) -> str:
    if question.problem.indifference == 0:
        return "not the best"
    return f"more than {words.points(question)} below the best"


def _proof(question: Question) -> str:
    """Where it is proven of the plan's method that it is private and how often it is wrong."""
    return f"docs/{question.problem.algorithm}.md"


def _purpose(question: Question) -> str:
    problem = question.problem
    estimated = "" if problem.data is None else " They are estimated from data, and uncertain."
    return (
        f"The study looks for the best of {len(problem.names)} options by one outcome per participant, success or "
        f"failure. It is planned for success rates of {words.rates_text(question)}.{estimated}"
    )


def _privacy(epsilon: float, question: Question) -> str:
    promise = (
        f"the result is ε-differentially private with ε = {setting(epsilon)}, for one outcome of one participant (the "
        "unit of privacy): had this outcome been the other one, the probability of whatever is published would differ "
        f"by a factor of at most {number(rounded_up(math.exp(epsilon)))}. So, beyond what everyone else's data reveal, "
        "a guess about one participant that is 50 % likely can become "
        f"{meaning.belief_limit(0.5, epsilon)} likely. There is no δ."
    )
    if question.problem.trust_model == "central":
        return (
            f"{promise[0].upper()}{promise[1:]} Proven for the method, {question.problem.method}, with ideal Laplace "
            f"noise ({_proof(question)})."
        )
    return (
        f"Each participant's answer is randomised before it is sent: it is the true outcome with probability "
        f"{meaning.truthful_share(epsilon)}, and the opposite otherwise. Thus {promise} Proven for randomised "
        "response with fair random bits; whatever is done with the answers keeps it."
    )


def _difference(question: Question) -> str:
    best, second = sorted(question.problem.means, reverse=True)[:2]
    points = f"{setting(100 * (best - second))} points"
    if question.problem.indifference > 0:
        ignored = words.points(question)
        return (
            f"Differences of up to {ignored} do not matter: an option that is worse than the best by no more is right. "
            f"At the rates that are planned for, the two best options differ by {points}."
        )
    if question.problem.data is not None:
        return f"The best option is estimated to be better than every other by {points}, and this is uncertain."
    return (
        f"The best option is planned to be better than every other by {points}. The figures below are not about "
        "smaller differences."
    )


def _participants(findings: Findings) -> str:
    question, simulated, epsilon = findings.question, findings.simulated, findings.epsilon
    if simulated.achievable is None or epsilon is None:
        enough = "whether they are enough was not known yet when this was written"
    elif epsilon < simulated.achievable:
        enough = "they are not known to be enough at this ε"
    else:
        enough = "they are enough in 90 of 100 simulated runs"
    rates, median = "at these rates", ""
    if question.problem.data is not None:
        rates, median = "at rates that the data allow", ", the median over rates that the data allow with its band"
    bound = f"The number after “at least” is a proven lower bound{median}"
    if question.problem.is_asymptotic:
        bound = f"The lower bound is proven as the risk goes to 0{median}"
    of_runs = "" if simulated.at_epsilon is None else f"; the others come from {RUNS} simulated runs {rates}"
    return (
        f"Planned are {words.people(question)}; {enough}. {words.plain(words.backwards(findings))} "
        f"{bound}{of_runs}. Other rates need other numbers."
    )
