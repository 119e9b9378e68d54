"""The plan in plain English, for a study protocol or a data protection impact assessment (DPIA)."""

import math

from ui.choose import meaning, words
from ui.choose.answered import Answered
from ui.look.numbers import number, rounded_up, setting

NO_PLAN = "There is no plan to write down yet: no ε is chosen, or none is known to fit these participants."
HOW_TO_USE = (
    "Made from this plan, as a start: check it against what you will really do, and have it read by whoever is "
    "responsible for data protection."
)
TRUST = {
    "central": "Central: the study team sees the raw outcomes and is trusted with them. The guarantee is about what is "
    "published, not about what the team knows.",
    "local": "Local: nobody but the participant sees a raw outcome. Participants trust the device or procedure that "
    "randomises their answer.",
}
NOT_COVERED = (
    "Anyone who takes part g times is protected only at g × ε. This ε does not hide that somebody took part. What the "
    "study establishes about everybody, for instance that an option works, is not hidden either. The guarantee is not "
    "about raw data that leak, about other publications from the same data, about the time a computation takes, nor "
    "about noise from an unvetted generator. It is a mathematical guarantee, not a legal assessment."
)


def protocol(answer: Answered) -> dict[str, str]:
    """The paragraphs of the plan by their headings, plain text; empty while no epsilon is chosen."""
    if (epsilon := answer.epsilon) is None:
        return {}
    return {
        "Purpose": _purpose(answer),
        "Privacy": _privacy(epsilon, answer),
        "Trust": TRUST[answer.question.problem.trust_model],
        **answer.plan,
        "What is not covered": NOT_COVERED,
    }


def protocol_text(answer: Answered) -> str:
    """The same as one text to copy."""
    return "\n\n".join(f"{heading}. {text}" for heading, text in protocol(answer).items())


def _purpose(answer: Answered) -> str:
    problem = answer.question.problem
    estimated = "" if problem.data is None else " They are estimated from data, and uncertain."
    return (
        f"The study compares {len(problem.names)} options by one outcome per participant, success or failure. It is "
        f"planned for success rates of {words.rates_text(answer.question)}.{estimated}"
    )


def _privacy(epsilon: float, answer: Answered) -> str:
    promise = (
        f"the result is ε-differentially private with ε = {setting(epsilon)}, for one outcome of one participant (the "
        "unit of privacy): if this outcome had been different, the probability of any published result would change "
        f"by a factor of at most {number(rounded_up(math.exp(epsilon)))}. So, beyond what everyone else's data reveal, "
        "a guess about one participant that is 50 % likely can become "
        f"{meaning.belief_limit(0.5, epsilon)} likely. There is no δ."
    )
    if several := words.several_rows(answer.question):
        promise = f"{promise} {several}"
    if answer.question.problem.trust_model == "central":
        return f"{promise[0].upper()}{promise[1:]} {answer.proof}"
    return (
        f"Each participant's answer is randomised before it is sent: it is the true outcome with probability "
        f"{meaning.truthful_share(epsilon)}, and the opposite otherwise. Thus {promise} Proven for randomised "
        "response with fair random bits; whatever is done with the answers keeps it."
    )
