"""What the buttons of a page give to take home."""

from contextlib import contextmanager

import pytest
from streamlit.elements.widgets.button import ButtonMixin


@contextmanager
def downloads_seen():
    """A dict that will hold the content of every file that a page offers, by its name."""
    offered, draw = {}, ButtonMixin._download_button

    def noted(self, label, data, file_name=None, *arguments, **how):
        offered[file_name] = data
        return draw(self, label, data, file_name, *arguments, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ButtonMixin, "_download_button", noted)
        yield offered


def written(data):
    """The bytes of an offered file."""
    content = data() if callable(data) else data
    return content.encode() if isinstance(content, str) else content
