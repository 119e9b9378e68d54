"""The Explorer without a browser: what it says, what it draws, and how it takes links, boxes, stories and drags."""

import json

import pytest

import dpcore
from dpcore.warmup import GROUPS
from tests.pages.visit import (
    SECONDS,
    button,
    checked,
    just_opened,
    moving,
    opened,
    said,
    stopped,
    unlinked,
)
from ui.arms.instance import DEFAULT, Instance
from ui.arms.stories import STORIES
from ui.explore import achieved
from ui.look.numbers import number
from ui.shell.kernels import kernels


def verdict(test):
    return moving(test)["verdict"]


def picture(test):
    (component,) = [
        json.loads(element.proto.json)
        for element in test.get("bidi_component")
        if element.proto.component_name == "bars"
    ]
    return component


def shown(test):
    data = picture(test)
    return Instance(tuple(data["means"]), data["epsilon"], data["risk"], tuple(data["names"]))


def test_first_paint_tells_the_story():
    test = opened("explore")
    sentence = verdict(test)
    for words in (
        "ε = 0.1",
        "at least **4,193 participants** (1,781 without privacy",
        "risk 1 % whatever the means are",
        "PRISE",
    ):
        assert words in sentence
    everything = said(test)
    for words in (
        "an **arm** is",
        "each **participant**",
        "**Epsilon (ε)**",
        "**2.35 times** as large",
        "For ε ≥ 0.341, privacy",
    ):
        assert words in everything
    assert "first published bound" not in everything
    assert picture(test)["picture"]["others"] is None
    assert shown(test) == DEFAULT


def test_the_picture_draws_what_the_core_says():
    test = opened("explore", all_bounds="true")
    assert "first published bound" in said(test)
    data = picture(test)["picture"]
    scale = dpcore.sample_lower_bounds(DEFAULT.means, 0.1, 0.01)["non_private"] / 395.5415490290905
    assert data["free"] == pytest.approx(395.5415490290905 * scale)
    assert data["others"]["price"] == pytest.approx(82.2222222222 * scale)
    assert data["samples"][0] == pytest.approx(82316.23311543211 * scale)
    assert data["here"]["samples"] == pytest.approx(931.1513196762318 * scale)
    assert [mark["epsilon"] for mark in data["marks"]] == sorted(mark["epsilon"] for mark in data["marks"])
    assert len(data["marks"]) == 6
    assert data["regimes"]["almost_free"] == pytest.approx(0.340, abs=5e-4)


@pytest.mark.parametrize(
    "link, words", [({"arms": "0.9,0.9,0.5"}, "tie"), ({"epsilon": "", "risk": "<b>"}, "a number")]
)
def test_a_bad_link_shows_a_sentence_and_the_last_good_picture(link, words):
    test = opened("explore", **link)
    (warning,) = test.warning
    assert words in warning.value
    assert shown(test) == DEFAULT


def test_a_page_without_arms_says_nothing_of_bad_ones_in_its_link():
    assert not just_opened("glossary", arms="0.9, 0.9").warning


def test_a_bad_box_keeps_the_last_good_picture_and_a_good_one_clears_the_sentence():
    test = opened("explore")
    checked(test.text_input("arms").set_value("0.8, 0.6").run())
    checked(test.text_input("arms").set_value("0.8, 0.8").run())
    assert "tie" in test.warning[0].value
    assert shown(test).means == (0.8, 0.6)
    checked(test.text_input("arms").set_value("0.8, 0.7").run())
    assert not test.warning
    assert shown(test).means == (0.8, 0.7)


def test_the_component_has_all_sentences_that_move():
    test = opened("explore", names="it's A", all_bounds="true")
    told = picture(test)["sentences"]
    assert set(told) == set(moving(test))
    assert "finding that it&#x27;s A is best" in told["verdict"]
    paragraphs = unlinked(" ".join(block.proto.body for block in test.get("html")))
    assert all(f'<span data-sentence="{name}">{text}</span>' in paragraphs for name, text in told.items())
    assert picture(test)["given"] == {"method": "PRISE", "all_bounds": True, "in_file": False}


def test_undo_walks_back_and_reset_returns_to_the_start():
    test = opened("explore")
    assert button(test, "Undo").disabled
    checked(test.text_input("arms").set_value("0.8, 0.6").run())
    checked(test.text_input("epsilon").set_value("2").run())
    checked(button(test, "Undo").click().run())
    assert shown(test) == Instance((0.8, 0.6), 0.1, 0.01)
    checked(test.text_input("epsilon").set_value("2").run())
    assert shown(test).epsilon == 2, "nothing said that the browser had heard of Undo"
    checked(button(test, "Reset").click().run())
    assert shown(test) == DEFAULT
    checked(button(test, "Undo").click().run())
    checked(button(test, "Undo").click().run())
    checked(button(test, "Undo").click().run())
    assert shown(test) == DEFAULT
    assert button(test, "Undo").disabled


def test_stories_are_told(monkeypatch):
    monkeypatch.setattr(achieved, "RUNS", 2)
    test = opened("explore")
    for story in STORIES:
        test.session_state["stories"] = True
        checked(button(test.run(), story.title).click().run())
        assert not test.warning
        assert (shown(test).means, shown(test).names) == (story.means, story.names)
        assert not test.session_state["stories"]
        assert (f"finding that {story.names[0]} is best" if story.names else "finding the best arm") in verdict(test)


def test_random_arms_are_valid():
    test = opened("explore", arms="0.9, 0.5, 0.4")
    test.session_state["stories"] = True
    checked(button(test.run(), "3 random arms").click().run())
    assert not test.warning
    assert len(set(shown(test).means)) == 3
    assert shown(test).means != (0.9, 0.5, 0.4)


def test_privacy_that_costs_nothing_is_said_so():
    test = opened("explore", epsilon="50")
    assert "as without privacy" in verdict(test)
    assert "adds **nothing** to the lower bound" in said(test)
    assert "raises the lower bound by **" in said(opened("explore", epsilon="0.4"))


def test_a_page_whose_runs_were_stopped_comes_to_rest():
    assert kernels().wait(list(GROUPS), SECONDS)
    test = stopped(just_opened("explore", arms="0.5, 0.499", epsilon="0.01"))
    (job,) = test.session_state["jobs"].values()
    assert job.waits_for_visitor
    checked(test.run(timeout=60))
    assert list(test.session_state["jobs"].values()) == [job]


def test_what_is_achievable_stands_beside_what_is_necessary():
    assert kernels().wait(list(GROUPS), SECONDS)
    test = opened("explore", arms="0.9, 0.5", risk="0.05")
    needed = dpcore.choosing.simulate_achievable([0.9, 0.5], 0.1, 0.05, runs=100).stopping_times.mean()
    assert picture(test)["picture"]["achieved"]["samples"] == pytest.approx(needed)
    assert f"; PRISE takes about **{number(needed)}**." in verdict(test)
    assert f"PRISE, proven private and risk-correct, needs **{number(needed)} ± " in said(test)
    assert test.session_state["jobs"] == {}
