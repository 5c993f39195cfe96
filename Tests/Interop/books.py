#!/usr/bin/env python3
"""Compares how the program, pandoc and ebooklib read EPUB books.

Usage: books.py PROFFER [--documents FOLDER] [--suite FOLDER] [--only TEXT] [--verbose] [--slow N]
       books.py PROFFER --hostile [--only TEXT] [--slow N] [--verbose]
       books.py --reader ebooklib [--documents FOLDER] [--only TEXT] [--verbose]

Makes the books of book_documents.py, or reads those of the folder --documents; --suite adds your own below a folder.
Compares the headings in their order, words, list items, cells, addresses outside the book, and the numbers of pictures
with pandoc's reading and with the documents of the spine that ebooklib finds. If the others agree, the program must agree
too; if they differ, with the one that the table SETTLED names, or with either. The plain text and the Markdown must have
all words of the page. The losses that book_documents.py expects must be counted. The program must refuse encrypted books
with an error message. With --reader ebooklib, ebooklib takes the place of the program, and only pandoc is compared.

With --hostile, converts each hostile book with a limit on time and memory, and checks the expected outcome. --slow
multiplies the seconds, for builds that are not optimized. --verbose lists all losses and settled differences.

pandoc and ebooklib must be installed. Ends with 1 if something failed, and with 2 if something is missing.
"""

import os, re, shutil, subprocess, sys, tempfile, warnings
from collections import Counter
import book_documents
from attacks import attack
from book_hostile import HOSTILE, make_hostile
from comparisons import differences, order_differences
from office_program import Program, words_of
from office_readings import TreeReading, markdown_words, phrase, tokens
from slide_readings import SlidePage

ASPECTS = ["words", "items", "cells", "links", "counts"]
PANDOC, LIBRARY = "pandoc", "ebooklib"
# Where the others differ, which is right: names of books, aspect (or *), pattern of the key, program ("" if none is), rule.
# The rules are those of EPUB 3.3 and of HTML.
SETTLED = [
    ("drawn.epub", "words", "^[x1]$", "", "EPUB §6.1, MathML: a formula is content, also as text"),
    ("drawn.epub", "counts", "pictures", "", "EPUB §6.2: an SVG picture in the spine is a page of the book"),
    ("fixed.epub", "words", "no|sound|film", "", "HTML, video and audio: their contents are for programs that do not know them"),
    ("footnotes.epub", "words", "first|second|^'?[12]'?$", "", "EPUB Structural Semantics, noteref: the mark of a note is not text, if the note is one"),
    ("footnotes.epub", "items", "note at the end", "", "EPUB Structural Semantics, endnote: an item of a list, or a note"),
    ("footnotes.epub", "counts", "notes", "", "EPUB Structural Semantics, footnote, endnote"),
    ("library-nav.epub", "*", "", LIBRARY, "EPUB §5.7: the navigation document is in the reading order if the spine has it"),
    ("navigation.epub", "*", "", LIBRARY, "EPUB §5.7: the navigation document is in the reading order if the spine has it"),
    ("linear.epub", "*", "", LIBRARY, "EPUB §5.7, itemref: documents with linear=no are part of the book"),
    ("pandoc-2.epub", "words", "^(note1?|\ufe0e)$", "", "a link to a note whose text links back is a note; the marks of both links are not text"),
    ("pandoc-*.epub", "counts", "notes", "", "EPUB Structural Semantics, footnote, endnote; in EPUB 2, links in both directions"),
    ("pandoc-*.epub", "words", "^x2$", "", "EPUB §6.1, MathML: a formula is content, also as text"),
    ("pandoc-*.epub", "words", "^\ufe0e$", "", "EPUB Structural Semantics, backlink: the link from a note to its mark is not text"),
    ("pandoc-contents.epub", "words", "^(table|of|contents|title|page)$", "", "HTML, hidden: the list of landmarks is not shown"),
    ("pandoc-contents.epub", "items", "^\\(1, '(table of contents|title page)'\\)$", "", "HTML, hidden: the list of landmarks is not shown"),
    ("pandoc-*.epub", "words", "grey", LIBRARY, "HTML, figure: its caption is text"),
    ("pandoc-*.epub", "headings", "", LIBRARY, "EPUB §5.7: the page of the title is in the reading order"),
    ("pictures.epub", "words", "the|caption", LIBRARY, "HTML, figure: its caption is text"),
    ("pictures.epub", "words", "missing|picture", "", "no rule: the words of a picture that is missing stand for it"),
    ("pictures.epub", "counts", "", "", "no rule: a picture that is missing is counted"),
    ("renditions.epub", "*", "", PANDOC, "EPUB §4.2, container.xml: the first package is the book"),
    ("repeated.epub", "*", "", "", "EPUB §5.7.2: an itemref does not repeat an item; the document is read once, which a loss counts"),
    ("styles.epub", "words", "hidden|words", "", "CSS 2 §9.2.4 display: what is not displayed is not text"),
]


class Chapters(SlidePage):
    """The content of a page with its headings in order, without addresses inside the book."""

    def link(self, address):
        if re.match("[a-z]+:", address or ""):
            super().link(address)


class BookTree(TreeReading):
    """pandoc's reading without the metadata, which is not text of the book."""

    def __init__(self, content):
        self.titles = []
        super().__init__(content)

    def meta(self, value):
        pass

    def link(self, address):
        if re.match("[a-z]+:", address or ""):
            super().link(address)

    def heading(self, level, text):
        if phrase(text):
            self.titles.append(phrase(text))
        super().heading(level, text)


def pandoc_reading(path):
    try:
        run = subprocess.run(["pandoc", "-f", "epub", "-t", "json", path], capture_output=True, timeout=300)
    except subprocess.TimeoutExpired:
        return None
    return BookTree(run.stdout.decode()) if run.returncode == 0 else None


def library_reading(path):
    """Returns the reading of the documents of the spine, those out of the reading order last; None if ebooklib fails."""
    from ebooklib import epub
    try:
        made = epub.read_epub(path)
        entries = [(entry, "yes") if isinstance(entry, str) else entry for entry in made.spine]
        items = [made.get_item_with_id(name) for kind in ("yes", "no") for name, linear in entries if (linear == "no") == (kind == "no")]
        pages = [item.content for item in items if item is not None and item.media_type in ("application/xhtml+xml", "text/html")]
        encoded = [content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig") for content in pages]
    except Exception:
        return None
    return Chapters("".join(f"<div>{content}</div>" for content in encoded))


def compare(options):
    folder, documents = options["scratch"], options["documents"]
    if not documents:
        documents = os.path.join(folder, "documents")
        missing = book_documents.make(documents)
        if missing:
            print(missing)
    paths, own = [], {name: losses for name, _, _, losses in book_documents.lines()}
    for root in [documents, options["suite"]]:
        for base, _, names in os.walk(root or "/nonexistent"):
            paths += [os.path.join(base, name) for name in names if name.endswith(".epub") and options["only"] in name]
    paths.sort()
    if options["program"]:
        program = Program(options["program"], folder)
        pages, marks, plains = (program.convert(paths, kind) for kind in ("html", "md", "txt"))
    cases, counts, kinds = [], Counter(), Counter()
    for path in paths:
        name, flaws, told = os.path.basename(path), [], []
        library = library_reading(path)
        others = {title: reading for title, reading in ((PANDOC, pandoc_reading(path)), (LIBRARY, library)) if reading is not None}
        if options["program"]:
            report, page = pages[path]
            told = report.get("losses", [])
            reading = Chapters(page) if page is not None else None
        else:
            report, reading = {"message": "not readable or encrypted"}, None if "encrypted" in name else library
            others.pop(LIBRARY, None)
        if "encrypted" in name:
            if reading is not None:
                flaws.append("it is encrypted and was converted")
            elif not re.search("encrypt|password|DRM|rights", words_of(report), re.I):
                flaws.append(f"its refusal does not say that it is encrypted: {words_of(report)[:200]}")
        elif reading is None:
            flaws.append(f"not converted: {words_of(report)[:200]}")
        else:
            if others:
                flaws += differences(name, reading, others, SETTLED, ASPECTS, cases)
                flaws += order_differences(name, "headings", reading.titles, {title: other.titles for title, other in others.items()}, SETTLED, cases)
            if options["program"]:
                if "pandoc" in " ".join(report["plan"]["steps"]):
                    flaws.append("another program has read it")
                for title, text in (("plain text", Counter(tokens(plains[path][1] or ""))), ("Markdown", markdown_words(marks[path][1] or ""))):
                    lacking = reading.words - text
                    if lacking:
                        flaws.append(f"the {title} lacks words: {' '.join(sorted(lacking))[:200]}")
                flaws += [f"no loss is counted of {pattern}" for pattern in own.get(name, ()) if not any(re.search(pattern, f"{loss['kind']} {loss['detail']}", re.I) for loss in told)]
        kinds.update(f"{loss['kind']}: {loss['detail']}" for loss in told)
        counts["failed" if flaws else "agreed"] += 1
        print(f"{'FAILED' if flaws else 'ok    '} {name}: {len(told)} losses" + "".join(f"\n    {flaw}" for flaw in flaws[:None if options["verbose"] else 12]))
        if options["verbose"]:
            for loss in told:
                print(f"    lost: {loss['kind']}, {loss['count']}, {loss['detail']}")
    if options["verbose"]:
        for name, aspect, shown, rule in cases:
            print(f"by rule: {name}, {aspect}, {shown}: {rule}")
    print(f"{len(paths)} books, {counts['agreed']} agreed, {counts['failed']} failed, {len(cases)} cases by a rule, {sum(kinds.values())} losses of {len(kinds)} kinds")
    return counts["failed"]


def main():
    options = {"documents": None, "suite": None, "only": "", "verbose": False, "hostile": False, "slow": 1.0, "program": None, "reader": None}
    arguments = sys.argv[1:]
    while arguments:
        word = arguments.pop(0)
        name = word.lstrip("-")
        if word in ("--verbose", "--hostile"):
            options[name] = True
        elif word in ("--documents", "--suite", "--only", "--slow", "--reader") and arguments:
            options[name] = float(arguments.pop(0)) if name == "slow" else arguments.pop(0)
        elif not word.startswith("-") and options["program"] is None:
            options["program"] = word
        else:
            sys.exit(__doc__)
    if (options["program"] is None) == (options["reader"] is None) or options["reader"] and options["hostile"]:
        sys.exit(__doc__)
    if shutil.which("pandoc") is None and not options["hostile"]:
        print("missing: pandoc; apt-get install pandoc")
        sys.exit(2)
    if not options["hostile"]:
        book_documents.need_packages()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as options["scratch"]:
        sys.exit(1 if (attack(options, HOSTILE, make_hostile, ("html", "txt")) if options["hostile"] else compare(options)) else 0)


main()
