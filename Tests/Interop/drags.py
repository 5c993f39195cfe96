#!/usr/bin/env python3
"""Drags between the windows of `proffer drag` and `proffer catch` and programs of the desktop.

usage: drags.py PROFFER [--only x11|wayland] [--short]

Starts an X server without a screen with a window manager (openbox), and a compositor without one (sway). Drags one of three rows, and
all rows together, into GTK 4, Qt 6, Thunar and LibreOffice Writer, and text and files out of GTK 4, Qt 6 and Thunar into a folder.
Thunar and Writer run on X11 only. Compares what arrived with what was dragged. With --short, runs only GTK 4 and Qt 6, on both displays
at once. Runs with the system's Python, which has Pillow.
"""
import argparse, filecmp, os, shutil, signal, subprocess, sys

from PIL import ImageChops

sys.dont_write_bytecode = True
from pair_sessions import Failed, Session, becomes, desktop_script, end
import pair_programs
import windows
from windows import FOOTER, ROW, ZONE

NAMES = ["first.txt", "zweite größe.txt", "photo.png"]
TEXT = "fallen gelassen: größe 日本語 😀"
TOOLKITS = {"gtk": "GTK 4", "qt": "Qt 6"}
# Where the windows of the other programs are put. Those of proffer are where desktop.py puts them.
PLACES = {"gtk": (20, 40), "qt": (20, 700), "thunar": (900, 40)}
# The size of the windows of the toolkits, and the places in them, as in drag_agents.py.
PLACE_NAMES, PLACE_HEIGHT = ["view", "zone", "text", "files"], 90
SIZE = 360, PLACE_HEIGHT * len(PLACE_NAMES)
check = desktop_script.check


class Drags:
    def __init__(self, kind, proffer, is_short):
        self.session = Session(kind.name, proffer, kind, "drag_agents.py")
        self.display, self.name = self.session.desktop, kind.name
        self.is_short = is_short

    def begin(self):
        self.session.begin()
        self.contents = dict(zip(NAMES, ("the first row\n".encode(), "die zweite Zeile: größe\n".encode(), self.display.bytes("photo.png"))))
        for name, data in self.contents.items():
            self.display.write(name, data)
        self.paths = [self.display.path(name) for name in NAMES]

    def check(self, claim, holds, *detail):
        check(f"{self.name}: {claim}", holds, *detail)

    def drag(self, begin, end):
        self.display.drag(begin, end, pause=0.02 if self.is_short else 0.05)

    # MARK: The windows of proffer

    def open(self, command, *arguments):
        """Starts drag or catch, and waits for its window."""
        self.log = open(self.display.path(f"{command}.log"), "w+b")
        process = self.session.program(
            self.display.proffer, command, "--stay", "--timeout", "600", *arguments, stdout=self.log, stderr=self.log)
        if not self.display.place(f"proffer {command}", *self.display.PLACES[command]):
            raise Failed(f"{command} shows no window", self.errors())
        return process

    def errors(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def close(self, command, process):
        self.check(f"{command} stays", process.poll() is None, self.errors())
        end(process)

    def place_of(self, name, x, y):
        area = self.display.area(name)
        if not area:
            raise Failed(f"there is no window {name}")
        return area[0] + x, area[1] + y

    def row(self):
        return self.place_of("proffer drag", 100, ROW + ROW // 2)

    def footer(self):
        return self.place_of("proffer drag", 100, ROW * len(NAMES) + FOOTER // 2)

    def zone(self):
        return self.place_of("proffer catch", 100, ZONE // 2)

    # MARK: Toolkits

    def agent(self, kind):
        """The agent of a toolkit, with its window in its place."""
        def prepare():
            if self.name == "wayland":
                # Before the window appears: one that has filled the screen may stay large. A comma would end a rule.
                x, y = PLACES[kind]
                for rule in ("floating enable", f"resize set {SIZE[0]} {SIZE[1]}", f"move absolute position {x} {y}"):
                    self.display.run("swaymsg", f'for_window [title="^pairs {kind}$"] {rule}')
            agent = self.session.agent(kind)
            if not self.display.place(f"pairs {kind}", *PLACES[kind]):
                raise Failed(f"the window of {kind} is not at its place")
            area = self.display.area(f"pairs {kind}")
            if (area[2] - area[0], area[3] - area[1]) != SIZE:
                raise Failed(f"the window of {kind} has another size", area)
            return agent

        return self.session.once(f"placed {kind}", prepare)

    def place_in(self, kind, place):
        """The middle of a place in the window of an agent."""
        return self.place_of(f"pairs {kind}", SIZE[0] // 2, PLACE_HEIGHT * PLACE_NAMES.index(place) + PLACE_HEIGHT // 2)

    def arrives(self, agent, ask):
        """The first answer of an agent that is not empty."""
        found = []
        becomes(lambda: found.append(agent.ask(ask)) or found[-1])
        # The pause reveals a second delivery.
        self.display.rest(0.1)
        return found[-1], agent.ask(ask)

    def out_of_rows(self, kind):
        agent, title = self.agent(kind), TOOLKITS[kind]
        self.drag(self.row(), self.place_in(kind, "view"))
        text, more = self.arrives(agent, "viewed")
        self.check(f"the text of a row arrives in {title}", (text, more) == (self.contents[NAMES[1]].decode(), ""), (text, more), self.errors())
        for claim, begin, paths in (("a row arrives as its file", self.row(), self.paths[1:2]), ("all rows arrive as files", self.footer(), self.paths)):
            self.drag(begin, self.place_in(kind, "zone"))
            drops, more = self.arrives(agent, "dropped")
            self.check(f"{claim} in {title}", len(drops) == 1 and not more and self.same_files(drops[0]["files"], paths), drops, more, self.errors())

    def same_files(self, arrived, paths):
        """Whether files have the names and bytes of others; they may be copies."""
        return [os.path.basename(path) for path in arrived] == [os.path.basename(path) for path in paths] and all(
            filecmp.cmp(one, other, False) for one, other in zip(arrived, paths))

    def caught(self, folder, expected):
        """The names and bytes of the files that a folder gets. A name is None where the expected one is."""
        def added():
            found = []
            # Names that begin with a dot are those of files that are not complete.
            for name in sorted(name for name in os.listdir(folder) if not name.startswith(".")):
                with open(os.path.join(folder, name), "rb") as file:
                    found.append((name if expected[0][0] is not None else None, file.read()))
            return found

        becomes(lambda: added() == expected)
        # The pause reveals an incomplete or a second file.
        self.display.rest(0.1)
        return added()

    def into_folder(self, kind, folder):
        agent, title = self.agent(kind), TOOLKITS[kind]
        agent.ask("offer", text=TEXT, paths=self.paths[1:])
        files = [(name, self.contents[name]) for name in sorted(NAMES[1:])]
        for place, claim, expected in (("text", "a text", [(None, TEXT.encode())]), ("files", "a list of files", files)):
            for name in os.listdir(folder):
                os.remove(os.path.join(folder, name))
            self.drag(self.place_in(kind, place), self.zone())
            found = self.caught(folder, expected)
            self.check(f"{claim} of {title} arrives in the folder", found == expected, found, os.listdir(folder), self.errors())
            ends, more = self.arrives(agent, "ended")
            self.check(f"a drag of {claim} ends in {title} as a copy", (ends, more) == (["copy"], []), ends, more)

    # MARK: Programs on X11

    def thunar(self, folder):
        """The window of Thunar for a folder, in its place."""
        window = pair_programs.manager_window(self.session, "thunar", folder)
        self.display.pointer("windowsize", "--sync", window, 640, 480, "windowmove", window, *PLACES["thunar"])
        # Thunar accepts drops only after it has read the folder, and does not report that it has.
        self.display.rest(1)
        return window

    def area_of(self, window):
        name = self.display.pointer("getwindowname", window)
        return self.display.area(" ".join(name))

    def rows_into_thunar(self):
        for claim, begin, names in (("a row arrives", self.row(), NAMES[1:2]), ("all rows arrive", self.footer(), NAMES)):
            folder = claim.replace(" ", "-")
            path = self.session.folder_for(folder)
            window = self.thunar(folder)
            area = self.area_of(window)
            self.drag(begin, (area[2] - 150, area[3] - 150))
            expected = [(name, self.contents[name]) for name in sorted(names)]
            found = self.caught(path, expected)
            self.check(f"{claim} in a folder of Thunar", found == expected, [(name, len(data)) for name, data in found], self.errors())
            self.session.key("ctrl+w", window)
        self.check("the files that were dragged into Thunar are still there", all(map(os.path.exists, self.paths)))

    def thunar_into_folder(self, inbox):
        self.session.folder_for("of-thunar")
        self.display.write(f"of-thunar/{NAMES[1]}", self.contents[NAMES[1]])
        window = self.thunar("of-thunar")
        area = self.area_of(window)
        # The file is where the picture changes when it is selected; the bar below the view changes as well.
        view = area[0], area[1], area[2], area[3] - 60
        before = self.display.grab().crop(view)
        self.session.key("ctrl+a", window)
        self.display.rest(0.5)
        changed = ImageChops.difference(before, self.display.grab().crop(view)).getbbox()
        if not changed:
            raise Failed("Thunar shows no selected file")
        self.session.key("Escape", window)
        for name in os.listdir(inbox):
            os.remove(os.path.join(inbox, name))
        begin = view[0] + (changed[0] + changed[2]) // 2, view[1] + (changed[1] + changed[3]) // 2
        self.drag(begin, self.zone())
        expected = [(NAMES[1], self.contents[NAMES[1]])]
        found = self.caught(inbox, expected)
        self.check("a file of Thunar arrives in the folder", found == expected, found, self.errors())
        self.check("the file is still in the folder of Thunar", os.path.exists(self.display.path(f"of-thunar/{NAMES[1]}")))
        self.session.key("ctrl+w", window)

    def rows_into_writer(self):
        if not shutil.which("soffice"):
            print(f"skipped {self.name}: LibreOffice Writer, because soffice is missing: apt-get install libreoffice-writer python3-uno")
            return
        agent = self.session.office()
        pictures = [f"picture {number}.png" for number in range(3)]
        for name in pictures:
            self.display.write(name, self.contents["photo.png"])

        def written():
            # Writer makes a picture of a picture, and a section of a file of text, about which it asks. Of several such files it asks
            # in several dialogs at once, so all rows are pictures here.
            for window in self.display.pointer("search", "--onlyvisible", "--name", "^Insert Section$"):
                self.display.pointer("windowfocus", "--sync", window, "key", "Return")
            found = agent.ask("written_page")
            return found["text"].split(), found["pictures"]

        for claim, begin, names, expected in (
                ("a row arrives", self.row, NAMES, (self.contents[NAMES[1]].decode().split(), 0)), ("all rows arrive", self.footer, pictures, ([], 3))):
            process = self.open("drag", "--", *names)
            title = agent.ask("open", x=900, y=40, width=640, height=800)
            if not self.display.window(f"^{title}$"):
                raise Failed(f"there is no window {title}")
            self.display.pointer("windowraise", self.display.window("^proffer drag$"))
            self.display.rest(1)
            area = self.display.area(title)
            self.drag(begin(), (area[2] - 300, area[1] + 300))
            becomes(lambda: written() == expected, interval=0.3)
            found = written()
            self.check(f"{claim} in LibreOffice Writer", found == expected, found, self.errors())
            end(process)
        # Its windows cover others.
        agent.stop()
        end(self.session.suite)

    # MARK: Everything

    def run(self):
        process = self.open("drag", "--", *NAMES)
        for kind in TOOLKITS:
            self.guard(lambda: self.out_of_rows(kind), f"rows into {TOOLKITS[kind]}")
        if self.name == "x11" and not self.is_short:
            self.guard(self.rows_into_thunar, "rows into Thunar")
        self.close("drag", process)
        if self.name == "x11" and not self.is_short:
            self.guard(self.rows_into_writer, "rows into LibreOffice Writer")
        inbox = self.session.folder_for("inbox")
        process = self.open("catch", "--into", inbox)
        for kind in TOOLKITS:
            self.guard(lambda: self.into_folder(kind, inbox), f"{TOOLKITS[kind]} into a folder")
        if self.name == "x11" and not self.is_short:
            self.guard(lambda: self.thunar_into_folder(inbox), "Thunar into a folder")
        self.close("catch", process)

    def guard(self, do, claim):
        try:
            do()
        except Failed as error:
            self.check(claim, False, *error.args)


def run(kind, proffer, is_short):
    drags = Drags(kind, proffer, is_short)
    try:
        drags.begin()
        drags.guard(drags.run, "the windows are shown")
    finally:
        drags.session.stop()


def main():
    desktop_script.under_guard()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proffer")
    parser.add_argument("--only", choices=["x11", "wayland"])
    parser.add_argument("--short", action="store_true")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if arguments.short and not arguments.only:
        # Both run at once, because they mostly wait. Their outputs are printed one after the other.
        command = [sys.executable, os.path.abspath(__file__), arguments.proffer, "--short", "--only"]
        both = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for name in ("x11", "wayland")]
        for process in both:
            sys.stdout.buffer.write(process.communicate()[0])
        return max(process.returncode != 0 for process in both)
    for kind in (windows.X11, windows.Wayland):
        if arguments.only in (None, kind.name):
            run(kind, os.path.abspath(arguments.proffer), arguments.short)
    if desktop_script.failures:
        print(f"{len(desktop_script.failures)} checks failed")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
