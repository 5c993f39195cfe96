#!/usr/bin/env python3
"""Pairs of programs: what `proffer copy` offers is pasted by programs of the desktop, and what they copy by `proffer paste`.

usage: pairs.py PROFFER [--short] [--only WORDS] [--list]

Each row of a table is a source, a receiver, a kind of content and a protocol. The programs are real ones, and are driven without a
person: GTK 4, Qt 6, LibreOffice, Thunar, PCManFM, CopyQ, Clipman, Chromium, Firefox, Thunderbird and terminals, on an X server without
a screen (Xvfb) and on a compositor without one (sway). Prints a line for each pair, then the table of results. Rows for programs that
this test cannot run are listed as untried. The status is 1 if a pair failed or a program is missing.

--short  Run only a selection that takes less than half a minute and needs no LibreOffice.
--only   Run only the rows that contain each of these words.
--list   Print the rows, and run nothing.
"""
import argparse, collections, os, shutil, signal, subprocess, sys, time

sys.dont_write_bytecode = True
from desktop import under_guard
import pair_checks as checks
import pair_mozilla as mozilla
import pair_programs as programs
from pair_sessions import PYTHON, Failed, Session

# The Debian package of each program and Python module that the rows need.
PACKAGES = {
    "Xvfb": "xvfb", "xclip": "xclip", "xdotool": "xdotool", "xterm": "xterm", "sway": "sway", "swaymsg": "sway", "wl-paste": "wl-clipboard",
    "wl-copy": "wl-clipboard", "wtype": "wtype", "chromium": "chromium", "dbus-daemon": "dbus-daemon", "gdbus": "libglib2.0-bin", "foot": "foot", "tmux": "tmux",
    "thunar": "thunar", "pcmanfm": "pcmanfm", "copyq": "copyq", "xfce4-clipman": "xfce4-clipman", "soffice": "libreoffice-writer libreoffice-calc",
    "mate-terminal": "mate-terminal", "xfce4-terminal": "xfce4-terminal", "gtk": "python3-gi gir1.2-gtk-4.0", "qt": "python3-pyqt6 qt6-wayland",
    "office": "python3-uno", "firefox-esr": "firefox-esr", "thunderbird": "thunderbird",
}
MODULES = {"gtk": "import gi; gi.require_version('Gtk', '4.0')", "qt": "import PyQt6.QtWidgets", "office": "import uno"}
DISPLAYS = {"x11": ["Xvfb", "xclip", "xdotool", "dbus-daemon"], "wayland": ["sway", "swaymsg", "wl-paste", "wl-copy", "wtype", "dbus-daemon"]}
# No row takes longer; the receivers that are killed have a limit of their own.
LIMIT = 1200

Row = collections.namedtuple("Row", "source receiver kind protocol check needs is_short")
Untried = collections.namedtuple("Untried", "program reason")


def proffer(receiver, kind, protocol, check, *needs, short=False):
    return Row("proffer copy", receiver, kind, protocol, check, needs, short)


def paste(source, kind, protocol, check, *needs, short=False):
    return Row(source, "proffer paste", kind, protocol, check, needs, short)


FIXTURES = ["notes.md", "notes.txt", "notes-utf16.txt", "notes-windows1252.txt", "config.json", "expenses.csv", "expenses.tsv",
            "contact.vcf", "event.ics", "places.plist", "shopping-list"]
SHOWN = ["notes.html", "notes.rtf", "Notes.rtfd"]
LINKS = ["link.url", "link.webloc", "links.uri"]
OFFICE = ["notes.md", "notes.html", "notes.rtf", "config.json", "expenses.csv", "report.docx", "Notes.rtfd"]
SHORT_TEXTS = {"notes.md", "notes.html", "notes-utf16.txt", "config.json", "expenses.csv", "samples/drawing.svg", "samples/main.rs"}
XTERM_SETTING = ["-xrm", "XTerm*disallowedWindowOps: 20,21,SetXprop"]
# tmux asks for the default selection of the terminal, which is the primary one in xterm without this setting.
TMUX_SETTING = [*XTERM_SETTING, "-xrm", "XTerm*selectToClipboard: true"]
# What proffer makes of a document of Word.
OF_DOCUMENT = ["text/html", "text/rtf", "text/plain;charset=utf-8"]
IN_SHELL = ["sh", "script"]
REMEDY = ["disallowedWindowOps", "allowWindowOps", "setting"]


def toolkits(protocol):
    """GTK 4 and Qt 6, as receivers and as sources."""
    for name in FIXTURES + SHOWN + ["samples/" + name for name in sorted(checks.SAMPLES)]:
        yield proffer("GTK 4 text view", name, protocol, checks.text("gtk", name, is_shown=name in SHOWN), "gtk", short=name in SHORT_TEXTS)
    for name in LINKS:
        yield proffer("GTK 4 text view", name, protocol, checks.link("gtk", name), "gtk")
    for name in ("photo.png", "photo.jpg"):
        yield proffer("GTK 4 picture", name, protocol, checks.image("gtk", name), "gtk", short=name == "photo.png")
    yield proffer("GTK 4 file", "photo.png", protocol, checks.agent_files("gtk", "photo.png"), "gtk")
    for name in ("notes.md", "notes.txt", "config.json", "expenses.csv"):
        yield proffer("Qt 6 QPlainTextEdit", name, protocol, checks.text("qt", name), "qt", short=name == "notes.md")
    yield proffer("Qt 6 QPlainTextEdit", "notes.html", protocol, checks.text("qt", "notes.html", is_shown=True), "qt")
    for name in ("notes.md", "notes.html", "notes.rtf"):
        yield proffer("Qt 6 QTextEdit", name, protocol, checks.rich(name), "qt", short=name == "notes.html")
    yield proffer("Qt 6 QTextEdit", "notes.md as html,text", protocol, checks.rich("notes.md", ["--to", "html,text"]), "qt")
    for name in ("photo.png", "photo.jpg"):
        yield proffer("Qt 6 QClipboard image", name, protocol, checks.image("qt", name), "qt", short=name == "photo.png")
    yield proffer("Qt 6 file URLs", "report.docx photo.png", protocol, checks.agent_files("qt", "report.docx", "photo.png"), "qt")

    for agent, name in (("gtk", "GTK 4"), ("qt", "Qt 6")):
        yield paste(f"{name} text widget", "text", protocol, checks.pasted_text(agent), agent, short=True)
        yield paste(f"{name} text widget", "text, accepted as plain text", protocol, checks.pasted_type(agent, "public.utf8-plain-text"), agent)
        yield paste(f"{name} clipboard", "picture", protocol, checks.pasted_image(agent), agent, "qt")
        yield paste(f"{name} clipboard", "two files", protocol, checks.pasted_files(agent), agent)
    yield paste("Qt 6 QTextEdit", "bold text as html and md", protocol, checks.pasted_rich, "qt")


def page_and_mail(protocol):
    for page, need in ((programs.Page, "chromium"), (mozilla.FirefoxPage, "firefox-esr")):
        name = page.PROGRAM
        for file in ("notes.txt", "notes.md", "config.json"):
            yield proffer(f"{name} text area", file, protocol, programs.page_pastes(page, "plain", file), need)
        for file in ("notes.html", "notes.md", "notes.rtf"):
            yield proffer(f"{name} rich field", file, protocol, programs.page_pastes(page, "rich", file), need)
        yield proffer(f"{name} rich field", "report.docx", protocol, programs.page_pastes(page, "rich", "report.docx", *OF_DOCUMENT),
                      need, "soffice")
        yield paste(f"{name} rich field", "text and md", protocol, programs.page_copies(page), need)
    for file in ("notes.html", "notes.md", "config.json"):
        yield proffer("Thunderbird message", file, protocol, mozilla.thunderbird(file), "thunderbird")


def x11_programs():
    for program, name in (("thunar", "Thunar"), ("pcmanfm", "PCManFM")):
        for files in (["notes.md"], ["config.json"], ["photo.png"], ["report.docx"], ["report.docx", "photo.png"]):
            yield proffer(name, " ".join(files), "x11", programs.manager_pastes(program, *files), program, short=files == ["photo.png"])
        yield proffer(name, "notes.md as a file", "x11", programs.manager_pastes(program, "notes.md", options=["--to", "public.file-url"]), program)
        for keys in ("ctrl+c", "ctrl+x"):
            yield paste(name, f"two files, {keys}", "x11", programs.manager_copies(program, keys, "report.docx", "photo.png"), program)
    yield proffer("CopyQ", "notes.txt", "x11", programs.copyq, "copyq", short=True)
    yield proffer("Clipman", "notes.txt", "x11", programs.clipman, "xfce4-clipman", "gdbus")
    for name in OFFICE:
        yield proffer("LibreOffice Writer", name, "x11", programs.writer(name), "soffice", "office")
    for name in OFFICE:
        yield proffer("LibreOffice Calc", name, "x11", programs.calc(name), "soffice", "office")
    yield paste("LibreOffice Calc", "cells as csv", "x11", programs.calc_copies, "soffice", "office")
    yield paste("LibreOffice Writer", "bold text as md", "x11", programs.writer_copies, "soffice", "office")


def terminals():
    yield proffer("xterm with disallowedWindowOps", "text", "x11", programs.terminal("xterm", *XTERM_SETTING, "-e", *IN_SHELL), "xterm", short=True)
    yield proffer("xterm as it comes", "text", "x11", programs.terminal("xterm", "-e", *IN_SHELL, may_refuse=REMEDY), "xterm", short=True)
    for setting in ("on", "external", "off"):
        # `external` is the default of tmux.
        command = ["sh", "-c", f"echo 'set -s set-clipboard {setting}' > tmux.conf; exec tmux -L pairs -f tmux.conf new-session sh script"]
        may_refuse = None if setting == "on" else ["set-clipboard"]
        yield proffer(f"tmux with set-clipboard {setting}, in xterm", "text", "x11", programs.terminal(
            "xterm", *TMUX_SETTING, "-e", *command, may_refuse=may_refuse, finish=["tmux", "-L", "pairs", "kill-server"]), "xterm", "tmux")
    for program, options in (("mate-terminal", ["--disable-factory", "-x"]), ("xfce4-terminal", ["--disable-server", "-x"])):
        yield proffer(f"{program} (VTE), which must be refused", "text", "x11", programs.terminal(
            program, *options, *IN_SHELL, refuses=["VTE"]), program)
    yield proffer("foot", "text", "wayland", programs.terminal("foot", *IN_SHELL), "foot", short=True)


def rows():
    for protocol in ("x11", "wayland"):
        yield from toolkits(protocol)
        if protocol == "x11":
            yield from x11_programs()
        yield from page_and_mail(protocol)
        yield from (row for row in terminals() if row.protocol == protocol)
    yield proffer("xclip after a killed xclip", "10 MB of text, 4 rounds", "x11", checks.killed("text", 10, 4), short=True)
    for kind in ("text", "bytes"):
        for megabytes in (10, 50, 200):
            yield proffer("xclip after a killed xclip", f"{megabytes} MB of {kind}, 20 rounds", "x11", checks.killed(kind, megabytes))


UNTRIED = [
    Untried("Nautilus, Mutter, GNOME Terminal", "they need a GNOME session with a GPU or a user service manager; VTE is tried in MATE's and Xfce's terminals"),
    Untried("Dolphin, Klipper, KWin, Konsole", "they need a Plasma session"),
    Untried("GTK 3", "Thunar, PCManFM and Clipman are GTK 3 programs"),
    Untried("kitty, Alacritty, WezTerm, Ghostty", "they need OpenGL, which a display without a screen does not have"),
    Untried("iTerm2, Terminal.app, Windows Terminal", "they run on macOS or Windows only"),
    Untried("VS Code, other Electron programs", "Debian does not package them; their clipboard is that of Chromium"),
    Untried("Microsoft Office, Google Docs", "they cannot be installed here"),
]


def missing(row):
    """The needs of a row that this machine does not have, and their packages."""
    found = {}
    for need in (*DISPLAYS[row.protocol], *row.needs):
        if need in MODULES:
            has = subprocess.run([PYTHON, "-c", MODULES[need]], capture_output=True).returncode == 0
        else:
            has = shutil.which(need) is not None
        if not has:
            found[need] = PACKAGES[need]
    return found


def name(row):
    return f"{row.source} > {row.receiver}: {row.kind} [{row.protocol}]"


class Results:
    def __init__(self):
        self.lines, self.failed, self.seconds = [], 0, collections.Counter()

    def add(self, row, result, seconds, remark, details=()):
        line = f"{result:<8}{name(row)} ({seconds:.1f} s)" + (f": {remark}" if remark else "")
        self.lines.append(line)
        self.failed += result == "FAILED"
        self.seconds[f"{row.receiver if row.source == 'proffer copy' else row.source} [{row.protocol}]"] += seconds
        print(line, *(f"        {str(detail)[:1000]}" for detail in details if detail), sep="\n", flush=True)


def late(*_):
    raise Failed("the row exceeds its time limit")


def run(row, session):
    """The result of a row, a remark and details."""
    signal.alarm(LIMIT if "killed" not in row.receiver else 3 * LIMIT)
    try:
        return "ok", row.check(session), ()
    except Failed as error:
        reason, *details = error.args
        signal.alarm(20)
        try:
            details.append(session.offered())
        except Failed:
            pass
        return "FAILED", reason, details
    except Exception as error:
        place = error.__traceback__
        while place.tb_next:
            place = place.tb_next
        return "FAILED", f"{type(error).__name__}: {error}", [f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}"]
    finally:
        signal.alarm(0)


def main():
    under_guard()
    parser = argparse.ArgumentParser(usage="pairs.py PROFFER [--short] [--only WORDS] [--list]")
    parser.add_argument("proffer")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    words = options.only.lower().split()
    chosen = [row for row in rows() if (row.is_short or not options.short) and all(word in name(row).lower() for word in words)]
    if options.list:
        print(*(name(row) + (" (short)" if row.is_short else "") for row in chosen), sep="\n")
        print(*(f"untried: {program}: {reason}" for program, reason in UNTRIED), sep="\n")
        return 0
    signal.signal(signal.SIGALRM, late)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    results, packages = Results(), set()
    for protocol in ("x11", "wayland"):
        here = [row for row in chosen if row.protocol == protocol]
        ready = []
        for row in here:
            lacks = missing(row)
            if lacks:
                packages |= set(" ".join(lacks.values()).split())
                results.add(row, "FAILED", 0, f"{', '.join(lacks)} missing: apt-get install {' '.join(lacks.values())}")
            else:
                ready.append(row)
        if not ready:
            continue
        session = Session(protocol, os.path.abspath(options.proffer))
        try:
            session.begin()
            for row in ready:
                begin = time.monotonic()
                result, remark, details = run(row, session)
                results.add(row, result, time.monotonic() - begin, remark, details)
        finally:
            session.stop()
    print("\n-- results", *results.lines, sep="\n")
    if not words:
        print(*(f"untried {program}: {reason}" for program, reason in UNTRIED), sep="\n")
    print("-- seconds", *(f"{seconds:7.1f}  {part}" for part, seconds in results.seconds.most_common()), sep="\n")
    if packages:
        print(f"-- missing: apt-get install {' '.join(sorted(packages))}")
    print(f"{len(results.lines) - results.failed} of {len(results.lines)} pairs work")
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
