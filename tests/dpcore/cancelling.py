"""A stop request that comes after a known number of runs."""

from dpcore.experiments import CancelFlag


class CancelledAfter(CancelFlag):
    """Set once this many runs are complete: with one worker the flag is asked after every run."""

    def __init__(self, runs):
        super().__init__()
        self._left = runs

    def is_set(self):
        self._left -= 1
        return self._left < 0
