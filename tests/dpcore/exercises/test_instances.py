"""Every student's instance: own digits, the same difficulty, the same in every version."""

import itertools

import numpy as np
import pytest

import dpcore
from dpcore.exercises import QUESTION_KINDS, Sheet, questions, solve
from dpcore.exercises.instances import HIGHEST_MEAN, LEVELS, SAME_DIFFICULTY, STRETCH, fraction, kink, own_means

STUDENTS = [f"student {number}" for number in range(20)]
ALL = tuple(QUESTION_KINDS)
FIRST_KINDS = (  # of the first release: kinds that have come since are not in the golden sheet's line
    "samples-without-privacy", "samples-at-epsilon", "bound-hardly-raised", "price-dominated", "most-sampled-arm",
    "share-of-the-best-arm", "epsilon-halved", "attacker-belief", "household-belief", "rho-as-epsilon",
    "simulated-runs",
)  # fmt: skip


def sheet(difficulty):
    return Sheet("all", ALL, difficulty, 1)


@pytest.mark.parametrize("difficulty", LEVELS)
def test_no_student_has_it_harder_than_the_stated_factor(difficulty):
    """At the corners of what can be drawn: T* falls with the stretch of the gaps and hardly moves with the shift."""
    corners = [
        [best - gap * stretch for gap in (0.0, *LEVELS[difficulty].gaps)]
        for best, stretch in itertools.product(HIGHEST_MEAN, STRETCH)
    ]
    drawn = [own_means(sheet(difficulty).student(name), difficulty) for name in STUDENTS]
    for measure in (lambda means: dpcore.characteristic_time(means, "kl").time, kink):
        figures = [measure(means) for means in (*corners, *drawn)]
        assert max(figures) / min(figures) < SAME_DIFFICULTY


@pytest.mark.parametrize("difficulty", LEVELS)
def test_epsilon_lies_between_the_regimes_for_everybody(difficulty):
    for name in STUDENTS:
        for question in questions(sheet(difficulty), sheet(difficulty).student(name)):
            if QUESTION_KINDS[question.kind.name].draws.get("epsilon", [""])[0] == "kink":
                boundaries = dpcore.regime_boundaries(question.means, 0.05)
                epsilon = dict(question.drawn)["epsilon"]
                assert boundaries.price_dominated < epsilon < boundaries.almost_free


def test_best_arm_and_most_sampled_arm_are_clear_and_not_always_the_same_number():
    most = set()
    for difficulty in LEVELS:
        for name in STUDENTS:
            means = own_means(sheet(difficulty).student(name), difficulty)
            ordered = sorted(means)
            assert ordered[-1] - ordered[-2] > 0.04
            assert len(set(means)) == len(means)
            shares = sorted(dpcore.characteristic_time(means, "kl").allocation)
            assert shares[-1] - shares[-2] > 0.02
            most.add(means.index(max(means)))
    assert len(most) == 5


def test_a_neighbours_answer_is_seldom_right():
    one = sheet("medium")
    own = [questions(one, one.student(name)) for name in STUDENTS]
    for place, described in enumerate(QUESTION_KINDS.values()):
        answers = np.array([solve(each[place]).answer for each in own])
        allowed = 0.5 if described.choices else described.within_points or described.within * answers[:, None]
        matches = (abs(answers - answers[:, None]) <= allowed).sum() - len(own)
        assert matches < (1 / 2 if described.choices else 1 / 3) * len(own) * (len(own) - 1), described.name


def test_the_same_name_has_the_same_questions_and_another_sheet_others():
    first, again = (
        questions(sheet("easy"), sheet("easy").student(name)) for name in ("Ada Lovelace", " ada  LOVELACE")
    )
    assert first == again
    for other in (Sheet("all", ALL, "easy", 2), Sheet("other", ALL, "easy", 1)):
        assert questions(other, other.student("Ada Lovelace"))[0].means != first[0].means


def test_what_a_digest_gives_never_changes():
    """Sheets that were handed out would mean other numbers: what stands here stays."""
    assert fraction(bytes(32), "stretch") == pytest.approx(0.8456950835834379, abs=1e-16)
    ada = Sheet("Golden", FIRST_KINDS, "medium", 7)
    found = questions(ada, ada.student("Ada"))
    assert found[0].means == (0.524, 0.482, 0.545, 0.65)
    assert {each.kind.name: dict(each.drawn) for each in found if each.drawn} == {
        "samples-at-epsilon": {"epsilon": 0.12},
        "bound-hardly-raised": {"percent": 4},
        "price-dominated": {"percent": 13},
        "share-of-the-best-arm": {"epsilon": 0.19},
        "epsilon-halved": {"epsilon": 0.17},
        "attacker-belief": {"prior": 21, "epsilon": 1.7},
        "household-belief": {"people": 3, "epsilon": 0.17},
        "rho-as-epsilon": {"rho": 0.63, "delta": 1e-06},
        "simulated-runs": {"epsilon": 0.07, "seed": 6688},
    }
    later = Sheet("Golden", ("participants-for-a-lead",), "medium", 7)
    (lead,) = questions(later, later.student("Ada"))
    assert dict(lead.drawn) == {"options": 3, "usual": 27, "points": 9, "epsilon": 0.48}
