"""Keep uploads off the disk: Starlette would write anything longer than a megabyte to a temporary file."""

from starlette.formparsers import MultiPartParser
from streamlit import config

NEEDS = ((MultiPartParser, "spool_max_size"),)


def mend() -> None:
    """Keep every upload that is allowed in memory; Streamlit has no option for that."""
    MultiPartParser.spool_max_size = (config.get_option("server.maxUploadSize") + 1) * 2**20
