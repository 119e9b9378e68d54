"""One instance everywhere: what a visitor has set goes along from page to page, and a link is taken at its word."""

from dataclasses import replace

import pytest

from tests.boxes import fill
from tests.dpcore.trial import plans
from tests.pages.visit import button, checked, finished, just_opened, said, stopped
from ui.choose.question import BEAT, FIND, ONCE, SURE

ARMS = "0.3, 0.3, 0.38"


def plan():
    """Choose ε with a difference of 8 points, as a visitor types it."""
    return just_opened("choose_epsilon", options=3, usual=30, better=8, wrong=0.02, people=5000, promise=FIND)


def go(test, page):
    return checked(stopped(test).switch_page(f"pages/{page}.py").run())


def held(test, *keys):
    return tuple(test.session_state[key] for key in keys)


def know(test, mode):
    return checked(test.segmented_control(key="know").set_value(mode).run())


def test_a_difference_on_choose_epsilon_is_the_instance_of_the_other_pages():
    test = go(plan(), "explore")
    assert held(test, "arms", "risk") == (ARMS, "0.02")
    assert 1e-3 < float(held(test, "epsilon")[0]) < 0.1
    assert "0.3, 0.3, 0.38" in test.code[-1].value
    test = go(test, "same_decision")
    assert held(test, "arms", "same-people") == (ARMS, "5000")
    test = go(test, "choose_epsilon")  # which is found as it was left
    assert held(test, "know", "options", "usual", "better", "wrong") == ("a difference", "3", "30", "8", "0.02")


def test_an_epsilon_chosen_elsewhere_is_the_choice_of_choose_epsilon():
    test = go(plan(), "explore")
    test.text_input(key="epsilon").set_value("0.3").run()
    test = go(test, "choose_epsilon")
    assert held(test, "know", "look") == ("a difference", "0.3")
    assert "**ε = 0.3**, your choice" in said(test)


def test_names_go_along_and_come_back():
    test = plan()
    test.text_input(key="called").set_value("drug A, , none").run()
    test = go(test, "explore")
    assert held(test, "names") == ("drug A, , none",)
    test = go(test, "same_decision")
    assert any("drug A 3" in block.proto.body for block in test.get("html")), "its pictures name the options, too"
    test = go(test, "explore")
    test.text_input(key="names").set_value("drug B").run()
    test = go(test, "choose_epsilon")
    assert held(test, "know", "called") == ("a difference", "drug B")
    assert held(know(test, "the rates"), "names") == ("drug B",)


def run_it(*names):
    """Run it with a plan whose options have these names, beside three arms without names."""
    return just_opened("run_it", arms="0.38, 0.3, 0.3", plan=replace(plans.ROUNDS, options=names).as_json(None))


def rename(test, option, name):
    return checked(stopped(stopped(test).text_input(key=f"plan-option-{option - 1}").set_value(name).run()))


def test_names_typed_on_run_it_are_those_of_the_other_pages():
    test = rename(run_it("option 1", "option 2", "option 3"), 2, "drug A")
    test = go(test, "same_decision")
    assert held(test, "arms", "names") == ("0.38, 0.3, 0.3", ", drug A")


def test_names_that_arms_may_not_have_or_of_other_options_stay_on_run_it():
    for before, name in (("option 2", "a, b"), ("another plan's option", "drug A")):
        test = rename(run_it("option 1", before, "option 3"), 2, name)
        assert f'"{name}"' in test.session_state["plan"]
        assert not held(go(test, "glossary"), "names")[0]


def test_arms_changed_elsewhere_are_the_rates_of_choose_epsilon():
    test = go(plan(), "explore")
    test.text_input(key="arms").set_value("0.5, 0.4").run()
    test = go(test, "choose_epsilon")
    assert held(test, "know", "arms") == ("the rates", "0.5, 0.4")
    assert held(test, "look") == (None,), "what was recommended does not come back as a choice"


def test_the_option_that_stands_first_in_the_rates_of_a_difference_is_the_usual_one():
    test = know(plan(), "the rates")
    test.radio(key="promise").set_value(BEAT)
    assert "find a new option if it beats the usual one by 8 points" in said(test.run())
    assert held(test, "arms") == (ARMS,)


def test_from_mode_to_mode_nothing_typed_is_thrown_away():
    test = know(know(plan(), "own data"), "a difference")
    assert held(test, "options", "usual", "better") == ("3", "30", "8")
    test = know(test, "the rates")
    assert held(test, "arms", "risk") == (ARMS, "0.02")
    test = know(test, "a difference")
    assert held(test, "options", "usual", "better") == ("3", "30", "8")

    test = know(test, "the rates")
    test.text_input(key="arms").set_value("0.6, 0.5").run()
    test = know(test, "a difference")
    assert held(test, "options", "usual", "better") == ("2", "50", "10")
    test = know(test, "the rates")
    assert held(test, "arms") == ("0.6, 0.5",)
    test = know(test, "a difference")
    fill(test, "better", 20).run()
    test = know(test, "the rates")
    assert held(test, "arms") == ("0.5, 0.7",)


def test_the_number_of_participants_follows_in_every_direction():
    test = just_opened("same_decision")
    fill(test, "same-people", 3000).run()
    test = go(test, "choose_epsilon")
    assert held(test, "people") == ("3000",)
    fill(test, "people", 7000).run()
    test = go(test, "fixed_budget")
    assert held(test, "budget-samples") == ("7000",)


def test_fixed_budget_and_one_mean_take_the_arms_at_any_epsilon():
    test = just_opened("explore")
    test.text_input(key="arms").set_value("0.7, 0.55").run()
    test.text_input(key="epsilon").set_value("0.05").run()
    test = go(test, "one_mean")
    assert held(test, "mean", "mean-epsilon", "mean-risk", "mean-rewards") == ("0.7", "0.05", "0.01", "bernoulli")
    checked(button(test, "arm 2: mean 0.55").click().run())
    assert held(test, "mean", "mean-rewards") == ("0.55", "bernoulli")
    fill(test, "mean-risk", 0.2).run()
    test.session_state["budget-runs"] = "20"
    test = go(test, "fixed_budget")
    assert held(test, "budget-theta", "budget-rewards", "budget-epsilon") == ("0.7, 0.55", "bernoulli", "0.05")
    assert "2 arms" in said(test)
    assert "ε = 0.05" in said(test)
    assert held(test, "risk") == ("0.2",)
    checked(button(test, "Published study").click().run())
    test = go(go(test, "explore"), "fixed_budget")
    assert held(test, "budget-rewards") == ("uniform",), (
        "a bandit that was chosen gives way to arms that have not changed"
    )


def test_several_analyses_share_the_epsilon_of_other_pages_and_the_first_one_has_their_arms():
    test = go(just_opened("glossary", arms="0.7, 0.55", epsilon="0.3", risk="0.02"), "one_budget")
    assert held(test, "shared-epsilon", "shared-risk") == ("0.3", "0.02")
    assert held(test, "analyses")[0].startswith("recovery~1~3~70, 55~1_side effects~")
    fill(test, "shared-epsilon", 2).run()
    assert held(go(test, "glossary"), "epsilon") == ("0.3",), "what all runs share is not what one study has"


@pytest.mark.parametrize("arms", [{}, {"arms": "0.7, 0.7, 0.5", "indifference": "0.1"}])
def test_several_analyses_keep_their_rates_where_only_epsilon_is_new_or_the_arms_tie(arms):
    test = go(just_opened("glossary", **arms, epsilon="0.3"), "one_budget")
    assert held(test, "shared-epsilon") == ("0.3",)
    assert "~62, 55~" in held(test, "analyses")[0]
    assert not test.warning


def test_numeric_outcomes_and_audits_take_epsilon_and_hand_it_on():
    test = go(just_opened("glossary", epsilon="0.3", risk="0.02"), "own_outcomes")
    assert held(test, "outcome-epsilon", "outcome-risk") == ("0.3", "0.02")
    fill(test, "outcome-epsilon", 0.7).run()
    test = go(test, "audit")
    assert held(test, "epsilon", "audit-epsilon") == ("0.7", "0.7")
    fill(test, "audit-epsilon", 2).run()
    assert held(go(test, "glossary"), "epsilon", "risk") == ("2", "0.02")


@pytest.mark.parametrize(
    ("page", "epsilon", "other"),
    [("audit", "audit-epsilon", "audit-pairs"), ("own_outcomes", "outcome-epsilon", "outcome-runs"),
     ("one_mean", "mean-epsilon", "mean-runs")],
)  # fmt: skip
def test_an_epsilon_that_is_chosen_stays_while_other_boxes_change(page, epsilon, other):
    few = 1000 if page == "audit" else 30
    test = just_opened(page, **{epsilon: 0.3, other: few}, arms="0.8, 0.6", mean=0.25)
    for value in (few + 1, few + 2):
        fill(test, other, value)
        test = checked(stopped(test.run()))
        assert held(test, epsilon) == ("0.3",)
    assert page != "one_mean" or held(test, "mean") == ("0.25",)


def test_an_audit_that_cannot_ask_for_so_small_an_epsilon_leaves_it_to_the_others():
    test = go(just_opened("glossary", epsilon="0.01"), "audit")
    assert held(test, "audit-epsilon") == ("0.05",)
    assert held(go(test, "glossary"), "epsilon") == ("0.01",)


@pytest.mark.parametrize("page", ["fixed_budget", "one_mean"])
def test_a_link_is_taken_at_its_word(page):
    test = just_opened(page, arms="0.7, 0.55", epsilon=0.05)
    assert test.session_state["budget-rewards" if page == "fixed_budget" else "mean-rewards"] in (
        "uniform",
        "plus-minus",
    )
    test = just_opened("choose_epsilon", usual=40, know="a difference", arms="0.7, 0.55")
    assert held(test, "know", "usual") == ("a difference", "40")


def test_nothing_of_own_data_goes_along_but_the_number_of_participants():
    test = stopped(just_opened("choose_epsilon", know="own data", people=4000, promise=FIND))
    test.segmented_control(key="own-way").set_value("typed counts").run()
    test.text_area(key="own-counts").set_value("red, 300, 1000\nblue, 500, 1000")
    assert "99 of 100 studies" in said(finished(test.run()))
    assert "at any usual rate from 26.8 % to 53.6 %." in said(test)  # of .2683 or .2685 to .5354
    before = held(test, "arms")
    test = go(test, "same_decision")
    assert held(test, "arms", "same-people") == (*before, "4000")


def test_rates_whose_first_option_is_the_best_can_be_put_in_order_for_the_promise_to_beat_it():
    test = just_opened("choose_epsilon", promise=BEAT, know="the rates", arms="0.4, 0.3, 0.3", names="A, B, C")
    assert "no option is better than the first one" in said(test)
    test = checked(stopped(button(test, "Make the option with the lowest rate the usual one").click().run()))
    assert held(test, "arms", "names") == ("0.3, 0.4, 0.3", "B, A, C")
    assert "no option is better" not in said(test)
    assert not [each for each in test.button if each.label.startswith("Make the option")]


@pytest.mark.parametrize(
    "looking, named", [(ONCE, "it in at least 99 of 100"), (SURE, "another one in at most 1 of 100")]
)
def test_a_study_that_may_end_without_an_answer_does_not_promise_to_name_the_leader(looking, named):
    test = just_opened("choose_epsilon", promise=FIND, looking=looking)
    (box,) = [each for each in test.radio if each.key == "promise"]
    assert f"we name {named} studies" in box.proto.captions[0]
