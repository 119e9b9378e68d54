"""The page that offers talks, without a browser."""

import pytest

from tests.pages.visit import checked, not_yet_opened, said
from ui.lecture import controls, words
from ui.lecture.prepared import SHIPPED, shipped
from ui.shell.server import ONLY_HERE


def visit(**link):
    return checked(not_yet_opened("lecture", **link).run())


def test_it_offers_talks_with_their_questions():
    test = visit()
    assert "Which option is best?" in said(test)
    assert test.radio(key="talk").value == "What does privacy cost?"
    test.radio(key="talk").set_value("Which epsilon?").run()
    assert "What does ε promise a participant?" in said(test)
    assert "Which option is best?" not in said(test)


@pytest.mark.parametrize("scene, place", [("3", 2), ("10", 9), ("0", 0), ("-1", 0), ("99999", 0), ("x", 0), ("", 0)])
def test_a_scene_of_a_link(scene, place):
    assert controls._scene(scene) == place


LINKS = ({"scene": "3"}, {"room": "ABCD-2345"}, {"room": "<b>" * 50}, {"scene": "x", "talk": "y"})


@pytest.mark.parametrize("link", LINKS)
def test_a_link_plays_and_offers_nothing(link):
    test = visit(**link)
    assert not test.radio
    assert not test.title


REPORTS = (None, 1, {}, {"left": True}, {"left": {"room": 1}}, {"left": {"room": "<b>"}}, {"left": {"room": ""}})


@pytest.mark.parametrize("told", REPORTS)
def test_a_talk_that_names_no_room_leads_back_to_none(told):
    assert controls._left_open(told) is None


def test_a_room_that_was_left_open_is_one_click_away():
    assert controls._left_open({"left": {"room": "ABCD-2345", "led": False}}) == controls.LeftRoom("ABCD-2345", False)
    test = visit()
    assert "lecture-back" not in {button.key for button in test.button}
    test.session_state["lecture-left"] = controls.LeftRoom("ABCD-2345", False)
    assert not test.run().info
    test.session_state["lecture-left"] = controls.LeftRoom("ABCD-2345", True)
    assert ["Room ABCD-2345 is still open" in told.value for told in test.run().info] == [True]
    test.button(key="lecture-back").click().run()
    assert test.query_params["room"] == "ABCD-2345"


def test_the_chosen_talk_is_the_one_that_is_played(monkeypatch):
    played = []
    monkeypatch.setattr("ui.components.lecture._component", lambda **shown: played.append(shown["data"]))
    test = visit()
    test.radio(key="talk").set_value("Which epsilon?").run()
    test.button(key="lecture-start").click().run()
    assert played[-1]["talk"]["title"] == "Which epsilon?"
    assert played[-1]["choice"]["name"] == "which-epsilon"
    visit(talk="Which epsilon?", scene="4")
    assert (played[-1]["choice"]["name"], played[-1]["scene"]) == ("which-epsilon", 3)


def test_a_reloaded_talk_of_ones_own_is_asked_for_and_none_is_played_instead():
    test = visit(talk="own", scene="3")
    assert [told.value for told in test.info] == [words.OWN_IS_GONE]
    assert test.radio(key="talk").value == "What does privacy cost?"


def test_an_own_talk_is_read_or_its_mistake_said():
    test = visit()
    uploader = test.file_uploader(key="lecture-file")
    uploader.upload(
        "own.toml", shipped(SHIPPED[1]).replace("Which epsilon?", "Our own").encode(), "application/toml"
    ).run()
    told = "“Our own” (for a meeting that chooses ε, about 25 minutes)"
    assert f"**Your talk: {told}**" in said(test)
    assert [f"{told} has been read." in success.value for success in test.success] == [True]
    for content, sentence in ((b"\xff\xfe", "UTF-8"), (b"title = 1", "1 to 20 scenes"), (b"[", "not a TOML file")):
        test.file_uploader(key="lecture-file").upload("own.toml", content, "application/toml").run()
        assert [sentence in error.value for error in test.error] == [True]
        assert ["The talk that you loaded before, “Our own”, is used" in error.value for error in test.error] == [True]
        assert "What does ε promise a participant?" in said(test)
        assert not test.radio
        assert not test.success


def test_an_own_talk_is_still_there_after_it_was_played(monkeypatch):
    monkeypatch.setattr("ui.components.lecture._component", lambda **shown: None)
    test = visit()
    own = shipped(SHIPPED[1]).replace("Which epsilon?", "Our own").encode()
    test.file_uploader(key="lecture-file").upload("own.toml", own, "application/toml").run()
    test.button(key="lecture-start").click().run()
    assert not test.file_uploader
    test.session_state["lecture-plays"] = None  # as when the visitor leaves the talk
    assert "**Your talk: “Our own”" in said(test.run())
    assert ["“Our own”" in told.value for told in test.success] == [True]
    (forget,) = (button for button in test.button if button.label == "Choose another talk")
    forget.click().run()
    assert test.radio(key="talk").value == "What does privacy cost?"


def test_it_says_who_can_reach_it_before_the_talk_starts(monkeypatch):
    monkeypatch.setattr("ui.shell.share.for_network", lambda here: "http://localhost/lecture")
    assert ONLY_HERE in [caption.value for caption in visit().caption]
    monkeypatch.setattr("ui.shell.share.for_network", lambda here: "http://192.0.2.7/lecture")
    assert any("http://192.0.2.7/lecture" in caption.value for caption in visit().caption)
