"""The checks of pairs.py with programs of the desktop: file managers, clipboard managers, LibreOffice, browsers and terminals.

Each takes a session, and raises Failed if the pair does not work. It may return a remark.
"""
import csv, glob, os, re, signal, subprocess, time

from pair_checks import BOLD, CELLS, WORDS, arrive, decoded, has_words, received, same
from desktop import GUARD
from pair_sessions import Failed, becomes, desktop_script, end, expect

# File managers on X11

def manager_window(session, program, folder):
    """The window of a file manager that shows a folder."""
    session.program(program, session.desktop.path(folder))
    # The title ends in the name of the program in some versions.
    window = session.desktop.window(f"^{folder}( - .*)?$")
    expect(window, f"{program} shows no window")
    return window


def manager_pastes(program, *names, options=()):
    def check(session):
        folder = f"{program}-pastes-" + "-".join(names).replace(".", "-")
        session.folder_for(folder)
        session.copy(*options, *names)
        window = manager_window(session, program, folder)
        # A window takes keys when its folder has been read, which nothing tells.
        pasted = becomes(lambda: session.key("ctrl+v", window) or becomes(lambda: os.listdir(session.desktop.path(folder)), 1))
        session.desktop.pointer("windowfocus", "--sync", window)
        try:
            expect(pasted, f"{program} pastes nothing")
            arrive(session, names, folder)
        finally:
            session.key("ctrl+w", window)

    return check


def manager_copies(program, keys, *names):
    def check(session):
        folder = f"{program}-{keys.replace('+', '-')}"
        path = session.folder_for(folder)
        for name in names:
            session.desktop.write(f"{folder}/{name}", session.desktop.bytes(name))
        session.copy("notes.txt")
        window = manager_window(session, program, folder)

        def is_copied():
            session.key("ctrl+a", window)
            session.key(keys, window)
            return becomes(lambda: "x-special/gnome-copied-files" in session.desktop.names(), 1)

        try:
            expect(becomes(is_copied), f"{program} copies nothing")
            received(session, names, f"from-{folder}")
            if keys == "ctrl+x":
                expect(not os.listdir(path), "the files that were cut are still in their folder")
        finally:
            session.key("ctrl+w", window)

    return check


# Clipboard managers

def copyq(session):
    expected = session.desktop.bytes("notes.txt")

    def is_kept():
        for path in glob.glob(session.home("*/copyq/**/*.dat"), recursive=True):
            with open(path, "rb") as file:
                if expected in file.read():
                    return True
        return False

    # CopyQ does not tell when it watches the clipboard, and may ignore everything after a copy or a command that comes earlier.
    for seconds in (1.5, 4, 10, 40, 160):
        process = session.program("copyq")
        time.sleep(seconds)
        session.copy("notes.txt")
        if becomes(is_kept, 2 * seconds, 0.1):
            break
        end(process)
    found = session.desktop.run("copyq", "read", "0")[1]
    session.desktop.run("copyq", "exit")
    expect(found == expected, "the text is not the first entry of the history", found)


def clipman(session):
    desktop = session.desktop
    # It waits a minute for a panel with a tray, and works in the meantime.
    process = session.program("xfce4-clipman")
    expect(becomes(lambda: b"org.xfce.clipman" in desktop.run(
        "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
        "org.freedesktop.DBus.ListNames")[1]), "Clipman does not start")
    try:
        expected = desktop.bytes("notes.txt").decode()
        # It owns its name before it watches the clipboard.
        time.sleep(2)
        session.copy("notes.txt")
        # Its history is written at its end, and the text may reach it some time after the copy.
        time.sleep(1)
        begin = time.monotonic()
        for number in desktop.owners():
            os.kill(number, signal.SIGTERM)
        expect(desktop.owners_end(), "proffer does not end")
        # Clipman 1.6 does not answer requests to save; the owner then waits for 10 s, as GTK 3 does.
        remark = f"proffer waited {time.monotonic() - begin:.1f} s for Clipman"
        arrived = []
        # Clipman 1.6 offers the texts that have a MIME type again, and not UTF8_STRING.
        name = "text/plain;charset=utf-8"
        expect(becomes(lambda: arrived.append(desktop.read(name)) or arrived[-1].decode() == expected, interval=0.1),
               "Clipman does not keep the text when proffer ends", arrived[-1:])
    finally:
        end(process)
    history = os.path.join(session.home("cache"), "xfce4", "clipman", "textsrc")
    expect(becomes(lambda: os.path.exists(history)), "Clipman writes no history")
    with open(history, encoding="utf-8") as file:
        expect(expected.replace("\n", "\\n").rstrip("\\n")[:200] in file.read(), "the text is not in the history")
    return remark


# LibreOffice on X11

def office(session, do, *names, **arguments):
    agent = session.office()
    session.copy(*names)
    # LibreOffice remembers for some seconds which types the clipboard had, and may crash if one of them is gone.
    time.sleep(2.5)
    return agent.ask(do, meanwhile=session.confirm, **arguments)


def writer(name):
    def check(session):
        answer = office(session, "writer", name)
        everything = "\n".join([answer["text"], *answer["cells"]])
        remark = f"{answer['tables']} table, {answer['pictures']} pictures, {answer['objects']} objects"
        expect(not answer["objects"], f"an embedded object arrives: {remark}")
        if name == "config.json":
            same(everything.rstrip("\n"), decoded(session.desktop.bytes(name)).rstrip("\n"))
        elif name == "expenses.csv":
            for value in sum(csv_rows(session), []):
                has_words(everything, value.split("\n"))
        else:
            has_words(everything)
            expect(any(BOLD in each for each in answer["bold"]), f"no bold words arrive: {remark}", everything[:200])
            expect(answer["tables"] == 1 and all(cell in answer["cells"] for cell in CELLS), f"no table arrives: {remark}", answer["cells"])
            if name.endswith(".rtfd"):
                expect(answer["pictures"] == 1, f"the picture does not arrive: {remark}")
        return remark

    return check


def csv_rows(session, name="expenses.csv"):
    with open(session.desktop.path(name), newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def calc(name):
    def check(session):
        answer = office(session, "calc", name)
        rows = answer["rows"]
        flat = [str(cell) for row in rows for cell in row if cell != ""]
        if name == "config.json":
            # The import of text splits lines at separators and quotes.
            has_words(" ".join(flat), ["version", "Trip notes — Málaga", "enabled", "layers", "roads", "ночь"])
        elif name == "expenses.csv":
            expected = csv_rows(session)
            expect(len(rows) == len(expected), f"{len(rows)} rows arrive instead of {len(expected)}", rows[:4])
            for row, wanted in zip(rows[1:], expected[1:]):
                expect([row[1], row[2], row[4].strip()] == [wanted[1], wanted[2], wanted[4].strip()] and row[3] == float(wanted[3]),
                       "a row is different", row, wanted)
        else:
            has_words("\n".join(flat), WORDS[:3])
            lines = [row for row in rows if any(str(cell).strip() == CELLS[0] for cell in row)]
            expect(lines and any(str(cell).strip() in (CELLS[1], "126.0") for cell in lines[0]), "the table is not in cells of its own", rows[:8])
        return f"{len(rows)} rows, {answer['pictures']} objects or pictures"

    return check


def calc_copies(session):
    rows = [["Place", "Größe, €", "Note"], ["Málaga", 126.5, 'the "small" one'], ["Córdoba", 41, "a, b"]]
    session.copy("photo.png")
    session.office().ask("copy_cells", rows=rows)
    expect(session.desktop.owners_end(), "Calc does not take the clipboard")
    session.paste("--accept", "csv", "--convert", "--force", "-o", "cells.csv")
    arrived = csv_rows(session, "cells.csv")
    expect(arrived == [[str(value) for value in row] for row in rows], "other cells arrive", arrived, session.offered())
    text = session.paste().decode()
    expect("Málaga\t126.5\t" in text, "the text has no tabs between the cells", text)


def writer_copies(session):
    session.copy("photo.png")
    session.office().ask("copy_words", plain="plain größe ", bold="fett 😀")
    expect(session.desktop.owners_end(), "Writer does not take the clipboard")
    same(session.paste("--accept", "text").decode().rstrip("\n"), "plain größe fett 😀")
    markdown = session.paste("--accept", "md", "--convert").decode()
    expect("**fett 😀**" in markdown, "the Markdown has no bold words", markdown, session.offered())


# Browsers

class Page(desktop_script.Page):
    """A page in Chromium with a plain and a rich field, which reports what it contains after a paste, and what its script could read."""
    SOURCE = b"""<!DOCTYPE html><meta charset=utf-8><title>page of the test</title>
<style>body{margin:0} #plain,#rich{position:absolute;left:0;width:400px;height:150px;overflow:auto}</style>
<textarea id=plain style="top:0"></textarea><div id=rich style="top:200px" contenteditable>plain <b>bold gr\xc3\xb6\xc3\x9fe</b></div>
<script>
let types, files, read;
document.addEventListener('paste', event => {
  types = Array.from(event.clipboardData.types);
  files = Array.from(event.clipboardData.files, file => file.name);
  read = Object.fromEntries(types.map(type => [type, event.clipboardData.getData(type)]));
});
document.addEventListener('input', event => {
  if (event.inputType != 'insertFromPaste') return;
  const field = event.target;
  fetch('/', {method: 'POST', body: JSON.stringify(
    {kind: field.id, text: field.value || field.innerText, html: field.innerHTML, types, files, read})});
});
document.addEventListener('focusin', event => fetch('/', {method: 'POST', body: JSON.stringify({kind: 'focus ' + event.target.id})}));
document.addEventListener('copy', () => setTimeout(() => fetch('/', {method: 'POST', body: '{"kind": "copied"}'}), 100));
</script>"""
    PLACES = {"plain": (200, 130), "rich": (200, 330)}
    PROGRAM = "Chromium"

    def open(self, address):
        # With a session bus, Chromium asks for the password of a keyring before it loads anything.
        bus = self.desktop.environment.pop("DBUS_SESSION_BUS_ADDRESS")
        try:
            return super().open(address)
        finally:
            self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"] = bus

    def enter(self, session, field):
        """Clicks into a field, and selects what it contains."""
        desktop = self.desktop
        if session.protocol == "x11":
            desktop.pointer("windowraise", self.window, "windowfocus", "--sync", self.window)
        else:
            session.focus(f'title="{self.TITLE}"')
        desktop.move(*self.PLACES[field])
        desktop.button(True)
        desktop.button(False)
        while not self.reports.empty():
            self.reports.get()
        session.key("ctrl+a")

    def wait(self, kind, limit=GUARD):
        until = time.monotonic() + limit
        while time.monotonic() < until:
            report = self.report(max(0.1, until - time.monotonic()))
            if report["kind"] == kind:
                return report
        raise Failed(f"the page reports no {kind}")


def page(session, kind):
    made = session.once(kind.PROGRAM, lambda: kind(session.desktop))
    expect(made.window, f"{kind.PROGRAM} shows no page")
    return made


def formatted(text, html):
    """Checks that the notes arrive with bold words and a table."""
    has_words(text)
    expect(re.search(r"<(b|strong)\b[^>]*>Málaga|font-weight: ?(bold|700)[^>]*>Málaga", html) and "<table" in html,
           "no bold words or no table arrive", html[:600])


def wait_for(session, *names):
    """Waits until proffer has made the types that a document does not have. Firefox waits for each of them for about a second."""
    for name in names:
        expect(session.desktop.read(name), f"proffer makes no {name}")


def page_pastes(kind, field, name, *types):
    """A field of a page gets the content of a file, and the script of the page sees the content rather than the file."""
    def check(session):
        window = page(session, kind)
        session.copy(name)
        wait_for(session, *types)
        window.enter(session, field)
        session.key("ctrl+v")
        report = window.wait(field)
        if field == "plain":
            same(report["text"], decoded(session.desktop.bytes(name)))
        else:
            formatted(report["text"], report["html"])
            has_words(report["read"].get("text/html", ""), ["Málaga", "<table"])
        expect(not report["files"] and report["read"].get("text/plain"), "the script of the page gets the file instead of the text", report["types"])

    return check


def page_copies(kind):
    def check(session):
        window = page(session, kind)
        session.copy("notes.txt")
        window.enter(session, "rich")
        # Earlier pastes may have changed the field: it is compared with what a paste into it reports.
        session.copy("notes.html")
        session.key("ctrl+v")
        window.wait("rich")
        session.key("ctrl+a")
        session.key("ctrl+c")
        window.wait("copied")
        expect(session.desktop.owners_end(), f"{kind.PROGRAM} does not take the clipboard")
        has_words(session.paste().decode())
        markdown = session.paste("--accept", "md", "--convert").decode()
        expect("**Málaga**" in markdown and "| Pensión" in markdown, "the Markdown has no bold words or no table", markdown, session.offered())

    return check


# Terminals

def terminal(*command, may_refuse=False, refuses=None, program="notes.txt", finish=()):
    """A program copies in a terminal. Its text arrives or, where the terminal does not allow that, it ends with 2 and says why."""
    def check(session):
        desktop = session.desktop
        for name in ("status", "errors", "focused"):
            if os.path.exists(desktop.path(name)):
                os.remove(desktop.path(name))
        desktop.offer("text/plain" if session.protocol == "wayland" else "UTF8_STRING", b"before")
        # A terminal owns the clipboard only as long as it runs.
        wait = "until [ -e focused ]; do sleep 0.02; done; " if session.protocol == "wayland" else ""
        desktop.write("script", f"{wait}{desktop.proffer} copy --via terminal {program} 2> errors; echo $? > now; mv now status; exec sleep 600\n".encode())
        process = desktop.start(*command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            if wait:
                # Without the focus, foot silently ignores a copy.
                def has_focus():
                    session.focus(f'app_id="{command[0]}"')
                    return desktop.has_focus(command[0])

                expect(becomes(has_focus), "the terminal does not get the focus")
                # The terminal receives the focus event a little later than the compositor reports it.
                time.sleep(0.3)
                desktop.write("focused", b"")
            expect(becomes(lambda: os.path.exists(desktop.path("status"))), "the command does not end in this terminal")
            status, errors = desktop.bytes("status").decode().strip(), desktop.bytes("errors").decode()
            expected = desktop.bytes(program)
            arrived = [b""]

            def has_arrived():
                arrived[0] = desktop.read("UTF8_STRING" if session.protocol == "x11" else "text/plain;charset=utf-8")
                return arrived[0] == expected

            if status == "0":
                expect(not refuses, "proffer says that it copied, in a terminal that cannot", errors, arrived)
                expect(becomes(has_arrived), "proffer ends with 0, and the text does not arrive", errors, arrived[0][:200])
            elif status == "2" and (refuses or may_refuse):
                words = refuses or may_refuse
                expect(any(word in errors for word in words), f"the message names none of {words}", errors)
                return "status 2: " + " ".join(errors.split())
            else:
                raise Failed(f"proffer ends with {status}", errors)
        finally:
            if finish:
                desktop.run(*finish)
            end(process, 2)

    return check
