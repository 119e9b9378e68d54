"""No upload is written to disk: what is longer than a megabyte would go through a temporary file of Starlette's."""

from starlette.formparsers import MultiPartParser
from streamlit import config

NEEDS = ((MultiPartParser, "spool_max_size"),)


def mend() -> None:
    """Have whatever may be uploaded stay in memory; no option of Streamlit's says so."""
    MultiPartParser.spool_max_size = (config.get_option("server.maxUploadSize") + 1) * 2**20
