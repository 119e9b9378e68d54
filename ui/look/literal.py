"""A visitor's text as Streamlit's Markdown, or a chart, shows it letter by letter: nothing becomes a link or a sign."""

import re
from html import escape

LONGEST_QUOTE = 100

_JOINER = "\u2060"  # invisible; it parts what would be an address or a sign even where a backslash does not help
_ADDRESSES = re.compile(r"(?<=:)(?=[\w+/-])|(?<=@)(?=[\w-])|(?<=www)(?=\.)", re.IGNORECASE)
_ARROWS = re.compile(r"(?<!\S)(?:<->|->|<-|--|>=|<=|~=)(?!\S)")
_MARKS = re.compile(r"[\\`*_\[\]{}$~<>&|^!]")
_LINE_START = re.compile(r"^(\d*)([-+#.)])(?=[\s#-]|$)")


def literal(text: str) -> str:
    """The Markdown that shows this text as it is, on one line.

    Backslashes take their meaning from Markdown's marks.  Bare addresses, emoji shortcodes and typographic arrows are
    found by Streamlit after Markdown has been read, so that an invisible character must part them.
    """
    line = " ".join(text.split())
    line = _ARROWS.sub(lambda arrow: arrow[0][0] + _JOINER + arrow[0][1:], line)
    line = _ADDRESSES.sub(_JOINER, line)
    return _LINE_START.sub(r"\1\\\2", _MARKS.sub(r"\\\g<0>", line))


def in_chart(text: str) -> str:
    """The same for names and labels of Plotly's charts, which read some of HTML, and places to fill in."""
    return escape(text, quote=False).replace("%{", "%&#123;")


def quoted(text: str, longest: int = LONGEST_QUOTE) -> str:
    """The text as Python would write it, on one line and short."""
    shown = repr(text[:longest])
    return shown if len(text) <= longest and len(shown) <= longest else f"{shown[: longest - 2]}…{shown[0]}"
