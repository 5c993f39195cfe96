"""Makes Word documents with python-docx, and with XML for features that python-docx does not support.

A function makes one document; the line above it is its line in the table: its name and its features.
"""

import datetime, io, os
import docx
from docx.enum.section import WD_SECTION
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK, WD_COLOR_INDEX, WD_UNDERLINE
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.shared import Cm, Pt, RGBColor
from office_parts import *

# Name, program, features, function; filled by the lines above the functions.
WORD_DOCUMENTS = []


def makes(name, features, program="python-docx"):
    def add(function):
        WORD_DOCUMENTS.append((name, program, features, function))
        return function
    return add


# Additions to python-docx.

def append(document, *pieces):
    """Adds elements at the end of the body, before the properties of the last section."""
    body = document.element.body
    for piece in pieces:
        root = parse_xml(f"<w:body {declarations(WORD_NAMESPACES)}>{piece}</w:body>")
        for element in list(root):
            body.insert(len(body) - 1, element)


def add_part(document, name, kind, relationship, content):
    """Adds a part with a relationship from the main part, and returns the relationship's identifier."""
    main = document.part
    part = Part(PackURI("/word/" + name), kind if "/" in kind else MAIN + kind, content, main.package)
    return main.relate_to(part, relationship if "/" in relationship else f"{RELATION}/{relationship}")


def add_picture(document, content=None):
    """Adds an unused picture, and returns the identifier of its relationship."""
    return document.part.get_or_add_image(io.BytesIO(content or png()))[0]


def add_style(document, kind, identifier, name, content, attributes=""):
    document.styles.element.append(parse_xml(
        f'<w:style {declarations(WORD_NAMESPACES)} w:type="{kind}" w:customStyle="1" w:styleId="{identifier}"{attributes}>'
        f'<w:name w:val="{name}"/>{content}</w:style>'))


def numbering(document, number, levels, overrides="", extra="", abstract=None):
    """Adds a numbering. `levels` are (format, text, start, further elements) of each level."""
    element = document.part.numbering_part.element
    if levels is not None:
        content = "".join(
            f'<w:lvl w:ilvl="{index}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>{more.get("before", "")}'
            f'<w:lvlText w:val="{text}"/><w:lvlJc w:val="left"/>'
            f'<w:pPr><w:ind w:left="{720 * (index + 1)}" w:hanging="360"/></w:pPr>{more.get("after", "")}</w:lvl>'
            for index, (form, text, start, more) in enumerate(levels))
        first = element.find(f"{{{W}}}num")
        new = parse_xml(
            f'<w:abstractNum {declarations(WORD_NAMESPACES)} w:abstractNumId="{number}"><w:multiLevelType w:val="multilevel"/>'
            f"{extra}{content}</w:abstractNum>")
        element.insert(list(element).index(first), new) if first is not None else element.append(new)
    element.append(parse_xml(
        f'<w:num {declarations(WORD_NAMESPACES)} w:numId="{number}"><w:abstractNumId w:val="{abstract or number}"/>{overrides}</w:num>'))


def start_override(level, start):
    return f'<w:lvlOverride w:ilvl="{level}"><w:startOverride w:val="{start}"/></w:lvlOverride>'


DECIMAL = [("decimal", f"%{n}.", 1, {}) for n in range(1, 10)]
OUTER = [("decimal", ".".join(f"%{m}" for m in range(1, n + 1)) + ".", 1, {}) for n in range(1, 10)]


# The documents.

@makes("characters-direct", "bold, italic, underlines, strikes, raised, lowered, colours, highlight, shading, fonts, sizes, capitals, small capitals")
def characters_direct(document):
    line = document.add_paragraph("Plain ")
    for words, key, value in [
        ("boldly ", "bold", True), ("italically ", "italic", True), ("underlined ", "underline", True),
        ("struckthrough ", "strike", True), ("doublestruck ", "double_strike", True), ("raised ", "superscript", True),
        ("lowered ", "subscript", True), ("Capitalized ", "all_caps", True), ("Smallcapitals ", "small_caps", True),
        ("outlined ", "outline", True), ("shadowed ", "shadow", True), ("embossed ", "emboss", True), ("engraved ", "imprint", True),
        ("wavy ", "underline", WD_UNDERLINE.WAVY), ("dotted ", "underline", WD_UNDERLINE.DOTTED),
        ("highlighted ", "highlight_color", WD_COLOR_INDEX.YELLOW), ("large ", "size", Pt(24)), ("Georgian ", "name", "Georgia"),
    ]:
        setattr(line.add_run(words).font, key, value)
    line.add_run("reddish ").font.color.rgb = RGBColor(0xC8, 0, 0x32)
    append(document, paragraph(
        run("shaded", '<w:shd w:val="clear" w:color="auto" w:fill="12AB34"/>'), run(" spaced", '<w:spacing w:val="40"/>'),
        run(" risen", '<w:position w:val="6"/>'), run(" sunken", '<w:position w:val="-6"/>'), run(" bordered", '<w:bdr w:val="single" w:sz="4" w:space="0" w:color="auto"/>'),
        run(" themed", '<w:color w:val="4F81BD" w:themeColor="accent1"/>'), run(" off", '<w:b w:val="0"/><w:i w:val="false"/>'),
        run(" on", '<w:b w:val="1"/><w:i w:val="on"/>'), run(" wide", '<w:w w:val="150"/>'), run(" nocolour", '<w:highlight w:val="none"/>')))
    for style in ("Quote", "Intense Quote", "Caption", "Body Text", "macro"):
        document.add_paragraph(f"words in the style {style.replace(' ', '-')}", style=style)


@makes("characters-styles", "character and paragraph styles, inheritance, toggle properties, document defaults, linked styles, cycle-free chains")
def characters_styles(document):
    styles = document.styles
    strong = styles.add_style("Boldish", WD_STYLE_TYPE.CHARACTER)
    strong.font.bold = True
    deeper = styles.add_style("Boldish Italic", WD_STYLE_TYPE.CHARACTER)
    deeper.base_style, deeper.font.italic, deeper.font.color.rgb = strong, True, RGBColor(0x12, 0xAB, 0x34)
    block = styles.add_style("Bold Block", WD_STYLE_TYPE.PARAGRAPH)
    block.base_style, block.font.bold, block.paragraph_format.alignment = styles["Normal"], True, WD_ALIGN_PARAGRAPH.CENTER
    child = styles.add_style("Child Block", WD_STYLE_TYPE.PARAGRAPH)
    child.base_style, child.font.italic, child.font.small_caps = block, True, True
    grandchild = styles.add_style("Grandchild Block", WD_STYLE_TYPE.PARAGRAPH)
    grandchild.base_style, grandchild.font.bold = child, False
    for style in ("Bold Block", "Child Block", "Grandchild Block"):
        line = document.add_paragraph(f"{style.split()[0]} plainly ", style=style)
        line.add_run("toggled ", style="Boldish")
        line.add_run("toggleditalic ", style="Boldish Italic")
        line.add_run("directbold ").bold = True
        line.add_run("directregular").bold = False
    line = document.add_paragraph("Normal ")
    line.add_run("strongword ", style="Strong")
    line.add_run("emphasisword ", style="Emphasis")
    line.add_run("headingcharacter ", style="Heading 2 Char")
    append(document, paragraph("unknown style", style="Missing"), paragraph(run("unknown character style", '<w:rStyle w:val="Missing"/>')))


@makes("paragraphs", "alignment, indents, spacing, borders, shading, tabs, keep, widow control, frames, drop cap")
def paragraphs(document):
    for alignment in ("LEFT", "CENTER", "RIGHT", "JUSTIFY", "DISTRIBUTE"):
        document.add_paragraph(f"aligned {alignment.lower()}").alignment = getattr(WD_ALIGN_PARAGRAPH, alignment)
    line = document.add_paragraph("indented hanging")
    line.paragraph_format.left_indent, line.paragraph_format.first_line_indent = Pt(36), Pt(-18)
    line = document.add_paragraph("spaced out")
    line.paragraph_format.space_before, line.paragraph_format.space_after, line.paragraph_format.line_spacing = Pt(12), Pt(24), 2.0
    line = document.add_paragraph("tab\tstops\tof\tparagraphs")
    line.paragraph_format.tab_stops.add_tab_stop(Cm(4))
    border = "".join(f'<w:{side} w:val="single" w:sz="4" w:space="1" w:color="auto"/>' for side in ("top", "left", "bottom", "right"))
    append(
        document, paragraph("bordered all around", properties=f"<w:pBdr>{border}</w:pBdr>"),
        paragraph("", properties='<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="auto"/></w:pBdr>'),
        paragraph("shaded paragraph", properties='<w:shd w:val="clear" w:color="auto" w:fill="12AB34"/>'),
        paragraph(run("D", '<w:position w:val="-8"/><w:sz w:val="90"/>'), properties='<w:keepNext/><w:framePr w:dropCap="drop" w:lines="3" w:wrap="around" w:vAnchor="text" w:hAnchor="text"/>'),
        paragraph("rop capital of a paragraph"),
        paragraph("words in a frame", properties='<w:framePr w:w="2000" w:hSpace="141" w:wrap="around" w:vAnchor="text" w:hAnchor="margin" w:x="1" w:y="1"/>'),
        paragraph("kept together", properties='<w:keepNext/><w:keepLines/><w:widowControl w:val="0"/><w:contextualSpacing/>'),
        "<w:p/>", "<w:p/>", paragraph("after empty paragraphs"))


@makes("headings", "heading 1 to 9, outline levels, localised style names, Title, Subtitle, based-on headings, body text that ends the search")
def headings(document):
    document.add_heading("Title words", 0)
    document.add_paragraph("Subtitle words", style="Subtitle")
    for level in range(1, 10):
        document.add_heading(f"Heading of level {level}", level)
        document.add_paragraph(f"Text below {level}")
    add_style(document, "paragraph", "berschrift2", "heading 2 custom", '<w:basedOn w:val="Heading2"/>')
    add_style(document, "paragraph", "Nadpis3", "Nadpis 3", '<w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr>')
    add_style(document, "paragraph", "TOCHead", "TOC Heading Own", '<w:basedOn w:val="Heading1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>')
    add_style(document, "paragraph", "Lorem", "Heading 1 Lorem", '<w:basedOn w:val="Normal"/>')
    append(
        document, paragraph("Based on the second", style="berschrift2"), paragraph("By a Czech name", style="Nadpis3"),
        paragraph("Not in the outline", style="TOCHead"), paragraph("Only a similar name", style="Lorem"),
        paragraph("Direct outline four", properties='<w:outlineLvl w:val="3"/>'),
        paragraph("Direct body text", style="Heading1", properties='<w:outlineLvl w:val="9"/>'),
        paragraph(run("Formatted ", "<w:i/>"), run("heading"), style="Heading1"), paragraph("", style="Heading2"))


@makes("headings-german", "headings whose style identifiers and names are localised")
def headings_german(document):
    for level in (1, 2, 3):
        style = document.styles[f"Heading {level}"].element
        style.set(f"{{{W}}}styleId", f"berschrift{level}")
        append(document, paragraph(f"Überschrift {level}", style=f"berschrift{level}"), paragraph(f"Absatz {level}"))


@makes("lists-levels", "bulleted and numbered lists by built-in styles, nine levels, formats of numbers, starts")
def lists_levels(document):
    for style in ("List Bullet", "List Bullet 2", "List Bullet 3", "List Number", "List Number 2", "List Number 3", "List Continue"):
        for number in (1, 2):
            document.add_paragraph(f"{style.replace(' ', '')} item{number}", style=style)
    document.add_paragraph("Between the lists")
    forms = ["decimal", "lowerLetter", "lowerRoman", "upperLetter", "upperRoman", "decimalZero", "ordinal", "cardinalText", "bullet"]
    numbering(document, 50, [(form, "•" if form == "bullet" else f"%{level + 1})", 1, {}) for level, form in enumerate(forms)])
    append(document, *(item(f"level {level} {word}", 50, level) for level in range(9) for word in ("first", "second")))
    append(document, paragraph("A list that starts at seven"))
    numbering(document, 51, [("decimal", "%1.", 7, {}), ("lowerRoman", "%2.", 3, {})])
    append(document, item("seven", 51), item("eight", 51), item("third roman", 51, 1), item("nine", 51))
    append(document, paragraph("Letters past the end"))
    numbering(document, 52, [("lowerLetter", "%1.", 25, {})])
    append(document, *(item(f"letter {n}", 52) for n in ("y", "z", "aa", "bb")))


@makes("lists-restarts", "restart by override, continuing after text, continuing by another numbering, levels that are not reset")
def lists_restarts(document):
    numbering(document, 60, DECIMAL)
    append(document, item("one", 60), item("two", 60), paragraph("text between"), item("three", 60))
    numbering(document, 61, None, start_override(0, 1), abstract=60)
    append(document, paragraph("restarted"), item("again one", 61), item("again two", 61))
    numbering(document, 62, None, abstract=60)
    append(document, paragraph("the same abstract numbering goes on"), item("goes on", 62))
    numbering(document, 63, [("decimal", "%1.", 1, {}), ("decimal", "%2)", 1, {"before": '<w:lvlRestart w:val="0"/>'})])
    append(document, paragraph("second level is never reset"), item("outer a", 63), item("inner a", 63, 1), item("inner b", 63, 1),
           item("outer b", 63), item("inner c", 63, 1))
    append(document, paragraph("reset by a new parent"), item("parent a", 60, 0), item("child a", 60, 1), item("parent b", 60, 0), item("child b", 60, 1))
    numbering(document, 64, None, start_override(0, 5) + '<w:lvlOverride w:ilvl="1"><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="upperLetter"/><w:lvlText w:val="%2."/></w:lvl></w:lvlOverride>', abstract=60)
    append(document, paragraph("level replaced"), item("from five", 64), item("upper letter", 64, 1), item("six", 64))
    numbering(document, 65, DECIMAL)
    append(document, paragraph("a level is skipped"), item("deep first", 65, 2), item("then shallow", 65, 0))


@makes("lists-styles", "numbering by style, numbering style links, removed numbering, headings with numbers, level by style")
def lists_styles(document):
    numbering(document, 70, OUTER)
    add_style(document, "paragraph", "Numbered", "Numbered", '<w:basedOn w:val="Normal"/><w:pPr><w:numPr><w:numId w:val="70"/></w:numPr></w:pPr>')
    add_style(document, "paragraph", "Numbered2", "Numbered 2", '<w:basedOn w:val="Numbered"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr>')
    append(document, paragraph("styled one", style="Numbered"), paragraph("styled inner", style="Numbered2"),
           paragraph("styled two", style="Numbered"), paragraph("removed", style="Numbered", properties='<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>'),
           paragraph("styled three", style="Numbered"), paragraph("deeper by hand", style="Numbered", properties='<w:numPr><w:ilvl w:val="2"/></w:numPr>'))
    numbering(document, 71, [("decimal", f"%{n}.", 1, {"before": f'<w:pStyle w:val="Linked{n}"/>'}) for n in (1, 2)])
    for level in (1, 2):
        add_style(document, "paragraph", f"Linked{level}", f"Linked {level}", '<w:basedOn w:val="Normal"/><w:pPr><w:numPr><w:numId w:val="71"/></w:numPr></w:pPr>')
    append(document, paragraph("Level by the style"), paragraph("linked outer", style="Linked1"), paragraph("linked inner", style="Linked2"))
    add_style(document, "numbering", "OwnList", "Own List", '<w:pPr><w:numPr><w:numId w:val="72"/></w:numPr></w:pPr>')
    numbering(document, 72, DECIMAL, extra='<w:styleLink w:val="OwnList"/>')
    numbering(document, 73, [], extra='<w:numStyleLink w:val="OwnList"/>')
    append(document, paragraph("By a numbering style"), item("through the link", 73), item("again through the link", 73))
    numbering(document, 74, [("decimal", "%1.", 1, {}), ("decimal", "%1.%2.", 1, {})])
    append(document, item("Numbered heading", 74, style="Heading1"), paragraph("text"), item("Numbered inner heading", 74, 1, style="Heading2"),
           paragraph("text"), item("Second numbered heading", 74, style="Heading1"))
    append(document, paragraph("unknown numbering"), item("of no numbering", 999))


@makes("lists-labels", "1.1.1, labels with words, no label, decimal labels in roman lists, suffixes, symbol bullets, many formats")
def lists_labels(document):
    numbering(document, 80, OUTER)
    append(document, *(item(f"outer {level}{n}", 80, level) for level in (0, 1, 2) for n in ("a", "b")), item("outer again", 80, 0))
    append(document, paragraph("with words"))
    numbering(document, 81, [("upperRoman", "Article %1:", 1, {}), ("decimal", "Section %1.%2", 1, {"before": "<w:isLgl/>"}), ("lowerLetter", "(%3)", 1, {"before": '<w:suff w:val="space"/>'})])
    append(document, item("of the law", 81), item("legal", 81, 1), item("letters", 81, 2), item("of more", 81))
    append(document, paragraph("no label"))
    numbering(document, 82, [("none", "", 1, {}), ("decimal", "", 1, {}), ("bullet", "", 1, {})])
    append(document, item("unlabelled", 82), item("unlabelled inner", 82, 1), item("empty bullet", 82, 2))
    bullets = [("Wingdings", "\uf0a7"), ("Symbol", "\uf0b7"), ("Courier New", "o"), ("Wingdings", "\uf0fc"), ("Wingdings", "\uf0d8")]
    numbering(document, 83, [("bullet", text, 1, {"after": f'<w:rPr><w:rFonts w:ascii="{font}" w:hAnsi="{font}" w:hint="default"/></w:rPr>'}) for font, text in bullets])
    append(document, paragraph("symbols"), *(item(f"symbol {n}", 83, n) for n in range(5)))
    for number, form in enumerate(("ordinalText", "chicago", "hebrew1", "arabicAlpha", "chineseCounting", "ideographDigital", "iroha", "hex", "numberInDash", "decimalEnclosedCircle"), 84):
        numbering(document, number, [(form, "%1", 1, {})])
        append(document, paragraph(f"format {form}"), item(f"{form} first", number), item(f"{form} second", number))


@makes("lists-content", "paragraphs, tables, quotations and code below items, task lists")
def lists_content(document):
    numbering(document, 90, DECIMAL)
    append(document, item("first item", 90), paragraph("a paragraph of the first item", style="ListParagraph", properties='<w:ind w:left="720"/>'),
           item("second item", 90), table(row("cell below the item", "another cell"), properties='<w:tblW w:w="0" w:type="auto"/><w:tblInd w:w="720" w:type="dxa"/>'),
           item("third item", 90), item("☐ open task", 90), item("☒ done task", 90), paragraph("outside"))
    append(document, table(row(cell(item("item in a cell", 90), item("inner in a cell", 90, 1)), "beside")))


@makes("tables-spans", "cells over columns and rows, header rows, widths, backgrounds, alignment, styles of tables, captions")
def tables_spans(document):
    grid = document.add_table(4, 4, style="Table Grid")
    for r in range(4):
        for c in range(4):
            grid.cell(r, c).text = f"r{r}c{c}"
    grid.cell(0, 0).merge(grid.cell(0, 1)).text = "over columns"
    grid.cell(1, 0).merge(grid.cell(2, 0)).text = "over rows"
    grid.cell(2, 2).merge(grid.cell(3, 3)).text = "over both"
    document.add_paragraph("Table 1: a caption", style="Caption")
    head = "<w:tblHeader/>"
    append(document, table(
        row("head one", "head two", properties=head), row("second head", "of two rows", properties=head), row("data", "cells"),
        row("not a head", "anymore", properties=head),
        properties='<w:tblStyle w:val="LightGrid"/><w:tblW w:w="5000" w:type="pct"/><w:tblLook w:val="04A0" w:firstRow="1" w:firstColumn="1" w:noHBand="0" w:noVBand="1"/><w:tblCaption w:val="Table title"/><w:tblDescription w:val="Table description"/>'))
    append(document, paragraph("between tables"), table(
        row(cell("green", properties='<w:tcW w:w="1000" w:type="dxa"/><w:shd w:val="clear" w:color="auto" w:fill="12AB34"/>'),
            cell("vertical", properties='<w:tcW w:w="3000" w:type="dxa"/><w:textDirection w:val="btLr"/><w:vAlign w:val="center"/>')),
        row(cell(paragraph("centred", properties='<w:jc w:val="center"/>')), cell(paragraph("at the right", properties='<w:jc w:val="right"/>')), properties='<w:trHeight w:val="800"/><w:cantSplit/>')))


@makes("tables-rows", "grid before and after, short rows, no grid, old horizontal merges, content controls around rows and cells")
def tables_rows(document):
    append(
        document,
        table(row("a1", "a2", "a3"), row("b2", "b3", properties='<w:gridBefore w:val="1"/>'), row("c1", properties='<w:gridAfter w:val="2"/>'), row("short"), columns=3),
        paragraph("no grid"), table(row("nogrid one", "nogrid two"), row(cell("nogrid wide", properties='<w:gridSpan w:val="2"/>')), grid=False),
        paragraph("old merges"), table(row(cell("merged left", properties='<w:hMerge w:val="restart"/>'), cell(properties="<w:hMerge/>"), "right"), row("x", "y", "z"), columns=3),
        paragraph("controls"), table(
            row("before control", "plain"),
            "<w:sdt><w:sdtPr/><w:sdtContent>" + row("in control", "also in control") + "</w:sdtContent></w:sdt>",
            row("<w:sdt><w:sdtPr/><w:sdtContent>" + cell("cell in control") + "</w:sdtContent></w:sdt>", "beside control"),
            '<w:customXml w:element="x">' + row("in custom", "also in custom") + "</w:customXml>",
            row(cell("<w:sdt><w:sdtPr/><w:sdtContent>" + paragraph("content in control") + "</w:sdtContent></w:sdt>", paragraph("")), "last")),
        paragraph("vertical"), table(
            row(cell("tall start", properties='<w:vMerge w:val="restart"/>'), "v1"), row(cell("", properties="<w:vMerge/>"), "v2"),
            row(cell("", properties='<w:vMerge w:val="continue"/>'), "v3"), row(cell("tall again", properties='<w:vMerge w:val="restart"/>'), "v4"), row("orphan below", "v5")),
        paragraph("ragged"), table(row(cell("wide three", properties='<w:gridSpan w:val="3"/>')), row("r1", cell("r2 wide", properties='<w:gridSpan w:val="2"/>')), columns=3))


@makes("tables-nested", "tables in cells, adjacent tables, right-to-left tables, empty cells, floating tables, one cell")
def tables_nested(document):
    inner = table(row("inner one", "inner two"), row(cell(table(row("innermost")) + paragraph("")), "inner four"))
    append(
        document, table(row("outer one", cell(paragraph("before inner"), inner, paragraph("after inner"))), row("outer three", "")),
        table(row("adjacent", "table")), paragraph("between"),
        table(row("right one", "left two"), properties='<w:bidiVisual/><w:tblW w:w="0" w:type="auto"/>'), paragraph("single"),
        table(row("alone"), columns=1), paragraph("floating"),
        table(row("floats", "beside"), properties='<w:tblpPr w:leftFromText="141" w:rightFromText="141" w:vertAnchor="text" w:tblpX="1" w:tblpY="1"/><w:tblW w:w="0" w:type="auto"/>'),
        paragraph("the end"))


@makes("links", "external and internal links, both, HYPERLINK fields over several runs, nested fields, links around pictures, mail")
def links(document):
    address = document.part.relate_to("https://example.org/page?a=b&c=d", RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    mail = document.part.relate_to("mailto:ann@example.org", RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    image = add_picture(document)
    split = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPER</w:instrText></w:r>'
        '<w:r><w:instrText xml:space="preserve">LINK "https://example.org/</w:instrText></w:r><w:r><w:instrText>split" </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run("split ", "<w:b/>") + run("field") + '<w:r><w:fldChar w:fldCharType="end"/></w:r>')
    append(
        document,
        paragraph("External ", f'<w:hyperlink r:id="{address}" w:tooltip="a tip">' + run("linked ") + run("words", "<w:b/>") + "</w:hyperlink>", run(" after.")),
        paragraph("With anchor ", f'<w:hyperlink r:id="{address}" w:anchor="part">' + run("linkedpart") + "</w:hyperlink>"),
        paragraph("Internal ", '<w:hyperlink w:anchor="target">' + run("to the target") + "</w:hyperlink>"),
        paragraph("Mail ", f'<w:hyperlink r:id="{mail}">' + run("to Ann") + "</w:hyperlink>"),
        paragraph("Field ", field('HYPERLINK "https://example.org/field" \\o "tip"', "fieldlink"), run(" and "), split),
        paragraph("Local field ", field('HYPERLINK \\l "target"', "localfield"), run(" both "), field('HYPERLINK "https://example.org/both" \\l "place"', "bothfield")),
        paragraph("Nested ", field('HYPERLINK "https://example.org/nested"', run("see page ") + field("PAGEREF target \\h", "1") + run(" nested"))),
        paragraph("Simple ", '<w:fldSimple w:instr=" HYPERLINK &quot;https://example.org/simple&quot; ">' + run("simplefield") + "</w:fldSimple>"),
        paragraph("Picture ", f'<w:hyperlink r:id="{address}">' + picture(image, 1, "linked picture") + "</w:hyperlink>", picture(image, 2, "clicked picture", link=address)),
        paragraph("Missing ", '<w:hyperlink r:id="rId999">' + run("without relationship") + "</w:hyperlink>", '<w:hyperlink w:anchor="nowhere">' + run(" to nowhere") + "</w:hyperlink>"),
        paragraph('<w:bookmarkStart w:id="1" w:name="target"/>', run("The target"), '<w:bookmarkEnd w:id="1"/>'))
    across = ('<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://example.org/across" </w:instrText></w:r>'
              '<w:r><w:fldChar w:fldCharType="separate"/></w:r>')
    append(document, paragraph(across, run("across the first")), paragraph(run("and the second"), '<w:r><w:fldChar w:fldCharType="end"/></w:r>', run(" paragraph")))


@makes("bookmarks", "bookmarks over paragraphs, in cells, of headings, twice, of Word itself; REF, PAGEREF and NOTEREF")
def bookmarks(document):
    append(
        document, paragraph('<w:bookmarkStart w:id="1" w:name="across"/>', run("begins here")), paragraph(run("ends here"), '<w:bookmarkEnd w:id="1"/>'),
        paragraph('<w:bookmarkStart w:id="2" w:name="_Toc12345"/>', run("A heading with a mark"), '<w:bookmarkEnd w:id="2"/>', style="Heading1"),
        paragraph('<w:bookmarkStart w:id="3" w:name="_GoBack"/><w:bookmarkEnd w:id="3"/>', run("last place")),
        table(row(cell(paragraph('<w:bookmarkStart w:id="4" w:name="incell"/>', run("marked cell"), '<w:bookmarkEnd w:id="4"/>')), "other")),
        paragraph('<w:bookmarkStart w:id="5" w:name="across"/>', run("the same name again"), '<w:bookmarkEnd w:id="5"/>'),
        '<w:bookmarkStart w:id="6" w:name="between"/><w:bookmarkEnd w:id="6"/>', paragraph("after a mark between paragraphs"),
        paragraph("To ", *('<w:hyperlink w:anchor="%s">' % name + run(f"{name.strip('_')} ") + "</w:hyperlink>" for name in ("across", "_Toc12345", "incell", "between"))),
        paragraph("Refers ", field("REF across \\h", "begins here"), run(" on page "), field("PAGEREF _Toc12345 \\h", "1"), run(" and "), field("REF incell", "marked cell")))


@makes("fields", "TOC, SEQ, DATE, PAGE, IF, fields without result, unclosed, nested; form fields, EQ, MACROBUTTON, SYMBOL")
def fields(document):
    toc = ('<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" \\h \\z \\u </w:instrText></w:r>'
           '<w:r><w:fldChar w:fldCharType="separate"/></w:r>')
    entry = '<w:hyperlink w:anchor="_Toc{0}">' + run("{1}") + run("\t", "<w:webHidden/>") + field("PAGEREF _Toc{0} \\h", "{2}") + "</w:hyperlink>"
    entries = [paragraph(toc, entry.format(1, "Contents first", 3)), paragraph(entry.format(2, "Contents second", 5)), paragraph('<w:r><w:fldChar w:fldCharType="end"/></w:r>')]
    append(
        document, '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/></w:docPartObj></w:sdtPr><w:sdtContent>'
        + paragraph("Contents", style="TOCHeading") + "".join(entries) + "</w:sdtContent></w:sdt>",
        paragraph('<w:bookmarkStart w:id="1" w:name="_Toc1"/>', run("Contents first"), '<w:bookmarkEnd w:id="1"/>', style="Heading1"),
        paragraph('<w:bookmarkStart w:id="2" w:name="_Toc2"/>', run("Contents second"), '<w:bookmarkEnd w:id="2"/>', style="Heading2"),
        paragraph("Figure ", field("SEQ Figure \\* ARABIC", "4"), run(": a caption"), style="Caption"),
        paragraph("Title ", field("TITLE", "storedtitle"), run(" author "), field("AUTHOR", "storedauthor")),
        paragraph("Cond ", field("IF " + "1 = 1", "yesbranch"), run(" quote "), field('QUOTE "quoted"', "quoted")),
        paragraph("Nested ", '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> IF </w:instrText></w:r>' + field("MERGEFIELD a", "hiddeninner")
                  + '<w:r><w:instrText xml:space="preserve"> = 1 "x" "y" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run("outerresult") + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'),
        paragraph("No separator ", field("ADVANCE \\d 4"), run(" after")),
        paragraph("Simple ", '<w:fldSimple w:instr=" SEQ Table ">' + run("simpleresult") + "</w:fldSimple>"),
        paragraph("Box ", '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Check1"/><w:enabled/><w:checkBox><w:sizeAuto/><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>', run(" boxlabel")),
        paragraph("Text ", '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Text1"/><w:textInput/></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMTEXT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run("filledin") + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'),
        paragraph("Button ", field("MACROBUTTON NoMacro pressme"), run(" symbol "), field("SYMBOL 252 \\f Wingdings"), run(" equation "), field("EQ \\f(1;2)")),
        paragraph("Address ", field("CITATION Doe20 \\l 1033", "(Doe, 2020)")),
        paragraph("Unclosed ", '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF x </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>', run("neverended")))


@makes("pictures", "inline, anchored, cropped, with SVG, linked, with a link, twice, of a missing part, in a heading, in a cell")
def pictures(document):
    document.add_paragraph("By the interface ").add_run().add_picture(io.BytesIO(png(60, 20, (255, 0, 0))))
    image = add_picture(document)
    drawing = add_part(document, "media/drawing.svg", "image/svg+xml", "image", SVG)
    outside = document.part.relate_to("https://example.org/outside.png", RELATIONSHIP_TYPE.IMAGE, is_external=True)
    address = document.part.relate_to("https://example.org/", RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    vector = f'<a:ext uri="{{96DAC541-7B7A-43D3-8B79-37D633B846F1}}"><asvg:svgBlip r:embed="{drawing}"/></a:ext>'
    append(
        document, paragraph("Inline ", picture(image, 11, "a grey square"), run(" after")), paragraph("Anchored ", picture(image, 12, "floating", anchored=True)),
        paragraph("Cropped ", picture(image, 13, "cropped", crop='<a:srcRect l="10000" t="20000" r="10000"/>')),
        paragraph("Vector ", picture(image, 14, "vector", extension=vector)), paragraph("Linked ", picture(image, 15, "clicked", link=address)),
        paragraph("Outside ", picture(outside, 16, "outside", attribute="r:link")), paragraph("Missing ", picture("rId998", 17, "missing")),
        paragraph("Heading ", picture(image, 18, "in heading"), style="Heading1"), table(row(cell(paragraph(picture(image, 19, "in cell"))), "beside picture")))


@makes("pictures-old", "VML pictures, objects with previews, metafiles, horizontal rules of VML")
def pictures_old(document):
    image = add_picture(document)
    metafile = add_part(document, "media/old.emf", "image/x-emf", "image", b"\x01\0\0\0" + b"\0" * 84)
    sheet = add_part(document, "embeddings/object1.bin", "application/vnd.openxmlformats-officedocument.oleObject", "oleObject", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504)
    shape = '<v:shape id="s{0}" style="width:30pt;height:22pt" alt="{1}"><v:imagedata r:id="{2}" o:title="{1}"/></v:shape>'
    append(
        document, paragraph("Vml ", "<w:r><w:pict>" + shape.format(1, "old picture", image) + "</w:pict></w:r>", run(" after")),
        paragraph("Object ", '<w:r><w:object w:dxaOrig="600" w:dyaOrig="440">' + shape.format(2, "preview", image)
                  + f'<o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" ShapeID="s2" DrawAspect="Content" ObjectID="_1" r:id="{sheet}"/></w:object></w:r>'),
        paragraph("Metafile ", picture(metafile, 21, "metafile")),
        paragraph("<w:r><w:pict><v:rect style=\"width:0;height:1.5pt\" o:hralign=\"center\" o:hrstd=\"t\" o:hr=\"t\" fillcolor=\"#aaa\" stroked=\"f\"/></w:pict></w:r>"),
        paragraph("after the rule"),
        paragraph("Background ", '<w:r><w:pict><v:shape id="s3" type="#_x0000_t136" style="width:100pt;height:30pt"><v:textpath style="font-family:Arial" string="watermark"/></v:shape></w:pict></w:r>'))


def notes_part(kind, contents):
    """The part of the footnotes or endnotes, with its separators."""
    special = "".join(
        f'<w:{kind} w:type="{name}" w:id="{number}"><w:p><w:r><w:{element}/></w:r></w:p></w:{kind}>'
        for name, number, element in (("separator", -1, "separator"), ("continuationSeparator", 0, "continuationSeparator")))
    notes = "".join(f'<w:{kind} w:id="{number}">{content}</w:{kind}>' for number, content in enumerate(contents, 1))
    return word_part(f"w:{kind}s", special + notes)


def note_mark(kind):
    return f'<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:{kind}Ref/></w:r>'


def note(kind, number, custom=""):
    follows = ' w:customMarkFollows="1"' if custom else ""
    mark = f"<w:t>{custom}</w:t>" if custom else ""
    return f'<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:{kind}Reference{follows} w:id="{number}"/>{mark}</w:r>'


@makes("notes", "footnotes and endnotes, with lists, tables, links and several paragraphs; custom marks; in headings and cells; missing notes")
def notes(document):
    numbering(document, 95, DECIMAL)
    foot = [
        paragraph(note_mark("footnote"), run(" The first footnote.")),
        paragraph(note_mark("footnote"), run(" Two")) + paragraph("paragraphs and") + item("an item", 95) + table(row("cell of", "a note")) + paragraph("ending"),
        paragraph(run("*"), run(" Custom footnote.")), paragraph(note_mark("footnote"), run(" In a heading.")), paragraph(note_mark("footnote"), run(" In a cell.")),
        paragraph(note_mark("footnote"), run(" Field link "), field('HYPERLINK "https://example.org/note"', "noted")),
    ]
    end = [paragraph(note_mark("endnote"), run(" The first endnote.")), paragraph(note_mark("endnote"), run(" The second endnote."))]
    add_part(document, "footnotes.xml", "footnotes+xml", "footnotes", notes_part("footnote", foot))
    add_part(document, "endnotes.xml", "endnotes+xml", "endnotes", notes_part("endnote", end))
    append(
        document, paragraph("Words", note("footnote", 1), run(" with a footnote and an endnote"), note("endnote", 1), run(".")),
        paragraph("Long", note("footnote", 2), run(" note.")), paragraph("Custom", note("footnote", 3, "*"), run(" mark.")),
        paragraph("Headed", note("footnote", 4), style="Heading1"), table(row(cell(paragraph("celled", note("footnote", 5))), "other")),
        paragraph("Linked", note("footnote", 6), run(" twice"), note("endnote", 2)), paragraph("Missing", note("footnote", 77), run(" note")))


@makes("comments", "comments, replies, resolved comments, over paragraphs, without a range")
def comments(document):
    line = document.add_paragraph("Before ")
    commented = line.add_run("the commented words")
    line.add_run(" after.")
    first = document.add_comment(commented, text="The first remark", author="Ann", initials="A")
    first.add_paragraph("with a second paragraph")
    second = document.add_comment(commented, text="The reply", author="Bob", initials="B")
    one, two = document.add_paragraph().add_run("begin of range"), document.add_paragraph().add_run("end of range")
    document.add_comment([one, two], text="Over two paragraphs", author="Cid", initials="C")
    for number, remark in enumerate((first, second)):
        remark.paragraphs[-1]._p.set("{http://schemas.microsoft.com/office/word/2010/wordml}paraId", f"0000000{number + 1}")
    add_part(document, "commentsExtended.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml",
             "http://schemas.microsoft.com/office/2011/relationships/commentsExtended",
             word_part("w15:commentsEx", '<w15:commentEx w15:paraId="00000001" w15:done="1"/><w15:commentEx w15:paraId="00000002" w15:paraIdParent="00000001" w15:done="0"/>'))


@makes("changes", "insertions, deletions, moves, changed formatting, inserted and deleted paragraph marks, rows and cells")
def changes(document):
    who = 'w:author="Ann" w:date="2024-01-02T03:04:05Z"'
    gone = '<w:del w:id="{0}" ' + who + '><w:r><w:delText xml:space="preserve">{1}</w:delText></w:r></w:del>'
    new = '<w:ins w:id="{0}" ' + who + ">" + run("{1}") + "</w:ins>"
    append(
        document, paragraph("Kept ", gone.format(1, "deleted "), new.format(2, "inserted "), run("end")),
        paragraph(f'<w:moveFromRangeStart w:id="3" w:name="move1" {who}/><w:moveFrom w:id="4" {who}>' + run("movedwords") + '</w:moveFrom><w:moveFromRangeEnd w:id="3"/>', run("source of the move")),
        paragraph(f'<w:moveToRangeStart w:id="5" w:name="move1" {who}/><w:moveTo w:id="6" {who}>' + run("movedwords") + '</w:moveTo><w:moveToRangeEnd w:id="5"/>', run(" goal of the move")),
        f'<w:p><w:pPr><w:rPr><w:del w:id="7" {who}/></w:rPr></w:pPr>' + run("joined ") + "</w:p>", paragraph("with the next"),
        f'<w:p><w:pPr><w:rPr><w:ins w:id="8" {who}/></w:rPr></w:pPr>' + run("split from ") + "</w:p>", paragraph("the next"),
        paragraph(f'<w:r><w:rPr><w:b/><w:rPrChange w:id="9" {who}><w:rPr><w:i/></w:rPr></w:rPrChange></w:rPr><w:t>formatted anew</w:t></w:r>',
                  properties=f'<w:jc w:val="center"/><w:pPrChange w:id="10" {who}><w:pPr><w:jc w:val="right"/></w:pPr></w:pPrChange>'),
        table(row("kept row", "kept"), row("inserted row", "new", properties=f'<w:ins w:id="11" {who}/>'),
              row(cell(paragraph(gone.format(12, "deleted row"))), cell(paragraph(gone.format(13, "old"))), properties=f'<w:del w:id="14" {who}/>')),
        paragraph('<w:hyperlink w:anchor="x">' + new.format(15, "inserted link") + "</w:hyperlink>", gone.format(17, " nothing")),
        f'<w:p><w:pPr><w:rPr><w:del w:id="18" {who}/></w:rPr></w:pPr>' + gone.format(19, "a whole paragraph") + "</w:p>", paragraph("the last"))


@makes("text-boxes", "text boxes with fallbacks, several in a run, groups, shapes with text, canvases, old text boxes, with tables and lists")
def text_boxes(document):
    numbering(document, 97, DECIMAL)
    group = ('<wp:docPr id="40" name="Group"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="' + WORD_NAMESPACES["wpg"] + '"><wpg:wgp><wpg:cNvGrpSpPr/><wpg:grpSpPr/>'
             + shape_body(paragraph("first of group")) + "<wpg:grpSp><wpg:cNvPr id=\"41\" name=\"g\"/><wpg:cNvGrpSpPr/><wpg:grpSpPr/>" + shape_body(paragraph("second of group")) + "</wpg:grpSp></wpg:wgp></a:graphicData></a:graphic>")
    append(
        document, paragraph("Beside ", text_box(paragraph("boxed words"), 31), run(" after the box")),
        paragraph("Two ", text_box(paragraph("box one"), 32), text_box(paragraph("box two"), 33)),
        paragraph("Old ", "<w:r>" + vml_box(paragraph("old boxed")) + "</w:r>"),
        paragraph("Group ", f'<w:r><mc:AlternateContent><mc:Choice Requires="wpg"><w:drawing>{anchor(group)}</w:drawing></mc:Choice><mc:Fallback><w:pict><v:group style="width:9pt;height:9pt">'
                  + '<v:shape style="width:9pt;height:9pt"><v:textbox><w:txbxContent>' + paragraph("first of group") + "</w:txbxContent></v:textbox></v:shape>"
                  + '<v:shape style="width:9pt;height:9pt"><v:textbox><w:txbxContent>' + paragraph("second of group") + "</w:txbxContent></v:textbox></v:shape></v:group></w:pict></mc:Fallback></mc:AlternateContent></w:r>"),
        paragraph("Rich ", text_box(item("boxed item", 97) + table(row("boxed cell", "boxed other")) + paragraph("boxed end"), 34)),
        paragraph("The end"))


@makes("headers", "headers and footers of all kinds: first, even, later sections; page numbers; pictures and tables in them")
def headers(document):
    section = document.sections[0]
    section.different_first_page_header_footer = True
    document.settings.odd_and_even_pages_header_footer = True
    for name in ("header", "footer", "first_page_header", "first_page_footer", "even_page_header", "even_page_footer"):
        getattr(section, name).paragraphs[0].text = f"words of {name.replace('_', '-')}"
    append(document, paragraph("Text of the first section"))
    later = document.add_section(WD_SECTION.NEW_PAGE)
    later.header.is_linked_to_previous = False
    later.header.paragraphs[0].text = "another header"
    later.header.paragraphs[0].add_run().add_picture(io.BytesIO(png()))
    document.add_paragraph("Text of the second section")


@makes("breaks", "breaks of pages, columns and lines, before paragraphs, sections of all types, columns, clearing")
def breaks(document):
    document.add_paragraph("before the page break").add_run().add_break(WD_BREAK.PAGE)
    document.add_paragraph("after the page break").add_run().add_break(WD_BREAK.COLUMN)
    line = document.add_paragraph("first line")
    line.add_run().add_break(WD_BREAK.LINE)
    line.add_run("second line").add_break(WD_BREAK.LINE_CLEAR_ALL)
    line.add_run("third line")
    document.add_paragraph("on a new page").paragraph_format.page_break_before = True
    append(document, paragraph("middle ", '<w:r><w:lastRenderedPageBreak/><w:br w:type="page"/></w:r>', run("of a paragraph")))
    for kind in (WD_SECTION.CONTINUOUS, WD_SECTION.EVEN_PAGE, WD_SECTION.ODD_PAGE, WD_SECTION.NEW_COLUMN):
        document.add_section(kind)
        document.add_paragraph(f"section {str(kind).split('.')[-1].split()[0].lower().replace('_', '-')}")


@makes("direction", "right-to-left paragraphs and runs, mixed scripts, languages, complex-script formatting, embedded directions")
def direction(document):
    bidi = "<w:bidi/>"
    append(
        document, paragraph(run("שלום עולם", "<w:rtl/>"), properties=bidi), paragraph(run("مرحبا بالعالم", '<w:rtl/><w:lang w:bidi="ar-SA"/>'), properties=bidi + '<w:jc w:val="left"/>'),
        paragraph("English with ", run("עברית", "<w:rtl/>"), run(" inside")), paragraph(run("עברית עם ", "<w:rtl/>"), run("English"), run(" בפנים", "<w:rtl/>"), properties=bidi),
        paragraph(run("מודגש", "<w:bCs/><w:iCs/><w:rtl/>"), run(" notbold", "<w:bCs/>")),
        paragraph(run("日本語の文章", '<w:lang w:eastAsia="ja-JP"/>'), run(" 中文字 ", '<w:lang w:eastAsia="zh-CN"/>'), run("한국어")),
        paragraph(run("Guten Tag", '<w:lang w:val="de-DE"/>'), run(" bonjour", '<w:lang w:val="fr-FR"/>')),
        paragraph('<w:dir w:val="rtl">' + run("אבג") + "</w:dir>", '<w:bdo w:val="rtl">' + run(" overridden") + "</w:bdo>"),
        paragraph("हिन्दी ไทย Ελληνικά Русский 😀 e\u0301 \U0001d49c"), paragraph(
            '<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/><w:hps w:val="10"/><w:hpsRaise w:val="18"/><w:hpsBaseText w:val="21"/><w:lid w:val="ja-JP"/></w:rubyPr><w:rt>'
            + run("かんじ") + "</w:rt><w:rubyBase>" + run("漢字") + "</w:rubyBase></w:ruby></w:r>"),
        table(row("ימין", "שמאל"), properties='<w:bidiVisual/><w:tblW w:w="0" w:type="auto"/>'), paragraph(""))


@makes("symbols", "w:sym of several fonts, runs in Wingdings and Symbol, special hyphens, tabs of positions, white space")
def symbols(document):
    sign = '<w:r><w:sym w:font="{0}" w:char="{1}"/></w:r>'
    append(
        document, paragraph("Wingdings ", sign.format("Wingdings", "F0FC"), sign.format("Wingdings", "F0E0"), sign.format("Wingdings", "00FE"), run(" done")),
        paragraph("Symbol ", sign.format("Symbol", "F061"), sign.format("Symbol", "F0B7"), sign.format("Wingdings 2", "F050"), run(" done")),
        paragraph("Run ", run("\uf0fc", '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>'), run("abc", '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'), run(" done")),
        paragraph("non", "<w:r><w:noBreakHyphen/></w:r>", run("breaking soft"), "<w:r><w:softHyphen/></w:r>", run("hyphen")),
        paragraph("tab", '<w:r><w:tab/><w:t>stop</w:t><w:cr/><w:t>return</w:t></w:r>', '<w:r><w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/></w:r>', run("position")),
        paragraph('<w:r><w:t>  edges  </w:t></w:r>', '<w:r><w:t xml:space="preserve">  kept  spaces  </w:t></w:r>', "<w:r><w:t>line\nfeed</w:t></w:r>"),
        paragraph("“quotes” ‘single’ – — … \u00a0 \u202f \u200b ﬁ"), paragraph('<w:r><w:t>&amp;lt; &lt;tag&gt; &amp;amp;</w:t></w:r>'),
        paragraph("day", "<w:r><w:dayLong/></w:r>", "<w:r><w:yearLong/></w:r>", "<w:r><w:pgNum/></w:r>", run("end")))


@makes("math", "formulas in lines and of their own: fractions, roots, sums, matrices, delimiters, accents, functions, equation arrays")
def math(document):
    def mr(text):
        return f"<m:r><m:t>{text}</m:t></m:r>"
    fraction = f"<m:f><m:num>{mr('a')}</m:num><m:den>{mr('b')}</m:den></m:f>"
    power = f"<m:sSup><m:e>{mr('x')}</m:e><m:sup>{mr('2')}</m:sup></m:sSup>"
    root = f'<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>{mr("y")}</m:e></m:rad>'
    total = f'<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>{mr("i=1")}</m:sub><m:sup>{mr("n")}</m:sup><m:e>{mr("i")}</m:e></m:nary>'
    matrix = f"<m:d><m:e><m:m><m:mr><m:e>{mr('1')}</m:e><m:e>{mr('0')}</m:e></m:mr><m:mr><m:e>{mr('0')}</m:e><m:e>{mr('1')}</m:e></m:mr></m:m></m:e></m:d>"
    accent = f'<m:acc><m:accPr><m:chr m:val="̂"/></m:accPr><m:e>{mr("z")}</m:e></m:acc>'
    function = f"<m:func><m:fName>{mr('sin')}</m:fName><m:e>{mr('x')}</m:e></m:func>"
    array = f"<m:eqArr><m:e>{mr('p=q')}</m:e><m:e>{mr('r=s')}</m:e></m:eqArr>"
    append(
        document, paragraph("Inline ", f"<m:oMath>{fraction}{mr('+')}{power}</m:oMath>", run(" after")), paragraph(f"<m:oMathPara><m:oMath>{root}{mr('=')}{total}</m:oMath></m:oMathPara>"),
        paragraph(f"<m:oMathPara><m:oMathParaPr><m:jc m:val=\"center\"/></m:oMathParaPr><m:oMath>{matrix}</m:oMath><m:oMath>{accent}{function}</m:oMath></m:oMathPara>"),
        paragraph("Array ", f"<m:oMath>{array}</m:oMath>", run(" subscripts "), f"<m:oMath><m:sSubSup><m:e>{mr('c')}</m:e><m:sub>{mr('1')}</m:sub><m:sup>{mr('2')}</m:sup></m:sSubSup></m:oMath>"),
        paragraph("Word run ", "<m:oMath><m:r><m:rPr><m:nor/></m:rPr><w:rPr><w:b/></w:rPr><m:t>velocity</m:t></m:r></m:oMath>"))


@makes("properties", "title, creator, dates, subject, keywords, description, category, language, custom properties")
def properties(document):
    core = document.core_properties
    core.title, core.author, core.subject, core.keywords = "Title property", "Ann Author", "Subject property", "keyone, keytwo"
    core.comments, core.category, core.language, core.last_modified_by = "Description property", "Category property", "en-GB", "Bob Editor"
    core.created, core.modified = datetime.datetime(2020, 1, 2, 3, 4, 5), datetime.datetime(2021, 2, 3, 4, 5, 6)
    document.add_paragraph("Text with properties")
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"
    custom = (f'<?xml version="1.0"?><Properties xmlns="{kind}" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">'
              '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="Client"><vt:lpwstr>Custom value</vt:lpwstr></property></Properties>').encode()
    package = document.part.package
    package.relate_to(Part(PackURI("/docProps/custom.xml"), "application/vnd.openxmlformats-officedocument.custom-properties+xml", custom, package), f"{RELATION}/custom-properties")


@makes("hidden", "hidden runs, by style, hidden paragraph marks, run-in headings, hidden in web view, hidden rows")
def hidden(document):
    add_style(document, "character", "Secret", "Secret", "<w:rPr><w:vanish/></w:rPr>")
    add_style(document, "paragraph", "SecretBlock", "Secret Block", '<w:basedOn w:val="Normal"/><w:rPr><w:vanish/></w:rPr>')
    append(
        document, paragraph("Shown ", run("concealed ", "<w:vanish/>"), run("shown again")), paragraph("Style ", run("secretly", '<w:rStyle w:val="Secret"/>'), run(" visible")),
        paragraph("wholly secret", style="SecretBlock"), paragraph("Back ", run("revealed", '<w:vanish w:val="0"/>'), style="SecretBlock"),
        '<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>' + run("mark hidden ") + "</w:p>", paragraph("after the hidden mark"),
        '<w:p><w:pPr><w:pStyle w:val="Heading2"/><w:rPr><w:vanish/><w:specVanish/></w:rPr></w:pPr>' + run("Run-in heading.") + "</w:p>", paragraph(" Text of the run-in."),
        paragraph("Web ", run("webhidden", "<w:webHidden/>")), table(row("visible row", "x"), row("hidden row", "y", properties="<w:hidden/>")), paragraph(""))


@makes("controls", "content controls around blocks, runs, cells; check boxes, lists, dates, placeholders; smart tags, custom XML")
def controls(document):
    def control(content, properties=""):
        return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"
    box = '<w14:checkbox><w14:checked w14:val="{0}"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>'
    append(
        document, control(paragraph("block in control") + control(paragraph("nested block"))), paragraph("Inline ", control(run("inline in control"), '<w:alias w:val="Alias"/><w:tag w:val="tag"/>'), run(" after")),
        paragraph(control(run("☒"), box.format(1)), run(" ticked")), paragraph(control(run("☐"), box.format(0)), run(" unticked")),
        paragraph("Choice ", control(run("chosen"), '<w:dropDownList><w:listItem w:displayText="chosen" w:value="1"/><w:listItem w:displayText="unchosen" w:value="2"/></w:dropDownList>')),
        paragraph("Date ", control(run("2 January 2020"), '<w:date w:fullDate="2020-01-02T00:00:00Z"><w:dateFormat w:val="d MMMM yyyy"/></w:date>')),
        paragraph("Hint ", control(run("Click here"), "<w:showingPlcHdr/><w:text/>")),
        paragraph('<w:smartTag w:uri="u" w:element="City">' + run("Smart ") + '<w:smartTag w:uri="u" w:element="x">' + run("nestedtag") + "</w:smartTag></w:smartTag>", run(" after tag")),
        '<w:customXml w:element="wrapper">' + paragraph('<w:customXml w:element="inner">' + run("custom wrapped") + "</w:customXml>") + "</w:customXml>",
        control(table(row("table in control", "yes"))), control(paragraph("repeated one"), "<w15:repeatingSection/>"),
        paragraph('<zz:unknown>' + run("in an unknown element") + "</zz:unknown>"))


@makes("alternates", "mc:AlternateContent: unknown requirements, several choices, no fallback, of blocks, of runs, of rows, ignorable prefixes")
def alternates(document):
    def either(choices, fallback=None):
        return "<mc:AlternateContent>" + "".join(f'<mc:Choice Requires="{needs}">{content}</mc:Choice>' for needs, content in choices) + (
            f"<mc:Fallback>{fallback}</mc:Fallback>" if fallback is not None else "") + "</mc:AlternateContent>"
    append(
        document, paragraph("Unknown ", either([("zz", run("wrongchoice"))], run("rightfallback"))), paragraph("Known ", either([("w14", run("rightchoice"))], run("wrongfallback"))),
        paragraph("Second ", either([("zz", run("wrongfirst")), ("wps", run("rightsecond"))], run("wrongthird"))), paragraph("None ", either([("zz", run("gonechoice"))]), run("after none")),
        either([("w14", paragraph("block choice"))], paragraph("block fallback")), paragraph("<w:r>" + either([("wps", "<w:t>inside run</w:t>")], "<w:t>wrong inside</w:t>") + "</w:r>"),
        paragraph("Both ", either([("w14 zz", run("wrongboth"))], run("rightboth"))), paragraph("Nested ", either([("w14", either([("zz", run("wronginner"))], run("rightinner")))], run("wrongouter"))))


@makes("chunk", "altChunk with HTML and with plain text")
def chunk(document):
    html = add_part(document, "afchunk1.html", "text/html", "aFChunk", b"<html><body><p>chunk of <b>HTML</b></p></body></html>")
    text = add_part(document, "afchunk2.txt", "text/plain", "aFChunk", b"chunk of text")
    append(document, paragraph("Before the chunks"), f'<w:altChunk r:id="{html}"/>', paragraph("Between the chunks"), f'<w:altChunk r:id="{text}"/>', paragraph("After the chunks"))


@makes("embedded", "charts with cached values, SmartArt with its words, subdocuments")
def embedded(document):
    series = ('<c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:strRef><c:f>S!B1</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>Seriesname</c:v></c:pt></c:strCache></c:strRef></c:tx>'
              '<c:cat><c:strRef><c:f>S!A2</c:f><c:strCache><c:ptCount val="2"/><c:pt idx="0"><c:v>Catone</c:v></c:pt><c:pt idx="1"><c:v>Cattwo</c:v></c:pt></c:strCache></c:strRef></c:cat>'
              '<c:val><c:numRef><c:f>S!B2</c:f><c:numCache><c:ptCount val="2"/><c:pt idx="0"><c:v>4.5</c:v></c:pt><c:pt idx="1"><c:v>2.5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>')
    chart = add_part(document, "charts/chart1.xml", "application/vnd.openxmlformats-officedocument.drawingml.chart+xml", "chart", word_part(
        "c:chartSpace", "<c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>Charttitle</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:layout/><c:barChart><c:barDir val=\"col\"/>"
        + series + '<c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart>'))
    points = "".join(f'<dgm:pt modelId="{n}"><dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>' for n, text in ((1, "Smartone"), (2, "Smarttwo")))
    data = add_part(document, "diagrams/data1.xml", "application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml", "diagramData", word_part("dgm:dataModel", f"<dgm:ptLst>{points}</dgm:ptLst><dgm:cxnLst/>"))
    def graphic(number, uri, content):
        return (f'<w:r><w:drawing><wp:inline><wp:extent cx="3000000" cy="2000000"/><wp:docPr id="{number}" name="g{number}" descr="graphic {number}"/><wp:cNvGraphicFramePr/>'
                f'<a:graphic><a:graphicData uri="{uri}">{content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>')
    append(document, paragraph("Chart ", graphic(51, WORD_NAMESPACES["c"], f'<c:chart r:id="{chart}"/>')),
           paragraph("Smart ", graphic(52, WORD_NAMESPACES["dgm"], f'<dgm:relIds r:dm="{data}" r:lo="{data}" r:qs="{data}" r:cs="{data}"/>')), paragraph("After graphics"))


# Documents that are made by changing the package of another one.

def changed(name, features, source, change, extension=".docx"):
    WORD_DOCUMENTS.append((name + extension, "python-docx", features, (source, change)))


def with_kind(kind):
    """Changes the content type of the main part."""
    def change(entries, path):
        types = entries["[Content_Types].xml"].decode().replace(MAIN + "document.main+xml", kind if "/" in kind else MAIN + kind)
        if "macroEnabled" in kind:
            types = types.replace("</Types>", '<Override PartName="/word/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>')
            entries["word/vbaProject.bin"] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504
            name = "word/_rels/document.xml.rels"
            entries[name] = entries[name].replace(b"</Relationships>", relation(
                "rIdVBA", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin").encode() + b"</Relationships>")
        entries["[Content_Types].xml"] = types.encode()
        write_package(path, entries)
    return change


def in_other_places(entries, path):
    """Moves the main part to another path, and makes targets absolute."""
    moved = {}
    for name, content in entries.items():
        if name in ("[Content_Types].xml", "_rels/.rels"):
            content = content.replace(b"word/document.xml", b"content/text.xml")
        if name == "word/_rels/document.xml.rels":
            content = content.replace(b'Target="', b'Target="/word/').replace(b'Target="/word/../', b'Target="/').replace(b'Target="/word/http', b'Target="http')
        moved[{"word/document.xml": "content/text.xml", "word/_rels/document.xml.rels": "content/_rels/text.xml.rels"}.get(name, name)] = content
    write_package(path, moved)


def in_utf16(entries, path):
    for name in ("word/document.xml", "word/styles.xml"):
        text = entries[name].decode().replace("UTF-8", "UTF-16", 1)
        entries[name] = text.encode("utf-16")
    write_package(path, entries)


def without_styles(entries, path):
    name = "word/_rels/document.xml.rels"
    entries[name] = b"".join(piece for piece in entries[name].replace(b"<Relationship ", b"\0<Relationship ").split(b"\0") if b"/styles" not in piece)
    for part in [part for part in entries if "tyles" in part]:
        del entries[part]
        entries["[Content_Types].xml"] = b"".join(
            piece for piece in entries["[Content_Types].xml"].replace(b"<Override ", b"\0<Override ").split(b"\0") if part.encode() not in piece)
    write_package(path, entries)


for source in ("characters-direct", "lists-restarts", "tables-spans", "pictures", "notes", "fields"):
    changed(f"strict-{source}", f"strict namespaces: {source}", source, lambda entries, path: write_package(path, strict(entries)))
changed("template", "content type of a template", "lists-levels", with_kind("template.main+xml"), ".dotx")
changed("macros", "content type with macros, and macros", "headings", with_kind("application/vnd.ms-word.document.macroEnabled.main+xml"), ".docm")
changed("macros-template", "content type of a template with macros", "tables-rows", with_kind("application/vnd.ms-word.template.macroEnabledTemplate.main+xml"), ".dotm")
changed("other-places", "main part at another path, absolute targets", "notes", in_other_places)
changed("utf-16", "parts in UTF-16", "direction", in_utf16)
changed("without-styles", "no part of styles", "lists-restarts", without_styles)
changed("streamed", "sizes after the contents in the archive", "links", lambda entries, path: write_streamed(path, entries))


@makes("minimal", "no more parts than a Word file needs", program="zipfile")
def minimal():
    return minimal_word(paragraph("The smallest") + paragraph("heading", style="Heading1") + table(row("a", "b")) + paragraph("end"))


@makes("minimal-names", "parts named with other letters' case, default namespace", program="zipfile")
def minimal_names():
    entries = minimal_word("", relations=relation("rId7", "numbering", "NUMBERING.XML"), overrides=override("/word/numbering.xml", "numbering+xml"), parts={
        "numbering.xml": word_part("w:numbering", '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>')})
    entries["word/document.xml"] = (
        f'<document xmlns="{W}" xmlns:q="{W}"><body><p><r><t>default namespace</t></r></p><p><pPr><numPr><ilvl q:val="0"/><numId q:val="1"/></numPr></pPr>'
        "<r><t>third</t></r></p></body></document>").encode()
    return entries


@makes("encrypted", "encrypted as Word does: must be refused with words", program="zipfile")
def encrypted():
    return compound({"EncryptionInfo": b"\x04\0\x04\0\x40\0\0\0" + b"<encryption/>" * 400, "EncryptedPackage": (5000).to_bytes(8, "little") + bytes(range(256)) * 20})


def make_word(folder):
    """Makes all documents, and yields the path of each."""
    for name, program, features, maker in WORD_DOCUMENTS:
        path = os.path.join(folder, name if "." in name else name + ".docx")
        if isinstance(maker, tuple):
            source, change = maker
            change(read_package(os.path.join(folder, source + ".docx")), path)
        elif program == "zipfile":
            made = maker()
            if isinstance(made, bytes):
                with open(path, "wb") as file:
                    file.write(made)
            else:
                write_package(path, made)
        else:
            document = docx.Document()
            maker(document)
            document.save(path)
        yield path
