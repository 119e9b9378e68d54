"""Exercises, without a browser: a student's way from a name to a certificate, and a lecturer's to a sheet."""

import pytest

from dpcore.exercises import Sheet, questions, shipped_sheets, solve, verify_certificate
from tests.boxes import fill
from tests.pages.visit import button, checked, just_opened, said
from ui.exercises import controls, words
from ui.exercises.controls import LINE, PASSPHRASE_VARIABLE
from ui.exercises.progress import progress_of

PASSPHRASE = "correct horse battery"
TWO = Sheet("Two <b>questions</b> [x](http://a.b)", ("attacker-belief", "most-sampled-arm"), "easy", 9)


@pytest.fixture
def signing(monkeypatch):
    monkeypatch.setenv(PASSPHRASE_VARIABLE, PASSPHRASE)


def begin(test, name):
    if others := [button for button in test.button if button.label == "Begin with another name"]:
        others[0].click().run()
    test.text_input(key="exercise-name").set_value(name)
    return checked(button(test, "Begin").click().run())


def check(test, widget, answer, place=0):
    widget.set_value(answer)
    found = [each for each in test.button if each.label == "Check"][place]
    return checked(found.click().run())


def answer(test, value):
    """Type the answer to the page's first question that wants a number."""
    box = next(box for box in test.text_input if box.key.startswith("answer-"))
    return check(test, box, str(value))


def of_two(name):
    return questions(TWO, TWO.student(name))


def certificate(test):
    """The code that the page shows; empty if none."""
    found = [each.value for each in test.code if each.value.count("-") > 5 and " " not in each.value]
    return next((each for each in found if not each.startswith(("http", "/"))), "")


def test_a_student_answers_and_the_lecturer_verifies(signing):
    test = just_opened("exercises", exercise=TWO.line)
    assert "0 of 2" in said(test)
    assert not certificate(test)
    assert "Download the solutions" not in [each.label for each in test.get("download_button")]
    begin(test, "Zoë 17")
    belief, arm = of_two("zoë  17")
    assert belief.text in said(test)
    assert "exercise-name" not in {box.key for box in test.text_input}
    assert test.session_state["_exercise-student"] == (TWO.digest, TWO.student("Zoë 17"))
    assert "Zo" not in said(test)
    assert verify_certificate(certificate(test), TWO, "Zoë 17", PASSPHRASE).right == 0
    right = solve(belief).answer
    answer(test, right + 5)
    assert "is not within 0.3 percentage points" in said(test)
    assert "5 attempts left" in said(test)
    answer(test, right + 0.2)
    assert "**Correct.**" in said(test)
    assert "1 of 2" in said(test)
    checked(button(test, "Show a hint").click().run())
    assert arm.hints[0] in said(test)
    wrong = (int(solve(arm).answer) + 1) % 3
    check(test, test.radio[0], wrong)
    assert "one attempt left" in said(test)
    check(test, test.radio[0], (wrong + 1) % 3)
    assert not test.radio  # no attempt is left
    assert "no attempts left" in said(test)
    found = verify_certificate(certificate(test), TWO, "zoë 17", PASSPHRASE)
    assert [record.attempts for record in found.records] == [2, 2]
    assert [record.hints for record in found.records] == [0, 1]
    assert found.records[0].right
    with pytest.raises(ValueError, match="another student"):
        verify_certificate(certificate(test), TWO, "Bob", PASSPHRASE)


@pytest.mark.parametrize(
    ("kind", "typed", "read"), [("epsilon-halved", "1.695", "1.695"), ("samples-without-privacy", "2,017", "2017")]
)
def test_an_answer_with_three_digits_behind_its_mark_means_one_number(kind, typed, read):
    test = begin(just_opened("exercises", exercise=Sheet("One", (kind,), "easy", 9).line), "Ada")
    assert f"**{read} is not within" in said(answer(test, typed))


def test_attempts_run_out_and_the_answer_is_told(signing):
    test = begin(just_opened("exercises", exercise=TWO.line), "Bob")
    for attempt in range(6):
        answer(test, 99.0 + attempt / 100)
        if attempt < 5:
            answer(test, 99.0 + attempt / 100)  # the same answer twice is one attempt
    answered = [place for place in test.text_input if place.key.startswith("answer-")]
    assert answered == []
    assert "no attempts left" in said(test)
    assert solve(of_two("Bob")[0]).why in said(test)
    (belief, _) = verify_certificate(certificate(test), TWO, "Bob", PASSPHRASE).records
    assert (belief.right, belief.attempts) == (False, 6)


def test_another_name_has_other_numbers_and_the_first_ones_progress_is_kept():
    test = begin(just_opened("exercises", exercise=TWO.line), "Ada")
    answer(test, solve(of_two("Ada")[0]).answer)
    begin(test, "Bob")
    assert "0 of 2" in said(test)
    assert of_two("Bob")[0].text in said(test)
    begin(test, "ADA")
    assert "1 of 2" in said(test)


def test_without_a_passphrase_it_says_that_there_are_no_certificates(monkeypatch):
    monkeypatch.delenv(PASSPHRASE_VARIABLE, raising=False)
    test = begin(just_opened("exercises"), "Ada")
    assert said(test).count("Certificates are switched off") == 2  # to the student, and to the lecturer beforehand
    assert not certificate(test)
    assert "Download the solutions" in [each.label for each in test.get("download_button")]
    sheet = shipped_sheets()[0]
    file = words.solutions(progress := progress_of(sheet, sheet.student("Ada")), controls._solved(progress))
    for question in questions(sheet, sheet.student("Ada")):
        answer = solve(question).answer
        assert question.text in file
        assert (question.choices[int(answer)] if question.choices else f"): {answer:.6g}\n") in file


def test_a_passphrase_that_is_too_short_is_not_used_and_not_shown(monkeypatch):
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "tooshort")
    test = begin(just_opened("exercises"), "Ada")
    assert "the passphrase must have 12 to 1000 characters" in said(test)
    assert not certificate(test)
    assert "tooshort" not in said(test)


@pytest.mark.parametrize("name", ["", " … ", "x" * 100, "![x](http://a.b/c.png)", "🙈", "<script>1</script>"])
def test_odd_names(name):
    test = begin(just_opened("exercises"), name)
    assert "0 of 4" in said(test)
    assert ("must contain a letter or a digit" in said(test)) == (not any(map(str.isalnum, name)))
    assert "a.b" not in said(test)


def test_a_broken_link_says_so_and_a_sheet_stands_there():
    test = just_opened("exercises", exercise="1~easy~1~x~A")
    assert "There is no kind of question" in said(test)
    assert f"The page shows the sheet “{shipped_sheets()[0].title}”" in said(test)
    assert "0 of 4" in said(test)
    test.text_input(key=LINE).set_value(TWO.line)
    checked(test.run())
    assert not test.warning
    assert "0 of 2" in said(test)
    assert r"Two \<b\>questions" in said(test)


def test_a_lecturer_makes_a_sheet_and_the_link_carries_it():
    test = just_opened("exercises")
    test.text_input(key="new-title").set_value("Week 3")
    test.multiselect(key="new-kinds").set_value(["rho-as-epsilon", "household-belief"])
    test.segmented_control(key="new-difficulty").set_value("hard")
    fill(test, "new-seed", 12)
    checked(button(test, "Make this sheet").click().run())
    made = Sheet("Week 3", ("rho-as-epsilon", "household-belief"), "hard", 12)
    assert test.text_input(key=LINE).value == made.line
    assert test.query_params[LINE] == made.line
    assert "**Week 3**: **0 of 2 correct**" in said(test)
    assert [told.value for told in test.success] == [words.made(made)]
    test.multiselect(key="new-kinds").set_value([])
    checked(button(test, "Make this sheet").click().run())
    assert "Kinds must be a list of 1 to" in said(test)
    assert test.text_input(key=LINE).value == made.line


def test_a_sheet_from_a_file(monkeypatch):
    test = just_opened("exercises")
    test.file_uploader(key="exercise-file").upload("mine.toml", b"title = 'Mine'\nkinds = ['attacker-belief']", "")
    checked(test.run())
    assert "**Mine**: **0 of 1 correct**" in said(test)
    test.file_uploader(key="exercise-file").upload("bad.toml", b"\xff\x00[", "")
    checked(test.run())
    assert "A sheet must be valid TOML" in said(test)
    assert "**Mine**: **0 of 1 correct**" in said(test)


def test_every_shipped_sheet_opens_by_its_name():
    test = just_opened("exercises")
    for sheet in shipped_sheets():
        checked(test.selectbox(key="exercise-choice").set_value(sheet.line).run())
        assert test.text_input(key=LINE).value == sheet.line
        for question in questions(sheet, sheet.student("example")):
            assert question.text in said(test)


def test_on_another_sheet_a_name_is_typed_again():
    """The hash is of the sheet as well: that of another sheet would make a certificate that nobody can verify."""
    test = begin(just_opened("exercises", exercise=TWO.line), "Ada")
    assert "These numbers are your own" in said(test)
    checked(test.selectbox(key="exercise-choice").set_value(shipped_sheets()[1].line).run())
    assert "using example numbers" in said(test)
