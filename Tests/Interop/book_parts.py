"""Parts of EPUB books as text: what book_documents.py and book_hostile.py share."""

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def page(body, title="x", head=""):
    """A content document."""
    return (f'{HEAD}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en"><head><title>{title}</title>{head}</head><body>{body}</body></html>').encode()


def chapter(title, body, head=""):
    return page(f"<h1>{title}</h1>{body}", title, head)


def container(*packages):
    roots = "".join(f'<rootfile full-path="{name}" media-type="application/oebps-package+xml"/>' for name in packages)
    return f'{HEAD}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>{roots}</rootfiles></container>'.encode()


def opf(items, spine, version="3.0", metadata="", after="", attributes=""):
    """A package document."""
    return (f'{HEAD}<package xmlns="http://www.idpf.org/2007/opf" version="{version}" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">'
            f'<dc:identifier id="id">urn:uuid:1</dc:identifier><dc:title>The title</dc:title><dc:language>en</dc:language>{metadata}</metadata><manifest>{items}</manifest><spine{attributes}>{spine}</spine>{after}</package>').encode()


def encrypted_data(algorithm, name):
    return (f'<enc:EncryptedData xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptionMethod Algorithm="{algorithm}"/><enc:CipherData><enc:CipherReference URI="{name}"/></enc:CipherData></enc:EncryptedData>')


def book(*chapters, folder="OEBPS/", spine=None, items="", parts=None, version="3.0", nav=True, ncx=False, metadata="", after="", encryption=""):
    """Returns the entries of a book by their names; the chapters are c1.xhtml and so on, with the same identifiers."""
    names = [f"c{number}" for number in range(1, len(chapters) + 1)]
    listed = "".join(f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>' for name in names) + items
    entries = {"mimetype": b"application/epub+zip", "META-INF/container.xml": container(folder + "content.opf")}
    made = {f"{folder}{name}.xhtml": content for name, content in zip(names, chapters)}
    if nav:
        listed += '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        entry = "".join(f'<li><a href="{name}.xhtml">Contents {name}</a></li>' for name in names)
        made[folder + "nav.xhtml"] = page(f'<nav epub:type="toc"><h1>Contents</h1><ol>{entry}</ol></nav><nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c1.xhtml">Landmark</a></li></ol></nav>', "Contents")
    if ncx:
        listed += '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        points = "".join(f'<navPoint id="n{name}" playOrder="{number}"><navLabel><text>Point {name}</text></navLabel><content src="{name}.xhtml"/></navPoint>' for number, name in enumerate(names, 1))
        made[folder + "toc.ncx"] = f'{HEAD}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head/><docTitle><text>The title</text></docTitle><navMap>{points}</navMap></ncx>'.encode()
    spine = "".join(f'<itemref idref="{name}"/>' for name in names) if spine is None else spine
    entries[folder + "content.opf"] = opf(listed, spine, version, metadata, after, ' toc="ncx"' if ncx else "")
    entries.update(made)
    if encryption:
        entries["META-INF/encryption.xml"] = f'{HEAD}<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">{encryption}</encryption>'.encode()
    for name, content in (parts or {}).items():
        entries[name[1:] if name.startswith("/") else folder + name] = content
    return entries
