"""One run without a browser: its first moment, stepping, the guess and the answer, and the snippet."""

import pytest

import dpcore
from tests.boxes import filled
from tests.pages.visit import Everything, checked, opened, said, snippet_output

MEANS = [0.95, 0.9, 0.9, 0.9, 0.5]


@pytest.fixture(scope="module")
def page():
    return opened("one_run")


def guessed(test, arm):
    test.button(key=f"guess-{arm}").click()
    return checked(test.run())


def test_it_opens_at_the_first_moment_and_hides_the_ending(page):
    trace = dpcore.trace_fixed_confidence("prise", MEANS, 0.1, 0.01)
    assert f"has seen **{trace.times[0]:,} participants**" in said(page)
    assert "**Round 1**" in said(page)
    assert f"{trace.stopping_time:,}" not in said(page)
    assert "the truth is" not in said(page)
    assert not page.slider


def test_eta_and_beta_of_dp_tt_are_those_of_the_run():
    link = {"algorithm": "dp-tt", "dp-tt-growth": "0.5", "dp-tt-leader-share": "0.6", "epsilon": "1"}
    test = opened("one_run", **link)
    trace = dpcore.trace_fixed_confidence(
        "dp-tt", MEANS, 1.0, 0.01, max_samples=4_000_000, growth=0.5, leader_share=0.6
    )
    printed = snippet_output(test)
    assert f"{trace.stopping_time}" in printed
    assert "growth=0.5" in test.code[0].value
    assert "leader_share=0.6" in test.code[0].value
    assert "DP-TT (η = 0.5, β = 0.6)" in said(test)


def test_stepping_on_and_back_ends_before_the_answer(page):
    page.button(key="on").click().run()
    assert "**Round 2**" in said(page)
    page.button(key="back").click().run()
    assert "**Round 1**" in said(page)
    for _ in range(20):
        page.button(key="on").click().run()
    assert "**stops here** and names an arm" in said(page)
    assert "so the run stops" not in said(page)


def test_the_guess_brings_the_answer_and_another_run_a_new_question(page):
    run = dpcore.simulate_fixed_confidence("prise", MEANS, 0.1, 0.01, runs=1)
    page.session_state["in-sight"] = Everything()
    guessed(page, 2)
    assert f"You guessed arm 2; the run named **arm 1** after **{run.stopping_times[0]:,} participants**." in said(page)
    assert "The run is right, and you are wrong: arm 1 is best." in said(page)
    assert "Every rival of arm 1 is ruled out, so the run stops." in said(page)
    moment = page.slider(key="moment")
    assert moment.label.startswith("Round, of")
    moment.set_value(1).run()
    assert "**Round 1 of" in said(page)
    page.button(key="another-run").click().run()
    assert filled(page, "run") == 1
    assert "Which arm will it pick?" in said(page)
    assert "**Round 1**" in said(page)


@pytest.mark.parametrize("name", ["PB-TaS", "pb-tas"])
def test_a_link_to_pb_tas_opens_its_run(name):
    test = opened("one_run", arms="0.9, 0.5", epsilon="1", algorithm=name, names="1) low dose")
    assert test.button(key="guess-1").label == r"1\) low dose"  # or it were an item of a list, without its number
    guessed(test, 1)
    run = dpcore.simulate_fixed_confidence("pb-tas", [0.9, 0.5], 1.0, 0.01, runs=1)
    assert f"**{run.stopping_times[0]:,} participants**" in said(test)
    assert test.slider(key="moment").label.startswith("Moment, of")
