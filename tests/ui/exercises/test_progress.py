"""Progress: attempts are bounded and counted, and nothing changes what is settled."""

import math

from hypothesis import given
from hypothesis import strategies as st

from dpcore.exercises import QUESTION_KINDS, Sheet, questions, read_sheet, solve
from ui.exercises import words
from ui.exercises.progress import OneQuestion, SheetProgress

SHEET = Sheet('Quotes " and \\ signs', ("attacker-belief", "most-sampled-arm"), "easy", 3)
BELIEF, ARM = questions(SHEET, SHEET.student("Ada"))
RIGHT = solve(BELIEF).answer
steps = st.lists(st.sampled_from(["hint", RIGHT, RIGHT + 1, RIGHT + 2, 0.0, math.inf]), max_size=15)


@given(steps)
def test_what_is_settled_stays(taken):
    part = OneQuestion(BELIEF)
    for step in taken:
        before = part.record
        if step == "hint":
            part.show_hint()
            assert len(part.hints) == min(before.hints + 1, len(BELIEF.hints))
        else:
            part.check(step)
            assert part.record.attempts - before.attempts in (0, 1)
            assert part.record.right == (before.right or (step == RIGHT and before.attempts < BELIEF.kind.attempts))
        assert part.record.attempts <= BELIEF.kind.attempts
        if before.right or before.attempts == BELIEF.kind.attempts:
            assert (part.record.right, part.record.attempts) == (before.right, before.attempts)
        told = words.feedback(part, lambda: solve(BELIEF))
        assert bool(told) == (part.last is not None)
        assert (solve(BELIEF).why in told) == part.is_settled  # the answer is told at the end alone


def test_progress_counts_what_is_right():
    progress = SheetProgress(SHEET, SHEET.student("Ada"), [OneQuestion(BELIEF), OneQuestion(ARM)])
    assert (progress.right, progress.is_over) == (0, False)
    progress.parts[0].check(RIGHT)
    progress.parts[1].check(solve(ARM).answer)
    assert (progress.right, progress.is_over) == (2, True)


def test_the_file_of_a_sheet_is_read_back():
    for sheet in (SHEET, Sheet("ε < 1 – “so”", tuple(QUESTION_KINDS), "hard", 2**31)):
        assert read_sheet(words.as_toml(sheet)) == sheet
