"""Parts of office documents as text, which the scripts that make documents share."""

import base64, struct, zipfile, zlib

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml."
# The prefixes of the elements of a Word file. All are declared on the root of every part that is made from text.
WORD_NAMESPACES = {
    "w": W, "r": RELATION,
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "dgm": "http://schemas.openxmlformats.org/drawingml/2006/diagram",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "v": "urn:schemas-microsoft-com:vml", "o": "urn:schemas-microsoft-com:office:office",
    "w10": "urn:schemas-microsoft-com:office:word",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "w15": "http://schemas.microsoft.com/office/word/2012/wordml",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "wpg": "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup",
    "wpc": "http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas",
    "wp14": "http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing",
    "asvg": "http://schemas.microsoft.com/office/drawing/2016/SVG/main",
    "zz": "http://example.org/unknown",
}
OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
OPEN_NAMESPACES = {
    "office": OASIS + "office:1.0", "style": OASIS + "style:1.0", "text": OASIS + "text:1.0",
    "table": OASIS + "table:1.0", "draw": OASIS + "drawing:1.0", "meta": OASIS + "meta:1.0",
    "presentation": OASIS + "presentation:1.0", "anim": OASIS + "animation:1.0", "smil": OASIS + "smil-compatible:1.0",
    "of": OASIS + "of:1.2", "chart": OASIS + "chart:1.0",
    "number": OASIS + "datastyle:1.0", "form": OASIS + "form:1.0", "script": OASIS + "script:1.0",
    "fo": OASIS + "xsl-fo-compatible:1.0", "svg": OASIS + "svg-compatible:1.0",
    "xlink": "http://www.w3.org/1999/xlink", "dc": "http://purl.org/dc/elements/1.1/",
    "math": "http://www.w3.org/1998/Math/MathML",
    "loext": "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0",
}


def declarations(namespaces):
    return " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in namespaces.items())


def png(width=40, height=30, colour=(0x80, 0x80, 0x80)):
    """A picture of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(colour) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


PNG64 = base64.b64encode(png()).decode()
SVG = (b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">'
       b'<rect width="20" height="30" fill="red"/></svg>')


# Pieces of a Word document.

def run(text, properties=""):
    """A run; line feeds become w:br and tabs w:tab."""
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    content = "".join({"\n": "<w:br/>", "\t": "<w:tab/>"}.get(piece) or f'<w:t xml:space="preserve">{piece}</w:t>'
                      for piece in text.replace("\n", "\0\n\0").replace("\t", "\0\t\0").split("\0") if piece)
    return f"<w:r>{f'<w:rPr>{properties}</w:rPr>' if properties else ''}{content}</w:r>"


def paragraph(*content, style=None, properties=""):
    """A paragraph of words or of elements."""
    properties = (f'<w:pStyle w:val="{style}"/>' if style else "") + properties
    content = "".join(piece if piece.startswith("<") else run(piece) for piece in content)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{content}</w:p>"


def item(text, number, level=0, style=None, properties=""):
    """A paragraph of a list."""
    numbering = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
    return paragraph(text, style=style, properties=numbering + properties)


def cell(*content, properties=""):
    content = "".join(piece if piece.startswith("<") else paragraph(piece) for piece in content or [""])
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def row(*cells, properties=""):
    cells = "".join(piece if piece.startswith("<") else cell(piece) for piece in cells)
    return f"<w:tr>{f'<w:trPr>{properties}</w:trPr>' if properties else ''}{cells}</w:tr>"


def table(*rows, columns=2, properties="", grid=True):
    grid = "<w:tblGrid>" + '<w:gridCol w:w="2000"/>' * columns + "</w:tblGrid>" if grid else ""
    properties = properties or '<w:tblW w:w="0" w:type="auto"/>'
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>{grid}{''.join(rows)}</w:tbl>"


def field(instruction, result=None, dirty=""):
    """Returns a complex field; a field without a result has no separator."""
    begin = f'<w:r><w:fldChar w:fldCharType="begin"{dirty}/></w:r>'
    code = f'<w:r><w:instrText xml:space="preserve"> {instruction.replace("&", "&amp;")} </w:instrText></w:r>'
    middle = "" if result is None else '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + (
        result if result.startswith("<") else run(result))
    return begin + code + middle + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'


def picture(identifier, number=1, alt="", link="", crop="", extension="", anchored=False, attribute="r:embed"):
    """A picture of a relationship, in a run."""
    click = f'<a:hlinkClick r:id="{link}"/>' if link else ""
    extension = f"<a:extLst>{extension}</a:extLst>" if extension else ""
    graphic = (
        f'<a:graphic><a:graphicData uri="{WORD_NAMESPACES["pic"]}"><pic:pic><pic:nvPicPr><pic:cNvPr id="{number}" name="p"/>'
        f'<pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip {attribute}="{identifier}">{extension}</a:blip>{crop}'
        '<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/>'
        '<a:ext cx="381000" cy="285750"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>'
        "</a:graphicData></a:graphic>")
    properties = f'<wp:docPr id="{number}" name="Picture {number}" descr="{alt}">{click}</wp:docPr><wp:cNvGraphicFramePr/>'
    if not anchored:
        place = f'<wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="381000" cy="285750"/>{properties}{graphic}</wp:inline>'
    else:
        place = anchor(properties + graphic)
    return f"<w:r><w:drawing>{place}</w:drawing></w:r>"


def anchor(content, wrap="<wp:wrapSquare wrapText=\"bothSides\"/>"):
    """Returns a drawing with text flowing around it; its properties precede the graphic."""
    return (
        '<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="2" behindDoc="0" locked="0" '
        'layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>0'
        '</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>'
        f'<wp:extent cx="1381000" cy="685750"/><wp:effectExtent l="0" t="0" r="0" b="0"/>{wrap}{content}</wp:anchor>')


def shape(content, number):
    """A shape with text, as Word 2010 and later write it."""
    return (
        f'<wp:docPr id="{number}" name="Shape {number}"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="{WORD_NAMESPACES["wps"]}">'
        + shape_body(content) + "</a:graphicData></a:graphic>")


def shape_body(content):
    return (
        '<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1381000" cy="685750"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx><w:txbxContent>' + content
        + "</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>")


def vml_box(content):
    """A text box of older versions of Word."""
    return (
        '<w:pict><v:shape type="#_x0000_t202" style="width:100pt;height:50pt"><v:textbox><w:txbxContent>' + content
        + "</w:txbxContent></v:textbox></v:shape></w:pict>")


def text_box(content, number):
    """Returns a text box in a run, in the form for Word 2010 and again in the form for older versions."""
    return (
        f'<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>{anchor(shape(content, number))}</w:drawing></mc:Choice>'
        f"<mc:Fallback>{vml_box(content)}</mc:Fallback></mc:AlternateContent></w:r>")


def word_part(root, content):
    """A whole part, such as word_part("w:footnotes", …)."""
    return (f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<{root} {declarations(WORD_NAMESPACES)} '
            f'mc:Ignorable="w14 w15 wp14">{content}</{root}>').encode()


def minimal_word(body, parts=None, relations="", overrides="", main="document.main+xml", root_relations="",
                 section="<w:sectPr/>"):
    """Returns the entries of a minimal Word package by their names.

    The further parts are named below `word/`; `relations` and `overrides` are elements for them.
    """
    entries = {
        "[Content_Types].xml": (
            f'<?xml version="1.0"?><Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
            '<Default Extension="png" ContentType="image/png"/><Default Extension="svg" ContentType="image/svg+xml"/>'
            '<Default Extension="bin" ContentType="application/octet-stream"/>'
            f'<Override PartName="/word/document.xml" ContentType="{main if "/" in main else MAIN + main}"/>{overrides}</Types>').encode(),
        "_rels/.rels": (
            f'<?xml version="1.0"?><Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
            f'Type="{RELATION}/officeDocument" Target="word/document.xml"/>{root_relations}</Relationships>').encode(),
        "word/document.xml": word_part("w:document", f"<w:body>{body}{section}</w:body>"),
    }
    if relations:
        entries["word/_rels/document.xml.rels"] = (
            f'<?xml version="1.0"?><Relationships xmlns="{PACKAGE}/relationships">{relations}</Relationships>').encode()
    for name, content in (parts or {}).items():
        entries["word/" + name if not name.startswith("/") else name[1:]] = content
    return entries


def relation(identifier, kind, target, external=False):
    kind = kind if "/" in kind else f"{RELATION}/{kind}"
    mode = ' TargetMode="External"' if external else ""
    return f'<Relationship Id="{identifier}" Type="{kind}" Target="{target}"{mode}/>'


def override(name, kind):
    return f'<Override PartName="{name}" ContentType="{kind if "/" in kind else MAIN + kind}"/>'


# Pieces of an OpenDocument text.

def minimal_open(body, styles="", automatic="", meta="", common="", master="", pictures=None, manifest="",
                 kind="application/vnd.oasis.opendocument.text", fonts="", container="text"):
    """Returns the entries of an OpenDocument package by their names; `container` is the element in the body.

    `automatic` has the automatic styles of the body, `common` the named styles, `styles` those of headers and footers.
    """
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    names = declarations(OPEN_NAMESPACES)
    master = master or '<style:master-page style:name="Standard" style:page-layout-name="pm1"/>'
    layout = '<style:page-layout style:name="pm1"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/></style:page-layout>'
    entries = {
        "mimetype": kind.encode(),
        "content.xml": (
            f'{head}<office:document-content {names} office:version="1.3">{fonts}<office:automatic-styles>{automatic}'
            f"</office:automatic-styles><office:body><office:{container}>{body}</office:{container}></office:body></office:document-content>").encode(),
        "styles.xml": (
            f'{head}<office:document-styles {names} office:version="1.3"><office:styles>{common}</office:styles>'
            f"<office:automatic-styles>{layout}{styles}</office:automatic-styles><office:master-styles>{master}"
            "</office:master-styles></office:document-styles>").encode(),
        "meta.xml": (
            f'{head}<office:document-meta {names} office:version="1.3"><office:meta>{meta}</office:meta></office:document-meta>').encode(),
        **(pictures or {}),
    }
    entries["META-INF/manifest.xml"] = (
        f'{head}<manifest:manifest xmlns:manifest="{OASIS}manifest:1.0" manifest:version="1.3">'
        f'<manifest:file-entry manifest:full-path="/" manifest:version="1.3" manifest:media-type="{kind}"/>'
        + "".join(f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{media_type(name)}"/>'
                  for name in entries if name != "mimetype") + manifest + "</manifest:manifest>").encode()
    return entries


def media_type(name):
    return {"xml": "text/xml", "png": "image/png", "svg": "image/svg+xml"}.get(name.rsplit(".", 1)[-1], "")


def flat_open(body, automatic="", meta="", common="", master="", kind="text", container="text"):
    """An OpenDocument document in one XML file."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document {declarations(OPEN_NAMESPACES)} office:version="1.3" '
        f'office:mimetype="application/vnd.oasis.opendocument.{kind}"><office:meta>{meta}</office:meta><office:styles>{common}'
        f"</office:styles><office:automatic-styles>{automatic}</office:automatic-styles><office:master-styles>{master}"
        f"</office:master-styles><office:body><office:{container}>{body}</office:{container}></office:body></office:document>").encode()


# Packages.

def read_package(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def write_package(path, entries):
    """Writes entries in their order; `mimetype` is stored."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(info, content)


def write_streamed(path, entries):
    """Writes entries with their sizes after the contents, like a program that cannot seek in its output."""
    class Pipe:
        def __init__(self, file):
            self.file = file

        def write(self, data):
            return self.file.write(data)

        def flush(self):
            self.file.flush()
    with open(path, "wb") as file, zipfile.ZipFile(Pipe(file), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)


def compound(streams):
    """A compound file (MS-CFB, version 3) with streams of at least 4096 bytes each."""
    free, end = 0xFFFFFFFF, 0xFFFFFFFE
    sectors, table, entries = [], [], []
    def chain(content):
        first = len(sectors)
        pieces = [content[at:at + 512].ljust(512, b"\0") for at in range(0, len(content), 512)]
        sectors.extend(pieces)
        table.extend([*range(first + 1, first + len(pieces)), end])
        return first
    def entry(name, kind, child, first, size, left=free, right=free):
        text = name.encode("utf-16le") + b"\0\0"
        return text.ljust(64, b"\0") + struct.pack("<HBBIII", len(text), kind, 1, left, right, child) + b"\0" * 36 + struct.pack("<IQ", first, size)
    # Names are ordered by their length first; each entry is the left child of the next one.
    names = sorted(streams, key=lambda name: (len(name), name.upper()))
    for number, name in enumerate(names):
        entries.append(entry(name, 2, free, chain(streams[name]), len(streams[name]), left=number if number else free))
    directory = chain((entry("Root Entry", 5, len(names), end, 0) + b"".join(entries)).ljust(512, b"\0"))
    table.append(0xFFFFFFFD)
    sectors.append(struct.pack("<128I", *table, *[free] * (128 - len(table))))
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + b"\0" * 6 + struct.pack(
        "<IIIIIIIII", 0, 1, directory, 0, 4096, end, 0, end, 0) + struct.pack("<109I", len(sectors) - 1, *[free] * 108)
    return head + b"".join(sectors)


def strict(entries):
    """A transitional package with the names, types and values of the strict form (ISO/IEC 29500-1, Annex A and M)."""
    changed = {}
    for name, content in entries.items():
        if not (name.endswith(".xml") or name.endswith(".rels")):
            changed[name] = content
            continue
        text = content.decode()
        for old, new in [
            ("http://schemas.openxmlformats.org/officeDocument/2006/relationships/metadata/core-properties", None),
            ("http://schemas.openxmlformats.org/officeDocument/2006/", "http://purl.oclc.org/ooxml/officeDocument/"),
            ("http://schemas.openxmlformats.org/wordprocessingml/2006/", "http://purl.oclc.org/ooxml/wordprocessingml/"),
            ("http://schemas.openxmlformats.org/spreadsheetml/2006/", "http://purl.oclc.org/ooxml/spreadsheetml/"),
            ("http://schemas.openxmlformats.org/presentationml/2006/", "http://purl.oclc.org/ooxml/presentationml/"),
            ("http://schemas.openxmlformats.org/drawingml/2006/", "http://purl.oclc.org/ooxml/drawingml/"),
        ]:
            text = text.replace(old, new) if new else text
        text = text.replace("http://purl.oclc.org/ooxml/officeDocument/extended-properties",
                            "http://purl.oclc.org/ooxml/officeDocument/extendedProperties")
        text = text.replace("http://purl.oclc.org/ooxml/officeDocument/custom-properties",
                            "http://purl.oclc.org/ooxml/officeDocument/customProperties")
        if name.endswith(".xml") and name.startswith("word/"):
            for side, edge in (("left", "start"), ("right", "end")):
                text = text.replace(f'w:jc w:val="{side}"', f'w:jc w:val="{edge}"').replace(f" w:{side}=", f" w:{edge}=")
                text = text.replace(f'w:lvlJc w:val="{side}"', f'w:lvlJc w:val="{edge}"')
            text = text.replace('w:val="on"', 'w:val="true"').replace('w:val="off"', 'w:val="false"')
            text = text.replace("<w:document ", '<w:document w:conformance="strict" ', 1)
        changed[name] = text.encode()
    return changed
