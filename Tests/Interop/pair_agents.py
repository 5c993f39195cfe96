"""Small programs of GTK 4, Qt 6 and LibreOffice that paste and copy on request.

usage: /usr/bin/python3 pair_agents.py gtk | qt | office PIPE

Each line of standard input is a JSON object: "do" names the method, the other members are its arguments. The answer is one line
of JSON. The window keeps running, and serves what it has copied, until standard input ends.
"""
import json, queue, sys, threading, time

LIMIT = 5


class Agent:
    """Processes the events of a toolkit between commands."""

    def turn(self):
        """Handles the pending events of the window."""

    def until(self, condition, limit=LIMIT):
        end = time.monotonic() + limit
        while not condition():
            if time.monotonic() > end:
                return False
            self.turn()
            time.sleep(0.002)
        return True

    def serve(self):
        lines = queue.SimpleQueue()

        def read():
            for line in sys.stdin:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=read, daemon=True).start()
        print(json.dumps("ready"), flush=True)
        while True:
            self.turn()
            try:
                line = lines.get(timeout=0.005)
            except queue.Empty:
                continue
            if line is None:
                return
            command = json.loads(line)
            try:
                answer = getattr(self, command.pop("do"))(**command)
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)

    def mark(self):
        """Forgets the changes of the clipboard that have been reported so far."""
        self.until(lambda: False, 0.01)
        self.has_changed = False
        return True

    def changed(self, *_):
        self.has_changed = True

    def clicked(self):
        """Waits until the window got a click."""
        if not self.until(lambda: self.has_input):
            raise RuntimeError("the window got no click")
        self.has_input = False
        return True


class Gtk4(Agent):
    def __init__(self):
        import gi
        gi.require_version("Gtk", "4.0")
        gi.require_version("Gdk", "4.0")
        from gi.repository import Gdk, Gio, GLib, GObject, Gtk
        self.Gdk, self.Gio, self.GLib, self.GObject = Gdk, Gio, GLib, GObject
        Gtk.init()
        self.context = GLib.MainContext.default()
        self.view = Gtk.TextView()
        self.buffer = self.view.get_buffer()
        self.window = Gtk.Window(title="pairs gtk", default_width=300, default_height=200, child=self.view)
        self.window.present()
        self.clipboard = self.view.get_clipboard()
        self.clipboard.connect("changed", self.changed)
        self.buffer.connect("paste-done", self.pasted)
        clicks = Gtk.GestureClick(propagation_phase=Gtk.PropagationPhase.CAPTURE)
        clicks.connect("pressed", self.entered)
        self.window.add_controller(clicks)
        self.has_changed = self.has_pasted = self.has_input = False

    def turn(self):
        while self.context.iteration(False):
            pass

    def entered(self, *_):
        self.has_input = True

    def pasted(self, *_):
        self.has_pasted = True

    def offered(self):
        return self.clipboard.get_formats().to_string()

    def wait(self):
        """Waits until the toolkit knows what the new owner offers."""
        if not self.until(lambda: self.has_changed and not self.clipboard.get_formats().to_string() == "{ }"):
            raise RuntimeError(f"no new clipboard content was announced: {self.offered()}")

    def paste(self):
        self.wait()
        self.buffer.set_text("")
        self.has_pasted = False
        self.view.emit("paste-clipboard")
        if not self.until(lambda: self.has_pasted):
            raise RuntimeError(f"the text view pasted nothing; it sees {self.offered()}")
        return self.buffer.get_text(*self.buffer.get_bounds(), True)

    def finished(self, begin):
        """The result of an asynchronous call."""
        found = []
        begin(lambda _, result: found.append(result))
        if not self.until(lambda: found):
            raise RuntimeError("the clipboard did not answer")
        return found[0]

    def paste_image(self, like):
        """The size of the pasted picture, and whether its pixels are those of the file."""
        self.wait()
        texture = self.clipboard.read_texture_finish(
            self.finished(lambda done: self.clipboard.read_texture_async(None, done)))
        expected = self.Gdk.Texture.new_from_filename(like)
        same = texture.save_to_png_bytes().get_data() == expected.save_to_png_bytes().get_data()
        return [texture.get_width(), texture.get_height(), same]

    def paste_file(self):
        """The path of the first file. PyGObject cannot hold the list of them: its value is freed too early."""
        self.wait()
        return self.clipboard.read_value_finish(self.finished(
            lambda done: self.clipboard.read_value_async(self.Gio.File, self.GLib.PRIORITY_DEFAULT, None, done))).get_path()

    def copy(self, text):
        self.buffer.set_text(text)
        self.buffer.select_range(*self.buffer.get_bounds())
        self.view.emit("copy-clipboard")
        return self.offered()

    def copy_image(self, path):
        # The type must be the one that GTK has a serializer for, not that of a subclass.
        value = self.GObject.Value(self.Gdk.Texture, self.Gdk.Texture.new_from_filename(path))
        self.clipboard.set_content(self.Gdk.ContentProvider.new_for_value(value))
        return self.offered()

    def copy_files(self, paths):
        files = self.Gdk.FileList.new_from_list([self.Gio.File.new_for_path(path) for path in paths])
        self.clipboard.set_content(self.Gdk.ContentProvider.new_for_value(files))
        return self.offered()


class Qt6(Agent):
    def __init__(self):
        from PyQt6 import QtCore, QtGui, QtWidgets
        self.Core, self.Gui = QtCore, QtGui
        self.application = QtWidgets.QApplication(["pairs qt"])
        self.window = QtWidgets.QWidget()
        self.window.setWindowTitle("pairs qt")
        self.window.resize(300, 200)
        layout = QtWidgets.QVBoxLayout(self.window)
        self.plain, self.rich = QtWidgets.QPlainTextEdit(), QtWidgets.QTextEdit()
        layout.addWidget(self.plain)
        layout.addWidget(self.rich)
        self.window.show()
        self.clipboard = self.application.clipboard()
        self.clipboard.dataChanged.connect(self.changed)
        self.has_changed = self.has_input = False
        agent = self

        class Clicks(QtCore.QObject):
            def eventFilter(self, _, event):
                agent.has_input |= event.type() == QtCore.QEvent.Type.MouseButtonRelease
                return False

        self.clicks = Clicks()
        self.application.installEventFilter(self.clicks)

    def turn(self):
        self.application.processEvents()

    def wait(self):
        def is_there():
            data = self.clipboard.mimeData()
            return self.has_changed and data is not None and data.formats()

        if not self.until(is_there):
            data = self.clipboard.mimeData()
            raise RuntimeError(f"no new clipboard content was announced: {data.formats() if data else None}")

    def paste(self):
        self.wait()
        self.plain.clear()
        self.plain.paste()
        return self.plain.toPlainText()

    def paste_rich(self):
        """The text that a rich editor shows, its bold words and the number of its tables and pictures."""
        self.wait()
        self.rich.clear()
        self.rich.paste()
        document = self.rich.document()
        bold, pictures, block = [], 0, document.begin()
        while block.isValid():
            place = block.begin()
            while not place.atEnd():
                fragment = place.fragment()
                if fragment.charFormat().fontWeight() >= 600:
                    bold.append(fragment.text())
                pictures += fragment.charFormat().isImageFormat()
                place += 1
            block = block.next()
        frames = document.rootFrame().childFrames()
        tables = sum(isinstance(frame, self.Gui.QTextTable) for frame in frames)
        return {"text": self.rich.toPlainText(), "bold": bold, "tables": tables, "pictures": pictures}

    def pixels(self, image):
        return image.convertToFormat(self.Gui.QImage.Format.Format_ARGB32)

    def paste_image(self, like):
        self.wait()
        image = self.clipboard.image()
        return [image.width(), image.height(), self.pixels(image) == self.pixels(self.Gui.QImage(like))]

    def paste_files(self):
        self.wait()
        return [url.toLocalFile() for url in self.clipboard.mimeData().urls()]

    def same(self, path, like):
        """Whether two files show the same picture."""
        first, second = self.Gui.QImage(path), self.Gui.QImage(like)
        return not first.isNull() and self.pixels(first) == self.pixels(second)

    def copy(self, text):
        # A paste before may have left its format.
        self.plain.setCurrentCharFormat(self.Gui.QTextCharFormat())
        self.plain.setPlainText(text)
        self.plain.selectAll()
        self.plain.copy()
        return self.clipboard.mimeData().formats()

    def copy_rich(self, html):
        self.rich.setHtml(html)
        self.rich.selectAll()
        self.rich.copy()
        return self.clipboard.mimeData().formats()

    def copy_image(self, path):
        self.clipboard.setImage(self.Gui.QImage(path))
        return self.clipboard.mimeData().formats()

    def copy_files(self, paths):
        data = self.Core.QMimeData()
        data.setUrls([self.Core.QUrl.fromLocalFile(path) for path in paths])
        self.clipboard.setMimeData(data)
        return self.clipboard.mimeData().formats()


class Office(Agent):
    """Writer and Calc of a running LibreOffice that accepts connections on a pipe."""

    def __init__(self, pipe):
        import uno
        context = uno.getComponentContext()
        resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
        end = time.monotonic() + 60
        while True:
            try:
                remote = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                break
            except Exception:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)
        make = remote.ServiceManager.createInstanceWithContext
        self.desktop = make("com.sun.star.frame.Desktop", remote)
        self.dispatcher = make("com.sun.star.frame.DispatchHelper", remote)
        # LibreOffice may end with its last document.
        self.kept = self.document("swriter")

    def terminate(self):
        """Ends LibreOffice, without questions about unsaved documents."""
        documents = self.desktop.Components.createEnumeration()
        while documents.hasMoreElements():
            document = documents.nextElement()
            if hasattr(document, "setModified"):
                document.setModified(False)
        return self.desktop.terminate()

    def document(self, kind):
        return self.desktop.loadComponentFromURL(f"private:factory/{kind}", "_blank", 0, ())

    def dispatch(self, document, command):
        self.dispatcher.executeDispatch(document.CurrentController.Frame, f".uno:{command}", "", 0, ())

    def pasted(self, kind, content, is_empty):
        """What a new document has after a paste. A dialog may be shown first, which the caller of this agent confirms."""
        document = self.document(kind)
        try:
            self.dispatch(document, "Paste")
            self.until(lambda: content(document) != is_empty, 8)
            return content(document)
        finally:
            document.close(True)

    def writer(self):
        return self.pasted("swriter", self.written, {"text": "", "bold": [], "tables": 0, "cells": [], "pictures": 0, "objects": 0})

    def written(self, document):
        lines, bold, cells = [], [], []
        paragraphs = document.Text.createEnumeration()
        while paragraphs.hasMoreElements():
            paragraph = paragraphs.nextElement()
            if not paragraph.supportsService("com.sun.star.text.Paragraph"):
                continue
            lines.append(paragraph.String)
            portions = paragraph.createEnumeration()
            while portions.hasMoreElements():
                portion = portions.nextElement()
                if portion.CharWeight >= 150 and portion.String.strip():
                    bold.append(portion.String)
        tables = document.TextTables
        for number in range(tables.Count):
            table = tables.getByIndex(number)
            cells += [table.getCellByName(name).String for name in table.CellNames]
        return {"text": "\n".join(lines), "bold": bold, "tables": tables.Count, "cells": cells,
                "pictures": document.GraphicObjects.Count, "objects": document.EmbeddedObjects.Count}

    def open_page(self, text_width, margin, zoom):
        """Opens an empty document in a window that fills the screen and shows nothing but the page.

        Lengths are in hundredths of a millimeter, the zoom is in percent. Returns the title of the window."""
        self.page = self.document("swriter")
        style = self.page.StyleFamilies.getByName("PageStyles").getByName("Standard")
        style.Width = text_width + 2 * margin
        style.LeftMargin = style.RightMargin = style.TopMargin = margin
        controller = self.page.CurrentController
        controller.Frame.LayoutManager.setVisible(False)
        view = controller.ViewSettings
        view.ShowRulers = view.ShowTextBoundaries = view.ShowHoriScrollBar = view.ShowVertScrollBar = False
        # By value, and not by what fits into the window.
        view.ZoomType, view.ZoomValue = 3, zoom
        window = controller.Frame.ContainerWindow
        size = window.Toolkit.WorkArea
        window.setPosSize(0, 0, size.Width, size.Height, 15)
        return controller.Frame.Title

    def read_page(self):
        """The paragraphs of the page outside of tables, and the cells of its tables."""
        paragraphs, elements = [], self.page.Text.createEnumeration()
        while elements.hasMoreElements():
            element = elements.nextElement()
            if element.supportsService("com.sun.star.text.Paragraph"):
                paragraphs.append(self.paragraph(element))
        tables = [self.page.TextTables.getByIndex(number) for number in range(self.page.TextTables.Count)]
        return {"paragraphs": paragraphs, "tables": [table.DataArray for table in tables]}

    @staticmethod
    def paragraph(element):
        """The style of a paragraph, its level as a heading and in lists, and its portions that are bold, italic or a link."""
        found = {"text": element.String, "style": element.ParaStyleName, "heading": element.OutlineLevel,
                 "list": element.NumberingLevel + 1 if element.NumberingIsNumber and element.ListId else 0,
                 "bold": [], "italic": [], "links": []}
        portions = element.createEnumeration()
        while portions.hasMoreElements():
            portion = portions.nextElement()
            if portion.CharWeight >= 150:
                found["bold"].append(portion.String)
            if portion.CharPosture.value != "NONE":
                found["italic"].append(portion.String)
            if portion.HyperLinkURL:
                found["links"].append([portion.String, portion.HyperLinkURL])
        return found

    def calc(self):
        return self.pasted("scalc", self.calculated, {"rows": [[""]], "pictures": 0})

    def calculated(self, document):
        sheet = document.Sheets.getByIndex(0)
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.RangeAddress
        rows = [[self.cell(sheet.getCellByPosition(column, row)) for column in range(end.EndColumn + 1)]
                for row in range(end.EndRow + 1)]
        return {"rows": rows, "pictures": sheet.DrawPage.Count}

    @staticmethod
    def cell(cell):
        """The number of a cell, or its text."""
        return cell.Value if cell.Type.value == "VALUE" else cell.String

    def copy_cells(self, rows):
        """Copies a table from a document that stays open."""
        document = self.document("scalc")
        sheet = document.Sheets.getByIndex(0)
        for row, values in enumerate(rows):
            for column, value in enumerate(values):
                cell = sheet.getCellByPosition(column, row)
                if isinstance(value, str):
                    cell.String = value
                else:
                    cell.Value = value
        area = sheet.getCellRangeByPosition(0, 0, len(rows[0]) - 1, len(rows) - 1)
        document.CurrentController.select(area)
        self.dispatch(document, "Copy")
        return True

    def copy_words(self, plain, bold):
        """Copies a paragraph with bold words from a document that stays open."""
        document = self.document("swriter")
        cursor = document.Text.createTextCursor()
        document.Text.insertString(cursor, plain, False)
        cursor.CharWeight = 150.0
        document.Text.insertString(cursor, bold, False)
        self.dispatch(document, "SelectAll")
        self.dispatch(document, "Copy")
        return True


if __name__ == "__main__":
    {"gtk": Gtk4, "qt": Qt6, "office": Office}[sys.argv[1]](*sys.argv[2:]).serve()
