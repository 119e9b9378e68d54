"""Pinned plans: their differences, and the link that carries them."""

from dataclasses import replace

import pytest

from tests.ui.choose.cases import DATA, question, reading
from tests.ui.choose.cases import answer as findings_of
from tests.ui.choose.cases import answered as answer
from tests.ui.choose.fixed.cases import question as design_question
from ui.arms.names import option_names
from ui.choose import pins
from ui.choose.question import BEAT, RATES, WHATEVER, SequentialProblem
from ui.choose.sequential import answer as sequential


def test_the_comparison_shows_differences():
    first, second = answer(achievable=0.2), answer(achievable=0.1, participants=3533, trust_model="local")
    table = pins.comparison([first, second]).set_index("figure")
    column = table["plan B against A"]
    assert column["smallest ε that is enough"] == "−0.100 (× 0.500)"
    assert column["participants available"] == "+1,533 (× 1.77)"
    assert column["trust model"] == "differs"
    assert column["the study's promise"] == column["how its figures are known"] == "same"
    assert [*pins.comparison([first, second], second)][1:] == ["plan A", "plan B (proposed)", "plan B against A"]


def test_a_report_without_own_data_leaves_out_the_plans_that_have_some():
    own, other = answer(data=DATA), answer()
    assert pins.for_report([own, other], other) == [other]
    assert pins.for_report([own, other], own) == [own, other]


def test_a_difference_is_that_of_the_numbers_that_the_table_shows():
    first, second = answer(), answer()
    plans = replace(first, epsilon=0.0143, enough_from=0.01426), replace(second, epsilon=0.0501, enough_from=0.05001)
    table = pins.comparison(plans).set_index("figure")
    assert table.loc["smallest ε that is enough"].tolist() == ["0.0143", "0.0501", "+0.0358 (× 3.50)"]
    assert table.loc["chosen ε", "plan B against A"] == "+0.0358 (× 3.50)"
    none = replace(second, enough_from=float("inf"))
    assert pins.comparison([first, none]).set_index("figure").loc["smallest ε that is enough", "plan B"] == "none"


def test_bounds_are_rounded_to_the_side_on_which_they_hold():
    found = findings_of(possible=0.02009)
    plan = replace(found, bounds=replace(found.bounds, at_epsilon=reading(500.6), almost_free=reading(0.30001)))
    values = pins.comparison([sequential.answered(plan)]).set_index("figure")["plan A"]
    assert values["smallest ε that its lower bound does not rule out"] == "0.0200"
    assert values["participants at the chosen ε"] == "1,500"
    assert values["how its figures are known"].startswith("simulated in up to")
    found = sequential.answered(plan).readings.set_index("figure")["value"]
    assert found["smallest ε that this bound does not rule out"] == "0.0200"
    assert found["ε from which privacy raises the bound by at most 10 %"] == "0.301"
    assert found["participants at ε = 0.5"] == "1,500"
    assert found["participants at ε = 0.5, at least"] == "500"


def test_names_of_options_survive_the_link_and_older_links_have_none():
    asked = question()
    named = replace(asked, mode="the rates", problem=replace(asked.problem, names=("treatment A (100%)", "option 2")))
    (back,) = pins.decode(pins.encode([named]))
    assert (back, back.problem.names) == (named, named.problem.names)
    (older,) = pins.decode(pins.encode([named]).rpartition("~")[0])
    assert (older, older.problem.names) == (named, option_names(2))


def test_own_data_never_enter_the_link():
    assert pins.encode([question(data=DATA)]) == ""


def test_back_brings_the_plans_of_its_link_and_leaves_those_with_own_data(monkeypatch):
    first, own, second = question(), question(data=DATA), question(participants=3000)
    monkeypatch.setattr(pins.st, "session_state", {"pinned-plans": [first, own, second]})
    monkeypatch.setattr(pins.st, "query_params", {"pins": pins.encode([first])})
    assert pins.pinned() == [first, own, second]  # a request sent before the browser heard of a pin has an earlier link
    monkeypatch.setattr(pins, "went_back_or_forward", lambda: True)
    assert pins.pinned() == [first, own]
    monkeypatch.setattr(pins.st, "query_params", {"pins": pins.encode([second, first])})
    assert pins.pinned() == [second, first, own]
    assert pins.st.session_state["pins"] == pins.encode([second, first])
    monkeypatch.setattr(pins.st, "query_params", {})
    assert pins.pinned() == [own]


FIXED = [
    design_question(),
    design_question(looks=RATES, epsilon=0.3, pace=20.0),
    design_question(trust_model="local", participants=10**6, extra=0.25),
    design_question(usual=(0.0, 1.0), missing=0.2, waits=True, block=4),
    design_question(usual=(0.25, 0.5), missing=0.9, block=1000),
    design_question(promise=BEAT, missed=0.2),
    design_question(promise=BEAT, options=2, usual=(0.1, 0.3), risk=0.025),
    design_question(mode="the rates", options=20, difference=0.0125),
    replace(design_question(pace=60.0), in_weeks=True),
    replace(question(), problem=SequentialProblem(option_names(2), (0.6, 0.3), 0.05, "central", lead=0.3)),
    replace(question(), problem=SequentialProblem(option_names(2), (0.6, 0.3), 0.05, "local", indifference=0.1)),
    question(epsilon=None),
    replace(question(extra=0.999999999999), epsilon=0.012345678901234, pace=123.000000000001),  # nothing is rounded
]


def test_plans_of_all_promises_stand_in_one_link():
    assert pins.decode(pins.encode([*FIXED[:3], question()])) == [*FIXED[:3], question()]
    assert len(pins.decode(pins.encode(FIXED))) == pins.MOST_PINS


@pytest.mark.parametrize("plan", FIXED)
def test_every_kind_of_plan_survives_the_link(plan):
    (back,) = pins.decode(pins.encode([plan]))
    assert back == plan
    assert back.problem.names == plan.problem.names
    assert pins.encode([back]) == pins.encode([plan])


def test_a_link_of_before_pins_what_it_did():
    """Links that name no promise are of a time at which the page had one."""
    (plan,) = pins.decode("a difference~0.4,0.3~0.01~central~10000~~0.1~0.1~~0.05")
    assert plan.problem == SequentialProblem(option_names(2), (0.4, 0.3), 0.01, "central", indifference=0.05)
    assert plan.problem.promise == WHATEVER


PARTS = ("promise", "look", "difference", "missed", "missing", "usual", "waits", "block")


def spoiled(plan, **parts):
    """The text of a plan with some of its parts replaced."""
    texts = pins.encode([plan]).split("~")
    for name, text in parts.items():
        texts[10 + PARTS.index(name)] = text
    return "~".join(texts)


@pytest.mark.parametrize(
    "plan, parts",
    [
        *((FIXED[0], {"promise": text}) for text in ("3", "-1", "x", "", "1", "2", "1e0", "9" * 400)),
        *((FIXED[0], {"look": text}) for text in ("3", "-1", "x", "")),
        *((FIXED[0], {"difference": text}) for text in ("", "0", "-0.1", "nan", "inf", "0.7", "1e400", "<b>")),
        *((FIXED[0], {"missed": text}) for text in ("0.1", "nan", "-0.1")),
        *((FIXED[5], {"missed": text}) for text in ("", "0", "0.5", "nan", "-0.1")),
        *((FIXED[0], {"missing": text}) for text in ("0.91", "-0.1", "nan", "x")),
        *(
            (FIXED[3], {"usual": text})
            for text in ("0.1", "0.3,0.2", "0.3,0.3", "-0.1,0.5", "0,1.1", "nan,1", "0,nan", "0,1,2")
        ),
        *((FIXED[3], {"waits": text}) for text in ("2", "", "True", "-1")),
        *((FIXED[3], {"block": text}) for text in ("0", "-4", "1001", "1.5", "nan", "", "9" * 400)),
        (FIXED[4], {"difference": "0.75"}),  # above the lowest usual rate, nothing is left of 100 %
        (FIXED[5], {"look": "0"}),  # a new option is only compared with its rates
        (FIXED[8], {"difference": "0.6"}),
    ],
)
def test_a_spoiled_plan_of_any_promise_pins_nothing(plan, parts):
    assert pins.decode(spoiled(plan)) == [plan]
    assert pins.decode(spoiled(plan, **parts)) == []
    assert pins.decode(f"{spoiled(plan, **parts)}_{pins.encode([plan])}") == [plan]


def test_a_plan_that_is_cut_short_pins_nothing_that_cannot_be_computed():
    for plan in FIXED:
        texts = pins.encode([plan]).split("~")
        for length in range(len(texts)):
            found = pins.decode("~".join(texts[:length]))
            assert all(isinstance(each.problem, SequentialProblem) for each in found)


def test_a_lead_that_its_rates_do_not_have_pins_nothing():
    """The difference to find is that of the rates, or no figure of the plan would be about it."""
    assert pins.decode(spoiled(FIXED[0], difference="0.05")) == []
    assert pins.decode(spoiled(FIXED[5], difference="0.05")) == []
    tied = pins.encode([FIXED[0]]).replace("0.4,0.3,0.3", "0.4,0.4,0.3")
    assert pins.decode(tied) == []
    usual_best = pins.encode([FIXED[5]]).replace("0.3,0.4,0.3", "0.4,0.3,0.3")
    assert pins.decode(usual_best) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "a difference~0.5,0.5~0.01~central~100~~0.1~0.1",
        "a difference~0.5,1.5~0.01~central~100~~0.1~0.1",
        "own data~0.5,0.4~0.01~central~100~~0.1~0.1",
        "a difference~0.5,0.4~0.01~elsewhere~100~~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~0~~0.1~0.1",
        f"a difference~0.5,0.4~0.01~central~{'9' * 400}~~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~100~1e308~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~100~~1e308~0.1",
        "a difference~0.5,0.4~0.01~central~100~~0~0.1",
        "a difference~0.5,0.4~0.01~central~100~~0.1~1e308",
        f"a difference~0.5{',0.4' * 1000}~0.01~central~100~~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~100~nan~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~100~0~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~100~~0.1~0",
        "a difference~0.5,0.4~nan~central~100~~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~100~~0.1~0.1~<b>,",
        "a difference~0.5,0.4~0.01~central~100~~0.1~0.1~one,two~three",
    ],
)
def test_a_broken_link_pins_nothing(text):
    assert pins.decode(text) == []
    assert len(pins.decode(f"{text}_a difference~0.5,0.4~0.01~central~100~~0.1~0.1")) == 1
