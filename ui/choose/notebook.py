"""The page's notebook, for any promise."""

from dataclasses import replace

from ui.choose.answers import exact_for
from ui.choose.fixed import snippet as fixed
from ui.choose.question import ChoiceProblem, Question, is_fixed, is_sequential
from ui.choose.sequential import snippet as sequential
from ui.shell.notebook import Notebook


def notebook(question: Question[ChoiceProblem], more: str = "", reading: str = "") -> Notebook:
    """The page's figures, and participants against epsilon.

    more: code of the page's sections.  reading: code that reads the visitor's own data.  The notebook has it as a
    comment, because it does not come with the file, and the code that follows has the counts.
    """
    if is_fixed(question):
        found = fixed.notebook(exact_for(question))
    else:
        assert is_sequential(question)
        found = sequential.notebook(question, more)
    if not reading:
        return found
    lines = ("The counts below were read from your file in this way:", *reading.splitlines())
    told = "\n".join(f"# {line}".rstrip() for line in lines)
    return replace(found, code=f"{told}\n\n{found.code}")
