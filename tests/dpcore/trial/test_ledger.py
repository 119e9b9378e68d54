"""The ledger loses nothing and publishes nothing twice, whatever happens to the process, the disk or the file."""

import json
import multiprocessing
import os
import signal
import sqlite3

import pytest

from dpcore.trial import TrialError, create, noise, open_trial
from dpcore.trial.ledger import Ledger, _digest
from tests.dpcore.trial.plans import BEATS, COUNTS, ROUNDS

FORK = multiprocessing.get_context("fork")  # the child need not import anything again
FIRST = {"usual": 20, "A": 30, "B": 25}


def recording(path):
    """A process that records the first batch, and where it tells what was published."""
    receiver, sender = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_record, args=(path, sender))
    process.start()
    return process, receiver


def _record(path, sender):
    sender.send(open_trial(path).record(1, FIRST).published)


def test_an_old_number_returns_its_release_whatever_the_counts_are(tmp_path):
    trial = create(tmp_path / "t", ROUNDS)
    release = trial.record(1, FIRST)
    again = trial.record(1, {"usual": 0, "A": 0, "B": 0})
    assert again == release
    assert (release.is_new, again.is_new) == (True, False)
    assert len(trial.status(0).releases) == 1


def test_a_batch_that_was_published_is_returned_even_if_the_file_cannot_be_read_any_more(tmp_path, monkeypatch):
    trial = create(tmp_path / "t", ROUNDS)
    real = sqlite3.connect
    connections = iter([real])

    def once(*args, **kept):
        return next(connections, _unable)(*args, **kept)

    monkeypatch.setattr(sqlite3, "connect", once)
    release = trial.record(1, FIRST)
    monkeypatch.undo()
    assert open_trial(tmp_path / "t").status(0).releases == [release]


def _unable(*_, **__):
    raise sqlite3.OperationalError("unable to open database file")


def test_the_one_file_holds_what_was_published_while_others_read_it(tmp_path):
    trial = create(tmp_path / "t", ROUNDS)
    with sqlite3.connect(tmp_path / "t") as reader:
        reader.execute("SELECT * FROM entries").fetchall()
        release = trial.record(1, FIRST)
        assert [path.name for path in tmp_path.iterdir()] == ["t"]
        (tmp_path / "copy").write_bytes((tmp_path / "t").read_bytes())
    assert open_trial(tmp_path / "copy").status(0).releases == [release]
    reader.close()


@pytest.mark.parametrize("fault", ["INSERT", "COMMIT"])
def test_a_fault_of_the_database_publishes_nothing(tmp_path, monkeypatch, fault):
    trial = create(tmp_path / "t", ROUNDS)
    real = sqlite3.connect

    class Failing(sqlite3.Connection):
        def execute(self, sql, *args):
            if sql.startswith(fault):
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error
            return super().execute(sql, *args)

    monkeypatch.setattr(sqlite3, "connect", lambda *args, **kept: real(*args, factory=Failing, **kept))
    with pytest.raises(TrialError, match=r"disk .* is full; nothing was published"):
        trial.record(1, FIRST)
    monkeypatch.undo()
    assert open_trial(tmp_path / "t").status(0).releases == []
    assert trial.record(1, FIRST).number == 1


def test_a_fault_of_the_noise_publishes_nothing(tmp_path, monkeypatch):
    trial = create(tmp_path / "t", ROUNDS)

    def fail(*_):
        raise TrialError(noise.FAILED)

    monkeypatch.setattr(noise, "VETTED", noise.VETTED._replace(sums=fail))
    with pytest.raises(TrialError, match="nothing was published"):
        trial.record(1, FIRST)
    assert open_trial(tmp_path / "t").status(0).releases == []


class Deadly(sqlite3.Connection):
    """Kills its process before, or after, the statement of this number."""

    fatal, is_before, statements = 0, True, 0

    def execute(self, *arguments):
        Deadly.statements += 1
        is_fatal = Deadly.statements == self.fatal
        if is_fatal and self.is_before:
            os.kill(os.getpid(), signal.SIGKILL)
        found = super().execute(*arguments)
        if is_fatal:
            os.kill(os.getpid(), signal.SIGKILL)
        return found


def _record_deadly(path, sender, fatal, is_before):
    Deadly.fatal, Deadly.is_before, Deadly.statements = fatal, is_before, 0
    real = sqlite3.connect
    sqlite3.connect = lambda *args, **kept: real(*args, factory=Deadly, **kept)
    sender.send(open_trial(path).record(1, FIRST).published)


@pytest.mark.parametrize("is_before", [True, False])
def test_killed_at_any_statement_a_batch_is_published_once_or_not_at_all(tmp_path, is_before):
    published = []
    for fatal in range(1, 100):
        path = tmp_path / f"t{fatal}"
        create(path, COUNTS)
        receiver, sender = FORK.Pipe(duplex=False)
        process = FORK.Process(target=_record_deadly, args=(path, sender, fatal, is_before))
        process.start()
        process.join()
        if process.exitcode == 0:
            break
        assert process.exitcode == -signal.SIGKILL
        assert not receiver.poll()
        before = open_trial(path).status(0).releases
        published.append(len(before))
        release = open_trial(path).record(1, FIRST)
        assert release.is_new == (not before)
        assert open_trial(path).status(0).releases == [release] == (before or [release])
    assert process.exitcode == 0
    assert fatal > 8
    assert sorted(published) == published  # nothing until the commit; from then on the release
    assert published[-1] == (not is_before)


def test_two_processes_at_once_publish_one_release(tmp_path):
    create(tmp_path / "t", COUNTS)
    both = [recording(tmp_path / "t") for _ in range(2)]
    told = [receiver.recv() for _, receiver in both]
    for process, _ in both:
        process.join()
    assert told[0] == told[1] == open_trial(tmp_path / "t").status(0).releases[0].published


def test_another_process_that_does_not_let_go_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr("dpcore.trial.ledger._WAIT", 0.1)
    trial = create(tmp_path / "t", COUNTS)
    with monkeypatch.context() as patch, Ledger(tmp_path / "t").adding():
        patch.setattr(noise, "VETTED", noise.VETTED._replace(counts=lambda *_: pytest.fail("noise is drawn")))
        with pytest.raises(TrialError, match="Another process is using this trial"):
            trial.record(1, FIRST)
    assert trial.record(1, FIRST).number == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
def test_a_file_that_cannot_be_written_publishes_nothing(tmp_path):
    trial = create(tmp_path / "t", COUNTS)
    (tmp_path / "t").chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(TrialError, match="cannot be written; nothing was published"):
            trial.record(1, FIRST)
    finally:
        tmp_path.chmod(0o700)


def test_a_trial_is_not_written_over_another_file(tmp_path):
    (tmp_path / "t").write_text("mine")
    with pytest.raises(TrialError, match="already"):
        create(tmp_path / "t", COUNTS)
    assert (tmp_path / "t").read_text() == "mine"
    with pytest.raises(TrialError, match="cannot be created"):
        create(tmp_path / "no folder" / "t", COUNTS)


def foreign(path):
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE entries (number)")
    connection.close()


def execute(*statements):
    def change(path):
        with sqlite3.connect(path) as connection:
            for statement in statements:
                connection.execute(statement)
        connection.close()

    return change


PLAN_CHANGED = "UPDATE entries SET content = replace(content, '\"epsilon\": 0.3', '\"epsilon\": 3.0') WHERE number = 0"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda path: path.unlink(), "There is no file"),
        (lambda path: path.write_bytes(b""), "is empty, so it is not a trial"),
        (lambda path: path.write_bytes(b"a text, not a database" * 100), "damaged, or it is not a trial"),
        (lambda path: path.write_bytes(path.read_bytes()[:5000]), "damaged, or it is not a trial"),
        (foreign, "is not a trial"),
        (execute("PRAGMA user_version = 2"), "has format 2, and this version knows format 1"),
        (execute(PLAN_CHANGED), "Entry 0 .* the file was changed"),
        (execute("UPDATE entries SET content = replace(content, '\"A\": ', '\"A\": 1') WHERE number = 1"), "Entry 1"),
        (execute("UPDATE entries SET previous = 'x' WHERE number = 1"), "Entry 1"),
        (execute("DELETE FROM entries WHERE number = 0"), "the file was changed"),
    ],
    ids=["gone", "empty", "text", "cut", "foreign", "newer", "other plan", "other release", "other chain", "no plan"],
)
def test_a_file_that_is_not_what_was_written_gets_a_sentence(tmp_path, change, told):
    trial = create(tmp_path / "t", COUNTS)
    trial.record(1, FIRST)
    change(tmp_path / "t")
    before = (tmp_path / "t").read_bytes() if (tmp_path / "t").exists() else None
    with pytest.raises(TrialError, match=told):
        open_trial(tmp_path / "t")
    with pytest.raises(TrialError, match=told):
        trial.export()
    assert ((tmp_path / "t").read_bytes() if (tmp_path / "t").exists() else None) == before


def rewritten(path, number, change):
    """Change an entry, and compute its hash anew."""
    with sqlite3.connect(path) as connection:
        text, previous = connection.execute(
            "SELECT content, previous FROM entries WHERE number = ?", (number,)
        ).fetchone()
        text = change(text)
        row = (text, _digest(number, text, previous), number)
        connection.execute("UPDATE entries SET content = ?, digest = ? WHERE number = ?", row)
    connection.close()


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[:-1],
        lambda text: text.replace('"published"', '"public"'),
        lambda text: text.replace('"A": ', '"A": "x", "x": ', 1),
        lambda text: text.replace('"kind": "release"', '"kind": "release", "published": "nobody"').replace(
            '"published": {', '"p": {'
        ),
        lambda text: "[]",
        lambda text: text.replace('"batch": 1', '"batch": null'),
    ],
)
def test_entries_that_no_trial_writes_get_a_sentence(tmp_path, change):
    create(tmp_path / "t", COUNTS).record(1, FIRST)
    rewritten(tmp_path / "t", 1, change)
    with pytest.raises(TrialError, match=r"damaged"):
        open_trial(tmp_path / "t")


def test_a_file_with_a_flipped_byte_opens_as_it_was_or_gets_a_sentence(tmp_path):
    trial = create(tmp_path / "t", COUNTS)
    trial.record(1, FIRST)
    content, refused = (tmp_path / "t").read_bytes(), 0
    for place in range(0, len(content), 59):
        changed = bytearray(content)
        changed[place] ^= 0x80
        (tmp_path / "t").write_bytes(changed)
        try:
            assert open_trial(tmp_path / "t").status(0).releases == trial.status(0).releases
        except TrialError:
            refused += 1
    assert refused > 10


def test_the_chain_of_an_export_can_be_checked_by_anybody(tmp_path):
    from hashlib import sha256

    trial = create(tmp_path / "t", BEATS)
    trial.record(1, {"usual": 150, "A": 240, "B": 150})
    previous = "0" * 64
    for entry in json.loads(json.dumps(trial.export()))["entries"]:
        content = json.dumps(entry["content"], ensure_ascii=False, sort_keys=True)
        assert entry["previous"] == previous
        previous = sha256(f"{entry['number']}\n{previous}\n{content}".encode()).hexdigest()
        assert entry["sha256"] == previous
