"""Makes OpenDocument texts with odfpy; the elements are written as XML and converted to elements of odfpy.

A function makes one document; the line above it is its line in the table: its name and its features.
"""

import os
from xml.etree import ElementTree
from odf import element, opendocument
from office_parts import *

# Name, program, features, function; filled by the lines above the functions.
OPEN_DOCUMENTS = []


def makes(name, features, program="odfpy"):
    def add(function):
        OPEN_DOCUMENTS.append((name, program, features, function))
        return function
    return add


# Additions to odfpy.

def elements(text):
    """Returns the elements of XML text as elements of odfpy, whose grammar lacks parts of the standard."""
    def converted(node):
        def name(tag):
            return tuple(tag[1:].split("}")) if tag.startswith("{") else (None, tag)
        made = element.Element(qname=name(node.tag), qattributes={name(key): value for key, value in node.attrib.items()}, check_grammar=False)
        if node.text:
            made.addText(node.text, check_grammar=False)
        for child in node:
            made.addElement(converted(child), check_grammar=False)
            if child.tail:
                made.addText(child.tail, check_grammar=False)
        return made
    return [converted(node) for node in ElementTree.fromstring(f"<x {declarations(OPEN_NAMESPACES)}>{text}</x>")]


def add(parent, *pieces):
    for piece in pieces:
        for child in elements(piece):
            parent.addElement(child, check_grammar=False)


def style(name, family, properties="", parent="", more=""):
    """A style; properties are elements such as `<style:text-properties …/>`."""
    parent = f' style:parent-style-name="{parent}"' if parent else ""
    return f'<style:style style:name="{name}" style:family="{family}"{parent}{more}>{properties}</style:style>'


def words(**attributes):
    return "<style:text-properties " + " ".join(f'{key.replace("__", ":").replace("_", "-")}="{value}"' for key, value in attributes.items()) + "/>"


def p(content, style=""):
    style = f' text:style-name="{style}"' if style else ""
    return f"<text:p{style}>{content}</text:p>"


def span(content, style):
    return f'<text:span text:style-name="{style}">{content}</text:span>'


def h(content, level, more=""):
    return f'<text:h text:outline-level="{level}"{more}>{content}</text:h>'


def li(*content, more="", name="list-item"):
    return f"<text:{name}{more}>" + "".join(piece if piece.startswith("<") else p(piece) for piece in content) + f"</text:{name}>"


def ul(*items, style="", more=""):
    style = f' text:style-name="{style}"' if style else ""
    return f"<text:list{style}{more}>" + "".join(piece if piece.startswith("<text:list-") else li(piece) for piece in items) + "</text:list>"


def td(content="", more="", name="table-cell"):
    return f"<table:{name}{more}>{content if content.startswith('<') or not content else p(content)}</table:{name}>"


def tr(*cells, more=""):
    return f"<table:table-row{more}>" + "".join(piece if piece.startswith("<table:") else td(piece) for piece in cells) + "</table:table-row>"


def grid(*rows, columns=2, more="", name="Table"):
    return f'<table:table table:name="{name}"{more}><table:table-column table:number-columns-repeated="{columns}"/>{"".join(rows)}</table:table>'


def spans(columns=1, rows=1):
    return f' table:number-columns-spanned="{columns}" table:number-rows-spanned="{rows}"'


COVERED = "<table:covered-table-cell/>"


def frame(content, more="", name="f"):
    return f'<draw:frame draw:name="{name}" text:anchor-type="as-char" svg:width="3cm" svg:height="2cm"{more}>{content}</draw:frame>'


def image(name, more=""):
    return f'<draw:image xlink:href="{name}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"{more}/>'


def level(number, form="1", suffix=".", start=1, shown=1, prefix="", bullet=""):
    indent = f'<style:list-level-properties text:space-before="{number * 0.6:.1f}cm" text:min-label-width="0.6cm"/>'
    if bullet:
        return f'<text:list-level-style-bullet text:level="{number}" text:bullet-char="{bullet}">{indent}</text:list-level-style-bullet>'
    return (f'<text:list-level-style-number text:level="{number}" style:num-format="{form}" style:num-prefix="{prefix}" style:num-suffix="{suffix}" '
            f'text:start-value="{start}" text:display-levels="{shown}">{indent}</text:list-level-style-number>')


def list_style(name, *levels):
    return f'<text:list-style style:name="{name}">{"".join(levels)}</text:list-style>'


NUMBERS = list_style("Numbers", *(level(n) for n in range(1, 11)))
OUTER = list_style("Outer", *(level(n, shown=n) for n in range(1, 11)))
BULLETS = list_style("Bullets", *(level(n, bullet="•◦▪"[(n - 1) % 3]) for n in range(1, 11)))


# The documents.

@makes("characters", "bold, italic, underlines, strikes, raised, lowered, colours, backgrounds, fonts, sizes, capitals, small capitals, hidden, outlines")
def characters(document):
    kinds = {
        "boldly": words(fo__font_weight="bold"), "italically": words(fo__font_style="italic"), "underlined": words(style__text_underline_style="solid"),
        "wavy": words(style__text_underline_style="wave", style__text_underline_type="single"), "struckthrough": words(style__text_line_through_style="solid"),
        "raised": words(style__text_position="super 58%"), "lowered": words(style__text_position="-33% 58%"), "reddish": words(fo__color="#c80032"),
        "shaded": words(fo__background_color="#12ab34"), "Capitalized": words(fo__text_transform="uppercase"), "Smallcapitals": words(fo__font_variant="small-caps"),
        "large": words(fo__font_size="24pt"), "percent": words(fo__font_size="150%"), "Georgian": words(fo__font_family="Georgia"), "weighted": words(fo__font_weight="700"),
        "lightened": words(fo__font_weight="300"), "spaced": words(fo__letter_spacing="2pt"), "shadowed": words(fo__text_shadow="1pt 1pt"), "overlined": words(style__text_overline_style="solid"),
    }
    add(document.automaticstyles, *(style("T" + name, "text", properties) for name, properties in kinds.items()))
    add(document.text, p("Plain " + " ".join(span(name, "T" + name) for name in kinds)), p("nested " + span("bold " + span("bolditalic", "Titalically") + " bold", "Tboldly") + " end"))


@makes("styles", "common and automatic styles, inheritance, bold of paragraph styles, default styles, display names, parents that are missing")
def styles(document):
    add(document.styles, style("Bold_20_Block", "paragraph", '<style:paragraph-properties fo:text-align="center"/>' + words(fo__font_weight="bold"), more=' style:display-name="Bold Block"'),
        style("Child", "paragraph", words(fo__font_style="italic"), "Bold_20_Block"), style("Strong", "text", words(fo__font_weight="bold")),
        style("Regular", "text", words(fo__font_weight="normal")), style("Quotations", "paragraph", '<style:paragraph-properties fo:margin-left="1cm"/>'),
        style("Preformatted_20_Text", "paragraph", words(style__font_name="Courier New", fo__font_family="'Courier New'")), style("Orphan", "paragraph", words(fo__color="#12ab34"), "Missing"))
    add(document.automaticstyles, style("P1", "paragraph", words(fo__font_weight="normal"), "Child"))
    add(document.text, p("bold block " + span("regular", "Regular"), "Bold_20_Block"), p("child " + span("strong", "Strong"), "Child"), p("automatic regular", "P1"),
        p("a quotation", "Quotations"), p("code  line<text:line-break/><text:s text:c=\"2\"/>indented", "Preformatted_20_Text"), p("orphan", "Orphan"), p("unknown", "Nothing"))


@makes("paragraphs", "alignment, indents, spacing, borders, backgrounds, tabs, keeping, page breaks, white space")
def paragraphs(document):
    kinds = {
        "centred": 'fo:text-align="center"', "ending": 'fo:text-align="end"', "justified": 'fo:text-align="justify"', "indented": 'fo:margin-left="1cm" fo:text-indent="-0.5cm"',
        "spaced": 'fo:margin-top="1cm" fo:margin-bottom="1cm" fo:line-height="200%"', "bordered": 'fo:border="0.5pt solid #000000" fo:padding="1mm"',
        "shaded": 'fo:background-color="#12ab34"', "broken": 'fo:break-before="page"', "breaking": 'fo:break-after="page"', "column": 'fo:break-before="column"', "kept": 'fo:keep-with-next="always"',
    }
    add(document.automaticstyles, *(style("P" + name, "paragraph", f"<style:paragraph-properties {value}/>") for name, value in kinds.items()))
    add(document.text, *(p(f"paragraph {name}", "P" + name) for name in kinds))
    add(document.text, p("white \n\t  space   collapses"), p("kept<text:s text:c=\"3\"/>spaces<text:tab/>tab<text:line-break/>line"), p("  edges  "), p(""), p(""),
        p("soft<text:soft-page-break/>page"), p("a" + span(" ", "x") + span(" b", "x")), p("end"))


@makes("headings", "levels 1 to 10, without level, in sections, in lists, unnumbered, Title, Subtitle, paragraphs with outline levels")
def headings(document):
    add(document.styles, style("Title", "paragraph", words(fo__font_size="28pt"), more=' style:class="chapter"'), style("Subtitle", "paragraph", words(fo__font_size="18pt")),
        *(style(f"Heading_20_{n}", "paragraph", words(fo__font_weight="bold"), more=f' style:display-name="Heading {n}" style:default-outline-level="{n}"') for n in range(1, 11)))
    add(document.text, p("Title words", "Title"), p("Subtitle words", "Subtitle"))
    for number in range(1, 11):
        add(document.text, h(f"Heading of level {number}", number, f' text:style-name="Heading_20_{number}"'), p(f"Text below {number}"))
    add(document.text, "<text:h>Without a level</text:h>", h("Unnumbered", 2, ' text:is-list-header="true"'), ul(li(h("In a list", 3))), p("styled as a heading only", "Heading_20_2"),
        '<text:section text:name="s">' + h("In a section", 4) + "</text:section>", h("With " + span("formatting", "x") + "<text:bookmark text:name=\"m\"/>", 1))


@makes("lists", "bullets and numbers, levels, skipped levels, formats, starts, continuing, item starts, headers, several paragraphs, 1.1.1, no label")
def lists(document):
    forms = list_style("Forms", level(1, "i", ")"), level(2, "A"), level(3, "a", ")", prefix="("), level(4, "I"), level(5, "", ""), level(6, "1", ""))
    add(document.automaticstyles, NUMBERS, OUTER, BULLETS, forms, list_style("Seven", level(1, start=7)))
    add(document.text, ul("bullet one", li("bullet two", ul("inner bullet", li("inner with", ul("innermost"))))), p("between"),
        ul("number one", li("number two", "second paragraph of two"), "number three", style="Numbers", more=' xml:id="list1"'), p("text between"),
        ul("goes on four", style="Numbers", more=' text:continue-numbering="true"'), p("a new list"), ul("starts again", style="Numbers"),
        p("goes on with the first"), ul("continues list1", style="Numbers", more=' text:continue-list="list1"'))
    add(document.text, p("starts"), ul("seven", "eight", li("twenty", more=' text:start-value="20"'), "twentyone", style="Seven"),
        p("outer numbers"), ul(li("outer one", ul("outer inner", li("outer inner two", ul("outer deepest")))), "outer two", style="Outer"),
        p("formats"), ul(li("roman", ul(li("upper", ul(li("letter", ul(li("upper roman", ul(li("no label", ul("no suffix")))))))))), style="Forms"),
        p("header"), ul(li("a header of the list", name="list-header"), "after the header", style="Numbers"), p("skipped level"), ul(li(ul("only inner")), "then outer", style="Numbers"),
        p("empty item"), ul(li(), "after the empty", style="Numbers"), '<text:numbered-paragraph text:list-id="np1" text:style-name="Numbers" text:level="1">' + p("numbered paragraph") + "</text:numbered-paragraph>")


@makes("lists-styled", "lists by the style of the paragraph, styles of lists by level, bullets of symbol fonts, pictures as bullets, numbers of headings")
def lists_styled(document):
    add(document.styles, NUMBERS, BULLETS.replace("Bullets", "Dots"), style("ListPara", "paragraph", more=' style:list-style-name="Numbers"'),
        "<text:outline-style style:name=\"Outline\">" + "".join(
            f'<text:outline-level-style text:level="{n}" style:num-format="{"1" if n < 3 else ""}" text:display-levels="{n if n < 3 else 1}"><style:list-level-properties/></text:outline-level-style>' for n in range(1, 11)) + "</text:outline-style>")
    add(document.automaticstyles, list_style("Mixed", level(1), level(2, bullet="\uf0a7")), list_style("Picture", '<text:list-level-style-image text:level="1" xlink:href="Pictures/dot.png" xlink:type="simple"><style:list-level-properties/></text:list-level-style-image>'))
    document.addPicture("Pictures/dot.png", "image/png", png(8, 8))
    add(document.text, h("Numbered heading", 1), h("Numbered inner", 2), h("Second numbered", 1), ul(li(p("by the paragraph", "ListPara")), li(p("again by it", "ListPara"))),
        ul(li("mixed", ul("symbol bullet")), style="Mixed"), ul("picture bullet", style="Picture"), ul(li("other style inside", ul("dots inside", style="Dots")), style="Mixed"))


@makes("tables", "cells over columns and rows, header rows and columns, repeats, widths, backgrounds, nested, sub-tables, captions")
def tables(document):
    add(document.automaticstyles, style("Cgreen", "table-cell", '<style:table-cell-properties fo:background-color="#12ab34"/>'), style("Rred", "table-row", '<style:table-row-properties fo:background-color="#c80032"/>'),
        style("Cwide", "table-column", '<style:table-column-properties style:column-width="5cm"/>'), style("Centre", "paragraph", '<style:paragraph-properties fo:text-align="center"/>'),
        style("Twide", "table", '<style:table-properties style:width="10cm" table:align="center"/>'))
    add(document.text, grid(tr(td("over columns", spans(2)), COVERED, "a3"), tr(td("over rows", spans(1, 2)), "b2", "b3"), tr(COVERED, td("over both", spans(2, 2)), COVERED), tr("d1", COVERED, COVERED), columns=3, name="Spans"),
        p("header rows"), grid("<table:table-header-rows>" + tr("head one", "head two") + "</table:table-header-rows>", tr("data one", "data two"), name="Heads"),
        p("header columns"), '<table:table table:name="Columns"><table:table-header-columns><table:table-column/></table:table-header-columns><table:table-column/>' + tr("row head", "row data") + "</table:table>",
        p("repeats"), grid(tr(td("same", ' table:number-columns-repeated="2"'), "third"), tr(td("", ' table:number-columns-repeated="3"'), more=' table:number-rows-repeated="2"'), tr("e1", "e2", "e3"), columns=3, name="Repeats"),
        p("backgrounds"), grid(tr(td("green", ' table:style-name="Cgreen"'), "red row", more=' table:style-name="Rred"'), tr(td(p("centred", "Centre")), "plain"), name="Backgrounds", more=' table:style-name="Twide"'))
    add(document.text, p("nested"), grid(tr("outer one", td(p("before inner") + grid(tr("inner one", "inner two"), name="Inner") + p("after inner"))), name="Outside"),
        p("groups"), '<table:table table:name="Groups"><table:table-columns><table:table-column table:number-columns-repeated="2"/></table:table-columns><table:table-row-group><table:table-rows>' + tr("in a group", "of rows") + "</table:table-rows></table:table-row-group></table:table>",
        p("lists"), grid(tr(td(ul("item in a cell", "second in a cell")), td(h("heading in a cell", 2)))), p("Table 1: caption"), grid(tr("short"), tr("longer", "row")), p("end"))


@makes("links", "external and internal links, links over formatting and pictures, bookmarks, reference marks, references, links without text")
def links(document):
    document.addPicture("Pictures/square.png", "image/png", png())
    def a(content, address, more=""):
        return f'<text:a xlink:type="simple" xlink:href="{address}"{more}>{content}</text:a>'
    add(document.automaticstyles, style("Tb", "text", words(fo__font_weight="bold")))
    add(document.text, p("External " + a("linked " + span("words", "Tb"), "https://example.org/page?a=b&amp;c=d", ' office:title="a tip"') + " after."), p("Internal " + a("to the target", "#target") + " and " + a("to heading", "#1.Target heading|outline")),
        p("Mail " + a("to Ann", "mailto:ann@example.org")), p("Relative " + a("to a file", "../other%20file.odt")), p("Picture " + a(frame(image("Pictures/square.png")), "https://example.org/pic")),
        p("Empty " + a("", "https://example.org/empty")), p('<text:bookmark-start text:name="target"/>The target<text:bookmark-end text:name="target"/>'), p('<text:bookmark text:name="point"/>A point'),
        p('<text:reference-mark-start text:name="mark"/>marked words<text:reference-mark-end text:name="mark"/>'), h("Target heading", 1),
        p('Refers <text:bookmark-ref text:ref-name="target" text:reference-format="text">The target</text:bookmark-ref> page <text:bookmark-ref text:ref-name="target" text:reference-format="page">1</text:bookmark-ref> and '
          '<text:reference-ref text:ref-name="mark" text:reference-format="text">marked words</text:reference-ref> ' + a("point", "#point")))


@makes("pictures", "as characters, anchored, alternatives with SVG, with words, linked, captions in frames, outside, in the frame's data")
def pictures(document):
    document.addPicture("Pictures/square.png", "image/png", png())
    document.addPicture("Pictures/drawing.svg", "image/svg+xml", SVG)
    described = "<svg:title>a title</svg:title><svg:desc>a grey square</svg:desc>"
    add(document.text, p("Inline " + frame(image("Pictures/square.png") + described) + " after"), p("Anchored " + frame(image("Pictures/square.png"), name="g").replace("as-char", "paragraph") + " words"),
        p("Vector " + frame(image("Pictures/drawing.svg") + image("Pictures/square.png") + "<svg:desc>vector</svg:desc>", name="v")),
        p('<draw:a xlink:type="simple" xlink:href="https://example.org/">' + frame(image("Pictures/square.png") + "<svg:desc>clicked</svg:desc>", name="c") + "</draw:a> Linked"),
        p("Outside " + frame(image("https://example.org/outside.png"), name="o")),
        p("Captioned " + frame(f'<draw:text-box>{p(frame(image("Pictures/square.png"), name="i") + "Figure 1: the caption")}</draw:text-box>', name="b")), p("In a span " + span(frame(image("Pictures/square.png"), name="s"), "x")),
        p("Data " + frame(f'<draw:image><office:binary-data>{PNG64}</office:binary-data></draw:image>', name="d")), h("In a heading " + frame(image("Pictures/square.png"), name="h"), 1),
        grid(tr(td(p(frame(image("Pictures/square.png"), name="t"))), "beside picture")))


@makes("picture-missing", "a picture that is not in the package")
def picture_missing(document):
    add(document.text, p("Missing " + frame(image("Pictures/missing.png") + "<svg:desc>missing</svg:desc>", name="m") + " after"))


@makes("notes", "footnotes and endnotes, with lists and several paragraphs, own marks, in headings, cells and list items; annotations with ranges and replies")
def notes(document):
    def note(number, body, kind="footnote", label=""):
        label = f' text:label="{label}"' if label else ""
        return f'<text:note text:id="n{number}" text:note-class="{kind}"><text:note-citation{label}>{number}</text:note-citation><text:note-body>{body if body.startswith("<") else p(body)}</text:note-body></text:note>'
    def remark(name, text, more=""):
        return f'<office:annotation office:name="{name}"{more}><dc:creator>Ann</dc:creator><dc:date>2020-01-02T03:04:05</dc:date>{p(text)}</office:annotation>'
    add(document.text, p("Words" + note(1, "The first footnote.") + " with a footnote and an endnote" + note(2, "The first endnote.", "endnote") + "."), p("Long" + note(3, p("Two") + ul("item of a note") + p("paragraphs"))),
        p("Custom" + note(4, "Custom footnote.", label="*")), h("Headed" + note(5, "In a heading."), 1), grid(tr(td(p("celled" + note(6, "In a cell."))), "other")), ul(li(p("itemed" + note(7, "In an item.")))),
        p("Before " + remark("r1", "The first remark") + "commented words" + '<office:annotation-end office:name="r1"/>' + remark("r2", "The reply", ' loext:resolved="true"') + " after"))


@makes("changes", "insertions, deletions in paragraphs, over paragraphs, changed formatting")
def changes(document):
    who = "<office:change-info><dc:creator>Ann</dc:creator><dc:date>2020-01-02T03:04:05</dc:date></office:change-info>"
    def region(name, content):
        return f'<text:changed-region xml:id="{name}" text:id="{name}">{content}</text:changed-region>'
    add(document.text, "<text:tracked-changes>" + region("c1", f"<text:insertion>{who}</text:insertion>") + region("c2", f"<text:deletion>{who}{p('deleted ')}</text:deletion>")
        + region("c3", f"<text:deletion>{who}{p('deleted end')}{p('deleted begin')}</text:deletion>") + region("c4", f"<text:format-change>{who}</text:format-change>") + "</text:tracked-changes>",
        p('Kept <text:change text:change-id="c2"/><text:change-start text:change-id="c1"/>inserted <text:change-end text:change-id="c1"/>end'), p('joined <text:change text:change-id="c3"/>here'),
        p('<text:change-start text:change-id="c4"/>formatted anew<text:change-end text:change-id="c4"/>'), p('<text:change-start text:change-id="c1"/>begin of a long insertion'), p('end of it<text:change-end text:change-id="c1"/> and more'))


@makes("fields", "page, date, author, sequence, variables, hidden and conditional text, placeholders, tables of contents and indexes, marks of indexes")
def fields(document):
    def f(name, content, more=""):
        return f"<text:{name}{more}>{content}</text:{name}>"
    add(document.text, '<text:variable-decls><text:variable-decl text:name="v" office:value-type="string"/></text:variable-decls><text:sequence-decls><text:sequence-decl text:display-outline-level="0" text:name="Figure"/></text:sequence-decls>',
        p("Page " + f("page-number", "3", ' text:select-page="current"') + " of " + f("page-count", "9") + " on " + f("date", "2020-01-02", ' text:date-value="2020-01-02" text:fixed="true"')),
        p("By " + f("author-name", "storedauthor", ' text:fixed="true"') + " title " + f("title", "storedtitle") + " chapter " + f("chapter", "chaptername", ' text:display="name" text:outline-level="1"')),
        p("Figure " + f("sequence", "1", ' text:name="Figure" text:formula="ooow:Figure+1" style:num-format="1" text:ref-name="rf"') + ": a caption " + f("sequence-ref", "1", ' text:ref-name="rf" text:reference-format="value"')),
        p("Set " + f("variable-set", "vvalue", ' text:name="v" office:value-type="string" office:string-value="vvalue"') + " get " + f("variable-get", "vvalue", ' text:name="v"') + " input " + f("text-input", "typed", ' text:description="d"')),
        p("Hidden " + f("hidden-text", "", ' text:condition="ooow:TRUE" text:string-value="concealed" text:is-hidden="true"') + " conditional " + f("conditional-text", "shownbranch", ' text:condition="ooow:1 == 1" text:string-value-if-true="shownbranch" text:string-value-if-false="otherbranch"')),
        p("Placeholder " + f("placeholder", "&lt;fill&gt;", ' text:placeholder-type="text"') + " meta " + f("meta", "metawords") + " script <text:script script:language=\"x\">code</text:script> end"),
        p('Entry <text:alphabetical-index-mark text:string-value="indexed"/> and <text:toc-mark text:string-value="tocmarked" text:outline-level="1"/> <text:bibliography-mark text:identifier="Doe20" text:bibliography-type="book">[Doe20]</text:bibliography-mark>'),
        '<text:table-of-content text:name="toc"><text:table-of-content-source text:outline-level="3"><text:index-title-template>Contents</text:index-title-template></text:table-of-content-source><text:index-body><text:index-title text:name="t">'
        + p("Contents") + '</text:index-title>' + p('<text:a xlink:href="#Chapter one|outline" xlink:type="simple">Chapter one<text:tab/>1</text:a>') + "</text:index-body></text:table-of-content>", h("Chapter one", 1),
        '<text:alphabetical-index text:name="index"><text:alphabetical-index-source/><text:index-body>' + p("indexed, 1") + "</text:index-body></text:alphabetical-index>")


@makes("boxes", "text boxes, nested and with lists and tables, shapes with words, groups, sections, hidden sections, columns, form controls")
def boxes(document):
    add(document.automaticstyles, BULLETS, style("Sect", "section", '<style:section-properties><style:columns fo:column-count="2"/></style:section-properties>'))
    box = "<draw:text-box>{0}</draw:text-box>"
    add(document.text, p("Beside " + frame(box.format(p("boxed words")), name="b1").replace("as-char", "paragraph") + " the box"), p("Rich " + frame(box.format(ul("boxed item") + grid(tr("boxed cell", "boxed other")) + p("boxed end")), name="b2").replace("as-char", "paragraph")),
        p("Shape <draw:custom-shape text:anchor-type=\"paragraph\" svg:width=\"3cm\" svg:height=\"2cm\">" + p("shape words") + '<draw:enhanced-geometry draw:type="rectangle" svg:viewBox="0 0 21600 21600" draw:enhanced-path="M 0 0 L 21600 0 21600 21600 0 21600 0 0 Z N"/></draw:custom-shape>'),
        p('Group <draw:g text:anchor-type="paragraph"><draw:rect svg:width="1cm" svg:height="1cm" svg:x="0cm" svg:y="0cm">' + p("first of group") + '</draw:rect><draw:ellipse svg:width="1cm" svg:height="1cm" svg:x="1cm" svg:y="0cm">' + p("second of group") + "</draw:ellipse></draw:g>"),
        '<text:section text:name="s1" text:style-name="Sect">' + p("in a section") + '<text:section text:name="s2">' + p("in a section of it") + "</text:section></text:section>",
        '<text:section text:name="s3" text:display="none">' + p("in a hidden section") + "</text:section>", p("the end"))


@makes("heads", "headers and footers of pages, first and left pages, changes of the master page, page numbers, footnotes in them")
def heads(document):
    add(document.automaticstyles, '<style:page-layout style:name="pm1"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/><style:header-style/><style:footer-style/></style:page-layout>',
        style("Other", "paragraph", more=' style:master-page-name="Second"'))
    add(document.masterstyles, '<style:master-page style:name="Standard" style:page-layout-name="pm1"><style:header>' + p("words of header") + "</style:header><style:header-left>" + p("words of left header") + "</style:header-left><style:header-first>" + p("words of first header") + "</style:header-first><style:footer>"
        + p("words of footer <text:page-number>1</text:page-number>") + "</style:footer></style:master-page>", '<style:master-page style:name="Second" style:page-layout-name="pm1"><style:header>' + p("another header") + "</style:header></style:master-page>")
    add(document.text, p("Text of the first page"), p("Text on another master page", "Other"))


@makes("direction", "right-to-left paragraphs and tables, mixed scripts, languages, ruby, symbol fonts")
def direction(document):
    add(document.automaticstyles, style("Prtl", "paragraph", '<style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="start"/>'), style("Tde", "text", words(fo__language="de", fo__country="DE")),
        style("Tja", "text", words(style__language_asian="ja", style__country_asian="JP")), style("Tw", "text", words(style__font_name="Wingdings", fo__font_family="Wingdings", style__font_charset="x-symbol")), style("Trtl", "table", '<style:table-properties style:writing-mode="rl-tb"/>'),
        style("Tcb", "text", words(style__font_weight_complex="bold")))
    add(document.text, p("שלום עולם", "Prtl"), p("مرحبا English", "Prtl"), p("English with עברית inside " + span("עברית", "Tcb")), p(span("Guten Tag", "Tde") + " " + span("日本語の文章", "Tja") + " 中文字 한국어"), p("हिन्दी ไทย Ελληνικά Русский 😀 e\u0301"),
        p("<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>"), p("Symbol " + span("\uf0fc", "Tw") + " done"), grid(tr("ימין", "שמאל"), more=' table:style-name="Trtl"'), p("non\u2011breaking soft\u00adhyphen \u00a0 “quotes” ﬁ"))


@makes("math", "formulas as objects with MathML, with StarMath annotations, of their own, replacement pictures; charts")
def math(document):
    formula = ('<draw:object><math:math><math:semantics><math:mrow><math:mi>x</math:mi><math:mo>=</math:mo><math:mfrac><math:mi>a</math:mi><math:mi>b</math:mi></math:mfrac></math:mrow>'
               '<math:annotation math:encoding="StarMath 5.0">x = a over b</math:annotation></math:semantics></math:math></draw:object>')
    add(document.text, p("Inline " + frame(formula, name="m1") + " after"))
    document.addPicture("Pictures/replacement.png", "image/png", png())
    add(document.text, p("Replaced " + frame(formula + image("Pictures/replacement.png"), name="m2") + " after"), p("Plugin " + frame('<draw:plugin xlink:href="https://example.org/film.mp4" xlink:type="simple" draw:mime-type="video/mp4"/>', name="m3") + " end"))


@makes("properties", "title, creators, dates, subject, keywords, description, language, own properties, statistics")
def properties(document):
    for name, value in [("title", "Title property"), ("creator", "Bob Editor"), ("subject", "Subject property"), ("description", "Description property"), ("language", "en-GB"), ("date", "2021-02-03T04:05:06")]:
        add(document.meta, f"<dc:{name}>{value}</dc:{name}>")
    add(document.meta, "<meta:initial-creator>Ann Author</meta:initial-creator>", "<meta:creation-date>2020-01-02T03:04:05</meta:creation-date>", "<meta:keyword>keyone</meta:keyword>", "<meta:keyword>keytwo</meta:keyword>",
        '<meta:user-defined meta:name="Client">Custom value</meta:user-defined>')
    add(document.text, p("Text with properties"))


@makes("hidden", "hidden words by style, hidden paragraphs, hidden sections, invisible tables' rows, forms and check boxes")
def hidden(document):
    add(document.automaticstyles, style("Th", "text", words(text__display="none")), style("Ph", "paragraph", words(text__display="none")))
    add(document.text, p("Shown " + span("concealed ", "Th") + "shown again"), p("wholly secret", "Ph"), p("A " + '<text:hidden-paragraph text:condition="ooow:TRUE" text:is-hidden="true"/>' + " paragraph hidden by a field"),
        '<office:forms><form:form form:name="f"><form:checkbox form:name="c" xml:id="ctl1" form:label="Tick me" form:current-state="checked"/></form:form></office:forms>', p('Box <draw:control draw:control="ctl1" text:anchor-type="as-char" svg:width="3cm" svg:height="1cm"/> end'))


# Documents that are made by changing the package of another one.

def changed(name, features, source, change):
    OPEN_DOCUMENTS.append((name, "odfpy", features, (source, change)))


def in_utf16(entries, path):
    for name in ("content.xml", "styles.xml"):
        entries[name] = entries[name].decode().replace("encoding='UTF-8'", "encoding='UTF-16'", 1).encode("utf-16")
    write_package(path, entries)


def with_macros(entries, path):
    """Adds a library of Basic macros in the form of LibreOffice."""
    names = 'xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:script="http://openoffice.org/2000/script"'
    entries["Basic/Standard/Module1.xml"] = f'<script:module {names} script:name="Module1" script:language="StarBasic">Sub Main\nEnd Sub</script:module>'.encode()
    entries["Basic/Standard/script-lb.xml"] = f'<library:library {names} library:name="Standard"><library:element library:name="Module1"/></library:library>'.encode()
    entries["Basic/script-lc.xml"] = f'<library:libraries {names}><library:library library:name="Standard" library:link="false"/></library:libraries>'.encode()
    kept = "".join(f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="text/xml"/>' for name in entries if name.startswith("Basic"))
    entries["META-INF/manifest.xml"] = entries["META-INF/manifest.xml"].replace(b"</manifest:manifest>", kept.encode() + b"</manifest:manifest>")
    write_package(path, entries)


def as_template(entries, path):
    for name in ("mimetype", "META-INF/manifest.xml"):
        entries[name] = entries[name].replace(b"opendocument.text", b"opendocument.text-template")
    write_package(path, entries)


changed("utf-16.odt", "parts in UTF-16", "direction", in_utf16)
changed("streamed.odt", "sizes after the contents in the archive, and a compressed type", "lists", lambda entries, path: write_streamed(path, entries))
changed("macros.odt", "a library of macros", "characters", with_macros)
changed("template.ott", "a template", "headings", as_template)


def make_open(folder):
    """Makes all documents, and yields the path of each."""
    for name, _, _, maker in OPEN_DOCUMENTS:
        if isinstance(maker, tuple):
            source, change = maker
            path = os.path.join(folder, name)
            change(read_package(os.path.join(folder, source + ".odt")), path)
            yield path
            continue
        document = opendocument.OpenDocumentText()
        # odfpy names a picture by its own count; ours keep the names that the elements have.
        document.addPicture = lambda name, kind, content, document=document: document.Pictures.__setitem__(name, (opendocument.IS_IMAGE, content, kind))
        maker(document)
        path = os.path.join(folder, name + ".odt")
        document.save(path)
        yield path
