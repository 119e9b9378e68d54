"""The Python and the notebook that give the figures of a study that looks once."""

from ui.choose.fixed import words
from ui.choose.fixed.exact import Exact
from ui.choose.fixed.figures import CURVE_POINTS, outcomes_of
from ui.choose.question import BEAT, FixedDesign
from ui.shell.notebook import Notebook
from ui.state.keys import EPSILON_RANGE

_FIGURE = """
figure = go.Figure(layout={"title": "Outcomes of each option that are enough, exactly"})
figure.add_scatter(x=list(epsilons), y=enough, name="enough")
figure.add_scatter(x=list(epsilons), y=[outcomes] * len(epsilons), line={"dash": "dash"}, name="available")
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="outcomes of each option")
"""


_LEAD = """means, risk = {means}, {risk!r}
how = dict(release={release!r}, missing={missing!r})
at_epsilon = {at_epsilon}
without_privacy = {without_privacy}
smallest = dpcore.designs.smallest_epsilon(means, risk, outcomes, **how)
kept = {kept}"""
_GAIN = """usual, difference, power = {usual!r}, {difference!r}, {power!r}
beat = dpcore.designs.superiority
rule = beat.ClaimRule({risk!r}, options, {release!r}, missing={missing!r})
at_epsilon = {at_epsilon}
without_privacy = {without_privacy}
smallest = beat.smallest_epsilon(usual, difference, power, outcomes, rule)
kept = beat.probability_found(usual, difference, epsilon, outcomes, rule)"""


def snippet(exact: Exact) -> str:
    """A script that runs as it stands and prints the page's figures."""
    question, design, epsilon = exact.question, exact.design, exact.epsilon
    means = repr(design.means)
    kept = "dpcore.designs.probability_right(means, epsilon, outcomes, **how)"
    if design.usual is not None:
        means = f"dpcore.designs.AnyUsualRate(options, {design.difference!r}, {design.usual!r})"
        kept = "dpcore.designs.worst_usual_rate(means, epsilon, outcomes, **how).lower"
    figures = (_GAIN if design.promise == BEAT else _LEAD).format(
        means=means,
        usual=design.usual or design.means[0],
        difference=design.difference,
        risk=design.risk,
        power=1 - design.missed,
        release=design.release,
        missing=1 - design.kept_share,
        at_epsilon=_needed(design, "epsilon"),
        without_privacy=_needed(design, 'float("inf")'),
        kept=kept,
    )
    budget = 'float("inf")' if epsilon is None else repr(epsilon)
    return f"""import dpcore

options, participants, epsilon = {design.options!r}, {question.participants!r}, {budget}
outcomes = {max(1, outcomes_of(design, question.participants))!r}  # of each option
{figures}
print("outcomes of each option, at this epsilon and without privacy:", at_epsilon, without_privacy)
print("smallest epsilon that is enough:", smallest)
print("probability of finding the lead:", kept)
"""


def _needed(design: FixedDesign, budget: str) -> str:
    if design.promise == BEAT:
        return f"beat.smallest_participants(usual, difference, {budget}, power, rule)"
    return f"dpcore.designs.smallest_participants(means, {budget}, risk, **how)"


def notebook(exact: Exact) -> Notebook:
    """The page's figures, and participants against epsilon."""
    design = exact.design
    (asked,) = words.say(words.known(exact), "asked")
    told = f"{asked} Trust model: {design.trust_model}."
    low, high = EPSILON_RANGE
    grid = f"epsilons = [{low} * ({high} / {low}) ** (step / {CURVE_POINTS - 1}) for step in range({CURVE_POINTS})]"
    curve = f"enough = [{_needed(design, 'each')} for each in epsilons]"
    return Notebook(told, "Exact figures: docs/designs.md", snippet(exact), f"{grid}\n{curve}{_FIGURE}")
