"""QR codes, for phones that follow a link."""

import io

import segno

QUIET_ZONE = 4  # modules on each side, as ISO/IEC 18004 asks


def qr_svg(text: str) -> str:
    """The QR code of this text as an SVG that takes its size from where it stands: black on white, in any theme.

    Raises: ValueError where the text is longer than a QR code holds, which is 2,953 bytes.
    """
    file = io.BytesIO()
    segno.make(text, micro=False).save(
        file, kind="svg", border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False
    )
    return file.getvalue().decode()
