"""Every public function and method, found by itself, is tried with odd arguments: none is forgotten."""

import inspect
import math
import time
from datetime import date
from functools import partial

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dpcore
from dpcore import audit, choosing, designs, exercises, times
from dpcore.designs import superiority
from tests.dpcore import odd_values, test_doors
from tests.dpcore.fixed_budget import test_odd_values as of_budgets
from tests.dpcore.private_stopping import test_odd_values as of_stopping
from tests.dpcore.regret import test_odd_values as of_regret

MEANS = (0.9, 0.5)
PROBLEM = {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "max_samples": 3000, "indifference": 0.0, "rho": 0.5}
LOOKS = choosing.look_schedule(MEANS, 1.0, 0.1, runs=2)
SHEET = exercises.Sheet("A", ("attacker-belief", "most-sampled-arm"))
ADA, PASSPHRASE = SHEET.student("Ada"), "correct horse battery"
RECORDS = [exercises.QuestionRecord(True, 1, 0)] * 2
CODE = exercises.make_certificate(SHEET, ADA, RECORDS, date(2026, 11, 24), PASSPHRASE)
STUDIES = choosing.simulate_studies(MEANS, 20, runs=2)
EXPERIMENTS = (
    partial(dpcore.simulate_fixed_confidence, "ttucb", MEANS, runs=1),
    partial(dpcore.simulate_fixed_budget, "dp-bai", [[0, 1], [1, 0]], [0.1, 0.4], 60, 1.0, runs=1),
    partial(dpcore.simulate_private_stopping, "nas", 0.5, runs=1),
    partial(dpcore.simulate_regret, "ucb-episodes", MEANS, 20, runs=1),
    partial(choosing.look_schedule, MEANS, 1.0, 0.1, runs=1),
)
REGRET = dpcore.simulate_regret("ucb-episodes", MEANS, 20, runs=2)
POSTERIOR = choosing.posterior_samples([MEANS] * 20, 1.0, 0.1, seed=0)

LEAD = {"means": MEANS, "difference": 0.3, "trust_model": "local"}
RATES = {"options": 3, "difference": 0.3, "usual_range": (0.1, 0.5)}
RULE = {"level": 0.1, "options": 3, "release": "counts", "missing": 0.1}
CLAIM = {"usual": (0.1, 0.5), "difference": 0.3, "rule": superiority.ClaimRule(**RULE)}


def of_algorithm(name):
    def simulate(**arguments):
        return dpcore.simulate_fixed_confidence(name, **arguments)

    return simulate


DOORS = {
    audit.begin_audit: {"algorithm": "dp-tt", "epsilon": 1.0, "fault": "none", "seed": 0},
    audit.begin_audit("dp-tt", 1.0).continued: {"cancel": None},
    designs.interval_of_noisy_count: {"noisy": 7, "per_option": 20, "epsilon": 1.0, "confidence": 0.9},
    designs.lead_bound_curve: {**LEAD, "epsilons": [0.1, 1.0], "risk": 0.1},
    designs.lead_characteristic_time: {**LEAD, "epsilon": 1.0},
    designs.lead_lower_bound: {**LEAD, "epsilon": 1.0, "risk": 0.1},
    designs.lead_possible_epsilon: {**LEAD, "risk": 0.1, "participants": 1000.0},
    designs.participants_curve: {"means": MEANS, "epsilons": [0.1, 1.0], "risk": 0.1, "missing": 0.1, "block": 2},
    designs.probability_right: {"means": MEANS, "epsilon": 1.0, "per_option": 20, "release": "counts", "missing": 0.1},
    designs.probability_right_curve: {"means": MEANS, "epsilons": [0.1, 1.0], "per_option": 20, "missing": 0.1},
    designs.smallest_difference: {
        "options": 3, "usual": 0.3, "epsilon": 1.0, "risk": 0.1, "per_option": 100, "missing": 0.1,
    },
    designs.smallest_epsilon: {"means": MEANS, "risk": 0.1, "per_option": 100, "missing": 0.1},
    designs.smallest_participants: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "missing": 0.1, "block": 2},
    designs.AnyUsualRate: RATES,
    designs.worst_usual_rate: {
        "rates": designs.AnyUsualRate(**RATES), "epsilon": 1.0, "per_option": 100, "release": "winner", "missing": 0.1,
    },
    superiority.ClaimRule: RULE,
    superiority.critical_value: {"epsilon": 1.0, "per_option": 100, "rule": CLAIM["rule"]},
    superiority.participants_curve: {**CLAIM, "usual": 0.3, "epsilons": [0.1, 1.0], "power": 0.8, "block": 2},
    superiority.probability_found: {**CLAIM, "epsilon": 1.0, "per_option": 100},
    superiority.smallest_difference: {
        "usual": 0.3, "epsilon": 1.0, "power": 0.8, "per_option": 100, "rule": CLAIM["rule"],
    },
    superiority.smallest_epsilon: {**CLAIM, "power": 0.8, "per_option": 100},
    superiority.smallest_participants: {**CLAIM, "epsilon": 1.0, "power": 0.8, "block": 2},
    audit.detectable_factor: {"epsilon": 1.0, "pairs": 5000},
    audit.information_per_pair: {"epsilon": 1.0, "loss": 1.1},
    audit.needed_pairs: {"epsilon": 1.0, "factor": 1.1},
    audit.simulated_alarms: {"epsilon": 1.0, "factor": 2.0, "pairs": 2000, "audits": 3, "seed": 0},
    audit.privacy_loss_lower_bound: {
        "outputs": np.arange(300.0), "neighbour_outputs": np.arange(300.0) / 2, "false_alarm_rate": 1e-6,
    },
    test_doors.OUTCOMES.shares_outside: {"low": 0.5, "high": 1.5},
    dpcore.simulate_fixed_confidence: {"algorithm": "ttucb", **PROBLEM, "runs": 2, "first_run": 0, "workers": 1},
    dpcore.trace_fixed_confidence: {"algorithm": "dp-tt", **PROBLEM, "seed": 0, "run": 0},
    dpcore.fixed_confidence.prepared_arguments: {"algorithm": "prise", **PROBLEM, "lead": 0.1},
    dpcore.price_of_privacy: {"private": REGRET, "non_private": REGRET},
    exercises.Sheet: {"title": "A", "kinds": ["attacker-belief"], "difficulty": "hard", "seed": 1},
    SHEET.student: {"name": "Ada"},
    exercises.is_right: {"question": exercises.questions(SHEET, ADA)[0], "answer": 0.5},
    exercises.make_certificate: {
        "sheet": SHEET, "student": ADA, "records": RECORDS, "day": date(2026, 11, 24), "passphrase": PASSPHRASE,
    },
    exercises.questions: {"sheet": SHEET, "student": ADA},
    exercises.read_sheet: {"text": 'title = "A"\nkinds = ["attacker-belief"]'},
    exercises.sheet_from_line: {"line": SHEET.line},
    exercises.solve: {"question": exercises.questions(SHEET, ADA)[1]},
    exercises.verify_certificate: {"code": CODE, "sheet": SHEET, "name": "Ada", "passphrase": PASSPHRASE},
    times.is_asymptotic: {"means": MEANS, "indifference": 0.1},
    times.price_overview: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "tolerance": 0.05, "epsilons": [0.1, 1.0]},
    LOOKS.answer_by: {"samples": 10},
    LOOKS.done_by: {"samples": 10},
    LOOKS.done_interval: {"samples": 10},
    LOOKS.looks_by: {"samples": 10},
    POSTERIOR.quantiles: {"levels": [0.1, 0.9]},
    STUDIES.changed_intervals: {"epsilons": [0.1, 1.0]},
    STUDIES.chosen: {"epsilon": 1.0},
    STUDIES.published: {"epsilon": 1.0},
    **{experiment().extended_by: {"later": experiment(first_run=1)} for experiment in EXPERIMENTS},
}  # fmt: skip
ALGORITHMS = {of_algorithm(name): {**PROBLEM, "runs": 2} for name in dpcore.fixed_confidence_algorithms()}
ALL = {**DOORS, **ALGORITHMS, **test_doors.DOORS, **of_budgets.DOORS, **of_stopping.DOORS, **of_regret.DOORS}
NOT_TRIED = {  # no arguments that anybody else gives, or a registry's own
    *("warm_up", "release", "check_budget", "check_parameters"),
}


def public():
    """Every public function, and method of a public class, that takes arguments, once."""
    modules = [
        dpcore,
        superiority,
        *(each for name in dpcore.__all__ if inspect.ismodule(each := getattr(dpcore, name))),
    ]
    offered = {id(each): each for module in modules for name in module.__all__ for each in [getattr(module, name)]}
    for each in offered.values():
        if inspect.isclass(each):
            methods = inspect.getmembers(each, lambda member: inspect.isfunction(member) or inspect.ismethod(member))
            yield from (method for name, method in methods if name[0] != "_" and name not in NOT_TRIED)
        elif inspect.isfunction(each):
            yield each


def is_asked(function):
    return set(inspect.signature(function).parameters) - {"self"} and function.__name__ not in NOT_TRIED


def of_class(function):
    """The function behind a method of an object."""
    return getattr(function, "__func__", function)


def test_every_public_function_and_method_is_tried():
    tried = {of_class(function) for function in ALL}
    assert sorted(door.__qualname__ for door in public() if is_asked(door) and of_class(door) not in tried) == []
    assert len(list(public())) > 90


def whole(function):
    """The arguments that work, with the defaults of all others."""
    given = ALL[function]
    parameters = inspect.signature(function).parameters.values()
    defaults = {each.name: each.default for each in parameters if each.default is not each.empty}
    return {**defaults, **given}


WHOLE = {function: whole(function) for function in ALL}
SECONDS = 30  # of one processor: what a call may take on a busy machine


def answered_in_time(call):
    start = time.process_time()
    odd_values.answered(*call)
    assert time.process_time() - start < SECONDS, "the call takes too long"


@pytest.mark.parametrize("function", [*DOORS, *ALGORITHMS], ids=lambda function: function.__qualname__)
def test_good_arguments_work(function):
    assert function(**ALL[function]) is not None


@pytest.mark.parametrize("function", DOORS, ids=lambda function: function.__qualname__)
def test_one_odd_argument(function):
    for name in DOORS[function]:
        for value in (*odd_values.NUMBERS, *odd_values.OTHERS, *odd_values.TABLES):
            answered_in_time((function, DOORS[function] | {name: value}))


@settings(max_examples=100, deadline=None)
@given(call=odd_values.calls({function: WHOLE[function] for function in ALGORITHMS}))
def test_algorithms_of_fixed_confidence_answer(call):
    answered_in_time(call)


@settings(max_examples=100, deadline=None)
@given(call=odd_values.calls(WHOLE))
def test_any_argument_of_any_door_may_be_odd(call):
    answered_in_time(call)


numbers = st.floats() | st.integers() | st.floats(0, 1) | st.sampled_from([5e-324, 1e308, math.inf, math.nan, 2**63])
anything = st.recursive(
    numbers | st.none() | st.booleans() | st.text(max_size=4) | odd_values.values,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=8,
)


@pytest.mark.long
@settings(max_examples=5000, deadline=None, derandomize=False, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_very_many_odd_arguments(data):
    function = data.draw(st.sampled_from(list(WHOLE)))
    arguments = dict(WHOLE[function])
    for name in data.draw(st.lists(st.sampled_from(sorted(arguments)), min_size=1, max_size=2, unique=True)):
        arguments[name] = data.draw(anything, label=name)
    answered_in_time((function, arguments))
