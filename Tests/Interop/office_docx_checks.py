"""What is wrong with the parts of a Word document, by the rules that Word enforces.

The orders are those of the schema of ISO/IEC 29500 (transitional). Word repairs or drops elements in another order.
"""

import posixpath, re, zipfile
from collections import Counter
from urllib.parse import unquote
from xml.etree import ElementTree

OFFICE = "http://schemas.openxmlformats.org/"
NAMESPACES = {
    OFFICE + "wordprocessingml/2006/main": "w", OFFICE + "officeDocument/2006/relationships": "r", OFFICE + "drawingml/2006/main": "a",
    OFFICE + "drawingml/2006/picture": "pic", OFFICE + "drawingml/2006/wordprocessingDrawing": "wp", "http://schemas.microsoft.com/office/word/2010/wordml": "w14",
    OFFICE + "package/2006/relationships": "rel", OFFICE + "package/2006/content-types": "ct", "http://www.w3.org/XML/1998/namespace": "xml"}


def order(names):
    return {f"w:{name}": place for place, name in enumerate(names.split())}


ORDERS = {
    "w:pPr": order("pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange"),
    "w:rPr": order("rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath"),
    "w:numPr": order("ilvl numId"), "w:tblPr": order("tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription"),
    "w:tcPr": order("cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark"),
    "w:tbl": order("tblPr tblGrid tr"), "w:tr": order("tblPrEx trPr tc"), "w:lvl": order("start numFmt lvlRestart pStyle isLgl suff lvlText lvlPicBulletId legacy lvlJc pPr rPr"),
    "w:abstractNum": order("nsid multiLevelType tmpl name styleLink numStyleLink lvl"), "w:num": order("abstractNumId lvlOverride"),
    "w:numbering": order("numPicBullet abstractNum num numIdMacAtCleanup"), "w:styles": order("docDefaults latentStyles style"), "w:docDefaults": order("rPrDefault pPrDefault"),
    "w:style": order("name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat locked personal personalCompose personalReply rsid pPr rPr tblPr trPr tcPr tblStylePr"),
    "w:sdt": order("sdtPr sdtEndPr sdtContent"), "w:tblBorders": order("top left bottom right insideH insideV"), "w:tblCellMar": order("top left bottom right"),
    "w:settings": order("writeProtection view zoom removePersonalInformation defaultTabStop autoHyphenation characterSpacingControl footnotePr endnotePr compat docVars rsids themeFontLang clrSchemeMapping decimalSymbol listSeparator"),
}
ONCE = {"w:pPr", "w:rPr", "w:numPr", "w:tblPr", "w:tcPr"}
# The children of an element that its schema demands as the first ones.
FIRST = {"w:pPr": "w:p", "w:tcPr": "w:tc", "w:sdtPr": "w:sdt"}


def name(node):
    uri, _, local = node.tag[1:].rpartition("}")
    return f"{NAMESPACES.get(uri, '?')}:{local}"


def attribute(node, wanted):
    for key, value in node.attrib.items():
        uri, _, local = key[1:].rpartition("}") if key.startswith("{") else ("", "", key)
        if (f"{NAMESPACES.get(uri, '?')}:{local}" if uri else local) == wanted:
            return value
    return None


def relationships(parts, part):
    """The relationships of a part: identifiers with the target's name, or None for targets outside of the package."""
    folder, base = posixpath.split(part)
    content = parts.get(posixpath.join(folder, "_rels", base + ".rels"))
    result = {}
    for node in ElementTree.fromstring(content) if content else []:
        target = None
        if node.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, unquote(node.get("Target"))))[1:]
        result[node.get("Id")] = target
    return result


def docx_faults(path):
    """The faults of a document, as sentences."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        parts = {entry: archive.read(entry) for entry in names}
        if archive.testzip():
            yield "an entry of the archive is damaged"
    for repeated in [entry for entry, count in Counter(entry.lower() for entry in names).items() if count > 1]:
        yield f"{repeated} is in the archive twice"
    types = ElementTree.fromstring(parts["[Content_Types].xml"])
    defaults = {node.get("Extension").lower() for node in types if node.tag.endswith("Default")}
    overrides = {node.get("PartName")[1:] for node in types if node.tag.endswith("Override")}
    for part in overrides - set(names):
        yield f"the content types name {part}, which is absent"
    trees = {}
    for part, content in parts.items():
        if part not in overrides and part.rpartition(".")[2].lower() not in defaults and part != "[Content_Types].xml":
            yield f"{part} has no content type"
        if part.endswith((".xml", ".rels")):
            trees[part] = ElementTree.fromstring(content)
    reached = {"[Content_Types].xml"} | {part for part in parts if part.endswith(".rels")}
    for part in [""] + sorted(trees):
        for identifier, target in relationships(parts, part).items():
            if target is not None:
                reached.add(target)
                if target not in parts:
                    yield f"{identifier} of {part} leads to {target}, which is absent"
    for part in set(parts) - reached:
        yield f"no relationship leads to {part}"
    for part, tree in trees.items():
        yield from order_faults(part, tree)
        known = relationships(parts, part)
        for node in tree.iter():
            for wanted in ("r:id", "r:embed", "r:link"):
                identifier = attribute(node, wanted)
                if identifier is not None and identifier not in known:
                    yield f"{part}: {name(node)} uses the relationship {identifier}, which is absent"
    yield from identity_faults(trees)


def order_faults(part, tree):
    for node in tree.iter():
        tag, children = name(node), [name(child) for child in node]
        if tag in ORDERS:
            places = [ORDERS[tag].get(child) for child in children]
            for child, place in zip(children, places):
                if place is None:
                    yield f"{part}: {child} is not allowed in {tag}"
            places = [place for place in places if place is not None]
            if places != sorted(places):
                yield f"{part}: the order of {tag} is {' '.join(children)}"
        if tag in ONCE:
            for child, count in Counter(children).items():
                if count > 1:
                    yield f"{part}: {tag} has {count} {child}"
        for child, parent in FIRST.items():
            if tag == parent and child in children[1:]:
                yield f"{part}: {child} is not the first child of {tag}"
        if tag == "w:r" and "w:rPr" in children[1:]:
            yield f"{part}: w:rPr is not the first child of w:r"
        if tag == "w:tc" and (not children or children[-1] != "w:p"):
            yield f"{part}: a cell does not end with a paragraph"
        if tag == "w:tr" and "w:tc" not in children:
            yield f"{part}: a row has no cell"
        if tag in ("w:body", "w:tc", "w:footnote"):
            for first, second in zip(children, children[1:]):
                if first == "w:tbl" and second != "w:p":
                    yield f"{part}: {second} follows a table"
        if tag == "w:body" and children[-1] != "w:sectPr":
            yield f"{part}: the body does not end with w:sectPr"
        if tag == "w:tbl":
            columns = sum(1 for child in node.iter() if name(child) == "w:gridCol" and child in list(list(node)[1]))
            for row in node:
                if name(row) == "w:tr":
                    yield from row_faults(part, row, columns)
        if tag == "w:t" and node.text and (node.text != node.text.strip(" ") or "  " in node.text) and attribute(node, "xml:space") != "preserve":
            yield f"{part}: spaces of “{node.text}” are not preserved"


def row_faults(part, row, columns):
    width = 0
    for node in row.iter():
        if name(node) == "w:gridAfter" and node in [child for properties in row if name(properties) == "w:trPr" for child in properties]:
            width += int(attribute(node, "w:val"))
    for cell in row:
        if name(cell) == "w:tc":
            spans = [int(attribute(node, "w:val")) for properties in cell if name(properties) == "w:tcPr" for node in properties if name(node) == "w:gridSpan"]
            width += spans[0] if spans else 1
    if width != columns:
        yield f"{part}: a row has {width} columns, the grid {columns}"


def identity_faults(trees):
    document = trees["word/document.xml"]
    stories = [tree for part, tree in trees.items() if part in ("word/document.xml", "word/footnotes.xml")]
    nodes = [node for tree in stories for node in tree.iter()]

    def values(tag, key, among=None):
        return [attribute(node, key) for node in (nodes if among is None else among.iter()) if name(node) == tag]

    def repeated(what, found):
        for value, count in Counter(found).items():
            if count > 1:
                yield f"{what} {value} occurs {count} times"

    yield from repeated("bookmark", [value.lower() for value in values("w:bookmarkStart", "w:name")])
    yield from repeated("bookmark number", values("w:bookmarkStart", "w:id"))
    yield from repeated("drawing number", values("wp:docPr", "id"))
    if sorted(values("w:bookmarkStart", "w:id")) != sorted(values("w:bookmarkEnd", "w:id")):
        yield "the starts and ends of bookmarks differ"
    for value in values("w:bookmarkStart", "w:name"):
        if not re.fullmatch(r"[^\W\d][^\s]{0,39}|_[^\s]{0,39}", value):
            yield f"“{value}” is not the name of a bookmark"
    for value in set(values("w:hyperlink", "w:anchor")) - set(values("w:bookmarkStart", "w:name")) - {"_top", None}:
        yield f"a link leads to {value}, which is no bookmark"
    styles = trees["word/styles.xml"]
    known = values("w:style", "w:styleId", styles)
    yield from repeated("style", known)
    yield from repeated("style name", [value.lower() for value in values("w:name", "w:val", styles)])
    for tag in ("w:pStyle", "w:rStyle", "w:tblStyle"):
        for value in set(values(tag, "w:val")) - set(known):
            yield f"the style {value} is absent"
    for tag in ("w:basedOn", "w:next", "w:link"):
        for value in set(values(tag, "w:val", styles)) - set(known):
            yield f"the style {value}, which another style names, is absent"
    for value in values("w:name", "w:val", styles):
        if len(value) > 253:
            yield f"the name of the style {value} is too long"
    numbering = trees.get("word/numbering.xml")
    numbers = [] if numbering is None else values("w:num", "w:numId", numbering)
    abstracts = [] if numbering is None else values("w:abstractNum", "w:abstractNumId", numbering)
    yield from repeated("list", numbers)
    yield from repeated("abstract list", abstracts)
    for value in set(values("w:numId", "w:val")) - set(numbers):
        yield f"the list {value} is absent"
    if numbering is not None:
        for value in set(values("w:abstractNumId", "w:val", numbering)) - set(abstracts):
            yield f"the abstract list {value} is absent"
    notes = trees.get("word/footnotes.xml")
    own = [] if notes is None else values("w:footnote", "w:id", notes)
    references = values("w:footnoteReference", "w:id", document)
    yield from repeated("footnote", own)
    yield from repeated("reference of footnote", references)
    if notes is not None and own[:2] != ["-1", "0"]:
        yield "the footnotes do not begin with the two separators"
    if sorted(references) != sorted(own[2:]):
        yield f"the footnotes are {own[2:]}, the references {references}"
    if notes is not None and values("w:footnoteReference", "w:id", notes):
        yield "a footnote has a footnote"
