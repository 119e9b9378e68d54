"""Write the Explorer with stopping times as one HTML file: `./run pocket FILE [ADDRESS] [--light | --dark]`."""

import argparse
import sys
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from ui.arms.instance import DEFAULT, Instance, as_texts, parsed
from ui.pocket import THEMES, explorer_file
from ui.state.draft import sentence


def main(arguments: list[str]) -> None:
    """Write the file; exit with code 2 and one sentence where that is impossible."""
    parser = argparse.ArgumentParser(prog="./run pocket", description="Explorer and stopping times as one HTML file.")
    parser.add_argument("file", type=Path)
    address_help = (
        "a link to the Explorer; the file opens with its state. Give only what follows the ? to leave the link out"
    )
    parser.add_argument("address", nargs="?", default="", help=address_help)
    theme = parser.add_mutually_exclusive_group()
    for name, colors in THEMES.items():
        told = f"{name} for every viewer"
        theme.add_argument(f"--{name}", dest="colors", action="store_const", const=colors, help=told)
    given = parser.parse_args(arguments)
    try:
        instance, all_bounds, address = _asked(given.address)
        html = explorer_file(instance, all_bounds, given.colors, address)
    except ValueError as error:
        parser.exit(2, f"{sentence(error)}.\n")
    try:
        given.file.write_text(html, encoding="utf-8")
    except OSError as error:
        parser.exit(2, f"{given.file} was not written: {error.strerror}.\n")
    print(f"{given.file}: {len(html.encode()) / 1000:.0f} KB")


def _asked(address: str) -> tuple[Instance, bool, str | None]:
    """The state that a link, or its part after the ?, describes, and the address without it."""
    parts = urlsplit(address if "?" in address or "://" in address else f"?{address}")
    if (parts.scheme or parts.netloc or parts.path) and parts.scheme not in ("http", "https"):
        raise ValueError(f"the address must start with http:// or https://, not {address!r}")
    texts = dict(parse_qsl(parts.query, keep_blank_values=True))
    instance = parsed({**as_texts(DEFAULT), **texts})
    link = parts._replace(query="", fragment="").geturl() if parts.netloc else None
    return instance, texts.get("all-bounds") == "true", link


if __name__ == "__main__":
    main(sys.argv[1:])
