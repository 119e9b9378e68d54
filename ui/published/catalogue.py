"""All published figures and statements of the page, by what they are about."""

from ui.published import stopping
from ui.published.exhibits import Exhibit

FAMILIES: dict[str, tuple[Exhibit, ...]] = {
    "Best arm: stopping times": stopping.EXHIBITS,
}
ALL = tuple(exhibit for exhibits in FAMILIES.values() for exhibit in exhibits)
