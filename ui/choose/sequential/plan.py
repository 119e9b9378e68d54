"""What a plan says of a study that stops as soon as it is sure."""

from ui.arms.method import label_of
from ui.choose.question import RUNS, SequentialQuestion
from ui.choose.sequential import guarantees, words
from ui.choose.sequential.findings import Findings
from ui.choose.words import people, plain, points_of

PUBLISHED = {
    "central": "Which option each participant got and in which order, when the study stopped, and the option that it "
    "names: all of this together under the one ε. Not published are outcomes, counts or rates of successes, and "
    "results for groups; each of them would need an ε of its own, which adds to this one.",
    "local": "Whatever is computed from the randomised answers, under the one ε: which option each participant got, "
    "when the study stopped, the option that it names, and these answers themselves. A further question to the same "
    "participants would need an ε of its own, which adds to this one.",
}


def paragraphs(findings: Findings) -> dict[str, str]:
    """By their headings; empty while no epsilon is chosen."""
    if (epsilon := findings.epsilon) is None:
        return {}
    question = findings.question
    *_, looks, stopping = guarantees.guarantees(question, epsilon)
    return {
        "Error": _error(question),
        "Smallest difference": _difference(question),
        "Participants": _participants(findings),
        "Looks and stopping": f"{looks} If {question.participants:,} participants have taken part before it stops, "
        f"the study ends without an answer that carries the guarantee. {stopping}",
        "What is published": PUBLISHED[question.problem.trust_model],
    }


def proof(question: SequentialQuestion) -> str:
    """Where it is proven of the plan's method that it is private and how often it is wrong."""
    return f"Proven for the method, {question.problem.method}, with ideal Laplace noise ({_document(question)})."


def _document(question: SequentialQuestion) -> str:
    return f"this project's notes on {label_of(question.problem.indifference)}"


def _error(question: SequentialQuestion) -> str:
    return (
        f"{words.promise(question.problem)} This is proven ({_document(question)}), while the rates do not change and "
        "outcomes are independent."
    )


def _difference(question: SequentialQuestion) -> str:
    problem = question.problem
    best, second = sorted(problem.means, reverse=True)[:2]
    planned = points_of(best - second)
    if problem.lead:
        return f"The difference to find is {words.lead_points(problem)}. Nothing is promised about smaller ones."
    if problem.indifference > 0:
        return (
            f"Differences of up to {words.points(question)} do not matter: an option that is worse than the best by no "
            f"more is right. At the rates that are planned for, the two best options differ by {planned}."
        )
    if problem.data is not None:
        return f"The best option is estimated to be better than every other by {planned}, and this is uncertain."
    return (
        f"The best option is planned to be better than every other by {planned}. The figures below are not about "
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
        f"Planned are {people(question)}; {enough}. {plain(words.backwards(findings))} "
        f"{bound}{of_runs}. Other rates need other numbers."
    )
