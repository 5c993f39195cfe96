"""The cells of a workbook as several programs read them: openpyxl, odfpy, LibreOffice, calamine and the program.

A reading is a list of sheets, and a sheet has a name and a dictionary of the cells that are not empty by their row and
column, counted from 0. openpyxl, odfpy and calamine return typed values. LibreOffice's CSV and the program's CSV have
texts; LibreOffice's numbers have 15 digits, and its dates have the form of the language.
"""

import csv, datetime, decimal, io, os, re, shutil, subprocess, zipfile
from collections import namedtuple
from urllib.parse import unquote
from xml.etree import ElementTree

Sheet = namedtuple("Sheet", "name cells")
# The kinds of a value: text, number, boolean, moment, time (of a day, or a duration, in seconds), error.
Cell = namedtuple("Cell", "kind value")
ERRORS = {"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#GETTING_DATA", "#SPILL!", "#CALC!"}
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
DATE = re.compile(r"(\d{4,})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?")
AMERICAN = re.compile(r"(\d\d)/(\d\d)/(\d{4})(?: (\d\d):(\d\d):(\d\d))?")
GERMAN = re.compile(r"(\d\d)\.(\d\d)\.(\d{4})(?: (\d\d):(\d\d):(\d\d))?")
CLOCK = re.compile(r"(-?)(\d+):(\d\d):(\d\d(?:\.\d+)?)( [AP]M)?")
# LibreOffice's form of a time with fractions of seconds.
STOPWATCH = re.compile(r"(\d\d):(\d\d\.\d+)")
PERIOD = re.compile(r"(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?")


# Texts.

def moment_of(text):
    """Returns the seconds since 1970 of a date or a moment, or None."""
    if match := DATE.fullmatch(text):
        year, month, day, hour, minute, second = match.groups()
    elif match := AMERICAN.fullmatch(text):
        month, day, year, hour, minute, second = match.groups()
    elif match := GERMAN.fullmatch(text):
        day, month, year, hour, minute, second = match.groups()
    else:
        return None
    try:
        days = datetime.date(int(year), int(month), int(day)).toordinal() - 719163
    except ValueError:
        return None
    return days * 86400 + int(hour or 0) * 3600 + int(minute or 0) * 60 + float(second or 0)


def period_of(text):
    """Returns the seconds of a time of a day or of a duration, or None."""
    match = CLOCK.fullmatch(text)
    if match:
        sign, hour, minute, second, half = match.groups()
        hour = int(hour) if half is None else int(hour) % 12 + (12 if half == " PM" else 0)
        return (-1 if sign else 1) * (hour * 3600 + int(minute) * 60 + float(second))
    if match := STOPWATCH.fullmatch(text):
        return int(match[1]) * 60 + float(match[2])
    match = PERIOD.fullmatch(text)
    if match and text not in ("P", "-P", "PT", "-PT"):
        sign, day, hour, minute, second = match.groups()
        return (-1 if sign else 1) * (int(day or 0) * 86400 + int(hour or 0) * 3600 + int(minute or 0) * 60 + float(second or 0))
    return None


def lines(text):
    return text.replace("\r\n", "\n").replace("\r", "\n")


def cell_of(value):
    """Returns the cell of a typed value of Python, or None for an empty one."""
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return Cell("boolean", value)
    if isinstance(value, (int, float)):
        return Cell("number", value)
    if isinstance(value, datetime.datetime):
        return Cell("moment", moment_of(value.isoformat()))
    if isinstance(value, datetime.date):
        return Cell("moment", moment_of(value.isoformat()))
    if isinstance(value, datetime.time):
        return Cell("time", value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6)
    if isinstance(value, datetime.timedelta):
        return Cell("time", value.total_seconds())
    text = lines(str(value))
    return Cell("error" if text in ERRORS else "text", text)


def is_same(text, cell, seconds=0.002):
    """Returns whether a text of the program is the value of a typed cell, or of a cell that is missing."""
    text = lines(text)
    if cell is None:
        return text == ""
    if cell.kind == "number":
        if not NUMBER.fullmatch(text):
            return False
        mine = float(text)
        return mine == float(cell.value)
    if cell.kind == "boolean":
        return text == ("true" if cell.value else "false")
    if cell.kind == "moment":
        mine = moment_of(text)
        return mine is not None and DATE.fullmatch(text) and abs(mine - cell.value) <= seconds
    if cell.kind == "time":
        mine = period_of(text)
        return mine is not None and not text.endswith((" AM", " PM")) and abs(mine - cell.value) <= seconds
    return text == cell.value


def is_shown(text, shown):
    """Returns whether a text of the program is the value of a text in LibreOffice's CSV."""
    text = lines(text)
    shown = lines(shown)
    if text == shown or text.casefold() == shown.casefold() and text in ("true", "false"):
        return True
    for reading in (moment_of, period_of):
        mine, other = reading(text), reading(shown)
        if mine is not None and other is not None:
            return abs(mine - other) <= 1
    if NUMBER.fullmatch(text):
        percent = shown.endswith("%") and NUMBER.fullmatch(shown[:-1])
        if percent or NUMBER.fullmatch(shown):
            mine, other = float(text), float(shown[:-1]) / 100 if percent else float(shown)
            return mine == other or abs(mine - other) <= abs(other) * 2e-14
    return False


def shown_cell(cell):
    """Returns the text of a typed cell as the program should write it, for messages and comparisons of readers."""
    if cell is None:
        return ""
    if cell.kind == "boolean":
        return "true" if cell.value else "false"
    if cell.kind == "number":
        return repr(cell.value)
    if cell.kind == "moment":
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=round(cell.value, 3))
        return moment.date().isoformat() if cell.value % 86400 == 0 else moment.isoformat()
    if cell.kind == "time":
        # The longest form of an hour has no limit, as for a duration.
        whole = round(abs(cell.value), 3)
        second = f"{whole % 60:06.3f}".rstrip("0").rstrip(".")
        return f"{'-' if cell.value < 0 else ''}{int(whole // 3600):02}:{int(whole % 3600 // 60):02}:{second}"
    return cell.value


def box(cells):
    """Returns the first row and the first column of the cells that are not empty."""
    return (min((row for row, _ in cells), default=0), min((column for _, column in cells), default=0))


# openpyxl, odfpy, calamine.

# The names of the strict form (part 1, Annex A) and of the transitional form (part 4).
STRICT_NAMES = {b"http://purl.oclc.org/ooxml/officeDocument/": b"http://schemas.openxmlformats.org/officeDocument/2006/",
                b"http://purl.oclc.org/ooxml/spreadsheetml/": b"http://schemas.openxmlformats.org/spreadsheetml/2006/",
                b"http://purl.oclc.org/ooxml/drawingml/": b"http://schemas.openxmlformats.org/drawingml/2006/"}


def transitional(path):
    """Returns a workbook in a form that openpyxl can open: a strict one, whose sheets it does not find, with transitional names."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    if not any(old in content for content in entries.values() for old in STRICT_NAMES):
        return path
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for name, content in entries.items():
            for old, new in STRICT_NAMES.items():
                content = content.replace(old, new)
            archive.writestr(name, content)
    return result


def openpyxl_reading(path):
    import openpyxl
    book = openpyxl.load_workbook(transitional(path), data_only=True)
    result = []
    for sheet in book.worksheets:
        cells = {}
        for row in sheet.iter_rows():
            for place in row:
                cell = cell_of(place.value)
                if cell is not None:
                    cells[(place.row - 1, place.column - 1)] = Cell("error", cell.value) if place.data_type == "e" else cell
        result.append(Sheet(sheet.title, cells))
    return result


def calamine_reading(path):
    import python_calamine
    book = python_calamine.CalamineWorkbook.from_path(path)
    result = []
    for name in book.sheet_names:
        cells = {}
        for row, line in enumerate(book.get_sheet_by_name(name).to_python(skip_empty_area=False)):
            for column, value in enumerate(line):
                cell = cell_of(value)
                if cell is not None:
                    cells[(row, column)] = cell
        result.append(Sheet(name, cells))
    return result


def odf_reading(path):
    """Reads an OpenDocument spreadsheet with odfpy, or a flat one with ElementTree."""
    if path.endswith(".fods"):
        root, walk = ElementTree.parse(path).getroot(), TreeWalk
    else:
        from odf.opendocument import load
        root, walk = load(path).topnode, OdfWalk
    body = next(node for node in walk.children(root) if walk.name(node) == "body")
    spreadsheet = next(node for node in walk.children(body) if walk.name(node) == "spreadsheet")
    return [open_sheet(walk, node) for node in walk.children(spreadsheet) if walk.name(node) == "table"]


class OdfWalk:
    """Names, attributes and children of odfpy's elements."""

    @staticmethod
    def name(node):
        return node.qname[1] if hasattr(node, "qname") and node.nodeType == 1 else ""

    @staticmethod
    def get(node, name):
        return next((str(value) for (_, key), value in node.attributes.items() if key == name), None)

    @staticmethod
    def children(node):
        return node.childNodes

    @staticmethod
    def pieces(node):
        """Yields the texts and elements of a paragraph."""
        for child in node.childNodes:
            yield child.data if child.nodeType in (3, 4) else child


class TreeWalk:
    """Names, attributes and children of ElementTree's elements."""

    @staticmethod
    def name(node):
        return node.tag.rsplit("}", 1)[-1] if isinstance(node.tag, str) else ""

    @staticmethod
    def get(node, name):
        return next((value for key, value in node.attrib.items() if key.rsplit("}", 1)[-1] == name), None)

    @staticmethod
    def children(node):
        return list(node)

    @staticmethod
    def pieces(node):
        yield node.text or ""
        for child in node:
            yield child
            yield child.tail or ""


SPACES = "\0"


def paragraph(walk, node):
    """Returns the text of a paragraph; spaces that stay are \\0."""
    result = ""
    for piece in walk.pieces(node):
        if isinstance(piece, str):
            result += re.sub(r"[ \t\r\n]+", " ", piece)
            continue
        name = walk.name(piece)
        if name == "s":
            result += SPACES * int(walk.get(piece, "c") or 1)
        elif name in ("tab", "line-break"):
            result += "\t" if name == "tab" else "\n"
        elif name not in ("annotation", "annotation-end", "note"):
            result += paragraph(walk, piece)
    return result


def open_text(walk, node):
    paragraphs = [re.sub(" +", " ", paragraph(walk, child)).strip(" ").replace(SPACES, " ") for child in walk.children(node) if walk.name(child) == "p"]
    return "\n".join(paragraphs)


def open_cell(walk, node):
    """Returns the typed cell of an element (ODF 1.3 part 3, §19.385 office:value-type)."""
    kind = walk.get(node, "value-type")
    if kind in ("float", "percentage", "currency"):
        return Cell("number", float(walk.get(node, "value")))
    if kind == "date":
        return Cell("moment", moment_of(walk.get(node, "date-value")))
    if kind == "time":
        return Cell("time", period_of(walk.get(node, "time-value")))
    if kind == "boolean":
        return Cell("boolean", walk.get(node, "boolean-value") == "true")
    text = open_text(walk, node)
    stored = walk.get(node, "string-value")
    return cell_of(text if not stored else stored)


def open_sheet(walk, table):
    cells, row = {}, 0

    def rows(parent):
        for child in walk.children(parent):
            if walk.name(child) in ("table-header-rows", "table-row-group", "table-rows"):
                yield from rows(child)
            elif walk.name(child) == "table-row":
                yield child
    for line in rows(table):
        repeated, column, filled = int(walk.get(line, "number-rows-repeated") or 1), 0, []
        for node in walk.children(line):
            if walk.name(node) not in ("table-cell", "covered-table-cell"):
                continue
            count = int(walk.get(node, "number-columns-repeated") or 1)
            cell = open_cell(walk, node)
            if cell is not None:
                filled += [(column + index, cell) for index in range(count)]
            column += count
        if filled:
            for index in range(repeated):
                cells.update({(row + index, place): cell for place, cell in filled})
        row += repeated
    return Sheet(walk.get(table, "name"), cells)


# The texts of numbers in a file.

def stored_numbers(path):
    """Returns the text of each number of an Excel workbook as it is in the file, by sheet, row and column."""
    result = []
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            main = next(name for name in names if name.endswith("workbook.xml"))
            folder = os.path.dirname(main)
            targets = {TreeWalk.get(node, "Id"): unquote(TreeWalk.get(node, "Target")) for node in ElementTree.fromstring(archive.read(f"{folder}/_rels/workbook.xml.rels"))}
            for node in ElementTree.fromstring(archive.read(main)).iter():
                if TreeWalk.name(node) != "sheet":
                    continue
                target = targets.get(TreeWalk.get(node, "id"), "")
                part = target[1:] if target.startswith("/") else os.path.normpath(os.path.join(folder, target))
                if "worksheets" in part:
                    result.append(sheet_numbers(ElementTree.fromstring(archive.read(part))) if part in names else {})
    except (zipfile.BadZipFile, StopIteration, KeyError, ElementTree.ParseError):
        return []
    return result


def sheet_numbers(root):
    cells, row = {}, -1
    for line in root.iter():
        if TreeWalk.name(line) != "row":
            continue
        row, column = int(line.get("r")) - 1 if line.get("r") else row + 1, -1
        for node in line:
            if TreeWalk.name(node) != "c":
                continue
            letters = re.match("[A-Z]*", node.get("r") or "")[0]
            column = column + 1
            if letters:
                column = 0
                for letter in letters:
                    column = column * 26 + ord(letter) - 64
                column -= 1
            value = next((child for child in node if TreeWalk.name(child) == "v"), None)
            if (node.get("t") or "n") == "n" and value is not None and value.text:
                cells[(row, column)] = value.text.strip()
    return cells


def is_stored(text, stored):
    """Returns whether two texts are the same decimal number, with all digits."""
    try:
        return decimal.Decimal(text) == decimal.Decimal(stored)
    except decimal.InvalidOperation:
        return True


# CSV.

def grid(content):
    """Returns the cells of a CSV that are not empty, and the numbers of its rows and columns."""
    csv.field_size_limit(1 << 30)
    rows = list(csv.reader(io.StringIO(content, newline="")))
    cells = {(row, column): text for row, line in enumerate(rows) for column, text in enumerate(line) if text != ""}
    return cells, len(rows), max(map(len, rows), default=0)


# Comma, quotation mark, UTF-8, from the first line; cells as they are stored and not as they are shown; all sheets.
RAW_CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"


def office_readings(paths, folder):
    """Returns LibreOffice's CSV of every sheet by its name, for each workbook that it opens."""
    results = {}
    for start in range(0, len(paths), 40):
        names = {}
        inside, outside = (os.path.join(folder, f"{name}-csv-{start}") for name in ("in", "out"))
        os.makedirs(inside)
        for number, path in enumerate(paths[start:start + 40]):
            shutil.copy(path, os.path.join(inside, f"{number:04}{os.path.splitext(path)[1]}"))
            names[f"{number:04}"] = path
        command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", RAW_CSV, "--outdir", outside]
        try:
            subprocess.run(command + sorted(os.path.join(inside, name) for name in os.listdir(inside)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=400)
        except subprocess.TimeoutExpired:
            print("LibreOffice did not end in 400 seconds")
        for name in sorted(os.listdir(outside)) if os.path.isdir(outside) else []:
            number, _, sheet = name.removesuffix(".csv").partition("-")
            with open(os.path.join(outside, name), encoding="utf-8-sig", newline="") as file:
                results.setdefault(names[number], {})[sheet] = grid(file.read())[0]
    return results
