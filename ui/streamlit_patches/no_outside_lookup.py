"""Keep foreign pages from making the server ask another one for its own address.

Whenever Streamlit refuses a foreign origin, it first asks a server on the internet, whatever is configured.
"""

from streamlit import net_util

NEEDS = ()


def mend() -> None:
    """Leave Streamlit without an external address; see streamlit.web.server.server_util.is_url_from_allowed_origins."""
    net_util.get_external_ip  # noqa: B018 (raises AttributeError where it is gone)
    net_util.get_external_ip = lambda: None
