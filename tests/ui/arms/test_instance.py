"""The instance as text: read however it is written, refused with its reason, unchanged by going there and back.

And what links, drags and stories make of it.
"""

from dataclasses import asdict
from types import SimpleNamespace

import pytest
import streamlit as st

from ui.arms import instance as instances
from ui.arms.instance import DEFAULT, Instance, as_texts, parsed
from ui.arms.stories import Story
from ui.components.bars import bars_data


@pytest.mark.parametrize(
    "texts, words",
    [
        ({"arms": "0.9, 0.9, 0.5"}, "arms 1 and 2 tie at 0.9"),
        ({"arms": "0.9"}, "at least 2 means, not 1"),
        ({"arms": "0.9, zero"}, "each mean must be a number, not 'zero'"),
        ({"arms": "62 %, 120 %"}, "strictly between 0 and 1, not 1.2 for arm 2"),
        ({"arms": "62 %, 5 $"}, "each mean must be a number, not '\\$'"),
        ({"epsilon": "10 %"}, "epsilon must be a number, not '10 %'"),
        ({"arms": "1.0, 0.5"}, "strictly between 0 and 1, not 1.0"),
        ({"arms": "nan, 0.5"}, "NaN"),
        ({"arms": "0.9" + ", 0.5" * 20}, "at most 20 means here, not 21"),
        ({"epsilon": "-1"}, "epsilon must be greater than 0, not -1.0"),
        ({"epsilon": "1e9"}, "epsilon must be between 0.001 and 100 here, not 1e\\+09"),
        ({"epsilon": " "}, "epsilon must be a number, not ''"),
        ({"names": "<b>"}, "name of an arm must be up to 24 letters.* not '<b>'"),
        ({"indifference": "1"}, "“Ignore differences below” must be at least 0 and less than 1, not 1.0"),
        ({"indifference": "-0.01"}, "“Ignore differences below” must be at least 0 and less than 1, not -0.01"),
        ({"indifference": "nan"}, "not NaN"),
        ({"indifference": "a point"}, "“Ignore differences below” must be a number, not 'a point'"),
        ({"risk": "0.5"}, "risk must be strictly between 0 and 1/2, not 0.5"),
    ],
)
def test_bad_texts_are_refused_with_their_reason(texts, words):
    with pytest.raises(ValueError, match=words):
        parsed(as_texts(DEFAULT) | texts)


PLAIN = ["0.7,0.6", " 0.7 0.6 ", "[0.7; 0.6]", "(.7, 6e-1,)"]
AS_PEOPLE_TYPE = ["70 %, 60 %", "70%,60%", "70 % 60 %", "0.7, 60%", "0,7; 0,6", "0,7, 0,6", "0,7 0,6", "0,7,0,6"]


@pytest.mark.parametrize("arms", PLAIN + AS_PEOPLE_TYPE)
def test_means_are_read_however_they_are_written(arms):
    assert parsed(as_texts(DEFAULT) | {"arms": arms}).means == (0.7, 0.6)


def test_other_boxes_read_what_people_type_too():
    typed = {"epsilon": "0,25", "risk": "2,5 %", "indifference": "1%"}
    assert parsed(as_texts(DEFAULT) | typed) == Instance(DEFAULT.means, 0.25, 0.025, (), 0.01)


def test_texts_round_trip():
    instance = Instance((0.1234567891, 0.5, 1e-4), 0.00123, 0.25, ("", "treatment B"), 0.015)
    assert parsed(as_texts(instance)) == instance
    assert instance.unnamed == Instance((0.1234567891, 0.5, 1e-4), 0.00123, 0.25, (), 0.015)


@pytest.mark.parametrize("texts", [{"epsilon": "0.001"}, {"epsilon": "100"}, {"arms": "0.9" + ", 0.5" * 19}])
def test_the_ends_of_the_ranges_are_allowed(texts):
    parsed(as_texts(DEFAULT) | texts)


def test_arms_tie_where_small_differences_do_not_matter_and_all_good_ones_count():
    tied = parsed(as_texts(DEFAULT) | {"arms": "0.9, 0.9, 0.5", "indifference": "0.01"})
    assert (tied.is_tied, tied.good, tied.is_asymptotic) == (True, (0, 1), True)
    near = parsed(as_texts(DEFAULT) | {"arms": "0.89, 0.9, 0.5", "indifference": "0.02"})
    assert (near.is_tied, near.good, near.is_asymptotic) == (False, (0, 1), True)
    alone = parsed(as_texts(DEFAULT) | {"arms": "0.89, 0.9, 0.5", "indifference": "-0"})
    assert (alone.is_tied, alone.good, alone.is_asymptotic) == (False, (1,), False)
    assert as_texts(alone)["indifference"] == "0"


def drag(sequence, final, **fields):
    names = ["one", "other"]
    whole = {"means": [0.75, 0.5], "epsilon": 0.25, "risk": 0.125, "names": names, "indifference": 0.0, **fields}
    st.session_state["bars"] = {"moved": {"sequence": sequence, "final": final, **whole}}
    instances._draft.moved("bars")


def test_a_link_is_read_once_and_gives_way_to_what_is_there(visit):
    st.query_params.update(arms="0.7, 0.6", epsilon="", other="1")
    visit["risk"], st.query_params["risk"] = "0.2", "0.3"
    instances.read_link()
    assert visit == {"arms": "0.7, 0.6", "risk": "0.2"}


def test_the_link_of_a_page_just_opened_gets_what_the_click_left_behind(visit, monkeypatch):
    written = []

    class Noted(dict):
        def __setitem__(self, key, value):
            written.append(key)

    monkeypatch.setattr(st, "session_state", Noted(arms="0.7, 0.6", epsilon="2"))
    st.query_params["epsilon"] = "2"
    instances._keep_link()
    assert written == ["arms"]


def test_a_page_that_needs_one_best_arm_keeps_the_last_instance_that_had_one(visit):
    assert instances.with_one_best() == DEFAULT
    near, tied = (Instance((best, 0.6, 0.4), 2.0, 0.2, (), 0.05) for best in (0.62, 0.6))
    visit.update(as_texts(near))
    assert instances.with_one_best() == Instance((0.62, 0.6, 0.4), 2.0, 0.2)
    visit.update(as_texts(tied))
    assert instances.current() == tied
    assert instances.with_one_best() == Instance((0.62, 0.6, 0.4), 2.0, 0.2)


def test_a_drag_brings_all_that_the_bars_show(visit):
    drag(1, False)
    assert instances.live() == Instance((0.75, 0.5), 0.25, 0.125, ("one", "other"))
    assert instances.current() == DEFAULT
    assert not instances.released()
    drag(2, True)
    assert instances.current() == Instance((0.75, 0.5), 0.25, 0.125, ("one", "other"))
    assert instances.released()


def test_small_bars_answer_the_last_report_and_say_why_they_did_not_follow(visit, monkeypatch):
    drawn, problems = [], []
    monkeypatch.setattr(instances.page, "problem", lambda problem: problem and problems.append(problem))
    monkeypatch.setattr(instances, "bars", lambda key, data, _: drawn.append((key, data)))
    instances.strip()
    drag(7, True, means=[0.5, 0.5])
    assert problems == []
    instances.strip()
    assert drawn == [("strip", bars_data(asdict(DEFAULT), sequence, live=False)) for sequence in (0, 7)]
    (problem,) = problems
    assert "tie" in problem


@pytest.mark.parametrize("is_time, is_dragged, drawn", [(True, False, 1), (False, False, 0), (True, True, 0)])
def test_the_page_is_drawn_again_when_it_is_time_and_nobody_drags(visit, monkeypatch, is_time, is_dragged, drawn):
    asked, again = [], []
    monkeypatch.setattr(st, "fragment", lambda run_every: asked.append(run_every) or (lambda draw: draw))
    monkeypatch.setattr(instances, "boxes", SimpleNamespace(draw_again=lambda: again.append("whole page")))
    if is_dragged:
        drag(1, False)
    instances.draw_again_when(lambda: is_time, 0.5)
    assert (asked, len(again)) == ([0.5], drawn)


def test_a_story_leaves_epsilon_and_risk_if_it_names_none(visit):
    visit.update(as_texts(Instance((0.9, 0.5), 2.0, 0.2)))
    instances._tell(Story("", "", (0.6, 0.4)))
    assert instances.current() == Instance((0.6, 0.4), 2.0, 0.2)
    instances._tell(Story("", "", (0.7, 0.4), 0.3, 0.1, ("one",)))
    assert instances.current() == Instance((0.7, 0.4), 0.3, 0.1, ("one",))
