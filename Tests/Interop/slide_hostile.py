"""Hostile presentations: each with the required outcome, and with limits on time and memory.

The line above a function is its line in the table, as in office_hostile.py.
"""

import os
from office_hostile import bomb, raw_zip, stored
from office_parts import PACKAGE, RELATION, minimal_open, png, relation, write_package

# Name, expectation, seconds, megabytes, description, function.
HOSTILE = []
HUGE = 1000000000
GIGANTIC = "9" * 30
P = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="{0}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'.format(RELATION)
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
TYPES = "application/vnd.openxmlformats-officedocument.presentationml."


def hostile(name, expectation, about, seconds=20, megabytes=1024):
    def add(function):
        HOSTILE.append((name, expectation, seconds, megabytes, about, function))
        return function
    return add


# Pieces.

def shape(text, kind="", level=""):
    """A shape of one paragraph, or of elements."""
    kind = f'<p:ph type="{kind}"/>' if kind else ""
    content = text if text.startswith("<") else f"<a:p>{level}<a:r><a:t>{text}</a:t></a:r></a:p>"
    return f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr>{kind}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>{content}</p:txBody></p:sp>'


def tree(content, root="p:sld"):
    return f"{HEAD}<{root} {P}><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>{content}</p:spTree></p:cSld></{root}>".encode()


def rels(content):
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{content}</Relationships>'.encode()


def show(*slides, parts=None, relations="", slide_relations="", listed=""):
    """Returns the entries of a PowerPoint package by their names; a slide is its elements or its part."""
    identifiers = "".join(f'<p:sldId id="{256 + n}" r:id="s{n}"/>' for n in range(len(slides))) + listed
    overrides = "".join(f'<Override PartName="/ppt/slides/slide{n}.xml" ContentType="{TYPES}slide+xml"/>' for n in range(len(slides)))
    entries = {
        "[Content_Types].xml": (f'{HEAD}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
                                f'<Default Extension="png" ContentType="image/png"/><Override PartName="/ppt/presentation.xml" ContentType="{TYPES}presentation.main+xml"/>{overrides}</Types>').encode(),
        "_rels/.rels": rels(relation("r1", "officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f"{HEAD}<p:presentation {P}><p:sldIdLst>{identifiers}</p:sldIdLst></p:presentation>".encode(),
        "ppt/_rels/presentation.xml.rels": rels("".join(relation(f"s{n}", "slide", f"slides/slide{n}.xml") for n in range(len(slides))) + relations),
    }
    for number, slide in enumerate(slides):
        entries[f"ppt/slides/slide{number}.xml"] = slide if isinstance(slide, bytes) else tree(slide)
        if slide_relations:
            entries[f"ppt/slides/_rels/slide{number}.xml.rels"] = rels(slide_relations)
    return {**entries, **{f"ppt/{name}": content for name, content in (parts or {}).items()}}


def point(path, *slides, **more):
    write_package(path, show(*slides, **more))


def open_show(path, *pages, **more):
    write_package(path, minimal_open("".join(pages), kind="application/vnd.oasis.opendocument.presentation", container="presentation", **more))


def page(*content):
    return f'<draw:page draw:name="page" draw:master-page-name="Standard">{"".join(content)}</draw:page>'


def frame(content):
    content = content if content.startswith("<") else f"<text:p>{content}</text:p>"
    return f'<draw:frame svg:width="5cm" svg:height="5cm"><draw:text-box>{content}</draw:text-box></draw:frame>'


WORDS, OPEN_WORDS = shape("words"), frame("words")


# Archives and parts.

@hostile("bomb.pptx", "error", "600 MB of spaces in a slide", megabytes=2560)
def bomb_slide(path):
    entries = show("||")
    head, tail = entries["ppt/slides/slide0.xml"].split(b"||")
    bomb(path, entries, "ppt/slides/slide0.xml", head, tail, b" ", 600)


@hostile("bomb.odp", "error", "600 MB of spaces in the contents", megabytes=2560)
def bomb_open(path):
    entries = minimal_open(page("||"), kind="application/vnd.oasis.opendocument.presentation", container="presentation")
    head, tail = entries["content.xml"].split(b"||")
    bomb(path, entries, "content.xml", head, tail, b" ", 600)


@hostile("long-run.pptx", "any", "a run of 100 MB", 60, 2560)
def long_run(path):
    entries = show(shape("||"))
    head, tail = entries["ppt/slides/slide0.xml"].split(b"||")
    bomb(path, entries, "ppt/slides/slide0.xml", head, tail, b"word ", 100)


@hostile("duplicate.pptx", "error", "two entries have the name of a slide")
def duplicate(path):
    entries = show(WORDS)
    raw_zip(path, [stored(name, data) for name, data in entries.items()] + [stored("ppt/slides/slide0.xml", entries["ppt/slides/slide0.xml"])])


for title, part, outcome in (("main", "ppt/presentation.xml", "error"), ("relations", "ppt/_rels/presentation.xml.rels", "any"), ("slide", "ppt/slides/slide0.xml", "any"), ("types", "[Content_Types].xml", "any"), ("root", "_rels/.rels", "any")):
    def missing(path, part=part):
        write_package(path, {name: data for name, data in show(WORDS, WORDS).items() if name != part})
    hostile(f"missing-{title}.pptx", outcome, f"{part} is missing")(missing)


@hostile("missing-parts.pptx", "read", "the layout, notes, pictures and comments of a slide are missing")
def missing_parts(path):
    point(path, WORDS, slide_relations="".join(relation(f"r{n}", kind, f"../gone/{kind}.xml") for n, kind in enumerate(("slideLayout", "notesSlide", "image", "comments", "chart"))))


@hostile("same-slide.pptx", "any", "a slide of 100 KB that is in the list 100,000 times", 60, 2560)
def same_slide(path):
    point(path, shape("words " * 20000), listed="".join(f'<p:sldId id="{1000 + n}" r:id="s0"/>' for n in range(100000)))


@hostile("slide-loops.pptx", "any", "the presentation is its own slide; a slide is its own layout, notes and master")
def slide_loops(path):
    point(path, WORDS, relations=relation("x", "slide", "presentation.xml"), listed='<p:sldId id="999" r:id="x"/><p:sldId id="998" r:id="none"/><p:sldId/>',
          slide_relations="".join(relation(f"r{n}", kind, "slide0.xml") for n, kind in enumerate(("slideLayout", "notesSlide", "slideMaster", "slide", "comments", "diagramData"))))


@hostile("layout-loop.pptx", "any", "a layout and a master that name each other, and themselves")
def layout_loop(path):
    point(path, shape("words", "body"), slide_relations=relation("r1", "slideLayout", "../slideLayouts/a.xml"), parts={
        "slideLayouts/a.xml": tree(shape("prompt", "body"), "p:sldLayout"), "slideMasters/a.xml": tree(shape("prompt", "body"), "p:sldMaster"),
        "slideLayouts/_rels/a.xml.rels": rels(relation("r1", "slideMaster", "../slideMasters/a.xml") + relation("r2", "slideLayout", "a.xml")),
        "slideMasters/_rels/a.xml.rels": rels(relation("r1", "slideLayout", "../slideLayouts/a.xml") + relation("r2", "slideMaster", "a.xml"))})


@hostile("outside.pptx", "any", "slides, notes, layouts and pictures whose targets lead outside the package")
def outside(path):
    targets = ["../../../../../../etc/passwd", "file:///etc/passwd", "/etc/passwd", "..\\..\\etc\\passwd", "%2e%2e/%2e%2e/etc/passwd", "//localhost/etc/passwd"]
    all_targets = [(kind, target, external) for kind in ("image", "notesSlide", "slideLayout", "chart", "slide") for target in targets for external in (False, True)]
    pictures = "".join(f'<p:pic><p:nvPicPr><p:cNvPr id="{n}" name="p"/></p:nvPicPr><p:blipFill><a:blip {attribute}="r{n}"/></p:blipFill></p:pic>' for n in range(12) for attribute in ("r:embed", "r:link"))
    links = "".join(relation(f"r{n}", *target) for n, target in enumerate(all_targets))
    point(path, WORDS + pictures, slide_relations=links, relations=links.replace('Id="r', 'Id="x'), listed="".join(f'<p:sldId id="{600 + n}" r:id="x{n}"/>' for n in range(48, 60)))


@hostile("same-picture.pptx", "any", "one picture of 1 MB 3,000 times", 60, 2560)
def same_picture(path):
    pictures = '<p:pic><p:nvPicPr><p:cNvPr id="3" name="p"/></p:nvPicPr><p:blipFill><a:blip r:embed="r1"/></p:blipFill></p:pic>' * 3000
    point(path, WORDS + pictures, slide_relations=relation("r1", "image", "../media/a.png"), parts={"media/a.png": png() + os.urandom(1 << 20)})


@hostile("many-slides.pptx", "any", "20,000 slides", 60)
def many_slides(path):
    point(path, *[WORDS] * 20000)


# XML.

ENTITIES = '<!DOCTYPE x [<!ENTITY e0 "ha">' + "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, 31)) + "]>"


@hostile("entities.pptx", "error", "a document type with entities that double 30 times")
def entities(path):
    entries = show(shape("&e30;"))
    entries["ppt/slides/slide0.xml"] = entries["ppt/slides/slide0.xml"].replace(b"?>\n", b"?>\n" + ENTITIES.encode(), 1)
    write_package(path, entries)


@hostile("outside-entity.odp", "any", "an entity that is a file outside the package")
def outside_entity(path):
    entries = minimal_open(page(frame("a&f;b")), kind="application/vnd.oasis.opendocument.presentation", container="presentation")
    entries["content.xml"] = entries["content.xml"].replace(b"?>\n", b'?>\n<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', 1)
    write_package(path, entries)


for kind, head, tail in (("groups", "<p:grpSp>", "</p:grpSp>"), ("unknown", "<zz>", "</zz>"), ("alternates", '<mc:AlternateContent><mc:Choice Requires="a">', "</mc:Choice></mc:AlternateContent>"),
                         ("tables", "<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc>", "</a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>")):
    def deep(path, head=head, tail=tail):
        point(path, WORDS + head * 200000 + shape("deep") + tail * 200000)
    hostile(f"nested-{kind}.pptx", "any", f"200,000 times {head}")(deep)
for kind, head, tail in (("groups", "<draw:g>", "</draw:g>"), ("lists", "<text:list><text:list-item>", "</text:list-item></text:list>"), ("frames", "<draw:frame><draw:text-box>", "</draw:text-box></draw:frame>"), ("pages", "<draw:page>", "</draw:page>")):
    def deep_open(path, head=head, tail=tail):
        open_show(path, page(OPEN_WORDS + (frame(head * 200000 + "<text:p>deep</text:p>" + tail * 200000) if "list" in head else head * 200000 + OPEN_WORDS + tail * 200000)))
    hostile(f"nested-{kind}.odp", "any", f"200,000 times {head}")(deep_open)
for number, (about, content) in enumerate((("an end tag of another element", b"<p:sp></p:pic>"), ("a prefix that is not declared", b"<qq:sp/>"), ("an unknown entity", shape("&nbsp;").encode()), ("no end of CDATA", b"<p:sp><![CDATA[a"), ("a byte that is not UTF-8", shape("||").encode().replace(b"||", b"\xff\xfe")))):
    def broken(path, content=content):
        write_package(path, {name: data.replace(b"@@", content) for name, data in show(WORDS + "@@").items()})
    hostile(f"broken-{number}.pptx", "any" if number in (1, 4) else "error", about)(broken)


# Values.

@hostile("tables.pptx", "any", "spans of a billion rows and columns, cells that are merged with nothing, a grid of 10,000 columns", 60)
def tables(path):
    cells = "".join(f'<a:tr h="1"><a:tc gridSpan="{number}" rowSpan="{number}"><a:txBody><a:p><a:r><a:t>cell</a:t></a:r></a:p></a:txBody></a:tc><a:tc hMerge="1" vMerge="1"/></a:tr>' for number in (HUGE, GIGANTIC, -1, 0, "x"))
    grid = '<a:gridCol w="1"/>' * 10000
    point(path, WORDS + f"<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblGrid>{grid}</a:tblGrid>{cells}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>")


@hostile("tables.odp", "any", "a table of a billion repeated rows and columns")
def tables_open(path):
    table = f'<table:table><table:table-column table:number-columns-repeated="{HUGE}"/><table:table-row table:number-rows-repeated="{HUGE}"><table:table-cell table:number-columns-repeated="{HUGE}"><text:p>cell</text:p></table:table-cell></table:table-row></table:table>'
    open_show(path, page(OPEN_WORDS, f"<draw:frame>{table}</draw:frame>"))


@hostile("levels.pptx", "read", "levels and starts of lists beyond all numbers")
def levels(path):
    point(path, WORDS + "".join(shape("words", "body", f'<a:pPr lvl="{level}"><a:buAutoNum type="{kind}" startAt="{start}"/></a:pPr>') for level in (0, 8, 9, -1, GIGANTIC, "x") for kind in ("arabicPeriod", "nonsense") for start in (1, 0, -5, HUGE, GIGANTIC)))


@hostile("many-runs.pptx", "read", "1,000,000 empty runs, and 100,000 runs whose formatting alternates", 60)
def many_runs(path):
    point(path, WORDS + shape("<a:p>" + "<a:r/>" * 1000000 + '<a:r><a:rPr b="1"/><a:t>a</a:t></a:r><a:r><a:rPr i="1"/><a:t>b</a:t></a:r>' * 50000 + "</a:p>"))


@hostile("many-shapes.pptx", "any", "200,000 shapes in a slide", 60)
def many_shapes(path):
    point(path, WORDS * 200000)


for extension in ("pptx", "odp"):
    for number in range(15):
        def truncated(path, extension=extension, number=number):
            point(path, *[WORDS] * 5) if extension == "pptx" else open_show(path, page(OPEN_WORDS) * 5)
            size = os.path.getsize(path)
            os.truncate(path, size - 1 - number * (size - 2) // 15)
        hostile(f"truncated-{number:02}.{extension}", "error", "its end is missing")(truncated)


def make_hostile(folder, only=""):
    """Makes all hostile presentations, and yields the path of each."""
    for name, *_, function in HOSTILE:
        if only in name:
            path = os.path.join(folder, name)
            function(path)
            yield path
