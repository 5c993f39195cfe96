#!/usr/bin/env python3
"""Compares the cells of workbooks as the program, openpyxl, odfpy and LibreOffice read them.

Usage: sheets.py PROFFER [--documents FOLDER] [--suite FOLDER] [--only TEXT] [--verbose] [--slow N]
       sheets.py PROFFER --hostile [--only TEXT] [--slow N] [--verbose]
       sheets.py --reader calamine|openpyxl [--documents FOLDER] [--only TEXT] [--verbose]

Makes the workbooks of sheet_documents.py, or reads those of the folder --documents; --suite adds your own workbooks below
a folder. The program converts each sheet to CSV. Each cell must be the value that openpyxl (of an Excel workbook) or odfpy
(of an OpenDocument spreadsheet) has and that LibreOffice writes. If these two differ, the table SETTLED says which one is
right by the rule of the standard, or gives the text; a difference that the table lacks fails, except below --suite. Numbers
must have all digits of the file. In JSON, numbers and booleans must have their types. The losses that sheet_documents.py
expects must be counted. The program must refuse encrypted workbooks with an error message. With --reader, another reader
takes the place of the program.

With --hostile, converts each hostile workbook with a limit on time and memory, and checks the expected outcome. --slow
multiplies the seconds, for builds that are not optimized. --verbose lists the losses and the settled differences.

LibreOffice's Calc and what sheet_documents.py needs must be installed. Ends with 1 if something failed, and with 2 if
something is missing.
"""

import fnmatch, json, os, re, shutil, subprocess, sys, tempfile, warnings
from collections import Counter, namedtuple
import sheet_documents
from attacks import attack
from office_program import words_of
from sheet_hostile import HOSTILE, make_hostile
from sheet_readings import *

ENDINGS = (".xlsx", ".xlsm", ".xltx", ".xltm", ".ods", ".ots", ".fods")
LIBRARY, OFFICE, EITHER = "library", "LibreOffice", "either"
# Where the two others differ, or are both wrong: names of workbooks, pattern of the place ("Sheet!A1"), which one is right or
# the possible texts (as "=text|text"), rule. The first line that fits is the one. Part 1 is that of ISO/IEC 29500, ODF is
# part 3 of OpenDocument 1.3.
NO_DATE = "part 1 §18.17.4.1: the first day of the system is the number 1; what a smaller number is, the standard does not say"
NO_VALUE = "part 1 §18.3.1.40 f, §18.3.1.96 v: the value of a formula is the stored one, and there is none"
ROW_ORDER = "part 1 §18.3.1.80 sheetData: rows are read in one pass; a row out of order is the next row, and a warning counts it"
SETTLED = [
    # Days of the year 1900 and before, and after 9999.
    ("made-serials.xlsx", r"![BC]1$", "=0|00:00:00|1899-12-31|1899-12-31T00:00:00|1899-12-30|1899-12-30T00:00:00", NO_DATE),
    ("made-serials.xlsx", r"![BC]2$", "=0.5|12:00:00|1899-12-31T12:00:00|1899-12-30T12:00:00", NO_DATE),
    ("made-serials.xlsx", r"![BC]([3-7]|8)$", LIBRARY, "part 1 §18.17.4.1: the day 1 is 1900-01-01, and the day 59 is 1900-02-28"),
    ("made-serials.xlsx", r"![BC]9$", "=60|1900-02-29|1900-02-29T00:00:00", "part 1 §18.17.4.1: the day 60 is 1900-02-29, which did not exist"),
    ("made-serials.xlsx", r"![BC]10$", "=60.5|1900-02-29T12:00:00", "part 1 §18.17.4.1: the day 60 is 1900-02-29, which did not exist"),
    ("made-serials*.xlsx", r"![BC]18$", "=-1|1899-12-29|1899-12-29T00:00:00|1899-12-30|1899-12-30T00:00:00|1903-12-31|1903-12-31T00:00:00", NO_DATE),
    ("made-serials*.xlsx", r"![BC]19$", "=-0.5|1899-12-29T12:00:00|1899-12-30T12:00:00|1903-12-31T12:00:00", NO_DATE),
    ("made-serials-1904.xlsx", r"![BC][12]$", OFFICE, "part 1 §18.17.4.1: the day 0 of the 1904 system is 1904-01-01"),
    ("made-serials-1904.xlsx", r"![BC]14$", "=2958465|10004-01-01|10004-01-01T00:00:00", "part 1 §18.17.4.1: the last day is 9999-12-31"),
    ("made-serials-1904.xlsx", r"![BC]15$", "=2958465.5|10004-01-01T12:00:00", "part 1 §18.17.4.1: the last day is 9999-12-31"),
    ("made-serials*.xlsx", r"![BC]16$", "=2958466|10000-01-01|10000-01-01T00:00:00|10004-01-02|10004-01-02T00:00:00", "part 1 §18.17.4.1: the last day is 9999-12-31"),
    ("made-serials*.xlsx", r"![BC]17$", "=1E10|10000000000|1E+10", "part 1 §18.17.4.1: the last day is 9999-12-31"),
    ("writer-1904.xlsx", "!A2$", OFFICE, "part 1 §18.17.4.1: the day 0 of the 1904 system is 1904-01-01"),
    ("made-built-in-formats.xlsx", r"!C(1[1-4]|19)$", "=06:00:00|0.25|1899-12-30T06:00:00|1899-12-31T06:00:00", NO_DATE),
    ("writer-dates.xlsx", r"!D[12356]$", "=13:05:00|0.545138888888889|0.5451388888888888|1899-12-30T13:05:00|1899-12-31T13:05:00", NO_DATE),
    # Formats.
    ("made-built-in-formats.xlsx", r"![BD]25$", LIBRARY, "part 1 §18.8.31: [h] is the number of hours that have passed"),
    ("made-eastern-formats.xlsx", "", OFFICE, "part 1 §18.8.30: these numbers are formats of dates"),
    ("made-custom-formats.xlsx", "!B45$", OFFICE, "part 1 §18.8.31: the character after * is repeated"),
    # Texts.
    ("made-escapes.xlsx", "!A3$", "=A|_x0041_", "part 1 §22.9.2.19 ST_Xstring: an escape is a character; for those that XML can have, it is not needed"),
    ("made-escapes.xlsx", "!A6$", "=é|_x00e9_", "part 1 §22.9.2.19 ST_Xstring: an escape is a character; for those that XML can have, it is not needed"),
    ("made-escapes.xlsx", "!A7$", "=😀|_xD83D__xDE00_", "part 1 §22.9.2.19 ST_Xstring: an escape is a character; for those that XML can have, it is not needed"),
    ("made-escapes.xlsx", "!A8$", LIBRARY, "part 1 §22.9.2.19 ST_Xstring: an escape has four hexadecimal digits"),
    ("made-escapes.xlsx", "!A10$", "=_A_|__x0041__", "part 1 §22.9.2.19 ST_Xstring: an escape is a character; for those that XML can have, it is not needed"),
    ("made-escapes.xlsx", "", OFFICE, "part 1 §22.9.2.19 ST_Xstring: an escape is a character"),
    ("writer-values.xlsx", "!(B5|A6)$", OFFICE, "part 1 §22.9.2.19 ST_Xstring: an escape is a character"),
    ("saved-rich.ods", "!B1$", LIBRARY, "ODF §6.1.2: spaces collapse, also over the borders of spans"),
    ("made-values.ods", "!D5$", LIBRARY, "ODF §6.1.2: spaces collapse"),
    ("made-values.ods", "!B5$", LIBRARY, "ODF §6.1.4 text:tab, §6.1.5 text:line-break"),
    ("saved-values.ods", "!A7$", LIBRARY, "ODF §6.1.4 text:tab"),
    # Cells.
    ("made-merged.xlsx", "", OFFICE, "part 1 §18.3.1.55 mergeCells: the merged cell shows the first one; values of the other cells stay values of the file"),
    ("made-odd-cells.xlsx", "!A4$", "=2", ROW_ORDER),
    ("made-odd-cells.xlsx", "!A5$", "=8", ROW_ORDER),
    ("made-odd-cells.xlsx", "!C5$", "=7", ROW_ORDER),
    ("made-odd-cells.xlsx", "!A6$", "=true", ROW_ORDER),
    ("made-odd-cells.xlsx", "!B6$", "=#REF!", ROW_ORDER),
    ("made-odd-cells.xlsx", "!(A2|C4|B5)$", "=", ROW_ORDER),
    ("made-covered.ods", "!C1$", "=covered|", "ODF §9.1.5 table:covered-table-cell: is not shown"),
    ("made-shared-formulas.xlsx", "!(B3|A6)$", LIBRARY, NO_VALUE),
    ("py-formulas.xlsx", "", LIBRARY, NO_VALUE),
    ("writer-formulas.xlsx", "!C[23]$", LIBRARY, "part 1 §18.3.1.96 v: the value of a formula is the stored one"),
    ("*-formulas.ods", r"![A-F]\d$", LIBRARY, "ODF §19, office:value-type: the value of a formula is the stored one"),
    ("saved-functions.fods", "!A3$", LIBRARY, "ODF §19, office:value-type: a boolean is a float where the file says so"),
    ("saved-values.ods", r"!C\d$", LIBRARY, "ODF §19, office:value-type: a boolean is a float where the file says so"),
    ("*values.ods", r"![A-D]\d$", LIBRARY, "ODF §19, office:value-type: the type is that of the value, and not of its format"),
    ("made-flat.fods", "!C", LIBRARY, "ODF §19, office:value-type: the type is that of the value, and not of its format"),
    ("saved-dates.fods", "![BC][47]$", LIBRARY, "ODF §19, office:time-value: a duration"),
]
# The types of JSON for the kinds of a cell.
JSON_KINDS = {"number": (int, float), "boolean": bool}
# What the program converted, or a reader that takes its place, of one sheet.
Converted = namedtuple("Converted", "cells rows columns report")


def place(row, column):
    """Returns the name of a cell, such as AB12."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"


class Program:
    """The program under test."""

    def __init__(self, path, folder):
        self.path, self.folder = os.path.abspath(path), folder

    def run(self, path, choice, kind):
        """Converts the sheet of a number or name, and returns the report and the text, or None."""
        out = os.path.join(self.folder, "table." + kind)
        if os.path.exists(out):
            os.unlink(out)
        command = [self.path, "convert", path, "--to", kind, "--table", str(choice), "-o", out, "--json"]
        try:
            run = subprocess.run(command, capture_output=True, timeout=300)
        except subprocess.TimeoutExpired:
            return {"result": "none", "message": "did not end in 300 seconds"}, None
        # The first report is that of the file; the last one is the sum.
        reports = [json.loads(line) for line in run.stdout.decode("utf-8", "replace").splitlines() if line.startswith("{")]
        report = reports[0] if reports else {"result": "none", "message": run.stderr.decode("utf-8", "replace")[-300:]}
        if not os.path.exists(out):
            return report, None
        with open(out, encoding="utf-8", newline="") as file:
            return report, file.read()

    def convert(self, path, choice):
        """Converts a sheet to CSV."""
        report, content = self.run(path, choice, "csv")
        return Converted(None, 0, 0, report) if content is None else Converted(*grid(content), report)

    def rows(self, path, choice):
        """Converts a sheet to JSON, and returns the values of each row that are not null, and whether a head is missing."""
        _, content = self.run(path, choice, "json")
        rows = json.loads(content) if content else []
        has_names = any(isinstance(row, dict) for row in rows)
        values = [[value for value in (row.values() if isinstance(row, dict) else row) if value is not None] for row in rows]
        return [row for row in values if row], has_names


class Stand:
    """A reader that takes the place of the program."""

    def __init__(self, name):
        self.name, self.last = name, (None, None)

    def sheets(self, path):
        return library_reading(path) if self.name == "openpyxl" else calamine_reading(path)

    def convert(self, path, number):
        if self.last[0] != path:
            try:
                self.last = (path, self.sheets(path))
            except Exception as error:
                self.last = (path, str(error))
        sheets = self.last[1]
        if not isinstance(sheets, list) or len(sheets) < number:
            return Converted(None, 0, 0, {"result": "none", "message": f"encrypted or not readable: {sheets}"})
        cells = {key: shown_cell(cell) for key, cell in sheets[number - 1].cells.items()}
        return Converted(cells, 0, 0, {"result": "converted", "losses": []})


def library_reading(path):
    return openpyxl_reading(path) if path.endswith(("x", "m")) else odf_reading(path)


def right_one(name, where, agreed, strict):
    """Returns what the table says about a place; None if it has no line for it."""
    for names, pattern, right, rule in SETTLED:
        if fnmatch.fnmatch(name, names) and re.search(pattern, where) and (right[0] == "=" or not agreed):
            return right, rule
    return None if strict or agreed else (EITHER, "")


def misplaced(mine, library, office, origin):
    """Returns the number of cells that fit no other reading, if the program's first cell is at a place."""
    wrong = 0
    for row, column in set(mine) | {(row - origin[0], column - origin[1]) for row, column in [*(library or ()), *(office or ())]}:
        text, there = mine.get((row, column), ""), (row + origin[0], column + origin[1])
        wrong += not (library is not None and is_same(text, library.get(there)) or office is not None and is_shown(text, office.get(there, "")))
    return wrong


def differences(name, sheet, converted, library, office, stored, strict, cases):
    """Yields the differences of a sheet; settled ones go to `cases`."""
    mine = converted.cells
    # Empty rows and columns before the first cell may be cut.
    origins = sorted({(0, 0), *(box(cells) for cells in (library, office) if cells)})
    origin = min(origins, key=lambda origin: misplaced(mine, library, office, origin))
    moved = {(row + origin[0], column + origin[1]): text for (row, column), text in mine.items()}
    if mine and converted.rows and (converted.rows > 1 + max(row for row, _ in mine) or converted.columns > 1 + max(column for _, column in mine)):
        yield f"{sheet}: empty rows or columns after the last cell: {converted.rows} × {converted.columns}"
    for key in sorted({*moved, *(library or ()), *(office or ())}):
        text, where = moved.get(key, ""), f"{sheet}!{place(*key)}"
        typed, shown = (library or {}).get(key), (office or {}).get(key, "")
        as_library = library is not None and is_same(text, typed)
        as_office = office is not None and is_shown(text, shown)
        told = f"{where}: program {text!r}, library {shown_cell(typed)!r}{'' if library is not None else ' (none)'}, LibreOffice {shown!r}{'' if office is not None else ' (none)'}"[:600]
        number = (stored or {}).get(key)
        if typed is not None and typed.kind == "number" and as_library and number is not None and not is_stored(text, number):
            yield f"{where}: program {text!r}, in the file {number!r}"
        if library is None or office is None:
            if not as_library and not as_office:
                yield told
            continue
        agreed = is_shown(shown_cell(typed), shown)
        settled = right_one(name, where, agreed, strict)
        if as_library and as_office and (settled is None or settled[0][0] != "="):
            continue
        if settled is None:
            yield told if agreed or not (as_library or as_office) else "not settled: " + told
            continue
        right, rule = settled
        good = {LIBRARY: as_library, OFFICE: as_office, EITHER: as_library or as_office}.get(right, text in right[1:].split("|"))
        cases.append((name, told, rule))
        if not good:
            yield f"{told}; right is {right.removeprefix('=')!r}: {rule}"


def type_flaws(sheet, rows, has_names, cells):
    """Yields the first row whose values in JSON do not have the types of the cells."""
    lines = {}
    for (row, column), cell in sorted(cells.items()):
        lines.setdefault(row, []).append(cell)
    lines = list(lines.values())[1 if has_names else 0:]
    if len(lines) != len(rows):
        yield f"{sheet}: {len(rows)} rows in JSON, {len(lines)} in the sheet"
    for values, line in zip(rows, lines):
        fits = len(values) == len(line) and all(isinstance(value, JSON_KINDS.get(cell.kind, str)) and (cell.kind == "boolean" or not isinstance(value, bool)) for value, cell in zip(values, line))
        if not fits:
            yield f"{sheet}: the types of {values[:9]} in JSON are not those of {[f'{cell.kind} {shown_cell(cell)}' for cell in line[:9]]}"
            break


def loss_flaws(expected, told):
    """Yields the losses that were expected and not counted."""
    for loss in expected:
        pattern, number = loss if isinstance(loss, tuple) else (loss, None)
        found = [one for one in told if re.search(pattern, f"{one['kind']} {one['detail']}", re.I)]
        if not found:
            yield f"no loss is counted of {pattern}"
        elif number is not None and sum(one["count"] for one in found) != number:
            yield f"{sum(one['count'] for one in found)} losses are counted of {pattern}, not {number}"


def one_workbook(path, name, program, office, expected, strict, cases):
    """Returns the flaws of a workbook and its losses."""
    if "encrypted" in name:
        converted = program.convert(path, 1)
        if converted.cells is not None:
            return ["it is encrypted and was converted"], []
        return [] if re.search("encrypt|password", words_of(converted.report), re.I) else [f"its refusal does not say that it is encrypted: {words_of(converted.report)[:200]}"], []
    try:
        library = library_reading(path)
    except Exception:
        library = None
    shown = office.get(path)
    names = [sheet.name for sheet in library] if library is not None else list(shown or ["1"])
    numbers = stored_numbers(path) if path.endswith(("x", "m")) else []
    flaws, losses = [], {}
    for number, sheet in enumerate(names, 1):
        # A number is first the name of a sheet.
        choice = sheet if isinstance(program, Program) and str(number) in names else number
        converted = program.convert(path, choice)
        if converted.cells is None:
            flaws.append(f"{sheet}: not converted: {words_of(converted.report)[:200]}")
            continue
        steps = " ".join(converted.report.get("plan", {}).get("steps", []))
        if re.search("LibreOffice|soffice|ssconvert", steps):
            flaws.append("another program has read it")
        for loss in converted.report.get("losses", []):
            losses.setdefault((loss["kind"], loss["detail"], loss["count"]), loss)
        found, before = len(flaws), len(cases)
        flaws += differences(name, sheet, converted, library[number - 1].cells if library is not None else None, (shown or {}).get(sheet) if shown is not None else None,
                             numbers[number - 1] if number <= len(numbers) and isinstance(program, Program) else None, strict, cases)
        if isinstance(program, Program) and library is not None and len(flaws) == found and len(cases) == before:
            flaws += type_flaws(sheet, *program.rows(path, choice), library[number - 1].cells)
    if isinstance(program, Program):
        flaws += loss_flaws(expected, list(losses.values()))
    return flaws, list(losses.values())


def compare(options):
    folder, documents = options["scratch"], options["documents"]
    if not documents:
        documents = os.path.join(folder, "documents")
        missing = sheet_documents.make(documents)
        if missing:
            print(missing)
    paths, own = [], {name: losses for name, _, _, losses in sheet_documents.lines()}
    for root in [documents, options["suite"]]:
        for base, _, names in os.walk(root or "/nonexistent"):
            paths += [os.path.join(base, name) for name in names if name.endswith(ENDINGS) and options["only"] in name]
    paths.sort()
    office = office_readings(paths, folder)
    program = Program(options["program"], folder) if options["program"] else Stand(options["reader"])
    cases, counts, kinds = [], Counter(), Counter()
    for path in paths:
        name = os.path.basename(path)
        flaws, losses = one_workbook(path, name, program, office, own.get(name, ()), name in own, cases)
        kinds.update(f"{loss['kind']}: {loss['detail']}" for loss in losses)
        counts["failed" if flaws else "agreed"] += 1
        print(f"{'FAILED' if flaws else 'ok    '} {name}: {len(losses)} losses" + "".join(f"\n    {flaw}" for flaw in flaws[:None if options["verbose"] else 12]))
        if options["verbose"]:
            for loss in losses:
                print(f"    lost: {loss['kind']}, {loss['count']}, {loss['detail']}")
    if options["verbose"]:
        for name, told, rule in cases:
            print(f"by rule: {name}, {told}: {rule}")
    print(f"{len(paths)} workbooks, {counts['agreed']} agreed, {counts['failed']} failed, {len(cases)} settled differences, {sum(kinds.values())} losses of {len(kinds)} kinds")
    return counts["failed"]


def main():
    options = {"documents": None, "suite": None, "only": "", "verbose": False, "hostile": False, "slow": 1.0, "program": None, "reader": None}
    arguments = sys.argv[1:]
    while arguments:
        word = arguments.pop(0)
        name = word.lstrip("-")
        if word in ("--verbose", "--hostile"):
            options[name] = True
        elif word in ("--documents", "--suite", "--only", "--slow", "--reader") and arguments:
            options[name] = float(arguments.pop(0)) if name == "slow" else arguments.pop(0)
        elif not word.startswith("-") and options["program"] is None:
            options["program"] = word
        else:
            sys.exit(__doc__)
    if (options["program"] is None) == (options["reader"] is None) or options["reader"] and options["hostile"]:
        sys.exit(__doc__)
    if shutil.which("soffice") is None and not options["hostile"]:
        print("missing: soffice; apt-get install libreoffice-calc-nogui")
        sys.exit(2)
    if not options["hostile"]:
        sheet_documents.need_packages()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as options["scratch"]:
        sys.exit(1 if (attack(options, HOSTILE, make_hostile, ("csv", "html")) if options["hostile"] else compare(options)) else 0)


main()
