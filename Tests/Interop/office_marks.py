"""Documents with a mark in each place of Word and OpenDocument files, for losses.py.

A document is given as text: the contents of the body, then for each part `PART`, its name, `NAMED` and its contents.
write_word and write_open make packages of it. `%s` is the place of the mark.
"""

import base64, random, zipfile
from office_parts import *

PART, NAMED = "\x1d", "\x1e"
ONE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+M/wHwADhQGA9LS07gAAAABJRU5ErkJggg==")
TABLE = '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>{}</w:tbl>'
WHO = 'w:id="9" w:author="y" w:date="2020-01-02T03:04:05Z"'


def part(name, content):
    return PART + name + NAMED + content


# Word.

# The kind and root of a part that the main part has a relationship to; the relationship's identifier is `r` and its name.
WORD_PARTS = {
    "styles.xml": ("styles", "w:styles"), "numbering.xml": ("numbering", "w:numbering"), "footnotes.xml": ("footnotes", "w:footnotes"), "endnotes.xml": ("endnotes", "w:endnotes"),
    "comments.xml": ("comments", "w:comments"), "settings.xml": ("settings", "w:settings"), "header1.xml": ("header", "w:hdr"), "footer1.xml": ("footer", "w:ftr"),
}
DIAGRAM = "application/vnd.openxmlformats-officedocument.drawingml."


def write_word(path, text, picture=ONE):
    """Writes a package with a picture `rPicture` and the addresses `rLink` and `rMark` (http://MARK.example/)."""
    body, *others = text.split(PART)
    relations = relation("rPicture", "image", "media/picture.png") + relation("rLink", "hyperlink", "http://x.example/", True)
    overrides, parts, roots = "", {"media/picture.png": picture}, ""
    section = "<w:sectPr/>"
    for other in others:
        name, content = other.split(NAMED)
        identifier = "r" + name.split(".")[0]
        if name in WORD_PARTS:
            kind, root = WORD_PARTS[name]
            relations += relation(identifier, kind, name)
            overrides += override("/word/" + name, kind + "+xml")
            parts[name] = word_part(root, content)
        elif name == "relation":
            relations += content
        elif name == "section":
            section = f"<w:sectPr>{content}</w:sectPr>"
        elif name in ("chart.xml", "data.xml"):
            kind, root = (("chart", "c:chartSpace"), ("diagramData", "dgm:dataModel"))[name == "data.xml"]
            relations += relation(identifier, kind, name)
            overrides += override("/word/" + name, DIAGRAM + kind + "+xml")
            parts[name] = word_part(root, content)
        elif name == "core.xml":
            roots += relation("rId2", f"{PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml")
            overrides += override("/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml")
            parts["/docProps/core.xml"] = (
                f'<?xml version="1.0"?><cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" '
                f'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{content}</cp:coreProperties>').encode()
        elif name in ("app.xml", "custom.xml"):
            kind = {"app.xml": "extended", "custom.xml": "custom"}[name]
            uri = f"http://schemas.openxmlformats.org/officeDocument/2006/{kind}-properties"
            roots += relation(identifier, f"{RELATION}/{kind}-properties", "docProps/" + name)
            overrides += override("/docProps/" + name, f"application/vnd.openxmlformats-officedocument.{kind}-properties+xml")
            parts["/docProps/" + name] = (f'<?xml version="1.0"?><Properties xmlns="{uri}" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">'
                                          f"{content}</Properties>").encode()
        else:
            # A part of any kind, such as a chunk: its name ends with its extension.
            extension = name.rsplit(".", 1)[-1]
            relations += relation(identifier, "aFChunk", name)
            overrides += override("/word/" + name, {"html": "text/html", "txt": "text/plain"}[extension])
            parts[name] = content.encode()
    # The relationships of the main part are those of each other part too.
    own = f'<?xml version="1.0"?><Relationships xmlns="{PACKAGE}/relationships">{relations}</Relationships>'.encode()
    parts.update({f"_rels/{name}.rels": own for name in list(parts) if name in WORD_PARTS})
    write_package(path, minimal_word(body, parts=parts, relations=relations, overrides=overrides, root_relations=roots, section=section))


def plain(content):
    """A paragraph around runs."""
    return f"<w:p>{content}</w:p>"


def footnote(content, kind="footnote"):
    return (plain(run("a") + f'<w:r><w:{kind}Reference w:id="2"/></w:r>')
            + part(f"{kind}s.xml", f'<w:{kind} w:id="2">{content}</w:{kind}>'))


def head(content, name="header", kind="default"):
    return plain(run("b")) + part(f"{name}1.xml", content) + part("section", f'<w:{name}Reference w:type="{kind}" r:id="r{name}1"/>' + ("<w:titlePg/>" if kind == "first" else ""))


def listed(content, form="decimal", text="%%1.", start=1):
    """Paragraphs with `<w:numPr/>` of a list."""
    return content + part("numbering.xml", (
        f'<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%%1.%%2."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'))


def entry(content, level=0):
    return f'<w:p><w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr></w:pPr>{content}</w:p>'


# Around a paragraph or more.
WORD_BLOCKS = [
    ("text", "%s"), ("cell", TABLE.format("<w:tr><w:tc>%s</w:tc><w:tc><w:p/></w:tc></w:tr>")), ("cell of a cell", TABLE.format("<w:tr><w:tc>" + TABLE.format("<w:tr><w:tc>%s</w:tc></w:tr>") + "<w:p/></w:tc><w:tc><w:p/></w:tc></w:tr>")),
    ("header row", TABLE.format("<w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc>%s</w:tc><w:tc><w:p/></w:tc></w:tr><w:tr><w:tc><w:p/></w:tc></w:tr>")),
    ("merged cell below", TABLE.format("<w:tr><w:tc><w:tcPr><w:vMerge w:val=\"restart\"/></w:tcPr><w:p/></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>%s</w:tc></w:tr>")),
    ("merged cell at the right", TABLE.format("<w:tr><w:tc><w:tcPr><w:hMerge w:val=\"restart\"/></w:tcPr><w:p/></w:tc><w:tc><w:tcPr><w:hMerge/></w:tcPr>%s</w:tc></w:tr>")),
    ("orphaned merged cell", TABLE.format("<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>%s</w:tc></w:tr>")), ("cell beyond the grid", TABLE.format("<w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc><w:tc>%s</w:tc></w:tr>")),
    ("row in a control", TABLE.format("<w:sdt><w:sdtContent><w:tr><w:tc>%s</w:tc></w:tr></w:sdtContent></w:sdt>")), ("cell in a control", TABLE.format("<w:tr><w:sdt><w:sdtContent><w:tc>%s</w:tc></w:sdtContent></w:sdt></w:tr>")),
    ("row in custom XML", TABLE.format('<w:customXml w:element="x"><w:tr><w:tc>%s</w:tc></w:tr></w:customXml>')), ("hidden row", TABLE.format("<w:tr><w:trPr><w:hidden/></w:trPr><w:tc>%s</w:tc></w:tr><w:tr><w:tc><w:p/></w:tc></w:tr>")),
    ("deleted row", TABLE.format(f"<w:tr><w:trPr><w:del {WHO}/></w:trPr><w:tc>%s</w:tc></w:tr><w:tr><w:tc><w:p/></w:tc></w:tr>")), ("inserted row", TABLE.format(f"<w:tr><w:trPr><w:ins {WHO}/></w:trPr><w:tc>%s</w:tc></w:tr>")),
    ("control", "<w:sdt><w:sdtPr/><w:sdtContent>%s</w:sdtContent></w:sdt>"), ("custom XML", '<w:customXml w:element="x">%s</w:customXml>'), ("unknown element", "<zz:x>%s</zz:x>"),
    ("known choice", '<mc:AlternateContent><mc:Choice Requires="wps">%s</mc:Choice></mc:AlternateContent>'), ("fallback", '<mc:AlternateContent><mc:Choice Requires="zz"><w:p/></mc:Choice><mc:Fallback>%s</mc:Fallback></mc:AlternateContent>'),
    ("unknown choice", plain(run("b")) + '<mc:AlternateContent><mc:Choice Requires="zz">%s</mc:Choice></mc:AlternateContent>'), ("text box", plain(f'<w:r><w:drawing>{anchor(shape("%s", 3))}</w:drawing></w:r>')),
    ("old text box", plain("<w:r>" + vml_box("%s") + "</w:r>")), ("text box with a fallback", plain(text_box("%s", 4))), ("footnote", footnote("%s")), ("endnote", footnote("%s", "endnote")), ("header", head("%s")), ("footer", head("%s", "footer")),
    ("first header", head("%s", "header", "first")), ("even header", head("%s", "header", "even")),
    ("comment", plain('<w:commentRangeStart w:id="3"/>' + run("b") + '<w:commentRangeEnd w:id="3"/><w:r><w:commentReference w:id="3"/></w:r>') + part("comments.xml", '<w:comment w:id="3" w:author="y" w:initials="y">%s</w:comment>')),
    ("unused footnote", plain(run("b")) + part("footnotes.xml", '<w:footnote w:id="2">%s</w:footnote>')), ("missing section's end", "%s<w:p><w:pPr><w:sectPr/></w:pPr></w:p><w:p/>"),
]
# Around a run or more, in a paragraph.
WORD_INLINES = [
    ("link", '<w:hyperlink r:id="rLink">%s</w:hyperlink>'), ("link without address", "<w:hyperlink>%s</w:hyperlink>"), ("smart tag", '<w:smartTag w:element="x">%s</w:smartTag>'), ("inline control", "<w:sdt><w:sdtContent>%s</w:sdtContent></w:sdt>"),
    ("inline custom XML", '<w:customXml w:element="x">%s</w:customXml>'), ("insertion", f"<w:ins {WHO}>%s</w:ins>"), ("deletion", run("b") + f"<w:del {WHO}>%s</w:del>"), ("moved here", f"<w:moveTo {WHO}>%s</w:moveTo>"), ("moved away", run("b") + f"<w:moveFrom {WHO}>%s</w:moveFrom>"),
    ("simple field", '<w:fldSimple w:instr=" SEQ a ">%s</w:fldSimple>'), ("result of a field", field("DATE", "<zz:x/>").replace("<zz:x/>", "%s")), ("linked field", field('HYPERLINK "http://x.example/"', "<zz:x/>").replace("<zz:x/>", "%s")),
    ("field without end", '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> DATE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>%s'), ("direction", '<w:dir w:val="rtl">%s</w:dir>'), ("forced direction", '<w:bdo w:val="rtl">%s</w:bdo>'),
    ("base of a ruby", "<w:r><w:ruby><w:rubyPr/><w:rt>" + run("a") + "</w:rt><w:rubyBase>%s</w:rubyBase></w:ruby></w:r>"), ("ruby", "<w:r><w:ruby><w:rubyPr/><w:rt>%s</w:rt><w:rubyBase>" + run("a") + "</w:rubyBase></w:ruby></w:r>"), ("unknown inline", "<zz:x>%s</zz:x>"),
    ("inline choice", '<mc:AlternateContent><mc:Choice Requires="w14">%s</mc:Choice></mc:AlternateContent>'), ("inline fallback", '<mc:AlternateContent><mc:Choice Requires="zz"/><mc:Fallback>%s</mc:Fallback></mc:AlternateContent>'),
]
# A paragraph with properties around runs.
WORD_PARAGRAPHS = [
    ("heading", '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>%s</w:p>'), ("frame", '<w:p><w:pPr><w:framePr w:w="2000"/></w:pPr>%s</w:p>'), ("item", listed(entry("%s"))), ("inner item", listed(entry(run("a")) + entry("%s", 1))),
    ("deleted mark", f"<w:p><w:pPr><w:rPr><w:del {WHO}/></w:rPr></w:pPr>%s</w:p>" + plain(run("b"))), ("hidden mark", "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>%s</w:p>" + plain(run("b"))), ("right to left", "<w:p><w:pPr><w:bidi/></w:pPr>%s</w:p>"),
    ("styled heading", '<w:p><w:pPr><w:pStyle w:val="x"/></w:pPr>%s</w:p>' + part("styles.xml", '<w:style w:type="paragraph" w:styleId="x"><w:name w:val="heading 2"/></w:style>')),
    ("quotation", '<w:p><w:pPr><w:pStyle w:val="x"/></w:pPr>%s</w:p>' + part("styles.xml", '<w:style w:type="paragraph" w:styleId="x"><w:name w:val="Quote"/></w:style>')),
]
PROPERTIES = ["dc:title", "dc:subject", "dc:creator", "cp:keywords", "dc:description", "cp:category", "cp:lastModifiedBy", "cp:contentStatus", "dc:identifier", "cp:version"]
GRAPHIC = '<w:r><w:drawing><wp:inline><wp:extent cx="300" cy="200"/><wp:docPr id="5" name="g"/><a:graphic><a:graphicData uri="{}">{}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
# Words in other places than runs: attributes, codes, properties and parts.
WORD_WORDS = [
    ("hidden", plain(run("b") + run("%s", "<w:vanish/>"))), ("hidden by a style", plain(run("b") + run("%s", '<w:rStyle w:val="x"/>')) + part("styles.xml", '<w:style w:type="character" w:styleId="x"><w:name w:val="x"/><w:rPr><w:vanish/></w:rPr></w:style>')),
    ("hidden on the web", plain(run("%s", "<w:webHidden/>"))), ("capitals", plain(run("%s", "<w:caps/>"))), ("deleted text", plain(run("b") + f"<w:del {WHO}><w:r><w:delText>%s</w:delText></w:r></w:del>")),
    ("author of a change", plain('<w:ins w:id="1" w:author="%s">' + run("b") + "</w:ins>")), ("author of a comment", plain(run("b") + '<w:r><w:commentReference w:id="3"/></w:r>') + part("comments.xml", f'<w:comment w:id="3" w:author="%s">{plain(run("c"))}</w:comment>')),
    ("address of a link", plain('<w:hyperlink r:id="rMark">' + run("b") + "</w:hyperlink>") + part("relation", relation("rMark", "hyperlink", "http://%s.example/", True))), ("tip of a link", plain('<w:hyperlink r:id="rLink" w:tooltip="%s">' + run("b") + "</w:hyperlink>")),
    ("link without words", plain(run("b") + '<w:hyperlink r:id="rMark"/>') + part("relation", relation("rMark", "hyperlink", "http://%s.example/", True))), ("target in the document", plain('<w:hyperlink w:anchor="%s">' + run("b") + "</w:hyperlink>")),
    ("address of a field", plain(field('HYPERLINK "http://%s.example/"', "b"))), ("tip of a field", plain(field('HYPERLINK "http://x.example/" \\o "%s"', "b"))), ("place of a field", plain(field('HYPERLINK \\l "%s"', "b"))), ("link field without words", plain(run("b") + field('HYPERLINK "http://%s.example/"'))),
    ("field without result", plain(run("b") + field('QUOTE "%s"'))), ("inner field's result", plain(field("IF", field("DATE", "%s") + run("b")))), ("equation field", plain(run("b") + field("EQ \\f(%s;2)"))), ("button field", plain(run("b") + field("MACROBUTTON x %s"))),
    ("entries of a list", plain('<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:listEntry w:val="b"/><w:listEntry w:val="%s"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>')),
    ("default of a field", plain('<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:textInput><w:default w:val="%s"/></w:textInput></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMTEXT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>')),
    ("own mark of a note", plain(run("b") + '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:t>%s</w:t></w:r>') + part("footnotes.xml", f'<w:footnote w:id="2">{plain(run("c"))}</w:footnote>')),
    ("formula", plain("<m:oMath><m:r><m:t>%s</m:t></m:r></m:oMath>")), ("formula of its own", plain("<m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>%s</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara>")),
    ("unknown formula", plain("<m:oMath><m:groupChr><m:e><m:r><m:t>%s</m:t></m:r></m:e></m:groupChr></m:oMath>")), ("words of a picture", plain(picture("rPicture", 1, "%s"))), ("address of a picture", plain(picture("rMark", 1, "b", attribute="r:link")) + part("relation", relation("rMark", "image", "http://%s.example/a.png", True))),
    ("link of a picture", plain(picture("rPicture", 1, "b", link="rMark")) + part("relation", relation("rMark", "hyperlink", "http://%s.example/", True))), ("words of an old picture", plain('<w:r><w:pict><v:shape alt="%s"><v:imagedata r:id="rPicture"/></v:shape></w:pict></w:r>')),
    ("drawn words", plain(run("b") + '<w:r><w:pict><v:shape><v:textpath string="%s"/></v:shape></w:pict></w:r>')), ("object", plain('<w:r><w:object><v:shape><v:imagedata r:id="rPicture"/></v:shape><o:OLEObject ProgID="%s"/></w:object></w:r>')),
    ("chart", plain(GRAPHIC.format(WORD_NAMESPACES["c"], '<c:chart r:id="rchart"/>')) + part("chart.xml", "<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>%s</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea/></c:chart>")),
    ("values of a chart", plain(GRAPHIC.format(WORD_NAMESPACES["c"], '<c:chart r:id="rchart"/>')) + part("chart.xml", "<c:chart><c:plotArea><c:barChart><c:ser><c:cat><c:strRef><c:strCache><c:pt idx=\"0\"><c:v>%s</c:v></c:pt></c:strCache></c:strRef></c:cat></c:ser></c:barChart></c:plotArea></c:chart>")),
    ("diagram", plain(GRAPHIC.format(WORD_NAMESPACES["dgm"], '<dgm:relIds r:dm="rdata"/>')) + part("data.xml", "<dgm:ptLst><dgm:pt modelId=\"1\"><dgm:t><a:p><a:r><a:t>%s</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst>")),
    ("chunk of HTML", plain(run("b")) + '<w:altChunk r:id="rchunk"/>' + part("chunk.html", "<p>%s</p>")), ("chunk of text", plain(run("b")) + '<w:altChunk r:id="rchunk"/>' + part("chunk.txt", "%s")), ("subdocument", plain(run("b") + '<w:subDoc r:id="rMark"/>') + part("relation", relation("rMark", "subDocument", "%s.docx", True))),
    ("title of a table", TABLE.format("<w:tr><w:tc><w:p/></w:tc></w:tr>").replace("<w:tblPr/>", '<w:tblPr><w:tblCaption w:val="%s"/></w:tblPr>')), ("description of a table", TABLE.format("<w:tr><w:tc><w:p/></w:tc></w:tr>").replace("<w:tblPr/>", '<w:tblPr><w:tblDescription w:val="%s"/></w:tblPr>')),
    ("bookmark", plain('<w:bookmarkStart w:id="1" w:name="%s"/>' + run("b") + '<w:bookmarkEnd w:id="1"/><w:hyperlink w:anchor="%s">' + run("c") + "</w:hyperlink>")), ("title of a control", f'<w:sdt><w:sdtPr><w:alias w:val="%s"/></w:sdtPr><w:sdtContent>{plain(run("b"))}</w:sdtContent></w:sdt>'),
    ("choices of a control", f'<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="%s" w:value="1"/></w:dropDownList></w:sdtPr><w:sdtContent>{plain(run("b"))}</w:sdtContent></w:sdt>'), ("label", listed(entry(run("b")), text="%s %%1")), ("bullet of words", listed(entry(run("b")), "bullet", "%s")),
    *((f"property {name}", plain(run("b")) + part("core.xml", f"<{name}>%s</{name}>")) for name in PROPERTIES), ("company", plain(run("b")) + part("app.xml", "<Company>%s</Company>")), ("manager", plain(run("b")) + part("app.xml", "<Manager>%s</Manager>")),
    ("own property", plain(run("b")) + part("custom.xml", '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="Client"><vt:lpwstr>%s</vt:lpwstr></property>')), ("variable", plain(run("b")) + part("settings.xml", '<w:docVars><w:docVar w:name="a" w:val="%s"/></w:docVars>')),
]
# Marks that show by a sign: paragraphs.
WORD_THINGS = [
    *((kind, plain(run("b", properties))) for kind, properties in [
        ("bold", "<w:b/>"), ("italic", "<w:i/>"), ("strike", "<w:strike/>"), ("strike", "<w:dstrike/>"), ("underline", '<w:u w:val="single"/>'), ("sup", '<w:vertAlign w:val="superscript"/>'), ("sub", '<w:vertAlign w:val="subscript"/>'), ("small caps", "<w:smallCaps/>"),
        ("colour", '<w:color w:val="12AB34"/>'), ("colour", '<w:shd w:val="clear" w:color="auto" w:fill="12AB34"/>'), ("font", '<w:rFonts w:ascii="Georgia" w:hAnsi="Georgia"/>'), ("code", '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>')]),
    ("bold", plain(run("b", '<w:rStyle w:val="x"/>')) + part("styles.xml", '<w:style w:type="character" w:styleId="x"><w:name w:val="x"/><w:rPr><w:b/></w:rPr></w:style>')), ("picture", plain(picture("rPicture", 1, "b"))), ("picture", plain(picture("rPicture", 1, "b", anchored=True))),
    ("picture", plain('<w:r><w:pict><v:shape><v:imagedata r:id="rPicture"/></v:shape></w:pict></w:r>')), ("heading", '<w:p><w:pPr><w:outlineLvl w:val="2"/></w:pPr>' + run("b") + "</w:p>"), ("bullets", listed(entry(run("b")), "bullet", "•")), ("start", listed(entry(run("b")), start=7)),
    ("roman", listed(entry(run("b")), "lowerRoman", start=7)), ("outer number", listed(entry(run("a")) + entry(run("b"), 1))), ("quote", '<w:p><w:pPr><w:pStyle w:val="x"/></w:pPr>' + run("b") + "</w:p>" + part("styles.xml", '<w:style w:type="paragraph" w:styleId="x"><w:name w:val="Quote"/></w:style>')),
    ("table", TABLE.format(f"<w:tr><w:tc>{plain(run('b'))}</w:tc><w:tc>{plain(run('c'))}</w:tc></w:tr>") + "<w:p/>"), ("merged", TABLE.format(f"<w:tr><w:tc><w:tcPr><w:gridSpan w:val=\"2\"/></w:tcPr>{plain(run('b'))}</w:tc></w:tr><w:tr><w:tc>{plain(run('b'))}</w:tc><w:tc>{plain(run('c'))}</w:tc></w:tr>") + "<w:p/>"),
    ("colour", TABLE.format(f"<w:tr><w:tc><w:tcPr><w:shd w:val=\"clear\" w:fill=\"12AB34\"/></w:tcPr>{plain(run('b'))}</w:tc></w:tr>") + "<w:p/>"), ("colour", '<w:p><w:pPr><w:shd w:val="clear" w:fill="12AB34"/></w:pPr>' + run("b") + "</w:p>"),
    ("rule", '<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="auto"/></w:pBdr></w:pPr></w:p>' + plain(run("b"))), ("align", '<w:p><w:pPr><w:jc w:val="center"/></w:pPr>' + run("b") + "</w:p>"), ("break", plain(run("b\nc"))), ("page", plain(run("b") + '<w:r><w:br w:type="page"/></w:r>' + run("c"))),
    ("page", plain(run("b")) + "<w:p><w:pPr><w:pageBreakBefore/></w:pPr>" + run("c") + "</w:p>"), ("page", "<w:p><w:pPr><w:sectPr/></w:pPr>" + run("b") + "</w:p>" + plain(run("c"))), ("tab", plain(run("a\tb"))), ("spaces", plain(run("a    b"))), ("blank", plain(run("a")) + "<w:p/><w:p/><w:p/>" + plain(run("b"))),
    ("anchor", plain('<w:bookmarkStart w:id="1" w:name="zmark"/>' + run("b") + '<w:bookmarkEnd w:id="1"/><w:hyperlink w:anchor="zmark">' + run("c") + "</w:hyperlink>")), ("note", footnote(plain(run("c")))), ("note", footnote(plain(run("c")), "endnote")),
    ("task", plain('<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>' + run("☒") + "</w:sdtContent></w:sdt>" + run(" b"))),
]


# OpenDocument.

def write_open(path, text, picture=ONE):
    """Writes a package with a picture `Pictures/picture.png`. The parts are `automatic`, `common`, `master` and `meta`."""
    body, *others = text.split(PART)
    write_package(path, minimal_open(body, pictures={"Pictures/picture.png": picture}, **dict(other.split(NAMED) for other in others)))


def write_flat(path, text, picture=ONE):
    """Writes a document in one file."""
    body, *others = text.split(PART)
    data = f"<office:binary-data>{base64.b64encode(picture).decode()}</office:binary-data>"
    body = body.replace('<draw:image xlink:href="Pictures/picture.png"/>', f"<draw:image>{data}</draw:image>")
    with open(path, "wb") as file:
        file.write(flat_open(body, **dict(other.split(NAMED) for other in others)))


def cells(*contents):
    return "<table:table><table:table-column/><table:table-column/>" + "".join(contents) + "</table:table>"


def styled(content, properties, family="text"):
    """A paragraph with a style of its own, or a span with one in a paragraph."""
    kind = f"{family}-properties"
    style = part("automatic", f'<style:style style:name="x" style:family="{family}"><style:{kind} {properties}/></style:style>')
    return (f'<text:p><text:span text:style-name="x">{content}</text:span></text:p>' if family == "text" else f'<text:p text:style-name="x">{content}</text:p>') + style


def numbered(items, level='<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>'):
    return f'<text:list text:style-name="x">{items}</text:list>' + part("automatic", f'<text:list-style style:name="x">{level}</text:list-style>')


SQUARE = '<draw:frame text:anchor-type="as-char" svg:width="1cm" svg:height="1cm"><draw:image xlink:href="Pictures/picture.png"/>{}</draw:frame>'
INFO = "<office:change-info><dc:creator>y</dc:creator><dc:date>2020-01-02T03:04:05</dc:date></office:change-info>"
MASTER = '<style:master-page style:name="Standard" style:page-layout-name="pm1"><style:{0}>{1}</style:{0}></style:master-page>'
OPEN_BLOCKS = [
    ("text", "%s"), ("item", "<text:list><text:list-item>%s</text:list-item></text:list>"), ("inner item", "<text:list><text:list-item><text:p>a</text:p><text:list><text:list-item>%s</text:list-item></text:list></text:list-item></text:list>"),
    ("header of a list", "<text:list><text:list-header>%s</text:list-header><text:list-item><text:p>b</text:p></text:list-item></text:list>"), ("numbered paragraph", '<text:numbered-paragraph text:list-id="n">%s</text:numbered-paragraph>'),
    ("cell", cells("<table:table-row><table:table-cell>%s</table:table-cell><table:table-cell/></table:table-row>")), ("header row", cells("<table:table-header-rows><table:table-row><table:table-cell>%s</table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell/></table:table-row>")),
    ("covered cell", cells('<table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>b</text:p></table:table-cell><table:covered-table-cell>%s</table:covered-table-cell></table:table-row>')), ("cell beyond the columns", cells("<table:table-row><table:table-cell/><table:table-cell/><table:table-cell>%s</table:table-cell></table:table-row>")),
    ("row group", cells("<table:table-row-group><table:table-row><table:table-cell>%s</table:table-cell></table:table-row></table:table-row-group>")), ("hidden row", cells('<table:table-row table:visibility="collapse"><table:table-cell>%s</table:table-cell></table:table-row><table:table-row><table:table-cell/></table:table-row>')),
    ("cell of a cell", cells("<table:table-row><table:table-cell>" + cells("<table:table-row><table:table-cell>%s</table:table-cell></table:table-row>") + "</table:table-cell></table:table-row>")), ("repeated cell", cells('<table:table-row><table:table-cell table:number-columns-repeated="2">%s</table:table-cell></table:table-row>')),
    ("section", '<text:section text:name="s">%s</text:section>'), ("hidden section", '<text:p>b</text:p><text:section text:name="s" text:display="none">%s</text:section>'), ("text box", "<text:p><draw:frame><draw:text-box>%s</draw:text-box></draw:frame></text:p>"), ("frame between paragraphs", "<draw:frame text:anchor-type=\"page\"><draw:text-box>%s</draw:text-box></draw:frame><text:p>b</text:p>"),
    ("shape", '<text:p><draw:custom-shape svg:width="1cm" svg:height="1cm">%s</draw:custom-shape></text:p>'), ("group", '<text:p><draw:g><draw:rect svg:width="1cm" svg:height="1cm">%s</draw:rect></draw:g></text:p>'), ("footnote", '<text:p>b<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>%s</text:note-body></text:note></text:p>'),
    ("endnote", '<text:p>b<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body>%s</text:note-body></text:note></text:p>'), ("comment", "<text:p>b<office:annotation><dc:creator>y</dc:creator>%s</office:annotation></text:p>"), ("deletion", f'<text:tracked-changes><text:changed-region text:id="c"><text:deletion>{INFO}%s</text:deletion></text:changed-region></text:tracked-changes><text:p>b<text:change text:change-id="c"/></text:p>'),
    ("insertion", f'<text:tracked-changes><text:changed-region text:id="c"><text:insertion>{INFO}</text:insertion></text:changed-region></text:tracked-changes><text:change-start text:change-id="c"/>%s<text:change-end text:change-id="c"/>'), ("table of contents", "<text:table-of-content><text:table-of-content-source/><text:index-body>%s</text:index-body></text:table-of-content>"),
    ("index's title", "<text:alphabetical-index><text:alphabetical-index-source/><text:index-body><text:index-title>%s</text:index-title></text:index-body></text:alphabetical-index>"), ("header", "<text:p>b</text:p>" + part("master", MASTER.format("header", "%s"))), ("footer", "<text:p>b</text:p>" + part("master", MASTER.format("footer", "%s"))),
    ("left header", "<text:p>b</text:p>" + part("master", MASTER.format("header-left", "%s"))), ("unknown element", '<u:x xmlns:u="urn:u">%s</u:x>'),
]
OPEN_INLINES = [
    ("span", '<text:span text:style-name="x">%s</text:span>'), ("link", '<text:a xlink:href="http://x.example/">%s</text:a>'), ("link without address", "<text:a>%s</text:a>"), ("base of a ruby", "<text:ruby><text:ruby-base>%s</text:ruby-base><text:ruby-text>a</text:ruby-text></text:ruby>"), ("meta", "<text:meta>%s</text:meta>"), ("meta field", '<text:meta-field xml:id="m">%s</text:meta-field>'),
    ("unknown inline", '<u:x xmlns:u="urn:u">%s</u:x>'),
]
OPEN_PARAGRAPHS = [("heading", '<text:h text:outline-level="2">%s</text:h>'), ("heading in a list", '<text:list><text:list-item><text:h text:outline-level="2">%s</text:h></text:list-item></text:list>'), ("right to left", styled("%s", 'style:writing-mode="rl-tb"', "paragraph"))]
FIELDS = ["page-number", "date", "author-name", "title", "chapter", "sequence", "variable-set", "variable-get", "text-input", "placeholder", "conditional-text", "hidden-text", "bookmark-ref", "expression", "user-defined", "description", "file-name", "bibliography-mark", "dde-connection", "measure", "database-display", "page-variable-get", "sender-firstname", "keywords"]
META = ["dc:title", "dc:subject", "dc:creator", "dc:description", "meta:keyword", "meta:initial-creator", "meta:printed-by", "dc:language"]
OPEN_WORDS = [
    ("hidden", styled("%s", 'text:display="none"')), ("hidden paragraph", "<text:p>b</text:p>" + styled("%s", 'text:display="none"').replace("<text:span", '<text:span')), ("capitals", styled("%s", 'fo:text-transform="uppercase"')), ("ruby", "<text:p><text:ruby><text:ruby-base>a</text:ruby-base><text:ruby-text>%s</text:ruby-text></text:ruby></text:p>"),
    *((f"field {name}", f"<text:p>b <text:{name}>%s</text:{name}></text:p>") for name in FIELDS), ("hidden string", '<text:p>b<text:hidden-text text:condition="ooow:TRUE" text:string-value="%s" text:is-hidden="true"/></text:p>'), ("branch of a condition", '<text:p>b<text:conditional-text text:condition="ooow:1" text:string-value-if-true="c" text:string-value-if-false="%s">c</text:conditional-text></text:p>'),
    ("address of a link", '<text:p><text:a xlink:href="http://%s.example/">b</text:a></text:p>'), ("title of a link", '<text:p><text:a xlink:href="http://x.example/" office:title="%s">b</text:a></text:p>'), ("link without words", '<text:p>b<text:a xlink:href="http://%s.example/"/></text:p>'), ("place in the document", '<text:p><text:a xlink:href="#%s">b</text:a></text:p>'),
    ("own mark of a note", '<text:p>b<text:note text:note-class="footnote"><text:note-citation text:label="%s">%s</text:note-citation><text:note-body><text:p>c</text:p></text:note-body></text:note></text:p>'), ("author of a comment", "<text:p>b<office:annotation><dc:creator>%s</dc:creator><text:p>c</text:p></office:annotation></text:p>"),
    ("author of a change", '<text:tracked-changes><text:changed-region text:id="c"><text:insertion><office:change-info><dc:creator>%s</dc:creator></office:change-info></text:insertion></text:changed-region></text:tracked-changes><text:p><text:change-start text:change-id="c"/>b<text:change-end text:change-id="c"/></text:p>'),
    ("words of a picture", "<text:p>" + SQUARE.format("<svg:desc>%s</svg:desc>") + "</text:p>"), ("title of a picture", "<text:p>" + SQUARE.format("<svg:title>%s</svg:title>") + "</text:p>"), ("title and words of a picture", "<text:p>" + SQUARE.format("<svg:title>%s</svg:title><svg:desc>other</svg:desc>") + "</text:p>"),
    ("address of a picture", '<text:p><draw:frame><draw:image xlink:href="http://%s.example/a.png"/></draw:frame></text:p>'), ("link of a picture", '<text:p><draw:a xlink:href="http://%s.example/">' + SQUARE.format("") + "</draw:a></text:p>"), ("film", '<text:p>b<draw:frame><draw:plugin xlink:href="http://%s.example/a.mp4"/></draw:frame></text:p>'),
    ("formula", "<text:p>b<draw:frame><draw:object><math:math><math:mi>%s</math:mi></math:math></draw:object></draw:frame></text:p>"), ("formula's source", '<text:p>b<draw:frame><draw:object><math:math><math:semantics><math:mi>x</math:mi><math:annotation math:encoding="StarMath 5.0">%s</math:annotation></math:semantics></math:math></draw:object></draw:frame></text:p>'),
    ("object", '<text:p>b<draw:frame><draw:object xlink:href="./%s"/></draw:frame></text:p>'), ("title of a table", cells("<table:title>%s</table:title><table:table-row><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>")), ("description of a table", cells("<table:desc>%s</table:desc><table:table-row><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>")),
    ("bookmark", '<text:p><text:bookmark text:name="%s"/>b <text:a xlink:href="#%s">c</text:a></text:p>'), ("mark of an index", '<text:p>b<text:alphabetical-index-mark text:string-value="%s"/></text:p>'), ("mark of the contents", '<text:p>b<text:toc-mark text:string-value="%s" text:outline-level="1"/></text:p>'), ("script", "<text:p>b<text:script>%s</text:script></text:p>"),
    ("section of another file", '<text:section text:name="s"><text:section-source xlink:href="%s.odt"/><text:p>b</text:p></text:section>'), ("label", numbered("<text:list-item><text:p>b</text:p></text:list-item>", "".join(f'<text:list-level-style-number text:level="{n}" style:num-format="1" style:num-prefix="%s "/>' for n in range(1, 10)))),
    ("bullet of words", numbered("<text:list-item><text:p>b</text:p></text:list-item>", "".join(f'<text:list-level-style-bullet text:level="{n}" text:bullet-char="%s"/>' for n in range(1, 10)))),
    ("control", '<office:forms><form:form><form:button xml:id="c" form:label="%s"/></form:form></office:forms><text:p>b<draw:control draw:control="c"/></text:p>'), ("field of a form", '<office:forms><form:form><form:text xml:id="c" form:current-value="%s"/></form:form></office:forms><text:p>b<draw:control draw:control="c"/></text:p>'),
    *((f"property {name}", "<text:p>b</text:p>" + part("meta", f"<{name}>%s</{name}>")) for name in META), ("own property", "<text:p>b</text:p>" + part("meta", '<meta:user-defined meta:name="Client">%s</meta:user-defined>')), ("variable", '<text:user-field-decls><text:user-field-decl text:name="u" office:value-type="string" office:string-value="%s"/></text:user-field-decls><text:p>b</text:p>'),
]
OPEN_THINGS = [
    *((kind, styled("b", properties)) for kind, properties in [
        ("bold", 'fo:font-weight="bold"'), ("italic", 'fo:font-style="italic"'), ("strike", 'style:text-line-through-style="solid"'), ("underline", 'style:text-underline-style="solid"'), ("sup", 'style:text-position="super 58%%"'), ("sub", 'style:text-position="sub 58%%"'), ("small caps", 'fo:font-variant="small-caps"'), ("sup", 'style:text-position="33%% 58%%"'), ("colour", 'fo:color="#12ab34"'), ("colour", 'fo:background-color="#12ab34"'),
        ("font", 'fo:font-family="Georgia"'), ("code", "fo:font-family=\"'Courier New'\"")]),
    ("bold", '<text:p text:style-name="x">b</text:p>' + part("automatic", '<style:style style:name="x" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style>')), ("bold", '<text:p text:style-name="y">b</text:p>' + part("common", '<style:style style:name="x" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="y" style:family="paragraph" style:parent-style-name="x"/>')),
    ("picture", "<text:p>" + SQUARE.format("") + "</text:p>"), ("picture", "<text:p>" + SQUARE.format("").replace("as-char", "paragraph") + "b</text:p>"), ("heading", '<text:h text:outline-level="3">b</text:h>'), ("bullets", "<text:list><text:list-item><text:p>b</text:p></text:list-item></text:list>"),
    ("start", numbered('<text:list-item text:start-value="7"><text:p>b</text:p></text:list-item>')), ("start", numbered("<text:list-item><text:p>b</text:p></text:list-item>", '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="." text:start-value="7"/>')),
    ("roman", numbered("<text:list-item><text:p>b</text:p></text:list-item>", '<text:list-level-style-number text:level="1" style:num-format="i" style:num-suffix="." text:start-value="7"/>')), ("outer number", numbered("<text:list-item><text:p>a</text:p><text:list><text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item>", '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="1" style:num-suffix="." text:display-levels="2"/>')),
    ("quote", '<text:p text:style-name="Quotations">b</text:p>' + part("common", '<style:style style:name="Quotations" style:family="paragraph"/>')), ("table", cells("<table:table-row><table:table-cell><text:p>b</text:p></table:table-cell><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row>")),
    ("merged", cells('<table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>b</text:p></table:table-cell><table:covered-table-cell/></table:table-row><table:table-row><table:table-cell><text:p>b</text:p></table:table-cell><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row>')),
    ("colour", cells('<table:table-row><table:table-cell table:style-name="x"><text:p>b</text:p></table:table-cell></table:table-row>') + part("automatic", '<style:style style:name="x" style:family="table-cell"><style:table-cell-properties fo:background-color="#12ab34"/></style:style>')), ("colour", styled("b", 'fo:background-color="#12ab34"', "paragraph")),
    ("rule", styled("", 'fo:border-bottom="1pt solid #000000"', "paragraph").replace(PART, "<text:p>b</text:p>" + PART)), ("align", styled("b", 'fo:text-align="center"', "paragraph")), ("break", "<text:p>b<text:line-break/>c</text:p>"), ("page", "<text:p>a</text:p>" + styled("b", 'fo:break-before="page"', "paragraph")), ("page", styled("b", 'fo:break-after="page"', "paragraph").replace(PART, "<text:p>c</text:p>" + PART)),
    ("tab", "<text:p>a<text:tab/>b</text:p>"), ("spaces", '<text:p>a <text:s text:c="3"/>b</text:p>'), ("blank", "<text:p>a</text:p><text:p/><text:p/><text:p/><text:p>b</text:p>"), ("anchor", '<text:p><text:bookmark text:name="zmark"/>b <text:a xlink:href="#zmark">c</text:a></text:p>'), ("anchor", '<text:p><text:bookmark-start text:name="zmark"/>b<text:bookmark-end text:name="zmark"/> <text:a xlink:href="#zmark">c</text:a></text:p>'),
    ("note", '<text:p>b<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>c</text:p></text:note-body></text:note></text:p>'), ("row heading", "<table:table><table:table-header-columns><table:table-column/></table:table-header-columns><table:table-column/><table:table-row><table:table-cell><text:p>b</text:p></table:table-cell><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table>"),
]
# Places in which each of the things is tried.
HOLDERS = {"text", "cell", "cell of a cell", "control", "text box", "footnote", "header row", "item", "section", "header", "comment", "insertion", "deletion", "inserted row", "known choice"}
# Places in which a thing is nothing: pages do not break there, a list of one level is on another one, or all is counted as one.
WITHOUT = {
    "page": {"cell", "cell of a cell", "header row", "footnote", "header", "comment"}, "start": {"item"}, "roman": {"item"}, "outer number": {"item"},
    "kept picture": {"header", "comment", "deletion"},
}


def inside(outer, inner):
    """Inserts a text at the place in another one. Other parts are kept; parts with the same name are joined."""
    body, *parts = inner.split(PART)
    around, *others = outer.split(PART)
    merged = {}
    for piece in [other.replace("%s", body) for other in others] + parts:
        name, content = piece.split(NAMED)
        merged[name] = merged.get(name, "") + content
    return around.replace("%s", body) + "".join(part(name, content) for name, content in merged.items())


FORMS = {
    "docx": (WORD_BLOCKS, WORD_INLINES, WORD_PARAGRAPHS, WORD_WORDS, WORD_THINGS, "<w:p>%s</w:p>", run("%s")),
    "odt": (OPEN_BLOCKS, OPEN_INLINES, OPEN_PARAGRAPHS, OPEN_WORDS, OPEN_THINGS, "<text:p>%s</text:p>", "%s"),
}


def cases(form):
    """Yields the kind, place and text of each document: each word in each place, and each object in each holder."""
    blocks, inlines, paragraphs, words, things, around, word = FORMS[form]
    for place, text in blocks:
        yield "word", place, inside(text, around.replace("%s", word))
    for place, text in inlines:
        yield "word", place, around.replace("%s", text.replace("%s", word))
    for place, text in paragraphs:
        yield "word", place, text.replace("%s", word)
    for place, text in words:
        yield "word", place, text
    for kind, text in things:
        for place, outer in blocks:
            if place in HOLDERS and place not in WITHOUT.get(kind, ()):
                yield kind, f"{place}, {text.split(PART)[0][:60]}", inside(outer, text)
    for place, outer in blocks:
        if place in HOLDERS and place not in WITHOUT["kept picture"]:
            yield "kept picture", place, inside(outer, next(text for kind, text in things if kind == "picture"))


def nested(form, random):
    """Returns a case nested in random places."""
    blocks, inlines, paragraphs, words, things, around, word = FORMS[form]
    choice = random.random()
    if choice < 0.3:
        kind, (place, text) = "word", random.choice(words)
    elif choice < 0.5:
        kind, text = random.choice([thing for thing in things if thing[0] not in WITHOUT])
        place = text.split(PART)[0][:40]
    else:
        kind, place, text = "word", "run", word
        for _ in range(random.randint(0, 2)):
            name, outer = random.choice(inlines)
            place, text = f"{place} in {name}", outer.replace("%s", text)
        name, outer = random.choice(paragraphs + [("paragraph", around)] * 3)
        place, text = f"{place} in {name}", inside(outer, text)
    for _ in range(random.randint(1, 3)):
        name, outer = random.choice(blocks)
        if not any(piece.split(NAMED)[0] in {other.split(NAMED)[0] for other in text.split(PART)[1:]} for piece in outer.split(PART)[1:]):
            place, text = f"{place} in {name}", inside(outer, text)
    return form, kind, place, text


def contents(path):
    """Returns the parts of a result that depend on its content; the parts with styles always contain all styles."""
    with zipfile.ZipFile(path) as archive:
        return "\n".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist()
                         if name.endswith((".xml", ".rels")) and not name.endswith(("styles.xml", "fontTable.xml", "theme1.xml", "settings.xml", "[Content_Types].xml", "manifest.xml")))


def has_entry(path, content):
    """Returns whether an entry of a package contains these bytes."""
    with zipfile.ZipFile(path) as archive:
        return any(archive.read(name) == content for name in archive.namelist())


# What shows that a thing is there.
SIGNS = {
    "picture": (r"<a:blip|<v:imagedata", r"<draw:image"), "bold": (r"<w:b(/| w:val=.(1|true|on))|Strong", r"font-weight=.(bold|[6-9]00)|Strong"), "italic": (r"<w:i(/| w:val=.(1|true|on))|Emphasis", r"font-style=.(italic|oblique)|Emphasis"),
    "strike": (r"<w:d?strike", r"text-line-through-(style|type)=.(?!none)"), "underline": (r"<w:u ", r"text-underline-(style|type)=.(?!none)"), "sup": (r"superscript", r"text-position=.(super|\d)"), "sub": (r"subscript", r"text-position=.(sub|-)"),
    "colour": (r"12AB34|12ab34", r"#12ab34|#12AB34"), "heading": (r"[Hh]eading ?3|outlineLvl w:val=.2", r"outline-level=.3"), "bullets": (r"<w:numPr>", r"<text:list[ >]"), "start": (r"w:start(Override)? w:val=.7|>7\.", r"start-value=.7"),
    "code": (r"Courier|Menlo|Mono|Code|Preformatted|Verbatim", r"Courier|Menlo|Mono|Code|Preformatted|Source"), "quote": (r"Quote|<w:ind ", r"Quot|fo:margin-left"), "table": (r"<w:tbl>", r"<table:table[ >]"), "rule": (r"<w:pBdr>|o:hr=|HorizontalLine", r"border-bottom|Horizontal"),
    "align": (r"w:jc w:val=.center", r"text-align=.center"), "merged": (r"gridSpan|vMerge", r"-spanned=.[2-9]"), "roman": (r"lowerRoman|>vii\.", r"num-format=.i|>vii\."), "break": (r"<w:br/>|<w:cr/>|b</w:t>[\s\S]*<w:p>[\s\S]*>c<", r"line-break|b</text:(p|span)>[\s\S]*c</text:"),
    "task": (r"w14:checkbox|☑|☒|\[x\]", r"☑|☒|\[x\]"), "font": (r"Georgia", r"Georgia"), "anchor": (r"bookmarkStart[^>]*w:name=.zmark", r"bookmark(-start)? [^>]*name=.zmark"), "note": (r"(foot|end)noteReference ", r"<text:note "), "terms": (r"Definition", r"Definition|List_20_Heading"),
    "row heading": (r"Row ?Heading|firstColumn=.1", r"table-header-columns|Row_20_Heading"), "outer number": (r"%\d\.%\d|1\.1\.", r"display-levels=.2|%1%\.%2%"), "page": (r"w:type=.page|pageBreakBefore|</w:sectPr>[\s\S]*<w:sectPr", r"break-(before|after)=.page"),
    "day": (r"2001-02-03", r"2001-02-03"),
    "small caps": (r"<w:smallCaps/?>|<w:smallCaps w:val=.(1|true)", r"font-variant=.small-caps"),
    "spaces": (r"[ \xa0]{4}|( |\xa0|&#160;){4}", r"<text:s\b|\xa0{2,}"), "tab": (r"<w:tab/>", r"<text:tab"), "blank": (r"(<w:p/>|<w:p( [^>]*)?>(<w:pPr>((?!</w:pPr>).)*</w:pPr>)?</w:p>)\s*(<w:p/>|<w:p( [^>]*)?>(<w:pPr>((?!</w:pPr>).)*</w:pPr>)?</w:p>)|<w:br/>(</w:r><w:r>)?<w:br/>", r"(<text:p[^>]*/>|<text:p[^>]*></text:p>)\s*(<text:p[^>]*/>|<text:p[^>]*></text:p>)|(<text:line-break/>\s*){2}"),
}
