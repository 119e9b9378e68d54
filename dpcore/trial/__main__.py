"""Carry out a trial on the command line: `python -m dpcore.trial --help`."""

import argparse
import csv
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path

from dpcore.trial import Release, Status, Trial, TrialError, create, open_trial, randomising_page
from dpcore.trial.plan import LARGEST_PLAN
from dpcore.trial.words import promise

_LARGEST_COUNTS = 10**5  # characters
_COLUMNS = ["option", "successes"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say.  Returns: 0, or 1 after one sentence about what was refused."""
    asked = _parser().parse_args(arguments)
    try:
        for line in asked.run(asked):
            print(line)
    except (TrialError, OSError) as problem:
        told = problem if isinstance(problem, TrialError) else f"“{problem.filename}”: {problem.strerror}."
        print(told, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dpcore.trial", description="Carry out a trial that was planned.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, places, told in (
        ("new", _new, ("plan", "file"), "begin a trial from a plan that Choose ε has saved"),
        ("next", _next, ("file",), "say whom to enrol before the next look"),
        (
            "record",
            _record,
            ("file", "counts"),
            "publish a batch: COUNTS is a CSV file with the columns option, successes",
        ),
        ("status", _status, ("file",), "say what was published, and how many more participants are likely"),
        ("end", _end, ("file",), "end the trial early, without an answer that carries the promise"),
        ("export", _export, ("file",), "print everything that was published, as JSON"),
        ("page", _page, ("file",), "print a page on which participants randomise their answers themselves"),
    ):
        command = commands.add_parser(name, help=told, description=told)
        for place in places:
            command.add_argument(place, metavar=place.upper(), type=Path)
        if name == "record":
            command.add_argument("--batch", type=int, help="the batch's number, as `next` prints it")
        command.set_defaults(run=run)
    return parser


def _new(asked: argparse.Namespace) -> list[str]:
    trial = create(asked.file, _text(asked.plan, LARGEST_PLAN))
    return [f"The trial is in “{asked.file}”. {promise(trial.plan)}", *_next(asked)]


def _next(asked: argparse.Namespace) -> list[str]:
    trial = open_trial(asked.file)
    batch = trial.next()
    if batch is None:
        return [_ended(trial)]
    sizes = [f"  {name}: {size:,}" for name, size in batch.sizes.items() if size > 0]
    return [f"Batch {batch.number}. Enrol these participants, and count the successes among them:", *sizes]


def _record(asked: argparse.Namespace) -> list[str]:
    trial = open_trial(asked.file)
    batch = trial.next()
    number = asked.batch if asked.batch is not None else 0 if batch is None else batch.number
    release = trial.record(number, _counts(asked.counts))
    return [*_published(release), *_next(asked)]


def _status(asked: argparse.Namespace) -> list[str]:
    trial = open_trial(asked.file)
    status = trial.status()
    lines = [promise(trial.plan), f"{status.participants:,} participants have taken part."]
    for release in status.releases:
        lines += _published(release)
    for name, (estimate, low, high) in status.rates.items():
        lines.append(f"The success rate of “{name}” is about {estimate:.1%} (95 % interval: {low:.1%} to {high:.1%}).")
    for name, share in status.evidence.items():
        lines.append(f"Evidence that “{name}” is not the best: {share:.0%} of what rules it out.")
    return [*lines, *_outlook(status), *([] if trial.answer is None else [_ended(trial)])]


def _outlook(status: Status) -> list[str]:
    lines = []
    if status.forecast is not None:
        (low, middle, high), looks = status.forecast.participants, status.forecast.looks
        lines.append(
            f"The trial is likely to need about {middle:,} more participants (20 % to 80 %: {low:,} to {high:,}) and "
            f"{looks[1]} more looks ({looks[0]} to {looks[2]}). It ends before the cap with a probability of "
            f"{status.forecast.ends_before_cap:.0%}. This is computed from what was published, so it costs no privacy."
        )
    if status.weeks is not None:
        least, weeks, most = (math.ceil(number) for number in status.weeks)
        about = f"about {weeks:,} weeks" + (f" ({least:,} to {most:,})" if least < most else "")
        lines.append(f"At the planned number of participants a week, that takes {about}.")
    return lines


def _end(asked: argparse.Namespace) -> list[str]:
    return [open_trial(asked.file).end().sentence]


def _export(asked: argparse.Namespace) -> list[str]:
    return [json.dumps(open_trial(asked.file).export(), indent=2, ensure_ascii=False)]


def _page(asked: argparse.Namespace) -> list[str]:
    return [randomising_page(open_trial(asked.file).plan)]


def _ended(trial: Trial) -> str:
    assert trial.answer is not None
    return trial.answer.sentence


def _published(release: Release) -> list[str]:
    if isinstance(release.published, str):
        return [f"Published of batch {release.number}: the option “{release.published}”."]
    numbers = ", ".join(f"“{name}” {number:,.6g}" for name, number in release.published.items() if release.sizes[name])
    return [f"Published of batch {release.number}: {numbers}."]


def _counts(path: Path) -> dict[str, int]:
    """The successes by option.  No message quotes a count."""
    rows = [row for row in csv.reader(_text(path, _LARGEST_COUNTS).splitlines()) if any(cell.strip() for cell in row)]
    if not rows or [cell.strip().lower() for cell in rows[0]] != _COLUMNS:
        raise TrialError(f"The first line of “{path}” must be: {','.join(_COLUMNS)}.")
    found: dict[str, int] = {}
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(_COLUMNS):
            raise TrialError(f"Row {number} of “{path}” must have two cells: an option and its successes.")
        name, cell = (cell.strip() for cell in row)
        if name in found:
            raise TrialError(f"“{name}” stands twice in “{path}”.")
        if not (cell.isascii() and cell.isdecimal() and len(cell) < 10):
            raise TrialError(f"Row {number} of “{path}”: the successes must be a whole number, in digits only.")
        found[name] = int(cell)
    return found


def _text(path: Path, most: int) -> str:
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(most + 1)
    except UnicodeDecodeError:
        text = None
    if text is None:
        raise TrialError(f"“{path}” is not a text file in UTF-8.")
    if len(text) > most:
        raise TrialError(f"“{path}” is too large: it may have at most {most:,} characters.")
    return text


if __name__ == "__main__":
    sys.exit(main())
