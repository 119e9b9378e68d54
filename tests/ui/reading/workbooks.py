"""Small workbooks, as Excel and LibreOffice write them, and hostile ones."""

import io
import zipfile
from html import escape

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
}


def packed(parts):
    """A ZIP archive of these parts."""
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name, text in parts.items():
                archive.writestr(name, text, zipfile.ZIP_STORED if name == "mimetype" else None)
        return file.getvalue()


def xlsx(sheets, strings=""):
    """A workbook of sheets by name, each the XML of its rows."""
    numbered = list(enumerate(sheets.items(), start=1))
    entries = "".join(f'<sheet name="{escape(name)}" sheetId="{n}" r:id="r{n}"/>' for n, (name, _) in numbered)
    relations = "".join(
        f'<Relationship Id="r{n}" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n, _ in numbered
    )
    shared = f'<Relationship Id="s" Type="{_RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>' if strings else ""
    parts = {
        **_PARTS,
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>{entries}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f"{relations}{shared}</Relationships>",
    }
    if strings:
        parts["xl/sharedStrings.xml"] = f'<sst xmlns="{_MAIN}">{strings}</sst>'
    for n, (_, rows) in numbered:
        parts[f"xl/worksheets/sheet{n}.xml"] = f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    return packed(parts)


def ods(rows):
    """A LibreOffice table of the XML of its rows."""
    content = (
        f'<?xml version="1.0"?><office:document-content xmlns:office="{_OFFICE}:office:1.0" '
        f'xmlns:table="{_OFFICE}:table:1.0" xmlns:text="{_OFFICE}:text:1.0"><office:body><office:spreadsheet>'
        f'<table:table table:name="Sheet1">{rows}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    entry = f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
    manifest = f'<manifest:manifest xmlns:manifest="{_OFFICE}:manifest:1.0">{entry}</manifest:manifest>'
    return packed({"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content})


def xlsx_rows(rows):
    """The XML of rows of values, with a cell's address at each."""
    written = []
    for row, values in enumerate(rows, start=1):
        cells = "".join(_xlsx_cell(f"{chr(65 + column)}{row}", value) for column, value in enumerate(values))
        written.append(f'<row r="{row}">{cells}</row>')
    return "".join(written)


def _xlsx_cell(place, value):
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, float | int):
        return f'<c r="{place}"><v>{value}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'


def ods_rows(rows):
    """The XML of rows of values."""
    return "".join(f"<table:table-row>{''.join(map(_ods_cell, values))}</table:table-row>" for values in rows)


def _ods_cell(value):
    kind, attribute = ("string", "")
    if isinstance(value, bool):
        kind, attribute = "boolean", f' office:boolean-value="{str(value).lower()}"'
    elif isinstance(value, float | int):
        kind, attribute = "float", f' office:value="{value}"'
    text = escape(str(value))
    return f'<table:table-cell office:value-type="{kind}"{attribute}><text:p>{text}</text:p></table:table-cell>'


def workbook(kind, rows):
    """A workbook of one table of values."""
    return xlsx({"Sheet1": xlsx_rows(rows)}) if kind == "xlsx" else ods(ods_rows(rows))
