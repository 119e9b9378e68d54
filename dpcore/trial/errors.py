"""What a trial refuses, in one sentence that holds no raw count."""


class TrialError(ValueError):
    """A trial cannot do what it was asked to; nothing was published and nothing was changed."""
