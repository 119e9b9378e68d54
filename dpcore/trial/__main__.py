"""Carry out a trial on the command line: `python -m dpcore.trial --help`."""

import argparse
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from dpcore.trial import Trial, TrialError, create, open_trial, randomising_page, read_plan
from dpcore.trial.counts import KINDS, counts_in_file
from dpcore.trial.local import QUESTION
from dpcore.trial.plan import LARGEST_PLAN, LOCAL, Plan, renamed
from dpcore.trial.telling import evidence, outlook, percent, published
from dpcore.trial.words import promise

_MORE = {
    "record": f"COUNTS is {KINDS}; its columns are option, successes and, if you like, participants. With randomised "
    "answers the second column is called yes. If you give the same batch again, the command prints what "
    "was published, and publishes nothing."
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say.  Returns: 0, or 1 after one sentence about what was refused."""
    asked = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # names of options have any letters
    try:
        lines = asked.run(asked)
    except (TrialError, OSError) as problem:
        told = problem if isinstance(problem, TrialError) else f"“{problem.filename}”: {problem.strerror}."
        print(told, file=sys.stderr)
        return 1
    try:
        print(*lines, sep="\n", flush=True)
    except OSError as problem:
        sys.stdout = None  # what it has not written is not tried again at the end
        if not isinstance(problem, BrokenPipeError):
            print(
                f"The command was carried out, but its output cannot be printed: {problem.strerror}.", file=sys.stderr
            )
            return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dpcore.trial", description="Carry out a trial that was planned.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, places, told in (
        ("new", _new, ("plan", "file"), "begin a trial from a plan that Choose ε has saved"),
        ("next", _next, ("file",), "say whom to enrol before the next look"),
        ("record", _record, ("file", "counts"), "publish a batch"),
        ("status", _status, ("file",), "say what was published, and how many more participants to expect"),
        ("end", _end, ("file",), "end the trial early, without an answer that the promise covers"),
        ("export", _export, ("file",), "print everything that was published, as JSON"),
        ("page", _page, ("file",), "print a page on which participants randomise their answers themselves"),
    ):
        command = commands.add_parser(
            name, help=told, description=f"{told[0].upper()}{told[1:]}. {_MORE.get(name, '')}"
        )
        for place in places:
            command.add_argument(place, metavar=place.upper(), type=Path)
        if name == "new":
            command.add_argument("--options", nargs="+", metavar="NAME", help="other names for the plan's options")
        if name == "record":
            command.add_argument("--batch", type=int, required=True, help="the batch's number, as `next` prints it")
        if name == "end":
            command.add_argument("--yes", action="store_true", help="end it, which cannot be undone")
        if name == "page":
            command.add_argument(
                "--question", default=QUESTION, help="the question that participants answer with Yes or No"
            )
        command.set_defaults(run=run)
    return parser


def _new(asked: argparse.Namespace) -> list[str]:
    plan = read_plan(_text(asked.plan))
    trial = create(asked.file, plan if asked.options is None else renamed(plan, asked.options))
    lines = [f"The trial is in “{asked.file}”. {promise(trial.plan)}", *_next(asked)]
    if plan.release == LOCAL:
        lines.append("They randomise their answers themselves: the command `page` prints a page for that.")
    return lines


def _next(asked: argparse.Namespace) -> list[str]:
    return _following(open_trial(asked.file))


def _following(trial: Trial) -> list[str]:
    batch = trial.next()
    if batch is None:
        assert trial.answer is not None
        return [trial.answer.sentence]
    sizes = [f"  {name}: {size:,}" for name, size in batch.sizes.items() if size > 0]
    return [f"Batch {batch.number}. {_whom(trial.plan, sum(batch.sizes.values()))}:", *sizes]


def _whom(plan: Plan, outcomes: int) -> str:
    if (about := plan.enrolled(outcomes)) == outcomes:
        return f"Enrol these participants, and count the {plan.counted} among them"
    return f"Enrol participants, about {about:,}, until these outcomes are in, and count the {plan.counted} among them"


def _record(asked: argparse.Namespace) -> list[str]:
    trial = open_trial(asked.file)
    batch = trial.next()
    counts = {}
    if batch is not None and batch.number == asked.batch:
        counts = counts_in_file(asked.counts, batch, trial.plan)
    release = trial.record(asked.batch, counts)
    before = f"Batch {asked.batch} has already been published, so these counts were not used."
    return [*([] if release.is_new else [before]), published(release), *_following(trial)]


def _status(asked: argparse.Namespace) -> list[str]:
    trial = open_trial(asked.file)
    status = trial.status()
    lines = [promise(trial.plan), f"{status.participants:,} participants have taken part."]
    lines += [published(release) for release in status.releases]
    for name, (estimate, low, high) in status.rates.items():
        interval = f"{percent(low)} to {percent(high)}"
        lines.append(f"The success rate of “{name}” is about {percent(estimate)} (95 % interval: {interval}).")
    ahead = outlook(status) if trial.answer is None else trial.answer.sentence
    return [*lines, *evidence(status), *([ahead] if ahead else [])]


def _end(asked: argparse.Namespace) -> list[str]:
    if not asked.yes:
        raise TrialError("This cannot be undone and leaves the trial without an answer. To end it, add --yes.")
    return [open_trial(asked.file).end().sentence]


def _export(asked: argparse.Namespace) -> list[str]:
    return [json.dumps(open_trial(asked.file).export(), indent=2, ensure_ascii=False)]


def _page(asked: argparse.Namespace) -> list[str]:
    return [randomising_page(open_trial(asked.file).plan, asked.question)]


def _text(path: Path) -> str:
    """The text of a plan's file."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            return file.read(LARGEST_PLAN + 1)
    except UnicodeDecodeError:
        raise TrialError(f"“{path}” is not a text file in UTF-8.") from None


if __name__ == "__main__":
    sys.exit(main())
