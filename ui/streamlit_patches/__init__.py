"""Patches of Streamlit's internals: one file for each, and a report on each in docs/streamlit-reports.md.

Those of PATCHES replace something as the server starts; app.py and ui/shell/page.py call the two others.  Each of
PATCHES lists in NEEDS the names that it relies on.  If one of them is gone, the patch is left out and the log says so:
the dashboard still starts, but with the fault that the patch would prevent.
"""

import functools
import importlib
import logging
from collections.abc import Iterable

import streamlit as st

TESTED = "1.67"  # requirements.txt pins it
PATCHES = (
    "all_that_changed",
    "fragments_wait",
    "left_pages",
    "no_outside_lookup",
    "no_place_is_missing",
    "own_value",
    "pages_folder",
    "uploads_in_memory",
)
_LOG = logging.getLogger(__name__)


@functools.cache
def mend() -> None:
    """Apply every patch, once.  Call it before the server receives its first request."""
    check_version(st.__version__)
    put_in_place(PATCHES)


def check_version(version: str) -> None:
    """Say so in the log if this is not the version of Streamlit that we have tested."""
    if not version.startswith(f"{TESTED}."):
        _LOG.warning("Streamlit %s is installed, and %s is tested: ./run installs that.", version, TESTED)


def put_in_place(patches: Iterable[str]) -> None:
    """Apply these patches, except those that need a name which Streamlit no longer has."""
    for name in patches:
        try:
            patch = importlib.import_module(f"{__name__}.{name}")
            for owner, private in patch.NEEDS:
                _check(owner, private)
            patch.mend()
        except (AttributeError, ImportError) as error:
            _LOG.warning("The patch %s is off because this Streamlit lacks what it mends: %s.", name, error)


def _check(owner: type, name: str) -> None:
    """Raises: AttributeError if the class has no such name, declares none, and sets none in its __init__."""
    made = getattr(vars(owner).get("__init__"), "__code__", None)
    declared = {*getattr(owner, "__annotations__", {}), *getattr(made, "co_names", ())}
    if not hasattr(owner, name) and name not in declared:
        raise AttributeError(f"{owner.__name__} has no {name}")
