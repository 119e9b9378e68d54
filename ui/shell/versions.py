"""Links of all versions mean today what they meant when they were made.

A copied link says its version.  One from the address bar does not, and may be of any: so what changes its meaning
changes its name, and a migration finds what it changes by the old one.
"""

from collections.abc import Callable, Mapping
from itertools import count

from ui.look.literal import quoted
from ui.shell.address import Parts

NAME = "v"
Migration = Callable[[str, Parts], Parts]
_SHOWN = ("picture", "controls", "both")  # of an embedded page


def _averages(page: str, parts: Parts) -> Parts:
    """Since version 2 `show` says what of a page is embedded; it was the average that Stopping times draws."""
    if page != "stopping_times" or parts.get("show", ["both"])[-1] in _SHOWN:
        return parts
    return {("average" if name == "show" else name): values for name, values in parts.items()}


# Options whose words were changed: nobody offers the earlier ones, so they are read in links of any version.
RENAMED = {"Where privacy stops to matter, arms .8 and .1": "Where privacy stops mattering, arms .8 and .1"}
MIGRATIONS: dict[int, Migration] = {1: _averages}  # by the version that they lead from
VERSION = 1 + max(MIGRATIONS)


def up_to_date(page: str, parts: Parts, migrations: Mapping[int, Migration] = MIGRATIONS) -> tuple[Parts, str]:
    """The parts of a page's link in today's words, and what is wrong with its version: "" if nothing is."""
    newest = 1 + max(migrations)
    said = parts.get(NAME, ["1"])[-1]
    today = {name: [RENAMED.get(value, value) for value in parts[name]] for name in parts if name != NAME}
    if not (said.isascii() and said.isdigit() and len(said) < 6 and int(said) > 0):
        return today, f"The link's version must be a whole number from 1 to {newest}, got {quoted(said, 40)}."
    if int(said) > newest:
        return today, (
            f"This link has version {said}, which is newer than this page's {newest}. Settings that are not known here "
            "are left out."
        )
    for version in count(int(said)):
        if version == newest:
            break
        today = migrations[version](page, today)
    return (today | {NAME: [str(newest)]} if NAME in parts else today), ""
