"""What is said of a table that cannot be read: the two shapes that can, in the file's own names."""

from collections.abc import Sequence

from ui.reading.facts import ColumnFacts
from ui.reading.names import listed, shown
from ui.reading.table import Table


def two_shapes(table: Table, facts: Sequence[ColumnFacts]) -> str:
    """The sentence that shows the two shapes that are read, in the file's own names."""
    wide = [fact.name for fact in facts if fact.is_zero_one]
    texts = [
        fact.name
        for fact in facts
        if fact.values != () and not fact.is_number and not fact.is_date and fact.name not in wide
    ]
    option = _bare(texts[0]) if texts else "option"
    outcomes = [fact.name for fact in facts if fact.is_two_valued and fact.name not in texts[:1] and len(wide) < 2]
    outcome = _bare(outcomes[0]) if outcomes else "outcome"
    first, second = (_bare(name) for name in wide[:2]) if len(wide) > 1 else ("A", "B")
    numbers = any(fact.is_number and not fact.is_zero_one for fact in facts) and bool(texts)
    elsewhere = "; the Numeric outcomes page reads outcomes that are numbers of any size" if numbers else ""
    return (
        f"The columns {listed(table.names)} do not say which option had which outcome. Give either one row per "
        f"participant under the header “{option},{outcome}”, such as “{first},1” and “{second},0”, or one row "
        f"per option under the header “{option},successes,trials”, such as “{first},118,400” and "
        f"“{second},161,400”{elsewhere}."
    )


def _bare(name: str) -> str:
    return shown(name)[1:-1]
