"""The content of a document as three programs read it: words, headings, list items, cells, pictures and notes.

LibreOffice's reading comes from its flat OpenDocument text, because its plain text and HTML lack levels, spans, notes
and text boxes; the labels of lists come from its plain text. Pandoc's reading is its syntax tree. The program's reading
is its HTML, with the labels of its plain text.
"""

import html.parser, json, re, unicodedata
from collections import Counter
from xml.etree import ElementTree

ASPECTS = ["words", "headings", "items", "labels", "cells", "links", "formats", "counts"]


def tokens(text):
    """Returns the words of a text without punctuation and symbols; variants of a letter are equal."""
    text = unicodedata.normalize("NFKC", text.replace("\u00ad", "").replace("\u200b", "")).casefold()
    return "".join(" " if unicodedata.category(c)[0] in "PSZC" else c for c in text).split()


def phrase(text):
    return " ".join(tokens(text))


class Reading:
    def __init__(self):
        self.words, self.headings, self.cells, self.counts = Counter(), Counter(), Counter(), Counter()
        # Addresses outside the document, and words with their formatting, except those of headings.
        self.links, self.formats = Counter(), Counter()
        # Items of lists in cells, which are not lines of their own in a plain text.
        self.celled = set()
        # The pieces of the paragraph that is read, with their formatting.
        self.pieces = []
        self.items, self.paragraphs, self.tables = [], set(), 0

    def paragraph(self, text):
        self.words.update(tokens(text))
        self.paragraphs.add(phrase(text))

    def link(self, address):
        # Pandoc takes the switch of a field for an address.
        if address and not address.startswith(("#", "\\l")):
            self.links[address.rstrip("/")] = 1

    def formatted(self, text, marks):
        self.pieces.append((text, marks or ()))

    def end_formats(self, before):
        """Counts the formatted words of a paragraph, and restores earlier pieces; a piece may be part of a word."""
        for mark in {mark for _, marks in self.pieces for mark in marks}:
            self.formats.update((mark, word) for word in tokens("".join(text if mark in marks else " " for text, marks in self.pieces)))
        self.pieces = before

    def heading(self, level, text):
        if phrase(text):
            self.headings[(min(level, 6), phrase(text))] += 1

    def item(self, depth, text, label=None):
        if phrase(text):
            self.items.append((depth, phrase(text), label))
            if self.tables:
                self.celled.add(phrase(text))

    def cell(self, row, column, rows, columns, text):
        if phrase(text) or rows > 1 or columns > 1:
            self.cells[(row, column, rows, columns, phrase(text))] += 1

    def find_labels(self, plain):
        """Finds the labels of items in the lines of a plain text."""
        lines, others = {}, self.paragraphs - {text for _, text, _ in self.items}
        for line in plain.splitlines():
            words = tokens(line)
            if " ".join(words) in others:
                continue
            for skipped in range(min(len(words), 5)):
                lines.setdefault(" ".join(words[skipped:]), []).append(".".join(words[:skipped]))
        found = []
        for depth, text, _ in self.items:
            labels = lines.get(text) if text not in self.celled else None
            found.append((depth, text, labels.pop(0) if labels else None))
        self.items = found
        self.label_words = Counter(tokens(plain)) - self.words

    def aspect(self, name):
        if name == "items":
            return Counter((depth, text) for depth, text, _ in self.items)
        if name == "labels":
            return Counter((label, text) for _, text, label in self.items if label is not None)
        return getattr(self, name)


# LibreOffice.

def local(node):
    return node.tag.rsplit("}", 1)[-1] if isinstance(node.tag, str) else ""


def get(node, name):
    return next((value for key, value in node.attrib.items() if key.rsplit("}", 1)[-1] == name), None)


class OpenReading(Reading):
    """The contents of a flat OpenDocument text."""

    SKIPPED = {"tracked-changes", "forms", "sequence-decls", "variable-decls", "user-field-decls", "annotation", "annotation-end", "title", "desc", "note-citation",
               "object", "plugin", "table-of-content-source", "alphabetical-index-source", "binary-data", "event-listeners", "script", "table-source", "bibliography-source", "user-index-source", "illustration-index-source", "object-index-source", "table-index-source"}

    def __init__(self, content):
        super().__init__()
        root = ElementTree.fromstring(content)
        self.styles = {(get(node, "family"), get(node, "name")): node for node in root.iter() if local(node) == "style"}
        body = next(node for node in root.iter() if local(node) == "text" and "office" in node.tag)
        # Deleted words may stay between the marks of their change.
        self.deletions = {get(node, "id") for node in root.iter() if local(node) == "changed-region" and any(local(child) == "deletion" for child in node)}
        self.deleting = set()
        self.blocks(body, 0)

    def is_hidden(self, family, name):
        """Returns whether a style hides text; None if neither the style nor its parents specify it."""
        for _ in range(50):
            style = self.styles.get((family, name))
            if style is None:
                return None
            for properties in style:
                if local(properties) == "text-properties" and get(properties, "display") is not None:
                    return get(properties, "display") == "none"
            name = get(style, "parent-style-name")
        return None

    def marks(self, family, name, marks):
        """Returns the formatting that a style adds or removes."""
        found = {}
        for _ in range(50):
            style = self.styles.get((family, name))
            if style is None:
                break
            for properties in style:
                if local(properties) != "text-properties":
                    continue
                weight, posture, position = (get(properties, attribute) for attribute in ("font-weight", "font-style", "text-position"))
                lines = get(properties, "text-line-through-style") or get(properties, "text-line-through-type")
                raised = None if position is None else "super" if position.startswith("super") or position[0] in "123456789" else "sub" if position.startswith(("sub", "-")) else ""
                for mark, value in (("bold", None if weight is None else weight in ("bold", "600", "700", "800", "900")), ("italic", None if posture is None else posture != "normal"),
                                    ("strike", None if lines is None else lines != "none"), ("super", None if raised is None else raised == "super"), ("sub", None if raised is None else raised == "sub")):
                    if value is not None:
                        found.setdefault(mark, value)
            name = get(style, "parent-style-name")
        return {mark for mark in marks if found.get(mark, True)} | {mark for mark, value in found.items() if value}

    def blocks(self, node, depth):
        """Reads the content of a node, and returns the text of its own paragraphs."""
        texts = []
        for child in node:
            name = local(child)
            if name in self.SKIPPED or name == "section" and get(child, "display") == "none":
                continue
            if name in ("change-start", "change-end"):
                self.change(child)
            elif name in ("p", "h"):
                marks = self.marks("paragraph", get(child, "style-name"), set()) if name == "p" else None
                before, self.pieces = self.pieces, []
                text = self.inline(child, depth, bool(self.is_hidden("paragraph", get(child, "style-name"))), marks)
                self.end_formats(before)
                self.paragraph(text)
                if name == "h":
                    self.heading(int(get(child, "outline-level") or 1), text)
                texts.append(text)
            elif name == "list":
                for entry in child:
                    self.entry(entry, depth + 1)
            elif name == "numbered-paragraph":
                self.entry(child, int(get(child, "level") or 1))
            elif name == "table":
                self.table(child, depth)
            elif name in ("frame", "custom-shape", "rect", "ellipse", "circle", "caption", "g", "line", "path", "polygon", "text-box", "a"):
                self.drawing(child, depth)
            else:
                texts += self.blocks(child, depth)
        return texts

    def entry(self, node, depth):
        first = next((child for child in node if local(child) not in ("number", "soft-page-break")), None)
        texts = self.blocks(node, depth)
        if first is not None and local(first) == "p" and texts and local(node) != "list-header":
            self.item(depth, texts[0])

    def change(self, node):
        """Begins or ends deleted words."""
        if get(node, "change-id") in self.deletions:
            (self.deleting.add if local(node) == "change-start" else self.deleting.discard)(get(node, "change-id"))

    def inline(self, node, depth, hides=False, marks=None):
        pieces = []

        def put(text):
            if text and not self.deleting and not hides:
                pieces.append(text)
                self.formatted(text, marks)
        put(node.text)
        for child in node:
            name = local(child)
            if name in ("change-start", "change-end"):
                self.change(child)
            if name == "s":
                pieces.append(" " * min(int(get(child, "c") or 1), 99))
            elif name in ("tab", "line-break"):
                pieces.append(" ")
            elif name == "note":
                self.counts["notes"] += 1
                for body in child:
                    if local(body) == "note-body":
                        self.blocks(body, 0)
            elif name in ("frame", "custom-shape", "rect", "ellipse", "circle", "caption", "g", "line", "path", "polygon"):
                self.drawing(child, 0)
            elif name == "hidden-text" or name == "hidden-paragraph" or name in self.SKIPPED:
                pass
            elif name == "span":
                own = self.is_hidden("text", get(child, "style-name"))
                pieces.append(self.inline(child, depth, hides if own is None else own, None if marks is None else self.marks("text", get(child, "style-name"), marks)))
            elif name == "ruby":
                for part in child:
                    pieces.append(self.inline(part, depth, hides, marks) + " ")
            else:
                if name == "a" and not hides and not self.deleting:
                    self.link(get(child, "href"))
                pieces.append(self.inline(child, depth, hides, marks))
            put(child.tail)
        return "".join(pieces)

    def drawing(self, node, depth):
        names = {local(child) for child in node}
        if local(node) == "frame" and "image" in names and not names & {"object", "table"}:
            self.counts["pictures"] += 1
        for child in node:
            if local(child) in ("text-box", "g", "frame", "custom-shape", "rect", "ellipse", "circle", "caption", "a"):
                self.drawing(child, depth)
        if local(node) != "g":
            kept = [child for child in node if local(child) not in ("text-box", "g", "frame", "custom-shape", "rect", "ellipse", "circle", "caption", "a", "image", "object")]
            holder = ElementTree.Element("x")
            holder.extend(kept)
            self.blocks(holder, 0)

    def table(self, node, depth):
        rows = []
        def collect(node):
            for child in node:
                if local(child) == "table-row":
                    rows.append(child)
                elif local(child) in ("table-header-rows", "table-rows", "table-row-group"):
                    collect(child)
        collect(node)
        number = -1
        for row in rows:
            number += 1
            column = 0
            for cell in row:
                if local(cell) not in ("table-cell", "covered-table-cell"):
                    continue
                if local(cell) == "table-cell":
                    text = " ".join(self.blocks(cell, 0))
                    self.cell(number, column, int(get(cell, "number-rows-spanned") or 1), int(get(cell, "number-columns-spanned") or 1), text)
                column += int(get(cell, "number-columns-repeated") or 1)
            number += int(get(row, "number-rows-repeated") or 1) - 1


# Pandoc.

def roman(number):
    digits = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    text = ""
    for value, letters in digits:
        text, number = text + letters * (number // value), number % value
    return text


def letters(number):
    return chr(97 + (number - 1) % 26) * ((number - 1) // 26 + 1)


class TreeReading(Reading):
    """The contents of pandoc's syntax tree."""

    def __init__(self, content):
        super().__init__()
        tree = json.loads(content)
        for value in tree["meta"].values():
            self.meta(value)
        self.blocks(tree["blocks"], 0)

    def meta(self, value):
        kind, content = value["t"], value.get("c")
        if kind == "MetaInlines":
            self.paragraph(self.inlines(content))
        elif kind == "MetaBlocks":
            self.blocks(content, 0)
        elif kind == "MetaList":
            for entry in content:
                self.meta(entry)

    def blocks(self, blocks, depth):
        """Reads blocks, and returns the text of each of their paragraphs."""
        texts = []
        for block in blocks:
            kind, content = block["t"], block.get("c")
            if kind in ("Para", "Plain", "Header"):
                before, self.pieces = self.pieces, []
                text = self.inlines(content, frozenset()) if kind != "Header" else self.inlines(content[2])
                self.end_formats(before)
                self.paragraph(text)
                if kind == "Header":
                    self.heading(content[0], text)
                texts.append(text)
            elif kind == "CodeBlock":
                self.paragraph(content[1])
                texts.append(content[1])
            elif kind == "LineBlock":
                for line in content:
                    text = self.inlines(line)
                    self.paragraph(text)
                    texts.append(text)
            elif kind in ("BlockQuote", "Div"):
                texts += self.blocks(content if kind == "BlockQuote" else content[1], depth)
            elif kind in ("BulletList", "OrderedList"):
                (start, style, _), entries = content if kind == "OrderedList" else ((1, {"t": ""}, None), content)
                form = {"LowerRoman": roman, "UpperRoman": roman, "LowerAlpha": letters, "UpperAlpha": letters}.get(style["t"], str)
                for number, entry in enumerate(entries, start):
                    inside = self.blocks(entry, depth + 1)
                    if inside and entry[0]["t"] in ("Para", "Plain"):
                        self.item(depth + 1, inside[0], form(number) if kind == "OrderedList" else "")
            elif kind == "DefinitionList":
                for term, definitions in content:
                    text = self.inlines(term)
                    self.paragraph(text)
                    texts.append(text)
                    for definition in definitions:
                        texts += self.blocks(definition, depth)
            elif kind == "Table":
                self.table(content)
            elif kind == "Figure":
                texts += self.blocks(content[1][1], depth) + self.blocks(content[2], depth)
        return texts

    def table(self, content):
        _, (_, caption), _, head, bodies, foot = content
        self.blocks(caption, 0)
        # For a table without a head pandoc makes an empty one, of which HTML has no trace.
        rows = [row for row in head[1] if any(blocks for *_, blocks in row[1])]
        for body in bodies:
            rows += body[2] + body[3]
        rows += foot[1]
        taken = set()
        for number, (_, cells) in enumerate(rows):
            column = 0
            for _, _, height, width, blocks in cells:
                while (number, column) in taken:
                    column += 1
                text = " ".join(self.blocks(blocks, 0))
                self.cell(number, column, height, width, text)
                taken.update((number + y, column + x) for y in range(height) for x in range(width))

    MARKS = {"Emph": "italic", "Strong": "bold", "Strikeout": "strike", "Superscript": "super", "Subscript": "sub"}

    def inlines(self, inlines, marks=None):
        text = []
        for inline in inlines:
            kind, content = inline["t"], inline.get("c")
            if kind == "Str":
                text.append(content)
                self.formatted(content, marks)
            elif kind in ("Space", "SoftBreak", "LineBreak"):
                text.append(" ")
                self.formatted(" ", marks)
            elif kind in ("Emph", "Strong", "Strikeout", "Superscript", "Subscript", "SmallCaps", "Underline"):
                text.append(self.inlines(content, None if marks is None else marks | {self.MARKS.get(kind, kind)} - {"SmallCaps", "Underline"}))
            elif kind in ("Quoted", "Cite", "Span", "Link"):
                if kind == "Link":
                    self.link(content[2][0])
                text.append(self.inlines(content[1], marks))
            elif kind == "Code":
                text.append(content[1])
            elif kind == "Image":
                self.counts["pictures"] += 1
            elif kind == "Note":
                self.counts["notes"] += 1
                self.blocks(content, 0)
        return "".join(text)


# The program.

class PageReading(Reading):
    """The contents of a page of the program."""

    BLOCKS = {"p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ul", "ol", "table", "tr", "td", "th", "blockquote", "pre", "dl", "dt", "dd", "section", "figure", "figcaption", "caption", "hr", "br", "body", "header", "footer", "aside", "nav", "main", "article"}
    VOID = {"br", "hr", "img", "meta", "link", "input", "col", "wbr", "source"}
    SKIPPED = {"head", "style", "script", "math", "title", "template"}

    def __init__(self, content):
        super().__init__()
        self.root = [None, {}, []]
        self.stack = [self.root]
        parser = html.parser.HTMLParser(convert_charrefs=True)
        parser.handle_starttag = self.begin
        parser.handle_startendtag = lambda name, attributes: self.begin(name, attributes, True)
        parser.handle_endtag = self.end
        parser.handle_data = lambda data: self.stack[-1][2].append(data)
        parser.feed(content)
        parser.close()
        self.flow(self.root, 0)

    def begin(self, name, attributes, closed=False):
        implied = {"li": {"li"}, "td": {"td", "th"}, "th": {"td", "th"}, "tr": {"tr", "td", "th"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "p": {"p"}}.get(name, set())
        while self.stack[-1][0] in implied:
            self.stack.pop()
        node = [name, {key: value or "" for key, value in attributes}, []]
        self.stack[-1][2].append(node)
        if name not in self.VOID and not closed:
            self.stack.append(node)

    def end(self, name):
        if any(node[0] == name for node in self.stack):
            while self.stack.pop()[0] != name:
                pass

    @staticmethod
    def is_skipped(node):
        _, attributes, _ = node
        return node[0] in PageReading.SKIPPED or "data-footnote-backref" in attributes or "data-footnote-ref" in attributes or "math" in attributes.get("class", "").split() or attributes.get("data-type") == "math"

    def flow(self, node, depth):
        """Reads the content of an element, and returns the texts of its paragraphs in their order."""
        texts, text = [], []
        outer, self.pieces = self.pieces, []

        def flush():
            joined = "".join(text)
            text.clear()
            self.end_formats([])
            if joined.strip():
                self.paragraph(joined)
                texts.append(joined)

        def walk(node, depth, marks):
            for child in node[2]:
                if isinstance(child, str):
                    text.append(child)
                    self.formatted(child, marks)
                    continue
                name, attributes, _ = child
                if "data-footnote-ref" in attributes:
                    self.counts["notes"] += 1
                if self.is_skipped(child):
                    continue
                if name == "img":
                    self.counts["pictures"] += 1
                elif name == "br":
                    text.append(" ")
                    self.formatted(" ", marks)
                elif name == "a" and "href" in attributes:
                    self.link(attributes["href"])
                    walk(child, depth, marks)
                elif name in ("ul", "ol"):
                    flush()
                    for entry in child[2]:
                        if not isinstance(entry, str):
                            inside = self.flow(entry, depth + 1)
                            if inside and not self.begins_with_block(entry) and "data-footnotes" not in node[1]:
                                self.item(depth + 1, inside[0])
                elif name == "table":
                    flush()
                    self.table(child)
                elif name == "section" and "data-footnotes" in attributes:
                    flush()
                    self.flow(child, -1)
                elif name in self.BLOCKS:
                    flush()
                    inside = self.flow(child, depth)
                    if re.fullmatch("h[1-6]", name):
                        self.heading(int(name[1]), " ".join(inside))
                    texts.extend(inside)
                else:
                    walk(child, depth, None if marks is None else self.marked(name, attributes, marks))
        walk(node, depth, None if re.fullmatch("h[1-6]", node[0] or "") else self.marked("", node[1], frozenset()))
        flush()
        self.pieces = outer
        return texts

    MARKS = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "s": "strike", "del": "strike", "strike": "strike", "sup": "super", "sub": "sub"}

    @staticmethod
    def marked(name, attributes, marks):
        """The formatting inside an element."""
        style = re.sub(r"\s", "", attributes.get("style", ""))
        marks = set(marks) | {PageReading.MARKS[name]} if name in PageReading.MARKS else set(marks)
        for mark, pattern, contrary in (("bold", "font-weight:(bold|[6-9]00)", "font-weight:(normal|[1-5]00)"), ("italic", "font-style:(italic|oblique)", "font-style:normal"),
                                        ("strike", "line-through", "text-decoration:none"), ("super", "vertical-align:super", ""), ("sub", "vertical-align:sub", "")):
            if re.search(pattern, style):
                marks.add(mark)
            elif contrary and re.search(contrary, style):
                marks.discard(mark)
        return marks

    @staticmethod
    def begins_with_block(node):
        """Whether an item begins with a heading, a list or a table instead of text."""
        for child in node[2]:
            if isinstance(child, str):
                if child.strip():
                    return False
            else:
                return child[0] in ("ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6") or child[0] in ("div", "blockquote", "section") and PageReading.begins_with_block(child)
        return True

    def table(self, node):
        rows = []
        def collect(node):
            for child in node[2]:
                if isinstance(child, str):
                    continue
                if child[0] == "tr":
                    rows.append(child)
                elif child[0] in ("thead", "tbody", "tfoot"):
                    collect(child)
                elif child[0] == "caption":
                    self.flow(child, 0)
        collect(node)
        taken = set()
        for number, row in enumerate(rows):
            column = 0
            for cell in row[2]:
                if isinstance(cell, str) or cell[0] not in ("td", "th"):
                    continue
                while (number, column) in taken:
                    column += 1
                width, height = (int(cell[1].get(name) or 1) for name in ("colspan", "rowspan"))
                self.tables += 1
                text = " ".join(self.flow(cell, 0))
                self.tables -= 1
                self.cell(number, column, height, width, text)
                taken.update((number + y, column + x) for y in range(height) for x in range(width))


def markdown_words(text):
    """Returns the words of Markdown text, without its markup, escapes, tags and addresses."""
    text = text.replace("\\&", "\0").replace("\\<", "\1")
    text = re.sub(r"\]\([^)\s]*(\s+\"[^\"]*\")?\)|^\[[^^\]][^\]]*\]:.*$", "] ", re.sub(r"<(https?:[^>]*)>", r"\1", text), flags=re.M)
    text = re.sub(r"</(?:p|li|td|th|tr|h\d|div|blockquote|dt|dd|pre|caption)>|<(?:br|p|li|td|th|div)\b[^>]*>", " ", text)
    text = html.unescape(re.sub(r"</?[a-zA-Z][^>]*>", "", text)).replace("\0", "&").replace("\1", "<")
    return Counter(tokens(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", re.sub(r"[*~`]+", "", text))))
