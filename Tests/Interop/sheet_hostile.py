"""Hostile workbooks: each with the required outcome, and with limits on time and memory.

The line above a function is its line in the table, as in office_hostile.py: the name, the expectation, seconds, megabytes
and a description. "error": an error message refuses the workbook; "counted": it is converted with a loss or a warning;
"read": it is converted; "told": either "error" or "counted"; "any": either "error" or "read".
"""

import os, zlib
from office_hostile import bomb, raw_zip, stored
from office_parts import relation, write_package
from sheet_parts import *

# Name, expectation, seconds, megabytes, description, function.
HOSTILE = []
GIGANTIC = "9" * 30
HUGE = 1000000000


def hostile(name, expectation, about, seconds=20, megabytes=1024):
    def add(function):
        HOSTILE.append((name, expectation, seconds, megabytes, about, function))
        return function
    return add


def excel(path, *rows, **more):
    """Writes a workbook of one sheet; `before` and `after` are the elements around the rows."""
    around = {key: more.pop(key) for key in ("before", "after") if key in more}
    write_package(path, workbook(("Sheet", sheet(*rows, **around)), **more))


def open_file(path, *sheets, **more):
    write_package(path, open_workbook(*sheets, **more))


WORDS = row(inline("A1", "words"), cell("B1", "1"), number=1)
# Text that stands for the contents of a bomb.
HOLE = "||"


def excel_bomb(path, part, head, filler, tail, megabytes, **more):
    """Writes a workbook one part of which expands to a huge size: the filler stands between head and tail."""
    entries = workbook(("Sheet", sheet(WORDS)) if part != "xl/worksheets/sheet1.xml" else ("Sheet", head + HOLE + tail), **more)
    first, last = entries[part].split(HOLE.encode())
    bomb(path, entries, part, first, last, filler, megabytes)


# Archives and sizes.

@hostile("bomb-spaces.xlsx", "error", "600 MB of spaces in a sheet", megabytes=2560)
def bomb_spaces(path):
    excel_bomb(path, "xl/worksheets/sheet1.xml", "<sheetData>", b" ", "</sheetData>", 600)


@hostile("bomb-rows.xlsx", "error", "600 MB of rows with a cell", 60, 2560)
def bomb_rows(path):
    excel_bomb(path, "xl/worksheets/sheet1.xml", "<sheetData>", b"<row><c><v>1</v></c></row>", "</sheetData>", 600)


@hostile("bomb-strings.xlsx", "error", "600 MB of shared strings", 60, 2560)
def bomb_strings(path):
    excel_bomb(path, "xl/sharedStrings.xml", "", b"<si><t>a</t></si>", "", 600, strings=shared("<t>a</t>", HOLE))


@hostile("bomb-styles.xlsx", "error", "600 MB of styles", 60, 2560)
def bomb_styles(path):
    excel_bomb(path, "xl/styles.xml", "", b"<xf numFmtId=\"14\"/>", "", 600, formats=styles([14]).replace(b"</cellXfs>", HOLE.encode() + b"</cellXfs>"))


@hostile("bomb.ods", "error", "600 MB of spaces in the contents", megabytes=2560)
def bomb_open(path):
    entries = open_workbook(open_sheet("Sheet", HOLE))
    head, tail = entries["content.xml"].split(HOLE.encode())
    bomb(path, entries, "content.xml", head, tail, b" ", 600)


@hostile("bomb-rows.ods", "error", "600 MB of rows with a cell", 60, 2560)
def bomb_rows_open(path):
    entries = open_workbook(open_sheet("Sheet", HOLE))
    head, tail = entries["content.xml"].split(HOLE.encode())
    bomb(path, entries, "content.xml", head, tail, open_row("a").encode(), 600)


@hostile("long-string.xlsx", "any", "a shared string of 100 MB", 60, 2560)
def long_string(path):
    excel_bomb(path, "xl/sharedStrings.xml", "", b"word ", "", 100, strings=shared(f"<t>{HOLE}</t>"))


@hostile("long-string-uses.xlsx", "error", "a shared string of 100 MB that is used 100,000 times", 60, 2560)
def long_string_uses(path):
    entries = workbook(("Sheet", sheet(*(row(cell(None, "0", "s")) for _ in range(100000)))), strings=shared(f"<t>{HOLE}</t>"))
    head, tail = entries["xl/sharedStrings.xml"].split(HOLE.encode())
    bomb(path, entries, "xl/sharedStrings.xml", head, tail, b"word ", 100)


@hostile("string-uses.xlsx", "error", "a shared string of 1 MB that is used 1,000,000 times", 60, 2560)
def string_uses(path):
    excel(path, *(row(*(cell(None, "0", "s") for _ in range(1000))) for _ in range(1000)), strings=shared("word " * 200000))


@hostile("cell-text-uses.xlsx", "any", "a shared string of 32,767 characters that is used 30,000 times", 90, 2560)
def cell_text_uses(path):
    excel(path, *(row(cell(None, "0", "s")) for _ in range(30000)), strings=shared("w" * 32767))


@hostile("long-inline.xlsx", "any", "an inline string of 50 MB, in a million pieces", 60, 2560)
def long_inline(path):
    entries = workbook(("Sheet", sheet(row(cell("A1", f"<is>{HOLE}</is>", "inlineStr")))))
    head, tail = entries["xl/worksheets/sheet1.xml"].split(HOLE.encode())
    bomb(path, entries, "xl/worksheets/sheet1.xml", head, tail, b"<r><t>words of a run, which are many</t></r>", 50)


@hostile("duplicate.xlsx", "error", "two entries have the name of a sheet")
def duplicate(path):
    entries = workbook(("Sheet", sheet(WORDS)))
    raw_zip(path, [stored(name, data) for name, data in entries.items()] + [stored("xl/worksheets/sheet1.xml", entries["xl/worksheets/sheet1.xml"])])


@hostile("wrong-crc.xlsx", "error", "the checksum of a sheet is wrong")
def wrong_crc(path):
    raw_zip(path, [stored(name, data, **({"crc": 1} if "sheet1" in name else {})) for name, data in workbook(("Sheet", sheet(WORDS))).items()])


@hostile("lying-size.xlsx", "error", "a sheet is larger than the archive says")
def lying_size(path):
    entries = []
    for name, data in workbook(("Sheet", sheet(*(WORDS for _ in range(2000))))).items():
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(data) + packer.flush()
        entries.append((name, packed, 8, zlib.crc32(data), 100 if "sheet1" in name else len(data), None))
    raw_zip(path, entries)


@hostile("empty.xlsx", "error", "no bytes")
def empty(path):
    open(path, "wb").close()


@hostile("not-zip.ods", "error", "text instead of an archive")
def not_zip(path):
    with open(path, "wb") as file:
        file.write(b"PK\x03\x04" + b"no archive" * 100)


# The grid.

@hostile("wide-rows.xlsx", "any", "10,000 rows that say they have 16,384 columns, and have a cell in the last one", 60, 2560)
def wide_rows(path):
    excel(path, *(row(cell(f"A{n}", "1"), cell(f"XFD{n}", "2"), number=n, attributes=' spans="1:16384"') for n in range(1, 10001)), before='<dimension ref="A1:XFD1048576"/>')


@hostile("claimed-columns.xlsx", "read", "1,000 rows that say they have 16,384 columns, and have one")
def claimed_columns(path):
    excel(path, *(row(inline(f"A{n}", "words"), number=n, attributes=' spans="1:16384"') for n in range(1, 1001)), before='<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384" width="9"/></cols>')


@hostile("all-wide-rows.xlsx", "error", "300,000 rows with a cell in the last column", 60, 2560)
def all_wide_rows(path):
    excel(path, *(row(cell(f"XFD{n}", "2"), number=n) for n in range(2, 300000)), row(cell("A300000", "1")))


@hostile("corners.xlsx", "any", "cells in the first and in the last place, between which are 17 billion", 20, 1024)
def corners(path):
    excel(path, row(cell("A1", "1"), number=1), row(cell("XFD1048576", "2"), number=1048576))


@hostile("last-cell.xlsx", "any", "only a cell in the last place")
def last_cell(path):
    excel(path, row(inline("XFD1048576", "words"), number=1048576))


@hostile("far-cells.xlsx", "told", "places beyond the grid, and texts that are no places")
def far_cells(path):
    places = ["XFE1", "AAAAAAA1", "A1048577", "A0", "1", "A", "A-1", "$B$1", "A1:B2", "a1", "A1A", "ZZZZZZZZZZZZZZZZZZZZ1", "A" + GIGANTIC, "", " A1", "Ä1", "A１"]
    excel(path, WORDS, *(row(cell(place, str(index)), number=index + 2) for index, place in enumerate(places)))


for index, place in enumerate(["XFE1", "AAAAAAA1", "A1048577", "A" + GIGANTIC, "ZZZZZZZZZZZZZZZZZZZZ1"]):
    def far(path, place=place):
        excel(path, WORDS, row(cell(place, "1")))
    hostile(f"far-cell-{index}.xlsx", "told", f"a cell {place[:30]} beyond the grid")(far)


@hostile("row-numbers.xlsx", "told", "numbers of rows that are zero, negative, too large, no numbers, descending and repeated")
def row_numbers(path):
    excel(path, WORDS, *(row(cell(None, str(index)), number=number) for index, number in enumerate(["0", "-1", "1048577", "4294967297", GIGANTIC, "x", "", "5", "5", "4", "1"])))


@hostile("rows-descending.xlsx", "any", "100,000 rows in descending order", 60)
def rows_descending(path):
    excel(path, *(row(cell(f"A{n}", str(n)), number=n) for n in range(100000, 0, -1)))


@hostile("cells-descending.xlsx", "any", "100 rows of 16,384 cells in descending order", 60, 2560)
def cells_descending(path):
    letters = [f"{a}{b}{c}".strip() for a in " ABCDEFGHIJKLMNOPQRSTUVWXYZ" for b in " ABCDEFGHIJKLMNOPQRSTUVWXYZ" for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if not (a != " " and b == " ")][:16384]
    excel(path, *(row(*(cell(f"{name}{n}", "1") for name in reversed(letters)), number=n) for n in range(1, 101)))


@hostile("same-cell.xlsx", "any", "one cell a million times", 60)
def same_cell(path):
    excel(path, row(*(cell("A1", "1") for _ in range(1000000)), number=1))


@hostile("alternating-rows.xlsx", "any", "100,000 times the first and the last row", 60)
def alternating_rows(path):
    excel(path, *(row(cell(place, "1"), number=number) for _ in range(100000) for place, number in (("A1", 1), ("A1048576", 1048576))))


@hostile("many-cells.xlsx", "read", "1,000,000 cells", 60, 1024)
def many_cells(path):
    excel(path, *(row(*(cell(None, str(n)) for n in range(10))) for _ in range(100000)), row(inline(None, "words")))


@hostile("empty-cells.xlsx", "read", "2,000,000 cells without a value, and 1,000,000 rows without cells", 60)
def empty_cells(path):
    excel(path, WORDS, *(row(*(cell(None, None, style=0) for _ in range(100))) for _ in range(20000)), *(row() for _ in range(1000000)))


@hostile("many-merges.xlsx", "told", "1,000,000 merged ranges", 60)
def many_merges(path):
    merges = "".join(f'<mergeCell ref="A{n}:B{n}"/>' for n in range(1, 1000001))
    excel(path, WORDS, *(row(inline(f"A{n}", "words"), cell(f"B{n}", "1"), number=n) for n in range(2, 2000)), after=f"<mergeCells>{merges}</mergeCells>")


@hostile("overlapping-merges.xlsx", "told", "100,000 merged ranges of the whole sheet, and ranges without meaning", 60)
def overlapping_merges(path):
    merges = '<mergeCell ref="A1:XFD1048576"/>' * 100000 + "".join(f'<mergeCell ref="{text}"/>' for text in ("", "A1", "B2:A1", "XFE1:XFF9", "A0:B0", f"A1:A{GIGANTIC}", "nonsense", ":"))
    excel(path, WORDS, *(row(inline(f"A{n}", "words"), cell(f"B{n}", "1"), number=n) for n in range(2, 2000)), after=f"<mergeCells>{merges}</mergeCells>")


@hostile("many-columns.xlsx", "any", "500,000 definitions of columns, all hidden, also beyond the grid", 60)
def many_columns(path):
    columns = '<col min="1" max="16384" hidden="1"/>' * 500000 + f'<col min="0" max="{GIGANTIC}" hidden="1"/><col min="9" max="1" hidden="1"/><col min="-1" max="x" hidden="1"/>'
    excel(path, WORDS, before=f"<cols>{columns}</cols>")


# Values.

@hostile("numbers.xlsx", "any", "numbers that are none, too large, and of 10 MB")
def numbers(path):
    texts = ["NaN", "Infinity", "-INF", "1E999999999", "-1E-999999999", "0x10", "１", "1,5", "1_000", "1e", "--1", "+1", "1E" + GIGANTIC, "9" * 10000000, "0." + "3" * 10000000, "", " "]
    excel(path, WORDS, *(row(cell(None, text), cell(None, text, style=1), cell(None, text, "b"), cell(None, text, "d")) for text in texts), formats=styles([22]))


@hostile("indexes.xlsx", "told", "indexes of shared strings and styles that are none")
def indexes(path):
    texts = ["-1", "1", "4294967296", "18446744073709551616", GIGANTIC, "1.5", "x", "", "0x0"]
    excel(path, WORDS, *(row(cell(None, text, "s"), cell(None, "1", style=text), cell(None, "1", text)) for text in texts), strings=shared("words"), formats=styles([14]))


@hostile("dates.xlsx", "told", "dates beyond all years, in all date formats")
def dates(path):
    texts = ["1E308", "-1E308", "9223372036854775807", "-9223372036854775808", "1e18", "1E-320", "2958465.9999999999", "0.99999999999", "60", "-0"]
    excel(path, WORDS, *(row(*(cell(None, text, style=style) for style in range(1, 8))) for text in texts), formats=styles([14, 18, 20, 22, 45, 46, 47]))


@hostile("iso-dates.xlsx", "told", "dates of the type d that are none")
def iso_dates(path):
    texts = ["2024-13-01", "2024-02-30", "0000-00-00", "99999-01-01", "-0001-01-01", "2024-01-31T25:61:61", "2024-01-31T00:00:00Z", "2024-01-31T00:00:00+99:99", "T", "P1D", "24:00:00", "2024", GIGANTIC, "2024-01-31T12:00:00." + "9" * 1000000]
    excel(path, WORDS, *(row(cell(None, text, "d")) for text in texts))


@hostile("format-codes.xlsx", "any", "100,000 formats, one of 10 MB, and 100,000 cells with them", 60, 2560)
def format_codes(path):
    codes = [(200 + n, f'yyyy"{n}"') for n in range(100000)] + [(200000, "[" * 5000000), (200001, '"' * 5000000 + "y"), (200002, "[h" * 1000000), (200003, ";" * 1000000 + "d")]
    excel(path, WORDS, *(row(cell(None, "45322", style=n)) for n in range(1, 100001)), *(row(cell(None, "45322", style=100001 + n % 4)) for n in range(100000)), formats=styles([number for number, _ in codes], codes))


@hostile("format-numbers.xlsx", "any", "formats with the same number, built-in numbers with other codes, and numbers that are none")
def format_numbers(path):
    part = styles([14, 200, 200], [(14, "0.00"), (200, "yyyy"), (200, "0")]).replace(b"</numFmts>", f'<numFmt numFmtId="{GIGANTIC}" formatCode="yyyy"/><numFmt numFmtId="-1" formatCode="yyyy"/><numFmt/></numFmts>'.encode())
    part = part.replace(b"</cellXfs>", f'<xf numFmtId="{GIGANTIC}"/><xf numFmtId="-1"/><xf numFmtId="x"/><xf/></cellXfs>'.encode())
    excel(path, WORDS, *(row(cell(None, "45322", style=n)) for n in range(12)), formats=part)


@hostile("many-styles.xlsx", "any", "1,000,000 cell formats", 60, 1024)
def many_styles(path):
    excel(path, WORDS, row(cell(None, "45322", style=999999)), formats=styles([14] * 1000000))


@hostile("many-strings.xlsx", "any", "1,000,000 shared strings of 20 runs each, of which one is used", 60, 2560)
def many_strings(path):
    excel(path, WORDS, row(cell(None, "199999", "s")), strings=shared(*["<r><rPr><b/></rPr><t>ab</t></r>" * 20] * 200000))


@hostile("escapes.xlsx", "any", "10 MB of escapes, of halves of surrogates, and of ends of escapes", 60, 2560)
def escapes(path):
    excel(path, WORDS, row(cell(None, "0", "s"), cell(None, "1", "s"), cell(None, "2", "s")), row(cell(None, "3", "s")), strings=shared("_x0041_" * 1500000, "_xD800_" * 1500000, "_x005F_" * 1500000, "_x" * 5000000))


@hostile("formulas.xlsx", "any", "500,000 formulas without a value, shared ones of the whole sheet, one of 10 MB", 60, 2560)
def formulas(path):
    excel(path, WORDS, row(cell(None, "1", formula='<f t="shared" ref="A1:XFD1048576" si="0">A1</f>'), cell(None, "2", formula="+".join(["A1"] * 3000000))),
          *(row(cell(None, None, formula='<f t="shared" si="0"/>')) for _ in range(500000)))


# Parts and their relationships.

@hostile("many-sheets.xlsx", "any", "100,000 sheets that are all one part", 60)
def many_sheets(path):
    entries = workbook(("Sheet", sheet(WORDS)))
    named = "".join(f'<sheet name="Sheet {n}" sheetId="{n}" r:id="rId1"/>' for n in range(2, 100001))
    entries["xl/workbook.xml"] = entries["xl/workbook.xml"].replace(b"</sheets>", named.encode() + b"</sheets>")
    write_package(path, entries)


@hostile("no-sheets.xlsx", "any", "a workbook without sheets")
def no_sheets(path):
    write_package(path, workbook())


@hostile("outside.xlsx", "told", "sheets, strings and links whose targets lead outside the package")
def outside(path):
    targets = ["../../../../../../etc/passwd", "file:///etc/passwd", "/etc/passwd", "..\\..\\etc\\passwd", "%2e%2e/%2e%2e/etc/passwd", "//localhost/etc/passwd"]
    entries = workbook(("Sheet", sheet(WORDS)), relations="".join(relation(f"x{n}", kind, target, external) for n, (kind, target, external) in enumerate(
        (kind, target, external) for kind in ("worksheet", "sharedStrings", "styles", "externalLink", "theme") for target in targets for external in (False, True))))
    named = "".join(f'<sheet name="Outside {n}" sheetId="{n + 9}" r:id="x{n}"/>' for n in range(12))
    entries["xl/workbook.xml"] = entries["xl/workbook.xml"].replace(b"<sheets>", b"<sheets>" + named.encode())
    write_package(path, entries)


@hostile("relation-loops.xlsx", "told", "the workbook is its own sheet, strings and styles; a sheet is the strings")
def relation_loops(path):
    entries = workbook(("Sheet", sheet(WORDS)), relations="".join(relation(f"x{n}", kind, target) for n, (kind, target) in enumerate(
        (("worksheet", "workbook.xml"), ("sharedStrings", "worksheets/sheet1.xml"), ("styles", "workbook.xml"), ("officeDocument", "workbook.xml")))))
    entries["xl/workbook.xml"] = entries["xl/workbook.xml"].replace(b"<sheets>", b'<sheets><sheet name="Loop" sheetId="9" r:id="x0"/>')
    write_package(path, entries)


MISSING = {"main": "xl/workbook.xml", "relations": "xl/_rels/workbook.xml.rels", "root": "_rels/.rels", "sheet": "xl/worksheets/sheet1.xml", "strings": "xl/sharedStrings.xml", "styles": "xl/styles.xml", "types": "[Content_Types].xml"}
for title, part in MISSING.items():
    def missing(path, part=part):
        entries = workbook(("Sheet", sheet(row(inline("A1", "words"), cell("B1", "0", "s"), cell("C1", "45322", style=1)))), strings=shared("shared"), formats=styles([14]))
        write_package(path, {name: data for name, data in entries.items() if name != part})
    hostile(f"missing-{title}.xlsx", "error" if title == "main" else "any" if title in ("root", "types") else "told", f"{part} is missing")(missing)
for title, part in {"content": "content.xml", "manifest": "META-INF/manifest.xml", "styles": "styles.xml", "type": "mimetype"}.items():
    def missing_open(path, part=part):
        write_package(path, {name: data for name, data in open_workbook(open_sheet("Sheet", open_row("words"))).items() if name != part})
    hostile(f"missing-{title}.ods", "error" if title == "content" else "any", f"{part} is missing")(missing_open)


@hostile("wrong-type.xlsx", "any", "the type of the main part is that of a text document")
def wrong_type(path):
    excel(path, WORDS, main="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml")


@hostile("wrong-sheet-type.xlsx", "any", "the types of the sheets are those of pictures")
def wrong_sheet_type(path):
    entries = workbook(("Sheet", sheet(WORDS)))
    entries["[Content_Types].xml"] = entries["[Content_Types].xml"].replace(TYPES.encode() + b"worksheet+xml", b"image/png")
    write_package(path, entries)


@hostile("wrong-root.xlsx", "told", "the sheet is a page of HTML")
def wrong_root(path):
    write_package(path, workbook(("Sheet", b"<html><body><p>words</p></body></html>")))


@hostile("wrong-body.ods", "error", "the body is that of a text document")
def wrong_body(path):
    entries = open_workbook(open_sheet("Sheet", open_row("words")))
    entries["content.xml"] = entries["content.xml"].replace(b"office:spreadsheet", b"office:text")
    write_package(path, entries)


# XML.

ENTITIES = '<!DOCTYPE x [<!ENTITY e0 "ha">' + "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, 31)) + "]>"
for title, part in (("sheet", "xl/worksheets/sheet1.xml"), ("strings", "xl/sharedStrings.xml"), ("workbook", "xl/workbook.xml"), ("styles", "xl/styles.xml")):
    def entities(path, part=part):
        entries = workbook(("Sheet", sheet(row(cell("A1", "<is><t>&e30;</t></is>", "inlineStr"), cell("B1", "0", "s")))), strings=shared("<t>&e30;</t>"), formats=styles([14]))
        write_package(path, {name: data.replace(b"?>\n", b"?>\n" + ENTITIES.encode(), 1) if name == part else data.replace(b"&e30;", b"words") for name, data in entries.items()})
    hostile(f"entities-{title}.xlsx", "told" if title == "styles" else "error", f"a document type in {part}, with entities that double 30 times")(entities)


@hostile("entities.ods", "any", "a document type with entities that double 30 times")
def entities_open(path):
    entries = open_workbook(open_sheet("Sheet", open_row("<table:table-cell><text:p>&e30;</text:p></table:table-cell>")))
    entries["content.xml"] = entries["content.xml"].replace(b"?>\n", b"?>\n" + ENTITIES.encode(), 1)
    write_package(path, entries)


@hostile("outside-entity.xlsx", "error", "an entity that is a file outside the package")
def outside_entity(path):
    entries = workbook(("Sheet", sheet(row(cell("A1", "<is><t>&f;</t></is>", "inlineStr")))))
    entries["xl/worksheets/sheet1.xml"] = entries["xl/worksheets/sheet1.xml"].replace(b"?>\n", b'?>\n<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', 1)
    write_package(path, entries)


for kind, head, tail in [("cells", "<row><c>", "</c></row>"), ("unknown", "<zz>", "</zz>"), ("runs", "<row><c t=\"inlineStr\"><is><r>", "</r></is></c></row>"), ("alternates", "<mc:AlternateContent><mc:Choice Requires=\"x14\">", "</mc:Choice></mc:AlternateContent>")]:
    def deep(path, head=head, tail=tail):
        excel(path, WORDS, head * 200000 + tail * 200000)
    hostile(f"nested-{kind}.xlsx", "any", f"200,000 times {head}")(deep)
for kind, head, tail in [("groups", "<table:table-row-group>", "</table:table-row-group>"), ("tables", "<table:table-row><table:table-cell><table:table>", "</table:table></table:table-cell></table:table-row>"),
                         ("spans", "<table:table-row><table:table-cell><text:p><text:span>", "</text:span></text:p></table:table-cell></table:table-row>"), ("unknown", "<x>", "</x>")]:
    def deep_open(path, head=head, tail=tail):
        open_file(path, open_sheet("Sheet", open_row("words"), head * 200000 + tail * 200000))
    hostile(f"nested-{kind}.ods", "any", f"200,000 times {head}")(deep_open)


for number, (about, content) in enumerate([
    ("a byte that is not UTF-8", b"<c t=\"inlineStr\"><is><t>\xff\xfe</t></is></c>"), ("a NUL", b"<c t=\"str\"><v>a\0b</v></c>"), ("an end tag of another element", b"<c><v>1</c></v>"), ("an attribute twice", b'<c r="A1" r="B1"/>'),
    ("a prefix that is not declared", b"<qq:c/>"), ("an unknown entity", b"<c t=\"str\"><v>&nbsp;</v></c>"), ("a surrogate as a reference", b"<c t=\"str\"><v>&#xD800;</v></c>"), ("no end of CDATA", b"<c><v><![CDATA[1"),
]):
    def broken(path, content=content):
        entries = workbook(("Sheet", sheet(WORDS, row(HOLE))))
        write_package(path, {name: data.replace(HOLE.encode(), content) for name, data in entries.items()})
    hostile(f"broken-{number}.xlsx", "any" if number in (0, 1, 3, 4) else "error", about)(broken)


@hostile("many-attributes.xlsx", "any", "a cell with 100,000 attributes, and a row with 50,000 namespaces")
def many_attributes(path):
    excel(path, WORDS, "<row><c " + " ".join(f'a{n}="x"' for n in range(100000)) + "/></row><row " + " ".join(f'xmlns:n{n}="urn:{n}"' for n in range(50000)) + "/>")


# OpenDocument.

def text_cell(text="words", **more):
    return open_cell(text, "string", **more)


@hostile("repeats-17-billion.ods", "error", "17 billion repeated cells in one row that is repeated")
def repeats_grid(path):
    open_file(path, open_sheet("Sheet", open_row(text_cell(repeated=16384), repeated=1048576)))


@hostile("repeats-rows.ods", "any", "a row that is repeated 1,048,576 times", 60)
def repeats_rows(path):
    open_file(path, open_sheet("Sheet", open_row("words", repeated=1048576)))


@hostile("repeats-beyond.ods", "told", "a billion rows and columns, numbers beyond 64 bits, zero and negative ones")
def repeats_beyond(path):
    open_file(path, open_sheet("Sheet", open_row("words"), *(open_row(text_cell(repeated=number), repeated=number) for number in (0, -1, "x", "", GIGANTIC, HUGE)),
                               columns=f'<table:table-column table:number-columns-repeated="{GIGANTIC}"/>'))


@hostile("repeats-empty.ods", "read", "a billion empty rows of a billion empty cells, before and after words")
def repeats_empty(path):
    blank = open_row(open_cell(repeated=HUGE), repeated=HUGE)
    open_file(path, open_sheet("Sheet", open_row("words"), blank), open_sheet("Other", blank))


@hostile("repeats-between.ods", "any", "a billion empty rows between words")
def repeats_between(path):
    open_file(path, open_sheet("Sheet", open_row("words"), open_row(open_cell(), repeated=HUGE), open_row("words"), open_row(open_cell(repeated=HUGE), "words")))


@hostile("repeats-sum.ods", "error", "1,000 rows, each of which is repeated 1,000 times with 1,000 cells", 60, 2560)
def repeats_sum(path):
    open_file(path, open_sheet("Sheet", open_row(text_cell(repeated=1000), repeated=1000) * 1000))


@hostile("repeats-text.ods", "error", "a text of 1 MB in a cell that is repeated 16,384 times in 1,000 rows", 60, 2560)
def repeats_text(path):
    open_file(path, open_sheet("Sheet", open_row(text_cell("words " * 200000, repeated=16384), repeated=1000)))


@hostile("spans.ods", "any", "spans of a billion rows and columns, negative ones, and covered cells without a span")
def spans(path):
    cells = [text_cell(attributes=f'table:number-columns-spanned="{number}" table:number-rows-spanned="{number}"') for number in (HUGE, GIGANTIC, -1, 0, "x")]
    open_file(path, open_sheet("Sheet", *(open_row(one, open_cell(covered=True, repeated=HUGE)) for one in cells)))


@hostile("spaces.ods", "any", "100,000 times 60,000 spaces in a cell, and a billion", 60, 2560)
def spaces(path):
    open_file(path, open_sheet("Sheet", open_row("words"), open_row("<table:table-cell><text:p>a" + '<text:s text:c="60000"/>' * 100000 + f'<text:s text:c="{HUGE}"/><text:s text:c="{GIGANTIC}"/><text:s text:c="-1"/>b</text:p></table:table-cell>')))


@hostile("values.ods", "told", "values that do not fit their type")
def values(path):
    texts = ["", "x", "NaN", "INF", "1E999999999", GIGANTIC, "2024-13-45", "PT", "P1Y2M3DT4H5M6S", "PT999999999999999999999H", "-PT1H", "99999-12-31", "-0001-01-01", "2024-01-31T25:00:00", "2024-01-31T00:00:00+01:00", "truE", "1" * 1000000]
    open_file(path, open_sheet("Sheet", open_row("words"), *(open_row(*(open_cell("shown", kind, text) for kind in ("float", "percentage", "currency", "date", "time", "boolean", "string"))) for text in texts), open_row('<table:table-cell office:value-type="unknown"><text:p>a</text:p></table:table-cell>')))


@hostile("many-paragraphs.ods", "any", "a cell of 1,000,000 paragraphs", 60, 1024)
def many_paragraphs(path):
    open_file(path, open_sheet("Sheet", open_row("words"), open_row("<table:table-cell>" + "<text:p>a</text:p>" * 1000000 + "</table:table-cell>")))


@hostile("many-sheets.ods", "any", "20,000 sheets of the same name", 60)
def many_sheets_open(path):
    open_file(path, open_sheet("Sheet", open_row("words")) * 20000)


@hostile("style-loops.ods", "read", "styles of tables, rows and columns whose parents are themselves and each other")
def style_loops(path):
    automatic = "".join(f'<style:style style:name="{name}" style:family="{family}" style:parent-style-name="{parent}"/>' for family in ("table", "table-row", "table-column", "table-cell") for name, parent in (("A", "A"), ("B", "C"), ("C", "B")))
    open_file(path, *(open_sheet(name, open_row(text_cell(attributes=f'table:style-name="{name}"'), attributes=f'table:style-name="{name}"'), columns=f'<table:table-column table:style-name="{name}"/>', attributes=f'table:style-name="{name}"') for name in "ABC"), automatic=automatic)


@hostile("outside.ods", "any", "pictures, objects and tables whose addresses lead outside the package")
def outside_open(path):
    targets = ["../../../../../../etc/passwd", "file:///etc/passwd", "/etc/passwd", "Pictures/../../../etc/passwd"]
    frames = "".join(f'<draw:frame><draw:image xlink:href="{target}"/></draw:frame><draw:frame><draw:object xlink:href="{target}"/></draw:frame>' for target in targets)
    sources = "".join(open_sheet(f"Source {n}", open_row("cached"), before=f'<table:table-source xlink:href="{target}" table:table-name="x"/>') for n, target in enumerate(targets))
    open_file(path, open_sheet("Sheet", open_row("words", f"<table:table-cell><text:p>a</text:p>{frames}</table:table-cell>")), sources)


@hostile("entities.fods", "any", "a flat spreadsheet with entities that double 30 times")
def entities_flat(path):
    with open(path, "wb") as file:
        file.write(flat_workbook(open_sheet("Sheet", open_row("<table:table-cell><text:p>&e30;</text:p></table:table-cell>"))).replace(b"?>\n", b"?>\n" + ENTITIES.encode(), 1))


# A workbook that ends too early, at many lengths.
for extension in ("xlsx", "ods"):
    for number in range(30):
        def truncated(path, extension=extension, number=number):
            write_package(path, workbook(("Sheet", sheet(*(WORDS for _ in range(50)))), strings=shared("words")) if extension == "xlsx" else open_workbook(open_sheet("Sheet", open_row("words") * 50)))
            size = os.path.getsize(path)
            os.truncate(path, size - 1 - number * (size - 2) // 30)
        hostile(f"truncated-{number:02}.{extension}", "error", "its end is missing")(truncated)


def make_hostile(folder, only=""):
    """Makes all hostile workbooks, and yields the path of each."""
    for name, *_, function in HOSTILE:
        if only in name:
            path = os.path.join(folder, name)
            function(path)
            yield path
