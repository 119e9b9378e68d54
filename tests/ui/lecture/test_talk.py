"""A talk's file: what ships is in order, and every mistake has one sentence that names its place."""

import re

import pytest

from ui.lecture.prepared import SHIPPED, prepared, shipped
from ui.lecture.quantities import QUANTITIES, SETTINGS
from ui.lecture.talk import MOST_BYTES, MOST_WORDS, PICTURES, read
from ui.lecture.words import own_talk

GOOD = """
title = "One question"
[[scenes]]
question = "Which is best?"
text = "Two arms."
picture = "arms"
state = { means = [0.6, 0.5] }
prediction = { ask = "How many?", options = ["few", "many"], limits = [100], answer = "necessary" }
reveal = "At least {necessary}."
remember = "Gaps cost."
"""


def changed(old, new):
    assert old in GOOD
    return GOOD.replace(old, new)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_talks_are_in_order(name):
    talk = read(shipped(name))
    assert len(talk.scenes) == {"what-does-privacy-cost": 11, "which-epsilon": 6}[name]
    for scene in talk.scenes:
        assert scene.notes
        assert scene.source
        assert len(set(scene.prediction.options)) == len(scene.prediction.options)
        value = QUANTITIES[scene.prediction.answer].of(scene.state)
        assert all(abs(value / limit - 1) > 0.02 for limit in scene.prediction.limits if limit), "too near to tell"


def test_the_long_talk_shows_every_picture():
    assert {scene.picture for scene in read(shipped(SHIPPED[0])).scenes} == set(PICTURES)


@pytest.mark.parametrize("name", SHIPPED)
def test_no_number_of_an_answer_is_typed(name):
    """Digits of what is revealed are those of a whole exponent or factor that a theorem gives, "50 %" or 100 runs."""
    text = shipped(name)
    for scene, played in zip(read(text).scenes, prepared(text)["scenes"], strict=True):
        typed = set(re.findall(r"\d[\d,.]*\d|\d", re.sub(r"\{\w+\}|\d+-|1/\w+", "", scene.reveal)))
        assert typed <= {"1", "50", "5", "100"}, scene.reveal
        told = ("question", "text", "ask", "reveal", "remember", "notes", "source")
        assert "{" not in "".join([*(played[name] for name in told), *played["options"]])


def test_a_text_says_what_the_state_of_its_scene_sets():
    """The same file with another state says nothing that was true of the old one only."""
    text = (
        changed("[0.6, 0.5]", "[0.6, 0.5, 0.25], epsilon = 0.2, participants = 2000")
        .replace("Two arms.", "Rates {rates}: {lead} points.")
        .replace("Which is best?", "What does ε = {epsilon} do?")
        .replace("How many?", "Are {participants} enough?")
        .replace('"many"', '"{participants}"')
        .replace("{necessary}.", "{necessary} at risk {risk}.")
    )
    (scene,) = prepared(text)["scenes"]
    assert scene["question"] == "What does ε = 0.2 do?"
    assert scene["text"] == "Rates 60 %, 50 % and 25 %: 10 points."
    assert (scene["ask"], scene["options"]) == ("Are 2,000 enough?", ["few", "2,000"])
    assert scene["reveal"].endswith(" at risk 1 %.")
    (scene,) = prepared(text.replace("0.2,", "0.05,").replace("0.25", "0.59").replace("2000", "500"))["scenes"]
    assert scene["question"] == "What does ε = 0.05 do?"
    assert scene["text"] == "Rates 60 %, 50 % and 59 %: 1 points."
    assert scene["ask"] == "Are 500 enough?"


@pytest.mark.parametrize(
    "text, said",
    [
        ("title = ", "this is not a TOML file"),
        ("a" * (MOST_BYTES + 1), "at most 100 KB"),
        ('title = "x"', "1 to 20 scenes"),
        (".".join(["a"] * 2000) + " = 1", "no line of a talk may be longer than 2,000 characters"),
        (changed('picture = "arms"', "picture = []"), "scene 1: picture must be one of arms"),
        (changed("means = [0.6, 0.5]", "epsilon = 1" + 400 * "0"), "epsilon must be between 0.001 and 100, not"),
        (GOOD.replace("title", "name", 1), "the talk has 'name'"),
        ("minutes = 601\n" + GOOD, "the talk: minutes must be between 0 and 600, not '601'"),
        (changed('picture = "arms"', 'picture = "pie"'), "scene 1: picture must be one of arms"),
        (changed('text = "Two arms."', ""), "scene 1: text must be text"),
        (changed("Two arms.", "word " * MOST_WORDS), "scene 1 shows 47 words"),
        (changed("Two arms.", "x" * 301), "scene 1: text must be at most 300 characters, not 301"),
        (changed("[0.6, 0.5]", "[0.6, 0.6]"), "scene 1: exactly one mean must be the largest"),
        (changed("[0.6, 0.5]", "[0.6]"), "means must be a list of 2 to 6 numbers"),
        (changed("[0.6, 0.5]", "[0.6, 1]"), "means must be between 0.001 and 0.999, not '1'"),
        (changed("[0.6, 0.5]", '[0.6, "a"]'), "means must be a number, not 'a'"),
        (changed("means = [0.6, 0.5]", "epsilon = nan"), "epsilon must be a number, not 'nan'"),
        (changed("means = [0.6, 0.5]", "cap = 1e9"), "cap must be between 100 and 1e+07"),
        (changed("means = [0.6, 0.5]", 'algorithm = "magic"'), "algorithm must be one of"),
        (changed("limits = [100]", "limits = []"), "limits must be a list of 1 numbers"),
        (changed("limits = [100]", "limits = [true]"), "limits must be a number, not 'True'"),
        (changed('["few", "many"], limits = [100]', '["a", "b", "c"], limits = [2, 1]'), "limits must increase"),
        (changed('["few", "many"]', '["20", "90"]'), "scene 1: '90' is not within its limits"),
        (changed('answer = "necessary"', 'answer = "magic"'), "scene 1 names 'magic', but only these are computed"),
        (changed("{necessary}.", "{magic}."), "scene 1 has '{magic}', but only {epsilon}, {risk}, "),
        (changed("Two arms.", "At least {necessary}."), "'{necessary}', but before its answer only {epsilon}, "),
        (changed('prediction = {', 'other = {'), "scene 1 has 'other'"),
        ('title = "x"\nscenes = [1]', "scene 1 must be a table"),
        (GOOD + GOOD.replace('title = "One question"', "").replace("few", ""), "scene 2: options must be text"),
    ],
)  # fmt: skip
def test_a_mistake_is_said_in_one_sentence(text, said):
    with pytest.raises(ValueError, match=re.escape(said)) as error:
        read(text)
    assert len(str(error.value)) < 600
    assert "\n" not in str(error.value)


def test_the_good_one_is_good():
    (scene,) = prepared(GOOD)["scenes"]
    assert scene["right"] == 1
    assert scene["reveal"].startswith("At least ")
    assert scene["state"]["means"] == (0.6, 0.5)


def test_an_answer_that_no_option_is_near_is_refused():
    """A state that has changed would else have the room told that a number far from the answer is right."""
    text = changed('["few", "many"]', '["50", "at most 1,000"]')
    (scene,) = prepared(text)["scenes"]
    assert scene["right"] == 1
    with pytest.raises(ValueError, match=r"scene 1: the answer is [0-9,]+, and none of the options is near it"):
        prepared(text.replace("0.5]", "0.58]"))


def test_every_place_is_described_where_the_format_is():
    assert all(f"- `{{{name}}}`: " in own_talk() for name in {**SETTINGS, **QUANTITIES})


@pytest.mark.parametrize("value, option", [(-5, 0), (99.99, 0), (100, 1), (999, 1), (1000, 2), (float("inf"), 2)])
def test_limits_part_the_options(value, option):
    text = changed('["few", "many"], limits = [100]', '["a", "b", "c"], limits = [100, 1000]')
    assert read(text).scenes[0].prediction.right(value) == option
