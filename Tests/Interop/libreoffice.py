#!/usr/bin/env python3
"""Opens what the program writes in LibreOffice, headless, and looks whether the formatting arrived.

Usage: libreoffice.py PROGRAM [FORMAT...]

A document with every kind of formatting is converted to each format by the program, then to OpenDocument by
LibreOffice, and each expectation is looked up in that. LibreOffice is installed where it is missing and apt-get can.
Ends with 1 if an expectation failed, and with 2 if there is no soffice.
"""

import base64, os, shutil, struct, subprocess, sys, tempfile, zipfile, zlib
from xml.etree import ElementTree

# The formats: their name, their type, the ending of the file, LibreOffice's filter, and what it is known not to read.
# Of pictures in RTF it reads no words, not those that it writes itself either.
FORMATS = [
    ("rtf", "public.rtf", ".rtf", None, {"the picture's words"}),
    ("html", "public.html", ".html", "HTML (StarWriter)", set()),
]


def png(width, height):
    """A grey picture of this size."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\x80" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


SOURCE = f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>Witness</title></head><body>
<h1>Heading one</h1><h3>Heading three</h3>
<p>plain <b>boldly</b> <i>italically</i> <u>underlined</u> <s>struckthrough</s> <sup>raised</sup> <sub>lowered</sub>
<b><i>boldanditalic</i></b> <span style="color:#c80032">reddish</span>
<span style="background-color:#ffee00">yellowed</span> <span style="font-family:Courier New">typewriter</span>
<span style="font-size:20pt">enlarged</span> <code>coded</code></p>
<p><a href="https://example.org/a?b=c&amp;d=e#f">linked words</a> 日本語 😀 Größe – “quoted” \\ {{ }}</p>
<p style="text-align:center">centredwords</p><p style="text-align:right">rightwards</p>
<p style="margin-left:36pt;text-indent:-18pt">hangingwords</p>
<ul><li>firstbullet</li><li>secondbullet<ul><li>innerbullet</li></ul></li></ul>
<ol start="4"><li>fourthnumber</li><li>fifthnumber</li></ol>
<blockquote><p>quotedparagraph</p></blockquote>
<pre><code>codeline one
  codeline two
</code></pre>
<table><tr><th>headcell a</th><th>headcell b</th><th>headcell c</th></tr>
<tr><td colspan="2">widecell</td><td rowspan="2">tallcell</td></tr>
<tr><td>cell d</td><td><b>boldcell</b></td></tr></table>
<p>before <img alt="a grey square" width="40" height="30" src="data:image/png;base64,{
    base64.b64encode(png(40, 30)).decode()}"> after</p>
<p>last line</p></body></html>
"""

WORDS = """Heading one|Heading three|plain boldly italically underlined struckthrough|boldanditalic reddish|
yellowed typewriter enlarged coded|linked words 日本語 😀 Größe – “quoted” \\ { }|centredwords|rightwards|hangingwords|
firstbullet|secondbullet|innerbullet|fourthnumber|fifthnumber|quotedparagraph|codeline one|codeline two|headcell a|
headcell b|headcell c|widecell|tallcell|cell d|boldcell|before|after|last line""".replace("\n", "").split("|")


class Document:
    """An OpenDocument text."""

    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            content = ElementTree.fromstring(archive.read("content.xml"))
            styles = ElementTree.fromstring(archive.read("styles.xml"))
            self.pictures = [name for name in archive.namelist() if name.startswith("Pictures/")]
        self.body = next(node for node in content.iter() if self.name(node) == "text" and node.tag.startswith("{urn:oasis:names:tc:opendocument:xmlns:office"))
        self.parents = {child: node for node in content.iter() for child in node}
        self.styles = {}
        for root in (styles, content):
            for node in root.iter():
                if self.name(node) == "style":
                    self.styles[self.get(node, "name")] = node

    @staticmethod
    def name(node):
        return node.tag.split("}")[-1]

    @staticmethod
    def get(node, attribute):
        return next((value for key, value in node.attrib.items() if key.split("}")[-1] == attribute), None)

    @staticmethod
    def text(node):
        parts = []

        def walk(node):
            if node.text:
                parts.append(node.text)
            for child in node:
                if Document.name(child) == "s":
                    parts.append(" " * int(Document.get(child, "c") or 1))
                elif Document.name(child) == "line-break":
                    parts.append("\n")
                walk(child)
                if child.tail:
                    parts.append(child.tail)
        walk(node)
        return "".join(parts)

    def around(self, words):
        """The smallest element with the words in it, and all around it."""
        found = [node for node in self.body.iter() if words in self.text(node)]
        if not found:
            return []
        node = found[-1]
        chain = [node]
        while node in self.parents:
            node = self.parents[node]
            chain.append(node)
        return chain

    def property(self, words, attribute):
        """What the nearest style around the words says of an attribute."""
        for node in self.around(words):
            style = self.styles.get(self.get(node, "style-name"))
            while style is not None:
                for properties in style:
                    value = self.get(properties, attribute)
                    if value is not None and self.name(properties) != "table-cell-properties":
                        return value
                style = self.styles.get(self.get(style, "parent-style-name"))
        return None

    def font(self, words):
        return (self.property(words, "font-name") or self.property(words, "font-family") or "").strip("'\"")

    def inside(self, words, name):
        """How many elements of a name are around the words."""
        return sum(1 for node in self.around(words) if self.name(node) == name)

    def first(self, words, name):
        return next((node for node in self.around(words) if self.name(node) == name), None)


def points(length):
    """A length of a style in points."""
    if length is None:
        return 0.0
    for unit, size in (("in", 72), ("cm", 28.3465), ("mm", 2.83465), ("pt", 1), ("pc", 12)):
        if length.endswith(unit):
            return float(length[: -len(unit)]) * size
    return 0.0


def expectations(document):
    """Each expectation by its name, and whether it came true."""
    text = document.text(document.body)
    for words in WORDS:
        yield f"the words “{words}”", words in text
    yield "heading one", document.get(document.first("Heading one", "h"), "outline-level") == "1" if document.first(
        "Heading one", "h") is not None else False
    yield "heading three", document.get(document.first("Heading three", "h"), "outline-level") == "3" if document.first(
        "Heading three", "h") is not None else False
    for words, attribute, value in [
        ("boldly", "font-weight", "bold"), ("italically", "font-style", "italic"),
        ("boldanditalic", "font-weight", "bold"), ("boldanditalic", "font-style", "italic"),
        ("reddish", "color", "#c80032"), ("yellowed", "background-color", "#ffee00"),
        ("enlarged", "font-size", "20pt"), ("boldcell", "font-weight", "bold"),
    ]:
        yield f"{attribute} of “{words}”", document.property(words, attribute) == value
    yield "no bold in plain words", document.property("plain", "font-weight") in (None, "normal")
    yield "underlined words", document.property("underlined", "text-underline-style") not in (None, "none")
    yield "struck words", document.property("struckthrough", "text-line-through-style") not in (None, "none")
    raised, lowered = (document.property(words, "text-position") or "" for words in ("raised", "lowered"))
    yield "raised words", raised.startswith("super") or raised[:1].isdigit()
    yield "lowered words", lowered.startswith("sub") or lowered.startswith("-")
    yield "font of “typewriter”", document.font("typewriter").startswith("Courier")
    yield "font of “coded”", any(name in document.font("coded") for name in ("Courier", "Mono", "mono"))
    link = document.first("linked words", "a")
    yield "the link", link is not None and document.get(link, "href") == "https://example.org/a?b=c&d=e#f"
    yield "centred words", document.property("centredwords", "text-align") == "center"
    yield "words at the right", document.property("rightwards", "text-align") in ("end", "right")
    yield "indented words", abs(points(document.property("hangingwords", "margin-left")) - 36) < 1
    yield "hanging words", abs(points(document.property("hangingwords", "text-indent")) + 18) < 1
    yield "a list", document.inside("firstbullet", "list") == 1
    yield "a list in a list", document.inside("innerbullet", "list") == 2
    yield "the inner list in an item", document.text(document.first("secondbullet", "list-item")).find("innerbullet") > 0
    yield "a numbered list", document.inside("fourthnumber", "list") == 1
    yield "the indented quotation", points(document.property("quotedparagraph", "margin-left")) > 10
    yield "the font of code", any(name in document.font("codeline one") for name in ("Courier", "Mono", "mono"))
    yield "the spaces of code", "  codeline two" in text
    yield "a table", document.inside("cell d", "table") == 1
    wide = document.first("widecell", "table-cell")
    yield "a cell of two columns", wide is not None and document.get(wide, "number-columns-spanned") == "2"
    tall = document.first("tallcell", "table-cell")
    yield "a cell of two rows", tall is not None and document.get(tall, "number-rows-spanned") == "2"
    yield "the picture", len(document.pictures) == 1
    frame = next((node for node in document.body.iter() if Document.name(node) == "frame"), None)
    yield "the picture's width", frame is not None and abs(points(document.get(frame, "width")) - 30) < 1
    described = [Document.text(node) for node in document.body.iter() if Document.name(node) in ("desc", "title")]
    yield "the picture's words", "a grey square" in described


def install():
    """Installs LibreOffice where it is missing."""
    if shutil.which("soffice"):
        return
    if shutil.which("apt-get"):
        for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", "libreoffice-writer-nogui"]):
            subprocess.run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, stdout=sys.stderr)
    if not shutil.which("soffice"):
        print("soffice is not here and cannot be installed: get LibreOffice's Writer")
        sys.exit(2)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    install()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "source.html")
        with open(source, "w", encoding="utf-8") as file:
            file.write(SOURCE)
        for name, kind, ending, reader, unknown in FORMATS:
            if sys.argv[2:] and name not in sys.argv[2:]:
                continue
            written = os.path.join(folder, "written" + ending)
            subprocess.run([program, "convert", source, "--to", kind, "-o", written], check=True, stdout=subprocess.DEVNULL)
            command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless"]
            command += [f"--infilter={reader}"] if reader else []
            command += ["--convert-to", "odt:writer8", "--outdir", folder, written]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            checks = list(expectations(Document(os.path.join(folder, "written.odt"))))
            wrong = [check for check, came_true in checks if not came_true and check not in unknown]
            for check in wrong:
                print(f"{name}: not so: {check}")
            print(f"{name}: {len(checks) - len(wrong)} of {len(checks)} expectations came true")
            failed += len(wrong)
    sys.exit(1 if failed else 0)


main()
