#!/usr/bin/env python3
"""Compares the content of Word and OpenDocument files that the program wrote with their source, using other programs.

Usage: office_written.py PROFFER [--only TEXT] [--format docx|odt] [--random N] [--seed N] [--keep FOLDER] [--verbose]

Converts handwritten and random pages of HTML, and texts in Markdown and RTF, to docx and odt with the program. Checks
the structure of each file. LibreOffice, pandoc and a library for the format (python-docx, odfpy) must open the file and
find the same words, headings and items with their levels, cells with their spans, pictures, notes and links. The
libraries must also find the formatting of each word.

LibreOffice's Writer, pandoc, python-docx and odfpy must be installed. Ends with 1 if something failed, and with 2 if
something is missing.
"""

import base64, html, json, os, random, re, shutil, struct, subprocess, sys, tempfile, zlib
from collections import Counter
from importlib.util import find_spec
from office_docx_checks import docx_faults
from office_odt_checks import odfpy_document, odfpy_words, package_faults
from office_readings import OpenReading, PageReading, TreeReading, local, get, phrase, tokens
from xml.etree import ElementTree

FORMATS = {"docx": "org.openxmlformats.wordprocessingml.document", "odt": "org.oasis-open.opendocument.text"}


def png(width, height, grey=128):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes([grey]) * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def picture(width=40, height=30, text="grey", more=""):
    data = base64.b64encode(png(width, height, (width * 7 + height) % 256)).decode()
    return f'<img alt="{text}" src="data:image/png;base64,{data}"{more}>'


PAGES = {
    "headings": "".join(f"<h{level}>Level {level} <i>slanted</i></h{level}><p>text {level}</p>" for level in range(1, 7)),
    "formatting": "<p>plain <b>bold</b> <i>italic</i> <u>under</u> <s>struck</s> <sup>up</sup> <sub>down</sub> <code>coded</code> "
        '<span style="font-variant:small-caps">smallcaps</span> <b><i>both</i></b> <span style="color:#c80032">red</span> '
        '<span style="background-color:#ffff00">marked</span> <span style="background-color:#fedcba">tinted</span> '
        '<span style="font-family:Georgia">serif</span> <span style="font-size:19.5pt">large</span> <b>bo<i>ld</i></b></p>',
    "lists": "<ul><li>one<ul><li>inner<ol><li>deepest</li><li>deep two</li></ol></li><li>inner two</li></ul></li><li>two</li></ul>"
        '<ol start="7"><li>seven</li><li>eight</li></ol><p>between</p><ol type="a"><li>letter</li></ol><ol type="I"><li>roman</li></ol>',
    "twins": "<ul><li>first list</li></ul><ul><li>second list</li></ul><ol><li>third list</li></ol><ol><li>fourth list</li></ol>"
        "<blockquote><p>quote one</p></blockquote><blockquote><p>quote two</p></blockquote><table><tr><td>t1</td></tr></table><table><tr><td>t2</td></tr></table>",
    "loose-lists": "<ul><li><p>loose</p><p>second paragraph</p></li><li><p>other</p><blockquote><p>quoted inside</p></blockquote></li></ul>",
    "tables": "<table><caption>The caption</caption><tr><th>a</th><th>b</th><th>c</th></tr><tr><td colspan=2>wide</td><td rowspan=2>tall</td></tr>"
        "<tr><td>d</td><td>e</td></tr></table><p>after</p><table><tr><td rowspan=2 colspan=2>big</td><td>x</td></tr><tr><td>y</td></tr><tr><td>p</td><td>q</td><td>r</td></tr></table>",
    "nested-table": "<table><tr><td>outer<table><tr><td>inner one</td><td>inner two</td></tr></table></td><td>beside</td></tr></table>",
    "ragged-table": "<table><tr><td>one</td></tr><tr><td>two</td><td>three</td><td>four</td></tr><tr><td>five</td><td>six</td></tr></table>",
    "cell-blocks": "<table><tr><td><h2>in cell</h2><ul><li>cell item</li></ul><p>cell text</p></td><td><blockquote><p>cell quote</p></blockquote></td></tr></table>",
    "pictures": f"<p>before {picture()} after {picture(20, 20, 'square')} again {picture()}</p><p>{picture(12, 80, 'tall', ' width=6 height=40')}</p>",
    "links": '<p><a href="https://example.org/a?b=c&amp;d=e#f">address</a> and <a href="mailto:who@example.org">mail</a> and <a href="notes.html#top">relative</a> '
        '<a href="https://example.org/sp ace">space</a> <a href="https://example.org/%20x" title="A title">titled</a></p>'
        '<h2 id="goal">The goal</h2><p><a href="#goal">to goal</a> <a href="#place">to place</a> <b id="place">place here</b> <a href="#1st">to first</a> <i id="1st">first</i></p>',
    "notes": "", "code": "<pre><code class='language-swift'>let a = 1\n  indented\n\n\ttab</code></pre><p>text <code>inline code</code></p><pre>other</pre>",
    "definitions": "<dl><dt>term one</dt><dd>meaning one</dd><dt>term two</dt><dt>term three</dt><dd>meaning two</dd><dd>meaning three</dd></dl>",
    "quotations": "<blockquote><p>outer</p><blockquote><p>inner</p></blockquote><ul><li>quoted item</li></ul></blockquote>",
    "rules": "<p>before</p><hr><p>after</p>", "right-to-left": "<p dir=rtl>שלום עולם abc 12 עולם</p><p>latin שלום latin <b>مرحبا</b></p><p dir=rtl style='text-align:left'>אבג</p>",
    "layout": "<p style='text-align:center'>centre</p><p style='text-align:right'>right</p><p style='text-align:justify'>justified words</p>"
        "<p style='margin-left:36pt;text-indent:-18pt'>hanging</p><p style='background-color:#e0f0ff'>shaded</p>",
    "characters": "<p>a&amp;b &lt;c&gt; “q” 日本語 😀 é non&nbsp;breaking soft&shy;hyphen no‑break hyphen</p><p lang=de>Größe <span lang=fr>élève</span></p>",
    "long": "".join(f"<p>paragraph number {number} with <b>bold {number}</b></p>" for number in range(300)),
    "empty": "<p></p>",
}
del PAGES["notes"]
TEXTS = {
    "notes.md": "# Notes\n\nText[^1] with two[^b] notes.\n\n| a | b |\n|---|:-:|\n| cell[^c] | mid |\n\n[^1]: First note.\n[^b]: Second note\n    with *two* lines.\n\n    And a paragraph.\n[^c]: In a cell.\n",
    "tasks.md": "- [ ] open task\n- [x] done task\n- plain item\n",
    "words.rtf": r"{\rtf1\ansi Plain {\b bold} and {\i italic}.\par\pard\sb240 {\caps not small}\par {\scaps small}\par}",
}


# Random pages.

class Pages:
    WORDS = "one two three alpha beta gamma delta Größe naïve слово 日本語 e5 x=y (aside) end. “quoted” don't".split()
    STYLES = [("<b>", "</b>"), ("<i>", "</i>"), ("<u>", "</u>"), ("<s>", "</s>"), ("<sup>", "</sup>"), ("<sub>", "</sub>"), ("<code>", "</code>"),
              ('<span style="color:#123456">', "</span>"), ('<span style="font-size:17pt">', "</span>"), ('<a href="https://example.org/{}">', "</a>")]

    def __init__(self, seed):
        self.random, self.number = random.Random(seed), 0

    def words(self):
        return " ".join(self.random.choice(self.WORDS) for _ in range(self.random.randint(1, 4)))

    def inlines(self, allowed=True):
        pieces = []
        for _ in range(self.random.randint(1, 4)):
            text = html.escape(self.words())
            if allowed and self.random.random() < 0.4:
                chosen = self.random.sample(self.STYLES, self.random.randint(1, 2))
                # Pandoc keeps no other formatting of code, and one position of letters hides another.
                if any(begin == "<code>" for begin, _ in chosen) or all(begin in ("<sup>", "<sub>") for begin, _ in chosen):
                    chosen = chosen[:1]
                for begin, end in chosen:
                    self.number += 1
                    text = begin.format(self.number) + text + end
            if allowed and self.random.random() < 0.05:
                text += " " + picture(self.random.randint(1, 40), self.random.randint(1, 40), "p")
            pieces.append(text)
        return " ".join(pieces)

    def block(self, depth):
        kind = self.random.choice(["p", "p", "p", "h", "hr", "pre", "ul", "ol", "quote", "table", "dl"] if depth else ["p", "p", "p", "h", "pre"])
        if kind == "h":
            level = self.random.randint(1, 6)
            return f"<h{level}>{self.inlines()}</h{level}>"
        if kind == "hr":
            return "<hr>"
        if kind == "pre":
            return f"<pre>{html.escape(self.words())}\n  {html.escape(self.words())}</pre>"
        if kind in ("ul", "ol"):
            return self.list(depth, kind)
        if kind == "quote":
            return f"<blockquote>{self.blocks(depth - 1, 2)}</blockquote>"
        if kind == "dl":
            # The formatting of terms is not compared in pandoc's tree.
            return f"<dl><dt>{html.escape(self.words())}</dt><dd>{self.blocks(depth - 1, 2)}</dd></dl>"
        if kind == "table":
            return self.table(depth - 1)
        return f"<p>{self.inlines()}</p>"

    def list(self, depth, kind=None):
        kind = kind or self.random.choice(("ul", "ol"))
        start = f' start="{self.random.randint(2, 30)}"' if kind == "ol" and self.random.random() < 0.4 else ""
        entries = []
        for _ in range(self.random.randint(1, 4)):
            # Pandoc ends a list at a heading or table in it, and in a cell the others do not tell what an item continues.
            more = self.random.choice([self.list, lambda depth: f"<p>{self.inlines()}</p>"])(depth - 1) if depth > 1 and self.random.random() < 0.3 else ""
            entries.append(f"<li><p>{self.inlines()}</p>{more}</li>" if more else f"<li>{self.inlines()}</li>")
        return f"<{kind}{start}>{''.join(entries)}</{kind}>"

    def table(self, depth):
        height, width, taken, rows = self.random.randint(1, 4), self.random.randint(1, 4), set(), []
        for row in range(height):
            cells = []
            for column in range(width):
                if (row, column) in taken:
                    continue
                down = self.random.randint(1, min(2, height - row)) if row and self.random.random() < 0.2 else 1
                across = 2 if column + 1 < width and row and (row, column + 1) not in taken and self.random.random() < 0.2 else 1
                taken.update((row + y, column + x) for y in range(down) for x in range(across))
                content = self.blocks(depth, 2) if depth > 0 and self.random.random() < 0.2 else self.inlines()
                cells.append(f"<{'th' if not row else 'td'} rowspan={down} colspan={across}>{content}</{'th' if not row else 'td'}>")
            rows.append(f"<tr>{''.join(cells)}</tr>")
        return f"<table>{''.join(rows)}</table>"

    def blocks(self, depth, most):
        return "".join(self.block(depth) for _ in range(self.random.randint(1, most)))


def sources(folder, count, seed):
    """Writes the sources, and returns their names with the HTML of their content; None for texts that are not HTML."""
    made = {}
    pages = {f"{name}.html": body for name, body in PAGES.items()}
    pages |= {f"random-{seed + number}.html": Pages(seed + number).blocks(2, 6) for number in range(count)}
    for name, body in pages.items():
        made[name] = f"<!DOCTYPE html><html><head><meta charset=utf-8><title>T</title></head><body>{body}</body></html>"
    for name, text in {**made, **TEXTS}.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    return {**made, **dict.fromkeys(TEXTS)}


# What the others find.

FORMATTING = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "s": "strike", "sup": "superscript", "sub": "subscript", "code": "code"}
STYLES = {"color": "color ", "font-size": "size ", "font-family": "font ", "background-color": "background ", "font-variant": ""}


class FormattedPage(PageReading):
    """The formatting of each word of a page, and its links."""

    def __init__(self, content):
        self.looks, self.found_links = Counter(), Counter()
        super().__init__(content)
        self.format(self.root, frozenset(), None)

    def format(self, node, formats, link):
        for child in node[2]:
            if isinstance(child, str):
                # The library has other characters for the hyphens of Word.
                for word in child.replace("\N{SOFT HYPHEN}", "").replace("\N{NON-BREAKING HYPHEN}", "-").split():
                    self.looks[(word, formats)] += 1
                    if link is not None:
                        self.found_links[(link, word)] += 1
                continue
            name, attributes, _ = child
            if self.is_skipped(child):
                continue
            own = set(formats)
            if name in FORMATTING and not (name == "code" and node[0] == "pre"):
                own.add(FORMATTING[name])
                if name in ("sup", "sub"):
                    own.discard("subscript" if name == "sup" else "superscript")
            for declaration in attributes.get("style", "").split(";"):
                key, _, value = (part.strip() for part in declaration.partition(":"))
                if name == "span" and key in STYLES:
                    own = {format for format in own if not STYLES[key] or not format.startswith(STYLES[key])}
                    own.add(STYLES[key] + value.lower().strip("'\"") if STYLES[key] else value)
            self.format(child, frozenset(own), attributes["href"] if name == "a" and "href" in attributes else link)


HIGHLIGHTS = {7: "#ffff00"}


def docx_formatting(path):
    """The formatting of each word of a document as python-docx reads it, and its links."""
    import docx
    from docx.enum.text import WD_COLOR_INDEX
    from docx.oxml.ns import qn
    from docx.text.run import Run
    document = docx.Document(path)
    formatted, links = Counter(), Counter()
    roots = [document.element.body]
    for relationship in document.part.rels.values():
        if relationship.reltype.endswith("/footnotes"):
            roots.append(ElementTree.fromstring(relationship.target_part.blob))
    # The library joins adjacent runs as words of a paragraph; a word may have several formats.
    for root in roots[:1]:
        for paragraph in root.iter(qn("w:p")):
            pieces = []
            for element in paragraph.iter(qn("w:r")):
                run = Run(element, document)
                hyperlink = next((node for node in element.iterancestors(qn("w:hyperlink"))), None)
                link = None
                if hyperlink is not None:
                    identifier, anchor = hyperlink.get(qn("r:id")), hyperlink.get(qn("w:anchor"))
                    link = document.part.rels[identifier].target_ref if identifier else "#" + anchor
                font, formats = run.font, set()
                style = element.find(f"{qn('w:rPr')}/{qn('w:rStyle')}")
                style = style.get(qn("w:val")) if style is not None else None
                for name, value in (("bold", font.bold), ("italic", font.italic), ("strike", font.strike), ("superscript", font.superscript), ("subscript", font.subscript), ("small-caps", font.small_caps)):
                    if value:
                        formats.add(name)
                if font.underline and not (link and style != "Hyperlink"):
                    formats.add("underline")
                if style in ("HTMLCode", "VerbatimChar"):
                    formats.add("code")
                if font.color.rgb is not None and not (link and style != "Hyperlink" and str(font.color.rgb) == "0563C1"):
                    formats.add("color #" + str(font.color.rgb).lower())
                if font.size is not None:
                    formats.add(f"size {font.size.pt:g}pt")
                if font.name and font.name != "MS Gothic":
                    formats.add("font " + font.name.lower())
                if font.highlight_color is not None:
                    formats.add("background " + HIGHLIGHTS.get(int(font.highlight_color), "?"))
                shading = element.find(f"{qn('w:rPr')}/{qn('w:shd')}")
                if shading is not None:
                    formats.add("background #" + shading.get(qn("w:fill")).lower())
                pieces.append((run.text, frozenset(formats), link))
            for text, formats, link in pieces:
                for word in text.split():
                    formatted[(word, formats)] += 1
                    if link is not None:
                        links[(link, word)] += 1
    return formatted, links


def open_links(content):
    """The links of a flat text of LibreOffice."""
    links = Counter()
    for node in ElementTree.fromstring(content).iter():
        if local(node) == "a" and get(node, "href") is not None:
            for word in "".join(node.itertext()).split():
                # It makes relative addresses relative to the folder of its result.
                links[(re.sub(r"^\.\./(in-\d+/)?", "", get(node, "href").removesuffix("|outline")), word)] += 1
    return links


def tree_links(content):
    """The links of pandoc's syntax tree."""
    links = Counter()

    def plain(inlines):
        texts = {"Str": lambda node: node["c"], "Code": lambda node: node["c"][1], "Space": lambda _: " ", "SoftBreak": lambda _: " ", "LineBreak": lambda _: " "}
        pieces = []
        for node in inlines:
            if node["t"] in texts:
                pieces.append(texts[node["t"]](node))
            elif isinstance(node.get("c"), list):
                pieces.append(plain(node["c"] if node["c"] and isinstance(node["c"][0], dict) else next((part for part in node["c"] if isinstance(part, list) and part and isinstance(part[0], dict)), [])))
        return "".join(pieces)

    def walk(node):
        if isinstance(node, dict):
            if node.get("t") == "Link":
                for word in plain(node["c"][1]).split():
                    links[(node["c"][2][0], word)] += 1
            for child in node.values():
                walk(child)
        elif isinstance(node, list):
            for child in node:
                walk(child)
    walk(json.loads(content))
    return links


# Comparing.

def differences(who, wanted, found):
    """Returns the differences between two counters, in words."""
    for key in sorted(set(wanted) | set(found), key=str):
        if wanted[key] != found[key]:
            yield f"{who}: {key}: {wanted[key]} in the source, {found[key]} found"


def compare(who, page, reading, aspects=("words", "headings", "items", "cells", "formats", "counts")):
    for aspect in aspects:
        wanted, found = page.aspect(aspect), reading.aspect(aspect)
        if aspect == "cells":
            # Empty cells fill short rows.
            found = Counter({cell: count for cell, count in found.items() if cell[4] or cell in wanted})
        yield from (f"{aspect}, {words}" for words in differences(who, wanted, found))


def flatten(paths, folder):
    """Returns LibreOffice's flat OpenDocument text of each document, or None."""
    results = {}
    for start in range(0, len(paths), 60):
        inside, outside = os.path.join(folder, f"in-{start}"), os.path.join(folder, f"out-{start}")
        os.makedirs(inside)
        names = {}
        for number, path in enumerate(paths[start:start + 60]):
            names[path] = f"{number:04}"
            shutil.copy(path, os.path.join(inside, names[path] + os.path.splitext(path)[1]))
        command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "fodt:OpenDocument Text Flat XML", "--outdir", outside]
        try:
            subprocess.run(command + sorted(os.path.join(inside, name) for name in os.listdir(inside)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600)
        except subprocess.TimeoutExpired:
            print("LibreOffice did not end in 600 seconds", file=sys.stderr)
        for path, name in names.items():
            result = os.path.join(outside, name + ".fodt")
            results[path] = None
            if os.path.exists(result):
                with open(result, encoding="utf-8-sig") as file:
                    results[path] = file.read()
    return results


def check(form, path, page, flat, tree):
    """The faults of a written document."""
    yield from docx_faults(path) if form == "docx" else package_faults(path)
    if flat is None:
        yield "LibreOffice does not open it"
    if tree is None:
        yield "pandoc does not read it"
    if page is None or flat is None or tree is None:
        return
    if form == "docx":
        yield from compare("LibreOffice", page, OpenReading(flat))
        yield from compare("pandoc", page, TreeReading(tree))
    else:
        # Styles of OpenDocument make terms and headings of tables bold, and pandoc reads neither tables in tables nor most lists of it.
        aspects = ("words", "headings", "items", "cells", "counts")
        yield from compare("LibreOffice", page, OpenReading(flat), aspects)
        yield from compare("odfpy", page, OpenReading(odfpy_document(path).xml()), aspects)
    # The names of places in the document change; that each has its bookmark is a matter of the structure.
    def outside(links):
        return Counter({(address.replace(" ", "%20"), word): count for (address, word), count in links.items() if not address.startswith("#")})
    links = outside(page.found_links)
    if form == "docx":
        yield from (f"links, {words}" for words in differences("pandoc", links, outside(tree_links(tree))))
    yield from (f"links, {words}" for words in differences("LibreOffice", links, outside(open_links(flat))))
    library, (formatted, found) = ("python-docx", docx_formatting(path)) if form == "docx" else ("odfpy", odfpy_words(path))
    yield from (f"links, {words}" for words in differences(library, links, outside(found)))
    yield from (f"formatting, {words}" for words in differences(library, page.looks, formatted))


def run(options):
    folder = options["keep"] or options["scratch"]
    os.makedirs(os.path.join(folder, "source"), exist_ok=True)
    names = sources(os.path.join(folder, "source"), int(options["random"]), int(options["seed"]))
    names = {name: page for name, page in names.items() if options["only"] in name}
    failed = number = 0
    for form in [options["format"]] if options["format"] else FORMATS:
        out = os.path.join(folder, form)
        shutil.rmtree(out, ignore_errors=True)
        paths, reports = {}, {}
        given = [os.path.join(folder, "source", name) for name in names]
        for start in range(0, len(given), 100):
            made = subprocess.run([os.path.abspath(options["program"]), "convert", *given[start:start + 100], "--to", FORMATS[form], "--into", out, "--json"], capture_output=True, timeout=1200)
            for line in made.stdout.decode().splitlines():
                report = json.loads(line)
                if report.get("source"):
                    reports[os.path.basename(report["source"])] = report
                    if report["result"] == "converted":
                        paths[os.path.basename(report["source"])] = report["path"]
            if made.returncode and not paths:
                print(made.stderr.decode()[-500:])
        flats = flatten(list(paths.values()), tempfile.mkdtemp(dir=options["scratch"]))
        for name, content in names.items():
            number += 1
            if name not in paths:
                failed += 1
                print(f"FAILED {name} to {form}: not converted: {str(reports.get(name))[:300]}")
                continue
            made = subprocess.run(["pandoc", "-f", form, "-t", "json", paths[name]], capture_output=True, timeout=300)
            tree = made.stdout.decode() if made.returncode == 0 else None
            page = FormattedPage(content) if content else None
            flaws = list(check(form, paths[name], page, flats[paths[name]], tree))
            failed += bool(flaws)
            if flaws or options["verbose"]:
                print(f"{'FAILED' if flaws else 'ok    '} {name} to {form}" + "".join(f"\n    {flaw}" for flaw in flaws[:None if options["verbose"] else 8]))
                for loss in reports[name].get("losses", []) if options["verbose"] else []:
                    print(f"    lost: {loss['kind']}, {loss['count']}, {loss['detail']}")
    print(f"{number} documents written, {failed} failed")
    return failed


def main():
    options = {"program": None, "only": "", "format": None, "random": "40", "seed": "1", "keep": None, "verbose": False}
    arguments = sys.argv[1:]
    while arguments:
        word = arguments.pop(0)
        name = word.lstrip("-")
        if word == "--verbose":
            options["verbose"] = True
        elif word.startswith("--") and name in options and arguments:
            options[name] = arguments.pop(0)
        elif not word.startswith("-") and options["program"] is None:
            options["program"] = word
        else:
            sys.exit(__doc__)
    if options["program"] is None:
        sys.exit(__doc__)
    missing = [tool for tool in ("soffice", "pandoc") if shutil.which(tool) is None]
    missing += [package for module, package in (("docx", "python-docx"), ("odf", "odfpy")) if find_spec(module) is None]
    if missing:
        print(f"missing: {', '.join(missing)}")
        sys.exit(2)
    with tempfile.TemporaryDirectory() as options["scratch"]:
        sys.exit(1 if run(options) else 0)


main()
