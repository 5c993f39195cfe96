"""What other programs see in an OpenDocument text.

Each function opens a file and returns its content as facts, so that a script can compare the facts with those of
the text from which the file was written. odfpy, pandoc and LibreOffice are needed only by the function that uses
them.
"""

import json
import subprocess
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

TEXT_TYPE = "application/vnd.oasis.opendocument.text"


@dataclass
class Facts:
    """The content of a document, without layout."""

    # The words of the body in their order, without footnotes.
    words: list = field(default_factory=list)
    # The words of each footnote.
    notes: list = field(default_factory=list)
    # The level and words of each heading.
    headings: list = field(default_factory=list)
    # The level of each list item.
    items: list = field(default_factory=list)
    # The columns and rows that each cell covers.
    cells: list = field(default_factory=list)
    # The alternative text of each picture.
    pictures: list = field(default_factory=list)
    # The destination of each link.
    links: list = field(default_factory=list)
    # The text and formatting of each formatted run.
    runs: list = field(default_factory=list)


def package_faults(path):
    """Checks the rules of OpenDocument packages (OpenDocument 1.3, part 2, section 3), and returns the faults."""
    faults = []
    with zipfile.ZipFile(path) as package:
        infos = package.infolist()
        names = [info.filename for info in infos]
        if names[0] != "mimetype":
            faults.append("mimetype is not the first file")
        elif infos[0].compress_type != zipfile.ZIP_STORED or infos[0].extra:
            faults.append("mimetype is compressed or has an extra field")
        elif package.read("mimetype").decode() != TEXT_TYPE:
            faults.append("mimetype names another type")
        if len(names) != len(set(names)):
            faults.append("two files have the same name")
        if package.testzip():
            faults.append("a checksum is wrong")
        manifest = _root(package.read("META-INF/manifest.xml"))
        space = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}"
        listed = [entry.get(space + "full-path") for entry in manifest]
        wanted = {"/"} | {n for n in names if n != "mimetype" and not n.startswith("META-INF/")}
        if set(listed) != wanted or len(listed) != len(set(listed)):
            faults.append("the manifest does not list exactly the files")
        content = _root(package.read("content.xml"))
        identifiers = [v for e in content.iter() for k, v in e.attrib.items() if k.endswith("}id")]
        if len(identifiers) != len(set(identifiers)):
            faults.append("two elements have the same identifier")
        hrefs = [v for e in content.iter() for k, v in e.attrib.items() if k.endswith("}href")]
        faults += [f"{h} is missing" for h in hrefs if h.startswith("Pictures/") and h not in names]
    return faults


def _root(xml):
    import xml.etree.ElementTree as trees

    return trees.fromstring(xml)


# odfpy


def odfpy_facts(path):
    """The content as odfpy reads it, with the formatting of the text."""
    from odf.opendocument import load

    document = load(str(path))
    reader = _OdfReader(document)
    reader.read(document.text, 0)
    reader.facts.words = reader.words()
    return reader.facts


class _OdfReader:
    def __init__(self, document):
        self.facts = Facts()
        self.document = document
        self.styles = {}
        for group in (document.styles, document.automaticstyles):
            for style in group.childNodes:
                name = self.value(style, "style", "name")
                if name:
                    self.styles[name] = style
        self.text = []

    def words(self):
        return "".join(self.text).split()

    @staticmethod
    def value(element, space, name):
        for (uri, local), value in (element.attributes or {}).items():
            if local == name and (f":{space}:" in uri or uri.endswith(f"/{space}") or space == "fo" and "fo-compat" in uri or space == "svg" and "svg-compat" in uri or space == "draw" and ":drawing:" in uri):
                return str(value)
        return None

    def read(self, element, depth, flags=()):
        for child in element.childNodes:
            if child.nodeType == child.TEXT_NODE:
                # White space in the file is one space.
                shown = " ".join(str(child.data).replace("\n", " ").split(" "))
                self.text.append(shown)
                self.add_run(shown, flags)
                continue
            self.read_element(child, child.qname[1], depth, flags)

    def read_element(self, child, name, depth, flags):
        facts = self.facts
        if name == "s":
            count = int(self.value(child, "text", "c") or 1)
            self.text.append(" " * count)
            self.add_run(" " * count, flags)
        elif name in ("tab", "line-break"):
            self.text.append(" ")
            self.add_run("\t" if name == "tab" else None, flags)
        elif name == "h":
            start = len(self.text)
            self.read(child, depth)
            self.text.append("\n")
            facts.headings.append(
                [self.value(child, "text", "outline-level"), " ".join("".join(self.text[start:]).split())]
            )
        elif name == "p":
            self.read(child, depth)
            self.text.append("\n")
        elif name == "list":
            self.read(child, depth + 1)
        elif name == "list-item":
            # An item that only contains a list continues an item before it.
            if any(c.qname[1] in ("p", "h") for c in child.childNodes):
                facts.items.append(depth)
            self.read(child, depth)
        elif name == "table-cell":
            spans = [self.value(child, "table", f"number-{k}-spanned") or 1 for k in ("columns", "rows")]
            facts.cells.append([int(s) for s in spans])
            self.read(child, 0)
        elif name == "note":
            outer, self.text = self.text, []
            body = [c for c in child.childNodes if c.qname[1] == "note-body"][0]
            self.read(body, 0)
            facts.notes.append(self.words())
            self.text = outer
        elif name == "frame":
            described = [c for c in child.childNodes if c.qname[1] == "desc"]
            facts.pictures.append("".join(str(t.data) for c in described for t in c.childNodes))
        elif name == "a":
            facts.links.append(self.value(child, "xlink", "href"))
            self.read(child, depth, flags)
        elif name == "span":
            own = self.formatting(self.value(child, "text", "style-name"))
            self.read(child, depth, own or flags)
        else:
            self.read(child, depth, flags)

    def add_run(self, text, flags):
        if flags and text is not None:
            if self.facts.runs and self.facts.runs[-1][2] is flags:
                self.facts.runs[-1][0] += text
            else:
                self.facts.runs.append([text, list(flags), flags])

    def formatting(self, name):
        """The formatting of a character style, with that of the styles from which it inherits."""
        style = self.styles.get(name)
        if style is None or name == "Check_20_Box":
            return ()
        flags = []
        if "Source_20_Text" in (name, self.value(style, "style", "parent-style-name")):
            flags.append("code")
        for properties in style.childNodes:
            if properties.qname[1] != "text-properties" or name == "Source_20_Text":
                continue
            read = lambda space, local: self.value(properties, space, local)
            for key, space, local, value in (
                ("bold", "fo", "font-weight", "bold"), ("italic", "fo", "font-style", "italic"),
                ("underline", "style", "text-underline-style", "solid"),
                ("strikethrough", "style", "text-line-through-style", "solid"),
                ("small caps", "fo", "font-variant", "small-caps"),
            ):
                if read(space, local) == value:
                    flags.append(key)
            position = read("style", "text-position")
            if position:
                flags.append({"super": "superscript", "sub": "subscript"}[position.split()[0]])
            for key, space, local in (
                ("color", "fo", "color"), ("background", "fo", "background-color"),
                ("font", "style", "font-name"), ("size", "fo", "font-size"),
            ):
                if read(space, local):
                    flags.append(f"{key} {read(space, local)}")
            language = [read("fo", k) for k in ("language", "script", "country")]
            if language[0]:
                flags.append("language " + "-".join(p for p in language if p and p != "none"))
        return tuple(flags)


# pandoc


def pandoc_facts(path):
    """The content as pandoc reads it.

    pandoc 2.17 does not read header rows of tables, so `cells` stays empty.
    """
    run = subprocess.run(
        ["pandoc", "-f", "odt", "-t", "json", str(path)], capture_output=True, check=True, timeout=120
    )
    facts = Facts()
    text = []
    _pandoc_blocks(json.loads(run.stdout)["blocks"], 0, facts, text)
    facts.words = "".join(text).split()
    return facts


def _pandoc_blocks(blocks, depth, facts, text):
    for block in blocks:
        kind, content = block["t"], block.get("c")
        if kind in ("Para", "Plain"):
            _pandoc_inlines(content, facts, text)
        elif kind == "Header":
            start = len(text)
            _pandoc_inlines(content[2], facts, text)
            facts.headings.append([str(content[0]), " ".join("".join(text[start:]).split())])
        elif kind == "CodeBlock":
            text.append(content[1])
        elif kind in ("BulletList", "OrderedList"):
            for item in content if kind == "BulletList" else content[1]:
                if any(b["t"] not in ("BulletList", "OrderedList") for b in item):
                    facts.items.append(depth + 1)
                _pandoc_blocks(item, depth + 1, facts, text)
        elif kind in ("BlockQuote", "Div"):
            _pandoc_blocks(content if kind == "BlockQuote" else content[1], depth, facts, text)
        elif kind == "Table":
            for body in [content[3]] + content[4] + [content[5]]:
                rows = body[1] if len(body) == 2 else body[2] + body[3]
                for row in rows:
                    for cell in row[1]:
                        _pandoc_blocks(cell[4], 0, facts, text)
        text.append("\n")


def _pandoc_inlines(inlines, facts, text):
    for inline in inlines:
        kind, content = inline["t"], inline.get("c")
        if kind == "Str":
            text.append(content)
        elif kind in ("Space", "SoftBreak", "LineBreak"):
            text.append(" ")
        elif kind == "Code":
            text.append(content[1])
        elif kind == "Link":
            facts.links.append(content[2][0])
            _pandoc_inlines(content[1], facts, text)
        elif kind == "Image":
            facts.pictures.append(content[2][0])
        elif kind == "Note":
            inner = []
            _pandoc_blocks(content, 0, facts, inner)
            facts.notes.append("".join(inner).split())
        elif kind in ("Span", "Quoted", "Cite"):
            _pandoc_inlines(content[1], facts, text)
        elif isinstance(content, list):
            _pandoc_inlines(content, facts, text)


# LibreOffice


def libreoffice_files(paths, folder, profile, target="docx"):
    """Converts files with LibreOffice, and returns the results by name; a missing result was not opened."""
    folder = Path(folder)
    subprocess.run(
        ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", target,
         "--outdir", str(folder)] + [str(p) for p in paths],
        capture_output=True, timeout=1800,
    )
    ending = target.split(":")[0]
    results = {Path(p).stem: folder / f"{Path(p).stem}.{ending}" for p in paths}
    return {name: path for name, path in results.items() if path.exists()}
