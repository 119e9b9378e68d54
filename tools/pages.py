"""The dashboard's pages by name, and where each of them is."""

from pathlib import Path

PAGES = sorted(path.stem for path in (Path(__file__).parents[1] / "pages").glob("*.py"))
FIRST = "explore"  # which opens at the dashboard's own address


def page_address(url: str, name: str) -> str:
    """Where the page of this name is in the dashboard at this address."""
    return f"{url}/{'' if name == FIRST else name}"
