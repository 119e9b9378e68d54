"""The Python and the notebook that give the figures of a study that looks once."""

from ui.choose.fixed import words
from ui.choose.fixed.figures import CURVE_POINTS, Exact, outcomes_of
from ui.choose.question import BEAT, FixedDesign
from ui.shell.notebook import Notebook
from ui.state.keys import EPSILON_RANGE

_FIGURE = """
figure = go.Figure(layout={"title": "Outcomes of each option that are enough, exactly"})
figure.add_scatter(x=list(epsilons), y=enough, name="enough")
figure.add_scatter(x=list(epsilons), y=[outcomes] * len(epsilons), line={"dash": "dash"}, name="available")
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="outcomes of each option")
figure
"""


def snippet(exact: Exact) -> str:
    """A script that runs as it stands and prints the page's figures."""
    question, design, epsilon = exact.question, exact.design, exact.epsilon
    outcomes = outcomes_of(design, question.participants)
    lines = [
        "import dpcore",
        "",
        f"options, participants, epsilon = {design.options!r}, {question.participants!r}, {epsilon or float('inf')!r}",
        f"outcomes = {max(1, outcomes)!r}  # of each option",
        *(_superiority(design) if design.promise == BEAT else _lead(design)),
        'print("outcomes of each option, at this epsilon and without privacy:", at_epsilon, without_privacy)',
        'print("smallest epsilon that is enough:", smallest)',
        'print("probability of finding the lead:", kept)',
        "",
    ]
    return "\n".join(lines).replace(" inf\n", ' float("inf")\n')


def _lead(design: FixedDesign) -> list[str]:
    how = f"release={design.release!r}, missing={1 - design.kept_share!r}"
    if design.usual is None:
        means = repr(design.means)
        found = "kept = dpcore.designs.probability_right(means, epsilon, outcomes, **how)"
    else:
        means = f"dpcore.designs.AnyUsualRate(options, {design.difference!r}, {design.usual!r})"
        found = "kept = dpcore.designs.worst_usual_rate(means, epsilon, outcomes, **how).lower"
    return [
        f"means, risk = {means}, {design.risk!r}",
        f"how = dict({how})",
        'infinity = float("inf")  # no privacy',
        "at_epsilon = dpcore.designs.smallest_participants(means, epsilon, risk, **how)",
        "without_privacy = dpcore.designs.smallest_participants(means, infinity, risk, **how)",
        "smallest = dpcore.designs.smallest_epsilon(means, risk, outcomes, **how)",
        found,
    ]


def _superiority(design: FixedDesign) -> list[str]:
    usual = design.means[0] if design.usual is None else design.usual
    how = f"{design.risk!r}, options, {design.release!r}, missing={1 - design.kept_share!r}"
    return [
        f"usual, difference, power = {usual!r}, {design.difference!r}, {1 - design.missed!r}",
        "beat = dpcore.designs.superiority",
        f"rule = beat.ClaimRule({how})",
        "at_epsilon = beat.smallest_participants(usual, difference, epsilon, power, rule)",
        'without_privacy = beat.smallest_participants(usual, difference, float("inf"), power, rule)',
        "smallest = beat.smallest_epsilon(usual, difference, power, outcomes, rule)",
        "kept = beat.probability_found(usual, difference, epsilon, outcomes, rule)",
    ]


def notebook(exact: Exact) -> Notebook:
    """The page's figures, and participants against epsilon."""
    design = exact.design
    (asked,) = words.say(words.known(exact), "asked")
    told = f"{asked} Trust model: {design.trust_model}."
    low, high = EPSILON_RANGE
    grid = f"epsilons = [{low} * ({high} / {low}) ** (step / {CURVE_POINTS - 1}) for step in range({CURVE_POINTS})]"
    return Notebook(
        told, "Exact figures: docs/designs.md", snippet(exact), f"{grid}\n{_curve(design)}{_FIGURE}"
    )


def _curve(design: FixedDesign) -> str:
    call = "dpcore.designs.smallest_participants(means, each, risk, **how)"
    if design.promise == BEAT:
        call = "beat.smallest_participants(usual, difference, each, power, rule)"
    return f"enough = [{call} for each in epsilons]"
