"""Under the hand the browser finds, reads off and says what Python does at rest, for every design that it follows."""

import base64
import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.ui.components.node import ran
from ui.arms.names import option_names
from ui.choose.fixed import answer, live, words
from ui.choose.fixed.exact import Exact
from ui.choose.question import BEAT, FIND, ONCE, RATES, FixedDesign, Question, difference_means
from ui.components import assets
from ui.look.sentences import as_html
from ui.state.keys import EPSILON_RANGE
from wasm import path

HARNESS = Path(__file__).with_name("designs.js")
ALLOWED = 1e-8  # relative: budgets are roots, found to 1e-10 by Python and by the module each


def questions(count=120):
    """Of all promises, looks and trust models, with missing outcomes and blocks, and with too few participants, too."""
    rng = np.random.default_rng(36)
    for place in range(count):
        promise = (FIND, FIND, BEAT)[place % 3]
        options, usual = int(rng.integers(2, 8)), round(float(rng.uniform(0.02, 0.9)), 3)
        difference = round(float(rng.uniform(0.05, 0.95) * min(0.3, 0.98 - usual)), 3)
        best, *others = difference_means(options, usual, difference)
        design = FixedDesign(
            option_names(options),
            (best, *others) if promise == FIND else (others[0], best, *others[1:]),
            risk=float(rng.choice([0.01, 0.05, 0.025])),
            trust_model=("central", "central", "local")[int(rng.integers(3))],
            promise=promise,
            looks=RATES if promise == BEAT else (ONCE, RATES)[place // 3 % 2],
            difference=difference,
            missed=0.1 if promise == BEAT else 0.0,
            missing=float(rng.choice([0.0, 0.2])),
            waits=bool(rng.integers(2)),
            block=int(rng.choice([1, 5])),
        )
        epsilon = None if place % 2 else float(f"{10 ** rng.uniform(-2, 1.5):.3g}")
        people, daily = int(10 ** rng.uniform(1.5, 5)), 37.0 if place % 4 == 0 else None
        yield Question("a difference", design, people, daily, 0.1, epsilon)


def in_the_browser(asked):
    cases = [
        {
            "given": live.given(Exact(question)),
            "values": {
                "epsilon": question.epsilon,
                "participants": question.participants,
                "difference": 100 * question.problem.difference,
            },
            "picked": question.epsilon is not None,
            "curves": place % 20 == 0,
        }
        for place, question in enumerate(asked)
    ]
    module = json.dumps(base64.b64encode(path(live.MODULE).read_bytes()).decode())
    return json.loads(ran(f"{assets.script(HARNESS)}\nconsole.log(await designs({module}, {json.dumps(cases)}))"))


def number(value):
    return math.inf if value == "inf" else value


def same(browsers, pythons):
    if pythons is None or browsers is None:
        return browsers is None and pythons is None
    return math.isclose(number(browsers), pythons, rel_tol=ALLOWED) or number(browsers) == pythons


def test_the_browser_says_what_python_says():
    asked = list(questions())
    for question, found in zip(asked, in_the_browser(asked), strict=True):
        exact, figures = Exact(question), found["figures"]
        pairs = {
            "epsilon": exact.epsilon,
            "recommended": exact.recommended,
            "enoughFrom": exact.enough_from,
            "without": exact.without_privacy,
            "needed": exact.needed,
            "freeFrom": exact.free_from,
            "bound": exact.bound,
            "possibleFrom": exact.possible_from and max(exact.possible_from, EPSILON_RANGE[0] / math.e),
        }
        assert {name: value for name, value in pairs.items() if not same(figures[name], value)} == {}, question
        assert found["verdict"] == as_html(words.verdict(exact))
        marks = {mark.name: mark for mark in answer.marks(exact)}
        read = {
            name: mark["words"] for name, mark in found["marks"].items() if (mark["epsilon"] or 0) > EPSILON_RANGE[0]
        }
        assert read == {name: marks[name].said for name in read}
        assert ("free" in read) == (max(exact.enough_from, EPSILON_RANGE[0]) <= exact.free_from < math.inf)
        if found["curves"] is not None:
            curves, design = exact.curves, question.problem
            step = 6 if design.trust_model == "local" else 5 if design.promise == BEAT else 4
            for name, ours in (("enough", curves.participants), ("second", curves.second), ("bound", curves.bound)):
                theirs = found["curves"][name]
                assert (theirs is None) == (ours is None)
                if ours is not None:
                    np.testing.assert_allclose([number(value) for value in theirs], ours[::step], rtol=ALLOWED)


def test_a_design_whose_rivals_differ_is_left_to_the_server_and_one_of_a_range_takes_its_hardest_rate():
    question = next(question for question in questions() if question.problem.promise == FIND)
    uneven = replace(question.problem, means=(0.6, 0.5, 0.3), difference=0.1)
    assert live.given(Exact(replace(question, problem=uneven))) is None
    ranged = replace(question.problem, usual=(0.1, 0.3), difference=0.1)
    assert live.given(Exact(replace(question, problem=ranged)))["usual"] == 0.3
