"""Tables as HTML."""

from collections.abc import Iterable


def table_html(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; heads and cells are HTML."""
    head = "".join(f"<th>{title}</th>" if title else "<td></td>" for title in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
