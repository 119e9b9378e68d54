"""Make sure that a page which ends early, by an error or ui.shell.page.end, has only the fragments that it drew.

Streamlit forgets the previous page's fragments only at a script's last line.  If a page ends earlier, Streamlit still
draws a fragment of the previous page that was requested meanwhile, and the browser finds no place for it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx


@contextmanager
def forgotten_when_it_ends_early() -> Iterator[None]:
    """Wrap all that a page draws: if it ends early, forget the previous page's fragments that it did not draw."""
    try:
        yield
    except (StopException, Exception):  # not RerunException: a redrawn page's fragments are not known yet
        context = get_script_run_ctx()
        if context is not None and not context.fragment_ids_this_run:
            context.fragment_storage.clear(new_fragment_ids=context.shared.new_fragment_ids.snapshot())
        raise
