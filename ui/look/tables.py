"""Tables and lists as HTML."""

from collections.abc import Iterable


def table_html(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; heads and cells are HTML."""
    head = "".join(f"<th>{title}</th>" if title else "<td></td>" for title in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def list_html(items: Iterable[str], kind: str = "") -> str:
    """A list of items in HTML, of a class `kind` of style sheets; empty where there is none."""
    listed = "".join(f"<li>{item}</li>" for item in items)
    return listed and f"<ul class='{kind}'>{listed}</ul>"
