"""A page that ends early, by an error or ui.shell.page.end, has only the fragments that it has drawn.

Streamlit forgets the fragments of the page before at a script's last line alone.  Of a page that ends before, it draws
a fragment that was asked for meanwhile, and the browser finds no place for it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx


@contextmanager
def forgotten_when_it_ends_early() -> Iterator[None]:
    """Around all that a page draws: what the page before had, and this one has not."""
    try:
        yield
    except (StopException, Exception):  # and no RerunException: what a page that is drawn anew will have is not known
        context = get_script_run_ctx()
        if context is not None and not context.fragment_ids_this_run:
            context.fragment_storage.clear(new_fragment_ids=context.shared.new_fragment_ids.snapshot())
        raise
