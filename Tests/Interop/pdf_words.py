#!/usr/bin/env python3
"""The witness of the text of PDFs: what conversions to HTML change in the words, links, headings and pages.

usage: pdf_words.py PROFFER [FOLDER] [--jobs N] [--keep FOLDER]

Makes documents of known words with LibreOffice: hyphenated and justified columns, lists, tables, links, headings,
footnotes, indexes, scripts without spaces or from right to left, empty pages. The words of the result must be those of the source,
with the numbers and bullets of lists between them.

Each PDF, also those below the FOLDER, is compared with the output of Poppler's programs: the characters of all words, the links, the
outline, the pages and those without text. Each of them is in the result or counted as lost. A PDF that pdftotext refuses is
refused with one line. If pdftotext itself orders characters differently, the different words are only counted.
"""
import collections, concurrent.futures, html, html.parser, json, os, re, shutil, subprocess, sys, tempfile

# Unicode formatting characters, which pdftotext adds to right-to-left text, and the zero-width space.
FORMATTING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200B, 0x200E, 0x200F, 0xFEFF])
HYPHENS = "-\u2010\u00ad"


class Page(html.parser.HTMLParser):
    """The text of the result, with a space between blocks, and its links, headings and page breaks."""

    def __init__(self, text):
        super().__init__()
        self.words, self.links, self.headings, self.breaks, self.skipped = [], set(), 0, 0, 0
        self.parts = []
        self.feed(text)
        self.close()
        self.text = "".join(self.parts)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag in ("p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "br", "li", "td"):
            self.parts.append("\n")
        self.skipped += tag == "title"
        self.headings += bool(re.fullmatch("h[1-6]", tag))
        self.breaks += "page-break" in attributes.get("style", "")
        if tag == "a" and attributes.get("href"):
            self.links.add(attributes["href"])

    def handle_endtag(self, tag):
        self.skipped -= tag == "title"

    def handle_data(self, data):
        if not self.skipped:
            self.parts.append(data)


def run(*words, timeout=300):
    return subprocess.run([str(word) for word in words], capture_output=True, timeout=timeout)


def characters(text):
    """The number of each character; hyphens, spaces and control characters are left out."""
    return collections.Counter(
        character for character in text.translate(FORMATTING)
        if not character.isspace() and character not in HYPHENS and ord(character) >= 0x20 and not 0xFFFE <= ord(character) <= 0xFFFF)



class Comparison:
    def __init__(self, program, path, words=None):
        self.path, self.faults, self.refused = path, [], False
        self.word_count = self.other_words = 0
        with tempfile.TemporaryDirectory() as folder:
            self.compare(program, folder, words)

    def compare(self, program, folder, words):
        out = os.path.join(folder, "out.html")
        try:
            converted = run(program, "convert", self.path, "--from", "com.adobe.pdf", "--to", "html", "--json", "-o", out)
        except subprocess.TimeoutExpired:
            return self.faults.append("takes longer than 300 seconds")
        # A document that pdftohtml or pdftotext refuses or does not survive has no text to compare.
        try:
            theirs = run("pdftotext", "-enc", "UTF-8", self.path, "-", timeout=150)
            markup = run("pdftohtml", "-xml", "-i", "-enc", "UTF-8", self.path, os.path.join(folder, "links"), timeout=150)
        except subprocess.TimeoutExpired:
            self.refused = True
            return
        if converted.returncode != 0:
            lines = converted.stderr.decode(errors="replace").strip().splitlines()
            if len(lines) != 1:
                self.faults.append(f"{len(lines)} lines on standard error: {lines[:2]}")
            elif theirs.returncode == 0 and markup.returncode == 0:
                self.faults.append(f"is refused: {lines[0]}")
            self.refused = True
            return
        if theirs.returncode != 0:
            self.faults.append("is converted, but pdftotext refuses it")
            return
        with open(out, encoding="utf-8") as file:
            page = Page(file.read())
        with open(os.path.join(folder, "links.xml"), encoding="utf-8", errors="replace") as file:
            marks = file.read()
        losses = collections.Counter()
        for loss in json.loads(converted.stdout.splitlines()[0])["losses"]:
            losses[loss.get("detail") or loss["kind"]] += loss["count"] or 0
        text = theirs.stdout.decode(errors="replace")
        # Forms of its output differ for damaged documents and for mixed directions; the result has to be that of one of them.
        boxes = re.findall(r"<page .*?</page>", run("pdftotext", "-bbox", "-enc", "UTF-8", self.path, "-").stdout.decode(errors="replace"), re.S)
        boxes = [html.unescape(" ".join(re.findall(r"<word [^>]*>(.*?)</word>", page, re.S))) for page in boxes]
        faults = []
        for pages in (text.split("\f")[:-1], boxes):
            self.faults = []
            self.check_pages(page, pages, losses)
            self.check_characters(page, " ".join(pages))
            faults.append(self.faults)
        self.faults = min(faults, key=len)
        self.check_marks(page, marks, losses)
        found = [word for word in page.text.translate(FORMATTING).split()]
        if words is not None:
            self.check_words(found, words)
        known = self.known_words(text)
        self.word_count = len(found)
        self.other_words = sum(word not in known for word in found)

    def check_pages(self, page, pages, losses):
        if page.breaks != max(len(pages) - 1, 0) or losses["pages"] != len(pages):
            self.faults.append(f"{page.breaks} page breaks and {losses['pages']} pages counted for {len(pages)} pages")
        empty = sum(not characters(text) for text in pages)
        if losses["pages without text"] != empty:
            self.faults.append(f"{losses['pages without text']} pages without text counted, and there are {empty}")

    def check_characters(self, page, text):
        ours, theirs = characters(page.text), characters(text)
        if ours != theirs:
            lost, added = theirs - ours, ours - theirs
            shown = "".join(lost)[:40], "".join(added)[:40]
            self.faults.append(f"{sum(lost.values())} characters lost ({shown[0]}), {sum(added.values())} added ({shown[1]})")

    def check_marks(self, page, marks, losses):
        entries = [entry for entry in re.findall(r"<item(?: page=\"-?\d+\")?>(.*?)</item>", marks, re.S) if html.unescape(entry).strip()]
        lost = losses["outline entries whose title is not in the text"] + losses["outline entries without a page"]
        if page.headings + lost != len(entries):
            self.faults.append(f"{page.headings} headings and {lost} lost entries for an outline of {len(entries)}")
        addresses = {html.unescape(address) for address in re.findall(r'<a href="([^"]*)"', marks)}
        addresses = {address for address in addresses if not re.fullmatch(r"[^/]*\.html#\d+", address)}
        clean = {"".join(character for character in address if ord(character) >= 0x20) for address in addresses}
        if "" in clean and not losses["links without an address"]:
            self.faults.append("links without an address are not counted")
        missing = clean - {""} - {html.unescape(link) for link in page.links}
        if missing and not losses["links whose text is not found"]:
            self.faults.append(f"{len(missing)} links are missing and not counted: {sorted(missing)[0][:80]}")

    def check_words(self, found, words):
        """The words of the source are those of the result, with the numbers and bullets of lists between them."""
        found, wanted = collections.Counter(found), collections.Counter(words)
        lost = wanted - found
        added = {word for word in found - wanted if not re.fullmatch(r"[•◦▪–]|\d{1,3}[.)]?|\[?[a-z][.)]", word)}
        if lost or added:
            self.faults.append(f"the words {sorted(lost)[:5]} are lost, and {sorted(added)[:5]} are added")

    @staticmethod
    def known_words(text):
        """The words of pdftotext, and neighbors joined with and without a hyphen."""
        known = set()
        words = text.translate(FORMATTING).split()
        for first, second in zip(words, words[1:] + [""]):
            known.add(first)
            known.add(first + second)
            if first[-1] in HYPHENS:
                known.add(first[:-1] + second)
        return known


# MARK: Documents

SPACES = " ".join(f'xmlns:{key}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for key, name in {
    "office": "office", "style": "style", "text": "text", "table": "table", "draw": "drawing", "fo": "xsl-fo-compatible",
    "svg": "svg-compatible"}.items()) + ' xmlns:xlink="http://www.w3.org/1999/xlink"'
STYLES = """
<style:style style:name="Hyphenated" style:family="paragraph"><style:paragraph-properties fo:text-align="justify"
 fo:hyphenation-ladder-count="no-limit"/><style:text-properties fo:hyphenate="true" fo:language="en" fo:country="US"
 fo:hyphenation-remain-char-count="2" fo:hyphenation-push-char-count="2"/></style:style>
<style:style style:name="Indented" style:family="paragraph"><style:paragraph-properties fo:text-indent="0.5cm"/></style:style>
<style:style style:name="Reversed" style:family="paragraph"><style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="start"/></style:style>
<style:style style:name="Page" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>
<style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="Low" style:family="text"><style:text-properties style:text-position="sub 58%%"/></style:style>
<style:style style:name="High" style:family="text"><style:text-properties style:text-position="super 58%%"/></style:style>
<style:style style:name="Columns" style:family="section"><style:section-properties text:dont-balance-text-columns="false">
<style:columns fo:column-count="2" fo:column-gap="1.2cm"/></style:section-properties></style:style>
<text:list-style style:name="Bullets">%s</text:list-style><text:list-style style:name="Numbers">%s</text:list-style>
""" % (
    "".join(f'<text:list-level-style-bullet text:level="{level}" text:bullet-char="{mark}"><style:list-level-properties '
            f'text:space-before="{level * 0.6}cm" text:min-label-width="0.6cm"/></text:list-level-style-bullet>' for level, mark in ((1, "•"), (2, "◦"))),
    '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."><style:list-level-properties '
    'text:space-before="0.6cm" text:min-label-width="0.6cm"/></text:list-level-style-number>')

TEXT = """Documentation describes internationalization, representation, administration and communication of organizations. Readers
understand considerable responsibilities immediately, although characteristically complicated configurations remain. A well-known
compatibility requirement is the implementation-independent serialization; experimentation demonstrates extraordinary possibilities."""


def paragraph(text, style="", tag="p"):
    return f'<text:{tag} text:style-name="{style}">{text}</text:{tag}>' if style else f"<text:{tag}>{text}</text:{tag}>"


def heading(text, level=1, style=""):
    return f'<text:h text:outline-level="{level}"' + (f' text:style-name="{style}"' if style else "") + f">{text}</text:h>"


def items(style, *entries):
    return f'<text:list text:style-name="{style}">' + "".join(f"<text:list-item>{entry}</text:list-item>" for entry in entries) + "</text:list>"


def link(text, address):
    return f'<text:a xlink:type="simple" xlink:href="{address}">{text}</text:a>'


def table(*rows):
    return '<table:table table:name="T"><table:table-column table:number-columns-repeated="%d"/>' % len(rows[0]) + "".join(
        "<table:table-row>" + "".join(f"<table:table-cell>{paragraph(cell)}</table:table-cell>" for cell in row) + "</table:table-row>"
        for row in rows) + "</table:table>"


def documents():
    """Pairs of a name and the content of a text document."""
    hyphenated = "".join(paragraph(TEXT, "Hyphenated") for _ in range(4))
    yield "paragraphs", paragraph(TEXT) + paragraph(TEXT, "Indented") + paragraph("Short.") + paragraph(TEXT, "Indented")
    yield "hyphens", hyphenated
    yield "columns", paragraph("Before it, well-known.") + f'<text:section text:style-name="Columns" text:name="s">{hyphenated}</text:section>' + paragraph("After.")
    yield "bullets", paragraph("Before.") + items(
        "Bullets", paragraph("short"), paragraph(TEXT), paragraph("outer") + items("Bullets", paragraph("inner " + TEXT), paragraph("last"))) + paragraph("After.")
    yield "numbers", paragraph("Before.") + items("Numbers", *(paragraph(f"entry {word} " + TEXT) for word in "one two three four five six seven eight nine ten".split()))
    yield "headings", "".join(heading(f"Title of chapter {name}", 1, "Page" if index else "") + heading(f"Section of {name}", 2) + paragraph(TEXT)
                              for index, name in enumerate(["Alpha", "Beta", "Gamma"]))
    yield "links", paragraph(f'A link to {link("one place", "https://example.org/one?a=1&amp;b=2")} and {link("another", "https://example.org/two")}.') \
        + paragraph(f'{TEXT} {link("A link that is so long that it continues on another line, which is a part of it", "https://example.org/long")} ends.') \
        + paragraph(f'{link("here", "https://example.org/here")} and here') \
        + paragraph(f'back to {link("the top", "#Top|outline")}') + heading("Top")
    yield "table", paragraph("Before.") + table(["Name", "Number"], ["One", "first"], ["Two", "second"]) + paragraph("After.")
    yield "indexes", paragraph('Water is H<text:span text:style-name="Low">2</text:span>O, energy is mc<text:span text:style-name="High">2</text:span>, '
                               'and <text:span text:style-name="Bold">bo</text:span>ld words.')
    yield "footnotes", paragraph(f'Text<text:note text:note-class="footnote" text:id="n"><text:note-citation>1</text:note-citation>'
                                 f'<text:note-body>{paragraph("of a footnote")}</text:note-body></text:note> continues. {TEXT}')
    yield "spaceless", paragraph("文書の文字は行の終わりで分けられるが、単語の間に空白はない。" * 6)
    yield "reversed", paragraph("שלום עולם זה טקסט ארוך מאוד בעברית " * 6, "Reversed") + paragraph("مرحبا بالعالم هذا نص عربي", "Reversed")
    yield "empty", paragraph("One.") + paragraph("", "Page") + paragraph("Three.", "Page")
    yield "nothing", paragraph("")
    yield "pages", "".join(paragraph(f"Page number {number}. {TEXT}", "Page" if number > 1 else "") for number in range(1, 41))


def source_words(content):
    """The words of a content, in which each paragraph ends a word; a citation is a part of the word before it."""
    content = re.sub(r"</text:(p|h)>", "\n", re.sub(r"<text:note .*?</text:note>", lambda note: "1 " + re.sub("<text:note-citation>.*?</text:note-citation>", "", note[0]), content))
    return html.unescape(re.sub("<[^>]*>", "", content)).split()


def made_documents(folder):
    """The paths of the documents with their words."""
    sources = {}
    for name, content in documents():
        path = os.path.join(folder, name + ".fodt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'<?xml version="1.0" encoding="UTF-8"?><office:document {SPACES} office:version="1.2" '
                       f'office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>{STYLES}</office:automatic-styles>'
                       f"<office:body><office:text>{content}</office:text></office:body></office:document>")
        sources[path] = source_words(content)
    options = '{"ExportBookmarks":{"type":"boolean","value":"true"}}'
    subprocess.run(
        ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", f"pdf:writer_pdf_Export:{options}", "--outdir", folder]
        + list(sources), capture_output=True, timeout=600, check=True)
    return {path.replace(".fodt", ".pdf"): words for path, words in sources.items()}


def main():
    arguments, places, keep, jobs = sys.argv[1:], [], None, os.cpu_count() or 1
    while arguments:
        word = arguments.pop(0)
        if word == "--keep":
            keep = arguments.pop(0)
        elif word == "--jobs":
            jobs = int(arguments.pop(0))
        else:
            places.append(os.path.abspath(word))
    missing = [program for program in ("soffice", "pdftotext", "pdftohtml") if not shutil.which(program)]
    if missing:
        print(f"pdf_words: {' and '.join(missing)} missing", file=sys.stderr)
        sys.exit(2)
    program, folders = places[0], places[1:]
    with tempfile.TemporaryDirectory() as folder:
        inputs = made_documents(folder)
        made_count = len(inputs)
        for place in folders:
            for parent, _, names in sorted(os.walk(place)):
                inputs.update({os.path.join(parent, name): None for name in sorted(names) if name.lower().endswith(".pdf")})
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            comparisons = list(pool.map(lambda pair: Comparison(program, *pair), inputs.items()))
        for comparison in comparisons[:made_count]:
            if comparison.refused:
                comparison.faults.append("was made by this script, and is refused")
        wrong = [comparison for comparison in comparisons if comparison.faults]
        for comparison in wrong:
            print(f"{os.path.basename(comparison.path)}: {'; '.join(comparison.faults)}")
            if keep:
                os.makedirs(keep, exist_ok=True)
                shutil.copy(comparison.path, keep)
    words, other = sum(c.word_count for c in comparisons), sum(c.other_words for c in comparisons)
    print(f"{made_count} PDFs made and {len(inputs) - made_count} others, {sum(c.refused for c in comparisons)} refused, {words} words, "
          f"{other} not words of pdftotext; {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


main()
