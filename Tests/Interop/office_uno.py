#!/usr/bin/env python3
"""Makes documents with LibreOffice; office_documents.py runs this script with a Python that has `uno`.

Usage: office_uno.py FOLDER

Each function fills a new text document, and the line above it is its line in the table: the name, the endings of the
saved forms, and its features. Pages of HTML are opened and saved in the same way. One LibreOffice process, without
windows and with its own profile, makes all documents. Ends with 2 if it cannot be started.
"""

import os, shutil, signal, subprocess, sys, tempfile, time

try:
    import uno
    from com.sun.star.awt import Size
    from com.sun.star.beans import PropertyValue
    from com.sun.star.text.ControlCharacter import PARAGRAPH_BREAK
except ImportError:
    # The table can be read without it.
    uno = None
from office_parts import png

FILTERS = {
    "docx": "MS Word 2007 XML", "dotx": "MS Word 2007 XML Template", "docm": "MS Word 2007 XML VBA", "odt": "writer8", "ott": "writer8_template",
    "fodt": "OpenDocument Text Flat XML",
}
PASSWORD = "secret"
# Name, program, features, (function or page, endings).
OFFICE_DOCUMENTS = []


def makes(name, endings, features):
    def add(function):
        OFFICE_DOCUMENTS.append((name, "LibreOffice", features, (function, endings.split())))
        return function
    return add


def page(name, endings, features, text):
    OFFICE_DOCUMENTS.append((name, "LibreOffice", features, (text, endings.split())))


# Pages of HTML.

page("page-formatting", "docx odt fodt", "from HTML: headings, formatting, links, quotation, code, rules", """<h1>Page heading</h1><h2>Second heading</h2><p>plain
<b>boldly</b> <i>italically</i> <u>underlined</u> <s>struck</s> <sup>raised</sup> <sub>lowered</sub> <font color="#c80032">reddish</font>
<a href="https://example.org/">linked words</a> <code>coded</code></p><blockquote>a quotation</blockquote><pre>code  one
  code two</pre><hr><p align="center">centred</p>""")
page("page-lists", "docx odt", "from HTML: lists in lists, starts, kinds of numbers", """<ul><li>bullet one<li>bullet two<ul><li>inner one<li>inner two<ol><li>deep one</ol></ul></ul>
<p>between</p><ol start="4"><li>four<li>five</ol><ol type="a"><li>letter a<li>letter b</ol><ol type="I"><li>roman one</ol>""")
page("page-tables", "docx odt", "from HTML: tables with heads, spans in both directions, colours", """<table border=1><thead><tr><th>head a<th>head b<th>head c</thead><tr><td colspan=2>wide<td rowspan=2>tall
<tr><td bgcolor="#12ab34">green<td>plain</table><p>after the table</p>""")
page("page-pictures", "docx odt ott dotx", "from HTML: a picture with words, a link around it, anchors", """<p id="top">Top</p><p><img alt="a grey square" width=40 height=30 src="picture.png"> after
<a href="https://example.org/"><img alt="clicked" src="picture.png"></a></p><p><a href="#top">to the top</a></p>""")


# Documents through the interface of LibreOffice.

class Writer:
    """A text document that is filled from its end."""

    def __init__(self, document):
        self.document, self.text = document, document.Text
        self.cursor = self.text.createTextCursor()

    def new(self, service, **values):
        made = self.document.createInstance("com.sun.star." + service)
        for name, value in values.items():
            setattr(made, name, value)
        return made

    def end(self):
        self.cursor.gotoEnd(False)
        return self.cursor

    def write(self, words, **values):
        """Adds words with properties at the end."""
        cursor = self.end()
        for name, value in values.items():
            cursor.setPropertyValue(name, value)
        self.text.insertString(cursor, words, False)
        for name in values:
            cursor.setPropertyToDefault(name)

    def line(self, words="", style=None, **values):
        """Writes a paragraph."""
        cursor = self.end()
        cursor.ParaStyleName = style or "Standard"
        for name, value in values.items():
            cursor.setPropertyValue(name, value)
        self.text.insertString(cursor, words, False)
        self.end()
        self.text.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
        self.cursor.gotoEnd(False)
        for name in values:
            self.cursor.setPropertyToDefault(name)

    def put(self, content):
        self.text.insertTextContent(self.end(), content, False)
        self.cursor.gotoEnd(False)

    def style(self, family, name, parent="", **values):
        kind = "ParagraphStyle" if family.startswith("Para") else "CharacterStyle"
        made = self.new("style." + kind)
        self.document.StyleFamilies.getByName(family).insertByName(name, made)
        if parent:
            made.ParentStyle = parent
        for key, value in values.items():
            made.setPropertyValue(key, value)


@makes("office-changes", "docx odt fodt", "tracked insertions, deletions, formatting, of paragraphs; comments")
def changes(writer):
    writer.line("Kept deletable words")
    writer.line("The second paragraph")
    writer.line("The third paragraph")
    writer.document.RecordChanges = True
    search = writer.document.createSearchDescriptor()
    search.SearchString = "deletable"
    writer.document.findFirst(search).String = ""
    search.SearchString = "second"
    found = writer.document.findFirst(search)
    writer.text.insertString(found.End, " inserted", False)
    search.SearchString = "third"
    writer.document.findFirst(search).CharWeight = 150.0
    writer.line("A new paragraph")
    writer.document.RecordChanges = False
    remark = writer.new("text.textfield.Annotation", Content="A remark", Author="Ann")
    writer.write("Commented ")
    writer.put(remark)
    writer.line(" words")


@makes("office-boxes", "docx odt", "frames with text, with tables; shapes with text; anchored in several ways")
def boxes(writer):
    for number, kind in enumerate(("AT_PARAGRAPH", "AS_CHARACTER", "AT_CHARACTER")):
        writer.write(f"Beside {number} ")
        frame = writer.new("text.TextFrame", AnchorType=uno.Enum("com.sun.star.text.TextContentAnchorType", kind), Size=Size(4000, 2000))
        writer.put(frame)
        frame.Text.insertString(frame.Text.createTextCursor(), f"boxed {number}", False)
        writer.line(" after")
    shape = writer.new("drawing.RectangleShape", Size=Size(3000, 1500))
    writer.document.DrawPage.add(shape)
    shape.String = "shape words"
    writer.line("The end")


@makes("office-sections", "docx odt", "sections with columns, hidden sections, page styles, page and column breaks")
def sections(writer):
    writer.line("Before the sections")
    for name, hidden in (("Open", False), ("Hidden", True)):
        section = writer.new("text.TextSection", Name=name)
        writer.put(section)
        inside = section.Anchor.Text.createTextCursorByRange(section.Anchor.Start)
        writer.text.insertString(inside, f"In the {name} section", False)
        section.IsVisible = not hidden
        writer.line("Between")
    writer.line("On a new page", BreakType=uno.Enum("com.sun.star.style.BreakType", "PAGE_BEFORE"))
    writer.line("In a new column", BreakType=uno.Enum("com.sun.star.style.BreakType", "COLUMN_BEFORE"))
    writer.line("On a landscape page", PageDescName="Landscape")


@makes("office-contents", "docx odt", "tables of contents, fields of pages, dates, sequences, references, bookmarks, indexes")
def contents(writer):
    index = writer.new("text.ContentIndex", Title="Contents", CreateFromOutline=True)
    writer.put(index)
    for number in (1, 2):
        writer.line(f"Chapter {number}", "Heading 1")
        writer.line(f"Part of {number}", "Heading 2")
        writer.line(f"Text of {number}")
    writer.write("Page ")
    writer.put(writer.new("text.textfield.PageNumber", NumberingType=4, SubType=uno.Enum("com.sun.star.text.PageNumberType", "CURRENT")))
    writer.write(" date ")
    writer.put(writer.new("text.textfield.DateTime", IsFixed=True, IsDate=True))
    writer.line(" end")
    mark = writer.new("text.Bookmark", Name="place")
    writer.write("Marked ")
    writer.put(mark)
    writer.line("here")
    writer.write("See ")
    writer.put(writer.new("text.textfield.GetReference", ReferenceFieldSource=2, SourceName="place", ReferenceFieldPart=0))
    writer.line(" end")
    writer.write("to the place", HyperLinkURL="#place")
    writer.line("")
    index.update()


@makes("office-lists", "docx odt fodt", "lists of LibreOffice: levels, restarts, formats, numbered headings")
def lists(writer):
    for style in ("List 1", "Numbering 123", "Numbering ABC", "Numbering IVX"):
        for level, words in ((0, "one"), (1, "inner"), (0, "two")):
            writer.line(f"{style.split()[-1]} {words}", NumberingStyleName=style, NumberingLevel=level)
        writer.line(f"after {style.split()[-1]}")
    writer.line("continued three", NumberingStyleName="Numbering 123", NumberingLevel=0)
    writer.line("restarted", NumberingStyleName="Numbering 123", NumberingLevel=0, ParaIsNumberingRestart=True, NumberingStartValue=5)
    writer.line("in the list without number", NumberingStyleName="Numbering 123", NumberingLevel=0, NumberingIsNumber=False)
    rules = writer.document.ChapterNumberingRules
    level = list(rules.getByIndex(0))
    for value in level:
        if value.Name == "NumberingType":
            value.Value = 4
    uno.invoke(rules, "replaceByIndex", (0, uno.Any("[]com.sun.star.beans.PropertyValue", tuple(level))))
    writer.line("Numbered chapter", "Heading 1")
    writer.line("Its text")


@makes("office-tables", "docx odt", "tables of LibreOffice: merged cells, repeated heads, nested tables, colours")
def tables(writer):
    writer.line("Before the table")
    table = writer.new("text.TextTable")
    table.initialize(4, 3)
    writer.put(table)
    for row in range(4):
        for column in range(3):
            table.getCellByPosition(column, row).String = f"r{row}c{column}"
    cursor = table.createCursorByCellName("A2")
    cursor.gotoCellByName("B2", True)
    cursor.mergeRange()
    table.getCellByName("A1").BackColor = 0x12AB34
    table.RepeatHeadline, table.HeaderRowCount = True, 1
    inner = writer.new("text.TextTable")
    inner.initialize(1, 2)
    host = table.getCellByName("C4")
    host.insertTextContent(host.createTextCursor(), inner, False)
    inner.getCellByName("A1").String, inner.getCellByName("B1").String = "inner one", "inner two"
    writer.line("After the table")


@makes("office-heads", "docx odt", "headers and footers of page styles, first and left pages, page numbers")
def heads(writer):
    page = writer.document.StyleFamilies.getByName("PageStyles").getByName("Standard")
    page.HeaderIsOn, page.FooterIsOn, page.HeaderIsShared, page.FirstIsShared = True, True, False, False
    page.HeaderText.String, page.HeaderTextLeft.String, page.HeaderTextFirst.String = "right header", "left header", "first header"
    page.FooterText.String = "the footer"
    writer.line("Text of the page")


@makes("office-notes", "docx odt", "footnotes and endnotes, own marks, in tables and lists")
def notes(writer):
    for service, label in (("Footnote", ""), ("Endnote", ""), ("Footnote", "*")):
        writer.write(f"Words with a {service.lower()}")
        note = writer.new("text." + service, Label=label)
        writer.put(note)
        note.insertString(note.createTextCursor(), f"{service} text{label}", False)
        writer.line(" after")


@makes("office-direction", "docx odt", "right-to-left paragraphs, languages, ruby, emphasis, hidden words")
def direction(writer):
    writer.line("שלום עולם", WritingMode=1)
    writer.line("English עברית together")
    writer.line("日本語", CharLocaleAsian=uno.createUnoStruct("com.sun.star.lang.Locale", Language="ja", Country="JP"))
    writer.write("漢字", RubyText="かんじ")
    writer.write(" shown ")
    writer.write("concealed", CharHidden=True)
    writer.line(" end")


@makes("office-styles", "docx odt dotx ott", "styles of paragraphs and characters, inheritance, Title, Subtitle, quotations, preformatted text, headings to 9")
def styles(writer):
    writer.style("ParagraphStyles", "Own Bold", "Standard", CharWeight=150.0)
    writer.style("ParagraphStyles", "Own Child", "Own Bold", CharPosture=uno.Enum("com.sun.star.awt.FontSlant", "ITALIC"))
    writer.style("CharacterStyles", "Own Word", CharColor=0x12AB34)
    writer.line("Title words", "Title")
    writer.line("Subtitle words", "Subtitle")
    for level in range(1, 10):
        writer.line(f"Heading {level} words", f"Heading {level}")
    for style in ("Own Bold", "Own Child", "Quotations", "Preformatted Text", "Text body", "Standard"):
        writer.line(f"words in {style.lower()}", style)
    writer.write("one ")
    writer.write("styledword", CharStyleName="Own Word")
    writer.line(" end")
    writer.line("direct outline", OutlineLevel=3)


@makes("office-pictures", "docx odt fodt", "pictures with words, as characters and anchored, twice the same")
def pictures(writer):
    provider = writer.context.ServiceManager.createInstanceWithContext("com.sun.star.graphic.GraphicProvider", writer.context)
    graphic = provider.queryGraphic((PropertyValue("URL", 0, "file://" + writer.picture, 0),))
    for kind in ("AS_CHARACTER", "AT_PARAGRAPH"):
        writer.write("Picture ")
        writer.put(writer.new("text.TextGraphicObject", Graphic=graphic, Size=Size(2000, 1500), Title="a title", Description=f"described {kind.lower()}",
                              AnchorType=uno.Enum("com.sun.star.text.TextContentAnchorType", kind)))
        writer.line(" after")


@makes("office-properties", "docx odt", "properties of documents and their own ones")
def properties(writer):
    values = writer.document.DocumentProperties
    values.Title, values.Author, values.Subject, values.Description, values.Keywords = "Title property", "Ann Author", "Subject property", "Description property", ("keyone", "keytwo")
    values.UserDefinedProperties.addProperty("Client", 128, "Custom value")
    writer.line("Text with properties")


@makes("office-encrypted", "odt", "encrypted with a password: must be refused with words")
def encrypted(writer):
    writer.line("Secret words")


class Office:
    """A LibreOffice process that accepts commands."""

    def __init__(self, folder):
        program = shutil.which("soffice")
        if uno is None or program is None:
            print("office_uno.py needs LibreOffice's Writer and python3-uno", file=sys.stderr)
            sys.exit(2)
        name = f"office-documents-{os.getpid()}"
        self.process = subprocess.Popen(
            [program, f"-env:UserInstallation=file://{folder}/profile", "--headless", "--norestore", "--nologo", f"--accept=pipe,name={name};urp"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
        for attempt in range(2000):
            try:
                self.context = resolver.resolve(f"uno:pipe,name={name};urp;StarOffice.ComponentContext")
                break
            except Exception:
                if attempt == 1999 or self.process.poll() is not None and attempt > 100:
                    print("LibreOffice does not answer", file=sys.stderr)
                    sys.exit(2)
                time.sleep(0.3)
        self.desktop = self.context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", self.context)

    def open(self, address="private:factory/swriter", **values):
        return self.desktop.loadComponentFromURL(address, "_blank", 0, arguments(Hidden=True, **values))

    def close(self):
        try:
            self.desktop.terminate()
        except Exception:
            pass
        try:
            self.process.wait(600)
        except subprocess.TimeoutExpired:
            # The process is a script that starts the program.
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def arguments(**values):
    return tuple(PropertyValue(name, 0, value, 0) for name, value in values.items())


def main():
    folder = os.path.abspath(sys.argv[1])
    only = sys.argv[2:]
    with tempfile.TemporaryDirectory() as scratch:
        picture = os.path.join(scratch, "picture.png")
        with open(picture, "wb") as file:
            file.write(png())
        office = Office(scratch)
        try:
            for name, _, _, (source, endings) in OFFICE_DOCUMENTS:
                if only and name not in only:
                    continue
                if callable(source):
                    document = office.open()
                    writer = Writer(document)
                    writer.context, writer.picture = office.context, picture
                    source(writer)
                else:
                    path = os.path.join(scratch, name + ".html")
                    with open(path, "w", encoding="utf-8") as file:
                        file.write('<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>' + source + "</body></html>")
                    document = office.open("file://" + path, FilterName="HTML (StarWriter)")
                for ending in endings:
                    secret = {"Password": PASSWORD} if name.endswith("encrypted") else {}
                    try:
                        document.storeToURL(f"file://{folder}/{name}.{ending}", arguments(FilterName=FILTERS[ending], **secret))
                        print(f"{name}.{ending}")
                    except Exception as error:
                        print(f"{name}.{ending}: {str(error)[:200]}", file=sys.stderr)
                document.close(True)
        finally:
            office.close()


if __name__ == "__main__":
    main()
