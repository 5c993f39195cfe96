#!/usr/bin/env python3
"""Makes presentations with every feature of the formats, by python-pptx, odfpy, LibreOffice and from text.

Usage: slide_documents.py [--hostile] FOLDER | --list

--hostile makes the hostile presentations instead. --list prints the table: the name of each presentation, the program
that makes it, its features and the losses that must be counted. LibreOffice saves some presentations again, in other
formats; without `soffice` these are omitted with a message. The Python packages `python-pptx` and `odfpy` are needed
(`pip install python-pptx odfpy`). Ends with 2 if a package is missing.
"""

import importlib.util, io, os, sys
from office_parts import compound, flat_open, minimal_open, png, read_package, strict, write_package
from office_saved import save_again
from slide_hostile import HOSTILE, make_hostile

MISSING = [package for module, package in (("pptx", "python-pptx"), ("odf", "odfpy")) if importlib.util.find_spec(module) is None]
if not MISSING:
    import pptx
    from lxml import etree
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.enum.shapes import MSO_SHAPE
    from pptx.util import Inches

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
# Name, program, features, losses, function. A loss is a pattern.
SLIDE_DOCUMENTS = []
# Name, source, features, losses: saved again by LibreOffice.
SAVED_DOCUMENTS = [
    ("saved-titles.odp", "titles.pptx", "titles", []), ("saved-lists.odp", "lists.pptx", "lists", []), ("saved-tables.odp", "tables.pptx", "tables", []),
    ("saved-notes.fodp", "notes.pptx", "notes", []), ("saved-hidden.odp", "hidden.pptx", "hidden slides", ["hidden"]), ("saved-pictures.odp", "pictures.pptx", "pictures", []),
    ("saved-groups.odp", "groups.pptx", "groups and shapes", []), ("saved-charts.odp", "charts.pptx", "charts", ["chart"]), ("saved-formats.fodp", "formats.pptx", "formatted words", []),
    ("saved-open-titles.pptx", "made-titles.odp", "titles", []), ("saved-open-lists.pptx", "made-lists.odp", "lists", []), ("saved-open-notes.pptx", "made-notes.odp", "notes", []),
    ("saved-open-tables.pptx", "made-tables.odp", "tables", []), ("saved-show.ppsx", "titles.pptx", "a slide show", []), ("saved-template.otp", "titles.pptx", "a template", []),
]


def need_packages():
    if MISSING:
        print(f"missing: {', '.join(MISSING)}; install with: pip install {' '.join(MISSING)}", file=sys.stderr)
        sys.exit(2)


def makes(name, program, features, *losses):
    def add(function):
        SLIDE_DOCUMENTS.append((name, program, features, losses, function))
        return function
    return add


# python-pptx. The layouts of its template: 0 title, 1 title and content, 3 two contents, 5 title only, 6 blank.

def python(name, features, *losses):
    """Makes a presentation with python-pptx; the function gets it and a function that adds a slide of a layout."""
    def add(function):
        def make(path):
            show = pptx.Presentation()

            def slide(layout, title=None, body=None):
                made = show.slides.add_slide(show.slide_layouts[layout])
                if title is not None and made.shapes.title is not None:
                    made.shapes.title.text_frame.text = title
                if body is not None:
                    made.placeholders[1].text_frame.text = body
                return made
            function(show, slide)
            show.save(path)
        SLIDE_DOCUMENTS.append((name, "python-pptx", features, losses, make))
        return function
    return add


def box(slide, text, left=1, top=5, width=4, height=1):
    frame = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(width), Inches(height)).text_frame
    frame.text = text
    return frame


def element(text):
    """Returns an element of DrawingML or PresentationML."""
    return etree.fromstring(f'<x xmlns:a="{A}" xmlns:p="{P}">{text}</x>')[0]


def properties(paragraph, *children, **attributes):
    """Adds children and attributes to the properties of a paragraph."""
    place = paragraph._p.get_or_add_pPr()
    for name, value in attributes.items():
        place.set(name, value)
    for child in children:
        place.append(element(child))


@python("titles.pptx", "titles of every layout, an empty one, none, one with a line break, the same one twice")
def titles(show, slide):
    slide(0, "Opening title", "subtitle words")
    slide(1, "Second title", "body words")
    slide(5, "", None)
    slide(6)
    slide(5, "Broken\vtitle")
    slide(1, "Second title", "again words")
    slide(3, "Two contents", "left words").placeholders[2].text_frame.text = "right words"
    slide(2, "Section title", "section words")
    slide(8, "Picture title").placeholders[2].text_frame.text = "caption words"


@python("lists.pptx", "bullets of the layout on five levels, numbers, paragraphs without bullets, bullets in a text box")
def lists(show, slide):
    frame = slide(1, "Levels", "level one").placeholders[1].text_frame
    for level, text in ((1, "level two"), (2, "level three"), (4, "level five"), (0, "one again")):
        paragraph = frame.add_paragraph()
        paragraph.text, paragraph.level = text, level
    frame = slide(1, "Numbers", "number one").placeholders[1].text_frame
    frame.add_paragraph().text = "number two"
    last = frame.add_paragraph()
    last.text, last.level = "letter a", 1
    for index, paragraph in enumerate(frame.paragraphs):
        properties(paragraph, f'<a:buAutoNum type="{"arabicPeriod" if index < 2 else "alphaLcParenR"}"/>', marL="457200", indent="-457200")
    frame = slide(1, "Without", "bulleted").placeholders[1].text_frame
    plain = frame.add_paragraph()
    plain.text = "without a bullet"
    properties(plain, "<a:buNone/>", marL="0", indent="0")
    frame = box(slide(5, "Box"), "plain in box")
    for text in ("bullet in box", "second in box"):
        paragraph = frame.add_paragraph()
        paragraph.text = text
        properties(paragraph, '<a:buChar char="•"/>', marL="285750", indent="-285750")
    frame = slide(1, "Starts", "fourth").placeholders[1].text_frame
    properties(frame.paragraphs[0], '<a:buAutoNum type="romanUcPeriod" startAt="4"/>')


@python("tables.pptx", "a table, merged cells, an empty table, several paragraphs in a cell")
def tables(show, slide):
    grid = slide(5, "Table").shapes.add_table(4, 3, Inches(1), Inches(2), Inches(6), Inches(3)).table
    for row in range(4):
        for column in range(3):
            grid.cell(row, column).text = f"cell {row} {column}"
    grid.cell(1, 0).merge(grid.cell(1, 1))
    grid.cell(2, 2).merge(grid.cell(3, 2))
    for place, text in (((1, 0), "wide"), ((2, 2), "tall")):
        grid.cell(*place).text = text
    other = slide(5, "Other").shapes.add_table(2, 2, Inches(1), Inches(2), Inches(6), Inches(3)).table
    other.cell(0, 0).text = "one\ntwo"


@python("notes.pptx", "notes with several paragraphs, on some slides, on one without a title")
def notes(show, slide):
    slide(1, "With notes", "body").notes_slide.notes_text_frame.text = "first note\nsecond notice Größe"
    slide(1, "Without notes", "body")
    slide(6).notes_slide.notes_text_frame.text = "remark on a blank slide"


@python("hidden.pptx", "hidden slides", "hidden")
def hidden(show, slide):
    for number in range(1, 5):
        made = slide(1, f"Slide {number}", f"words {number}")
        if number in (2, 4):
            made._element.set("show", "0")


@python("order.pptx", "an order of slides that is not that of their files")
def order(show, slide):
    for number in range(1, 7):
        slide(1, f"Made as {number}", f"body {number}")
    listed = show.slides._sldIdLst
    for entry in reversed(list(listed)):
        listed.remove(entry)
        listed.append(entry)


@python("groups.pptx", "shapes with text, groups in groups, connectors, order of the shapes")
def groups(show, slide):
    made = slide(5, "Shapes")
    for index, kind in enumerate((MSO_SHAPE.RECTANGLE, MSO_SHAPE.OVAL, MSO_SHAPE.CLOUD)):
        made.shapes.add_shape(kind, Inches(1 + index * 2), Inches(2), Inches(1), Inches(1)).text_frame.text = f"shape {index}"
    outer = made.shapes.add_group_shape()
    outer.shapes.add_textbox(Inches(1), Inches(4), Inches(2), Inches(1)).text_frame.text = "outer text"
    inner = outer.shapes.add_group_shape()
    inner.shapes.add_shape(MSO_SHAPE.RECTANGLE, Inches(3), Inches(4), Inches(2), Inches(1)).text_frame.text = "inner text"
    box(made, "last text")


@python("pictures.pptx", "pictures with words for them, one picture twice, one cropped, one with a link")
def pictures(show, slide):
    made = slide(5, "Pictures")
    for index in range(3):
        picture = made.shapes.add_picture(io.BytesIO(png(colour=(index // 2, 0, 0))), Inches(1 + index), Inches(3))
        picture._element._nvXxPr.cNvPr.set("descr", f"described {index}")
    picture.crop_left = 0.25
    picture.click_action.hyperlink.address = "https://example.org/picture"


@python("charts.pptx", "a chart, with a title", "chart")
def charts(show, slide):
    data = CategoryChartData()
    data.categories = ["East", "West"]
    data.add_series("Sales", (1.5, 2.5))
    slide(5, "Chart").shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(2), Inches(5), Inches(3), data)


@python("links.pptx", "links of words and of shapes, to a page, a mail address and another slide")
def links(show, slide):
    first = slide(5, "Links")
    frame = box(first, "")
    for text, address in (("a page", "https://example.org/?a=b&c=d"), ("by mail", "mailto:who@example.org")):
        run = frame.paragraphs[0].add_run()
        run.text = text
        run.hyperlink.address = address
        frame.paragraphs[0].add_run().text = " and "
    shape = first.shapes.add_shape(MSO_SHAPE.RECTANGLE, Inches(1), Inches(2), Inches(2), Inches(1))
    shape.text_frame.text = "shape link"
    shape.click_action.target_slide = slide(5, "Target")


@python("formats.pptx", "bold, italic, underlined, struck, raised and lowered words, colours, sizes, languages")
def formats(show, slide):
    from pptx.dml.color import RGBColor
    from pptx.util import Pt
    paragraph = box(slide(5, "Formats"), "plain ").paragraphs[0]
    for name, attributes in (("bold", {"b": "1"}), ("italic", {"i": "1"}), ("under", {"u": "sng"}), ("struck", {"strike": "sngStrike"}), ("raised", {"baseline": "30000"}), ("lowered", {"baseline": "-25000"}), ("capital", {"cap": "all"}), ("deutsch", {"lang": "de-DE"})):
        run = paragraph.add_run()
        run.text = name
        for key, value in attributes.items():
            run._r.get_or_add_rPr().set(key, value)
        paragraph.add_run().text = " "
    run = paragraph.add_run()
    run.text, run.font.size, run.font.color.rgb = "coloured", Pt(30), RGBColor(200, 0, 50)


@python("breaks.pptx", "line breaks, tabs, fields, empty paragraphs, many spaces, other scripts")
def breaks(show, slide):
    made = slide(5, "Breaks")
    frame = box(made, "line one\vline two\ttabbed  spaced \n\nafter empty 日本語 😀 שלום")
    frame.paragraphs[0]._p.append(element('<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-US"/><a:t>77</a:t></a:fld>'))
    properties(frame.paragraphs[2], rtl="1")


@python("footers.pptx", "date, footer and number of slides", "footer|date|number")
def footers(show, slide):
    for number in range(2):
        made = slide(1, f"Title {number}", f"body {number}")
        for kind, index, text in (("dt", 10, "datewords"), ("ftr", 11, "footerwords"), ("sldNum", 12, "4711")):
            made.shapes._spTree.append(etree.fromstring(
                f'<p:sp xmlns:a="{A}" xmlns:p="{P}"><p:nvSpPr><p:cNvPr id="{index + 40}" name="{kind}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="{kind}" sz="quarter" idx="{index}"/></p:nvPr></p:nvSpPr>'
                f'<p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-US"/><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>'))


@python("animations.pptx", "a transition and an animation", "animation|transition")
def animations(show, slide):
    made = slide(1, "Moving", "moving words")
    made._element.append(element('<p:transition spd="slow"><p:fade/></p:transition>'))
    made._element.append(element('<p:timing><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"/></p:par></p:tnLst></p:timing>'))


@python("masters.pptx", "words on the master and on a layout, which are not those of a slide")
def masters(show, slide):
    for place, text in ((show.slide_master, "masterwords"), (show.slide_layouts[5], "layoutwords")):
        place.shapes._spTree.append(etree.fromstring(
            f'<p:sp xmlns:a="{A}" xmlns:p="{P}"><p:nvSpPr><p:cNvPr id="77" name="words"/><p:cNvSpPr txBox="1"/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="999999" cy="99999"/></a:xfrm>'
            f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>'))
    slide(5, "On a layout")
    slide(1, "Other", "body")


@python("alternates.pptx", "AlternateContent around a shape: its text is in the slide once")
def alternates(show, slide):
    shape = ('<p:sp><p:nvSpPr><p:cNvPr id="{0}" name="x"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="999999" y="1999999"/><a:ext cx="1999999" cy="999999"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
             '<p:txBody><a:bodyPr/><a:p><a:r><a:t>{1}</a:t></a:r></a:p></p:txBody></p:sp>')
    slide(5, "Alternates").shapes._spTree.append(etree.fromstring(
        f'<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main" xmlns:a="{A}" xmlns:p="{P}">'
        f'<mc:Choice Requires="p14">{shape.format(50, "chosen words")}</mc:Choice><mc:Fallback>{shape.format(51, "fallback words")}</mc:Fallback></mc:AlternateContent>'))


@python("many.pptx", "200 slides")
def many(show, slide):
    for number in range(200):
        slide(1, f"Title {number}", f"point {number}\nother point")


@python("scripts.pptx", "Hebrew, Arabic, Chinese and Japanese titles and lists")
def scripts(show, slide):
    for title, body in (("שלום עולם", "אחת\nשתיים"), ("مرحبا", "واحد"), ("標題", "第一\n第二"), ("題名", "項目")):
        slide(1, title, body)


@python("empty.pptx", "a presentation without slides")
def empty(show, slide):
    pass


@makes("strict.pptx", "python-pptx and text", "the strict form")
def strict_form(path):
    source = next(function for name, *_, function in SLIDE_DOCUMENTS if name == "lists.pptx")
    source(path)
    write_package(path, strict(read_package(path)))


TYPE = b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
for name, kind in (("template.potx", b"application/vnd.openxmlformats-officedocument.presentationml.template.main+xml"), ("show.ppsx", b"application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml"),
                   ("macros.pptm", b"application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml")):
    def other_type(path, kind=kind):
        next(function for name, *_, function in SLIDE_DOCUMENTS if name == "titles.pptx")(path)
        entries = read_package(path)
        entries["[Content_Types].xml"] = entries["[Content_Types].xml"].replace(TYPE, kind)
        write_package(path, entries)
    SLIDE_DOCUMENTS.append((name, "python-pptx and text", "titles.pptx as another type", (), other_type))


@makes("encrypted.pptx", "text", "an encrypted presentation")
def encrypted(path):
    with open(path, "wb") as file:
        file.write(compound({"EncryptionInfo": b"\4\0\4\0" + b"x" * 5000, "EncryptedPackage": b"\0" * 5000}))


# OpenDocument, from text.

PRESENTATION = "application/vnd.oasis.opendocument.presentation"


def page(name, *content, notes="", attributes=""):
    notes = f'<presentation:notes><draw:page-thumbnail/><draw:frame presentation:class="notes" svg:width="10cm" svg:height="9cm"><draw:text-box>{notes}</draw:text-box></draw:frame></presentation:notes>' if notes else ""
    return f'<draw:page draw:name="{name}" draw:master-page-name="Standard" {attributes}>{"".join(content)}{notes}</draw:page>'


def frame(content, kind="", attributes=""):
    kind = f' presentation:class="{kind}"' if kind else ""
    content = content if content.startswith("<") else f"<text:p>{content}</text:p>"
    return f'<draw:frame{kind} {attributes} svg:x="1cm" svg:y="1cm" svg:width="10cm" svg:height="3cm"><draw:text-box>{content}</draw:text-box></draw:frame>'


def points(*entries, style="L1"):
    """A list; an entry is a text or a list in the item before it."""
    items = []
    for entry in entries:
        if entry.startswith("<"):
            items[-1] += entry
        else:
            items.append(f"<text:p>{entry}</text:p>")
    return f'<text:list text:style-name="{style}">' + "".join(f"<text:list-item>{item}</text:list-item>" for item in items) + "</text:list>"


LIST_STYLE = '<text:list-style style:name="L1">' + "".join(f'<text:list-level-style-bullet text:level="{level}" text:bullet-char="•"><style:list-level-properties text:space-before="{level * 0.6}cm" text:min-label-width="0.6cm"/></text:list-level-style-bullet>' for level in range(1, 6)) + "</text:list-style>" \
    '<text:list-style style:name="L2">' + "".join(f'<text:list-level-style-number text:level="{level}" style:num-format="1" style:num-suffix="."><style:list-level-properties text:space-before="{level * 0.6}cm" text:min-label-width="0.6cm"/></text:list-level-style-number>' for level in range(1, 6)) + "</text:list-style>"


def open_show(*pages, automatic="", pictures=None):
    return minimal_open("".join(pages), automatic=LIST_STYLE + automatic, kind=PRESENTATION, container="presentation", pictures=pictures)


@makes("made-titles.odp", "text", "titles, subtitles, an empty title, none, one of two paragraphs")
def made_titles(path):
    write_package(path, open_show(page("One", frame("Opening title", "title"), frame("subtitle words", "subtitle")), page("Two", frame("<text:p/>", "title"), frame("only words")), page("Three", frame("no title at all")),
                                  page("Four", frame("<text:p>Two</text:p><text:p>paragraphs</text:p>", "title"), frame(points("point"), "outline"))))


@makes("made-lists.odp", "text", "bulleted and numbered lists, in one another, and paragraphs between them")
def made_lists(path):
    write_package(path, open_show(page("One", frame("Lists", "title"), frame(points("one", points("inner", points("deep")), "two") + "<text:p>between</text:p>" + points("first", "second", style="L2"), "outline"))))


@makes("made-tables.odp", "text", "a table in a frame, with spans")
def made_tables(path):
    table = ('<draw:frame svg:x="1cm" svg:y="5cm" svg:width="15cm" svg:height="4cm"><table:table><table:table-column table:number-columns-repeated="3"/><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>wide</text:p></table:table-cell><table:covered-table-cell/>'
             '<table:table-cell><text:p>c1</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>a2</text:p></table:table-cell><table:table-cell><text:p>b2</text:p></table:table-cell><table:table-cell><text:p>c2</text:p></table:table-cell></table:table-row></table:table></draw:frame>')
    write_package(path, open_show(page("One", frame("Table", "title"), table)))


@makes("made-notes.odp", "text", "notes of several paragraphs")
def made_notes(path):
    write_package(path, open_show(page("One", frame("With", "title"), frame("body"), notes="<text:p>first note</text:p><text:p>second notice</text:p>"), page("Two", frame("Without", "title"))))


@makes("made-hidden.odp", "text", "hidden pages", "hidden")
def made_hidden(path):
    automatic = '<style:style style:name="dp1" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    write_package(path, open_show(page("One", frame("Shown", "title")), page("Two", frame("Concealed", "title"), frame("concealed words"), attributes='draw:style-name="dp1"'), automatic=automatic))


@makes("made-shapes.odp", "text", "shapes with text, groups, pictures, links, footers, fields, animations", "animation|transition")
def made_shapes(path):
    shapes = ('<draw:custom-shape svg:x="1cm" svg:y="5cm" svg:width="3cm" svg:height="2cm"><text:p>custom text</text:p></draw:custom-shape><draw:g><draw:rect svg:x="5cm" svg:y="5cm" svg:width="3cm" svg:height="2cm"><text:p>rectangle text</text:p></draw:rect>'
              '<draw:g><draw:ellipse svg:x="9cm" svg:y="5cm" svg:width="3cm" svg:height="2cm"><text:p>ellipse text</text:p></draw:ellipse></draw:g></draw:g><draw:line svg:x1="1cm" svg:y1="9cm" svg:x2="9cm" svg:y2="9cm"><text:p>line text</text:p></draw:line>'
              '<draw:frame svg:x="1cm" svg:y="10cm" svg:width="3cm" svg:height="2cm"><draw:image xlink:href="Pictures/a.png"><text:p/></draw:image><svg:title>described</svg:title></draw:frame>')
    linked = frame('<text:p>a <text:a xlink:href="https://example.org/">link</text:a> and <text:page-number>7</text:page-number></text:p>')
    animation = '<anim:par presentation:node-type="timing-root"><anim:seq presentation:node-type="main-sequence"><anim:par smil:begin="next"><anim:set smil:begin="0s" smil:attributeName="visibility" smil:to="visible"/></anim:par></anim:seq></anim:par>'
    write_package(path, open_show(page("One", frame("Shapes", "title"), shapes, linked, animation), pictures={"Pictures/a.png": png()}))


@makes("made-flat.fodp", "text", "a presentation in one XML file")
def made_flat(path):
    with open(path, "wb") as file:
        file.write(flat_open(page("One", frame("Flat title", "title"), frame(points("one", "two"), "outline")), automatic=LIST_STYLE, kind="presentation", container="presentation"))


@makes("encrypted.odp", "text", "an encrypted presentation")
def encrypted_open(path):
    entries = open_show(page("Secret", frame("secret")))
    data = ('<manifest:encryption-data><manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" manifest:initialisation-vector="AAAAAAAAAAAAAAAAAAAAAA=="/>'
            '<manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:salt="AAAAAAAAAAAAAAAAAAAAAA==" manifest:iteration-count="100000"/></manifest:encryption-data>')
    entry = b'<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"'
    entries["META-INF/manifest.xml"] = entries["META-INF/manifest.xml"].replace(entry + b"/>", entry + b' manifest:size="100">' + data.encode() + b"</manifest:file-entry>")
    write_package(path, {**entries, "content.xml": bytes(range(256)) * 20})


# odfpy.

@makes("odf-slides.odp", "odfpy", "titles, lists, a table and a picture")
def odf_slides(path):
    from odf import draw, style, table, text
    from odf.opendocument import OpenDocumentPresentation
    document = OpenDocumentPresentation()
    layout = style.PageLayout(name="layout")
    document.automaticstyles.addElement(layout)
    layout.addElement(style.PageLayoutProperties(pagewidth="28cm", pageheight="21cm"))
    master = style.MasterPage(name="Master", pagelayoutname=layout)
    document.masterstyles.addElement(master)
    for number in range(1, 4):
        made = draw.Page(masterpagename=master, name=f"page {number}")
        document.presentation.addElement(made)
        titled = draw.Frame(width="20cm", height="3cm", x="1cm", y="1cm")
        titled.setAttrNS("urn:oasis:names:tc:opendocument:xmlns:presentation:1.0", "class", "title")
        inside = draw.TextBox()
        inside.addElement(text.P(text=f"Title {number}"))
        titled.addElement(inside)
        made.addElement(titled)
        listed = draw.Frame(width="20cm", height="8cm", x="1cm", y="5cm")
        inside = draw.TextBox()
        points = text.List()
        for entry in ("first", "second"):
            item = text.ListItem()
            item.addElement(text.P(text=f"{entry} {number}"))
            points.addElement(item)
        inside.addElement(points)
        listed.addElement(inside)
        made.addElement(listed)
    grid = table.Table()
    for row in range(2):
        line = table.TableRow()
        for column in range(2):
            cell = table.TableCell()
            cell.addElement(text.P(text=f"cell {row} {column}"))
            line.addElement(cell)
        grid.addElement(line)
    holder = draw.Frame(width="20cm", height="4cm", x="1cm", y="14cm")
    holder.addElement(grid)
    made.addElement(holder)
    shown = draw.Frame(width="2cm", height="2cm", x="1cm", y="18cm")
    shown.addElement(draw.Image(href=document.addPictureFromString(png(), "image/png")))
    made.addElement(shown)
    document.save(path)


def lines():
    """Returns the name, program, features and losses of each presentation."""
    for name, program, features, losses, _ in SLIDE_DOCUMENTS:
        yield name, program, features, losses
    for name, source, features, losses in SAVED_DOCUMENTS:
        yield name, f"LibreOffice, from {source}", features, losses


def make(folder):
    """Makes all presentations in a folder, and returns messages about missing programs."""
    need_packages()
    os.makedirs(folder, exist_ok=True)
    for name, _, _, _, function in SLIDE_DOCUMENTS:
        function(os.path.join(folder, name))
    return save_again(folder, SAVED_DOCUMENTS)


def main():
    arguments = sys.argv[1:]
    if arguments == ["--list"]:
        for name, program, features, losses in lines():
            print(f"{name}\t{program}\t{features}\t{'; '.join(losses)}")
        for name, expectation, seconds, megabytes, about, _ in HOSTILE:
            print(f"{name}\t{expectation}\t{seconds} s\t{megabytes} MB\t{about}")
    elif len(arguments) == 2 and arguments[0] == "--hostile":
        os.makedirs(arguments[1], exist_ok=True)
        print(sum(1 for _ in make_hostile(arguments[1])), "hostile presentations")
    elif len(arguments) == 1 and not arguments[0].startswith("-"):
        missing = make(arguments[0])
        print(len([name for name in os.listdir(arguments[0]) if not name.startswith(".")]), "presentations")
        if missing:
            print(missing, file=sys.stderr)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
