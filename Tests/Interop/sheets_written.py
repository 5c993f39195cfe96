#!/usr/bin/env python3
"""Compares the workbooks that the program wrote with their source, cell by cell, using other programs.

Usage: sheets_written.py PROFFER [--format xlsx|ods] [--random N] [--seed N] [--only TEXT] [--keep FOLDER]

Converts handwritten and random tables in CSV (with and without --typed) and JSON to xlsx and ods with the program.
openpyxl, pandas, calamine and LibreOffice must find the same value of the same type in each cell. Texts such as
`=1+1` must not be formulas, the first row must be bold and stay visible, and the same table must give the same bytes.

Differences that are settled: these programs drop the tabs (`text:tab`) in cells of ods, LibreOffice 7.4 also those that
it wrote itself, and those in cells with several lines of xlsx; so content.xml is compared by the rules of the standard as
well. LibreOffice writes 15 digits of a
number, fewer digits of a second, and the formula TRUE() for a boolean of xlsx.

openpyxl, pandas, odfpy, python-calamine and LibreOffice's Calc must be installed. Ends with 1 if something failed, and
with 2 if something is missing.
"""

import csv, datetime, io, json, os, random, re, shutil, subprocess, sys, tempfile, zipfile
from decimal import Decimal
from xml.etree import ElementTree

try:
    import odf.opendocument, openpyxl, pandas, python_calamine
except ImportError as error:
    print(f"missing: {error.name}", file=sys.stderr)
    sys.exit(2)

FORMATS = {"xlsx": "org.openxmlformats.spreadsheetml.sheet", "ods": "org.oasis-open.opendocument.spreadsheet"}


# Values. None is an empty cell.

def exact(text):
    """The number of a spelling in JSON's grammar, or the text where a 64-bit number does not hold it."""
    number, digits = float(text), Decimal(text)
    if digits == digits.to_integral_value() and "." not in text and "e" not in text.lower():
        return int(text) if abs(number) != float("inf") and int(number) == int(text) else text
    count = len(digits.normalize().as_tuple().digits)
    return number if abs(number) != float("inf") and Decimal(f"%.{count - 1}e" % number) == digits else text


def moment(text):
    """The date, time or date and time of a text in the form of RFC 3339."""
    kind = datetime.datetime if "T" in text or " " in text else datetime.time if ":" in text else datetime.date
    if "." in text:
        text += "0" * (6 - len(text.split(".")[1]))
    return kind.fromisoformat(text)


def norm(value):
    """A value in the form in which it is compared: all readers have datetime for dates, and no difference of 1 and 1.0."""
    if value is None or value == "" or isinstance(value, float) and value != value:
        return None
    if isinstance(value, bool):
        return value
    if isinstance(value, pandas.Timestamp):
        value = value.to_pydatetime()
    if isinstance(value, datetime.timedelta):
        value = (datetime.datetime.min + value).time()
    if isinstance(value, datetime.datetime):
        return "moment", value
    if isinstance(value, datetime.date):
        return "moment", datetime.datetime(value.year, value.month, value.day)
    if isinstance(value, datetime.time):
        return "time", value
    if isinstance(value, (int, float)):
        return "number", float(value)
    return str(value)


def same(reader, left, right):
    left, right = norm(left), norm(right)
    isOffice = reader == "LibreOffice"
    if isinstance(left, tuple) and isinstance(right, tuple) and left[0] == right[0]:
        kind, (left, right) = left[0], (left[1], right[1])
        if kind == "number":
            return left == right or isOffice and abs(left - right) <= abs(left) * 1e-14
        if kind == "time":
            day = datetime.date(2000, 1, 1)
            left, right = datetime.datetime.combine(day, left), datetime.datetime.combine(day, right)
        # Readers compute times from fractions of a day.
        return abs((left - right).total_seconds()) < (0.1001 if isOffice else 0.0011)
    return type(left) is type(right) and left == right


# Tables: the source, the options of the program, and the rows that readers must find.

def table_text(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def texts(rows):
    return [[text or None for text in row] for row in rows]


HANDWRITTEN = [
    ["word", "code", "formula", "space", "lines"],
    ["MARCH1", "007", "=1+1", " edge ", "one\ntwo"], ["SEPT2", "1e3", "+1", "two  inside", "\nfirst"],
    ["2024-01-31", "-0", "@SUM(A1)", "tab\there", "last\n"], ["TRUE", "1,5", "-2", "é 日本語 😀", "a\n\nb"],
    ["#DIV/0!", "50%", "=HYPERLINK(\"http://a.b\")", "_x0041_", "\"quoted\""], ["", "£3", "'apostrophe", "<b>&amp;</b>", ""],
    ["long", "x" * 300, "y" * 20000, "z" * 255, "e\u0301"],
]
TYPED = [
    ["integer", "real", "boolean", "date", "time", "moment", "code", "fraction"],
    ["1", "0.1", "true", "2024-01-31", "13:05:00", "2024-01-31T13:05:00", "007", "00:00:00.25"],
    ["-9007199254740992", "1.50", "FALSE", "1900-03-01", "00:00:00", "1999-12-31 23:59:59", "x", "23:59:59.999"],
    ["9007199254740993", "3.14159265358979323846", "true", "2199-12-31", "23:59:59", "2024-02-29T00:00:00.5", "", "12:00:00"],
    ["100000000000000000000", "1e300", "", "", "", "", "1", ""], ["0", "2.0", "false", "2000-02-29", "06:00:00", "1970-01-01T00:00:00", "2", "00:00:00.001"],
    ["5", "0.30000000000000004", "true", "2024-12-31", "12:34:56", "2038-01-19T03:14:08", "", "01:02:03.004"],
]


def typed_value(kind, text):
    if text == "":
        return None
    if kind == "number":
        return exact(text)
    if kind == "boolean":
        return text.lower() == "true"
    return moment(text) if kind == "moment" else text


def typed_rows(rows, kinds):
    return [rows[0]] + [[typed_value(kind, text) for kind, text in zip(kinds, row)] for row in rows[1:]]


class Tables:
    PIECES = ["a", "word", "007", "1", "=", "+", "-", "@", ",", ";", "\"", "'", " ", "  ", "\n", "\t", "é", "日本語", "😀", "<", "&", "]]>", "_x000A_", "e\u0301", "TRUE", "2024-01-31", "1/2", "0x1F", "%", "€"]

    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        return "".join(self.random.choice(self.PIECES) for _ in range(self.random.choice([0, 1, 1, 2, 3, 6])))

    def number(self):
        pick = self.random.randrange(6)
        if pick == 0:
            return str(self.random.randrange(-10 ** 20, 10 ** 20))
        if pick == 1:
            return repr(self.random.uniform(-1e6, 1e6))
        if pick == 2:
            return f"{self.random.randrange(1, 99)}.{self.random.randrange(10 ** 17)}"
        if pick == 3:
            return f"{self.random.randrange(1, 9)}.{self.random.randrange(100)}e{self.random.randrange(-250, 250)}"
        return str(self.random.randrange(-1000, 1000)) if pick == 4 else f"{self.random.randrange(1000)}.{self.random.randrange(10)}{self.random.randrange(10)}"

    def moment(self, kind):
        day = datetime.date(1900, 3, 1) + datetime.timedelta(self.random.randrange(110000))
        time = datetime.time(self.random.randrange(24), self.random.randrange(60), self.random.randrange(60), self.random.choice([0, 0, 1000, 250000, 999000]))
        clock = time.isoformat("milliseconds" if time.microsecond else "seconds")
        return str(day) if kind == "date" else clock if kind == "time" else f"{day}T{clock}"

    def header(self, width):
        return [f"column {self.random.choice('abc')}{number}" for number in range(width)]

    def texts(self):
        width = self.random.randrange(2, 7)
        # A text in the last column and row keeps the size of the table.
        rows = [[self.text() for _ in range(width)] for _ in range(self.random.randrange(1, 20))] + [["end"] * width]
        return [self.header(width)] + rows

    def typed(self):
        kinds = [self.random.choice(["number", "boolean", "date", "time", "datetime", "text"]) for _ in range(self.random.randrange(2, 7))]
        make = {"number": self.number, "boolean": lambda: self.random.choice(["true", "false", "TRUE"]), "text": lambda: "t" + self.text()}
        def cell(kind, isLast):
            if not isLast and self.random.random() < 0.1:
                return ""
            return make[kind]() if kind in make else self.moment(kind)
        count = self.random.randrange(1, 20)
        rows = [[cell(kind, number == count) for kind in kinds] for number in range(count + 1)]
        return [self.header(len(kinds))] + rows, ["moment" if kind in ("date", "time", "datetime") else kind for kind in kinds]

    def values(self):
        """Rows of JSON values: the text of JSON, and the cells."""
        width = self.random.randrange(2, 6)
        header = self.header(width)
        def cell():
            pick = self.random.randrange(6)
            if pick == 0:
                return self.random.choice([("true", True), ("false", False)])
            if pick == 1:
                number = self.number()
                return number, exact(number)
            if pick == 2:
                return self.random.choice([('[1,"x"]', '[1,"x"]'), ('{"a":[true]}', '{"a":[true]}'), ("null", None)])
            text = "t" + self.text()
            return json.dumps(text), text
        rows = [[cell() for _ in range(width)] for _ in range(self.random.randrange(1, 15))]
        members = [", ".join(f"{json.dumps(name)}: {value[0]}" for name, value in zip(header, row)) for row in rows]
        return "[" + ", ".join("{" + line + "}" for line in members) + "]", [header] + [[value[1] for value in row] for row in rows]


def sources(folder, count, seed):
    """Writes the sources, and returns the options and rows of each."""
    made = {}
    def add(name, content, options, rows):
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
            file.write(content)
        made[name] = options, rows
    add("handwritten.csv", table_text(HANDWRITTEN), ["--header", "yes"], texts(HANDWRITTEN))
    kinds = ["number", "number", "boolean", "moment", "moment", "moment", "text", "moment"]
    add("typed.csv", table_text(TYPED), ["--header", "yes", "--typed"], typed_rows(TYPED, kinds))
    add("not-typed.csv", table_text(TYPED), ["--header", "yes"], texts(TYPED))
    add("headless.csv", table_text(TYPED[1:]), ["--header", "no"], texts(TYPED[1:]))
    tables = Tables(seed)
    for number in range(count):
        rows = tables.texts()
        add(f"random-{number}-texts.csv", table_text(rows), ["--header", "yes"], texts(rows))
        rows, kinds = tables.typed()
        add(f"random-{number}-typed.csv", table_text(rows), ["--header", "yes", "--typed"], typed_rows(rows, kinds))
        content, rows = tables.values()
        add(f"random-{number}-values.json", content, [], rows)
    return made


# Readers: each returns the rows of the first sheet.

def read_openpyxl(path):
    sheet = openpyxl.load_workbook(path).worksheets[0]
    for row in sheet.iter_rows():
        for cell in row:
            if cell.data_type == "f":
                raise ValueError(f"{cell.coordinate} is a formula")
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def read_pandas(path):
    frame = pandas.read_excel(path, header=None, dtype=object, keep_default_na=False, na_filter=False, engine={".xlsx": "openpyxl", ".ods": "odf"}[os.path.splitext(path)[1]])
    return frame.values.tolist()


def read_content(path):
    with zipfile.ZipFile(path) as package:
        return open_rows(ElementTree.fromstring(package.read("content.xml")))


def read_calamine(path):
    return python_calamine.CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python(skip_empty_area=False)


OFFICE, TABLE, TEXT = (f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("office", "table", "text"))


def paragraph(element):
    words = element.text or ""
    for child in element:
        if child.tag == TEXT + "s":
            words += " " * int(child.get(TEXT + "c", "1"))
        elif child.tag == TEXT + "tab":
            words += "\t"
        elif child.tag == TEXT + "line-break":
            words += "\n"
        else:
            words += paragraph(child)
        words += child.tail or ""
    return words


def open_value(cell):
    kind = cell.get(OFFICE + "value-type")
    formula = cell.get(TABLE + "formula")
    if formula in ("of:=TRUE()", "of:=FALSE()"):
        return formula == "of:=TRUE()"
    if formula:
        raise ValueError("a cell is a formula")
    if kind is None:
        return None
    if kind == "float":
        return float(cell.get(OFFICE + "value"))
    if kind == "boolean":
        return cell.get(OFFICE + "boolean-value") == "true"
    if kind == "date":
        text = cell.get(OFFICE + "date-value")
        head, dot, fraction = text.partition(".")
        return datetime.datetime.fromisoformat(head + (dot + fraction[:6].ljust(6, "0") if dot else ""))
    if kind == "time":
        hours, minutes, seconds = re.fullmatch(r"PT(\d+)H(\d+)M([\d.]+)S", cell.get(OFFICE + "time-value")).groups()
        return datetime.time(int(hours), int(minutes), int(float(seconds)), round(float(seconds) % 1 * 1_000_000) % 1_000_000)
    return "\n".join(paragraph(line) for line in cell.findall(TEXT + "p"))


def open_rows(root):
    rows = []
    for row in root.iter(TABLE + "table-row"):
        cells = []
        for cell in row:
            if cell.tag != TABLE + "table-cell":
                continue
            value = open_value(cell)
            cells += [value] * (int(cell.get(TABLE + "number-columns-repeated", "1")) if value is not None or len(cells) < 100 else 1)
        while cells and cells[-1] is None:
            cells.pop()
        repeated = int(row.get(TABLE + "number-rows-repeated", "1"))
        rows += [cells] * min(repeated, 100)
    return rows


def flatten(paths, folder):
    """LibreOffice's flat spreadsheet of each workbook, or None."""
    results = {}
    for start in range(0, len(paths), 60):
        inside, outside = os.path.join(folder, f"in-{start}"), os.path.join(folder, f"out-{start}")
        os.makedirs(inside)
        names = {}
        for number, path in enumerate(paths[start:start + 60]):
            names[path] = f"{number:04}"
            shutil.copy(path, os.path.join(inside, names[path] + os.path.splitext(path)[1]))
        command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "fods", "--outdir", outside]
        try:
            subprocess.run(command + sorted(os.path.join(inside, name) for name in os.listdir(inside)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600)
        except subprocess.TimeoutExpired:
            print("LibreOffice did not end in 600 seconds", file=sys.stderr)
        for path, name in names.items():
            result = os.path.join(outside, name + ".fods")
            results[path] = ElementTree.parse(result).getroot() if os.path.exists(result) else None
    return results


# Checks.

def differences(reader, rows, found, tabless):
    # Empty rows at the end are not written.
    rows, found = list(rows), [list(row) for row in found]
    for some in (rows, found):
        while some and all(norm(value) is None for value in some[-1]):
            some.pop()
    if len(found) != len(rows):
        yield f"{reader}: {len(found)} rows instead of {len(rows)}"
    count = 0
    for number, (row, other) in enumerate(zip(rows, found), 1):
        width = max(len(row), len(other))
        for column, (value, there) in enumerate(zip(list(row) + [None] * (width - len(row)), other + [None] * (width - len(other))), 1):
            if isinstance(value, str) and (tabless or reader == "LibreOffice" and "\n" in value):
                value = value.replace("\t", "")
            if not same(reader, value, there) and count < 3:
                count += 1
                yield f"{reader}: row {number}, column {column}: {value!r:.60} became {there!r:.60}"


def look_faults(form, path, has_heading):
    if form == "xlsx":
        sheet = openpyxl.load_workbook(path).worksheets[0]
        if (sheet.freeze_panes == "A2") != has_heading:
            yield f"the first row is {'not ' if has_heading else ''}frozen"
        for cell in sheet[1]:
            if cell.value is not None and bool(cell.font.b) != has_heading:
                yield f"{cell.coordinate} is {'not ' if has_heading else ''}bold"
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            if name.endswith((".xml", ".rels")):
                ElementTree.fromstring(package.read(name))
        if form == "ods":
            config = "{urn:oasis:names:tc:opendocument:xmlns:config:1.0}"
            settings = ElementTree.fromstring(package.read("settings.xml"))
            split = [item.text for item in settings.iter(config + "config-item") if item.get(config + "name") == "VerticalSplitPosition"]
            if (split == ["1"]) != has_heading:
                yield f"the first row is {'not ' if has_heading else ''}frozen"
            content = ElementTree.fromstring(package.read("content.xml"))
            bold = {cell.get(TABLE + "style-name") for row in content.iter(TABLE + "table-header-rows") for cell in row.iter(TABLE + "table-cell")}
            if bold - {None} != ({"Heading"} if has_heading else set()):
                yield f"the first row has the styles {bold}"


READERS = {"xlsx": {"openpyxl": read_openpyxl, "pandas": read_pandas, "calamine": read_calamine}, "ods": {"pandas": read_pandas, "calamine": read_calamine, "content.xml": read_content}}


def check(form, path, flat, rows, has_heading):
    if flat is None:
        yield "LibreOffice does not open it"
        return
    for reader, read in {**READERS[form], "LibreOffice": lambda _: open_rows(flat)}.items():
        try:
            yield from differences(reader, rows, read(path), form == "ods" and reader != "content.xml")
        except Exception as error:
            yield f"{reader}: {type(error).__name__}: {error}"
    yield from look_faults(form, path, has_heading)


def run(options):
    folder = options["keep"] or options["scratch"]
    source = os.path.join(folder, "source")
    os.makedirs(source, exist_ok=True)
    names = {name: given for name, given in sources(source, int(options["random"]), int(options["seed"])).items() if options["only"] in name}
    failed = number = 0
    for form in [options["format"]] if options["format"] else FORMATS:
        out = os.path.join(folder, form)
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        paths = {}
        for name, (words, rows) in names.items():
            path, again = os.path.join(out, name + "." + form), os.path.join(out, "again." + form)
            for result in (path, again):
                made = subprocess.run([os.path.abspath(options["program"]), "convert", os.path.join(source, name), *words, "--to", FORMATS[form], "-o", result], capture_output=True, timeout=120)
                if made.returncode:
                    print(f"FAILED {name} to {form}: {made.stderr.decode()[-300:]}")
            if os.path.exists(path) and os.path.exists(again):
                paths[name] = path
                with open(path, "rb") as first, open(again, "rb") as second:
                    if first.read() != second.read():
                        failed += 1
                        print(f"FAILED {name} to {form}: the same table gave other bytes")
                os.remove(again)
        flats = flatten(list(paths.values()), tempfile.mkdtemp(dir=options["scratch"]))
        for name, (words, rows) in names.items():
            number += 1
            faults = list(check(form, paths[name], flats[paths[name]], rows, "no" not in words)) if name in paths else ["not converted"]
            failed += bool(faults)
            for fault in faults:
                print(f"FAILED {name} to {form}: {fault}")
    print(f"{number - failed} of {number} workbooks are as expected (seed {options['seed']})")
    return 1 if failed else 0


def main(words):
    options = {"format": "", "random": "20", "seed": "1", "only": "", "keep": "", "program": ""}
    words = list(words)
    while words:
        word = words.pop(0)
        if word in ("--format", "--random", "--seed", "--only", "--keep") and words:
            options[word[2:]] = words.pop(0)
        elif not word.startswith("-") and not options["program"]:
            options["program"] = word
        else:
            print(__doc__, file=sys.stderr)
            return 2
    if not options["program"]:
        print(__doc__, file=sys.stderr)
        return 2
    if not shutil.which("soffice"):
        print("missing: soffice", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as scratch:
        options["scratch"] = scratch
        return run(options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
