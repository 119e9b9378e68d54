"""What a PDF that Chromium has printed holds, page by page."""

import re
import unicodedata
from io import BytesIO

from pypdf import PdfReader


def text_on_pages(pdf: bytes) -> list[int]:
    """How many bytes of text each page shows, one or two a letter: to read the letters would take seconds."""
    drawn = (page.get_contents().get_data() for page in PdfReader(BytesIO(pdf)).pages)
    return [sum(len(text) // 2 for text in re.findall(rb"<([0-9A-F]+)> Tj", each)) for each in drawn]


def first_page_of(pdf: bytes) -> str:
    """The words of the first page, with single blanks and no ligatures."""
    return plain(PdfReader(BytesIO(pdf)).pages[0].extract_text())


def plain(words: str) -> str:
    """The words with single blanks and no ligatures, as fonts put them in."""
    return " ".join(unicodedata.normalize("NFKC", words).split())


def fonts_of_first_page(pdf: bytes) -> set[str]:
    """The families of fonts that the first page is set in."""
    fonts = PdfReader(BytesIO(pdf)).pages[0]["/Resources"]["/Font"].values()
    return {font.get_object()["/FontDescriptor"]["/FontFamily"] for font in fonts}
