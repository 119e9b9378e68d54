"""What the page about exercises says, and its notebook."""

import json
from collections.abc import Callable, Iterable

from dpcore.exercises import Sheet, SheetQuestion, Solution
from dpcore.exercises.instances import SAME_DIFFICULTY, STRETCH
from ui.exercises.progress import OneQuestion, SheetProgress
from ui.look.literal import literal
from ui.look.numbers import general
from ui.look.sentences import teller
from ui.shell.notebook import Notebook

tell = teller(__file__)
LEVELS = ("easy", "medium", "hard")
HOW = tell("how", least=STRETCH[0], most=STRETCH[1], factor=SAME_DIFFICULTY)
_ASKED = {"ε": "Your answer for ε (±{})", "times": "Your answer, how many times (±{})"}  # in another unit: in that unit


def verdict(progress: SheetProgress, has_name: bool) -> str:
    """The page's answer."""
    start = f"**{literal(progress.sheet.title)}**: **{progress.right} of {len(progress.parts)} correct**"
    if not has_name:
        return f"{start}. You are using example numbers; enter your name to get your own numbers or to continue."
    return f"{start}." if progress.is_over else f"{start}. These numbers are your own."


def made(sheet: Sheet) -> str:
    """That a lecturer's sheet is the open one."""
    return f"The sheet “{literal(sheet.title)}” is now open on this page. Give your students its link, shown here."


def arms_reading(progress: SheetProgress) -> str:
    """Under the picture of the arms."""
    risk = progress.parts[0].question.risk
    return f"These are your options with their success rates. The risk of a wrong answer is {general(risk)}."


def asked(question: SheetQuestion) -> str:
    """The label of a box for a number."""
    unit, tolerance = question.kind.unit, question.tolerance.replace("percentage points", "points")
    return _ASKED.get(unit, f"Your answer in {unit} (±{{}})").format(tolerance)


def feedback(part: OneQuestion, solved: Callable[[], Solution]) -> str:
    """What is said to the last answer; empty before there is one."""
    question = part.question
    if part.last is None:
        return ""
    if part.record.right:
        checked = "" if question.choices else f" Answers within {question.tolerance} count as correct."
        return f"**Correct.** {solved().why}{checked}"
    far = f"{general(part.last)} is not within {question.tolerance} of the answer"
    what = "That is not it" if question.choices else far
    if part.is_settled:
        return f"**{what}**, and you have no attempts left. {solved().why}"
    left = "one attempt" if part.left == 1 else f"{part.left} attempts"
    return f"**{what}**. You have {left} left."


def certificate_reading(progress: SheetProgress) -> str:
    """Above the code."""
    state = f"{progress.right} of {len(progress.parts)} answers are correct"
    state = state if progress.is_over else f"{state} so far; it changes with every answer"
    return f"The certificate states that {state}. Copy it and send it to your lecturer with your name as you typed it."


def as_toml(sheet: Sheet) -> str:
    """The sheet as the file that an upload takes."""
    fields = {"title": sheet.title, "difficulty": sheet.difficulty, "seed": sheet.seed, "kinds": list(sheet.kinds)}
    return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items())


def solutions(progress: SheetProgress, solved: Iterable[Solution]) -> str:
    """A student's questions with their answers, as a file for the lecturer."""
    means = progress.parts[0].question.means
    rates = ", ".join(map(general, means))
    told = [f"{progress.sheet.title}\nSuccess rates of options 1 to {len(means)}: {rates}"]
    for place, (part, found) in enumerate(zip(progress.parts, solved, strict=True), start=1):
        question = part.question
        answer = f"Answer ({question.kind.unit}, within {question.tolerance}): {general(found.answer)}"
        answer = f"Answer: {question.choices[int(found.answer)]}" if question.choices else answer
        told.append(f"{place}. {question.text}\n{answer}\n{found.why}")
    return "\n\n".join(told) + "\n"


_PICTURE = """
student = sheet.student("example")
arms = questions(sheet, student)[0].means
figure = go.Figure(layout={"title": "The options of the example student"})
figure.add_bar(x=[f"option {arm}" for arm in range(1, len(arms) + 1)], y=list(arms))
figure.update_yaxes(title="success rate", range=[0, 1])
"""


def notebook(sheet: Sheet) -> Notebook:
    """A notebook with an example student's questions and answers, and with the code that verifies a certificate."""
    code = f"""import os

from dpcore.exercises import questions, sheet_from_line, solve, verify_certificate

sheet = sheet_from_line({sheet.line!r})


def verify(name, code):
    return verify_certificate(code, sheet, name, os.environ["EXERCISE_PASSPHRASE"])  # ValueError if it does not fit


for question in questions(sheet, sheet.student("example")):
    print(question.text, solve(question).answer)
"""
    return Notebook(
        f"The exercise sheet “{sheet.title}”, for an example student",
        "How the numbers are made: docs/exercises.md",
        code,
        _PICTURE,
    )
