#!/usr/bin/env python3
"""The clipboard and drags between proffer and programs of the desktop: xclip, xterm and Chromium on an X server,
wl-clipboard and Chromium on a Wayland compositor; files through the document portal on a session bus.

usage: desktop.py PROFFER [--only x11|wayland] [--large]

Starts an X server without a screen (Xvfb) and a compositor without one (sway, which does not run as root: it runs as nobody
then), copies with proffer and reads with xclip and wl-paste, copies with these and pastes with proffer, and compares. A program
that is missing is a failure. A page in Chromium takes drags and pastes, reports what it got, and is dragged from; xdotool moves the
pointer of the X server, and wayland_pointer.py that of the compositor. With --large, 1 GiB goes both ways.
"""
import argparse, base64, filecmp, glob, http.server, json, os, pwd, queue, re, shlex, shutil, signal, socket, subprocess, sys, tempfile
import threading, time

import recording
from session_bus import PORTAL, SessionBus
from wayland_pointer import WaylandPointer

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FIXTURES = os.path.join(ROOT, "fixtures")
NEEDED = ["Xvfb", "xclip", "xterm", "sway", "swaymsg", "wl-copy", "wl-paste", "chromium", "xdotool", "dbus-daemon", "gdbus", PORTAL]
# What a process may have of memory that is not that of files, whatever it transfers.
ANONYMOUS_LIMIT = 64 << 20
# The time in seconds after which a wait for something that must happen is taken for a hang. Waits end as soon as it has happened; the
# limit is long, because the machine may have other work.
GUARD = 600
failures = []


def under_guard():
    """Runs the script again below .ci/without-leftovers, which ends what the script leaves, even if the script is killed."""
    if os.environ.get("PROFFER_WITHOUT_LEFTOVERS") != str(os.getppid()):
        command = [os.path.join(ROOT, ".ci", "without-leftovers"), sys.executable, *sys.argv]
        os.execv(command[0], command)


def becomes(condition, limit=GUARD, interval=0.02):
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(interval)
    return True


def processes(folder):
    """The numbers of the processes that have their home in a folder."""
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/environ", "rb") as environment:
                if int(number) != os.getpid() and f"HOME={folder}/".encode() in environment.read():
                    yield int(number)
        except OSError:
            continue


def check(claim, holds, *detail):
    print(("ok      " if holds else "FAILED  ") + claim)
    if not holds:
        failures.append(claim)
        for line in detail:
            print("        " + str(line)[:2000])


class Desktop:
    """A display, a folder to work in, and the programs that are run there."""

    def __init__(self, proffer, folder, user):
        self.folder, self.user = folder, user
        self.proffer = os.path.join(folder, "proffer")
        shutil.copy(proffer, self.proffer)
        os.chmod(self.proffer, 0o755)
        self.home = os.path.join(folder, "home")
        self.work = os.path.join(folder, "work")
        for path in (self.home, self.work):
            os.makedirs(path)
        for name in ("notes.md", "notes.rtf", "notes.html", "notes.txt", "photo.png"):
            shutil.copy(os.path.join(FIXTURES, name), self.work)
        for base, folders, files in os.walk(folder):
            for name in folders + files + ["."]:
                if user:
                    os.chown(os.path.join(base, name), user.pw_uid, user.pw_gid)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.home, "LC_ALL": "C.UTF-8", "TMPDIR": self.home,
            "XDG_STATE_HOME": self.home,
        }
        self.server = None

    def start(self, *command, **options):
        if self.user:
            options |= {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        return subprocess.Popen(command, cwd=self.work, env=self.environment, start_new_session=True, **options)

    def rest(self, seconds):
        """Pauses for a program that does not tell when it is ready: longer if the machine has much other work."""
        begin = time.monotonic()
        self.run("true")
        # The program takes some milliseconds on a machine without other work.
        time.sleep(seconds * max(1, (time.monotonic() - begin) / 0.02))

    def run(self, *command, input=None, timeout=GUARD, stdout=subprocess.PIPE):
        process = self.start(
            *command, stdin=subprocess.PIPE if input is not None else subprocess.DEVNULL, stdout=stdout,
            stderr=subprocess.PIPE)
        try:
            output, errors = process.communicate(input, timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return -1, b"", b"it did not end"
        return process.returncode, output, errors

    def tool(self, *arguments, **options):
        return self.run(self.proffer, *arguments, **options)

    def copy(self, *arguments, **options):
        # The pipes of the caller are closed when the command returns: communicate() would wait for ever otherwise.
        status, _, errors = self.tool("copy", *arguments, **options)
        if status:
            check(f"copy {' '.join(arguments)} succeeds", False, errors.decode())
        return status

    def path(self, name):
        return os.path.join(self.work, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        if self.user:
            os.chown(self.path(name), self.user.pw_uid, self.user.pw_gid)

    def bytes(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def owners(self):
        """The numbers of the processes that offer something."""
        found = []
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{number}/exe") == self.proffer:
                    with open(f"/proc/{number}/stat") as stat:
                        if stat.read().rsplit(")", 1)[1].split()[0] != "Z":
                            found.append(int(number))
            except OSError:
                continue
        return found

    def owners_end(self, limit=GUARD):
        return becomes(lambda: not self.owners(), limit, 0.05)

    # Where the windows of drag and catch are put, and a place in each.
    PLACES = {"drag": (450, 200), "catch": (450, 40)}
    # A place in the first row of drag, and one in the part of catch for drops.
    DRAG, CATCH = (470, 220), (470, 60)

    def all_rows(self, count):
        """A place below the rows of drag, from which all of them are dragged together."""
        return self.DRAG[0], self.PLACES["drag"][1] + 64 * min(count, 7) + 22

    def show(self, command, *arguments):
        """Starts drag or catch, and puts its window where no other one is."""
        process = self.start(
            self.proffer, command, "--timeout", str(GUARD), *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if not self.place(f"proffer {command}", *self.PLACES[command]):
            os.killpg(process.pid, signal.SIGKILL)
            check(f"{command} shows a window", False, *process.communicate())
        return process

    def drag(self, begin, *ends, pause=0.05):
        """Drags with the mouse from place to place: browsers begin a drag after some pixels, and read types while the pointer is over them.
        The pause between two steps is in seconds."""
        self.move(begin[0] - 2, begin[1] - 2)
        self.rest(2 * pause)
        self.move(*begin)
        self.button(True)
        self.rest(4 * pause)
        for step in range(1, 8):
            self.move(begin[0] + 3 * step, begin[1] + 2 * step)
            self.rest(pause)
        for begin, end in zip((begin, *ends), ends):
            for step in range(1, 11):
                self.move(*(a + (b - a) * step // 10 for a, b in zip(begin, end)))
                self.rest(pause)
        self.rest(10 * pause)
        self.button(False)

    def stop(self):
        for number in self.owners():
            os.kill(number, signal.SIGKILL)
        if self.server:
            self.server.terminate()
            self.server.wait()
            self.server = None
        # Programs that other programs have started, such as those of a session bus or of a browser.
        for number in processes(self.folder):
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass


class X11(Desktop):
    name = "x11"
    screen = "1280x720"

    def begin(self):
        reading, writing = os.pipe()
        # Without -noreset, the server resets itself when its last client ends, and refuses new clients meanwhile.
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", self.screen + "x24", "-nolisten", "tcp", "-noreset"], pass_fds=[writing],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            self.environment["DISPLAY"] = ":" + pipe.readline().strip()

    def read(self, name, **options):
        return self.run("xclip", "-selection", "clipboard", "-o", "-t", name, **options)[1]

    def names(self):
        return self.read("TARGETS").decode().split()

    def offer(self, name, data):
        # It goes on in the background with the pipes of its caller.
        self.write("offered", data)
        self.run("sh", "-c", f"xclip -selection clipboard -i -t '{name}' offered >/dev/null 2>&1")
        # xclip returns before the display server knows the new owner.
        if not becomes(lambda: self.read(name) == data):
            raise SystemExit(f"xclip does not offer {name}")

    def pointer(self, *words):
        return self.run("xdotool", *map(str, words))[1].decode().split()

    def window(self, name, limit=GUARD):
        """The number of a window that is shown; None where there is none within a time."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            found = self.pointer("search", "--onlyvisible", "--name", name)
            if found:
                return found[0]
            time.sleep(0.02)
        return None

    def place(self, name, x, y):
        """Puts a window where it is wanted; whether there is one."""
        window = self.window(f"^{name}$")
        if window:
            self.pointer("windowmove", window, x, y)
            self.rest(0.3)
        return window is not None

    def move(self, x, y):
        self.pointer("mousemove", x, y)

    def button(self, is_pressed):
        self.pointer("mousedown" if is_pressed else "mouseup", 1)

    def primary(self):
        return self.run("xclip", "-selection", "primary", "-o")[1]

    def reader_command(self, name):
        return ["xclip", "-selection", "clipboard", "-o", "-t", name]


class Wayland(Desktop):
    name = "wayland"
    screen = "1280x720"

    def begin(self):
        runtime = os.path.join(self.folder, "runtime")
        os.makedirs(runtime, mode=0o700)
        if self.user:
            os.chown(runtime, self.user.pw_uid, self.user.pw_gid)
        self.environment |= {
            "XDG_RUNTIME_DIR": runtime, "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
        }
        places = {f"proffer {command}": place for command, place in self.PLACES.items()}
        rules = [f'for_window [title="^{name}$"] floating enable, move absolute position {x} {y}' for name, (x, y) in places.items()]
        rules += [f'for_window [app_id="^{name}"] floating enable, resize set {width} 600, move absolute position 0 0'
                  for name, width in (("chrom", 420), ("firefox", 600), ("thunderbird", 600))]
        lines = ["xwayland disable", f"output * resolution {self.screen}", "default_border none", "default_floating_border none", *rules]
        self.write("sway.conf", "\n".join(lines + [""]).encode())
        self.server = self.start(
            "sway", "-c", self.path("sway.conf"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        def made(*beginnings):
            return [name for name in os.listdir(runtime) if name.startswith(beginnings) and not name.endswith(".lock")]

        if not becomes(lambda: self.server.poll() is not None or made("wayland-") and made("sway-ipc.")) or self.server.poll() is not None:
            raise SystemExit("desktop: sway did not start")
        sockets = made("wayland-")
        self.environment["WAYLAND_DISPLAY"] = sockets[0]
        self.mouse = WaylandPointer(os.path.join(runtime, sockets[0]), *map(int, self.screen.split("x")))
        self.environment["SWAYSOCK"] = os.path.join(runtime, made("sway-ipc.")[0])

    def rectangle(self, name):
        """The left, upper, right and lower edge of a window; None where there is none."""
        nodes = [json.loads(self.run("swaymsg", "--raw", "--type", "get_tree")[1] or b"{}")]
        while nodes:
            node = nodes.pop()
            if node.get("pid") and re.search(name, node.get("name") or ""):
                area = node["rect"]
                return area["x"], area["y"], area["x"] + area["width"], area["y"] + area["height"]
            nodes += node.get("nodes", []) + node.get("floating_nodes", [])
        return None

    def has_focus(self, program):
        """Whether a window with this application identifier has the keyboard focus."""
        nodes = [json.loads(self.run("swaymsg", "--raw", "--type", "get_tree")[1] or b"{}")]
        while nodes:
            node = nodes.pop()
            if node.get("focused") and node.get("app_id") == program:
                return True
            nodes += node.get("nodes", []) + node.get("floating_nodes", [])
        return False

    def window(self, name, limit=GUARD):
        return name if becomes(lambda: self.rectangle(name), limit) else None

    def place(self, name, x, y):
        """Waits for a window, which the compositor puts where it is wanted."""
        if not becomes(lambda: (self.rectangle(f"^{name}$") or ())[:2] == (x, y), interval=0.1):
            return False
        # It is shown when its program has drawn it, at the latest after 0.2 s.
        self.rest(0.4)
        return True

    def move(self, x, y):
        self.mouse.move(x, y)

    def button(self, is_pressed):
        self.mouse.button(is_pressed)

    def read(self, name, **options):
        return self.run("wl-paste", "--no-newline", "--type", name, **options)[1]

    def names(self):
        return self.run("wl-paste", "--list-types")[1].decode().split("\n")[:-1]

    def offer(self, name, data):
        self.write("offered", data)
        self.run("sh", "-c", f"wl-copy --type '{name}' < offered >/dev/null 2>&1")

    def primary(self):
        return self.run("wl-paste", "--no-newline", "--primary")[1]

    def reader_command(self, name):
        return ["wl-paste", "--no-newline", "--type", name]


class Page:
    """A page in Chromium that reports what is dropped on it and pasted into it, and that has things to drag."""

    SOURCE = b"""<!DOCTYPE html><meta charset=utf-8><title>page of the test</title>
<style>body{margin:0} div,img{position:absolute;left:0;width:400px;height:150px}</style>
<div id=target style="top:0" contenteditable>target</div>
<div id=text style="top:200px" draggable=true>text</div>
<img id=picture style="top:400px" src="/picture.png">
<script>
function report(kind, transfer) {
  const entry = {kind, data: {}, files: {}, types: Array.from(transfer.types)};
  for (const type of entry.types) if (type != 'Files') entry.data[type] = transfer.getData(type);
  Promise.all(Array.from(transfer.files).map(async file => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    entry.files[file.name] = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  })).then(() => fetch('/', {method: 'POST', body: JSON.stringify(entry)}));
}
document.addEventListener('dragover', event => event.preventDefault());
document.addEventListener('drop', event => { event.preventDefault(); report('drop', event.dataTransfer); });
document.addEventListener('paste', event => { event.preventDefault(); report('paste', event.clipboardData); });
document.getElementById('text').addEventListener('dragstart', event => {
  event.dataTransfer.setData('text/html', '<b>dr\\u00fcben</b>');
  event.dataTransfer.setData('text/plain', 'dr\\u00fcben');
  event.dataTransfer.setData('text/uri-list', 'https://example.org/a');
});
document.addEventListener('copy', event => {
  event.preventDefault();
  event.clipboardData.setData('text/html', '<i>kopiert \\u00fc</i>');
  event.clipboardData.setData('text/plain', 'kopiert \\u00fc');
});
</script>"""
    TITLE = "^page of the test$"
    # Where things are in the window, which is in the upper left corner of the screen, with a bar above the page or without.
    TARGET, TEXT, PICTURE = (200, 100), (200, 300), (200, 500)

    def __init__(self, desktop):
        self.desktop, self.reports = desktop, queue.Queue()
        page = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = desktop.bytes("photo.png") if self.path == "/picture.png" else page.SOURCE
                self.send_response(200)
                self.send_header("Content-Type", "image/png" if self.path == "/picture.png" else "text/html")
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                page.reports.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.browser = self.open(f"http://127.0.0.1:{self.server.server_address[1]}/")
        self.window = desktop.window(self.TITLE)
        # It shows its title before it takes anything.
        desktop.rest(2)

    def open(self, address):
        desktop = self.desktop
        return desktop.start(
            "chromium", "--no-sandbox", "--disable-gpu", "--no-first-run", "--user-data-dir=" + os.path.join(desktop.home, "web"),
            f"--ozone-platform={desktop.name}", "--window-position=0,0", "--window-size=420,600", f"--app={address}",
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def report(self, limit=GUARD):
        # A browser that has ended reports nothing.
        becomes(lambda: not self.reports.empty() or self.browser.poll() is not None, limit)
        return {"kind": None, "types": [], "data": {}, "files": {}} if self.reports.empty() else self.reports.get()

    def stop(self):
        os.killpg(self.browser.pid, signal.SIGKILL)
        self.browser.wait()
        self.server.shutdown()


def anonymous(number):
    """The memory of a process that is not that of files."""
    try:
        with open(f"/proc/{number}/status") as status:
            return next((int(line.split()[1]) * 1024 for line in status if line.startswith("RssAnon")), 0)
    except OSError:
        return 0


def everyday(desktop):
    text = desktop.bytes("notes.md")
    status, _, errors = desktop.tool("paste")
    check("an empty clipboard is the answer no", status == 1 and b"is empty" in errors, status, errors)

    desktop.copy("notes.md")
    names = desktop.names()
    for name in ("text/markdown", "text/html", "text/rtf", "UTF8_STRING", "text/plain", "application/vnd.proffer.dragbundle+zip"):
        check(f"a document is offered as {name}", name in names, names)
    # Text fields of Qt 6 interpret Markdown that comes first.
    check("the page comes first, then the document, and the bundle last",
          [name for name in names if "/" in name][:2] == ["text/html", "text/markdown"]
          and [name for name in names if "/" in name][-1].endswith("dragbundle+zip"), names)
    check("a document arrives as it is", desktop.read("text/markdown") == text)
    for kind in ("html", "rtf"):
        made = desktop.tool("convert", "notes.md", "--to", kind, "-q")[1]
        arrived = desktop.read(f"text/{kind}")
        check(f"a document arrives as the {kind} that convert makes", arrived == made, arrived[:200], made[:200])
    check("a document arrives as text", desktop.read("UTF8_STRING") == text)
    check("text is pasted on standard output", desktop.tool("paste")[1] == text)
    check("the accepted type is pasted", desktop.tool("paste", "--accept", "html")[1].startswith(b"<!DOCTYPE html>"))
    listed = json.loads(desktop.tool("paste", "--list", "--json")[1])
    check("the list has every name", [entry["name"] for entry in listed["names"]] == names, listed["names"], names)
    check("the list names the route", listed["route"] == desktop.name)
    status, _, errors = desktop.tool("paste", "--accept", "public.movie")
    check("what is not offered is the answer no", status == 1 and b"does not match" in errors, errors)

    desktop.tool("pack", "--new-item", "--name", "Notes", "notes.rtf", "notes.html", "notes.txt", "--new-item", "photo.png", "-o", "b.dragbundle")
    desktop.copy("b.dragbundle")
    for name, file in (("text/rtf", "notes.rtf"), ("UTF8_STRING", "notes.txt")):
        check(f"a representation of a bundle arrives as {name}", desktop.read(name) == desktop.bytes(file))
    check("the page of a bundle arrives", b"<html" in desktop.read("text/html").lower())
    check("a bundle arrives whole", desktop.read("application/vnd.proffer.dragbundle+zip") == desktop.bytes("b.dragbundle"))
    # Beside text, files have only the names that file managers read.
    def copied():
        return desktop.read("x-special/gnome-copied-files").decode().split("\n")[1:]

    check("beside text there is no list of URLs", "text/uri-list" not in desktop.names())
    urls = copied()
    files = [url.removeprefix("file://") for url in urls]
    check("the items of a bundle are files too", [os.path.basename(file) for file in files] == ["notes.rtf", "photo.png"], urls)
    check("the files of a bundle have its contents", all(filecmp.cmp(file, desktop.path(os.path.basename(file)), False) for file in files))
    check("the files of a bundle are made once", copied() == urls)
    status, _, errors = desktop.tool("paste", "-o", "c.dragbundle")
    check("everything is pasted into a bundle", status == 0, errors)
    lists = [json.loads(desktop.tool("list", "--json", name)[1].splitlines()[0])["items"] for name in ("b.dragbundle", "c.dragbundle")]
    check("a bundle that is pasted has every item and representation", lists[0] == lists[1], *lists)
    status, _, errors = desktop.tool("paste", "-o", "c.dragbundle")
    check("an existing file is not overwritten", status == 2 and b"--force" in errors, errors)

    desktop.copy("photo.png")
    check("the files of a bundle are removed when something else is copied", becomes(lambda: not any(map(os.path.exists, files))), files)
    check("a picture arrives", desktop.read("image/png") == desktop.bytes("photo.png"))
    url = f"file://{desktop.path('photo.png')}"
    check("a picture is a file too", desktop.read("text/uri-list") == f"{url}\r\n".encode())
    check("a file arrives in a file manager", desktop.read("x-special/gnome-copied-files") == f"copy\n{url}".encode())
    status, output, errors = desktop.tool("paste", "--into", "out")
    check("a file is pasted into a folder", status == 0 and filecmp.cmp(desktop.path("out/photo.png"), desktop.path("photo.png")), errors)

    desktop.copy("-", input="von Standard ein\u00fc\n".encode())
    check("standard input arrives", desktop.read("UTF8_STRING") == "von Standard ein\u00fc\n".encode())
    desktop.copy(input=desktop.bytes("notes.html"))
    check("a page on standard input is offered as a page", "text/html" in desktop.names(), desktop.names())
    desktop.copy("--from", "txt", input=desktop.bytes("notes.html"))
    check("--from offers it as text", desktop.read("UTF8_STRING") == desktop.bytes("notes.html"), desktop.names())
    desktop.copy("--primary", input=b"selected")
    check("the primary selection is another one", desktop.primary() == b"selected" and desktop.tool("paste")[1] != b"selected")
    check("the primary selection is pasted", desktop.tool("paste", "--primary")[1] == b"selected")


# Sample texts by file name; an editor must receive each one unchanged, in UTF-8.
TEXTS = {
    "config.json": '{"name": "ä"}\n', "lines.ndjson": '{"a": 1}\n{"a": 2}\n', "settings.yaml": "name: ä\n",
    "settings.toml": 'name = "ä"\n', "settings.ini": "[a]\nb=c\n", "page.xml": "<?xml version='1.0'?>\n<a>ä</a>\n",
    "drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg"><text>ä</text></svg>\n',
    "style.css": "a { color: red }\n", "style.scss": "$a: 1px;\n", "style.less": "@a: 1px;\n",
    "view.vue": "<template><p>ä</p></template>\n", "read.rst": "Title\n=====\n",
    "book.ipynb": '{"cells": [], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}\n',
    "place.geojson": '{"type": "Point", "coordinates": [1, 2]}\n',
    "way.gpx": '<?xml version="1.0"?>\n<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"/>\n',
    "words.strings": '"a" = "ä";\n', "letter.eml": "From: a@example.org\nSubject: x\n\ntext\n",
    "key.pem": "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
    "list.plist": '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><array/></plist>\n',
    "main.swift": "print(1)\n", "script.sh": "#!/bin/sh\n", "server.log": "a\n", "rows.csv": "a,b\n1,2\n",
    "rows.tsv": "a\tb\n1\t2\n", "notes.md": "# ä\n", "Makefile": "all:\n\ttrue\n", "no-ending": "some words, ä\n",
    "query.sql": "select 1;\n", "change.patch": "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n", "list.unknownending": "ä\n",
    "card.vcf": "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\nEND:VCARD\r\n",
}


def texts(desktop):
    """Everything that is text is pasted as text."""
    kept = desktop.bytes("notes.md")
    text_names = ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain"]
    for name, text in TEXTS.items():
        desktop.write(name, text.encode())
        desktop.copy(name)
        arrived = {target: desktop.read(target) for target in text_names}
        check(f"{name} is pasted unchanged, as plain text in UTF-8", set(arrived.values()) == {text.encode()}, arrived, desktop.names())
    desktop.write("notes.md", kept)
    russian = "<?xml version='1.0' encoding='windows-1251'?>\n<a>\u0447\u0442\u043e</a>\n"
    desktop.write("russian.xml", russian.encode("windows-1251"))
    desktop.copy("russian.xml")
    check("a page in another encoding is pasted in UTF-8", desktop.read("UTF8_STRING") == russian.encode(), desktop.names())
    desktop.copy("notes.html")
    check("a web page is pasted as the text that it shows", b"<" not in desktop.read("UTF8_STRING"), desktop.names())
    for operands in (["rows.csv", "--to", "html,text"], ["notes.md", "--to", "html,txt"]):
        desktop.copy(*operands)
        check(f"copy {' '.join(operands)} offers the text", desktop.read("UTF8_STRING") == desktop.bytes(operands[0]), desktop.names())
    desktop.tool("pack", "--new-item", "notes.html", "notes.txt", "-o", "texts.dragbundle")
    desktop.copy("texts.dragbundle", "--to", "text")
    check("copy --to text prefers the plain text of an item to its HTML", desktop.read("UTF8_STRING") == desktop.bytes("notes.txt"))
    status, _, errors = desktop.tool("copy", input=bytes(range(256)), stdout=None)
    check("unknown bytes are offered with a note", status == 0 and desktop.read("application/octet-stream") == bytes(range(256)), errors)


def lifetimes(desktop):
    for number in desktop.owners():
        os.kill(number, signal.SIGTERM)
    check("an owner ends when it is asked to", desktop.owners_end())
    desktop.copy("notes.md")
    check("an owner stays in the background", len(desktop.owners()) == 1)
    # Two threads of a process that was forked waited for each other, and used a processor each.
    for number in desktop.owners():
        times = []
        for _ in range(2):
            with open(f"/proc/{number}/stat") as stat:
                times.append(sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13])))
            time.sleep(0.5)
        check("an owner that waits uses no processor", times[1] - times[0] < 10, times)
    sessions = [os.getsid(number) == number for number in desktop.owners()]
    check("an owner has a session of its own", sessions == [True], sessions)
    desktop.copy("notes.txt")
    check("an owner ends when something else is copied", becomes(lambda: len(desktop.owners()) == 1), desktop.owners())
    desktop.offer("text/plain", b"other")
    check("an owner ends when another program copies", desktop.owners_end())
    desktop.copy("--once", input=b"once")
    arrived = desktop.run(*desktop.reader_command("UTF8_STRING"))
    check("an offer for one receiver arrives", arrived[1] == b"once", *arrived)
    check("an offer for one receiver ends with it", desktop.owners_end() and desktop.tool("paste")[0] == 1)
    for seconds in (0.4, 4, 40):
        desktop.copy("--timeout", str(seconds), input=b"short")
        # The machine may have so much other work that the time is over.
        read = desktop.read("UTF8_STRING")
        if read:
            break
    check("an offer with a time is there", read == b"short")
    check("an offer with a time ends", desktop.owners_end() and desktop.tool("paste")[0] == 1)
    # A receiver that ends in the middle costs nothing.
    desktop.copy("large.png")
    for _ in range(5):
        reader = desktop.start(*desktop.reader_command("image/png"), stdout=subprocess.PIPE)
        reader.stdout.read(1000)
        reader.kill()
        reader.communicate()
    stuck = desktop.start(*desktop.reader_command("image/png"), stdout=subprocess.PIPE)
    stuck.stdout.read(1000)
    arrived = desktop.read("image/png")
    check("receivers that end, and one that reads nothing more, hold up no other", arrived == desktop.bytes("large.png"))
    stuck.kill()
    stuck.communicate()


def foreign(desktop):
    desktop.offer("text/html", "<p>fremd \u00fc</p>".encode())
    check("the page of another program is pasted", desktop.tool("paste", "--accept", "html")[1] == "<p>fremd \u00fc</p>".encode())
    status, output, errors = desktop.tool("paste", "--accept", "md", "--convert")
    check("the page of another program is converted", output == "fremd \u00fc\n".encode(), output, errors)
    check("the type of a file's name is pasted", desktop.tool("paste", "-o", "x.html")[0] == 0 and desktop.bytes("x.html").startswith(b"<p>"))

    desktop.offer("image/png", desktop.bytes("large.png"))
    status, _, errors = desktop.tool("paste", "--accept", "public.png", "-o", "pasted.bin")
    check("20 MB of another program are pasted", status == 0 and filecmp.cmp(desktop.path("pasted.bin"), desktop.path("large.png"), False), errors)
    status, _, errors = desktop.tool("paste", "--accept", "public.png", "--max-size", "1M", "-o", "limited.bin")
    check("a value beyond the limit is an error and leaves nothing", status == 2 and b"--max-size" in errors
          and not os.path.exists(desktop.path("limited.bin")), errors)

    names = ["with space", "per%cent", "new\nline", "-dash", "umlaut \u00fc"]
    os.makedirs(desktop.path("source"), exist_ok=True)
    lines = []
    for name in names:
        desktop.write("source/" + name, name.encode())
        lines.append("file://" + "".join(
            chr(byte) if chr(byte).isalnum() and byte < 128 or byte in b"/.-_" else f"%{byte:02X}"
            for byte in os.fsencode(desktop.path("source/" + name))))
    desktop.offer("text/uri-list", ("\r\n".join(lines) + "\r\n").encode())
    status, _, errors = desktop.tool("paste", "--into", "received")
    received = os.listdir(desktop.path("received")) if status == 0 else []
    contents = sorted(desktop.bytes("received/" + name) for name in received)
    check("files with hostile names are pasted", contents == sorted(name.encode() for name in names), received, errors)
    desktop.offer("text/uri-list", b"file:///nowhere/at/all\r\n")
    status, _, errors = desktop.tool("paste", "--into", "received")
    check("a file that is not there is named", status == 2 and b"/nowhere/at/all" in errors, status, errors)
    desktop.offer("text/uri-list", b"https://example.org/a?b\r\n")
    status, output, errors = desktop.tool("paste", "-o", "link.dragbundle")
    listed = json.loads(desktop.tool("list", "--json", "link.dragbundle")[1].splitlines()[0])["items"]
    types = [representation["type"] for representation in listed[0]["representations"]] if listed else []
    check("a link is pasted as one", "public.url" in types, types, errors)


def history(desktop):
    """What is copied becomes bundles."""
    def kept():
        folder = desktop.path("clips")
        return sorted(name for name in os.listdir(folder) if not name.startswith(".")) if os.path.isdir(folder) else []

    desktop.copy("notes.md")
    watcher = desktop.start(desktop.proffer, "-q", "watch", "clips", "--keep", "3", stderr=subprocess.PIPE)
    check("what is on the clipboard is the first of a history", becomes(lambda: len(kept()) == 1), kept())
    desktop.copy("photo.png")
    check("what is copied is kept", becomes(lambda: len(kept()) == 2), kept())
    desktop.copy("--sensitive", input=b"password")
    desktop.offer("text/html", b"<p>kept</p>")
    check("what another program copies is kept, and a password is not", becomes(lambda: len(kept()) == 3), kept())
    listed = [json.loads(desktop.tool("list", "--json", "clips/" + name)[1].splitlines()[0])["items"] for name in kept()]
    types = [[representation["type"] for item in items for representation in item["representations"]] for items in listed]
    check("a history has all types", types[:2] == [["net.daringfireball.markdown"], ["public.png"]] and "public.html" in types[2], types)
    first = kept()[0]
    desktop.offer("text/html", b"<p>last</p>")
    check("the oldest of a history is removed", becomes(lambda: first not in kept() and len(kept()) == 3), kept())
    check("a thing of a history is copied again", desktop.copy("clips/" + kept()[-1]) == 0 and desktop.read("text/html") == b"<p>last</p>")
    watcher.send_signal(signal.SIGINT)
    try:
        errors = watcher.communicate(timeout=GUARD)[1]
    except subprocess.TimeoutExpired:
        errors = ("it did not end", *waiting(watcher.pid))
        watcher.kill()
        watcher.communicate()
    check("a history ends by an interrupt, without a word", watcher.returncode == -signal.SIGINT and errors == b"", watcher.returncode, errors)


def waiting(number):
    """The name, system call and kernel wait channel of each thread of a process."""
    for thread in glob.glob(f"/proc/{number}/task/*"):
        found = []
        for name in ("comm", "syscall", "wchan"):
            try:
                with open(os.path.join(thread, name)) as file:
                    found.append(file.read().strip())
            except OSError as error:
                found.append(str(error))
        yield " ".join(found)


def ended(process, limit=GUARD):
    """The status of a process, what it printed and what it said."""
    try:
        output, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        return -1, output.decode(), "it did not end: " + errors.decode()
    return process.returncode, output.decode(), errors.decode()


def decoded(report):
    return {name: base64.b64decode(data) for name, data in report["files"].items()}


def copies(desktop, page):
    """The clipboard between proffer and a page."""
    desktop.pointer("windowfocus", page.window, "mousemove", *page.TARGET, "click", 1)
    desktop.tool("pack", "--new-item", "notes.rtf", "notes.html", "notes.txt", "-o", "t.dragbundle")
    desktop.copy("t.dragbundle")
    desktop.pointer("key", "ctrl+v")
    report = page.report()
    check("Chromium reads the types of a copied bundle", report["kind"] == "paste"
          and report["data"].get("text/plain", "").encode() == desktop.bytes("notes.txt")
          and report["data"].get("text/rtf", "").encode() == desktop.bytes("notes.rtf")
          and "<html" in report["data"].get("text/html", ""), report["types"])
    desktop.pointer("key", "ctrl+c")
    check("what Chromium copies takes the clipboard", desktop.owners_end())
    check("the text that Chromium copies is pasted", desktop.tool("paste")[1] == "kopiert \u00fc".encode())
    check("the page that Chromium copies is pasted", b"<i>kopiert" in desktop.tool("paste", "--accept", "html")[1])


def drags(desktop):
    """Drags between proffer and a page, and between proffer and proffer."""
    page = Page(desktop)
    try:
        if not page.window:
            return check("Chromium shows a page", False)
        for number in desktop.owners():
            os.kill(number, signal.SIGTERM)
        check("nothing is offered any more", desktop.owners_end())
        drag = desktop.show("drag", "notes.md", "photo.png")
        desktop.drag(desktop.all_rows(2), page.TARGET)
        report = page.report()
        check("files that are dragged arrive in a page", decoded(report) == {name: desktop.bytes(name) for name in ("notes.md", "photo.png")},
              report["types"], list(report["files"]))
        check("the types of what is dragged arrive in a page", report["types"] == ["text/html", "Files"]
              and report["data"].get("text/html", "").startswith("<!DOCTYPE html>"), report["types"])
        status, output, errors = ended(drag)
        check("drag ends with its drop and says what was taken", status == 0 and output.startswith("dropped: public.file-url, "), status, output, errors)

        drag = desktop.show("drag", "notes.txt", "--to", "text")
        desktop.drag(desktop.DRAG, page.TARGET)
        report = page.report()
        check("a file of a wanted type arrives in a page", list(decoded(report).values()) == [desktop.bytes("notes.txt")], report)
        check("drag of a wanted type ends", ended(drag)[0] == 0)
        for number in desktop.owners():
            os.kill(number, signal.SIGTERM)
        desktop.owners_end()

        drag = desktop.show("drag", "b.dragbundle", "--json")
        desktop.drag(desktop.all_rows(2), page.TARGET)
        report = page.report()
        check("the items of a bundle arrive in a page as files", decoded(report) == {name: desktop.bytes(name) for name in ("notes.rtf", "photo.png")},
              report["types"], list(report["files"]))
        status, output, errors = ended(drag)
        # Chromium asks for fewer types on Wayland.
        taken = {"public.rtf", "public.html"} if desktop.name == "x11" else {"public.file-url", "public.html"}
        check("drag reports in JSON", status == 0 and taken <= set(json.loads(output)["types"]), output, errors)
        kept = desktop.owners()
        made = [os.path.join(base, name) for base, _, names in os.walk(desktop.home) for name in names
                if "loads-" in base and name in ("notes.rtf", "photo.png")]
        check("files that were made for a drag stay for the program that got them", len(kept) == 1 and len(made) == 2, kept, made)
        check("only this user can read them", all(os.stat(os.path.dirname(path)).st_mode & 0o777 == 0o700 for path in made))
        for number in kept:
            os.kill(number, signal.SIGTERM)
        check("files that were made for a drag are removed", desktop.owners_end() and not any(map(os.path.exists, made)), made)

        drag = desktop.show("drag", "notes.md")
        desktop.drag(desktop.DRAG, (700, 560))
        status, output, errors = ended(drag)
        check("a drag that nothing takes is the answer no", status == 1 and "nothing was dropped" in errors, status, errors)
        if desktop.name == "x11":
            drag = desktop.show("drag", "notes.md")
            desktop.pointer("mousemove", *desktop.DRAG, "mousedown", 1, "mousemove", 600, 500)
            desktop.rest(0.3)
            desktop.pointer("key", "Escape")
            status, output, errors = ended(drag)
            desktop.pointer("mouseup", 1)
            check("Escape cancels a drag", status == 1 and "was cancelled" in errors, status, errors)
        drag = desktop.show("drag", "notes.md")
        os.kill(drag.pid, signal.SIGTERM)
        drag.communicate()
        check("the window of a command that is ended closes", desktop.owners_end(), desktop.owners())

        catch = desktop.show("catch", "-o", "caught.dragbundle")
        desktop.drag(page.TEXT, desktop.CATCH)
        status, output, errors = ended(catch)
        listed = json.loads(desktop.tool("list", "--json", "caught.dragbundle")[1].splitlines()[0])["items"] if status == 0 else []
        types = {representation["type"] for item in listed for representation in item["representations"]}
        check("what a page drags is caught in all its types", types == {"public.html", "public.utf8-plain-text", "public.url"}, types, errors)
        page_of_it = desktop.tool("load", "caught.dragbundle", "--type", "html")[1].decode()
        check("the page of a drag is caught as it is", "<b>dr\u00fcben</b>" in page_of_it, page_of_it)
        catch = desktop.show("catch")
        desktop.drag(page.TEXT, desktop.CATCH)
        check("text is caught on standard output", ended(catch)[:2] == (0, "dr\u00fcben"))
        catch = desktop.show("catch", "--accept", "public.movie")
        desktop.drag(page.TEXT, desktop.CATCH)
        desktop.rest(1)
        check("what is not wanted is not caught", catch.poll() is None)
        catch.kill()
        catch.communicate()
        catch = desktop.show("catch", "--into", "pictures")
        desktop.drag(page.PICTURE, desktop.CATCH)
        status, output, errors = ended(catch)
        names = os.listdir(desktop.path("pictures")) if status == 0 else []
        check("a picture of a page is caught as a file", names == ["picture.png"]
              and desktop.bytes("pictures/picture.png") == desktop.bytes("photo.png"), names, output, errors)

        if desktop.name == "x11":
            copies(desktop, page)
    finally:
        page.stop()

    names = ["source/" + name for name in os.listdir(desktop.path("source"))]
    catch = desktop.show("catch", "--into", "caught", "--json")
    drag = desktop.show("drag", "--", *names)
    desktop.drag(desktop.all_rows(len(names)), desktop.CATCH)
    status, output, errors = ended(catch)
    contents = sorted(desktop.bytes("caught/" + name) for name in os.listdir(desktop.path("caught"))) if status == 0 else []
    check("files with hostile names are dragged and caught", contents == sorted(desktop.bytes(name) for name in names), contents, errors)
    check("catch reports in JSON", status == 0 and len(json.loads(output)["files"]) == len(names), output)
    check("drag and catch end together", ended(drag)[0] == 0)
    catch = desktop.show("catch")
    drag = desktop.show("drag", "notes.txt")
    desktop.drag(desktop.DRAG, desktop.CATCH, (700, 560), desktop.DRAG, desktop.CATCH)
    check("a drag that leaves and comes again is caught", ended(catch)[:2] == (0, desktop.bytes("notes.txt").decode()))
    check("drag ends when it has come again", ended(drag)[0] == 0)
    catch = desktop.show("catch", "-o", "both.dragbundle")
    drag = desktop.show("drag", "b.dragbundle")
    desktop.drag(desktop.all_rows(2), desktop.CATCH)
    status, _, errors = ended(catch)
    lists = [json.loads(desktop.tool("list", "--json", name)[1].splitlines()[0]).get("items") for name in ("b.dragbundle", "both.dragbundle")]
    check("a bundle that is dragged is caught with every item and representation", lists[0] == lists[1], *lists, errors)
    check("drag of a bundle ends", ended(drag)[0] == 0)
    for number in desktop.owners():
        os.kill(number, signal.SIGTERM)
    check("nothing is left of drags", desktop.owners_end())


def speed(desktop, megabytes):
    """A large value both ways: the time against the witness, and the memory that it takes."""
    with open(desktop.path("huge.png"), "wb") as file:
        # The type of a file whose name and first bytes agree.
        file.write(b"\x89PNG\r\n\x1a\n")
        block = os.urandom(1 << 20)
        for _ in range(megabytes):
            file.write(block)
        size = file.tell()
    os.chmod(desktop.path("huge.png"), 0o644)
    desktop.copy("huge.png")
    owner = desktop.owners()
    with open(desktop.path("witness.bin"), "wb") as file:
        desktop.run(*desktop.reader_command("image/png"), stdout=file)
    check(f"{megabytes} MB arrive whole", filecmp.cmp(desktop.path("witness.bin"), desktop.path("huge.png"), False))
    used = max(map(anonymous, owner), default=0)
    check(f"the owner of {megabytes} MB has at most 64 MiB of memory", 0 < used <= ANONYMOUS_LIMIT, f"{used >> 20} MiB")

    def timed(*command):
        begin = time.monotonic()
        with open(desktop.path("timed.bin"), "wb") as file:
            process = desktop.start(*command, stdout=file, stderr=subprocess.DEVNULL)
            peak = 0
            while process.poll() is None:
                peak = max(peak, anonymous(process.pid))
                time.sleep(0.005)
        return time.monotonic() - begin, peak

    own, witness, peak = [], [], 0
    for _ in range(3):
        seconds, used = timed(desktop.proffer, "paste", "--accept", "public.png", "-o", "-")
        own.append(seconds)
        peak = max(peak, used)
        check("what was pasted is what was copied", os.path.getsize(desktop.path("timed.bin")) == size)
        witness.append(timed(*desktop.reader_command("image/png"))[0])
    print(f"        paste of {megabytes} MB: {min(own):.2f} s; {desktop.reader_command('')[0]}: {min(witness):.2f} s")
    # The stated bound is 1.2; a machine that does something else as well gets some room.
    check(f"a paste of {megabytes} MB is not slower than the witness", min(own) <= 1.2 * min(witness) + 0.1, own, witness)
    check(f"a paste of {megabytes} MB takes at most 64 MiB of memory", peak <= ANONYMOUS_LIMIT, f"{peak >> 20} MiB")
    for name in ("huge.png", "witness.bin", "timed.bin"):
        os.remove(desktop.path(name))


def terminal(desktop):
    """The clipboard through a terminal: xterm takes text and gives it, where its settings allow that."""
    allowing = ["-xrm", "XTerm*allowWindowOps: true", "-xrm", "XTerm*disallowedWindowOps: 20,21"]

    def run(command, *settings):
        status, _, errors = desktop.run(
            "xterm", *settings, "-e", "sh", "-c", f"{command} 2> errors; echo $? > status; stty -a > modes")
        return desktop.bytes("status").strip() if status == 0 else errors, desktop.bytes("errors")

    copy = f"{desktop.proffer} copy notes.md --via terminal"
    status, errors = run(f"stty -a > before; {copy}", *allowing)
    check("text is copied through a terminal", status == b"0" and b"accepts only text" in errors, status, errors)
    check("a terminal has the modes that it had", desktop.bytes("modes") == desktop.bytes("before"))
    status, errors = run(f"{copy} && xclip -selection clipboard -o > read", *allowing)
    check("text that is copied through a terminal arrives", desktop.bytes("read") == desktop.bytes("notes.md"), status, errors)
    desktop.offer("UTF8_STRING", "fremd \u00fc".encode())
    status, errors = run(f"{desktop.proffer} paste --via terminal > pasted.txt", *allowing)
    check("text is pasted through a terminal", desktop.bytes("pasted.txt") == "fremd \u00fc".encode(), status, errors)
    status, errors = run(f"{desktop.proffer} paste --via terminal > pasted.txt")
    check("a terminal that does not allow that is an error", status == b"2" and b"a terminal setting may allow it" in errors, status, errors)


def transcript(desktop):
    """The transcript of the README, which the tests of the program cannot run: they have no display."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        blocks = re.findall(r"<!-- desktop transcript -->\n```console\n(.*?)```\n", file.read(), re.S)
    check("the README has a transcript of the clipboard", len(blocks) == 1)
    for block in blocks:
        commands = [line[2:] for line in block.split("\n") if line.startswith("$ ")]
        script = "".join(f"printf '%s\\n' {shlex.quote('$ ' + command)}; {command} 2>&1\n" for command in commands)
        path = f"PATH={shlex.quote(desktop.folder)}:$PATH"
        shown = desktop.run("bash", "-c", f"export {path}\n{script}")[1].decode()
        check("the README shows what the program prints", shown == block, shown, block)
    check("the picture of the README shows what the program prints: if not, pasted_page.py --draw draws it again",
          recording.is_current(recording.lines(desktop)))


def portal(desktop):
    """Files through the document portal."""
    bus = SessionBus(desktop)
    listed = ["text/uri-list", "x-special/gnome-copied-files"]
    names = ["application/vnd.portal.filetransfer", "application/vnd.portal.files"]
    try:
        reason = bus.start()
        if reason:
            # The portal needs FUSE, which a container may not have.
            check("the portal is left out only where there is no FUSE", "fuse" in reason, reason)
            return
        for number in range(20):
            desktop.write(f"number {number}", b"x")
        files = [f"number {number}" for number in range(20)]
        desktop.copy(*files)
        check("files are offered through the portal before the list", desktop.names()[:4] == names + listed, desktop.names())
        check("nothing is registered before a program asks", "file transfer" not in bus.written().replace("FileTransfer", ""), bus.written())
        keys = [desktop.read(name) for name in names]
        check("each request is a transfer of its own", keys[0] != keys[1] and all(key.endswith(b"\0") and len(key) > 1 for key in keys), keys)
        expected = "([" + ", ".join(f"'{desktop.path(name)}'" for name in files) + "],)"
        for key in keys:
            status, output = bus.files(key[:-1].decode())
            check("the portal gives the files of a key", status == 0 and output.strip() == expected, output)
        desktop.copy("--once", *files)
        key = desktop.read(names[0])[:-1].decode()
        time.sleep(0.5)
        check("a transfer waits for its receiver when the offer has ended", bus.files(key)[0] == 0 and desktop.owners_end())
        desktop.copy(*files)
        status, _, errors = desktop.tool("paste", "--verbose", "--into", "transferred")
        check("files are pasted through the portal", status == 0 and sorted(os.listdir(desktop.path("transferred"))) == sorted(files)
              and b"portal is not used" not in errors and bus.written().count("retrieve 20 files") == len(keys) + 2, errors, bus.written())
        os.makedirs(desktop.path("a folder"), exist_ok=True)
        desktop.copy("a folder")
        check("a folder is offered as a list only", desktop.names()[:2] == listed, desktop.names())

        source, key = bus.register(desktop.path("photo.png"), desktop.path("number 3"))
        desktop.offer(names[0], key)
        status, _, errors = desktop.tool("paste", "--into", "given")
        check("files that another program has registered are pasted", status == 0 and filecmp.cmp(desktop.path("given/photo.png"), desktop.path("photo.png"))
              and sorted(os.listdir(desktop.path("given"))) == ["number 3", "photo.png"], errors)
        source.stdin.close()
        source.wait()
        check("a transfer ends with its program", bus.becomes(lambda: bus.files(key)[0] != 0))
        status, _, errors = desktop.tool("paste", "--into", "given")
        check("a key whose program has ended is the answer no", status == 1 and b"Invalid transfer" in errors and errors.count(b"\n") == 1, errors)

        desktop.copy("photo.png", "notes.txt")
        bus.stop_portal()
        status, _, errors = desktop.tool("paste", "--verbose", "--into", "listed")
        check("the list is pasted where the portal has ended", status == 0 and b"the document portal is not used" in errors
              and len(os.listdir(desktop.path("listed"))) == 2, errors)
        _, _, errors = desktop.tool("copy", "--verbose", "photo.png", "notes.txt", stdout=subprocess.DEVNULL)
        check("a portal that does not run is not offered", b"no document portal runs" in errors and desktop.names()[:2] == listed, errors)
        with socket.socket(socket.AF_UNIX) as silent:
            silent.bind(os.path.join(desktop.folder, "silent"))
            os.chmod(os.path.join(desktop.folder, "silent"), 0o777)
            silent.listen()
            desktop.environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={desktop.folder}/silent"
            desktop.copy("photo.png", "notes.txt")
            check("a bus that does not answer does not prevent an offer", desktop.names()[:2] == listed)
    finally:
        bus.stop()


def ends(desktop):
    desktop.copy("notes.md")
    shown = [desktop.show("drag", "notes.md"), desktop.show("catch")]
    desktop.server.kill()
    desktop.server.wait()
    desktop.server = None
    check("an owner ends with its display", desktop.owners_end())
    for process in shown:
        status, _, errors = ended(process)
        check("a window whose display ends is an error", status == 2 and errors.count("\n") == 1 and "ended" in errors, status, errors)
    status, _, errors = desktop.tool("paste")
    check("a display that is gone is an error", status == 2 and errors.count(b"\n") == 1, status, errors)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        desktop.environment.pop(name, None)
    status, _, errors = desktop.tool("copy", "notes.md")
    check("no display is an error that says what was tried", status == 2 and b"WAYLAND_DISPLAY" in errors and b"DISPLAY is not set" in errors, errors)


def main():
    under_guard()
    # A shell starts background commands with SIGINT ignored, and child processes inherit this. history() ends
    # `proffer watch` with SIGINT.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser()
    parser.add_argument("proffer")
    parser.add_argument("--only", choices=["x11", "wayland"])
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing:
        raise SystemExit(f"desktop: these programs are missing: {', '.join(missing)}")
    user = pwd.getpwnam("nobody") if os.getuid() == 0 else None
    for kind in (X11, Wayland):
        if options.only not in (None, kind.name):
            continue
        print(f"-- {kind.name}")
        folder = tempfile.mkdtemp(prefix="desktop-")
        os.chmod(folder, 0o755)
        desktop = kind(os.path.abspath(options.proffer), folder, user)
        try:
            desktop.begin()
            desktop.write("large.png", b"\x89PNG\r\n\x1a\n" + os.urandom(20_000_001))
            everyday(desktop)
            texts(desktop)
            lifetimes(desktop)
            foreign(desktop)
            history(desktop)
            drags(desktop)
            portal(desktop)
            speed(desktop, 1024 if options.large else 100)
            if kind is X11:
                terminal(desktop)
                transcript(desktop)
            ends(desktop)
        finally:
            desktop.stop()
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(failures)} failed" if failures else "all good")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
