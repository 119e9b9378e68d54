"""A job without a thread."""

import dpcore


class FakeJob:
    """Counts what is done, and is stopped once its runs were cancelled or so many steps are done."""

    def __init__(self, stop_after=10**9, longest_call=10**9):
        self.longest_call = longest_call
        self.cancel, self.done, self.stop_after, self.expected = dpcore.CancelFlag(), 0, stop_after, []

    stopped = property(lambda self: self.cancel.is_set() or self.done >= self.stop_after)

    def advance(self, done):
        self.done += done

    def expects(self, seconds):
        self.expected.append(seconds)
