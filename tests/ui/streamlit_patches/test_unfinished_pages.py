"""A page that ends early has only the fragments that it has drawn."""

from types import SimpleNamespace

import pytest
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.scriptrunner import RerunException, StopException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from ui.streamlit_patches import unfinished_pages


@pytest.mark.parametrize(
    "error, fragments, is_forgotten",
    [
        (StopException(), None, True),
        (KeyError("nothing"), None, True),
        (RerunException(RerunData()), None, False),  # what it will have is not known yet
        (StopException(), ["live"], False),
    ],
)
def test_what_it_has_not_drawn_is_forgotten(monkeypatch, error, fragments, is_forgotten):
    storage = MemoryFragmentStorage()
    for fragment in ("live", "of the page before"):
        storage.register(fragment, lambda: None)
    drawn = SimpleNamespace(new_fragment_ids=SimpleNamespace(snapshot=lambda: frozenset({"live"})))
    context = SimpleNamespace(fragment_storage=storage, fragment_ids_this_run=fragments, shared=drawn)
    monkeypatch.setattr(unfinished_pages, "get_script_run_ctx", lambda: context)
    with pytest.raises(type(error)), unfinished_pages.forgotten_when_it_ends_early():
        raise error
    assert storage.contains("live")
    assert storage.contains("of the page before") != is_forgotten
