"""Choose ε without a browser, by promise: what a visit opens with, what a trial's lead types, and what follows it."""

import itertools
import re
import time

import pytest

from dpcore import designs
from tests.boxes import fill, filled, number_boxes, told
from tests.pages.visit import checked, finished, just_opened, moving, not_yet_opened, said, stopped, table, verdict
from ui.choose import promise_controls, stage
from ui.choose.fixed import figures
from ui.choose.fixed.exact import Known
from ui.choose.inputs import DESIGNS, PACES
from ui.choose.question import BEAT, FIND, ONCE, RATES, SURE, WHATEVER
from ui.choose.take_home import section
from ui.jobs import drawing

NAMES = "one look at the end, at least 99 of 100 studies name the best option if it leads by"


def typed(test, **values):
    """The page once these boxes are filled in, one after another, as a visitor does."""
    for key, value in values.items():
        fill(test, key, value)
        checked(test.run())
    return test


def test_a_first_visit_asks_for_a_lead_and_is_answered_at_once():
    test = just_opened("choose_epsilon")
    assert test.radio(key="promise").value == FIND
    assert test.query_params["promise"] == FIND, "a reload would mean the other promise"
    assert test.radio(key="looking").value == ONCE
    assert verdict(test).startswith(
        f"Choose **ε = 0.0143**: with 10,000 participants and {NAMES} 10 points at a usual rate of 30 %."
    )
    assert "The promise: find a lead of 10 points or more, at these rates. Nothing is promised about a" in said(test)
    assert "simulat" not in verdict(test)
    assert "jobs" not in test.session_state or "choose" not in test.session_state["jobs"]
    assert test.text_input(key="look").placeholder == "0.0143"
    assert not re.search(r"impossible(?! for this promise| below)", said(test))
    test.session_state["share"] = True
    (link,) = [code.value for code in checked(test.run()).code if code.value.startswith("/choose_epsilon")]
    assert "promise=find+a+lead" in link.replace("%20", "+"), "or it would open another promise"


def test_the_promise_whatever_the_rates_are_outlives_a_reload():
    test = just_opened("choose_epsilon")
    del test.query_params["promise"]  # all that the browser does at its choice, because no link names this promise
    again = stopped(just_opened("choose_epsilon", **{name: values[-1] for name, values in test.query_params.items()}))
    assert again.radio(key="promise").value == WHATEVER


def test_a_link_says_the_promises_of_its_boxes_before_they_are_drawn():
    test = just_opened("choose_epsilon", promise=FIND, better=8, wrong=0.05, miss=20)
    find, _, beat = test.radio(key="promise").proto.captions
    assert find == (
        "If one option leads by 8 points, we name it in at least 95 of 100 studies; if none does, we still name one."
    )
    assert beat.endswith("In at least 80 of 100 studies we find one that is better by 8 points.")


@pytest.mark.parametrize("design, pace", zip(DESIGNS, itertools.cycle(PACES), strict=False))
def test_all_closed_boxes_can_be_open_at_once(design, pace):
    """No two of their inputs share a key, and none of them fails, whatever the promise and the pace are."""
    promise, looking = design
    easy = {"options": 2, "usual": 10, "better": 75, "wrong": 0.05, "look": 0.5, "looks": "true", "still": "true"}
    test = not_yet_opened("choose_epsilon", promise=promise, looking=looking, pace=pace, **easy)
    for box in (section.PLAN, section.OTHERS, "share"):
        test.session_state[box] = True
    checked(finished(finished(checked(test.run()))))  # the job of the looks begins once the answer is known
    assert (looking == SURE) == ("each-week" in {area.key for area in test.text_area})


@pytest.mark.parametrize(
    "link",
    [
        {"v": 2},
        {"v": 99},
        {"pins": "a difference~0.4,0.3~0.01~central~6000~~0.1~0.1"},
        {"know": "own data"},
        {"promise": "moon"},
    ],
)
def test_a_link_that_names_no_promise_means_the_one_that_the_page_then_had(link):
    test = stopped(just_opened("choose_epsilon", **link))
    assert test.radio(key="promise").value == WHATEVER
    assert "looking" not in {control.key for control in test.radio}
    assert promise_controls.HOW_IT_LOOKS[WHATEVER] in said(test)


def test_a_look_that_a_link_misspells_is_told_once_the_look_is_asked_for():
    test = stopped(just_opened("choose_epsilon", looking="xx"))
    assert not test.toast
    test.radio(key="promise").set_value(FIND)
    (toast,) = checked(test.run()).toast
    assert toast.value == f"This page could not use everything in its link: looking = 'xx' (here '{ONCE}')."


@pytest.mark.parametrize("link", [{}, {"arms": "0.9, 0.2", "epsilon": "0.5"}])
def test_from_another_page_the_visit_begins_with_a_lead(link):
    """Also where the link of that page says which rates all pages share."""
    test = not_yet_opened("what_is_promised", **link)
    checked(test.run())
    test.switch_page("pages/choose_epsilon.py")
    checked(test.run())
    assert test.radio(key="promise").value == FIND
    assert test.session_state["know"] == ("the rates" if link else "a difference")
    assert "one look at the end" in verdict(test)


def test_a_promise_once_chosen_stays_through_other_pages():
    test = just_opened("choose_epsilon", promise=BEAT)
    test.switch_page("pages/glossary.py")
    checked(test.run())
    test.switch_page("pages/choose_epsilon.py")
    assert checked(test.run()).radio(key="promise").value == BEAT


def test_errors_are_asked_for_in_the_words_of_the_promise():
    test = just_opened("choose_epsilon", promise=BEAT, claim=5, miss=20)
    boxes = {box.key for box in number_boxes(test)}
    assert {"claim", "miss"} <= boxes
    assert "wrong" not in {slider.key for slider in test.select_slider}
    assert "at most 5 of 100 studies claim that an option beats the usual one when it does not" in said(test)
    assert "is found in at least 80 of 100 studies" in said(test)
    for text in ("0.0009", "49.1"):
        (problem,) = told(typed(test, claim=text))
        assert f"“{text}” is not a number from 0.001 to 49. The page still uses 5." in problem
    test.radio(key="promise").set_value(FIND)
    assert not {"claim", "miss", "ignore"} & {box.key for box in number_boxes(checked(test.run()))}
    test.radio(key="promise").set_value(WHATEVER)
    assert "ignore" in {box.key for box in number_boxes(stopped(checked(test.run())))}


def test_the_look_decides_what_is_published_and_what_it_costs():
    test = just_opened("choose_epsilon", promise=FIND)
    winner = float(test.text_input(key="look").placeholder)
    assert "only the name of the option is published" not in said(test)
    test.radio(key="looking").set_value(RATES)
    checked(test.run())
    assert float(test.text_input(key="look").placeholder) > winner
    assert "Each option's success rate is published with an exact 95 % interval" in said(test)
    look = test.radio(key="looking")
    assert look.proto.captions == [promise_controls.PUBLISHED[each] for each in look.options]
    test.radio(key="trust").set_value("local")
    assert not checked(test.run()).radio(key="looking").proto.captions
    assert promise_controls.ANSWERS_PUBLISHED in said(test)


@pytest.mark.parametrize("place", range(3))
def test_where_no_epsilon_is_enough_one_click_leads_to_the_one_that_its_button_names(place):
    test = typed(just_opened("choose_epsilon", promise=FIND), people=800)
    assert "**No ε works** with 800 participants" in verdict(test)
    assert "Any one of these changes would be enough:" in said(test)
    change = test.button(key=f"advice-{place}")
    epsilon = float(change.label.rpartition(" ")[2])
    change.click()
    assert f"Choose **ε = {epsilon:g}**" in verdict(checked(test.run()))
    assert not [each for each in test.button if each.key and each.key.startswith("advice-")]


def test_a_number_of_participants_per_week_gives_weeks():
    test = just_opened("choose_epsilon", **{"promise": FIND, "pace": "per week", "weekly": 60, "weeks": 170})
    assert "10,200 participants (170 weeks at 60 a week)" in verdict(test)
    assert "participants (170 weeks at 60 a week) are enough for this design" in said(test)
    assert "12,000 participants (200 weeks at 60 a week)" in verdict(typed(test, weeks=200))


def test_where_a_stronger_promise_is_impossible_a_weaker_one_is_a_click_away():
    test = stopped(just_opened("choose_epsilon", promise=WHATEVER, people=900))
    (change,) = [each for each in test.button if each.label.startswith("promise to find a lead, looking once, at the")]
    epsilon = float(change.label.rpartition(" ")[2])
    change.click()
    assert stopped(test.run()).radio(key="promise").value == FIND
    assert verdict(test).startswith(f"Choose **ε = {epsilon:g}**")


def test_options_of_a_difference_have_the_names_that_are_typed():
    test = just_opened("choose_epsilon", promise=FIND, called="drug A, drug B, none")
    test.session_state[section.PLAN] = True
    (plan,) = [code.value for code in checked(test.run()).code if code.value.startswith("Purpose.")]
    assert "3 options (drug A, drug B and none)" in plan
    assert "One of drug A, drug B, none then succeeds for" in said(test)
    test.text_input(key="called").set_value("usual care, drug A")
    assert "One of usual care, drug A, option 3 then succeeds for" in said(checked(test.run()))
    test.radio(key="promise").set_value(BEAT)
    assert "One of drug A, option 3 then succeeds for" in said(checked(test.run()))
    test.text_input(key="called").set_value("<b>")
    assert "The name of an option must be up to 24 letters" in said(checked(test.run()))


def test_missing_outcomes_are_counted_as_failures_or_waited_for():
    test = just_opened("choose_epsilon", promise=FIND, look=0.1)
    typed(test, missing=20.0)
    left = 3 * designs.smallest_participants((0.32, 0.24, 0.24), 0.1, 0.01)
    assert f"needs **{left:,}** of your 10,000 participants" in verdict(test)
    test.radio(key="missing-rule").set_value("are waited for")
    checked(test.run())
    assert "needs **2,226** of your 10,000 participants" in verdict(test)  # 3 x ceil(593 / 0.8)
    typed(test, block=50)
    assert "needs **2,250** of your 10,000 participants" in verdict(test)
    assert "20 % of outcomes go missing and more people are asked instead." in said(test)
    assert "A block holds 50 participants for each option." in said(test)
    counted = just_opened("choose_epsilon", promise=FIND, missing=10)
    assert "10 % of outcomes go missing and count as failures." in said(counted)
    assert "A block holds" not in said(counted)


def test_a_plan_that_leaves_out_the_missing_outcomes_says_so_where_their_box_was():
    test = typed(just_opened("choose_epsilon", promise=FIND), missing=20.0)
    assert "allows for none" not in said(test)
    test.radio(key="looking").set_value(SURE)
    test.radio(key="promise").set_value(WHATEVER)
    assert "You expect 20 % of the outcomes to be missing, but this plan allows for none" in said(stopped(test.run()))
    test.radio(key="promise").set_value(BEAT)
    assert "allows for none" not in said(checked(test.run()))
    assert filled(test, "missing") == 20


def test_the_boxes_of_the_rates_speak_of_options_and_keep_what_they_hold_on_pages_that_speak_of_arms():
    test = just_opened("choose_epsilon", promise=FIND, know="the rates", arms="0.6, 0.5", names="A")
    labels = {test.text_input(key=key).label for key in ("arms", "names", "indifference")}
    assert labels == {"Success rates of the options", "Names of the options", "Ignore differences below"}
    test.switch_page("pages/explore.py")
    box = checked(test.run()).text_input(key="arms")
    assert (box.label, box.value) == ("Means of the arms", "0.6, 0.5")


def test_a_link_that_asks_the_impossible_gets_its_sentence_and_nobody_else_s_answer():
    test = just_opened("choose_epsilon", promise=FIND, know="a difference", usual=60, better=45)
    assert "add up to 105 %; together they must stay below" in said(test)
    assert "There is no answer for these inputs yet." in said(test)
    assert "one look at the end" not in said(test)


def test_a_pinned_plan_whose_figures_take_seconds_is_never_computed_without_a_bar(monkeypatch):
    """Nor are the other promises: a stop leaves them open, and the page's own answer stands."""
    certified = just_opened("choose_epsilon", **{"promise": FIND, "options": 2, "better": 20, "wrong": 0.1})
    certified.checkbox(key="any-rate").set_value(True)
    fill(certified, "people", 600)
    checked(certified.run())
    assert certified.text_input(key="look").placeholder == "as recommended"  # it was drawn before its figure was known
    certified.button(key="pin").click()
    rows = table(checked(certified.run()), "plan A").set_index("figure")
    assert rows.loc["how its figures are known", "plan A"] == "certified over the usual rates"
    monkeypatch.setattr(drawing, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(figures, "hardest_usual_rate", lambda *asked: time.sleep(1) or 0.5)
    test = stopped(just_opened("choose_epsilon", promise=FIND, pins=certified.session_state["pins"]))
    assert verdict(test).startswith("Choose **ε = ")
    assert "The comparison will appear once the figures of all plans are known." in said(test)


def test_what_lets_an_old_answer_pale_stands_right_behind_the_answer():
    """At the page's end it would be missing where another promise is chosen before the page is drawn to its end."""
    drawn = [getattr(each.proto, "body", "") for each in just_opened("choose_epsilon").main if hasattr(each, "proto")]
    mark = drawn.index("<i></i>")
    assert any("one look at the end" in body for body in drawn[:mark])
    assert "What else could we get from these participants?" in drawn[mark:]


def test_a_line_that_was_dropped_stands_there_until_its_answer_is_certified(monkeypatch):
    test = just_opened("choose_epsilon", **{"promise": FIND, "options": 2, "better": 20, "wrong": 0.1, "people": 600})
    test.checkbox(key="any-rate").set_value(True)
    before, scenes, draw = verdict(checked(test.run())), [], stage.drawing
    monkeypatch.setattr(stage, "drawing", lambda scene, *how: scenes.append(scene) or draw(scene, *how))
    monkeypatch.setattr(drawing, "PATIENCE_SECONDS", 0.0)
    once = Known.once
    monkeypatch.setattr(Known, "once", lambda *asked: time.sleep(1) or once(*asked))
    fill(test, "people", 700)
    checked(test.run())
    assert verdict(test) == before
    assert {(scene.budget, scene.crossings) for scene in scenes} == {(700, ())}
    assert "answer-is-old" in " ".join(block.proto.body for block in test.get("html"))
    assert "figure so far" in said(test) or any("figure so far" in frame.value for frame in test.table)
    fill(test, "options", 3)  # the answer of another design is not shown for this one
    assert not moving(checked(test.run()))


def test_a_link_that_only_asks_for_a_projector_asks_the_page_s_own_question():
    assert just_opened("choose_epsilon", projector="true").session_state["promise"] == FIND


@pytest.mark.parametrize("look", ["½", "0", "1e400"])
def test_a_link_whose_epsilon_is_no_number_opens_with_the_recommended_one(look):
    test = just_opened("choose_epsilon", promise=FIND, look=look)
    assert "ε = 0.0143" in verdict(test)
    fill(test, "usual", 95)
    checked(test.run())
