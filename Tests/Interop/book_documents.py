#!/usr/bin/env python3
"""Makes EPUB books with every feature of the format, by ebooklib, pandoc and from text.

Usage: book_documents.py [--hostile] FOLDER | --list

--hostile makes the hostile books instead. --list prints the table: the name of each book, the program that makes it, its
features and the losses that must be counted. Without pandoc its books are omitted with a message. The Python package
`ebooklib` is needed (`pip install ebooklib`). Ends with 2 if it is missing.
"""

import importlib.util, os, shutil, subprocess, sys, tempfile, zipfile
from book_hostile import HOSTILE, make_hostile
from book_parts import *
from office_parts import SVG, png, write_package

MISSING = [] if importlib.util.find_spec("ebooklib") else ["ebooklib"]
# Name, program, features, losses, function. A loss is a pattern.
BOOK_DOCUMENTS = []


def makes(name, features, *losses, program="text"):
    def add(function):
        BOOK_DOCUMENTS.append((name, program, features, losses, function))
        return function
    return add


def need_packages():
    if MISSING:
        print(f"missing: {', '.join(MISSING)}; install with: pip install {' '.join(MISSING)}", file=sys.stderr)
        sys.exit(2)


# From text.

@makes("minimal.epub", "two chapters and a navigation document that is not in the spine")
def minimal(path):
    write_package(path, book(chapter("One", "<p>first words</p>"), chapter("Two", "<p>second words</p>")))


@makes("order.epub", "an order of the spine that is neither that of the manifest nor of the names")
def order(path):
    write_package(path, book(*(chapter(f"Heading {n}", f"<p>words {n}</p>") for n in range(1, 6)), spine="".join(f'<itemref idref="c{n}"/>' for n in (3, 1, 5, 2, 4))))


@makes("linear.epub", "documents of the spine that are not in the reading order")
def linear(path):
    write_package(path, book(chapter("One", "<p>first</p>"), chapter("Aside", "<p>beside the order</p>"), chapter("Two", "<p>second</p>"), spine='<itemref idref="c1"/><itemref idref="c2" linear="no"/><itemref idref="c3" linear="yes"/>'))


@makes("contents.epub", "EPUB 2 with a table of contents in NCX only, and a guide")
def contents(path):
    write_package(path, book(chapter("One", "<p>first</p>"), chapter("Two", "<p>second</p>"), version="2.0", nav=False, ncx=True, after='<guide><reference type="text" title="Start" href="c1.xhtml"/></guide>'))


@makes("navigation.epub", "a navigation document in the spine, with landmarks and a list of pages")
def navigation(path):
    write_package(path, book(chapter("One", "<p>first</p>"), spine='<itemref idref="nav"/><itemref idref="c1"/>', ncx=True))


@makes("pictures.epub", "pictures, an SVG picture, one in the text, a cover, one that is missing", "picture|image")
def pictures(path):
    body = ('<p>before <img src="images/a.png" alt="grey"/> after</p><p><img src="images/b.svg" alt="drawn"/></p><p><img src="images/gone.png" alt="missing picture"/></p>'
            '<figure><img src="images/a.png" alt=""/><figcaption>the caption</figcaption></figure>')
    cover = page('<div><img src="images/cover.png" alt="cover"/></div>', "Cover")
    write_package(path, book(cover, chapter("Pictures", body), items='<item id="i1" href="images/a.png" media-type="image/png"/><item id="i2" href="images/b.svg" media-type="image/svg+xml"/><item id="i3" href="images/cover.png" media-type="image/png" properties="cover-image"/>',
                             parts={"images/a.png": png(), "images/b.svg": SVG, "images/cover.png": png(60, 80)}, metadata='<meta name="cover" content="i3"/>'))


@makes("footnotes.epub", "footnotes in asides, endnotes in another document, links back")
def footnotes(path):
    body = ('<p>first<a epub:type="noteref" href="#n1">1</a> and second<a epub:type="noteref" href="c2.xhtml#n2">2</a></p>'
            '<aside epub:type="footnote" id="n1"><p>note at the foot</p></aside><p>between</p>')
    end = '<section epub:type="endnotes"><h2>Notes</h2><ol><li epub:type="endnote" id="n2"><p>note at the end <a epub:type="backlink" href="c1.xhtml">↩</a></p></li></ol></section>'
    write_package(path, book(chapter("Text", body), page(end, "Notes")))


@makes("metadata.epub", "several titles, creators with roles, languages, dates, subjects, a description, rights")
def metadata(path):
    more = ('<dc:title>Second title</dc:title><dc:creator id="a1">Ann Author</dc:creator><dc:creator opf:role="ill" opf:file-as="Ill, Bea">Bea Ill</dc:creator><dc:contributor>Cy</dc:contributor><dc:publisher>House</dc:publisher>'
            '<dc:subject>One</dc:subject><dc:subject>Two</dc:subject><dc:description>&lt;p&gt;About &lt;b&gt;it&lt;/b&gt;&lt;/p&gt;</dc:description><dc:date>2024-01-31</dc:date><dc:rights>All</dc:rights>'
            '<meta refines="#a1" property="role" scheme="marc:relators">aut</meta>')
    write_package(path, book(chapter("One", "<p>words</p>"), metadata=more))


@makes("obfuscated.epub", "fonts that are obfuscated, by both algorithms")
def obfuscated(path):
    write_package(path, book(chapter("One", "<p>readable words</p>"), items='<item id="f1" href="a.otf" media-type="application/vnd.ms-opentype"/><item id="f2" href="b.otf" media-type="font/otf"/>', parts={"a.otf": b"OTTO" * 500, "b.otf": b"OTTO" * 500},
                             encryption=encrypted_data("http://www.idpf.org/2008/embedding", "OEBPS/a.otf") + encrypted_data("http://ns.adobe.com/pdf/enc#RC", "OEBPS/b.otf")))


@makes("encrypted.epub", "chapters that are encrypted")
def encrypted(path):
    write_package(path, book(bytes(range(256)) * 9, chapter("Two", "<p>x</p>"), encryption=encrypted_data("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OEBPS/c1.xhtml")))


@makes("encrypted-rights.epub", "chapters that are encrypted, with rights")
def encrypted_rights(path):
    write_package(path, book(bytes(range(256)) * 9, encryption=encrypted_data("http://www.w3.org/2001/04/xmlenc#aes256-cbc", "OEBPS/c1.xhtml"), parts={"/META-INF/rights.xml": b'<?xml version="1.0"?><rights xmlns="http://ns.adobe.com/adept"/>'}))


@makes("paths.epub", "names with spaces, letters of other scripts and percent signs, folders, a package in the root")
def paths(path):
    entries = book(folder="")
    spine, items = "", ""
    for number, (name, href) in enumerate((("text/a b.xhtml", "text/a%20b.xhtml"), ("text/größe.xhtml", "text/gr%C3%B6%C3%9Fe.xhtml"), ("text/größer.xhtml", "text/größer.xhtml"), ("text/100%.xhtml", "text/100%25.xhtml"), ("text/deep/c.xhtml", "./text/../text/deep/c.xhtml"))):
        entries[name] = chapter(f"Path {number}", f'<p>words {number} <img src="{"../" * name.count("/")}img/p%20q.png" alt=""/></p>')
        items += f'<item id="p{number}" href="{href}" media-type="application/xhtml+xml"/>'
        spine += f'<itemref idref="p{number}"/>'
    entries["img/p q.png"] = png()
    entries["content.opf"] = opf(items + '<item id="i" href="img/p%20q.png" media-type="image/png"/>', spine)
    write_package(path, entries)


@makes("links.epub", "links between documents, to places, to pages, to documents that are missing")
def links(path):
    body = '<p id="here"><a href="c2.xhtml">to two</a> <a href="c2.xhtml#goal">to goal</a> <a href="#here">here</a> <a href="https://example.org/?a=b&amp;c=d">outside</a> <a href="mailto:who@example.org">mail</a> <a href="gone.xhtml#x">gone</a></p>'
    write_package(path, book(chapter("One", body), chapter("Two", '<p id="here">other here</p><p id="goal">the goal <a href="c1.xhtml#here">back</a></p>')))


@makes("fixed.epub", "fixed layout, a script, sound, a film, media overlays", "script", "sound|audio|video|film|media")
def fixed(path):
    body = '<script>document.write("scripted");</script><p>words</p><audio src="a.mp3" controls="controls">no sound</audio><video src="a.mp4">no film</video>'
    write_package(path, book(chapter("One", body), metadata='<meta property="rendition:layout">pre-paginated</meta>', items='<item id="s" href="a.mp3" media-type="audio/mpeg"/>', parts={"a.mp3": b"ID3" + b"\0" * 99}))


@makes("encodings.epub", "UTF-16, a byte order mark, entities of XHTML, CDATA, a document type")
def encodings(path):
    wide = '<?xml version="1.0" encoding="UTF-16"?>\n' + chapter("Wide", "<p>wide größe</p>").decode().split("?>", 1)[1]
    typed = b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">\n' + chapter("Typed", "<p>caf&eacute;&nbsp;au&#160;lait &hellip; &mdash; end</p>").split(b"?>", 1)[1]
    write_package(path, book(wide.encode("utf-16"), b"\xef\xbb\xbf" + chapter("Marked", "<p>marked</p>"), typed))


@makes("styles.epub", "style sheets: hidden words, words that are bold by a class")
def styles(path):
    body = '<p class="gone">hidden words</p><p>shown <span class="heavy">heavy</span> and <i>slanted</i></p>'
    write_package(path, book(chapter("One", body, '<link rel="stylesheet" type="text/css" href="s.css"/>'), items='<item id="css" href="s.css" media-type="text/css"/>', parts={"s.css": b".heavy { font-weight: bold } .gone { display: none }"}))


@makes("blocks.epub", "lists, tables with spans, quotations, code, definitions, headings of all levels, rules")
def blocks(path):
    body = ("<h2>Two</h2><h3>Three</h3><h4>Four</h4><h5>Five</h5><h6>Six</h6><ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul><ol start=\"3\"><li>third</li></ol><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td rowspan=\"2\">tall</td><td>x</td></tr><tr><td>y</td></tr></tbody></table>"
            "<blockquote><p>quoted</p></blockquote><pre>code  one\n  two</pre><dl><dt>term</dt><dd>meaning</dd></dl><hr/><p>H<sub>2</sub>O <sup>up</sup> <ruby>漢<rt>かん</rt></ruby></p>")
    write_package(path, book(chapter("One", body)))


@makes("missing.epub", "documents of the spine that the manifest or the package lacks", "missing|spine|chapter|document")
def missing(path):
    write_package(path, book(chapter("One", "<p>first</p>"), items='<item id="g" href="gone.xhtml" media-type="application/xhtml+xml"/>', spine='<itemref idref="c1"/><itemref idref="g"/><itemref idref="nowhere"/>'))


@makes("renditions.epub", "two packages, of which the first is the book")
def renditions(path):
    entries = book(chapter("One", "<p>first package</p>"))
    entries["META-INF/container.xml"] = container("OEBPS/content.opf", "other/content.opf")
    entries.update({"other/content.opf": opf('<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>', '<itemref idref="c1"/>'), "other/c1.xhtml": chapter("Other", "<p>second package</p>")})
    write_package(path, entries)


@makes("repeated.epub", "a document that is in the spine twice")
def repeated(path):
    write_package(path, book(chapter("One", "<p>once</p>"), chapter("Two", "<p>other</p>"), spine='<itemref idref="c1"/><itemref idref="c2"/><itemref idref="c1"/>'))


@makes("loose.epub", "documents that are HTML, and not well-formed XML")
def loose(path):
    write_package(path, book(b"<html><head><title>x</title></head><body><h1>Loose</h1><p>first<br>line<p>second & third<ul><li>one<li>two</ul></body></html>"))


@makes("deflated.epub", "a type that is compressed and not the first entry")
def deflated(path):
    entries = book(chapter("One", "<p>words</p>"))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in reversed(entries):
            archive.writestr(name, entries[name])


@makes("drawn.epub", "a chapter that is an SVG picture, pictures and MathML in the text")
def drawn(path):
    body = '<p>before <svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="20" height="30" fill="red"/></svg> after</p><p><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mo>=</mo><mn>1</mn></math></p>'
    write_package(path, book(chapter("One", body), items='<item id="v" href="v.svg" media-type="image/svg+xml"/>', spine='<itemref idref="c1"/><itemref idref="v"/>', parts={"v.svg": SVG}))


# ebooklib.

def library(name, features, *losses):
    """Makes a book with ebooklib; the function gets the book and a function that adds a chapter."""
    def add(function):
        def make(path):
            from ebooklib import epub
            made = epub.EpubBook()
            made.set_identifier("id-" + name)
            made.set_title("Title of " + name)
            made.set_language("en")
            made.add_author("Ann Author")
            chapters = []

            def chapter(title, content):
                one = epub.EpubHtml(title=title, file_name=f"chap{len(chapters)}.xhtml", lang="en")
                one.content = content
                made.add_item(one)
                chapters.append(one)
                return one
            function(made, chapter)
            made.toc = tuple(chapters)
            made.add_item(epub.EpubNcx())
            made.add_item(epub.EpubNav())
            made.spine = ["nav", *chapters] if "nav" in name else chapters
            epub.write_epub(path, made)
        BOOK_DOCUMENTS.append((name, "ebooklib", features, losses, make))
        return function
    return add


@library("library-simple.epub", "three chapters")
def library_simple(made, chapter):
    for number in range(1, 4):
        chapter(f"Chapter {number}", f"<h1>Chapter {number}</h1><p>words of chapter {number} größe</p>")


@library("library-nav.epub", "the navigation document at the start of the spine")
def library_nav(made, chapter):
    chapter("First", "<h1>First</h1><p>first words</p>")
    chapter("Second", "<h1>Second</h1><p>second words</p>")


@library("library-pictures.epub", "a cover, a picture and a style sheet")
def library_pictures(made, chapter):
    from ebooklib import epub
    made.set_cover("cover.png", png(60, 80))
    made.add_item(epub.EpubItem(uid="picture", file_name="images/a.png", media_type="image/png", content=png()))
    made.add_item(epub.EpubItem(uid="style", file_name="style/a.css", media_type="text/css", content=b"p { color: red }"))
    chapter("Pictures", '<h1>Pictures</h1><p>a picture <img src="images/a.png" alt="grey"/></p>')


# pandoc.

MARKDOWN = """---
title: The book
author: [Ann, Bea]
lang: en
date: 2024-01-31
---

# Part one

Words with *emphasis*, **weight**, `code`, a [link](https://example.org/) and a note[^n].

[^n]: The note of part one.

## A section

- one
    - inner
- two

1. first
2. second

| a | b |
|---|---|
| c | d |

# Part two

![grey](picture.png)

> quoted words

    code block

Formula $x^2$ and H~2~O, see [part one](#part-one).
"""


def converted(name, features, form, *arguments):
    def make(path):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "picture.png"), "wb") as file:
                file.write(png())
            with open(os.path.join(folder, "book.md"), "w", encoding="utf-8") as file:
                file.write(MARKDOWN)
            subprocess.run(["pandoc", "book.md", "-t", form, "-o", os.path.abspath(path), *arguments], cwd=folder, check=True, timeout=6000)
    BOOK_DOCUMENTS.append((name, "pandoc", features, (), make))


converted("pandoc-3.epub", "EPUB 3 of Markdown: headings, lists, notes, a table, a picture, a formula", "epub3")
converted("pandoc-2.epub", "EPUB 2 of Markdown", "epub2")
converted("pandoc-contents.epub", "EPUB 3 with a table of contents, chapters of the second level", "epub3", "--toc", "--epub-chapter-level=2", "--number-sections")


def lines():
    """Returns the name, program, features and losses of each book."""
    for name, program, features, losses, _ in BOOK_DOCUMENTS:
        yield name, program, features, losses


def make(folder):
    """Makes all books in a folder, and returns messages about missing programs."""
    need_packages()
    os.makedirs(folder, exist_ok=True)
    has_pandoc = shutil.which("pandoc") is not None
    for name, program, _, _, function in BOOK_DOCUMENTS:
        if program != "pandoc" or has_pandoc:
            function(os.path.abspath(os.path.join(folder, name)))
    return "" if has_pandoc else "pandoc's books are left out: pandoc is missing"


def main():
    arguments = sys.argv[1:]
    if arguments == ["--list"]:
        for name, program, features, losses in lines():
            print(f"{name}\t{program}\t{features}\t{'; '.join(losses)}")
        for name, expectation, seconds, megabytes, about, _ in HOSTILE:
            print(f"{name}\t{expectation}\t{seconds} s\t{megabytes} MB\t{about}")
    elif len(arguments) == 2 and arguments[0] == "--hostile":
        os.makedirs(arguments[1], exist_ok=True)
        print(sum(1 for _ in make_hostile(arguments[1])), "hostile books")
    elif len(arguments) == 1 and not arguments[0].startswith("-"):
        missing = make(arguments[0])
        print(len([name for name in os.listdir(arguments[0]) if not name.startswith(".")]), "books")
        if missing:
            print(missing, file=sys.stderr)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
