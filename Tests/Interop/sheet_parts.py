"""Parts of workbooks as text: what sheet_documents.py, sheet_made.py and sheet_hostile.py share."""

from office_parts import OASIS, PACKAGE, RELATION, declarations, flat_open, minimal_open, relation

SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET_NAMESPACES = {
    "r": RELATION, "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "x14": "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main", "x14ac": "http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac",
    "xdr": "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing", "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
}
TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml."
SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


# Excel workbooks.

def cell(place, value=None, kind=None, style=None, formula=None):
    """A cell; without a place or a type the attribute is omitted, and without a value the element."""
    attributes = "".join(f' {name}="{given}"' for name, given in (("r", place), ("s", style), ("t", kind)) if given is not None)
    formula = "" if formula is None else formula if formula.startswith("<") else f"<f>{escaped(formula)}</f>"
    value = "" if value is None else value if value.startswith("<") else f"<v>{escaped(value)}</v>"
    return f"<c{attributes}>{formula}{value}</c>"


def inline(place, text):
    return cell(place, f'<is><t xml:space="preserve">{escaped(text)}</t></is>', "inlineStr")


def row(*cells, number=None, attributes=""):
    number = "" if number is None else f' r="{number}"'
    return f"<row{number}{attributes}>{''.join(cells)}</row>"


def sheet(*rows, before="", after=""):
    """The contents of a sheet; `before` and `after` are the elements around its rows."""
    return f"{before}<sheetData>{''.join(rows)}</sheetData>{after}"


def styles(formats=(), custom=()):
    """A part of styles: a cell format for each number of a format, and (number, code) of custom formats."""
    codes = "".join(f'<numFmt numFmtId="{number}" formatCode="{escaped(code).replace(chr(34), "&quot;")}"/>' for number, code in custom)
    cells = "".join(f'<xf numFmtId="{number}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' for number in (0, *formats))
    return (
        f'{HEAD}<styleSheet xmlns="{SHEET}">' + (f'<numFmts count="{len(custom)}">{codes}</numFmts>' if custom else "")
        + '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
        f'<cellXfs count="{len(formats) + 1}">{cells}</cellXfs></styleSheet>').encode()


def shared(*items):
    """A part of shared strings; an item is a text or elements."""
    items = "".join(f"<si>{item}</si>" if item.startswith("<") else f'<si><t xml:space="preserve">{escaped(item)}</t></si>' for item in items)
    return f'{HEAD}<sst xmlns="{SHEET}">{items}</sst>'.encode()


def sheet_part(content, root="worksheet", prefix=""):
    """A whole part of a sheet; with a prefix, its elements have it."""
    if not prefix:
        return f'{HEAD}<{root} xmlns="{SHEET}" {declarations(SHEET_NAMESPACES)}>{content}</{root}>'.encode()
    from re import sub
    content = sub(r"<(/?)([a-zA-Z]+)(?=[ />])", rf"<\1{prefix}:\2", content)
    return f'{HEAD}<{prefix}:{root} xmlns:{prefix}="{SHEET}" {declarations(SHEET_NAMESPACES)}>{content}</{prefix}:{root}>'.encode()


def workbook(*sheets, strings=None, formats=None, parts=None, properties="", main="sheet.main+xml", relations="", overrides="",
             after="", folder="xl/", types=True, prefix="", sheet_relations=None):
    """Returns the entries of an Excel package by their names.

    A sheet is (name, content) or (name, content, state). `strings` and `formats` are parts, `parts` further ones below
    the folder, `properties` the elements before the sheets and `after` those behind them. `sheet_relations` are the
    relationships of sheets by their index.
    """
    named = "".join(f'<sheet name="{escaped(name).replace(chr(34), "&quot;")}" sheetId="{index}" r:id="rId{index}"' + (f' state="{state[0]}"' if state else "") + "/>"
                    for index, (name, _, *state) in enumerate(sheets, 1))
    links = "".join(relation(f"rId{index}", "worksheet", f"worksheets/sheet{index}.xml") for index in range(1, len(sheets) + 1)) + relations
    listed = "".join(f'<Override PartName="/{folder}worksheets/sheet{index}.xml" ContentType="{TYPES}worksheet+xml"/>' for index in range(1, len(sheets) + 1))
    entries = {
        "_rels/.rels": (f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{relation("rId1", "officeDocument", folder + "workbook.xml")}</Relationships>').encode(),
        f"{folder}workbook.xml": sheet_part(f"{properties}<sheets>{named}</sheets>{after}", "workbook", prefix),
    }
    for index, (_, content, *_) in enumerate(sheets, 1):
        entries[f"{folder}worksheets/sheet{index}.xml"] = content if isinstance(content, bytes) else sheet_part(content, prefix=prefix)
        if sheet_relations and index - 1 in sheet_relations:
            entries[f"{folder}worksheets/_rels/sheet{index}.xml.rels"] = (
                f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{sheet_relations[index - 1]}</Relationships>').encode()
    for name, part, kind in (("sharedStrings", strings, "sharedStrings"), ("styles", formats, "styles")):
        if part is not None:
            entries[f"{folder}{name}.xml"] = part
            links += relation("rId" + name, kind, name + ".xml")
            listed += f'<Override PartName="/{folder}{name}.xml" ContentType="{TYPES}{name}+xml"/>'
    entries[f"{folder}_rels/workbook.xml.rels"] = f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>'.encode()
    for name, content in (parts or {}).items():
        entries[name[1:] if name.startswith("/") else folder + name] = content
    if types:
        entries = {"[Content_Types].xml": (
            f'{HEAD}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'
            f'<Override PartName="/{folder}workbook.xml" ContentType="{main if "/" in main else TYPES + main}"/>{listed}{overrides}</Types>').encode(), **entries}
    return entries


# OpenDocument spreadsheets.

def open_cell(text=None, kind=None, value=None, attributes="", repeated=1, covered=False, formula=None):
    """A cell; `text` are its shown paragraphs, as text or as elements."""
    names = {"float": "value", "percentage": "value", "currency": "value", "date": "date-value", "time": "time-value", "boolean": "boolean-value", "string": "string-value"}
    shown = "" if text is None else text if text.startswith("<") else "".join(f"<text:p>{escaped(line)}</text:p>" for line in text.split("\n"))
    given = (f' table:formula="{escaped(formula).replace(chr(34), "&quot;")}"' if formula else "") + (f' office:value-type="{kind}"' if kind else "")
    given += (f' office:{names[kind]}="{escaped(value)}"' if value is not None else "") + (f' table:number-columns-repeated="{repeated}"' if repeated != 1 else "")
    element = "table:covered-table-cell" if covered else "table:table-cell"
    return f"<{element}{given}{' ' if attributes else ''}{attributes}>{shown}</{element}>"


def open_row(*cells, repeated=1, attributes=""):
    cells = "".join(cell if cell.startswith("<") else open_cell(cell, "string") for cell in cells)
    repeated = f' table:number-rows-repeated="{repeated}"' if repeated != 1 else ""
    return f"<table:table-row{repeated}{' ' if attributes else ''}{attributes}>{cells}</table:table-row>"


def open_sheet(name, *rows, columns="<table:table-column/>", before="", attributes=""):
    return f'<table:table table:name="{escaped(name)}"{" " if attributes else ""}{attributes}>{before}{columns}{"".join(rows)}</table:table>'


def open_workbook(*sheets, **more):
    """Returns the entries of an OpenDocument spreadsheet by their names."""
    return minimal_open("".join(sheets), kind=SPREADSHEET, container="spreadsheet", **more)


def flat_workbook(*sheets, **more):
    return flat_open("".join(sheets), kind="spreadsheet", container="spreadsheet", **more)
