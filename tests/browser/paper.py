"""What a PDF that Chromium has printed holds, page by page."""

import unicodedata
from io import BytesIO

from pypdf import PdfReader


def pages_of(pdf: bytes) -> list[str]:
    """The words of each page, with single blanks and no ligatures; "" for an empty one."""
    return [plain(page.extract_text()) for page in PdfReader(BytesIO(pdf)).pages]


def plain(words: str) -> str:
    """The words with single blanks and no ligatures, as fonts put them in."""
    return " ".join(unicodedata.normalize("NFKC", words).split())


def fonts_of_first_page(pdf: bytes) -> set[str]:
    """The families of fonts that the first page is set in."""
    fonts = PdfReader(BytesIO(pdf)).pages[0]["/Resources"]["/Font"].values()
    return {font.get_object()["/FontDescriptor"]["/FontFamily"] for font in fonts}
