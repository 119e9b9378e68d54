"""A visitor's own counts, as a file or typed lines give them; what to know of them before an answer is trusted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import dpcore
from ui.own_table.given import shortened
from ui.reading.asking import Asking
from ui.reading.checks import checks_of, leaders
from ui.reading.counts import counts_in_table
from ui.reading.table import Table
from ui.reading.tally import Tally

EXAMPLE = "option,successes,trials\nusual treatment,118,400\nnew treatment A,161,400\nnew treatment B,112,400\n"


@dataclass(frozen=True)
class OwnData(Tally):
    """The same, with the options in the order of their first row, and under names that are short enough to show.

    whole_names: as given, where `names` are shortened.
    """

    whole_names: tuple[str, ...] = ()

    @property
    def is_tied(self) -> bool:
        """Whether several options share the highest rate."""
        return len(leaders(self.successes, self.trials)) > 1

    def with_usual(self, name: str | None) -> "OwnData":
        """The same with the option of this name first, where the usual one stands."""
        if name not in self.names:
            return self
        usual = self.names.index(name)
        told: tuple[tuple[Any, ...], ...] = (self.names, self.successes, self.trials, self.whole_names)
        names, successes, trials, whole = ((*of[usual : usual + 1], *of[:usual], *of[usual + 1 :]) for of in told)
        return OwnData(names, successes, trials, self.rows_of_one, whole)

    def likely_usual(self, called: str) -> str:
        """The option that the first of these names, with commas between them, means; else the first in the data."""
        first = called.partition(",")[0].strip().casefold()
        return next((name for name in self.names if name.casefold() == first), self.names[0])

    @property
    def posterior(self) -> dpcore.choosing.BetaPosterior:
        """What these data say about the success rates, from a uniform prior."""
        return dpcore.beta_posterior(self.successes, self.trials)


def own_data_in(table: Table, asking: Asking) -> OwnData:
    """The counts in a table.  Raises: ValueError, one sentence; UnansweredError."""
    tally = counts_in_table(table, asking)
    return OwnData(shortened(tally.names), tally.successes, tally.trials, tally.rows_of_one, tally.names)


def warnings_of(data: OwnData, intended: Sequence[float] | None) -> list[str]:
    """What a statistician would say first, a sentence each.  intended: the split that was meant; None: equal."""
    return checks_of(data.names, data.successes, data.trials, intended)
