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
        ends, where = "", f"means, risk = {design.means!r}, {design.risk!r}"
        at, budget, probability = (
            "means, {}, risk",
            "means, risk, outcomes",
            "probability_right(means, epsilon, outcomes",
        )
        found = f"kept = dpcore.designs.{probability}, **how)"
    else:
        ends, where = "_anywhere", f"difference, risk = {design.difference!r}, {design.risk!r}"
        how += f", usual_range={design.usual!r}"
        at, budget = "options, difference, {}, risk", "options, difference, risk, outcomes"
        found = "kept = dpcore.designs.worst_usual_rate(options, difference, epsilon, outcomes, **how).lower"
    return [
        where,
        f"how = dict({how})",
        'infinity = float("inf")  # no privacy',
        f"at_epsilon = dpcore.designs.smallest_participants{ends}({at.format('epsilon')}, **how)",
        f"without_privacy = dpcore.designs.smallest_participants{ends}({at.format('infinity')}, **how)",
        f"smallest = dpcore.designs.smallest_epsilon{ends}({budget}, **how)",
        found,
    ]


def _superiority(design: FixedDesign) -> list[str]:
    usual, ends = (design.means[0], "") if design.usual is None else (design.usual, "_anywhere")
    return [
        f"usual, difference, level, power = {usual!r}, {design.difference!r}, {design.risk!r}, {1 - design.missed!r}",
        f"how = dict(options=options, release={design.release!r}, missing={1 - design.kept_share!r})",
        f"beat = dpcore.designs.superiority{ends}",
        f"at_epsilon = beat.smallest_participants{ends}(usual, difference, epsilon, level, power, **how)",
        f'without_privacy = beat.smallest_participants{ends}(usual, difference, float("inf"), level, power, **how)',
        f"smallest = beat.smallest_epsilon{ends}(usual, difference, level, power, outcomes, **how)",
        f"kept = beat.probability_found{ends}(usual, difference, epsilon, outcomes, level, **how)",
    ]


def notebook(exact: Exact) -> Notebook:
    """The page's figures, and participants against epsilon."""
    design = exact.design
    told = f"{words.asked(exact.question)} Trust model: {design.trust_model}."
    low, high = EPSILON_RANGE
    grid = f"epsilons = [{low} * ({high} / {low}) ** (step / {CURVE_POINTS - 1}) for step in range({CURVE_POINTS})]"
    return Notebook(told, "Exact figures: docs/designs.md", snippet(exact), f"{grid}\n{_curve(design)}{_FIGURE}")


def _curve(design: FixedDesign) -> str:
    if design.promise == BEAT:
        ends = "" if design.usual is None else "_anywhere"
        call = f"beat.smallest_participants{ends}(usual, difference, each, level, power, **how)"
    elif design.usual is None:
        call = "dpcore.designs.smallest_participants(means, each, risk, **how)"
    else:
        call = "dpcore.designs.smallest_participants_anywhere(options, difference, each, risk, **how)"
    return f"enough = [{call} for each in epsilons]"
