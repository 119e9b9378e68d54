"""Links of every version still mean what they meant when they were made.

A copied link names its version.  A link from the address bar does not, and may be of any version.  So a setting whose
meaning changes gets a new name, and a migration finds the old setting by its old name.
"""

from collections.abc import Callable, Mapping

from ui.look.literal import quoted
from ui.shell.address import Parts

NAME = "v"
Migration = Callable[[str, Parts], Parts]
_SHOWN = ("picture", "controls", "both")  # the parts of a page that can be embedded


def _averages(page: str, parts: Parts) -> Parts:
    """Since version 2 `show` names the part of a page to embed; it named the average that Stopping times draws."""
    if page != "stopping_times" or parts.get("show", ["both"])[-1] in _SHOWN:
        return parts
    return {("average" if name == "show" else name): values for name, values in parts.items()}


# Options whose words were changed: nobody offers the earlier ones, so they are read in links of any version.
RENAMED = {"Where privacy stops to matter, arms .8 and .1": "Where privacy stops mattering, arms .8 and .1"}
MIGRATIONS: dict[int, Migration] = {1: _averages}  # by the version of the links that they update
VERSION = 1 + max(MIGRATIONS)


def up_to_date(page: str, parts: Parts, migrations: Mapping[int, Migration] = MIGRATIONS) -> tuple[Parts, str]:
    """The parts of a page's link as today's version writes them, and what is wrong with its version, or ""."""
    newest = 1 + max(migrations)
    said = parts.get(NAME, ["1"])[-1]
    today = {name: [RENAMED.get(value, value) for value in parts[name]] for name in parts if name != NAME}
    if not (said.isascii() and said.isdigit() and len(said) < 6 and int(said) > 0):
        return today, f"The link's version must be a whole number from 1 to {newest}, not {quoted(said, 40)}."
    if int(said) > newest:
        return today, (
            f"This link has version {said}, which is newer than this page's {newest}. Settings that are not known here "
            "are left out."
        )
    for version in range(int(said), newest):
        today = migrations[version](page, today)
    return (today | {NAME: [str(newest)]} if NAME in parts else today), ""
