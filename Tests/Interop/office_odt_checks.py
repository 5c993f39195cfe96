"""Checks the package of an OpenDocument text, and reads the formatting of its words with odfpy."""

import zipfile
from collections import Counter
from xml.etree import ElementTree

TEXT_TYPE = "application/vnd.oasis.opendocument.text"


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
        manifest = ElementTree.fromstring(package.read("META-INF/manifest.xml"))
        space = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}"
        listed = [entry.get(space + "full-path") for entry in manifest]
        wanted = {"/"} | {n for n in names if n != "mimetype" and not n.startswith("META-INF/")}
        if set(listed) != wanted or len(listed) != len(set(listed)):
            faults.append("the manifest does not list exactly the files")
        content = ElementTree.fromstring(package.read("content.xml"))
        identifiers = [v for e in content.iter() for k, v in e.attrib.items() if k.endswith("}id")]
        if len(identifiers) != len(set(identifiers)):
            faults.append("two elements have the same identifier")
        hrefs = [v for e in content.iter() for k, v in e.attrib.items() if k.endswith("}href")]
        faults += [f"{h} is missing" for h in hrefs if h.startswith("Pictures/") and h not in names]
    return faults


def odfpy_document(path):
    """Returns a document as odfpy reads it."""
    from odf.opendocument import load

    return load(str(path))


def odfpy_words(path):
    """Returns the formatting of each word of a document as odfpy reads it, and the links with each of their words."""
    reader = _OdfReader(odfpy_document(path))
    reader.read(reader.document.text, frozenset(), None)
    return reader.formatted, reader.links


# Attributes of text properties, the value that sets the format, and the name of the format.
SWITCHES = (
    ("font-weight", "bold", "bold"), ("font-style", "italic", "italic"), ("text-underline-style", "solid", "underline"),
    ("text-line-through-style", "solid", "strike"), ("font-variant", "small-caps", "small-caps"))
VALUES = (("color", "color"), ("background-color", "background"), ("font-name", "font"), ("font-size", "size"))
# Elements that separate words.
BREAKS = {"s": " ", "tab": " ", "line-break": " "}


class _OdfReader:
    """Reads the words of paragraphs with the formatting of their spans."""

    def __init__(self, document):
        self.document = document
        self.formatted, self.links = Counter(), Counter()
        self.styles = {}
        for group in (document.styles, document.automaticstyles):
            for style in group.childNodes:
                if self.value(style, "family") == "text":
                    self.styles[self.value(style, "name")] = style
        self.faces = {self.value(face, "name"): self.value(face, "font-family").strip("'") for face in document.fontfacedecls.childNodes}
        # The pieces of the current paragraph: text, formats, link.
        self.pieces = []

    @staticmethod
    def value(element, name):
        return next((str(value) for (_, local), value in (element.attributes or {}).items() if local == name), None)

    def read(self, element, formats, link):
        for child in element.childNodes:
            if child.nodeType == child.TEXT_NODE:
                self.pieces.append((str(child.data), formats, link))
                continue
            name = child.qname[1]
            if name in BREAKS:
                self.pieces.append((BREAKS[name], formats, link))
            elif name in ("p", "h"):
                outer, self.pieces = self.pieces, []
                self.read(child, frozenset(), None)
                self.end_paragraph()
                self.pieces = outer
            elif name == "note":
                self.read(next(part for part in child.childNodes if part.qname[1] == "note-body"), frozenset(), None)
            elif name in ("title", "desc"):
                continue
            elif name == "a":
                # Relative addresses begin in the package, as in a folder.
                self.read(child, formats, self.value(child, "href").removeprefix("../"))
            elif name == "span":
                self.read(child, self.formats(self.value(child, "style-name")) or formats, link)
            else:
                self.read(child, formats, link)

    def end_paragraph(self):
        for text, formats, link in self.pieces:
            for word in text.replace("\N{SOFT HYPHEN}", "").replace("\N{NON-BREAKING HYPHEN}", "-").split():
                self.formatted[(word, formats)] += 1
                if link is not None:
                    self.links[(link, word)] += 1

    def formats(self, name):
        """Returns the formats of a character style and of the styles from which it inherits."""
        formats = set()
        while (style := self.styles.get(name)) is not None:
            parent = self.value(style, "parent-style-name")
            if name == "Source_20_Text":
                return frozenset(formats | {"code"})
            if name == "Check_20_Box":
                return frozenset(formats)
            for properties in style.childNodes:
                if properties.qname[1] != "text-properties":
                    continue
                formats |= {word for key, value, word in SWITCHES if self.value(properties, key) == value}
                position = self.value(properties, "text-position")
                if position:
                    formats.add({"super": "superscript", "sub": "subscript"}[position.split()[0]])
                for key, word in VALUES:
                    if self.value(properties, key):
                        value = self.value(properties, key)
                        formats.add(f"{word} {self.faces.get(value, value).lower()}")
            name = parent
        return frozenset(formats)
