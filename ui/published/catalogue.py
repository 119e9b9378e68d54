"""All published figures and statements of the page, by what they are about, as exhibits.toml describes them."""

import tomllib
from pathlib import Path
from typing import Any

from ui.published.exhibits import Curves, Exhibit, OurLine, Panel, PrintedAxis, Readings, Verdict


def _exhibit(family: str, verdict: str, **given: Any) -> Exhibit:
    given["verdict"] = Verdict(verdict)
    if "means" in given:
        return Panel(**{**given, "means": tuple(given["means"]), "readings": _readings(given["readings"])})
    return Curves(
        **{
            **given,
            "x": PrintedAxis(**given["x"]),
            "y": PrintedAxis(**given["y"]),
            "lines": tuple(OurLine(**line) for line in given["lines"]),
            "printed": _readings(given.get("printed", {})),
            "level": tuple(given["level"]) if "level" in given else None,
        }
    )


def _readings(given: dict[str, list[list[float]]]) -> Readings:
    """Pairs by line; [y] alone stands for (None, y)."""
    return {
        line: tuple((float(place[0]) if place else None, float(level)) for *place, level in pairs)
        for line, pairs in given.items()
    }


_TABLES = tomllib.loads(Path(__file__).with_name("exhibits.toml").read_text(encoding="utf-8"))["exhibits"]
FAMILIES: dict[str, tuple[Exhibit, ...]] = {
    family: tuple(_exhibit(**table) for table in _TABLES if table["family"] == family)
    for family in dict.fromkeys(table["family"] for table in _TABLES)
}
ALL = tuple(exhibit for exhibits in FAMILIES.values() for exhibit in exhibits)
PANELS = tuple(exhibit for exhibit in ALL if isinstance(exhibit, Panel))
