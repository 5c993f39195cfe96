"""Workbooks made from text, with marks that no library writes; sheet_documents.py makes them.

The line above a function is its line in the table: the name, the features, and the losses that must be counted.
"""

from office_parts import OASIS, compound, png, relation, strict, write_package
from sheet_parts import *

# Name, program, features, losses, function. A loss is a pattern, or a pattern and the number of places.
MADE_DOCUMENTS = []


def makes(name, features, *losses):
    def add(function):
        MADE_DOCUMENTS.append((name, "text", features, losses, function))
        return function
    return add


def numbers(*texts, first=1, style=None):
    """Rows of one number each, as it is written."""
    return [row(cell(f"A{number}", text, style=style), number=number) for number, text in enumerate(texts, first)]


# Excel.

@makes("made-numbers.xlsx", "numbers in every notation: exponents, trailing zeros, 17 digits, beyond 64 bits, spaces around")
def made_numbers(path):
    texts = ["0", "1", "-1", "0.1", "1.10", "0.30000000000000004", "1E5", "1e-7", "-2.5E+10", "123456789012345678", "9007199254740993", "1.7976931348623157E308",
             "5E-324", "100", "3.0", "00012", "-0", "44927", "44927.5", "0.1234567890123456789", " 5 ", ".5", "5."]
    write_package(path, workbook(("Numbers", sheet(*numbers(*texts)))))


@makes("made-without-places.xlsx", "cells and rows without the attribute r, also after cells that have it")
def made_without_places(path):
    rows = [row(inline(None, "first"), inline(None, "second"), cell(None, "3")), row(cell("B2", "20"), cell(None, "30"), cell(None, style=0), cell(None, "50")),
            row(cell(None, "1"), number=5), row(inline(None, "after five"), cell("D6", "4"), cell(None, "5"))]
    write_package(path, workbook(("Places", sheet(*rows))))


STRICT_ROWS = [row(inline("A1", "name"), inline("B1", "when"), inline("C1", "so")), row(cell("A2", "0", "s"), cell("B2", "2024-01-31", "d", style=1), cell("C2", "1", "b"), number=2),
               row(cell("A3", "1", "s"), cell("B3", "2024-01-31T13:05:00", "d", style=2), cell("C3", "0", "b"), number=3), row(cell("A4", "0", "s"), cell("B4", "45322", style=1), cell("C4", "#DIV/0!", "e"), number=4)]


@makes("made-strict.xlsx", "the strict form, with dates of the type d", "error")
def made_strict(path):
    write_package(path, strict(workbook(("Strict", sheet(*STRICT_ROWS)), strings=shared("first", "second"), formats=styles([14, 22]))))


@makes("made-prefix.xlsx", "all elements with a namespace prefix")
def made_prefix(path):
    rows = [row(cell("A1", "0", "s"), cell("B1", "<is><t>inline</t></is>", "inlineStr"), number=1), row(cell("A2", "1"), cell("B2", "<v>2.5</v>"), number=2)]
    write_package(path, workbook(("Prefixed", sheet(*rows)), strings=shared("shared"), prefix="x"))


@makes("made-phonetic.xlsx", "readings of Japanese words, which are not text; rich strings; empty and missing ones", "phonetic", "format|rich")
def made_phonetic(path):
    strings = shared(
        '<t>課きく</t><rPh sb="0" eb="1"><t>カ</t></rPh><phoneticPr fontId="1"/>', '<r><t>東京</t></r><r><rPr><b/></rPr><t xml:space="preserve"> city</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>',
        "<t/>", '<r><rPr><b/><sz val="12"/></rPr><t>bold</t></r><r><t xml:space="preserve"> plain </t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r>', "  spaces  ")
    rows = [row(*(cell(f"{'ABCDE'[index]}1", str(index), "s") for index in range(5)), number=1), row(cell("A2", '<is><r><t>in</t></r><r><rPr><i/></rPr><t>line</t></r><rPh sb="0" eb="1"><t>x</t></rPh></is>', "inlineStr"), number=2)]
    write_package(path, workbook(("読み", sheet(*rows)), strings=strings))


@makes("made-escapes.xlsx", "escapes such as _x000D_, texts that look like them, line feeds, tabs and control characters")
def made_escapes(path):
    strings = ["a_x000D_b", "a_x000A_b", "_x0041_", "_x005F_x0041_", "_x005f_x000D_", "_x00e9_", "_xD83D__xDE00_", "_x004_", "_X0041_", "__x0041__", "_x0009_tab", "a&#10;b", "a&#13;b", "_x0001_"]
    rows = [row(cell(f"A{index + 1}", str(index), "s"), number=index + 1) for index in range(len(strings))]
    write_package(path, workbook(("Escapes", sheet(*rows)), strings=shared(*(f'<t xml:space="preserve">{text}</t>' for text in strings))))


BUILT_IN = [*range(0, 5), *range(9, 23), *range(37, 41), *range(45, 50)]
EASTERN = [*range(27, 37), *range(50, 59)]


@makes("made-built-in-formats.xlsx", "every number of a built-in format, on one number", "format|percent|currenc")
def made_built_in(path):
    rows = [row(cell(f"A{index}", str(number)), cell(f"B{index}", "45322.54513888889", style=index), cell(f"C{index}", "0.25", style=index), cell(f"D{index}", "45322", style=index), number=index)
            for index, number in enumerate(BUILT_IN, 1)]
    write_package(path, workbook(("Formats", sheet(*rows)), formats=styles(BUILT_IN)))


@makes("made-eastern-formats.xlsx", "built-in formats that are dates in some languages only")
def made_eastern(path):
    rows = [row(cell(f"A{index}", str(number)), cell(f"B{index}", "45322", style=index), number=index) for index, number in enumerate(EASTERN, 1)]
    write_package(path, workbook(("Formats", sheet(*rows)), formats=styles(EASTERN)))


# Codes of formats, and what a number of them is.
DATE_CODES = ["yyyy-mm-dd", "dd.mm.yyyy", "d/m/yy", "[$-409]mmmm d, yyyy", "yyyy\"年\"m\"月\"d\"日\"", "mmm-yy", "dddd", "[Red]yyyy", "m/d/yyyy;@", "YYYY-MM-DD", "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "yy"]
MOMENT_CODES = ["yyyy-mm-dd hh:mm:ss", "d.m.yyyy h:mm", "m/d/yy h:mm AM/PM", "yyyy-mm-dd\\Thh:mm:ss.000"]
TIME_CODES = ["h:mm", "hh:mm:ss", "h:mm AM/PM", "mm:ss", "mm:ss.0", "[$-F400]h:mm:ss\\ AM/PM", "h\"h\"mm"]
DURATION_CODES = ["[h]:mm", "[hh]:mm:ss", "[mm]:ss", "[s]"]
NUMBER_CODES = ["0.00", "#,##0", "[Red]-#,##0;0", "0.00\" days\"", "\"day\" 0", "\\d0", "0\\ \\m\\²", "0.00E+00", "# ?/?", "[Blue]0", "_(* #,##0_);_(* (#,##0)", "[$€-407] #,##0.00", "[$USD] 0", "[>100]0;0.0", "0%", "@", "\"yyyy\"0", "0*d", "0_y", "[Color10]0", "[$-409]0"]


@makes("made-custom-formats.xlsx", "custom formats of dates, moments, times, durations and numbers with letters in quotes", "duration", "format|percent|currenc")
def made_custom(path):
    codes = DATE_CODES + MOMENT_CODES + TIME_CODES + DURATION_CODES + NUMBER_CODES
    values = ["45322"] * len(DATE_CODES) + ["45322.54513888889"] * len(MOMENT_CODES) + ["0.54513888889"] * len(TIME_CODES) + ["1.1041666666666667"] * len(DURATION_CODES) + ["12.5"] * len(NUMBER_CODES)
    rows = [row(inline(f"A{index}", code), cell(f"B{index}", value, style=index), number=index) for index, (code, value) in enumerate(zip(codes, values), 1)]
    custom = [(index + 163, code) for index, code in enumerate(codes, 1)]
    write_package(path, workbook(("Codes", sheet(*rows)), formats=styles([number for number, _ in custom], custom)))


SERIALS = ["0", "0.5", "1", "1.25", "2", "58", "59", "59.99", "60", "60.5", "61", "62", "36526", "2958465", "2958465.5", "2958466", "1E10", "-1", "-0.5"]


@makes("made-serials.xlsx", "days around the day 60, which did not exist, before the first and after the last one", "day|date|serial")
def made_serials(path):
    rows = [row(inline(f"A{index}", value), cell(f"B{index}", value, style=1), cell(f"C{index}", value, style=2), number=index) for index, value in enumerate(SERIALS, 1)]
    write_package(path, workbook(("Serials", sheet(*rows)), formats=styles([164, 22], [(164, "yyyy-mm-dd")])))


@makes("made-serials-1904.xlsx", "the same days, counted from 1904")
def made_serials_1904(path):
    rows = [row(inline(f"A{index}", value), cell(f"B{index}", value, style=1), cell(f"C{index}", value, style=2), number=index) for index, value in enumerate(SERIALS, 1)]
    write_package(path, workbook(("Serials", sheet(*rows)), formats=styles([164, 22], [(164, "yyyy-mm-dd")]), properties='<workbookPr date1904="1"/>'))


@makes("made-dimension.xlsx", "wrong dimensions: one cell, reversed, beyond the grid, without meaning")
def made_dimension(path):
    wrong = ["A1", "A1:XFD1048576", "C5:A1", "A0:B2", "nonsense"]
    write_package(path, workbook(*((f"Sheet {index}", sheet(row(inline("A1", "a"), cell("B1", "1"), number=1), row(cell("C4", "2"), number=4), before=f'<dimension ref="{reference}"/>'))
                                   for index, reference in enumerate(wrong))))


@makes("made-names.xlsx", "other names of parts and targets, an order of sheets that is not that of the files")
def made_names(path):
    entries = workbook(("second file", sheet(row(inline("A1", "in sheet1.xml")))), ("first file", sheet(row(inline("A1", "in sheet2.xml")))), folder="book/", strings=shared("x"))
    text = entries["book/workbook.xml"].decode()
    first, second = (text[text.index(f'<sheet name="{name}'):].split("/>")[0] + "/>" for name in ("second file", "first file"))
    entries["book/workbook.xml"] = text.replace(first + second, second + first).encode()
    entries["book/_rels/workbook.xml.rels"] = entries["book/_rels/workbook.xml.rels"].replace(b'Target="worksheets/sheet1.xml"', b'Target="/book/worksheets/sheet1.xml"')
    write_package(path, entries)


@makes("made-minimal.xlsx", "neither styles nor shared strings nor content types of more than the main part")
def made_minimal(path):
    write_package(path, workbook(("Minimal", sheet(row(inline("A1", "a"), cell("B1", "1")), row(cell("A2", "text", "str"), cell("B2", "1", "b"))))))


@makes("made-outside.xlsx", "cells of styles and shared strings that do not exist", "string|missing")
def made_outside(path):
    rows = [row(cell("A1", "5", style=99), cell("B1", "x", "str"), number=1), row(cell("A2", "7"), cell("B2", "99", "s"), cell("C2", "-1", "s"), cell("D2", "end", "str"), number=2)]
    write_package(path, workbook(("Outside", sheet(*rows)), strings=shared("x"), formats=styles()))


@makes("made-odd-cells.xlsx", "cells without values, of every type; rows and cells in a wrong order")
def made_odd_cells(path):
    rows = [row(cell("A1", None, "s"), cell("B1", "<v/>"), cell("C1", "<is/>", "inlineStr"), cell("D1", "5"), cell("E1", "text", "str"), cell("F1", "", "str"), number=1),
            row(cell("A3", "3"), number=3), row(cell("A2", "2"), number=2), row(cell("C4", "7"), cell("A4", "8"), number=4), row(cell("A5", "1", "b"), cell("B5", "#REF!", "e"), number=5)]
    write_package(path, workbook(("Odd", sheet(*rows)), strings=shared("x"), formats=styles()))


@makes("made-shared-formulas.xlsx", "shared and array formulas with values, without values, of text, boolean and error", "without a (stored )?value", "error", "formula")
def made_shared_formulas(path):
    rows = [row(cell("A1", "1"), cell("B1", "2", formula='<f t="shared" ref="B1:B3" si="0">A1*2</f>'), number=1), row(cell("A2", "2"), cell("B2", "4", formula='<f t="shared" si="0"/>'), number=2),
            row(cell("A3", "3"), cell("B3", None, formula='<f t="shared" si="0"/>'), number=3), row(cell("A4", "6", formula='<f t="array" ref="A4">SUM(A1:A3)</f>'), cell("B4", "x", "str", formula='"x"'), number=4),
            row(cell("A5", "1", "b", formula="TRUE()"), cell("B5", "#DIV/0!", "e", formula="1/0"), cell("C5", "", "str", formula='""'), number=5), row(cell("A6", None, formula="A1+1"), cell("B6", "end", "str"), number=6)]
    write_package(path, workbook(("Formulas", sheet(*rows))))


@makes("made-alternates.xlsx", "AlternateContent around properties, extensions, and unknown elements, a group of two sparklines", ("sparkline", 2))
def made_alternates(path):
    content = sheet(row(inline("A1", "a"), cell("B1", "1"), number=1), before='<sheetPr><mc:AlternateContent><mc:Choice Requires="x14"><tabColor rgb="FFFF0000"/></mc:Choice></mc:AlternateContent></sheetPr>',
                    after='<extLst><ext uri="{x}"><x14:sparklineGroups><x14:sparklineGroup><x14:sparklines><x14:sparkline/><x14:sparkline/></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>')
    write_package(path, workbook(("Alternates", content)))


@makes("made-macros.xlsm", "a workbook with macros", "macro")
def made_macros(path):
    write_package(path, workbook(("Macros", sheet(row(inline("A1", "text"), cell("B1", "1"))),), main="application/vnd.ms-excel.sheet.macroEnabled.main+xml",
                                 relations=relation("rIdv", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin"), parts={"vbaProject.bin": b"\xd0\xcf\x11\xe0" + b"\0" * 600}))


@makes("made-template.xltx", "a template")
def made_template(path):
    write_package(path, workbook(("Template", sheet(row(inline("A1", "text"), cell("B1", "1")))), main="template.main+xml"))


@makes("made-wide-text.xlsx", "parts in UTF-16, with comments, CDATA, character references and processing instructions")
def made_wide_text(path):
    content = sheet_part(sheet(row(cell("A1", "<is><t><![CDATA[a < b]]>&#x20;&amp;<!-- no --> c</t></is>", "inlineStr"), "<?do nothing?>", cell("B1", "<v>1<!-- no -->2</v>"), number=1))).decode()
    write_package(path, workbook(("Wide", content.replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16"))))


@makes("made-merged.xlsx", "merged cells with hidden values, overlapping ones, one of a single cell", "merge")
def made_merged(path):
    rows = [row(*(cell(f"{column}{number}", str(number * 10 + index)) for index, column in enumerate("ABCD")), number=number) for number in range(1, 5)]
    write_package(path, workbook(("Merged", sheet(*rows, after='<mergeCells count="3"><mergeCell ref="A1:B2"/><mergeCell ref="D3:D4"/><mergeCell ref="C1"/></mergeCells>'))))


@makes("made-hidden.xlsx", "hidden and very hidden sheets, rows and columns; the first sheet is hidden", ("hidden columns", 1), "hidden")
def made_hidden(path):
    content = sheet(row(inline("A1", "a"), inline("B1", "hidden column"), inline("C1", "c"), number=1), row(inline("A2", "hidden row"), number=2, attributes=' hidden="1"'), row(inline("A3", "third"), number=3),
                    row(inline("A4", "no height"), number=4, attributes=' ht="0" customHeight="1"'), before='<cols><col min="2" max="2" width="9" hidden="1"/></cols>')
    write_package(path, workbook(("Concealed", sheet(row(inline("A1", "concealed"))), "hidden"), ("Shown", content), ("Deep", sheet(row(inline("A1", "deep"))), "veryHidden")))


@makes("encrypted.xlsx", "an encrypted workbook")
def encrypted(path):
    with open(path, "wb") as file:
        file.write(compound({"EncryptionInfo": b"\4\0\4\0" + b"x" * 5000, "EncryptedPackage": b"\0" * 5000}))


# OpenDocument.

@makes("made-values.ods", "values of every type, whose shown texts are others", "duration", "link", "currenc", "percent")
def made_values(path):
    shown = open_cell
    rows = [
        open_row(shown("1,5", "float", "1.5"), shown("15 %", "percentage", "0.15"), shown("1,50 €", "currency", "1.5", 'office:currency="EUR"'), shown("x", "float", "0.30000000000000004"), shown("y", "float", "1E-20")),
        open_row(shown("31.1.24", "date", "2024-01-31"), shown("31.1.24 1 PM", "date", "2024-01-31T13:05:00"), shown("z", "date", "2024-01-31T13:05:00.250000000"), shown("old", "date", "1582-10-14"), shown("older", "date", "1899-12-30")),
        open_row(shown("1:05 PM", "time", "PT13H05M00S"), shown("26:30", "time", "PT26H30M00S"), shown("neg", "time", "-PT1H00M00S"), shown("frac", "time", "PT00H00M01.5S"), shown("days", "time", "P1DT2H")),
        open_row(shown("WAHR", "boolean", "true"), shown("FALSCH", "boolean", "false"), shown("shown", "string", "stored"), shown("only shown", "string"), shown("untyped")),
        open_row(shown("<text:p>two</text:p><text:p>lines</text:p>", "string"), shown('<text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d</text:p>', "string"),
                 shown('<text:p><text:span>sp</text:span>an <text:a xlink:href="https://example.org/">link</text:a></text:p>', "string"), shown("<text:p>  one   two  </text:p>", "string"), shown("<text:p/>", "string")),
    ]
    write_package(path, open_workbook(open_sheet("Values", *rows)))


MANY_ROWS = open_row(open_cell(repeated=1024), repeated=1048500)


@makes("made-repeats.ods", "repeated rows and cells with contents, and repeated empty ones up to the end of the grid")
def made_repeats(path):
    rows = [open_row("a", open_cell("7", "float", "7", repeated=3), open_cell(repeated=2), "z", open_cell(repeated=16000)), open_row(open_cell("r", "string", repeated=2), open_cell(repeated=1022), repeated=4),
            open_row(open_cell(repeated=1024), repeated=2), open_row(open_cell("", repeated=1), "last"), MANY_ROWS]
    write_package(path, open_workbook(open_sheet("Repeats", *rows, columns='<table:table-column table:number-columns-repeated="16384"/>')))


@makes("made-covered.ods", "cells over several rows and columns, covered cells with contents of their own", "covered|cell", "merge|span")
def made_covered(path):
    span = 'table:number-columns-spanned="2" table:number-rows-spanned="2"'
    rows = [open_row("a", open_cell("wide", "string", attributes=span), open_cell("covered", "string", covered=True), "d"), open_row("e", open_cell(covered=True, repeated=2), "h"), open_row("i", "j", "k", "l")]
    write_package(path, open_workbook(open_sheet("Covered", *rows)))


@makes("made-groups.ods", "header rows and columns, groups of rows and columns, soft page breaks")
def made_groups(path):
    columns = "<table:table-header-columns><table:table-column/></table:table-header-columns><table:table-column-group><table:table-column/></table:table-column-group>"
    rows = [f"<table:table-header-rows>{open_row('head', 'two')}</table:table-header-rows>", f"<table:table-row-group>{open_row('in', 'group')}<table:table-row-group>{open_row('deep', 'group')}</table:table-row-group></table:table-row-group>",
            "<text:soft-page-break/>", f"<table:table-rows>{open_row('last', 'row')}</table:table-rows>"]
    write_package(path, open_workbook(open_sheet("Groups", *rows, columns=columns)))


@makes("made-hidden.ods", "hidden rows, filtered rows, hidden columns and a hidden sheet", "hidden")
def made_hidden_open(path):
    automatic = '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="true"/></style:style>'
    rows = [open_row("a", "b", "c"), open_row("collapsed", attributes='table:visibility="collapse"'), open_row("filtered", attributes='table:visibility="filter"', repeated=2), open_row("shown")]
    columns = '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>'
    write_package(path, open_workbook(open_sheet("Hidden", open_row("concealed"), attributes='table:style-name="ta1"'), open_sheet("Shown", *rows, columns=columns, attributes='table:style-name="ta2"'), automatic=automatic))


@makes("made-marks.ods", "notes, pictures, charts and shapes at cells and at the sheet, links, changes that are tracked", "link", "shape", "change", "comment|annotation|note", "picture|image")
def made_marks(path):
    note = "<office:annotation><dc:creator>Me</dc:creator><dc:date>2024-01-31T00:00:00</dc:date><text:p>a note</text:p></office:annotation>"
    frame = '<draw:frame svg:width="1cm" svg:height="1cm"><draw:image xlink:href="Pictures/a.png"/></draw:frame>'
    rows = [open_row(open_cell(note + "<text:p>noted</text:p>", "string"), open_cell(f"<text:p>at</text:p>{frame}", "string")), open_row(open_cell('<text:p><text:a xlink:href="https://example.org/">link</text:a></text:p>', "string"), "x")]
    changes = '<table:tracked-changes><table:deletion table:id="ct1" table:type="row" table:position="1"><office:change-info><dc:creator>Me</dc:creator><dc:date>2024-01-31T00:00:00</dc:date></office:change-info></table:deletion></table:tracked-changes>'
    shapes = f'<table:shapes>{frame}<draw:custom-shape svg:width="1cm" svg:height="1cm"><text:p>shape text</text:p></draw:custom-shape></table:shapes>'
    write_package(path, open_workbook(changes, open_sheet("Marks", *rows, before=shapes), pictures={"Pictures/a.png": png()}))


@makes("made-formulas.ods", "formulas with values of every type, and without values", "without a (stored )?value", "formula")
def made_formulas_open(path):
    rows = [open_row(open_cell("3", "float", "3", formula="of:=1+2"), open_cell("x", "string", formula='of:="x"'), open_cell("TRUE", "boolean", "true", formula="of:=TRUE()"), open_cell(formula="of:=1+1"),
                     open_cell("#DIV/0!", "string", "", formula="of:=1/0"), "end")]
    write_package(path, open_workbook(open_sheet("Formulas", *rows)))


@makes("made-flat.fods", "a spreadsheet in one XML file")
def made_flat(path):
    rows = [open_row("name", "amount", "when"), open_row("one", open_cell("1.5", "float", "1.5"), open_cell("x", "date", "2024-01-31")), open_row("two", open_cell("2", "float", "2"), open_cell("y", "date", "2024-02-29T23:59:59"))]
    with open(path, "wb") as file:
        file.write(flat_workbook(open_sheet("Flat", *rows), open_sheet("Second", open_row("only"))))


@makes("made-template.ots", "a template")
def made_template_open(path):
    entries = open_workbook(open_sheet("Template", open_row("text", open_cell("1", "float", "1"))))
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    write_package(path, {name: content.replace(kind, kind + b"-template") if name in ("mimetype", "META-INF/manifest.xml") else content for name, content in entries.items()})


@makes("made-nested.ods", "a table in a cell, an empty sheet, sheets without rows or columns", "table|nested")
def made_nested(path):
    inner = f'<table:table table:is-sub-table="true">{open_row("inner one", "inner two")}</table:table>'
    write_package(path, open_workbook(open_sheet("Nested", open_row("a", open_cell(inner), "c")), open_sheet("Empty", columns=""), open_sheet("Blank", MANY_ROWS)))


@makes("encrypted.ods", "an encrypted spreadsheet")
def encrypted_open(path):
    entries = open_workbook(open_sheet("Secret", open_row("secret")))
    data = ('<manifest:encryption-data><manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" manifest:initialisation-vector="AAAAAAAAAAAAAAAAAAAAAA=="/>'
            '<manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:salt="AAAAAAAAAAAAAAAAAAAAAA==" manifest:iteration-count="100000"/></manifest:encryption-data>')
    entry = b'<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"'
    entries["META-INF/manifest.xml"] = entries["META-INF/manifest.xml"].replace(entry + b"/>", entry + b' manifest:size="100">' + data.encode() + b"</manifest:file-entry>")
    write_package(path, {**entries, "content.xml": bytes(range(256)) * 20})
