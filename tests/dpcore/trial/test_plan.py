"""A plan is checked when it is read: bad ones get a sentence."""

import json
from dataclasses import replace

import pytest

from dpcore.trial import TrialError, create, read_plan
from dpcore.trial.keeping import check_keeps
from dpcore.trial.words import promise
from tests.dpcore.trial.plans import ALL, BEATS, COUNTS, LOCAL, ROUNDS, WINNER


@pytest.mark.parametrize("plan", ALL.values(), ids=ALL)
def test_a_plan_is_read_back_as_it_was_written(plan):
    assert read_plan(plan.as_json()) == plan


@pytest.mark.parametrize(
    ("plan", "change", "told"),
    [
        (WINNER, {"promise": "be nice"}, "promise must be one of"),
        (WINNER, {"promise": "be right whatever the rates are"}, "release must be one of rounds"),
        (BEATS, {"release": "winner"}, "release must be one of counts, local"),
        (WINNER, {"options": ["A"]}, "2 to 20 options"),
        (WINNER, {"options": ["A", "A", "B"]}, "same name"),
        (WINNER, {"options": ["A", "B\u202e", "C"]}, "printable"),
        (WINNER, {"options": "ABC"}, "list of names"),
        (WINNER, {"epsilon": 0}, "epsilon must be"),
        (WINNER, {"epsilon": "0.1"}, "epsilon"),
        (WINNER, {"epsilon": True}, "epsilon"),
        (WINNER, {"risk": 0.5}, "risk must be"),
        (WINNER, {"risk": 9e-10}, "risk must be at least 1e-09"),
        (WINNER, {"lead": 0}, "lead must be more than 0"),
        (ROUNDS, {"lead": 0.1}, "lead must be 0"),
        (BEATS, {"missed": 0}, "missed must be"),
        (WINNER, {"per_option": [100, 100]}, "3 numbers"),
        (WINNER, {"per_option": [100, 100, 99], "cap": 299}, "same for all options"),
        (WINNER, {"per_option": [0, 0, 0], "cap": 0}, "at least 1"),
        (WINNER, {"cap": 301}, "sum of per_option"),
        (ROUNDS, {"per_option": [1, 1, 1]}, "per_option must be left out"),
        (ROUNDS, {"cap": 2}, "cap must be at least 3"),
        (WINNER, {"usual": [0.3]}, "lowest and the highest"),
        (WINNER, {"usual": [0.3, 0.9]}, "usual must rise"),
        (WINNER, {"rates": [0.5, 0.4, 0.3]}, "rates are for"),
        (WINNER, {"usual": [], "rates": [0.45, 0.3, 0.3]}, "first of the rates must lead"),
        (WINNER, {"missing": "ignored"}, "missing must be one of"),
        (WINNER, {"missing_share": 1.0}, "missing_share"),
        (WINNER, {"a_week": -1}, "a_week"),
        (WINNER, {"colour": "red"}, "does not know: 'colour'"),
        (WINNER, {"a_week": 1e-310}, "a_week"),
        (WINNER, {"usual": [], "rates": 5}, "rates must be a list of numbers"),
        (WINNER, {"usual": [], "rates": True}, "rates must be a list of numbers"),
        (WINNER, {"usual": [], "rates": ["0.6", "0.3", "0.3"]}, "rates must be a list of numbers"),
        (WINNER, {"usual": ["0.3", "0.3"]}, "usual must be a list of numbers"),
        (WINNER, {"per_option": [True, True, True], "cap": 3}, "per_option must be a list of numbers"),
        (WINNER, {"format": 2}, "reads format 1"),
        (WINNER, {"format": True}, "reads format 1"),
    ],
)
def test_a_bad_plan_gets_a_sentence(plan, change, told):
    with pytest.raises(TrialError, match=told):
        read_plan(json.dumps(json.loads(plan.as_json()) | change))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not valid JSON"),
        ("[" * 10_000, "not valid JSON"),
        ("[]", "no entry “format”"),
        ('{"format": 1, "epsilon": 1, "epsilon": 20}', "an entry twice"),
        ('{"format": 1}', "lacks the entry"),
        (" " * 100_001, "at most 100,000"),
        ('{"format": 1, "epsilon": NaN, "promise": 1, "release": 1, "options": 1, "risk": 1}', "promise"),
    ],
)
def test_what_is_no_plan_gets_a_sentence(text, told):
    with pytest.raises(TrialError, match=told):
        read_plan(text)


@pytest.mark.parametrize(
    ("plan", "enough"),
    [(WINNER, 74), (COUNTS, 89), (BEATS, 458), (LOCAL, 213)],
    ids=["winner", "counts", "beats", "local"],
)
def test_a_plan_with_too_few_participants_for_its_promise_is_refused(plan, enough, tmp_path):
    create(tmp_path / "enough", replace(plan, per_option=(enough,) * 3, cap=3 * enough))
    with pytest.raises(TrialError, match="does not keep its promise"):
        create(tmp_path / "few", replace(plan, per_option=(enough - 1,) * 3, cap=3 * enough - 3))
    assert not (tmp_path / "few").exists()


def test_the_promise_of_unequal_numbers_holds_whichever_option_is_best(tmp_path):
    create(tmp_path / "fits", replace(COUNTS, per_option=(130, 100, 100), cap=330))
    with pytest.raises(TrialError, match="does not keep"):
        create(tmp_path / "best has few", replace(COUNTS, per_option=(140, 50, 140), cap=330))


def test_a_plan_that_does_not_keep_its_promise_is_told_at_which_epsilon_it_would(tmp_path):
    with pytest.raises(TrialError, match=r"0\.95\. With these participants it needs ε = [0-9.]+, or more") as caught:
        create(tmp_path / "t", replace(WINNER, epsilon=0.01))
    enough = float(str(caught.value).partition("participants it needs ε = ")[2].partition(",")[0])
    create(tmp_path / "enough", replace(WINNER, epsilon=enough))
    with pytest.raises(TrialError, match="does not keep"):
        create(tmp_path / "few", replace(WINNER, epsilon=0.99 * enough))
    with pytest.raises(TrialError, match="Even ε = 20 is not enough, so it needs more participants"):
        create(tmp_path / "never", replace(WINNER, per_option=(10,) * 3, cap=30))


def test_a_plan_outside_the_domain_of_the_designs_gets_a_sentence(tmp_path):
    with pytest.raises(TrialError, match="cannot be carried out"):
        create(tmp_path / "t", replace(BEATS, risk=1e-300))


def test_a_trial_in_rounds_promises_to_name_no_other_option_and_says_that_it_may_end_without_an_answer():
    told = promise(replace(ROUNDS, promise="find a lead", lead=0.1))
    assert told.startswith(
        "If one option leads every other by at least 10 percentage points, at most 5 of 100 such trials"
    )
    assert "name another one. A trial that reaches its cap ends without an answer." in told
    assert "ends without an answer" in promise(ROUNDS)
    assert "ends without an answer" not in promise(WINNER)


def test_a_promise_is_told_in_plain_numbers_and_promises_no_more_than_is_kept():
    ends = (0.08377332096, 0.1921347859)
    assert "from 8.378 % to 19.21 %" in promise(replace(WINNER, usual=ends))
    assert "at every usual rate from 8.378 % to 19.21 %" in promise(replace(BEATS, usual=ends))
    assert "a success rate of 8.377332096 %" in promise(replace(WINNER, usual=ends[:1] * 2))
    assert "from 0.01 % to 30 %" in promise(replace(WINNER, usual=(0.0001, 0.3)))
    assert "by 1 percentage point or more" in promise(replace(BEATS, lead=0.01))
    assert "at most 25 of 1,000 such trials" in promise(replace(BEATS, risk=0.025))
    assert "at most 1 of 1,000,000 such trials" in promise(replace(BEATS, risk=1e-6))
    assert "at most 0.00000015 of 100 such trials" in promise(replace(BEATS, risk=1.5e-9))
    assert "at least 99.9999999 of 100 such trials" in promise(replace(WINNER, risk=1e-9))
    assert "At success rates of 99.997 % and 99.98 %, the" in promise(replace(WINNER, rates=(0.99997, 0.9998)))
    assert "from 8.3771 % to 8.3774 %" in promise(replace(WINNER, usual=(0.083771, 0.083774)))
    assert "for 12.345 % of the outcomes" in promise(replace(BEATS, missing_share=0.12345))


def test_a_promise_says_which_outcomes_may_be_missing():
    assert "if no outcome is missing" in promise(BEATS)
    assert "for 10 % of the outcomes of every option missing" in promise(replace(BEATS, missing_share=0.1))
    assert "a randomised “No”" in promise(replace(LOCAL, missing_share=0.1))
    assert "missing" not in promise(replace(WINNER, missing="wait"))


def test_a_plan_is_refused_where_its_cap_is_below_its_first_batch(tmp_path):
    with pytest.raises(TrialError, match="its first batch already takes more"):
        create(tmp_path / "small", replace(ROUNDS, cap=10))
    assert not (tmp_path / "small").exists()


def test_missing_outcomes_and_every_usual_rate_are_part_of_what_is_checked(tmp_path):
    enough = next(n for n in range(50, 200) if _keeps(replace(WINNER, per_option=(n,) * 3, cap=3 * n)))
    plan = replace(WINNER, per_option=(enough,) * 3, cap=3 * enough)
    assert not _keeps(replace(plan, missing_share=0.2))
    assert not _keeps(replace(plan, usual=(0.3, 0.45)))


def _keeps(plan):
    try:
        check_keeps(plan)
    except TrialError:
        return False
    return True


def test_a_batch_that_waits_takes_more_participants_than_outcomes():
    waits = replace(WINNER, missing="wait", missing_share=0.06)
    assert (waits.enrolled(549), replace(waits, missing="failure").enrolled(549)) == (3 * 195, 549)  # 183 / .94 = 194.7
    assert waits.enrolled(0) == 0
