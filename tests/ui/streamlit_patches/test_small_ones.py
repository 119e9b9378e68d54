"""No look-ups elsewhere, no uploads on disk, quick sockets: patches of a line each."""

import socket
import tempfile
import weakref

import pytest
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from streamlit import config
from streamlit.web.server.server_util import is_url_from_allowed_origins

from tests.loops import finished
from ui.streamlit_patches import no_outside_lookup, quick_sockets, uploads_in_memory


@pytest.fixture
def asked(monkeypatch):
    """The addresses outside this machine that somebody tries to reach; none answers."""
    found = []

    def look_up(host, *_, **__):
        found.append(host)
        raise OSError("no network in this test")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return found


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
