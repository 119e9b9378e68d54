"""Docstrings of dpcore as Markdown, for the static site: an extension of griffe's, which reads them."""

import re
from textwrap import dedent
from typing import Any

from griffe import Extension, Object

_SECTION = re.compile(r"^((?:Source|Deviations|Args|Returns|Raises|Examples)(?:, [A-Z][a-z]+)*):[ \n]", re.MULTILINE)
_NEXT_ARGUMENT = re.compile(r"(?:^|(?<=[.;]) +)(?=[a-z]\w*(?:, [a-z]\w*)*: )")


class Readable(Extension):
    """Writes every docstring as Markdown."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called by griffe once an object is read."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(docstring: str) -> str:
    """The docstring with a paragraph a section, a list of arguments, and its examples as code."""
    told, *sections = _SECTION.split(docstring)
    parts = [told.strip()]
    for name, text in zip(sections[::2], sections[1::2], strict=True):
        if name == "Examples":
            parts.append(f"```python\n{dedent(text).strip()}\n```")
            continue
        words = " ".join(text.split())
        arguments = [part.strip() for part in _NEXT_ARGUMENT.split(words) if part.strip()] if name == "Args" else []
        if all(re.match(r"[a-z]\w*(?:, [a-z]\w*)*: ", part) for part in arguments) and arguments:
            parts.append("\n".join([f"**{name}:**\n", *[re.sub(r"^(.*?): ", r"- `\1`: ", part) for part in arguments]]))
        else:
            parts.append(f"**{name}:** {words}")
    return "\n\n".join(parts)
