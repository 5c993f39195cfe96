"""Hostile documents: each with the required outcome, and with limits on time and memory.

The line above a function is its line in the table: the name, the expectation, seconds, megabytes and a description. The
expectations: "error", an error message refuses the document; "counted", it is converted with a loss or a warning;
"read", it is converted; "any", either "error" or "read". A result must never contain a file outside of the package.
"""

import os, struct, zipfile, zlib
from office_parts import *

# Name, expectation, seconds, megabytes, description, function.
HOSTILE = []


def hostile(name, expectation, about, seconds=20, megabytes=1024):
    def add(function):
        HOSTILE.append((name, expectation, seconds, megabytes, about, function))
        return function
    return add


def raw_zip(path, entries):
    """Writes a zip archive field by field: (name, data as stored, method, CRC, expanded size, offset or None)."""
    with open(path, "wb") as file:
        directory = b""
        for name, data, method, crc, size, offset in entries:
            name = name if isinstance(name, bytes) else name.encode()
            if offset is None:
                offset = file.tell()
                file.write(struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, method, 0, 33, crc, len(data), size, len(name), 0) + name + data)
            directory += struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, method, 0, 33, crc, len(data), size, len(name), 0, 0, 0, 0, 0, offset) + name
        start = file.tell()
        file.write(directory + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, len(entries) & 0xFFFF, len(entries) & 0xFFFF, len(directory), start, 0))


def stored(name, content, **other):
    return (name, content, 0, other.get("crc", zlib.crc32(content)), other.get("size", len(content)), other.get("offset"))


def word(path, body, **more):
    write_package(path, minimal_word(body, **more))


def open_text(path, body, **more):
    write_package(path, minimal_open(body, **more))


def bomb(path, entries, name, head, tail, filler, megabytes):
    """Returns a package with an entry that expands to a huge size."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for other, content in entries.items():
            if other != name:
                archive.writestr(other, content)
        block = filler * ((1 << 20) // len(filler))
        with archive.open(name, "w") as file:
            file.write(head)
            for _ in range(megabytes):
                file.write(block)
            file.write(tail)


# Archives.

@hostile("bomb.docx", "error", "600 MB of spaces in the main part", megabytes=2560)
def bomb_word(path):
    entries = minimal_word("")
    head, tail = entries["word/document.xml"].split(b"<w:sectPr/>")
    bomb(path, entries, "word/document.xml", head, tail, b" ", 600)


@hostile("bomb.odt", "error", "600 MB of spaces in the contents", megabytes=2560)
def bomb_open(path):
    entries = minimal_open("<text:p>|</text:p>")
    head, tail = entries["content.xml"].split(b"|")
    bomb(path, entries, "content.xml", head, tail, b" ", 600)


@hostile("long-run.docx", "any", "a run of 100 MB of text that is highly compressed", 60, 2560)
def long_run(path):
    entries = minimal_word("<w:p><w:r><w:t>|</w:t></w:r></w:p>")
    head, tail = entries["word/document.xml"].split(b"|")
    bomb(path, entries, "word/document.xml", head, tail, b"word ", 100)


@hostile("long-paragraph.odt", "any", "a paragraph of 100 MB of text that is highly compressed", 60, 2560)
def long_paragraph(path):
    entries = minimal_open("<text:p>|</text:p>")
    head, tail = entries["content.xml"].split(b"|")
    bomb(path, entries, "content.xml", head, tail, b"word ", 100)


@hostile("many-parts-bomb.docx", "error", "40 pictures of 20 MB each when expanded", megabytes=2560)
def many_parts_bomb(path):
    body = "".join(f"<w:p>{picture(f'rId{n}', n)}</w:p>" for n in range(40))
    relations = "".join(relation(f"rId{n}", "image", f"media/{n}.png") for n in range(40))
    content = b"\x89PNG\r\n\x1a\n" + b"\0" * (20 << 20)
    write_package(path, minimal_word(body, relations=relations, parts={f"media/{n}.png": content for n in range(40)}))


@hostile("overlap.docx", "error", "two entries share the bytes of one")
def overlap(path):
    content = minimal_word("<w:p/>")
    entries = [stored(name, data) for name, data in content.items()]
    raw_zip(path, entries + [stored("word/styles.xml", content["word/document.xml"], offset=sum(30 + len(n) + len(d) for n, d in list(content.items())[:2]))])


@hostile("duplicate.docx", "error", "two entries have the name of the main part")
def duplicate(path):
    content = minimal_word("<w:p/>")
    raw_zip(path, [stored(name, data) for name, data in content.items()] + [stored("word/document.xml", minimal_word(paragraph("other"))["word/document.xml"])])


@hostile("duplicate.odt", "error", "two entries have the name of the contents")
def duplicate_open(path):
    content = minimal_open("<text:p/>")
    raw_zip(path, [stored(name, data) for name, data in content.items()] + [stored("content.xml", minimal_open("<text:p>other</text:p>")["content.xml"])])


@hostile("wrong-crc.docx", "error", "the checksum of the main part is wrong")
def wrong_crc(path):
    raw_zip(path, [stored(name, data, **({"crc": 1} if name == "word/document.xml" else {})) for name, data in minimal_word("<w:p/>").items()])


@hostile("lying-size.odt", "error", "the contents are larger than the archive says")
def lying_size(path):
    entries = []
    for name, data in minimal_open("<text:p>" + "a" * 100000 + "</text:p>").items():
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(data) + packer.flush()
        entries.append((name, packed, 8, zlib.crc32(data), 100 if name == "content.xml" else len(data), None) if name != "mimetype" else stored(name, data))
    raw_zip(path, entries)


@hostile("unknown-method.docx", "error", "an unknown method of compression")
def unknown_method(path):
    raw_zip(path, [(name, data, 99 if name == "word/document.xml" else 0, zlib.crc32(data), len(data), None) for name, data in minimal_word("<w:p/>").items()])


@hostile("many-entries.docx", "any", "60,000 empty entries")
def many_entries(path):
    raw_zip(path, [stored(name, data) for name, data in minimal_word(paragraph("words")).items()] + [stored(f"x/{n}", b"") for n in range(60000)])


@hostile("strange-names.docx", "any", "names of entries with .., \\, NUL, and absolute ones")
def strange_names(path):
    raw_zip(path, [stored(name, data) for name, data in minimal_word(paragraph("words")).items()]
            + [stored(name, b"x") for name in (b"../../outside", b"/absolute", b"back\\slash", b"nul\0name", b"", b"\xff\xfe", b"word/./document.xml", b"WORD/DOCUMENT.XML")])


@hostile("empty.docx", "error", "no bytes")
def empty(path):
    open(path, "wb").close()


@hostile("no-entries.odt", "error", "an archive without entries")
def no_entries(path):
    raw_zip(path, [])


@hostile("not-zip.docx", "error", "text instead of an archive")
def not_zip(path):
    with open(path, "wb") as file:
        file.write(b"PK\x03\x04" + b"no archive" * 100)


# Parts and their relationships.

@hostile("outside.docx", "any", "pictures, notes and styles whose targets lead outside the package")
def outside(path):
    targets = ["../../../../../../etc/passwd", "file:///etc/passwd", "/etc/passwd", "..\\..\\etc\\passwd", "%2e%2e/%2e%2e/etc/passwd", "//localhost/etc/passwd", "word/../../etc/passwd"]
    relations = "".join(relation(f"rId{n}", kind, target, isOutside) for n, (kind, target, isOutside) in enumerate(
        (kind, target, isOutside) for kind in ("image", "footnotes", "styles", "numbering", "aFChunk", "header") for target in targets for isOutside in (False, True)))
    body = paragraph("words") + "".join(paragraph(picture(f"rId{n}", n + 1), picture(f"rId{n}", n + 100, attribute="r:link")) for n in range(14)) + '<w:altChunk r:id="rId56"/><w:altChunk r:id="rId57"/>'
    word(path, body, relations=relations)


@hostile("outside.odt", "any", "pictures, objects and sections whose addresses lead outside the package")
def outside_open(path):
    targets = ["../../../../../../etc/passwd", "file:///etc/passwd", "/etc/passwd", "Pictures/../../../etc/passwd"]
    body = "<text:p>words</text:p>" + "".join(
        f'<text:p><draw:frame><draw:image xlink:href="{target}"/></draw:frame><draw:frame><draw:object xlink:href="{target}"/></draw:frame></text:p>'
        f'<text:section text:name="s{n}"><text:section-source xlink:href="{target}"/><text:p>old</text:p></text:section>' for n, target in enumerate(targets))
    open_text(path, body)


@hostile("relation-loops.docx", "any", "the main part is its own notes, styles and header")
def relation_loops(path):
    relations = "".join(relation(f"rId{n}", kind, "document.xml") for n, kind in enumerate(("footnotes", "endnotes", "styles", "numbering", "header", "comments", "settings", "officeDocument")))
    word(path, paragraph("words", '<w:r><w:footnoteReference w:id="1"/></w:r>'), relations=relations)


@hostile("note-loop.docx", "any", "a footnote that refers to itself, and two to each other")
def note_loop(path):
    mark = '<w:r><w:footnoteReference w:id="{0}"/></w:r>'
    notes = "".join(f'<w:footnote w:id="{n}">{paragraph("note", mark.format(other))}</w:footnote>' for n, other in ((1, 1), (2, 3), (3, 2)))
    word(path, paragraph("words", mark.format(1), mark.format(2)), relations=relation("rId1", "footnotes", "footnotes.xml"), parts={"footnotes.xml": word_part("w:footnotes", notes)})


@hostile("note-doubling.docx", "any", "30 footnotes each of which refers twice to the next one")
def note_doubling(path):
    mark = '<w:r><w:footnoteReference w:id="{0}"/></w:r>'
    notes = "".join(f'<w:footnote w:id="{n}">{paragraph("note", mark.format(n + 1), mark.format(n + 1))}</w:footnote>' for n in range(1, 31))
    word(path, paragraph("words", mark.format(1)), relations=relation("rId1", "footnotes", "footnotes.xml"), parts={"footnotes.xml": word_part("w:footnotes", notes)})


@hostile("chunk-loop.docx", "any", "an altChunk that is the document itself")
def chunk_loop(path):
    word(path, paragraph("words") + '<w:altChunk r:id="rId1"/>', relations=relation("rId1", "aFChunk", "document.xml"))


@hostile("missing-main.docx", "error", "the main part is missing")
def missing_main(path):
    write_package(path, {name: data for name, data in minimal_word("<w:p/>").items() if name != "word/document.xml"})


@hostile("missing-relations.docx", "any", "the relationships of the package are missing")
def missing_relations(path):
    write_package(path, {name: data for name, data in minimal_word("<w:p/>").items() if not name.startswith("_rels")})


@hostile("missing-types.docx", "any", "the types of the contents are missing")
def missing_types(path):
    write_package(path, {name: data for name, data in minimal_word("<w:p/>").items() if not name.startswith("[")})


@hostile("missing-parts.docx", "read", "all other parts are missing that the relationships name")
def missing_parts(path):
    word(path, paragraph("words", picture("rId5", 1), '<w:r><w:footnoteReference w:id="1"/></w:r>', style="X"), relations="".join(
        relation(f"rId{n}", kind, f"gone/{kind}.xml") for n, kind in enumerate(("styles", "numbering", "footnotes", "endnotes", "settings", "image", "theme", "comments"))))


@hostile("missing-content.odt", "error", "content.xml is missing")
def missing_content(path):
    write_package(path, {name: data for name, data in minimal_open("").items() if name != "content.xml"})


@hostile("missing-manifest.odt", "any", "the manifest is missing")
def missing_manifest(path):
    write_package(path, {name: data for name, data in minimal_open("<text:p>words</text:p>").items() if "manifest" not in name})


@hostile("missing-styles.odt", "read", "styles.xml and meta.xml are missing")
def missing_styles(path):
    write_package(path, {name: data for name, data in minimal_open("<text:p>words</text:p>").items() if name not in ("styles.xml", "meta.xml")})


@hostile("wrong-type.docx", "any", "the type of the main part is that of a workbook")
def wrong_type(path):
    word(path, paragraph("words"), main="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml")


@hostile("wrong-root.docx", "error", "the main part is a page of HTML")
def wrong_root(path):
    write_package(path, {**minimal_word(""), "word/document.xml": b"<html><body><p>words</p></body></html>"})


@hostile("many-relations.docx", "any", "200,000 relationships")
def many_relations(path):
    word(path, paragraph("words"), relations="".join(relation(f"rId{n}", "image", f"media/{n}.png") for n in range(200000)))


# XML.

@hostile("entities.docx", "error", "a document type with entities that double 30 times")
def entities(path):
    declared = "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, 31))
    text = f'<!DOCTYPE x [<!ENTITY e0 "ha">{declared}]>'
    entries = minimal_word("<w:p><w:r><w:t>&e30;</w:t></w:r></w:p>")
    entries["word/document.xml"] = entries["word/document.xml"].replace(b"?>\n", b"?>\n" + text.encode(), 1)
    write_package(path, entries)


@hostile("entities.odt", "any", "a document type with entities that double 30 times")
def entities_open(path):
    declared = "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, 31))
    entries = minimal_open("<text:p>&e30;</text:p>")
    entries["content.xml"] = entries["content.xml"].replace(b"?>\n", b"?>\n" + f'<!DOCTYPE x [<!ENTITY e0 "ha">{declared}]>'.encode(), 1)
    write_package(path, entries)


@hostile("outside-entity.odt", "any", "an entity that is a file outside the package")
def outside_entity(path):
    entries = minimal_open("<text:p>a&f;b</text:p>")
    entries["content.xml"] = entries["content.xml"].replace(b"?>\n", b'?>\n<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', 1)
    write_package(path, entries)


@hostile("outside-entity.docx", "error", "an entity that is a file outside the package")
def outside_entity_word(path):
    entries = minimal_word("<w:p><w:r><w:t>&f;</w:t></w:r></w:p>")
    entries["word/document.xml"] = entries["word/document.xml"].replace(b"?>\n", b'?>\n<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', 1)
    write_package(path, entries)


for kind, extension, head, tail in [
    ("nested-controls", "docx", "<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>"), ("nested-tags", "docx", "<w:p><w:smartTag>", "</w:smartTag></w:p>"), ("nested-unknown", "docx", "<zz:x>", "</zz:x>"),
    ("nested-boxes", "docx", "<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>", "</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>"), ("nested-alternates", "docx", "<mc:AlternateContent><mc:Choice Requires=\"wps\">", "</mc:Choice></mc:AlternateContent>"),
    ("nested-sections", "odt", "<text:section>", "</text:section>"), ("nested-spans", "odt", "<text:p><text:span>", "</text:span></text:p>"), ("nested-lists", "odt", "<text:list><text:list-item>", "</text:list-item></text:list>"), ("nested-unknown", "odt", "<x>", "</x>"),
    ("nested-tables", "odt", "<table:table><table:table-row><table:table-cell>", "</table:table-cell></table:table-row></table:table>"), ("nested-frames", "odt", "<text:p><draw:frame><draw:text-box>", "</draw:text-box></draw:frame></text:p>"),
]:
    def deep(path, extension=extension, head=head, tail=tail):
        if extension == "docx":
            word(path, head * 200000 + paragraph("deep") + tail * 200000)
        else:
            open_text(path, head * 200000 + "<text:p>deep</text:p>" + tail * 200000)
    hostile(f"{kind}.{extension}", "any", f"200,000 times {head}")(deep)


@hostile("nested-tables.docx", "any", "20,000 tables in one another")
def nested_tables(path):
    word(path, "<w:tbl><w:tr><w:tc>" * 20000 + paragraph("deep") + ("</w:tc></w:tr></w:tbl>" + "<w:p/>") * 20000)


@hostile("nested-tables-100.docx", "any", "100 tables of two rows in one another")
def nested_tables_100(path):
    content = paragraph("deep")
    for _ in range(100):
        content = table(row("a", "b"), row(cell(content, "<w:p/>"), "c"))
    word(path, content)


@hostile("nested-fields.docx", "any", "100,000 fields in one another, of which none ends")
def nested_fields(path):
    word(path, "<w:p>" + '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF a </w:instrText></w:r>' * 100000 + run("words") + "</w:p>")


@hostile("ended-fields.docx", "any", "100,000 ends and separators of fields that never began")
def ended_fields(path):
    word(path, "<w:p>" + '<w:r><w:fldChar w:fldCharType="separate"/><w:fldChar w:fldCharType="end"/></w:r>' * 100000 + run("words") + "</w:p>")


@hostile("empty-runs.docx", "read", "1,000,000 empty runs")
def empty_runs(path):
    word(path, "<w:p>" + "<w:r/>" * 1000000 + run("words") + "</w:p>")


@hostile("formatted-runs.docx", "read", "200,000 runs whose formatting alternates")
def formatted_runs(path):
    word(path, "<w:p>" + (run("a", "<w:b/>") + run("b", "<w:i/>")) * 100000 + "</w:p>")


@hostile("empty-spans.odt", "read", "1,000,000 empty spans")
def empty_spans(path):
    open_text(path, "<text:p>" + "<text:span/>" * 1000000 + "words</text:p>")


@hostile("empty-paragraphs.docx", "read", "500,000 empty paragraphs")
def empty_paragraphs(path):
    word(path, "<w:p/>" * 500000 + paragraph("words"))


@hostile("many-attributes.docx", "any", "an element with 100,000 attributes, and one with 50,000 namespaces")
def many_attributes(path):
    word(path, "<w:p " + " ".join(f'a{n}="x"' for n in range(100000)) + ">" + run("words") + "</w:p><w:p " + " ".join(f'xmlns:n{n}="urn:{n}"' for n in range(50000)) + "/>")


@hostile("namespaces.odt", "any", "20,000 elements in one another, of which each has a namespace of its own")
def namespaces(path):
    open_text(path, "".join(f'<text:section xmlns:n{n}="urn:{n}">' for n in range(20000)) + "<text:p>words</text:p>" + "</text:section>" * 20000)


for number, (about, content) in enumerate([
    ("a byte that is not UTF-8", b"<w:p><w:r><w:t>\xff\xfe</w:t></w:r></w:p>"), ("a NUL", b"<w:p><w:r><w:t>a\0b</w:t></w:r></w:p>"), ("a control character", b"<w:p><w:r><w:t>a\x01b&#1;</w:t></w:r></w:p>"),
    ("an end tag of another element", b"<w:p><w:r><w:t>a</w:r></w:t></w:p>"), ("an attribute twice", b'<w:p w:a="1" w:a="2"/>'), ("a prefix that is not declared", b"<qq:p>a</qq:p>"),
    ("an unknown entity", b"<w:p><w:r><w:t>&nbsp;</w:t></w:r></w:p>"), ("a surrogate as a reference", b"<w:p><w:r><w:t>&#xD800;</w:t></w:r></w:p>"), ("no end of a comment", b"<!-- a"), ("no end of CDATA", b"<w:p><w:r><w:t><![CDATA[a"),
]):
    def broken(path, content=content):
        entries = minimal_word("|")
        entries["word/document.xml"] = entries["word/document.xml"].replace(b"|", content)
        write_package(path, entries)
    # An element whose prefix is not declared is one that the reader does not know.
    hostile(f"broken-{number:02}.docx", "any" if number in (1, 2, 4, 5) else "error", about)(broken)


# Values.

@hostile("style-loops.docx", "read", "styles that are based on themselves and on each other, linked in loops, numbering styles in loops")
def style_loops(path):
    def style(kind, name, base, more=""):
        return f'<w:style w:type="{kind}" w:styleId="{name}"><w:name w:val="{name}"/><w:basedOn w:val="{base}"/>{more}</w:style>'
    styles = "".join(style(kind, kind[0] + name, kind[0] + base, f'<w:link w:val="{link}"/><w:rPr><w:b/></w:rPr>') for kind in ("paragraph", "character", "table")
                     for name, base, link in (("A", "A", "cA"), ("B", "C", "pC"), ("C", "B", "cB")))
    styles += '<w:style w:type="numbering" w:styleId="nA"><w:name w:val="nA"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    numbers = '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="nA"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    word(path, "".join(paragraph(run("words", f'<w:rStyle w:val="c{n}"/>'), style="p" + n) for n in "ABC") + item("numbered", 1) + table(row("a", "b"), properties='<w:tblStyle w:val="tB"/>'),
         relations=relation("rId1", "styles", "styles.xml") + relation("rId2", "numbering", "numbering.xml"), parts={"styles.xml": word_part("w:styles", styles), "numbering.xml": word_part("w:numbering", numbers)})


@hostile("style-loops.odt", "read", "styles whose parents are themselves and each other, lists that continue each other")
def style_loops_open(path):
    styles = "".join(f'<style:style style:name="{name}" style:family="{family}" style:parent-style-name="{parent}"><style:text-properties fo:font-weight="bold"/></style:style>'
                     for family in ("paragraph", "text", "table") for name, parent in (("A", "A"), ("B", "C"), ("C", "B")))
    lists = "".join(f'<text:list xml:id="{name}" text:continue-list="{other}"><text:list-item><text:p>item</text:p></text:list-item></text:list>' for name, other in (("a", "a"), ("b", "c"), ("c", "b")))
    open_text(path, "".join(f'<text:p text:style-name="{n}"><text:span text:style-name="{n}">words</text:span></text:p>' for n in "ABC") + lists, common=styles)


@hostile("style-chain.docx", "any", "a chain of 100,000 styles")
def style_chain(path):
    styles = "".join(f'<w:style w:type="paragraph" w:styleId="s{n}"><w:name w:val="s{n}"/><w:basedOn w:val="s{n + 1}"/><w:rPr><w:b/></w:rPr></w:style>' for n in range(100000))
    word(path, "".join(paragraph("words", style=f"s{n}") for n in range(0, 100000, 100)), relations=relation("rId1", "styles", "styles.xml"), parts={"styles.xml": word_part("w:styles", styles)})


@hostile("style-chain.odt", "any", "a chain of 100,000 styles")
def style_chain_open(path):
    styles = "".join(f'<style:style style:name="s{n}" style:family="paragraph" style:parent-style-name="s{n + 1}"/>' for n in range(100000))
    open_text(path, "".join(f'<text:p text:style-name="s{n}">words</text:p>' for n in range(0, 100000, 100)), common=styles)


@hostile("huge-spans.docx", "read", "cells over 2147483647 columns, 1000000000 columns before a row, negative ones")
def huge_spans(path):
    word(path, table(row(cell("a", properties='<w:gridSpan w:val="2147483647"/>'), "b"), row("c", properties='<w:gridBefore w:val="1000000000"/>'), row("d", properties='<w:gridAfter w:val="99999999999999999999"/>'),
                     row(cell("e", properties='<w:gridSpan w:val="-5"/>'), cell("f", properties='<w:gridSpan w:val="0"/>'))))


@hostile("wide-table.docx", "any", "200 rows of 2000 cells, of which all are merged with those above")
def wide_table(path):
    word(path, table(*(row(*(cell("", properties="<w:vMerge/>") for _ in range(2000))) for _ in range(200)), columns=2000))


@hostile("huge-repeats.odt", "any", "1000000000 columns, rows and spaces by repeats, spans of the same size")
def huge_repeats(path):
    number = 1000000000
    cells = f'<table:table-cell table:number-columns-repeated="{number}"><text:p>words</text:p></table:table-cell>'
    open_text(path, f'<table:table><table:table-column table:number-columns-repeated="{number}"/><table:table-row table:number-rows-repeated="{number}">{cells}</table:table-row></table:table>'
              f'<table:table><table:table-column/><table:table-row><table:table-cell table:number-columns-spanned="{number}" table:number-rows-spanned="{number}"><text:p>a</text:p></table:table-cell></table:table-row></table:table>'
              f'<text:p>a<text:s text:c="{number}"/>b<text:s text:c="-1"/><text:s text:c="99999999999999999999"/></text:p>')


@hostile("many-repeats.odt", "any", "1000 rows, each of which is repeated 1000 times with 1000 cells")
def many_repeats(path):
    rows = '<table:table-row table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="1000"><text:p>w</text:p></table:table-cell></table:table-row>' * 1000
    open_text(path, f'<table:table><table:table-column table:number-columns-repeated="1000"/>{rows}</table:table>')


@hostile("many-spaces.odt", "any", "100,000 times 60,000 spaces")
def many_spaces(path):
    open_text(path, "<text:p>a" + '<text:s text:c="60000"/>' * 100000 + "b</text:p>")


@hostile("huge-numbers.docx", "read", "starts, levels, sizes and indents beyond all numbers")
def huge_numbers(path):
    big = "9" * 30
    numbers = f'<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="9223372036854775807"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%99.%0"/></w:lvl><w:lvl w:ilvl="{big}"><w:start w:val="2000000000"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="2000000000"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2"/></w:lvl><w:lvl w:ilvl="2"><w:start w:val="2000000000"/><w:numFmt w:val="chicago"/><w:lvlText w:val="%3"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    body = "".join(item(f"item {n}", 1, n) for n in ("0", "1", "2", "8", "9", "-1", big)) * 3 + paragraph(run("sized", f'<w:sz w:val="{big}"/><w:color w:val="{big}"/>'), properties=f'<w:outlineLvl w:val="{big}"/><w:ind w:left="{big}" w:hanging="-{big}"/>')
    word(path, body, relations=relation("rId1", "numbering", "numbering.xml"), parts={"numbering.xml": word_part("w:numbering", numbers)})


@hostile("huge-numbers.odt", "read", "starts, levels, sizes and indents beyond all numbers")
def huge_numbers_open(path):
    big = "9" * 30
    lists = '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="i" text:start-value="9223372036854775807" text:display-levels="999999"/><text:list-level-style-number text:level="2" style:num-format="a" text:start-value="2000000000"/></text:list-style>'
    open_text(path, f'<text:list text:style-name="L"><text:list-item text:start-value="{big}"><text:p>a</text:p></text:list-item><text:list-item><text:p>b</text:p><text:list><text:list-item><text:p>c</text:p></text:list-item></text:list></text:list-item></text:list>'
              f'<text:h text:outline-level="{big}">d</text:h><text:h text:outline-level="-1">e</text:h><text:p text:style-name="P">f</text:p>', automatic=lists + f'<style:style style:name="P" style:family="paragraph"><style:text-properties fo:font-size="{big}pt"/><style:paragraph-properties fo:margin-left="{big}cm"/></style:style>')


@hostile("many-notes.docx", "read", "50,000 references to one footnote")
def many_notes(path):
    word(path, "".join(paragraph("a", '<w:r><w:footnoteReference w:id="1"/></w:r>') for _ in range(50000)), relations=relation("rId1", "footnotes", "footnotes.xml"),
         parts={"footnotes.xml": word_part("w:footnotes", f'<w:footnote w:id="1">{paragraph("note")}</w:footnote>')})


@hostile("many-bookmarks.docx", "read", "50,000 bookmarks, links to all of them, and 50,000 that never end")
def many_bookmarks(path):
    word(path, "".join(paragraph(f'<w:bookmarkStart w:id="{n}" w:name="b{n}"/>', f'<w:hyperlink w:anchor="b{49999 - n}">' + run("a") + "</w:hyperlink>") for n in range(50000)))


@hostile("same-picture.docx", "any", "one picture of 1 MB 3000 times", 60, 2560)
def same_picture(path):
    word(path, "".join(paragraph(picture("rId1", n)) for n in range(3000)), relations=relation("rId1", "image", "media/a.png"), parts={"media/a.png": png() + os.urandom(1 << 20)})


@hostile("numberings.docx", "read", "50,000 numberings with an item each")
def numberings(path):
    numbers = '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>' + "".join(f'<w:num w:numId="{n}"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>' for n in range(1, 50001))
    word(path, "".join(item("a", n) for n in range(1, 50001)), relations=relation("rId1", "numbering", "numbering.xml"), parts={"numbering.xml": word_part("w:numbering", numbers)})


@hostile("changes.odt", "any", "100,000 begins of changes without an end, and ends without a begin")
def changes(path):
    open_text(path, "<text:p>" + '<text:change-start text:change-id="a"/><text:change-end text:change-id="b"/><text:change text:change-id="c"/>' * 100000 + "words</text:p>")


# A document that ends too early, at many lengths.
for extension in ("docx", "odt"):
    for number in range(30):
        def truncated(path, extension=extension, number=number):
            write_package(path, minimal_word(paragraph("words") * 50) if extension == "docx" else minimal_open("<text:p>words</text:p>" * 50))
            size = os.path.getsize(path)
            os.truncate(path, size - 1 - number * (size - 2) // 30)
        hostile(f"truncated-{number:02}.{extension}", "error", "its end is missing")(truncated)


def make_hostile(folder, only=""):
    """Makes all hostile documents, and yields the path of each."""
    for name, *_, function in HOSTILE:
        if only in name:
            path = os.path.join(folder, name)
            function(path)
            yield path
