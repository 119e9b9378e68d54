"""The stakeholder's page without a browser: first paint, inputs, links, own data, pins, and every kind of answer."""

import math

import pytest

import dpcore
from tests.pages.visit import finished, just_opened, opened, said, snippet_output, stopped
from tests.ui.choose.cases import FEW_RUNS, few_runs
from ui.choose.question import difference_means
from ui.choose.take_home import deployments, protocol, report
from ui.choose.take_home import section as take_home
from ui.look.numbers import at_least, number, rounded_down, setting
from ui.look.terms import unlinked


@pytest.fixture(autouse=True, scope="module")
def quick():
    with few_runs():
        yield


def verdict(test):
    starts = ("Choose ", "**ε = ", "**No ε", "With ")
    return next(told for block in test.markdown if (told := unlinked(block.value)).startswith(starts))


def advice(epsilon, people="10,000 participants"):
    return f"Choose **ε = {setting(epsilon)}**: {people} suffice in 90 of 100 simulated runs"


@pytest.fixture(scope="module")
def preset(quick):
    return opened("choose_epsilon")


@pytest.fixture(scope="module")
def two_options(quick):
    return opened("choose_epsilon", options=2, usual=30, better=40)


def test_opens_with_an_answer(preset):
    means = difference_means(3, 0.3, 0.1)
    achievable = dpcore.smallest_epsilon(means, 0.01, 10_000, "simulated", runs=FEW_RUNS)
    possible = dpcore.smallest_epsilon(means, 0.01, 10_000)
    assert verdict(preset).startswith(advice(achievable))
    assert f"becomes **at most {math.ceil(100 / (1 + math.exp(-achievable)))} %**" in verdict(preset)
    assert f"ε below {number(rounded_down(possible))} is impossible" in said(preset)
    enough = 1.1 * dpcore.achievable_samples(means, math.inf, 0.01, runs=FEW_RUNS)
    regime = dpcore.smallest_epsilon(means, 0.01, enough, "simulated", runs=FEW_RUNS, confidence=None)
    said_of_it = (
        f"extra participants from ε = {number(regime)} on" if regime < math.inf else "Even at ε = 100 privacy costs"
    )
    assert said_of_it in said(preset)


def test_the_recommended_epsilon_is_chosen_until_another_is_picked(preset):
    achievable = dpcore.smallest_epsilon(difference_means(3, 0.3, 0.1), 0.01, 10_000, "simulated", runs=FEW_RUNS)
    assert preset.number_input(key="look").value is None
    assert preset.number_input(key="look").placeholder == setting(achievable)
    assert f"At ε = {setting(achievable)}, beyond what everyone else's data reveal" in said(preset)
    test = opened("choose_epsilon", look=2)
    assert verdict(test).startswith("**ε = 2**, your choice: 10,000 participants suffice")
    assert "At ε = 2, beyond" in said(test)
    test.button(key="take-recommended").click()
    assert verdict(finished(test.run())).startswith(advice(achievable))
    assert test.session_state["look"] is None


def test_the_first_run_answers_before_anything_is_simulated():
    test = just_opened("choose_epsilon", wrong=0.013)  # no other test made these runs
    assert "these participants are enough is being simulated" in verdict(test)
    stopped(test)
    assert "is not known: the simulation was stopped" in verdict(test.run())


def test_epsilon_is_explained_in_odds_without_a_promise(preset):
    assert "a guess about one participant that is 50 % likely can become at most" in said(preset)
    assert "No value of ε is called safe" in said(preset)


def test_a_link_restores_every_input():
    link = {"options": 2, "usual": 50, "better": 20, "people": 3000, "wrong": 0.05, "extra": 25, "look": 0.7}
    test = opened("choose_epsilon", trust="local", **link)
    means = difference_means(2, 0.5, 0.2)
    achievable = dpcore.smallest_epsilon(means, 0.05, 3000, "simulated", trust_model="local", runs=FEW_RUNS)
    assert f"The smallest ε known to fit is {number(achievable)}, tested at 95 %" in said(test)
    assert "PRISE on randomised answers" in said(test)
    assert "25 % extra" in said(test)
    needed = dpcore.necessary_samples(means, 0.7, 0.05, "local", 0.9)
    assert f"ε = **0.7** takes at least **{at_least(needed)}** participants" in said(test)


@pytest.mark.parametrize(
    "times_needed, sentence",
    [
        (0.1, "**No ε is possible** with"),
        (0.6, "**No ε is known to be enough** for"),
        (1.4, "yours are too few for it"),
        (1e5, "No ε down to 0.00100 is ruled out"),
    ],
)
def test_every_kind_of_answer(two_options, times_needed, sentence):
    without_privacy = dpcore.achievable_samples(difference_means(2, 0.3, 0.4), math.inf, 0.01, runs=FEW_RUNS)
    two_options.number_input(key="people").set_value(int(times_needed * without_privacy))
    two_options.number_input(key="extra").set_value(60)
    assert sentence in said(finished(two_options.run()))


def test_participants_per_day_give_calendar_time():
    test = stopped(just_opened("choose_epsilon", pace="per day", daily=250, days=40))
    assert "10,000 participants (40 days at 250 a day)" in verdict(test)


def test_an_impossible_difference_is_one_sentence_and_the_last_answer_stays():
    test = stopped(just_opened("choose_epsilon", usual=60)).run()
    before = verdict(test)
    test.number_input(key="better").set_value(45.0)
    stopped(test.run())
    assert "60 % and a difference of 45 points add up to 105 %; together they must stay below 100 %" in said(test)
    assert verdict(test) == before


def test_opens_on_the_shared_instance_once_it_was_touched():
    test = opened("choose_epsilon", arms="0.9, 0.2", risk="0.05")
    assert test.session_state["know"] == "the rates"
    achievable = dpcore.smallest_epsilon([0.9, 0.2], 0.05, 10_000, "simulated", runs=FEW_RUNS)
    assert verdict(test).startswith(advice(achievable))


def own(content):
    """The page with this file of one's own: what is said of it at once."""
    test = stopped(just_opened("choose_epsilon", know="own data"))
    test.file_uploader(key="own-data").set_value(("mine.csv", content, "text/csv"))
    return stopped(test.run())


def answers(test):
    return [block.value for block in test.markdown if "participants" in block.value]


def test_without_own_data_there_is_no_answer():
    test = stopped(just_opened("choose_epsilon", know="own data"))
    assert "Choose a file, or type your counts." in said(test)
    assert "are themselves not private" in said(test)
    assert answers(test) == []


@pytest.mark.parametrize(
    "content, words",
    [
        (b"arm,outcome\nA,1\nB,2\n", "Row 3, column outcome: '2' is not 0 or 1."),
        (b"arm,successes,trials\nA,3,10\nB,30,20\n", "Row 3, column successes: 30 is more than the 20 trials"),
        (b"", "The file is empty"),
    ],
)
def test_a_broken_file_is_one_sentence_and_no_answer(content, words):
    test = own(content)
    assert words in said(test)
    assert answers(test) == []


def test_a_file_is_answered_and_stays_out_of_the_link():
    test = own(b"arm,successes,trials\nred,300,1000\nblue*,500,1000\n")
    assert r"blue\* is the best option with probability over 95 %" in said(test)
    test.button(key="pin").click()
    stopped(test.run())
    assert test.session_state["pins"] == ""
    assert "blue" not in str(test.query_params)
    rates = next(frame.value for frame in test.table if "plan A" in frame.value).set_index("figure")
    assert r"(blue\*)" in rates.loc["success rates", "plan A"]


def test_the_columns_of_a_file_are_picked():
    test = own(b"site,group,healed\n" + b"x,red,0\n" * 60 + b"y,red,1\nx,blue,0\n" + b"y,blue,1\n" * 60)
    assert "Pick the columns of your file." in said(test)
    assert answers(test) == []
    test.selectbox(key="own-column-arm").set_value("group")
    test.selectbox(key="own-column-outcome").set_value("healed")
    assert "blue is the best option" in said(stopped(test.run()))
    test.selectbox(key="own-column-outcome").set_value("group")
    assert "One column was picked twice." in said(test.run())


def test_counts_are_typed_or_pasted():
    test = stopped(just_opened("choose_epsilon", know="own data", wrong=0.1))
    test.segmented_control(key="own-way").set_value("typed counts")
    assert "Give one line per option" in said(test.run())
    test.text_area(key="own-counts").set_value("red\t300\t1000\nblue\t500\t1000")
    assert "blue is the best option" in said(finished(test.run()))
    test.text_area(key="own-counts").set_value("red, 300, 1000\nblue, x, 1000")
    assert "Line 2, column successes: 'x' is not a whole number" in said(test.run())
    assert answers(test) == []


def test_pinned_plans_stand_side_by_side_and_in_the_link():
    test = stopped(just_opened("choose_epsilon", options=2, usual=10, better=75))
    test.button(key="pin").click()
    stopped(test.run())
    test.number_input(key="people").set_value(20_000)
    test.button(key="pin").click()  # at once: what is pinned is the edited plan
    finished(test.run())
    link = test.text_input(key="pins").value
    test.text_input(key="pins").set_value(link.partition("_")[0])  # as a request does that was sent before the pin
    finished(test.run())
    assert test.text_input(key="pins").value == link
    table = next(frame.value for frame in test.table if "plan B" in frame.value).set_index("figure")
    assert table.index[0] == "chosen ε"
    assert table.loc["participants available"].tolist() == ["10,000", "20,000", "+10,000 (× 2.00)"]
    again = opened("choose_epsilon", options=2, usual=10, better=75, pins=test.session_state["pins"])
    restored = next(frame.value for frame in again.table if "plan B" in frame.value).set_index("figure")
    assert restored.equals(table)
    again.button(key="unpin-0").click()
    stopped(again.run())
    assert len(again.session_state["pinned-plans"]) == 1


def test_at_most_four_plans():
    three = "_".join(f"a difference~0.4,0.3~0.01~central~{people}~~0.1~0.1" for people in (6000, 7000, 8000))
    test = stopped(just_opened("choose_epsilon", pins=three, people=9000))
    assert len(test.session_state["pinned-plans"]) == 3
    test.button(key="pin").click()
    stopped(test.run())
    test.number_input(key="people").set_value(12_000)
    assert stopped(test.run()).button(key="pin").disabled
    assert len(test.session_state["pinned-plans"]) == 4


def test_a_broken_link_still_opens():
    test = just_opened(
        "choose_epsilon", know="nonsense", options="many", people="-3", pins="x~y", wrong="nan", trust="moon", extra=""
    )
    assert "10,000 participants" in verdict(test)
    assert stopped(test).session_state["look"] is None


def test_the_report_is_written_on_click_not_at_every_look_at_the_job(monkeypatch):
    written = []
    monkeypatch.setattr(report, "report_html", lambda *facts: written.append(facts) or "")
    test = opened("choose_epsilon", options=2, usual=10, better=75)
    assert [button.proto.label for button in test.get("download_button")][:1] == ["Report to print (HTML)"]
    assert written == []


def opened_box(key):
    """The page with few figures to simulate, with one of its closed boxes open, and what it said before."""
    test = opened("choose_epsilon", options=2, usual=10, better=75)
    closed = said(test), len(test.code), [block.proto.body for block in test.get("html")]
    test.session_state[key] = True
    return finished(test.run()), closed


def test_the_plan_in_words_is_written_once_its_box_is_open():
    test, (before, codes, _) = opened_box(take_home.PLAN)
    assert codes == 1  # the Python snippet
    assert protocol.HOW_TO_USE not in before
    plan = test.code[0].value
    assert plan.startswith("Purpose. The study looks for the best of 2 options")
    assert f"ε = {setting(test.session_state['look'] or chosen(test))}, for one outcome" in plan
    assert "**What can go wrong: yours to check**\n\n- **Large ε.**" in said(test)
    assert "**What can go wrong: met by the plan**\n\n- **Weaker variants.**" in said(test)
    assert "NIST SP 800" in said(test)


def chosen(test):
    return float(test.number_input(key="look").placeholder)


def test_what_others_have_published_is_drawn_once_its_box_is_open():
    test, (_, _, before) = opened_box(take_home.OTHERS)
    (picture,) = [block.proto.body for block in test.get("html") if 'class="deployments"' in block.proto.body]
    assert not any('class="deployments"' in body for body in before)
    assert f"yours: ε = {setting(chosen(test))}<" in picture
    assert deployments.NOTE in said(test)
    assert any("arxiv.org/abs/2009.01265" in block.proto.body for block in test.get("html"))


def test_differences_that_do_not_matter_change_method_bound_and_question():
    test = opened("choose_epsilon", options=2, usual=30, better=40, people=3000, ignore=10)
    means = difference_means(2, 0.3, 0.4)
    fitting = {"runs": FEW_RUNS, "indifference": 0.1}
    achievable = dpcore.smallest_epsilon(means, 0.01, 3000, "simulated", **fitting)
    assert verdict(test).startswith(advice(achievable, "3,000 participants"))
    possible = dpcore.smallest_epsilon(means, 0.01, 3000, indifference=0.1)
    assert f"ε below {number(rounded_down(possible))} is impossible" in said(test)  # one good answer
    assert "proven to choose an option more than 10 points below the best with probability at most 1 %" in said(test)
    assert "PRISE" not in said(test)
    assert f"not impossible from epsilon {possible}" in snippet_output(test)


def test_rates_that_tie_are_answered_for_small_risks_and_what_they_still_show():
    shared = {"know": "the rates", "arms": "0.7, 0.7, 0.2", "risk": 0.05, "indifference": 0.2, "people": 3000}
    test = opened("choose_epsilon", look=1, still="true", **shared)
    test = finished(test)  # the second job waits for the first
    bound = dpcore.necessary_samples((0.7, 0.7, 0.2), 1.0, 0.05, "central", 0.9, indifference=0.2)
    assert f"At ε = **1** the lower bound, proven as the risk goes to 0, is **{at_least(bound)}**" in said(test)
    assert "is impossible" not in said(test)
    smallest = dpcore.smallest_difference((0.7, 0.7, 0.2), 1.0, 0.05, 3000)
    assert f"rules out differences below **{number(rounded_down(100 * smallest))} points**" in said(test)
    assert "PB-TaS needs no more in 90 of 100 simulated runs if differences up to" in said(test)
    assert "smallest-difference" not in opened("choose_epsilon", look=1, **shared).session_state["jobs"]
