"""The question, its tables, its guesses, and what moves under a hand."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from dpcore import choosing
from ui.components.lines import Moved
from ui.look.theme import LIGHT
from ui.same_decision import controls, pictures
from ui.same_decision.question import EPSILONS, RUNS, DecisionQuestion, curve_table, find, studies_table

MEANS = (0.95, 0.9, 0.9, 0.9, 0.5)
QUESTION = DecisionQuestion(MEANS, ("new <b>",), 0.1, 2000, 1, 0)


@pytest.fixture(scope="module")
def found():
    return find(QUESTION)


def test_which_one_is_private_is_drawn_anew_and_evenly():
    # 400 fair coins: from 150 to 250 but for a probability below 1e-6.
    orders = [replace(QUESTION, study=study).private_is_first for study in range(1, 401)]
    assert 150 < sum(orders) < 250
    for change in ({"epsilon": 0.11}, {"participants": 2100}, {"seed": 1}):
        others = [replace(QUESTION, study=study, **change).private_is_first for study in range(1, 401)]
        assert 150 < sum(a == b for a, b in zip(orders, others, strict=True)) < 250


def test_tables_hold_what_the_page_says(found):
    table, curve = studies_table(found), curve_table(found)
    assert len(table) == RUNS
    changed = table["chosen without noise"] != table["chosen with noise"]
    assert changed.sum() == found.compared.changed
    assert (changed == (table["changed at epsilons below"] > QUESTION.epsilon)).all()
    assert (table["successes, option 1"] <= 400).all()
    place = int(np.argmin(np.abs(EPSILONS - 0.1)))
    assert EPSILONS[place] == pytest.approx(0.1)
    assert curve["studies that change"][place] == found.compared.changed
    assert tuple(curve.iloc[place, 3:]) == pytest.approx(found.compared.changed_interval)


def test_exact_probabilities_only_of_two_options(found):
    assert found.exact is None
    two = find(replace(QUESTION, means=(0.32, 0.3)))
    assert two.exact == choosing.decision_probabilities((0.32, 0.3), 0.1, 2000)


def test_a_hand_moves_one_line():
    assert controls.under_hand(QUESTION, Moved("epsilon", 2.5)) == replace(QUESTION, epsilon=2.5)
    assert controls.under_hand(QUESTION, Moved("participants", 3100.0)) == replace(QUESTION, participants=3100)


def test_the_two_pictures_of_a_study_tell_their_shares_and_not_which_is_private(found):
    for has_noise, letter in ((True, "A"), (False, "B")):
        drawn = pictures.study_svg(found, has_noise, letter, LIGHT.text, LIGHT)
        shares = found.studies.published(*((0.1,) if has_noise else ()))[0]
        chosen = found.studies.chosen(*((0.1,) if has_noise else ()))[0]
        assert [f"{100 * share:.1f} %" in drawn for share in shares] == [True] * 5
        assert drawn.count("chosen</text>") == 1
        assert "new &lt;b&gt;" in drawn
        assert not re.search("noise|private", drawn)
        words = pictures.study_words(found, has_noise, letter)
        assert words.startswith(f"{letter}: new <b> {100 * shares[0]:.1f} %, option 2 ")
        assert words.endswith(f"; {found.question.options[chosen]} is chosen")


def test_shares_beyond_the_scale_are_cut_and_say_so():
    wild = find(replace(QUESTION, epsilon=1e-3))
    shares = wild.studies.published(1e-3)
    study = int(np.argmax((shares.max(axis=1) > 2) & (shares.min(axis=1) < -1)))
    drawn = pictures.study_svg(find(replace(wild.question, study=study + 1)), True, "A", LIGHT.text, LIGHT)
    widths = [float(width) for width in re.findall(r'<rect [^>]*width="([\d.-]+)"', drawn)]
    assert min(widths) == 0
    assert max(widths) < 180
    assert "→ " in drawn
    assert "−" in drawn


# Of DejaVu Sans Bold, which is among the widest fonts that browsers fall back to: advance widths at 13 px.
LETTERS = {" ": 4.6, ".": 5.0, ",": 5.0, "%": 13.1, "−": 10.9, "→": 10.9, "◂": 6.6}
A_DIGIT, A_LETTER = 9.1, 9.3


def boxes(drawn):
    """Of every piece of text but the title: line, first and last horizontal place."""
    for text in re.findall(r"<text .*?</text>", drawn)[1:]:
        x, y = (float(re.search(rf' {side}="([\d.]+)"', text)[1]) for side in "xy")
        words = re.search(r">(.*?)</text>", text)[1]
        width = sum(LETTERS.get(sign, A_DIGIT if sign.isdigit() else A_LETTER) for sign in words)
        if squeezed := re.search(r'textLength="(\d+)"', text):
            width = float(squeezed[1])
        yield (y, x - width, x) if 'anchor="end"' in text else (y, x, x + width)


@pytest.mark.parametrize("names", [(), ("w" * 24, "o" * 23, "n" * 12)])
@pytest.mark.parametrize(("participants", "epsilon"), [(20, 1e-3), (300, 0.1), (50_000, 3.0)])
@pytest.mark.parametrize("means", [MEANS, (0.02, 0.01), tuple(0.3 + 0.01 * i for i in range(20))])
def test_no_words_of_a_study_lie_on_others(means, participants, epsilon, names):
    asked = replace(QUESTION, means=means, names=names[: len(means)], participants=participants, epsilon=epsilon)
    found = find(asked)
    for study in range(1, 1001, 100):
        shown = replace(found, question=replace(asked, study=study))
        for has_noise in (True, False):
            drawn = pictures.study_svg(shown, has_noise, "A", LIGHT.text, LIGHT)
            places = sorted(boxes(drawn))
            for (line, _, end), (next_line, start, _) in pairwise(places):
                assert line != next_line or end + 1 <= start
            assert min(start for _, start, _ in places) >= 0
            assert max(end for *_, end in places) <= pictures.WIDTH
            assert min(float(width) for width in re.findall(r'<rect [^>]*width="([\d.-]+)"', drawn)) >= 0


@pytest.mark.parametrize("means", [MEANS, (0.32, 0.3)])
def test_every_study_is_one_dot(means):
    drawn = pictures.dots_svg(find(replace(QUESTION, means=means)), LIGHT)
    assert len(re.findall(r"M[\d.]+ [\d.]+h0", drawn)) == RUNS
    told = [int(number.replace(",", "")) for number in re.findall(r">([\d,]+) (?:to|as) ", drawn)]
    assert sum(told) == RUNS


@pytest.mark.parametrize("is_wide", [True, False])
def test_the_curve_falls_inside_its_frame(found, is_wide):
    drawing = pictures.curve_drawing(found, is_wide, LIGHT)
    left, top, right, bottom = drawing.frame
    points = re.search(r'<polyline points="([^"]+)"', drawing.svg)[1]
    x, y = np.array([[float(part) for part in point.split(",")] for point in points.split()]).T
    assert (np.diff(y) >= 0).all()  # downwards on the screen
    assert (x[0], x[-1]) == (left, right)
    assert y.min() >= top
    assert y.max() <= bottom
    assert drawing.svg.count('class="written"') == 2
