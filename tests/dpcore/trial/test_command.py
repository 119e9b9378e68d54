"""The command line: a trial from the plan's file to the export."""

import json

import pytest

from dpcore.trial.__main__ import main
from tests.dpcore.trial.plans import LOCAL, ROUNDS


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
    assert said("record", trial, given).startswith("Published of batch 1: “usual” ")
    told = said("status", trial)
    assert "210 participants have taken part." in told
    assert "costs no privacy" in told
    assert " weeks" in told
    assert "without an answer that carries its promise" in said("end", trial)
    assert "without an answer" in said("next", trial)
    export = json.loads(said("export", trial))
    assert [entry["content"]["kind"] for entry in export["entries"]] == ["plan", "release", "end"]


def test_a_batch_that_was_recorded_is_told_again_by_its_number(tmp_path, said, trial):
    given = counts(tmp_path, "option,successes\nusual,20\nA,36\nB,22\n")
    first = said("record", trial, given, "--batch", 1)
    assert said("record", trial, given, "--batch", 1) == first


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "first line"),
        ("usual,20\nA,36\nB,22\n", "first line"),
        ("option,successes\nusual,20\nA,36\n", "“B” are missing"),
        ("option,successes\nusual,20\nA,36\nA,22\n", "“A” stands twice"),
        ("option,successes\nusual,20\nA,1.000\nB,1\n", "Row 3 .* digits only"),
        ("option,successes\nusual,20\nA,-1\nB,1\n", "digits only"),
        ("option,successes\nusual,20\nA,٣\nB,1\n", "digits only"),
        ("option,successes\nusual,20,1\n", "two cells"),
        ("option,successes\nusual,20\nA,71\nB,1\n", "“A” must be a whole number from 0 to 70"),
        ("x" * 100_001, "too large"),
    ],
)
def test_a_file_of_counts_that_does_not_fit_gets_a_sentence(tmp_path, said, trial, text, told):
    import re

    found = said("record", trial, counts(tmp_path, text))
    assert re.search(told, found)
    assert "36" not in found
    assert "Batch 1." in said("next", trial)


def test_files_that_are_missing_or_no_text_get_a_sentence(tmp_path, said, trial):
    assert "No such file" in said("record", trial, tmp_path / "none.csv")
    (tmp_path / "counts.csv").write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in said("record", trial, tmp_path / "counts.csv")
    assert "no file" in said("next", tmp_path / "none")


def test_the_page_for_participants_is_of_a_local_plan_only(tmp_path, said, trial):
    assert "the trial adds the noise" in said("page", trial)
    (tmp_path / "local.json").write_text(LOCAL.as_json(), encoding="utf-8")
    said("new", tmp_path / "local.json", tmp_path / "local")
    page = said("page", tmp_path / "local")
    assert page.startswith("<!doctype html>")
    assert "{{" not in page
