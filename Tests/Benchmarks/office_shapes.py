"""Word and OpenDocument files of an unusual shape, for memory.py: many runs, breaks, links, notes, items, cells or levels in one block."""

import os
import zipfile

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OASIS = "urn:oasis:names:tc:opendocument:xmlns:"

WORD_TYPES = (
    f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>')
WORD_ROOT = f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="m" Type="{RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>'
WORD_LINK = (
    f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="a" Type="{RELATIONS}/hyperlink" '
    'Target="https://example.org/x" TargetMode="External"/></Relationships>')


def word(body):
    document = f'<w:document xmlns:w="{WORD}" xmlns:r="{RELATIONS}"><w:body>{body}</w:body></w:document>'
    return {
        "[Content_Types].xml": WORD_TYPES, "_rels/.rels": WORD_ROOT, "word/_rels/document.xml.rels": WORD_LINK,
        "word/document.xml": document,
    }


def open_document(body):
    names = {"office": "office:1.0", "text": "text:1.0", "style": "style:1.0", "table": "table:1.0", "fo": "xsl-fo-compatible:1.0"}
    declared = " ".join(f'xmlns:{prefix}="{OASIS}{name}"' for prefix, name in names.items())
    content = (
        f'<office:document-content {declared} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3">'
        f'<office:automatic-styles><style:style style:name="b" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
        f'</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></office:document-content>')
    manifest = (
        f'<m:manifest xmlns:m="{OASIS}manifest:1.0" m:version="1.3"><m:file-entry m:full-path="/" m:version="1.3" '
        'm:media-type="application/vnd.oasis.opendocument.text"/><m:file-entry m:full-path="content.xml" m:media-type="text/xml"/></m:manifest>')
    return {"mimetype": "application/vnd.oasis.opendocument.text", "META-INF/manifest.xml": manifest, "content.xml": content}


def documents():
    """Returns the parts of each document, by its name."""
    plain, bold = "<w:r><w:t xml:space=\"preserve\">some </w:t></w:r>", "<w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r>"
    link = "<w:hyperlink r:id=\"a\"><w:r><w:t>a link</w:t></w:r></w:hyperlink>"
    bookmark = '<w:bookmarkStart w:id="{0}" w:name="b{0}"/><w:bookmarkEnd w:id="{0}"/>'
    field = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "https://example.org/{0}"</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>x</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>')
    paragraph = "<w:p>{}</w:p>".format
    cell = "<w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc>"
    open_link = '<text:a xlink:href="https://example.org/x">a link</text:a>'
    span = '<text:span text:style-name="b">bold</text:span>'
    return {
        "paragraph.docx": word(paragraph((plain + bold + plain + link) * 30_000)),
        "empty-runs.docx": word(paragraph("<w:r/>" * 1_000_000)),
        "breaks.docx": word(paragraph("<w:r><w:br/></w:r>" * 400_000)),
        "letters.docx": word(paragraph("<w:r><w:t>a</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>b</w:t></w:r>" * 120_000)),
        "links.docx": word(paragraph(link * 100_000)),
        "linked-breaks.docx": word(paragraph("<w:hyperlink r:id=\"a\">" + "<w:r><w:br/></w:r>" * 400_000 + "</w:hyperlink>")),
        "fields.docx": word(paragraph("".join(map(field.format, range(30_000))))),
        "bookmarks.docx": word(paragraph("".join(map(bookmark.format, range(100_000))) + plain)),
        "paragraphs.docx": word("<w:p><w:r><w:t>a</w:t></w:r></w:p>" * 250_000),
        "empty-paragraphs.docx": word("<w:p/>" * 1_000_000),
        "items.docx": word("<w:p><w:pPr><w:pStyle w:val=\"ListBullet\"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>" * 100_000),
        "row.docx": word("<w:tbl><w:tr>" + cell * 150_000 + "</w:tr></w:tbl>"),
        "rows.docx": word("<w:tbl>" + f"<w:tr>{cell * 4}</w:tr>" * 40_000 + "</w:tbl>"),
        "words.docx": word(paragraph("<w:r><w:t>" + "some words in one run " * 350_000 + "</w:t></w:r>")),
        "paragraph.odt": open_document(f"<text:p>{('some ' + span + ' and ' + open_link) * 50_000}</text:p>"),
        "breaks.odt": open_document(f"<text:p>{'<text:line-break/>' * 400_000}</text:p>"),
        "letters.odt": open_document(f"<text:p>{('a' + span) * 130_000}</text:p>"),
        "links.odt": open_document(f"<text:p>{open_link * 100_000}</text:p>"),
        "linked-breaks.odt": open_document(f"<text:p><text:a xlink:href=\"https://example.org/x\">{'<text:line-break/>' * 400_000}</text:a></text:p>"),
        "bookmarks.odt": open_document("<text:p>" + "".join(f'<text:bookmark text:name="b{n}"/>' for n in range(150_000)) + "a</text:p>"),
        "paragraphs.odt": open_document("<text:p>a</text:p>" * 400_000),
        "empty-paragraphs.odt": open_document("<text:p/>" * 800_000),
        "items.odt": open_document("<text:list>" + "<text:list-item><text:p>a</text:p></text:list-item>" * 150_000 + "</text:list>"),
        "row.odt": open_document("<table:table><table:table-row>" + "<table:table-cell><text:p>a</text:p></table:table-cell>" * 120_000 + "</table:table-row></table:table>"),
        "words.odt": open_document(f"<text:p>{'some words in one paragraph ' * 270_000}</text:p>"),
    }


def write_documents(folder):
    """Writes each document and returns its name with the number of bytes that its parts have without compression."""
    sizes = {}
    for name, parts in documents().items():
        with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as archive:
            for part, text in parts.items():
                archive.writestr(part, text, zipfile.ZIP_STORED if part == "mimetype" else None)
        sizes[name] = sum(len(text.encode()) for text in parts.values())
    return sizes
