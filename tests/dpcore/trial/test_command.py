"""The command line: a trial from the plan's file to the export."""

import io
import json
import re
import sys

import pytest

from dpcore.trial import Forecast, Release, Status, open_trial
from dpcore.trial.__main__ import main
from dpcore.trial.counts import counts_in_file
from dpcore.trial.telling import evidence, outlook, percent, published
from tests.dpcore.trial.plans import LOCAL, ROUNDS
from tests.ui.reading.workbooks import workbook


@pytest.fixture
def said(capsys):
    def run(*arguments):
        code = main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        assert (told.err == "") == (code == 0)
        return told.out if code == 0 else told.err

    return run


@pytest.fixture
def trial(tmp_path, said):
    (tmp_path / "plan.json").write_text(ROUNDS.as_json(), encoding="utf-8")
    assert "Batch 1. Enrol" in said("new", tmp_path / "plan.json", tmp_path / "t")
    return tmp_path / "t"


def counts(folder, text):
    path = folder / "counts.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_trial_from_the_plan_to_the_export(tmp_path, said, trial):
    assert "  A: 70" in said("next", trial)
    given = counts(tmp_path, "option,successes\nusual,20\nA,36\nB,22\n")
    assert said("record", trial, given, "--batch", 1).startswith("Published for batch 1: “usual” ")
    told = said("status", trial)
    assert "210 participants have taken part." in told
    assert "costs no privacy" in told
    assert " weeks" in told
    assert "There is no evidence against “" in told
    assert "add --yes" in said("end", trial)
    assert "Batch 2." in said("next", trial)
    assert "without an answer that its promise covers" in said("end", trial, "--yes")
    assert "without an answer" in said("next", trial)
    export = json.loads(said("export", trial))
    assert [entry["content"]["kind"] for entry in export["entries"]] == ["plan", "release", "end"]


def test_a_batch_that_was_recorded_is_told_again_by_its_number(tmp_path, said, trial):
    given = counts(tmp_path, "option,successes\nusual,20\nA,36\nB,22\n")
    first = said("record", trial, given, "--batch", 1)
    given.write_text("these counts are not even read", encoding="utf-8")
    again = said("record", trial, given, "--batch", 1)
    assert again == f"Batch 1 has already been published, so these counts were not used.\n{first}"
    assert len(open_trial(trial).status(0).releases) == 1


def test_a_batch_is_recorded_by_its_number_only(tmp_path, said, trial):
    given = counts(tmp_path, "option,successes\nusual,20\nA,36\nB,22\n")
    with pytest.raises(SystemExit):
        main(["record", str(trial), str(given)])
    assert "next batch is number 1" in said("record", trial, given, "--batch", 2)
    assert open_trial(trial).status(0).releases == []


@pytest.mark.parametrize(
    "text",
    [
        "option;successes\nusual;20\nA;36\nB;22\n",
        "\ufeffoption\tsuccesses\r\n\r\nusual\t20\r\nA\t36\r\nB\t22\r\n",
        'Option,Participants,Successes\nusual,70,20\n"A",70,36\nB,70,22,,\n',
        None,
    ],
    ids=["semicolons", "tabs", "participants", "workbook"],
)
def test_counts_come_in_files_of_several_kinds(tmp_path, trial, text):
    path = counts(tmp_path, text or "")
    if text is None:
        path.write_bytes(workbook("xlsx", [["option", "successes"], ["usual", 20], ["A", 36], ["B", 22]]))
    opened = open_trial(trial)
    assert counts_in_file(path, opened.next(), opened.plan) == {"usual": 20, "A": 36, "B": 22}


def test_a_workbook_that_is_none_gets_a_sentence(tmp_path, said, trial):
    (tmp_path / "counts.xlsx").write_bytes(b"PK\x03\x04 nothing")
    assert "or an .xlsx or .ods workbook" in said("record", trial, tmp_path / "counts.xlsx", "--batch", 1)


def test_options_get_their_names_before_the_trial_begins(tmp_path, said):
    (tmp_path / "plan.json").write_text(ROUNDS.as_json(), encoding="utf-8")
    assert "needs as many names" in said("new", tmp_path / "plan.json", tmp_path / "t", "--options", "A", "B")
    told = said("new", tmp_path / "plan.json", tmp_path / "t", "--options", "Usual care", "Drug", "Diet")
    assert "  Usual care: 70\n  Drug: 70" in told


@pytest.mark.parametrize(
    ("fault", "code", "told"),
    [
        (
            OSError(28, "No space left"),
            1,
            "The command was carried out, but its output cannot be printed: No space left.\n",
        ),
        (BrokenPipeError(), 0, ""),  # the reader has gone
    ],
    ids=["full", "gone"],
)
def test_a_release_that_cannot_be_printed_is_published_all_the_same(
    tmp_path, capsys, monkeypatch, trial, fault, code, told
):
    given = counts(tmp_path, "option,successes\nusual,20\nA,36\nB,22\n")

    class Faulty(io.StringIO):
        def write(self, _):
            raise fault

    monkeypatch.setattr(sys, "stdout", Faulty())
    assert main(["record", str(trial), str(given), "--batch", "1"]) == code
    assert capsys.readouterr().err == told
    assert len(open_trial(trial).status(0).releases) == 1


def test_letters_that_a_terminal_lacks_stop_nothing(monkeypatch, trial):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "ascii"))
    assert main(["status", str(trial)]) == 0
    assert "The trial is likely" in sys.stdout.buffer.getvalue().decode("utf-8")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "first line"),
        ("usual,20\nA,36\nB,22\n", "first line"),
        ("option,successes\nusual,20\nA,36\n", "“B” are missing"),
        ("option,successes\nusual,20\nA,36\nA,22\n", "Row 4 .* an earlier row"),
        (
            "successes,option\nusual,36\nA,36\nB,22\n",
            "Row 2 .* names an option that is not in this trial; its options are “usual”",
        ),
        ("option,successes,participants\nusual,20,70\nA,36,71\nB,22,70\n", "“A” has 70 participants in this batch"),
        ("option,successes\nusual,20\nA,1.000\nB,1\n", "Row 3 .* digits only"),
        ("option,successes\nusual,20\nA,-1\nB,1\n", "digits only"),
        ("option,successes\nusual,20\nA,٣\nB,1\n", "digits only"),
        ("option,successes\nusual,20,1\n", "Row 2 .* 2 cells"),
        ("option,successes\nusual,20\nA,71\nB,1\n", "“A” must be a whole number from 0 to 70"),
        ("x" * 1_000_001, "too large"),
    ],
)
def test_a_file_of_counts_that_does_not_fit_gets_a_sentence(tmp_path, said, trial, text, told):
    found = said("record", trial, counts(tmp_path, text), "--batch", 1)
    assert re.search(told, found)
    assert "36" not in found.replace(str(tmp_path), "")  # the folder's own name may hold any number
    assert "Batch 1." in said("next", trial)


def test_files_that_are_missing_or_no_text_get_a_sentence(tmp_path, said, trial):
    assert "No such file" in said("record", trial, tmp_path / "none.csv", "--batch", 1)
    (tmp_path / "counts.csv").write_bytes(b"\xff\xfe\x00")
    assert "must be text in UTF-8" in said("record", trial, tmp_path / "counts.csv", "--batch", 1)
    assert "not a text file" in said("new", tmp_path / "counts.csv", tmp_path / "none")
    assert "no file" in said("next", tmp_path / "none")


def test_the_page_for_participants_is_of_a_local_plan_only(tmp_path, said, trial):
    assert "adds the noise" in said("page", trial)
    (tmp_path / "local.json").write_text(LOCAL.as_json(), encoding="utf-8")
    told = said("new", tmp_path / "local.json", tmp_path / "local")
    assert "count the randomised “Yes” answers among them" in told
    assert "the command `page` prints a page" in told
    page = said("page", tmp_path / "local", "--question", "Did it help?")
    assert page.startswith("<!doctype html>")
    assert "<strong>Did it help?</strong>" in page
    given = counts(tmp_path, "option,yes\nusual,150\nA,220\n")
    told = said("record", tmp_path / "local", given, "--batch", 1)
    assert "The randomised “Yes” answers of “B” are missing." in told


def test_sentences_about_a_trial():
    release = Release(1, {"A": 9, "B": 9, "C": 0}, {"A": -1234567, "B": 3.14159, "C": 0.0}, "")
    assert published(release) == "Published for batch 1: “A” −1,234,567, “B” 3.14."
    assert percent(0.29) == "29 %"
    assert percent(0.3045) == "30.4 %"
    forecast = Forecast((600, 651, 700), (1, 1, 2), 0.99, 200)
    shares = {"A": 0.999, "B": 0.001, "C": 1.0, "D": 0.0, "E": 0.0, "F": 0.0}
    status = Status([release], 18, {}, shares, forecast, (0.1, 0.9, 1.0), None)
    assert evidence(status) == [
        "So far there is 99 % of the evidence needed to rule out “A”.",
        "So far there is less than 1 % of the evidence needed to rule out “B”.",
        "“C” is ruled out.",
        "There is no evidence against “D”, “E” or “F”.",
    ]
    assert outlook(status) == (
        "The trial is likely to need about 651 more participants, including those of the next batch (from the "
        "20 % to the 80 % quantile: 600 to 700), and 1 more look (1 to 2). It ends before its cap in 99 % of 200 "
        "simulated continuations. This "
        "follows from what was published, so it costs no privacy. At the planned number of participants a week, that "
        "takes about 1 week."
    )
