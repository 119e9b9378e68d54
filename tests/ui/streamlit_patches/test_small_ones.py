"""No look-ups elsewhere, no uploads on disk, quick sockets, no value but a box's own: patches of a line each."""

import socket
import tempfile
import weakref

import pytest
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from streamlit import config
from streamlit.runtime.state.session_state import SessionState
from streamlit.testing.v1 import AppTest
from streamlit.web.server.server_util import is_url_from_allowed_origins

from tests.loops import finished
from ui.streamlit_patches import no_outside_lookup, own_value, quick_sockets, uploads_in_memory


def test_a_foreign_origin_is_refused_without_asking_anybody(asked):
    no_outside_lookup.mend()
    assert not is_url_from_allowed_origins("http://evil.example")
    assert is_url_from_allowed_origins("http://localhost:8501")
    assert asked == []


def test_streamlit_still_needs_to_be_kept_from_asking(asked):
    """Once this fails, Streamlit refuses by itself: take the patch away."""
    assert not is_url_from_allowed_origins("http://evil.example")
    assert asked


@pytest.mark.parametrize("size", [3, 19])
def test_an_upload_never_touches_the_disk(monkeypatch, size):
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda *_, **__: pytest.fail("a file was made"))
    monkeypatch.setattr(config, "get_option", {"server.maxUploadSize": 20}.__getitem__)
    uploads_in_memory.mend()
    head = b'--end\r\nContent-Disposition: form-data; name="file"; filename="own.csv"\r\n\r\n'

    async def body():
        yield head
        for _ in range(size):
            yield b"x" * 2**20
        yield b"\r\n--end--\r\n"

    parser = MultiPartParser(Headers({"content-type": "multipart/form-data; boundary=end"}), body())
    upload = finished(parser.parse())["file"]
    assert upload.size == size * 2**20
    upload.file.close()


def test_sockets_send_at_once_beside_a_weak_reference_whose_object_is_gone():
    class Short:
        pass

    gone = weakref.proxy(Short())
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as found:
        quick_sockets.send_at_once.__wrapped__()
        assert found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    del gone


def boxes():
    import streamlit as st

    st.session_state.setdefault("emptied", None)
    st.text_input("Box", "as it opens", key="box")
    st.text_input("Emptied", "as it opens", key="emptied")
    st.radio("Choice", ["one", "other"], key="choice")


@pytest.fixture
def read_at_once(monkeypatch):
    """How often all values are read while the page of boxes is drawn, as a function of no arguments."""
    found, all_values = [], SessionState.filtered_state
    monkeypatch.setattr(
        SessionState, "filtered_state", property(lambda state: found.append(state) or all_values.__get__(state))
    )

    def draw():
        test = AppTest.from_function(boxes).run()
        times = len(found)
        assert [box.value for box in test.text_input] == ["as it opens", None]
        assert {*test.session_state} >= {"box", "emptied", "choice"}
        assert len(test.session_state) == len([*test.session_state])
        return times

    return draw


def test_a_box_looks_up_its_own_value_alone(read_at_once):
    own_value.mend()
    assert read_at_once() == 0


def test_streamlit_still_reads_all_values_for_each_box(read_at_once):
    """Once this fails, Streamlit looks up one: take the patch away."""
    assert read_at_once() == 3
