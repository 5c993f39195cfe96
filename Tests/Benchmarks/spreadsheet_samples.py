"""Spreadsheets of many cells, for conversions.sh and memory.py.

  spreadsheet_samples.py NAME…

Writes the named documents to the current folder. They have the form that Excel and LibreOffice write, apart from styles.
"""

import os
import sys
import zipfile

OOXML = "http://schemas.openxmlformats.org"
WORKBOOK_PARTS = {
    "[Content_Types].xml":
        f'<Types xmlns="{OOXML}/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        + "".join(
            f'<Override PartName="/xl/{part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.{kind}+xml"/>'
            for part, kind in [
                ("workbook", "sheet.main"), ("worksheets/sheet1", "worksheet"), ("styles", "styles"), ("sharedStrings", "sharedStrings")])
        + "</Types>",
    "_rels/.rels":
        f'<Relationships xmlns="{OOXML}/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{OOXML}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml":
        f'<workbook xmlns="{OOXML}/spreadsheetml/2006/main" xmlns:r="{OOXML}/officeDocument/2006/relationships">'
        '<sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
        f'<Relationships xmlns="{OOXML}/package/2006/relationships">'
        + "".join(
            f'<Relationship Id="rId{number}" Type="{OOXML}/officeDocument/2006/relationships/{kind}" Target="{part}.xml"/>'
            for number, kind, part in [
                (1, "worksheet", "worksheets/sheet1"), (2, "styles", "styles"), (3, "sharedStrings", "sharedStrings")])
        + "</Relationships>",
    # The formats of cells: general, date, date with a time.
    "xl/styles.xml":
        f'<styleSheet xmlns="{OOXML}/spreadsheetml/2006/main"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
        '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>'
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">'
        + "".join(f'<xf numFmtId="{number}" fontId="0" fillId="0" borderId="0" xfId="0"/>' for number in (0, 14, 22))
        + "</cellXfs></styleSheet>",
}
OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"


class Parts:
    """An archive whose parts are written piece by piece, and the number of bytes that they have without compression."""

    def __init__(self, path):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.byte_count = 0

    def add(self, name, pieces, method=None):
        information = zipfile.ZipInfo(name)
        information.compress_type = zipfile.ZIP_DEFLATED if method is None else method
        with self.archive.open(information, "w", force_zip64=True) as part:
            gathered = []
            for number, piece in enumerate(pieces):
                gathered.append(piece)
                if number % 1000 == 999:
                    self.byte_count += part.write("".join(gathered).encode())
                    gathered.clear()
            self.byte_count += part.write("".join(gathered).encode())


def workbook(path, row_count, row, texts):
    """Writes a workbook.

    `row` returns the cells of a row: a text is a number of `texts`, which are the shared texts, and a number is as it is written, with
    the number of its format.
    """
    columns = [chr(ord("A") + place) for place in range(26)]

    def cell(place, number, value):
        reference = f'r="{columns[place]}{number}"'
        kind, content = value
        if kind == "text":
            return f'<c {reference} t="s"><v>{content}</v></c>'
        if kind == "boolean":
            return f'<c {reference} t="b"><v>{content}</v></c>'
        return f'<c {reference} s="{kind}"><v>{content}</v></c>' if kind else f'<c {reference}><v>{content}</v></c>'

    def rows():
        yield f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="{OOXML}/spreadsheetml/2006/main"><sheetData>'
        for number in range(1, row_count + 1):
            cells = row(number)
            written = "".join(cell(place, number, value) for place, value in enumerate(cells))
            yield f'<row r="{number}" spans="1:{len(cells)}">{written}</row>'
        yield "</sheetData></worksheet>"

    def strings():
        yield f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sst xmlns="{OOXML}/spreadsheetml/2006/main">'
        for text in texts():
            yield f"<si><t>{text}</t></si>"
        yield "</sst>"

    parts = Parts(path)
    with parts.archive:
        for name, text in WORKBOOK_PARTS.items():
            parts.add(name, [text])
        parts.add("xl/sharedStrings.xml", strings())
        parts.add("xl/worksheets/sheet1.xml", rows())
    return parts.byte_count


def spreadsheet(path, row_count, row):
    """Writes an OpenDocument spreadsheet; `row` returns the cells of a row, each as the attributes of its value and its text."""
    names = {"office": "office:1.0", "text": "text:1.0", "table": "table:1.0", "style": "style:1.0"}
    declared = " ".join(f'xmlns:{prefix}="{OASIS}{name}"' for prefix, name in names.items())
    declared += ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'

    def rows():
        yield (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content {declared} office:version="1.3"><office:body>'
            '<office:spreadsheet><table:table table:name="Data"><table:table-column table:number-columns-repeated="10"/>')
        for number in range(1, row_count + 1):
            cells = "".join(
                f'<table:table-cell {value} calcext:{value[7:].split(" ")[0]}><text:p>{text}</text:p></table:table-cell>'
                for value, text in row(number))
            yield f"<table:table-row>{cells}</table:table-row>"
        yield "</table:table></office:spreadsheet></office:body></office:document-content>"

    manifest = (
        f'<manifest:manifest xmlns:manifest="{OASIS}manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" '
        f'manifest:version="1.3" manifest:media-type="{SPREADSHEET}"/><manifest:file-entry manifest:full-path="content.xml" '
        'manifest:media-type="text/xml"/></manifest:manifest>')
    parts = Parts(path)
    with parts.archive:
        parts.add("mimetype", [SPREADSHEET], zipfile.ZIP_STORED)
        parts.add("META-INF/manifest.xml", [manifest])
        parts.add("content.xml", rows())
    return parts.byte_count


# ---- rows

def decimal(number):
    """A number with as many digits as calculated ones have."""
    return repr(number * 0.6180339887498949 % 1)


def mixed_row(number):
    return [
        (0, number), ("text", number % 5000), ("text", 5000 + number), (0, number * 37 % 10007), (0, f"{number % 900}.25"),
        (0, decimal(number)), (1, 32874 + number % 15000), (2, f"{43831 + number / 1440:.9f}"), ("boolean", number % 3 % 2),
        (0, -number),
    ]


def mixed_texts(row_count):
    return lambda: (f"Person {n}" if n < 5000 else f"a note, and its number {n}" for n in range(5001 + row_count))


def number_row(number):
    return [(0, number * 10 + place if place % 2 else decimal(number + place)) for place in range(10)]


def short_row(number):
    """A row of one to three cells."""
    return [("text", number % 1000), (0, number), (0, decimal(number))][:1 + number % 3]


def open_row(number):
    """Two texts, numbers, a date, a date with a time, and a Boolean value."""
    real, day = decimal(number), f"{1990 + number % 30}-{1 + number % 12:02}-{1 + number % 28:02}"
    moment = f"{day}T{number % 24:02}:{number % 60:02}:00"
    return [
        (f'office:value-type="float" office:value="{number}"', number),
        ('office:value-type="string"', f"Person {number % 5000}"), ('office:value-type="string"', f"a note, and its number {number}"),
        (f'office:value-type="float" office:value="{number * 37 % 10007}"', number * 37 % 10007),
        (f'office:value-type="float" office:value="{number % 900}.25"', f"{number % 900}.25"),
        (f'office:value-type="float" office:value="{real}"', real[:8]),
        (f'office:value-type="date" office:date-value="{day}"', day),
        (f'office:value-type="date" office:date-value="{moment}"', moment.replace("T", " ")),
        (f'office:value-type="boolean" office:boolean-value="{"true" if number % 2 else "false"}"', "TRUE" if number % 2 else "FALSE"),
        (f'office:value-type="float" office:value="{-number}"', -number),
    ]


def own_texts(count, byte_count):
    return lambda: (f"{n:08} is the number of a text that no other cell has. ".ljust(byte_count, "x") for n in range(count + 1))


MILLION = 1_000_000
OWN_ROW = lambda number: [("text", number), (0, number)]
# The documents: a function that writes each and returns the number of bytes of its parts without compression, and the number of bytes
# of its shared texts, where they are many.
DOCUMENTS = {
    # 1,000,000 cells or more.
    "mixed.xlsx": (lambda path: workbook(path, 100_000, mixed_row, mixed_texts(100_000)), 0),
    "numbers.xlsx": (lambda path: workbook(path, 100_000, number_row, lambda: []), 0),
    "rows.xlsx": (lambda path: workbook(path, MILLION, short_row, lambda: (f"line {n}" for n in range(1000))), 0),
    "mixed.ods": (lambda path: spreadsheet(path, 100_000, open_row), 0),
    "rows.ods": (lambda path: spreadsheet(path, MILLION, lambda number: open_row(number)[2:4]), 0),
    # Each cell has its own shared text.
    "texts.xlsx": (lambda path: workbook(path, MILLION, OWN_ROW, own_texts(MILLION, 140)), MILLION * 140),
    "long-texts.xlsx": (lambda path: workbook(path, 70_000, OWN_ROW, own_texts(70_000, 2000)), 70_000 * 2000),
    # For plans, which convert the document.
    "short.xlsx": (lambda path: workbook(path, 3, OWN_ROW, own_texts(3, 60)), 0),
    "short.ods": (lambda path: spreadsheet(path, 3, open_row), 0),
}


def write(folder, name):
    """Writes a document and returns the number of bytes of its parts without compression."""
    return DOCUMENTS[name][0](os.path.join(folder, name))


if __name__ == "__main__":
    for wanted in sys.argv[1:]:
        write(".", wanted)
