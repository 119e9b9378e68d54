"""What the pictures of a run show before its ending is told, and how far a viewer has come with it."""

import pytest

import dpcore
from ui.components.crowd import participants_per_dot
from ui.one_run.charts import evidence_over_time, lanes_at, means_at, pulls_over_time
from ui.one_run.controls import Viewing
from ui.one_run.study import moments_of


@pytest.fixture(scope="module")
def trace():
    return dpcore.trace_fixed_confidence("prise", [0.9, 0.8, 0.3], 0.1, 0.01, seed=1)


def test_nothing_later_and_no_true_mean_is_drawn_before_the_ending_is_told(trace):
    moment = int(moments_of(trace)[1])
    for picture in (evidence_over_time, pulls_over_time):
        latest = [max(line.x) for line in picture(trace, moment, False).data if len(line.x)]
        assert max(latest) == trace.times[moment]
        assert max(max(line.x) for line in picture(trace, moment, True).data if len(line.x)) == trace.times[-1]
    assert "true mean" not in [points.name for points in means_at(trace, moment, False).data]
    assert "true mean" in [points.name for points in means_at(trace, moment, True).data]


def test_the_dots_are_the_participants_of_the_moment(trace):
    for moment in moments_of(trace):
        lanes = lanes_at(trace, int(moment))
        assert sum(lane.participants for lane in lanes) == trace.times[moment]
        each = participants_per_dot(lanes)
        assert max(lane.participants for lane in lanes) / each <= 75 * 5
        assert each == 1 or max(lane.participants for lane in lanes) / (each / 2.5) > 75 * 5  # not coarser than needed


def test_an_arm_without_a_publication_says_so():
    trace = dpcore.trace_fixed_confidence("pb-tas", [0.9, 0.3], 1.0, 0.1)
    assert [lane.words.endswith("nothing published") for lane in lanes_at(trace, 0)] == [False, True]


@pytest.mark.parametrize("is_told", [False, True])
def test_the_pictures_of_a_run_that_its_cap_ends_before_any_publication(is_told):
    trace = dpcore.trace_fixed_confidence("dp-se", [0.95, 0.9, 0.9, 0.9, 0.5], 0.1, 0.01, max_samples=5000)
    assert not trace.private_counts.any()
    assert not evidence_over_time(trace, 0, is_told).data
    assert pulls_over_time(trace, 0, is_told).data
    low, high = means_at(trace, 0, is_told).layout.yaxis.range
    assert low < 0 < 1 < high


def test_steps_stay_within_the_run():
    viewing = Viewing("run")
    viewing.move(-1, 5)
    assert viewing.step == 1
    viewing.move(9, 5)
    assert viewing.step == 5


def test_playing_goes_on_to_the_end_and_begins_anew_from_there():
    viewing = Viewing("run")
    viewing.toggle_play(90)
    viewing.play_on(90)
    assert (viewing.step, viewing.is_playing) == (4, True)
    viewing.step = 88
    viewing.play_on(90)
    assert (viewing.step, viewing.is_playing) == (90, False)
    viewing.play_on(90)
    assert viewing.step == 90
    viewing.toggle_play(90)
    assert (viewing.step, viewing.is_playing) == (1, True)


def test_a_guess_ends_the_playing_and_goes_to_the_answer():
    viewing = Viewing("run", step=2, is_playing=True)
    viewing.answer(3, 7)
    assert viewing == Viewing("run", step=7, guess=3, is_playing=False)
