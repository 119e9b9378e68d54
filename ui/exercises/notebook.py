"""The page's notebook."""

from dpcore.exercises import Sheet
from ui.exercises import words
from ui.shell.notebook import Notebook

_PICTURE = """
student = sheet.student("example")
arms = questions(sheet, student)[0].means
figure = go.Figure(layout={"title": "The options of the example student"})
figure.add_bar(x=[f"option {arm}" for arm in range(1, len(arms) + 1)], y=list(arms))
figure.update_yaxes(title="success rate", range=[0, 1])
figure
"""


def notebook(sheet: Sheet) -> Notebook:
    """A notebook with an example student's questions and answers, and with the code that verifies a certificate."""
    return Notebook(
        f"The exercise sheet “{sheet.title}”, for an example student",
        "How the numbers are made: docs/exercises.md",
        words.snippet(sheet),
        _PICTURE,
    )
