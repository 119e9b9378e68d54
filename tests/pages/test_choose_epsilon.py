"""The page of epsilon without a browser: what every promise shares, and the one that holds whatever the rates are."""

import math
import re
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

import dpcore
from tests.boxes import fill, filled
from tests.pages.visit import finished, just_opened, opened, said, snippet_output, stopped, table, unlinked, verdict
from tests.ui.choose.cases import FEW_RUNS, question
from ui.choose import alternatives
from ui.choose import answers as choose_answers
from ui.choose.question import WHATEVER, difference_means
from ui.choose.sequential.study import Achievable
from ui.choose.take_home import deployments, protocol, report
from ui.choose.take_home import section as take_home
from ui.look.numbers import at_least, number, rounded_down, setting


def advice(epsilon, people="10,000 participants"):
    return f"Choose **ε = {setting(epsilon)}**: {people} are enough for an answer in 90 of 100 studies"


@pytest.fixture(scope="module")
def preset():
    return opened("choose_epsilon", promise=WHATEVER)


def test_opens_with_an_answer(preset):
    means = difference_means(3, 0.3, 0.1)
    _, achievable = dpcore.choosing.simulated_epsilon_band(means, 0.01, 10_000, runs=FEW_RUNS)
    possible = dpcore.smallest_epsilon(means, 0.01, 10_000)
    assert verdict(preset).startswith(advice(achievable))
    assert f"becomes **at most {math.ceil(1000 / (1 + math.exp(-achievable))) / 10:g} % likely**" in verdict(preset)
    assert f"and an ε below {number(rounded_down(possible))}, no method can" in said(preset)
    assert ", privacy raises the lower bound by at most 10 %." in said(preset)
    assert preset.radio(key="promise").value == WHATEVER
    assert "The promise: be right whatever the rates are" in said(preset)
    assert "the study can make it at most" in said(preset)
    assert "No value of ε is called safe" in said(preset)


def test_the_recommended_epsilon_is_chosen_until_another_is_picked(preset):
    _, achievable = dpcore.choosing.simulated_epsilon_band(difference_means(3, 0.3, 0.1), 0.01, 10_000, runs=FEW_RUNS)
    assert filled(preset, "look") is None
    assert preset.text_input(key="look").placeholder == setting(achievable)
    assert f"At ε = {setting(achievable)}, the study can make it" in said(preset)
    test = opened("choose_epsilon", look=2)
    assert verdict(test).startswith("**ε = 2**, your choice: 10,000 participants are enough")
    assert "At ε = 2, the study can" in said(test)
    test.button(key="take-recommended").click()
    assert verdict(finished(test.run())).startswith(advice(achievable))
    assert test.session_state["look"] is None


def test_the_first_run_answers_before_anything_is_simulated():
    test = just_opened("choose_epsilon", wrong=0.013)  # no other test made these runs
    assert "We are now simulating how small ε can be in practice." in verdict(test)
    stopped(test)
    assert "How small ε can be in practice has not been simulated." in verdict(test.run())


def test_a_link_restores_every_input():
    link = {"options": 2, "usual": 50, "better": 20, "people": 3000, "wrong": 0.05, "extra": 25, "look": 0.7}
    test = opened("choose_epsilon", trust="local", **link)
    means = difference_means(2, 0.5, 0.2)
    _, achievable = dpcore.choosing.simulated_epsilon_band(means, 0.05, 3000, trust_model="local", runs=FEW_RUNS)
    assert f"The smallest ε known to be enough, with 95 % confidence, is {number(achievable)}" in said(test)
    assert "PRISE on randomised answers" in said(test)
    assert ", privacy raises the lower bound by at most 25 %." in said(test)
    needed = dpcore.necessary_samples(means, 0.7, 0.05, "local", 0.9)
    least = f"every method needs at least **{at_least(needed)}** participants to stay within this risk whatever"
    assert least in said(test)


FILES = Path(__file__).parents[1] / "ui" / "reading" / "files"


@pytest.fixture
def own(monkeypatch):
    """Opens the page with a file of one's own, or with the one of this name; no promise is computed for it."""
    monkeypatch.setattr(Achievable, "fill", lambda study, job, asked: None)
    monkeypatch.setattr(alternatives, "draw", lambda question, plans: None)

    def with_file(content):
        test = just_opened("choose_epsilon", know="own data")
        read = content if isinstance(content, bytes) else (FILES / content).read_bytes()
        test.file_uploader(key="own-data").set_value(("mine.csv", read, "text/csv"))
        return stopped(test.run())

    return with_file


def answers(test):
    return [block.value for block in test.markdown if "participants" in block.value]


def counted(test):
    """Successes and trials of each option, as the page's table has them."""
    (rows,) = [frame.value for frame in test.table if "estimate (uniform prior)" in frame.value]
    return {name: (int(won), int(tried)) for name, won, tried in rows[["option", "successes", "trials"]].to_numpy()}


def box_of(test, kind, question):
    """The box of a question that is asked, or of a choice that holds."""
    start = f"own-{kind}-{question}-"
    (found,) = [box for box in (*test.radio, *test.selectbox) if str(box.key).startswith(start)]
    return found


def closed_line(test):
    (found,) = [box for box in test.expander if box.label.endswith(" (change)")]
    return unlinked(found.label).replace("\\", "")


def test_without_own_data_or_with_a_broken_file_there_is_one_sentence_and_no_answer():
    test = just_opened("choose_epsilon", know="own data")
    assert "Choose a file, or type your counts." in said(test)
    assert "are themselves not private" in said(test)
    assert answers(test) == []
    for content, words in (
        (b"arm,successes,trials\nA,x,10\nB,5,12\n", "Row 2, column “successes”: “x” is not a whole number"),
        (b"arm,outcome\nA,1\nA,0\n", "holds only one option, “A”"),
        (b"", "The file is empty"),
    ):
        test.file_uploader(key="own-data").set_value(("mine.csv", content, "text/csv"))
        assert words in said(stopped(test.run()))
        assert answers(test) == []


def test_a_file_is_answered_and_stays_out_of_the_link(own):
    test = own(b"arm,successes,trials\nred,300,1000\nblue*,500,1000\n")
    assert r"blue\* is the best option with probability over 95 %" in said(test)
    test.button(key="pin").click()
    stopped(test.run())
    assert test.session_state["pins"] == ""
    assert "blue" not in str(test.query_params)
    rates = table(test, "plan A").set_index("figure")
    assert r"(blue\*)" in rates.loc["success rates", "plan A"]


def test_an_open_question_is_asked_with_nothing_guessed_and_answered_by_one_click(own):
    test = own("silent-number-thousands-dot-counts.csv")
    assert "Add your data to get an answer" in said(test)
    assert "There is an open question about your data: “12.000” may mean 12 or 12,000. Which is it?" in said(test)
    assert answers(test) == []
    assert box_of(test, "ask", "marks").value is None
    box_of(test, "ask", "marks").set_value(",")
    assert counted(stopped(test.run())) == {"A": (12_000, 40_000), "B": (13_000, 40_000)}
    box_of(test, "choice", "marks").set_value(".")
    assert counted(stopped(test.run())) == {"A": (12, 40), "B": (13, 40)}
    assert "marks" not in str(test.query_params)

    content = (FILES / "silent-number-thousands-dot-counts.csv").read_bytes()  # answers hold for their file alone
    test.file_uploader(key="own-data").set_value(("other.csv", content.replace(b"13", b"14"), "text/csv"))
    assert "“12.000” may mean 12 or 12,000" in said(stopped(test.run()))
    test.file_uploader(key="own-data").set_value(("again.csv", content, "text/csv"))
    assert counted(stopped(test.run())) == {"A": (12, 40), "B": (13, 40)}


def test_what_several_rows_of_a_person_mean_for_epsilon_is_said_outside_the_closed_box(own):
    test = own("silent-person-several-rows-choose.csv")
    asked = box_of(test, "choice", "rows-of-one-person")
    assert asked.label == "“u1” has 2 rows in 2 options. Which rows count?"
    assert asked.options == ["All rows: ε per person is up to 2 ε", "The first row of each person"]
    assert asked.label not in [radio.label for box in test.expander for radio in box.radio]
    assert "protects each outcome with ε, but each person with up to 2 × ε" in unlinked(said(test))
    asked.set_value("first")
    assert counted(stopped(test.run())) == {"A": (1, 2), "B": (1, 1)}


def test_a_choice_that_does_not_fit_is_one_sentence_and_can_be_changed_back(own):
    test = own(b"arm,outcome\nA,1\nA,0\nB,1\nB,0\n")
    box_of(test, "choice", "shape").set_value("else")
    assert "Give either one row per participant" in said(stopped(test.run()))
    assert "What you see is the answer for the last valid inputs." in said(test)
    assert answers(test)
    box_of(test, "choice", "shape").set_value("outcomes")
    assert counted(stopped(test.run())) == {"A": (1, 2), "B": (1, 2)}


def test_counts_are_typed_or_pasted(own):
    test = own(b"")
    test.segmented_control(key="own-way").set_value("typed counts")
    assert "Give one line per option" in said(test.run())
    test.text_area(key="own-counts").set_value("red\t300\t1000\nblue\t500\t1000")
    assert "blue is the best option" in said(finished(test.run()))
    assert closed_line(test) == "2 rows, 2 options, “successes” of “trials” (change)"
    test.text_area(key="own-counts").set_value("red, 300, 1000\nblue, x, 1000")
    before = answers(test)
    assert "Line 2, column “successes”: “x” is not" in said(test.run())
    assert answers(test) == before  # the last good picture stays


def test_pinned_plans_stand_side_by_side_and_in_the_link():
    test = stopped(just_opened("choose_epsilon", options=2, usual=10, better=75))
    test.button(key="pin").click()
    stopped(test.run())
    fill(test, "people", 20_000)
    test.button(key="pin").click()  # at once: what is pinned is the edited plan
    finished(test.run())
    link = test.text_input(key="pins").value
    test.text_input(key="pins").set_value(link.partition("_")[0])  # as a request does that was sent before the pin
    finished(test.run())
    assert test.text_input(key="pins").value == link
    rows = table(test, "plan B").set_index("figure")
    assert rows.index[0] == "chosen ε"
    assert rows.loc["participants available"].tolist() == ["10,000", "20,000", "+10,000 (× 2.00)"]
    test.button(key="use-0").click()
    stopped(test.run())
    assert "10,000 participants are enough" in verdict(test)
    again = opened("choose_epsilon", options=2, usual=10, better=75, pins=test.session_state["pins"])
    restored = table(again, "plan B").set_index("figure")
    assert restored.equals(rows)
    again.button(key="unpin-0").click()
    stopped(again.run())
    assert len(again.session_state["pinned-plans"]) == 1


def test_pinned_plans_are_compared_while_own_data_are_still_missing():
    test = stopped(
        just_opened("choose_epsilon", know="own data", pins="a difference~0.4,0.3~0.01~central~6000~~0.1~0.1")
    )
    assert "Choose a file, or type your counts." in said(test)
    assert table(test, "plan A").set_index("figure").loc["participants available", "plan A"] == "6,000"


def test_a_file_stays_while_its_uploader_is_away_until_it_is_removed(own):
    test = own(b"arm,successes,trials\nA,30,100\nB,50,100\n")
    assert counted(test) == {"A": (30, 100), "B": (50, 100)}
    for mode in ("a difference", "own data"):
        test.segmented_control(key="know").set_value(mode)
        stopped(test.run())
    assert counted(test) == {"A": (30, 100), "B": (50, 100)}
    test.file_uploader(key="own-data").set_value(None)  # as a browser shows it anew
    assert counted(stopped(test.run()))["A"] == (30, 100)


def test_at_most_four_plans():
    three = "_".join(f"a difference~0.4,0.3~0.01~central~{people}~~0.1~0.1" for people in (6000, 7000, 8000))
    test = stopped(just_opened("choose_epsilon", pins=three, people=9000))
    assert len(test.session_state["pinned-plans"]) == 3
    test.button(key="pin").click()
    stopped(test.run())
    fill(test, "people", 12_000)
    assert stopped(test.run()).button(key="pin").disabled
    assert len(test.session_state["pinned-plans"]) == 4


def test_the_closed_boxes_are_written_once_they_are_open_and_the_report_on_click(monkeypatch):
    written = []
    monkeypatch.setattr(report, "report_html", lambda *facts: written.append(facts) or "")
    test = opened("choose_epsilon", options=2, usual=10, better=75)
    assert [button.proto.label for button in test.get("download_button")][:1] == ["Report to print (HTML)"]
    how_to_use, drawn = protocol.TEXTS["how_to_use"], 'class="deployments"'
    assert how_to_use not in said(test)
    assert len(test.code) == 1  # the Python snippet
    assert not any(drawn in block.proto.body for block in test.get("html"))
    test.session_state[take_home.PLAN] = test.session_state[take_home.OTHERS] = True
    finished(test.run())
    assert how_to_use in said(test)
    plan, chosen = test.code[0].value, test.text_input(key="look").placeholder
    assert plan.startswith("Purpose. The study compares 2 options (option 1 and option 2) on one outcome")
    assert f"ε = {chosen}, for one outcome" in plan
    bodies = [block.proto.body for block in test.get("html")]
    lists = [body for body in bodies if "What can go wrong" in body]
    assert [re.search("wrong: (.*?)</b>.*?<strong>(.*?)[.]</strong>", text).groups() for text in lists] == [
        ("for you to check", "Large ε"),
        ("taken care of by the plan", "Weaker variants"),
    ]
    assert "NIST SP 800" in said(test)
    (picture,) = [body for body in bodies if drawn in body]
    assert f"yours: ε = {chosen}<" in picture
    assert deployments.NOTE in said(test)
    assert any("arxiv.org/abs/2009.01265" in body for body in bodies)
    assert written == []


def test_differences_that_do_not_matter_change_method_bound_and_question():
    test = opened("choose_epsilon", options=2, usual=30, better=40, people=3000, ignore=10)
    means = difference_means(2, 0.3, 0.4)
    fitting = {"runs": FEW_RUNS, "indifference": 0.1}
    _, achievable = dpcore.choosing.simulated_epsilon_band(means, 0.01, 3000, **fitting)
    assert verdict(test).startswith(advice(achievable, "3,000 participants"))
    possible = dpcore.smallest_epsilon(means, 0.01, 3000, indifference=0.1)
    assert f"and an ε below {number(rounded_down(possible))}, no method can" in said(test)  # one good answer
    assert "proven to name an option more than 10 points below the best with probability at most 1 %" in said(test)
    assert "PRISE" not in said(test)
    assert f"from epsilon {possible}" in snippet_output(test)


def test_what_the_participants_still_show_waits_while_an_epsilon_is_being_found(monkeypatch):
    is_asked, real = threading.Event(), dpcore.choosing.simulated_epsilon_band

    def held(*asked, **how):
        is_asked.wait(600)
        return real(*asked, **how)

    monkeypatch.setattr(dpcore.choosing, "simulated_epsilon_band", held)
    test = just_opened("choose_epsilon", options=2, usual=10, better=75, still="true")
    waiting = said(test)
    is_asked.set()
    assert "The simulated difference will appear once the answer above is known." in waiting
    assert "there is no plan to ask about" not in waiting
    assert "differences below **" in said(finished(finished(test)))


def test_an_answer_is_said_anew_while_it_is_being_simulated_and_once_afterwards(monkeypatch):
    said_so_far = iter("abc")
    monkeypatch.setattr(choose_answers, "answer_to", lambda asked: next(said_so_far))
    shown = choose_answers.Showing(question(), (), job := SimpleNamespace(running=True))
    assert shown.answer() + shown.answer() == "ab"
    job.running = False
    assert shown.answer() + shown.answer() == "cc"
