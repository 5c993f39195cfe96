"""Hostile books: each with the required outcome, and with limits on time and memory.

The line above a function is its line in the table, as in office_hostile.py.
"""

import os
from book_parts import *
from office_hostile import bomb, raw_zip, stored
from office_parts import png, write_package

# Name, expectation, seconds, megabytes, description, function.
HOSTILE = []
WORDS = chapter("One", "<p>words</p>")


def hostile(name, expectation, about, seconds=20, megabytes=1024):
    def add(function):
        HOSTILE.append((name, expectation, seconds, megabytes, about, function))
        return function
    return add


@hostile("bomb.epub", "error", "600 MB of spaces in a chapter", 60, 2560)
def bomb_chapter(path):
    entries = book(chapter("One", "||"))
    head, tail = entries["OEBPS/c1.xhtml"].split(b"||")
    bomb(path, entries, "OEBPS/c1.xhtml", head, tail, b" ", 600)


@hostile("bomb-package.epub", "error", "600 MB of spaces in the package document", 60, 2560)
def bomb_package(path):
    entries = book(WORDS, metadata="||")
    head, tail = entries["OEBPS/content.opf"].split(b"||")
    bomb(path, entries, "OEBPS/content.opf", head, tail, b" ", 600)


@hostile("long-chapter.epub", "any", "a paragraph of 50 MB", 90, 2560)
def long_chapter(path):
    entries = book(chapter("One", "<p>||</p>"))
    head, tail = entries["OEBPS/c1.xhtml"].split(b"||")
    bomb(path, entries, "OEBPS/c1.xhtml", head, tail, b"word ", 50)


@hostile("same-chapter.epub", "any", "a chapter of 100 KB that is in the spine 100,000 times", 60, 2560)
def same_chapter(path):
    write_package(path, book(chapter("One", "<p>words</p>" * 8000), spine='<itemref idref="c1"/>' * 100000))


@hostile("same-file.epub", "any", "a chapter of 100 KB that is in the manifest 20,000 times", 60, 2560)
def same_file(path):
    write_package(path, book(chapter("One", "<p>words</p>" * 8000), items="".join(f'<item id="x{n}" href="c1.xhtml" media-type="application/xhtml+xml"/>' for n in range(20000)), spine="".join(f'<itemref idref="x{n}"/>' for n in range(20000))))


@hostile("many-chapters.epub", "any", "20,000 chapters", 90, 2560)
def many_chapters(path):
    write_package(path, book(*[WORDS] * 20000))


@hostile("same-picture.epub", "any", "one picture of 1 MB 3,000 times", 60, 2560)
def same_picture(path):
    write_package(path, book(chapter("One", "<p>words</p>" + '<img src="a.png" alt=""/>' * 3000), parts={"a.png": png() + os.urandom(1 << 20)}))


@hostile("outside.epub", "any", "chapters, pictures and packages whose addresses lead outside")
def outside(path):
    targets = ["../../../../../../etc/passwd", "file:///etc/passwd", "/etc/passwd", "..\\..\\etc\\passwd", "%2e%2e/%2e%2e/%2e%2e/etc/passwd", "//localhost/etc/passwd", "http://localhost:9/x"]
    body = "<p>words</p>" + "".join(f'<img src="{target}" alt="a"/><iframe src="{target}"></iframe><object data="{target}"></object><a href="{target}">l</a>' for target in targets)
    head = "".join(f'<link rel="stylesheet" href="{target}"/>' for target in targets)
    write_package(path, book(chapter("One", body, head), items="".join(f'<item id="o{n}" href="{target}" media-type="application/xhtml+xml"/>' for n, target in enumerate(targets)), spine='<itemref idref="c1"/>' + "".join(f'<itemref idref="o{n}"/>' for n in range(len(targets)))))


for number, target in enumerate(("../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "META-INF/container.xml", "mimetype", "", "gone.opf")):
    def elsewhere(path, target=target):
        write_package(path, {**book(WORDS), "META-INF/container.xml": container(target)})
    hostile(f"container-{number}.epub", "error", f"the container names the package {target or '(nothing)'}")(elsewhere)
for title, part in (("container", "META-INF/container.xml"), ("package", "OEBPS/content.opf"), ("type", "mimetype"), ("chapter", "OEBPS/c1.xhtml"), ("navigation", "OEBPS/nav.xhtml")):
    def missing(path, part=part):
        write_package(path, {name: data for name, data in book(WORDS, WORDS).items() if name != part})
    hostile(f"missing-{title}.epub", {"container": "told", "package": "error"}.get(title, "any"), f"{part} is missing")(missing)


@hostile("empty-spine.epub", "any", "no document in the spine")
def empty_spine(path):
    write_package(path, book(spine=""))


@hostile("spine-kinds.epub", "any", "the spine has the package, the container, a picture and a style sheet, with and without fallbacks that are loops")
def spine_kinds(path):
    items = ('<item id="o" href="content.opf" media-type="application/xhtml+xml"/><item id="k" href="../META-INF/container.xml" media-type="application/xhtml+xml"/><item id="p" href="a.png" media-type="image/png" fallback="q"/><item id="q" href="b.bin" media-type="application/x" fallback="p"/>'
             '<item id="r" href="c.bin" media-type="application/x" fallback="r"/><item id="c1" href="nav.xhtml" media-type="application/xhtml+xml"/>')
    write_package(path, book(WORDS, items=items, spine="".join(f'<itemref idref="{name}"/>' for name in ("c1", "o", "k", "p", "q", "r", ""))))


@hostile("note-loops.epub", "any", "footnotes that refer to themselves and to each other", 60)
def note_loops(path):
    mark = '<a epub:type="noteref" href="#n{0}">x</a>'
    notes = "".join(f'<aside epub:type="footnote" id="n{n}"><p>note {mark.format(other)}{mark.format(other)}</p></aside>' for n, other in [(1, 1), (2, 3), (3, 2), *((n, n + 1) for n in range(10, 40))])
    write_package(path, book(chapter("One", f"<p>words {mark.format(1)}{mark.format(2)}{mark.format(10)}</p>{notes}")))


@hostile("many-notes.epub", "any", "50,000 references to one footnote of 1 KB", 60, 2560)
def many_notes(path):
    write_package(path, book(chapter("One", "<p>words</p>" + '<p>a<a epub:type="noteref" href="#n">1</a></p>' * 50000 + '<aside epub:type="footnote" id="n"><p>' + "note " * 200 + "</p></aside>")))


@hostile("same-identifiers.epub", "any", "1,000 documents with the same 100 identifiers, and links to all", 90, 2560)
def same_identifiers(path):
    write_package(path, book(*(chapter("One", "".join(f'<p id="i{m}"><a href="c{(n * 7 + m) % 1000 + 1}.xhtml#i{m}">words</a></p>' for m in range(100))) for n in range(1000))))


ENTITIES = '<!DOCTYPE x [<!ENTITY e0 "ha">' + "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, 31)) + "]>"
for title, part in (("chapter", "OEBPS/c1.xhtml"), ("package", "OEBPS/content.opf"), ("container", "META-INF/container.xml")):
    def entities(path, part=part):
        entries = book(chapter("One", "<p>words &e30;</p>"), metadata="<dc:subject>&e30;</dc:subject>")
        entries[part] = entries[part].replace(b"?>\n", b"?>\n" + ENTITIES.encode(), 1)
        write_package(path, {name: data if name == part else data.replace(b"&e30;", b"") for name, data in entries.items()})
    hostile(f"entities-{title}.epub", "any", f"a document type in {part} with entities that double 30 times")(entities)


@hostile("outside-entity.epub", "any", "an entity that is a file outside the package")
def outside_entity(path):
    entries = book(chapter("One", "<p>a&f;b</p>"))
    entries["OEBPS/c1.xhtml"] = entries["OEBPS/c1.xhtml"].replace(b"?>\n", b'?>\n<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', 1)
    write_package(path, entries)


for kind, head, tail in (("blocks", "<div>", "</div>"), ("lists", "<ul><li>", "</li></ul>"), ("spans", "<p><span>", "</span></p>"), ("tables", "<table><tr><td>", "</td></tr></table>"), ("vectors", "<svg><g>", "</g></svg>")):
    def deep(path, head=head, tail=tail):
        write_package(path, book(chapter("One", "<p>words</p>" + head * 100000 + "deep" + tail * 100000)))
    hostile(f"nested-{kind}.epub", "any", f"100,000 times {head}", 60, 2560)(deep)


@hostile("duplicate.epub", "error", "two entries have the name of a chapter")
def duplicate(path):
    entries = book(WORDS)
    raw_zip(path, [stored(name, data) for name, data in entries.items()] + [stored("OEBPS/c1.xhtml", entries["OEBPS/c1.xhtml"])])


@hostile("encryption.epub", "any", "100,000 lines of encryption, and algorithms without a name", 60)
def encryption(path):
    write_package(path, book(WORDS, encryption=encrypted_data("http://www.idpf.org/2008/embedding", "OEBPS/a.otf") * 100000))


@hostile("encrypted-half.epub", "error", "a chapter is encrypted among 100,000 obfuscated fonts", 60)
def encrypted_half(path):
    write_package(path, book(WORDS, encryption=encrypted_data("http://www.idpf.org/2008/embedding", "OEBPS/a.otf") * 100000 + encrypted_data("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OEBPS/c1.xhtml")))


for number in range(30):
    def truncated(path, number=number):
        write_package(path, book(*[WORDS] * 5))
        size = os.path.getsize(path)
        os.truncate(path, size - 1 - number * (size - 2) // 30)
    hostile(f"truncated-{number:02}.epub", "error", "its end is missing")(truncated)


def make_hostile(folder, only=""):
    """Makes all hostile books, and yields the path of each."""
    for name, *_, function in HOSTILE:
        if only in name:
            path = os.path.join(folder, name)
            function(path)
            yield path
