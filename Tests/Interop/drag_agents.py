"""The programs of pair_agents.py with places that take drops and places that drags begin in.

usage: /usr/bin/python3 drag_agents.py gtk | qt | office PIPE

The windows of GTK 4 and Qt 6 have four places from top to bottom: "view", the text widget of the toolkit with the drops that it takes by
itself; "zone", which takes files and text and keeps a record of them; "text" and "files", from which drags begin.
"""
import sys

import pair_agents

WIDTH, HEIGHT = 360, 90


class Places:
    """What both toolkits record."""

    def begin(self):
        self.drops, self.ends, self.source_text, self.source_files = [], [], "", []

    def offer(self, text, paths):
        """Sets what the next drags from "text" and "files" give."""
        self.source_text, self.source_files = text, paths
        return True

    def dropped(self):
        """What has been dropped in the zone since the last call."""
        drops, self.drops = self.drops, []
        return drops

    def ended(self):
        """How drags from the window ended since the last call: the name of the action."""
        ends, self.ends = self.ends, []
        return ends


class Gtk4(Places, pair_agents.Gtk4):
    def __init__(self):
        super().__init__()
        from gi.repository import Gtk
        self.begin()
        self.is_cancelled = False
        self.window.set_child(None)
        # A title bar that the toolkit draws would move the places.
        self.window.set_decorated(False)
        self.zone = Gtk.Label(label="zone")
        target = Gtk.DropTarget.new(self.GObject.TYPE_NONE, self.Gdk.DragAction.COPY)
        target.set_gtypes([self.Gdk.FileList, self.GObject.TYPE_STRING])
        target.connect("drop", self.take)
        self.zone.add_controller(target)
        self.text, self.files = Gtk.Label(label="text"), Gtk.Label(label="files")
        for widget, prepare in ((self.text, self.text_content), (self.files, self.files_content)):
            source = Gtk.DragSource(actions=self.Gdk.DragAction.COPY)
            source.connect("prepare", prepare)
            source.connect("drag-cancel", self.cancel)
            source.connect("drag-end", self.end)
            widget.add_controller(source)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for widget in (self.view, self.zone, self.text, self.files):
            widget.set_size_request(WIDTH, HEIGHT)
            box.append(widget)
        self.window.set_default_size(WIDTH, 4 * HEIGHT)
        self.window.set_child(box)

    def take(self, target, value, *_):
        formats = target.get_current_drop().get_formats().to_string()
        files = [file.get_path() for file in value.get_files()] if isinstance(value, self.Gdk.FileList) else []
        self.drops.append({"files": files, "text": value if isinstance(value, str) else "", "formats": formats})
        return True

    def cancel(self, *_):
        self.is_cancelled = True
        return False

    def end(self, _, drag, *__):
        # A drag that was cancelled has its last action, and ends as well.
        self.ends.append("cancelled" if self.is_cancelled else drag.get_selected_action().first_value_nick or "none")
        self.is_cancelled = False

    def text_content(self, *_):
        return self.Gdk.ContentProvider.new_for_value(self.GObject.Value(str, self.source_text))

    def files_content(self, *_):
        files = self.Gdk.FileList.new_from_list([self.Gio.File.new_for_path(path) for path in self.source_files])
        return self.Gdk.ContentProvider.new_for_value(files)

    def viewed(self):
        """The text that was dropped in the text widget since the last call."""
        text = self.buffer.get_text(*self.buffer.get_bounds(), True)
        self.buffer.set_text("")
        return text


class Qt6(Places, pair_agents.Qt6):
    def __init__(self):
        super().__init__()
        from PyQt6 import QtWidgets
        self.begin()
        agent, core, gui = self, self.Core, self.Gui

        class Zone(QtWidgets.QLabel):
            def dragEnterEvent(self, event):
                event.acceptProposedAction()

            def dropEvent(self, event):
                data = event.mimeData()
                agent.drops.append({
                    "files": [url.toLocalFile() for url in data.urls()], "text": data.text() if data.hasFormat("text/plain") else "",
                    "formats": " ".join(data.formats())})
                event.acceptProposedAction()

        class Source(QtWidgets.QLabel):
            def mousePressEvent(self, event):
                self.start = event.position()

            def mouseMoveEvent(self, event):
                if (event.position() - self.start).manhattanLength() < 8:
                    return
                data = core.QMimeData()
                if self.text() == "text":
                    data.setText(agent.source_text)
                else:
                    data.setUrls([core.QUrl.fromLocalFile(path) for path in agent.source_files])
                drag = gui.QDrag(self)
                drag.setMimeData(data)
                agent.ends.append(drag.exec(core.Qt.DropAction.CopyAction).name.removesuffix("Action").lower())

        zone, text, files = Zone("zone"), Source("text"), Source("files")
        zone.setAcceptDrops(True)
        self.rich.hide()
        layout = self.window.layout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (zone, text, files):
            layout.addWidget(widget)
        for widget in (self.plain, zone, text, files):
            widget.setFixedSize(WIDTH, HEIGHT)
        self.window.setFixedSize(WIDTH, 4 * HEIGHT)

    def viewed(self):
        """The text that was dropped in the text widget since the last call."""
        text = self.plain.toPlainText()
        self.plain.clear()
        return text


class Office(pair_agents.Office):
    def open(self, x, y, width, height):
        """Opens an empty document in a window at a place of the screen. Returns the title of the window."""
        self.page = self.document("swriter")
        frame = self.page.CurrentController.Frame
        frame.LayoutManager.setVisible(False)
        frame.ContainerWindow.IsMaximized = False
        frame.ContainerWindow.setPosSize(x, y, width, height, 15)
        return frame.Title

    def written_page(self):
        """What the document has."""
        return self.written(self.page)


if __name__ == "__main__":
    {"gtk": Gtk4, "qt": Qt6, "office": Office}[sys.argv[1]](*sys.argv[2:]).serve()
