"""The content of a presentation as three programs read it: titles, words, list items, cells, pictures and links.

python-pptx reads those of PowerPoint, and odfpy and LibreOffice give flat OpenDocument presentations. The program's
reading is its HTML. Words of notes are words; titles are the texts of the title placeholders in their order.
"""

from office_readings import OpenReading, PageReading, Reading, get, local, phrase
from xml.etree import ElementTree

ASPECTS = ["words", "items", "cells", "links", "counts"]


class SlidePage(PageReading):
    """The contents of a page of the program."""

    def __init__(self, content):
        self.titles = []
        super().__init__(content)

    def heading(self, level, text):
        if phrase(text):
            self.titles.append(phrase(text))
        super().heading(level, text)


class OpenSlides(OpenReading):
    """The contents of a flat OpenDocument presentation."""

    SKIPPED = OpenReading.SKIPPED | {"footer-decl", "header-decl", "date-time-decl", "page-thumbnail", "settings", "par", "seq"}
    # Frames with contents of the master page.
    FOOTERS = {"footer", "header", "date-time", "page-number"}

    def __init__(self, content):
        Reading.__init__(self)
        self.titles, self.hidden = [], 0
        root = ElementTree.fromstring(content)
        self.styles = {(get(node, "family"), get(node, "name")): node for node in root.iter() if local(node) == "style"}
        self.deletions, self.deleting = set(), set()
        body = next(node for node in root.iter() if local(node) == "presentation" and "office" in node.tag)
        for page in body:
            if local(page) == "page":
                self.blocks(page, 0)
                style = self.styles.get(("drawing-page", get(page, "style-name")))
                self.hidden += style is not None and any(get(node, "visibility") == "hidden" for node in style)

    def drawing(self, node, depth):
        kind = get(node, "class") if local(node) == "frame" else None
        if kind in self.FOOTERS or get(node, "placeholder") == "true":
            return
        if kind == "title":
            before, self.items = self.items, []
            title = " ".join(self.text_of(node).split())
            super().drawing(node, depth)
            self.items = before
            if phrase(title):
                self.titles.append(phrase(title))
                self.heading(1, title)
            return
        super().drawing(node, depth)

    @staticmethod
    def text_of(node):
        """Returns the text of all paragraphs of a frame."""
        texts = []
        for part in node.iter():
            if local(part) == "p":
                pieces = [(" " if local(piece) in ("s", "tab", "line-break") else piece.text or "") + (piece.tail or "") for piece in part.iter() if piece is not part]
                texts.append((part.text or "") + "".join(pieces))
        return " ".join(texts)


# python-pptx.

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"


class PointReading(Reading):
    """The contents of a PowerPoint presentation, by python-pptx."""

    TITLES = {"title", "ctrTitle"}
    FOOTERS = {"dt", "ftr", "sldNum", "hdr"}

    def __init__(self, path):
        import pptx
        super().__init__()
        self.titles, self.hidden = [], 0
        for slide in pptx.Presentation(path).slides:
            self.hidden += slide._element.get("show") in ("0", "false")
            self.shapes(slide, slide.shapes)
            for shape in slide.notes_slide.shapes if slide.has_notes_slide else ():
                mark = next(iter(shape._element.iter(P + "ph")), None)
                if shape.has_text_frame and (mark is None or mark.get("type") not in self.FOOTERS | {"sldImg"}):
                    for paragraph in shape.text_frame.paragraphs:
                        self.paragraph(self.text(paragraph))

    def shapes(self, slide, shapes):
        for shape in shapes:
            mark = next(iter(shape._element.iter(P + "ph")), None)
            kind = None if mark is None else mark.get("type", "obj")
            for click in shape._element.iter(A + "hlinkClick"):
                identifier = click.get("{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id")
                if identifier and slide.part.rels[identifier].is_external:
                    self.link(slide.part.rels[identifier].target_ref)
            if kind in self.FOOTERS:
                continue
            if shape.shape_type == 6:
                self.shapes(slide, shape.shapes)
            elif shape.shape_type == 13 or kind == "pic" and shape._element.tag == P + "pic":
                self.counts["pictures"] += 1
            elif getattr(shape, "has_table", False) and shape.has_table:
                self.table(shape.table)
            elif shape.has_text_frame:
                texts = [self.text(paragraph) for paragraph in shape.text_frame.paragraphs]
                for paragraph, text in zip(shape.text_frame.paragraphs, texts):
                    self.paragraph(text)
                    if kind not in self.TITLES and self.has_bullet(slide, shape, kind, paragraph):
                        self.item(paragraph.level + 1, text)
                if kind in self.TITLES and phrase(" ".join(texts)):
                    self.titles.append(phrase(" ".join(texts)))
                    self.heading(1, " ".join(texts))

    @staticmethod
    def text(paragraph):
        """Returns the text of a paragraph with that of its fields."""
        return "".join({"br": " ", "tab": " "}.get(node.tag.rsplit("}", 1)[-1], "") or (node.text or "" if node.tag == A + "t" else "") for node in paragraph._p.iter() if isinstance(node.tag, str)).replace("\v", " ").replace("\t", " ")

    @staticmethod
    def bullet(properties):
        """Returns whether properties have a bullet; None if they do not say."""
        names = {child.tag.rsplit("}", 1)[-1] for child in properties} if properties is not None else set()
        return False if "buNone" in names else True if names & {"buChar", "buAutoNum", "buBlip"} else None

    def has_bullet(self, slide, shape, kind, paragraph):
        """Returns whether a paragraph has a bullet, by itself, the shape, the layout or the master."""
        found = self.bullet(paragraph._p.pPr)
        level = f"{A}lvl{paragraph.level + 1}pPr"
        places = [shape._element.find(f"{P}txBody/{A}lstStyle")]
        if kind is not None:
            for parent in (slide.slide_layout, slide.slide_layout.slide_master):
                for other in parent.placeholders:
                    own = next(other._element.iter(P + "ph"))
                    index = next(shape._element.iter(P + "ph")).get("idx", "0")
                    same = own.get("idx", "0") == index if parent is slide.slide_layout else own.get("type", "obj") == ("body" if kind in ("obj", "body", "subTitle") else kind)
                    if same:
                        places.append(other._element.find(f"{P}txBody/{A}lstStyle"))
                        break
            styles = slide.slide_layout.slide_master._element.find(P + "txStyles")
            places.append(styles.find(P + "bodyStyle") if styles is not None and kind in ("obj", "body", "subTitle", "pic", "tbl", "chart") else None)
        for place in places:
            if found is None and place is not None:
                found = self.bullet(place.find(level))
        return bool(found)

    def table(self, table):
        for row in range(len(table.rows)):
            for column in range(len(table.columns)):
                cell = table.cell(row, column)
                if not cell.is_spanned:
                    texts = [self.text(paragraph) for paragraph in cell.text_frame.paragraphs]
                    for text in texts:
                        self.paragraph(text)
                    self.cell(row, column, cell.span_height, cell.span_width, " ".join(texts))
