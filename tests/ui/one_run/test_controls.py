"""How far a viewer has come with a run."""

from ui.one_run.controls import Viewing


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
