"""What a PDF that Chromium has printed holds, page by page."""

import re
import zlib


def words_on_pages(pdf: bytes) -> list[int]:
    """How often each page writes something; 0 for an empty one."""
    parts = {int(number): body for number, body in re.findall(rb"\n(\d+) 0 obj\s(.*?)endobj", pdf, re.DOTALL)}
    contents = [
        re.search(rb"/Contents (\d+) 0 R", body) for body in parts.values() if re.search(rb"/Type\s*/Page\b(?!s)", body)
    ]
    streams = (re.search(rb"stream\r?\n(.*?)\r?\nendstream", parts[int(found[1])], re.DOTALL) for found in contents)
    return [len(re.findall(rb"\bT[jJ]\b", zlib.decompress(stream[1]))) for stream in streams]
