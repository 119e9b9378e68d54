"""What the page about exercises says, and its Python snippet."""

import json
from collections.abc import Callable

from dpcore.exercises import Sheet, SheetQuestion, Solution
from dpcore.exercises.instances import SAME_DIFFICULTY, STRETCH
from ui.exercises.progress import OneQuestion, SheetProgress
from ui.look.literal import literal
from ui.look.numbers import general

LEVELS = ("easy", "medium", "hard")
NAME_HELP = (
    "Your questions' numbers come from it. It is hashed at once and not kept. Enter it with the same spelling on "
    "another day or device."
)
NO_CERTIFICATES = (
    "Certificates are switched off on this server. Whoever runs it can set the environment variable "
    "EXERCISE_PASSPHRASE, of 12 characters or more; docs/exercises.md says what a certificate then proves."
)
HOW = f"""
- **Own numbers**: a student's arms come from the sheet and a hash of the name: the gaps of all students are the same up
  to one factor between {STRETCH[0]} and {STRETCH[1]}, the arms stand in another order, and ε lies alike between
  the regimes. No two students' lower bounds without privacy differ by more than a factor of {SAME_DIFFICULTY}.
- **Checked by dpcore**: each kind of question has one function and a source. Tolerances stand beside the boxes.
- **A certificate** is signed with a passphrase that the lecturer sets in the server's environment. It says which
  questions were answered right, with how many attempts and hints, and on which day. It says nothing about who typed,
  and whoever has the library can compute the answers: it is for homework, not for examinations.
"""


def verdict(progress: SheetProgress, has_name: bool) -> str:
    """The page's answer."""
    sheet, total = progress.sheet, len(progress.parts)
    start = f"**{literal(sheet.title)}**: **{progress.right} of {total}** questions answered right"
    if not has_name:
        return f"{start}, with the numbers of an example. Type your name to get your own, or to go on with them."
    return f"{start}." if progress.is_over else f"{start}, with numbers of your own."


def arms_reading(progress: SheetProgress) -> str:
    """Under the picture of the arms."""
    risk = progress.parts[0].question.risk
    return f"Your arms, and their means; the risk of a wrong answer is {general(risk)}."


def asked(question: SheetQuestion) -> str:
    """The label of a box for a number."""
    return f"{question.kind.unit}, to {question.tolerance}"


def feedback(part: OneQuestion, solved: Callable[[], Solution]) -> str:
    """What is said to the last answer; empty before there is one."""
    question = part.question
    if part.last is None:
        return ""
    if part.record.right:
        return f"**Right.** {solved().why}" + ("" if question.choices else f" Checked to {question.tolerance}.")
    what = "That is not it" if question.choices else f"{general(part.last)} is not within {question.tolerance}"
    if part.is_settled:
        return f"**{what}**, and no attempt is left. {solved().why}"
    left = "one attempt" if part.left == 1 else f"{part.left} attempts"
    return f"**{what}**; {left} left."


def certificate_reading(progress: SheetProgress) -> str:
    """Above the code."""
    state = "" if progress.is_over else " so far; it changes with every answer"
    says = f"It says that {progress.right} of {len(progress.parts)} are right{state}."
    return f"{says} Copy it, and send it to your lecturer with your name as you typed it."


def as_toml(sheet: Sheet) -> str:
    """The sheet as the file that an upload takes."""
    fields = {"title": sheet.title, "difficulty": sheet.difficulty, "seed": sheet.seed, "kinds": list(sheet.kinds)}
    return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items())


def snippet(sheet: Sheet) -> str:
    """Python code that prints a student's questions and their answers, and verifies certificates."""
    return f"""import os

from dpcore.exercises import questions, sheet_from_line, solve, verify_certificate

sheet = sheet_from_line({sheet.line!r})


def verify(name, code):
    return verify_certificate(code, sheet, name, os.environ["EXERCISE_PASSPHRASE"])  # ValueError: it does not fit


for question in questions(sheet, sheet.student("example")):
    print(question.text, solve(question).answer)
"""
