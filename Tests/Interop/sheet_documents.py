#!/usr/bin/env python3
"""Makes workbooks with every feature of the formats, by openpyxl, XlsxWriter, odfpy, LibreOffice and from text.

Usage: sheet_documents.py [--hostile] FOLDER | --list

--hostile makes the hostile workbooks instead. --list prints the table: the name of each workbook, the program that
makes it, its features and the losses that must be counted; for hostile workbooks also the expectation, seconds,
megabytes and attack. LibreOffice saves some workbooks again, in other formats and with formulas calculated; without
`soffice` these are omitted with a message. The Python packages `openpyxl`, `XlsxWriter`, `odfpy` and `Pillow` are needed
(`pip install openpyxl XlsxWriter odfpy Pillow`). Ends with 2 if a package is missing.
"""

import datetime, importlib.util, io, os, sys
from office_parts import png
from office_saved import save_again
from sheet_hostile import HOSTILE, make_hostile
from sheet_made import MADE_DOCUMENTS

NEEDED = (("openpyxl", "openpyxl"), ("xlsxwriter", "XlsxWriter"), ("odf", "odfpy"), ("PIL", "Pillow"))
MISSING = [package for module, package in NEEDED if importlib.util.find_spec(module) is None]
if not MISSING:
    import openpyxl, xlsxwriter
    from odf import dc, draw, office, style, table, text
    from odf.opendocument import OpenDocumentSpreadsheet

# Name, program, features, losses, function. A loss is a pattern, or a pattern and the number of places.
SHEET_DOCUMENTS = []
# Name, source, features, losses: saved again by LibreOffice.
SAVED_DOCUMENTS = [
    ("saved-formulas.xlsx", "py-formulas.xlsx", "formulas with their calculated values", ["formula", "error"]),
    ("saved-formulas.ods", "py-formulas.xlsx", "formulas with their calculated values", ["formula", "error"]),
    ("saved-functions.xlsx", "writer-formulas.xlsx", "formulas of text, boolean, date and error", []),
    ("saved-functions.fods", "writer-formulas.xlsx", "formulas of text, boolean, date and error", []),
    ("saved-values.ods", "py-values.xlsx", "texts, numbers, booleans", []),
    ("saved-dates.ods", "py-dates.xlsx", "dates, moments, times and durations", ["duration"]),
    ("saved-dates.fods", "writer-dates.xlsx", "dates, moments and times", []),
    ("saved-1904.ods", "py-1904.xlsx", "dates with another base", []),
    ("saved-merged.ods", "py-merged.xlsx", "merged cells", ["merge|span"]),
    ("saved-hidden.ods", "py-hidden.xlsx", "hidden sheets, rows and columns", ["hidden"]),
    ("saved-marks.ods", "py-marks.xlsx", "notes, links, conditions, filters", ["comment|annotation|note"]),
    ("saved-charts.ods", "py-charts.xlsx", "charts and pictures", ["chart", "picture|image"]),
    ("saved-formats.ods", "writer-formats.xlsx", "percentages, currencies and other formats", ["format|percent|currenc"]),
    ("saved-long.ods", "py-long.xlsx", "many rows", []),
    ("saved-rich.ods", "py-rich.xlsx", "rich texts", []),
    ("saved-open-values.xlsx", "odf-values.ods", "values of every type", []),
    ("saved-open-repeats.xlsx", "odf-repeats.ods", "repeated cells", []),
    ("saved-open-marks.xlsx", "odf-marks.ods", "notes and pictures", ["comment|annotation|note"]),
    ("saved-numbers.ods", "made-numbers.xlsx", "numbers", []),
    ("saved-table.xlsx", "table.csv", "a table of text, with a head", []),
    ("saved-table.ods", "table.csv", "a table of text, with a head", []),
    ("saved-template.xltx", "py-sheets.xlsx", "several sheets as a template", []),
]

# A table of text that LibreOffice opens and saves.
TABLE = 'name,amount,when,share\nÄpfel,1.5,2024-01-31,15%\n"a ""b"", c",2,2024-02-29,0.5%\n"two\nlines",-3,1999-12-31,100%\n'


def makes(name, program, features, *losses):
    def add(function):
        SHEET_DOCUMENTS.append((name, program, features, losses, function))
        return function
    return add


def need_packages():
    if MISSING:
        print(f"missing: {', '.join(MISSING)}; install with: pip install {' '.join(MISSING)}", file=sys.stderr)
        sys.exit(2)


# openpyxl.

def python(name, features, *losses):
    """Makes a workbook with openpyxl; the function gets it and its first sheet."""
    def add(function):
        def make(path):
            book = openpyxl.Workbook()
            function(book, book.active)
            book.save(path)
        SHEET_DOCUMENTS.append((name, "openpyxl", features, losses, make))
        return function
    return add


DAY = datetime.date(2024, 1, 31)
MOMENT = datetime.datetime(2024, 1, 31, 13, 5)
TIME = datetime.time(13, 5)


@python("py-values.xlsx", "texts of every kind, numbers, booleans, errors, empty cells", "error")
def py_values(book, sheet):
    sheet.title = "Values"
    sheet.append(["text", "number", "flag", "other"])
    for line in [["plain", 1, True, None], ["größer", -2.5, False, "x"], ["日本語", 1e-20, None, "😀 emoji"], ["  spaces  ", 123456789012345, True, "a,b"], ['say "no"', 0.1, False, "line one\nline two"],
                 ["tab\there", 1e100, None, "'quoted"], ["007", 7, None, "1-2"], ["", 0, None, "TRUE"], ["2024-01-31", 3.14159265358979, None, "#N/A text"], [None, None, None, None], ["last", 2, None, "-"]]:
        sheet.append(line)
    for number, line in enumerate(["=1+1", "+5", "-5", "@home"], 14):
        place = sheet.cell(number, 1, line)
        place.data_type = "s"
    for number, error in enumerate(("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"), 1):
        sheet.cell(number, 6, error)


@python("py-dates.xlsx", "dates, moments, times and durations, with many formats", "duration")
def py_dates(book, sheet):
    sheet.append(["date", "moment", "time", "duration"])
    for number in range(20):
        sheet.append([DAY + datetime.timedelta(days=37 * number), MOMENT + datetime.timedelta(days=number, seconds=997 * number), (MOMENT + datetime.timedelta(seconds=1234 * number)).time(), datetime.timedelta(hours=7 * number, minutes=30)])
    for number, code in enumerate(["dd.mm.yyyy", "d/m/yy", "mmmm yyyy", "yyyy-mm-dd hh:mm", "[$-407]d. mmmm yyyy", "ddd", "yyyy\"年\"m\"月\""], 2):
        sheet.cell(number, 1).number_format = code
        sheet.cell(number, 2).number_format = code + " hh:mm:ss" if "h" not in code else code


@python("py-1904.xlsx", "dates that are counted from 1904")
def py_1904(book, sheet):
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    sheet.append(["date", "moment", "time"])
    sheet.append([DAY, MOMENT, TIME])
    sheet.append([datetime.date(1904, 1, 2), datetime.datetime(1999, 12, 31, 23, 59, 59), datetime.time(0, 0, 1)])


@python("py-merged.xlsx", "merged cells in both directions, over the head, at the border", ("merge", 4))
def py_merged(book, sheet):
    for number in range(1, 9):
        sheet.append([f"r{number}c{column}" for column in range(1, 7)])
    for place in ("A1:C1", "B3:C5", "F2:F8", "A8:B8"):
        sheet.merge_cells(place)


@python("py-hidden.xlsx", "hidden sheets, rows and columns, and groups of them", ("hidden rows", 3), "hidden")
def py_hidden(book, sheet):
    for number in range(1, 9):
        sheet.append([f"r{number}c{column}" for column in range(1, 6)])
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].hidden = True
    sheet.row_dimensions.group(5, 6, hidden=True)
    sheet.column_dimensions.group("D", "E", hidden=True)
    for name, state in (("Concealed", "hidden"), ("Deep", "veryHidden"), ("Shown", "visible")):
        other = book.create_sheet(name)
        other["A1"] = name
        other.sheet_state = state


@python("py-marks.xlsx", "notes, links, conditional formats, validations, filters, frozen panes, names", "filter", "pane", "names", ("comment|note", 2), "link", "valid", "condition")
def py_marks(book, sheet):
    from openpyxl.comments import Comment
    from openpyxl.formatting.rule import ColorScaleRule
    from openpyxl.worksheet.datavalidation import DataValidation
    for number in range(1, 6):
        sheet.append([f"item {number}", number * 10])
    sheet["A2"].comment = Comment("a note", "Me")
    sheet["B3"].comment = Comment("another", "Me")
    sheet["A4"].hyperlink = "https://example.org/?a=b&c=d"
    validation = DataValidation(type="whole", operator="between", formula1="0", formula2="100")
    sheet.add_data_validation(validation)
    validation.add("B1:B5")
    sheet.conditional_formatting.add("B1:B5", ColorScaleRule(start_type="min", start_color="FF0000", end_type="max", end_color="00FF00"))
    sheet.auto_filter.ref = "A1:B5"
    sheet.freeze_panes = "B2"
    sheet.print_title_rows = "1:1"
    book.defined_names["amounts"] = openpyxl.workbook.defined_name.DefinedName("amounts", attr_text="Sheet!$B$1:$B$5")


@python("py-charts.xlsx", "a chart, a picture, and a sheet that is a chart", "only a chart|chart sheet", "chart", "picture|image")
def py_charts(book, sheet):
    from openpyxl.chart import BarChart, Reference
    from openpyxl.drawing.image import Image
    for number in range(1, 6):
        sheet.append([f"item {number}", number * number])
    def chart():
        made = BarChart()
        made.add_data(Reference(sheet, min_col=2, min_row=1, max_row=5))
        made.title = "Squares"
        return made
    sheet.add_chart(chart(), "D2")
    sheet.add_image(Image(io.BytesIO(png())), "D20")
    book.create_chartsheet("Chart").add_chart(chart())


@python("py-rich.xlsx", "rich texts, also in inline strings", "format|rich")
def py_rich(book, sheet):
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont
    sheet["A1"] = CellRichText("plain ", TextBlock(InlineFont(b=True), "bold"), " and ", TextBlock(InlineFont(i=True, color="FFFF0000"), "red"))
    sheet["B1"] = CellRichText(TextBlock(InlineFont(vertAlign="superscript"), "a"), TextBlock(InlineFont(sz=20), "  b"))
    sheet["A2"] = "none"


@python("py-table.xlsx", "a table with a head and a style", "tables inside|structured")
def py_table(book, sheet):
    from openpyxl.worksheet.table import Table, TableStyleInfo
    for line in (["fruit", "2023", "2024"], ["apples", 10, 12.5], ["pears", 20, 0]):
        sheet.append(line)
    made = Table(displayName="Fruit", ref="A1:C3")
    made.tableStyleInfo = TableStyleInfo(name="TableStyleMedium9", showRowStripes=True)
    sheet.add_table(made)


@python("py-sheets.xlsx", "sheets with special names, several tables, one without cells")
def py_sheets(book, sheet):
    sheet.title = "A & B <c>"
    sheet["A1"] = "one"
    for name in ("It's", "日本", "a name with 31 characters here.", "=formula", "empty", "1", "-"):
        other = book.create_sheet(name)
        if name != "empty":
            other["A1"] = f"in {name}"
            other["B2"] = 2


@python("py-right-to-left.xlsx", "a sheet from right to left, with Hebrew and Arabic", "right to left")
def py_right_to_left(book, sheet):
    sheet.sheet_view.rightToLeft = True
    for line in (["שם", "סכום"], ["תפוח", 1.5], ["مرحبا", 2]):
        sheet.append(line)


@python("py-empty.xlsx", "an empty sheet, a head without rows, one cell far from the corner, formats without values")
def py_empty(book, sheet):
    book.create_sheet("Head").append(["only", "a", "head"])
    book.create_sheet("Far")["AZ300"] = "far"
    both = book.create_sheet("Corners")
    both["A1"], both["AZ300"] = 1, 2
    shown = book.create_sheet("Formats")
    for number in range(1, 50):
        shown.cell(number, number).number_format = "0.00"
    shown["C3"] = "x"


@python("py-wide.xlsx", "1,500 columns")
def py_wide(book, sheet):
    sheet.append([f"column {number}" for number in range(1500)])
    sheet.append(list(range(1500)))


@makes("py-long.xlsx", "openpyxl", "20,000 rows, written as a stream")
def py_long(path):
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Long")
    sheet.append(["number", "text", "date", "amount"])
    for number in range(20000):
        sheet.append([number, f"text {number % 97}", DAY + datetime.timedelta(days=number % 5000), number / 7])
    book.save(path)


@python("py-formulas.xlsx", "formulas without values", "formula")
def py_formulas(book, sheet):
    sheet.title = "Formulas"
    for number in range(1, 6):
        sheet.append([number, f"=A{number}*2", f'="t"&A{number}', f"=A{number}>2", f"=DATE(2024,A{number},1)", f"=1/(A{number}-3)"])
        sheet.cell(number, 5).number_format = "yyyy-mm-dd"
    sheet.append(["=SUM(A1:A5)", '=IF(TRUE,"","x")', "=SUM(Other!A1:A2)", "=NA()", "=TIME(13,5,0)", "end"])
    sheet.cell(6, 5).number_format = "hh:mm:ss"
    other = book.create_sheet("Other")
    other["A1"], other["A2"] = 10, 20


# XlsxWriter.

def written(name, features, *losses, **options):
    """Makes a workbook with XlsxWriter; the function gets it and its first sheet."""
    def add(function):
        def make(path):
            book = xlsxwriter.Workbook(path, options)
            function(book, book.add_worksheet())
            book.close()
        SHEET_DOCUMENTS.append((name, "XlsxWriter", features, losses, make))
        return function
    return add


@written("writer-values.xlsx", "texts, numbers, booleans, formatted empty cells, links and rich texts", "link", "format|rich")
def writer_values(book, sheet):
    bold, red = book.add_format({"bold": True}), book.add_format({"font_color": "red"})
    sheet.write_row(0, 0, ["head one", "head two", "head three"], bold)
    sheet.write_string(1, 0, "007")
    sheet.write_number(1, 1, 0.1 + 0.2)
    sheet.write_boolean(1, 2, True)
    sheet.write_blank(2, 0, None, red)
    sheet.write_url(2, 1, "https://example.org/", string="a link")
    sheet.write_url(3, 1, "internal:Sheet1!A1", string="inside")
    sheet.write_rich_string(3, 0, "some ", bold, "bold", " and ", red, "red", " text")
    sheet.write_string(4, 0, "=not a formula")
    sheet.write_string(4, 1, "_x0041_ and \x01 and \x0b")
    sheet.write_string(4, 2, "x" * 32767)
    sheet.write_string(5, 0, " a\r\nb\nc ")


@written("writer-inline.xlsx", "inline strings in constant memory", constant_memory=True)
def writer_inline(book, sheet):
    for number in range(50):
        sheet.write_row(number, 0, [f" text {number} ", number, f"line\n{number}", number % 2 == 0, "ä<&>\""])


@written("writer-dates.xlsx", "dates and moments with formats, seconds in fractions", remove_timezone=True)
def writer_dates(book, sheet):
    for number, code in enumerate(["yyyy-mm-dd", "d mmm yyyy", "dd/mm/yy hh:mm", "hh:mm:ss", "yyyy-mm-dd hh:mm:ss.000", "mmm", "h:mm AM/PM"]):
        form = book.add_format({"num_format": code})
        sheet.write_string(number, 0, code)
        sheet.write_datetime(number, 1, DAY, form)
        sheet.write_datetime(number, 2, MOMENT.replace(microsecond=250000), form)
        sheet.write_datetime(number, 3, TIME, form)


@written("writer-1904.xlsx", "dates that are counted from 1904", date_1904=True)
def writer_1904(book, sheet):
    form = book.add_format({"num_format": "yyyy-mm-dd"})
    for number, day in enumerate((DAY, datetime.date(1904, 1, 1), datetime.date(1904, 2, 29), datetime.date(9999, 12, 31))):
        sheet.write_datetime(number, 0, day, form)


@written("writer-formulas.xlsx", "formulas with stored values of every type, array formulas", "error", "formula")
def writer_formulas(book, sheet):
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    for number, (formula, value) in enumerate([("=1+2", 3), ('="a"&"b"', "ab"), ("=1=1", True), ("=1/0", "#DIV/0!"), ("=NA()", "#N/A"), ("=DATE(2024,1,31)", 45322), ("=0.1+0.2", 0.3)]):
        sheet.write_formula(number, 0, formula, day if "DATE" in formula else None, value)
        sheet.write_string(number, 1, "row " + str(number))
    sheet.write_array_formula("C1:C3", "{=A1:A3}", None, 3)
    sheet.write_dynamic_array_formula("D1", "=LEN(B1)", None, 5)


@written("writer-formats.xlsx", "percentages, currencies, fractions, scientific and text formats", "format|percent|currenc")
def writer_formats(book, sheet):
    for number, code in enumerate(["0%", "0.00%", "$#,##0.00", "[$€-407]#,##0.00", "#,##0.00 €", "# ?/?", "0.00E+00", "@", "0.0", "00000", "#,##0;[Red](#,##0)", "0.00;-0.00;\"zero\"", ";;;", "General", "\"about \"0", "[<0]\"minus\";0"]):
        form = book.add_format({"num_format": code})
        sheet.write_string(number, 0, code)
        sheet.write_number(number, 1, 1234.5678, form)
        sheet.write_number(number, 2, -0.125, form)
        sheet.write_number(number, 3, 0, form)


@written("writer-charts.xlsx", "a chart, a picture, a text box, a note, a sparkline, a button", "shape|text box", "sparkline", "control|button|macro", "chart", "picture|image", "comment|note")
def writer_charts(book, sheet):
    sheet.write_column("A1", [10, 40, 50, 20, 10])
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": "=Sheet1!$A$1:$A$5"})
    sheet.insert_chart("C1", chart)
    sheet.insert_image("C20", "a.png", {"image_data": io.BytesIO(png())})
    sheet.insert_textbox("E20", "text in a box")
    sheet.write_comment("A2", "a note")
    sheet.add_sparkline("B1", {"range": "Sheet1!A1:A5"})
    sheet.insert_button("G1", {"caption": "Press"})


@written("writer-layout.xlsx", "hidden rows and columns, groups, a filter, protection, merged cells, a hidden sheet", "filter", "pane", "protect", "hidden", "merge")
def writer_layout(book, sheet):
    for number in range(12):
        sheet.write_row(number, 0, [f"name{number % 3}", number, number * number])
    sheet.merge_range("E1:G2", "merged", book.add_format({"align": "center"}))
    sheet.set_row(4, None, None, {"hidden": True})
    sheet.set_row(5, None, None, {"level": 1, "hidden": True})
    sheet.set_column("C:C", 10, None, {"hidden": True})
    sheet.autofilter("A1:C12")
    sheet.filter_column("A", "x == name1")
    sheet.protect("secret")
    sheet.freeze_panes(1, 1)
    other = book.add_worksheet("Concealed")
    other.write("A1", "concealed")
    other.hide()
    book.add_worksheet("Deep").very_hidden()


@written("writer-table.xlsx", "a table with totals and calculated columns, a table without a head")
def writer_table(book, sheet):
    sheet.add_table("B3:D7", {"data": [["a", 1, 2], ["b", 3, 4], ["c", 5, 6]], "total_row": True, "columns": [{"header": "Name", "total_string": "Total"}, {"header": "One", "total_function": "sum", "total_value": 9}, {"header": "Two", "total_value": 12, "total_function": "sum"}]})
    sheet.add_table("F3:G4", {"data": [[1, 2], [3, 4]], "header_row": False})


# odfpy.

def open_document(name, features, *losses):
    """Makes a spreadsheet with odfpy; the function gets the document and a table that it fills."""
    def add(function):
        def make(path):
            document = OpenDocumentSpreadsheet()
            sheet = table.Table(name="Sheet")
            document.spreadsheet.addElement(sheet)
            function(document, sheet)
            document.save(path)
        SHEET_DOCUMENTS.append((name, "odfpy", features, losses, make))
        return function
    return add


def open_row(sheet, *cells, **attributes):
    line = table.TableRow(**attributes)
    for cell in cells:
        line.addElement(cell)
    sheet.addElement(line)


def open_cell(shown=None, kind="string", value=None, currency=None, **attributes):
    names = {"float": "value", "percentage": "value", "currency": "value", "date": "datevalue", "time": "timevalue", "boolean": "booleanvalue", "string": "stringvalue"}
    if shown is not None:
        attributes["valuetype"] = kind
    if value is not None:
        attributes[names[kind]] = value
    if currency:
        attributes["currency"] = currency
    cell = table.TableCell(**attributes)
    for line in [] if shown is None else shown.split("\n"):
        cell.addElement(text.P(text=line))
    return cell


@open_document("odf-values.ods", "values of every type", "currenc", "percent", "duration")
def odf_values(document, sheet):
    open_row(sheet, open_cell("text"), open_cell("1.5", "float", "1.5"), open_cell("15%", "percentage", "0.15"), open_cell("2 €", "currency", "2", "EUR"))
    open_row(sheet, open_cell("two\nlines"), open_cell("31 Jan", "date", "2024-01-31"), open_cell("31 Jan 13:05", "date", "2024-01-31T13:05:00"), open_cell("13:05", "time", "PT13H05M00S"))
    open_row(sheet, open_cell("TRUE", "boolean", "true"), open_cell("FALSE", "boolean", "false"), open_cell(), open_cell("26:30:15", "time", "PT26H30M15S"))
    open_row(sheet, open_cell("größer 日本 😀"), open_cell("1E+20", "float", "1E+20"), open_cell("-0.000001", "float", "-0.000001"), open_cell("=1+1"))


@open_document("odf-repeats.ods", "repeated rows, columns and cells")
def odf_repeats(document, sheet):
    sheet.addElement(table.TableColumn(numbercolumnsrepeated="1024"))
    open_row(sheet, open_cell("a"), open_cell("5", "float", "5", numbercolumnsrepeated="4"), open_cell(numbercolumnsrepeated="1019"))
    open_row(sheet, open_cell("same"), open_cell("1", "float", "1"), open_cell(numbercolumnsrepeated="1022"), numberrowsrepeated="5")
    open_row(sheet, open_cell(numbercolumnsrepeated="3"), open_cell("x"))
    open_row(sheet, open_cell(numbercolumnsrepeated="1024"), numberrowsrepeated="1048569")


@open_document("odf-spans.ods", "cells over several rows and columns", ("merge|span", 2))
def odf_spans(document, sheet):
    open_row(sheet, open_cell("wide", numbercolumnsspanned="3"), table.CoveredTableCell(numbercolumnsrepeated="2"), open_cell("d"))
    open_row(sheet, open_cell("tall", numberrowsspanned="2"), open_cell("b"), open_cell("c"), open_cell("d"))
    open_row(sheet, table.CoveredTableCell(), open_cell("b3"), open_cell("c3"), open_cell("d3"))


@open_document("odf-hidden.ods", "hidden rows and columns, a hidden sheet, several sheets", "hidden")
def odf_hidden(document, sheet):
    automatic = style.Style(name="concealed", family="table")
    automatic.addElement(style.TableProperties(display="false"))
    document.automaticstyles.addElement(automatic)
    sheet.addElement(table.TableColumn())
    sheet.addElement(table.TableColumn(visibility="collapse"))
    open_row(sheet, open_cell("a"), open_cell("hidden column"), open_cell("c"))
    open_row(sheet, open_cell("hidden row"), visibility="collapse")
    open_row(sheet, open_cell("filtered"), visibility="filter")
    open_row(sheet, open_cell("last"))
    other = table.Table(name="Concealed", stylename=automatic)
    open_row(other, open_cell("concealed"))
    document.spreadsheet.addElement(other)
    last = table.Table(name="Third & last")
    open_row(last, open_cell("third"))
    document.spreadsheet.addElement(last)


@open_document("odf-marks.ods", "notes and pictures at cells", "comment|annotation|note", "picture|image")
def odf_marks(document, sheet):
    noted = open_cell("noted")
    note = office.Annotation()
    note.addElement(dc.Creator(text="Me"))
    note.addElement(text.P(text="a note"))
    noted.addElement(note)
    pictured = open_cell("pictured")
    frame = draw.Frame(width="1cm", height="1cm")
    frame.addElement(draw.Image(href=document.addPictureFromString(png(), "image/png")))
    pictured.addElement(frame)
    open_row(sheet, noted, pictured)
    linked = open_cell()
    paragraph = text.P()
    paragraph.addElement(text.A(href="https://example.org/", text="a link"))
    linked.addElement(paragraph)
    linked.setAttribute("valuetype", "string")
    open_row(sheet, linked, open_cell("x"))


@open_document("odf-formulas.ods", "formulas with and without values", "formula")
def odf_formulas(document, sheet):
    open_row(sheet, open_cell("1", "float", "1"), open_cell("3", "float", "3", formula="of:=[.A1]+2"), open_cell(formula="of:=[.A1]+3"), open_cell("ab", "string", formula='of:="a"&"b"'), open_cell("end"))


def lines():
    """Returns the name, program, features and losses of each workbook."""
    for name, program, features, losses, *_ in SHEET_DOCUMENTS + MADE_DOCUMENTS:
        yield name, program, features, losses
    for name, source, features, losses in SAVED_DOCUMENTS:
        yield name, f"LibreOffice, from {source}", features, losses


def make(folder):
    """Makes all workbooks in a folder, and returns messages about missing programs."""
    need_packages()
    os.makedirs(folder, exist_ok=True)
    for name, _, _, _, function in SHEET_DOCUMENTS + MADE_DOCUMENTS:
        function(os.path.join(folder, name))
    return save_again(folder, SAVED_DOCUMENTS, {"table.csv": TABLE.encode()})


def main():
    arguments = sys.argv[1:]
    if arguments == ["--list"]:
        for name, program, features, losses in lines():
            print(f"{name}\t{program}\t{features}\t{'; '.join(loss if isinstance(loss, str) else f'{loss[0]}: {loss[1]}' for loss in losses)}")
        for name, expectation, seconds, megabytes, about, _ in HOSTILE:
            print(f"{name}\t{expectation}\t{seconds} s\t{megabytes} MB\t{about}")
    elif len(arguments) == 2 and arguments[0] == "--hostile":
        os.makedirs(arguments[1], exist_ok=True)
        print(sum(1 for _ in make_hostile(arguments[1])), "hostile workbooks")
    elif len(arguments) == 1 and not arguments[0].startswith("-"):
        missing = make(arguments[0])
        print(len([name for name in os.listdir(arguments[0]) if not name.startswith(".")]), "workbooks")
        if missing:
            print(missing, file=sys.stderr)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
