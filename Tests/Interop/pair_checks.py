"""The checks of pairs.py: each takes a session, and raises Failed if the pair does not work. It may return a remark."""
import csv, filecmp, os, random, re, signal, subprocess, time

from pair_sessions import Failed, becomes, desktop_script, end, expect

# Words that every form of the notes shows, and those that it shows in bold.
WORDS = ["Trip notes", "Málaga", "crème brûlée", "What it cost", "Naïve plan, happy ending"]
BOLD, CELLS = "Málaga", ["Pensión", "126 €", "18 €"]
SAMPLE = "größe 日本語 😀\nsnake_case * <b> &amp;"


def decoded(data):
    """A text in the encoding that its first bytes tell, without the byte order mark."""
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("windows-1252")


def same(arrived, expected):
    if arrived != expected:
        place = next((place for place, (a, b) in enumerate(zip(arrived, expected)) if a != b), min(len(arrived), len(expected)))
        raise Failed(f"another text arrives: {len(arrived)} characters instead of {len(expected)}, different from character {place}",
                     f"arrived:  {arrived[max(0, place - 20):place + 100]!r}",
                     f"expected: {expected[max(0, place - 20):place + 100]!r}")


def has_words(text, words=WORDS):
    missing = [word for word in words if word not in text]
    expect(not missing, f"these words do not arrive: {missing}", repr(text[:200]))


def shown(name, arrived):
    """Checks that a document arrives as the text that it shows."""
    has_words(arrived)
    markup = [part for part in ("<p", "<h1", "{\\rtf", "\\par", "<!--") if part in arrived]
    expect(not markup, f"{name} arrives as markup: {markup}", repr(arrived[:200]))


# Receivers that are agents

def text(agent, name, do="paste", options=(), is_shown=False):
    """The text of a file arrives unchanged or, if a document shows other text than the file has, as this text."""
    def check(session):
        if name.startswith("samples/"):
            session.once("samples", lambda: session.folder_for("samples"))
            session.desktop.write(name, SAMPLES[name.removeprefix("samples/")].encode())
        receiver = session.agent(agent)
        receiver.ask("mark")
        session.copy(*options, name)
        arrived = receiver.ask(do)
        if is_shown:
            shown(name, arrived)
        else:
            expected = decoded(session.desktop.bytes(name))
            # The text widget of Qt has no carriage returns.
            same(arrived, expected.replace("\r\n", "\n") if agent == "qt" else expected)

    return check


def rich(name, options=(), table=True, bold=True):
    def check(session):
        receiver = session.agent("qt")
        receiver.ask("mark")
        session.copy(*options, name)
        arrived = receiver.ask("paste_rich")
        has_words(arrived["text"])
        expect(not bold or any(BOLD in each for each in arrived["bold"]), "no bold words arrive", arrived)
        expect(not table or arrived["tables"] == 1, "no table arrives", arrived)

    return check


def link(agent, name):
    """A link arrives as its URL, or as the text of its file."""
    def check(session):
        receiver = session.agent(agent)
        receiver.ask("mark")
        session.copy(name)
        arrived = receiver.ask("paste")
        urls = re.findall(r"https?://[^\s<\"]+", decoded(session.desktop.bytes(name)))
        urls = [url.replace("&amp;", "&") for url in urls if "apple.com/DTDs" not in url]
        expect(urls and all(url in arrived.replace("&amp;", "&") for url in urls), "the URL does not arrive", urls, repr(arrived))

    return check


def image(agent, name):
    def check(session):
        receiver = session.agent(agent)
        receiver.ask("mark")
        session.copy(name)
        width, height, is_same = receiver.ask("paste_image", like=session.desktop.path(name))
        expect(is_same, f"another picture arrives: {width} × {height}")

    return check


def agent_files(agent, *names):
    def check(session):
        receiver = session.agent(agent)
        receiver.ask("mark")
        session.copy(*names)
        arrived = [receiver.ask("paste_file")] if agent == "gtk" else receiver.ask("paste_files")
        expect(arrived == [session.desktop.path(name) for name in names], "other files arrive", arrived)

    return check


# Sources that are agents

def copied(session, agent, do, **arguments):
    """Copies in the window of an agent."""
    source = session.agent(agent)
    before = session.desktop.owners()
    if not before:
        session.copy("photo.png")
    session.click(source)
    source.ask(do, **arguments)
    expect(session.desktop.owners_end(), "the copy of the program does not take the clipboard from proffer")


def pasted_text(agent):
    def check(session):
        copied(session, agent, "copy", text=SAMPLE)
        same(session.paste().decode(), SAMPLE)

    return check


def pasted_type(agent, kind):
    """The type that is asked for arrives, although the program offers richer ones as well."""
    def check(session):
        copied(session, agent, "copy", text=SAMPLE)
        same(session.paste("--accept", kind).decode(), SAMPLE)

    return check


def pasted_rich(session):
    copied(session, "qt", "copy_rich", html="<p>plain <b>bold größe</b></p><ul><li>one</li></ul>")
    page = session.paste("--accept", "html").decode()
    expect(re.search(r"font-weight:\s*(600|700|bold)[^>]*>bold größe|<b>bold größe", page), "no bold words arrive", page[:800])
    markdown = session.paste("--accept", "md", "--convert").decode()
    expect("**bold größe**" in markdown and "one" in markdown, "the Markdown has no bold words", markdown)


def pasted_image(agent):
    def check(session):
        copied(session, agent, "copy_image", path=session.desktop.path("photo.png"))
        session.paste("--accept", "png", "--force", "-o", "arrived.png")
        expect(session.agent("qt").ask("same", path=session.desktop.path("arrived.png"), like=session.desktop.path("photo.png")),
               "another picture arrives")

    return check


def pasted_files(agent):
    def check(session):
        names = ["report.docx", "photo.png"]
        copied(session, agent, "copy_files", paths=[session.desktop.path(name) for name in names])
        received(session, names, f"from-{agent}")

    return check


def received(session, names, folder):
    """`proffer paste --into` makes files of these names with these bytes."""
    session.folder_for(folder)
    session.paste("--into", folder)
    arrive(session, names, folder)


def arrive(session, names, folder):
    desktop = session.desktop

    def are_there():
        return all(os.path.exists(desktop.path(f"{folder}/{name}"))
                   and filecmp.cmp(desktop.path(f"{folder}/{name}"), desktop.path(name), False) for name in names)

    expect(becomes(are_there, 6), f"the files do not appear: {os.listdir(desktop.path(folder))}")
    expect(sorted(os.listdir(desktop.path(folder))) == sorted(names), f"other files appear: {os.listdir(desktop.path(folder))}")


# File managers on X11

def manager_window(session, program, folder):
    """The window of a file manager that shows a folder."""
    session.program(program, session.desktop.path(folder))
    # The title ends in the name of the program in some versions.
    window = session.desktop.window(f"^{folder}( - .*)?$", 15)
    expect(window, f"{program} shows no window")
    return window


def manager_pastes(program, *names, options=()):
    def check(session):
        folder = f"{program}-pastes-" + "-".join(names).replace(".", "-")
        session.folder_for(folder)
        session.copy(*options, *names)
        window = manager_window(session, program, folder)
        # A window takes keys when its folder has been read, which nothing tells.
        pasted = becomes(lambda: session.key("ctrl+v", window) or becomes(lambda: os.listdir(session.desktop.path(folder)), 1), 3)
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
            expect(becomes(is_copied, 5), f"{program} copies nothing")
            received(session, names, f"from-{folder}")
            if keys == "ctrl+x":
                return "the cut files " + ("stay" if os.listdir(path) else "are gone") + " in their folder"
        finally:
            session.key("ctrl+w", window)

    return check


# Clipboard managers

def copyq(session):
    def start():
        return session.program("copyq")

    session.once("copyq", start)
    expect(becomes(lambda: session.desktop.run("copyq", "size", timeout=5)[0] == 0, 20, 0.1), "CopyQ does not start")
    session.copy("notes.txt")
    expected, found = session.desktop.bytes("notes.txt"), []

    def is_there():
        found[:] = [session.desktop.run("copyq", "read", "0", timeout=5)[1]]
        return found[0] == expected

    expect(becomes(is_there, 10, 0.1), "the text is not the first entry of the history", found)


def clipman(session):
    desktop = session.desktop
    # It waits a minute for a panel with a tray, and works in the meantime.
    process = session.program("xfce4-clipman")
    expect(becomes(lambda: b"org.xfce.clipman" in desktop.run(
        "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
        "org.freedesktop.DBus.ListNames")[1], 10), "Clipman does not start")
    try:
        expected = desktop.bytes("notes.txt").decode()
        session.copy("notes.txt")
        # Its history is written at its end, and the text may reach it some time after the copy.
        time.sleep(1)
        remark = ""
        for number in desktop.owners():
            os.kill(number, signal.SIGTERM)
        expect(desktop.owners_end(), "proffer does not end")
        arrived = []
        expect(becomes(lambda: arrived.append(desktop.read("UTF8_STRING", timeout=3)) or arrived[-1].decode() == expected, 5, 0.1),
               "Clipman does not keep the text when proffer ends", arrived[-1:])
    finally:
        end(process)
    history = os.path.join(session.home("cache"), "xfce4", "clipman", "textsrc")
    expect(becomes(lambda: os.path.exists(history), 5), "Clipman writes no history")
    with open(history, encoding="utf-8") as file:
        expect(expected.replace("\n", "\\n").rstrip("\\n")[:200] in file.read(), "the text is not in the history")
    return remark


# LibreOffice on X11

def office(session, do, *names, **arguments):
    agent = session.office()
    session.copy(*names)
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
            has_words(" ".join(flat), ['"version": 3', '"title": "Trip notes — Málaga"', '"enabled": true', '"layers"'])
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


# Chromium

class Page(desktop_script.Page):
    """A page with a plain and a rich field that reports what it contains after a paste."""
    SOURCE = b"""<!DOCTYPE html><meta charset=utf-8><title>page of the test</title>
<style>body{margin:0} #plain,#rich{position:absolute;left:0;width:400px;height:150px}</style>
<textarea id=plain style="top:0"></textarea><div id=rich style="top:200px" contenteditable>plain <b>bold gr\xc3\xb6\xc3\x9fe</b></div>
<script>
document.addEventListener('input', event => {
  if (event.inputType != 'insertFromPaste') return;
  const field = event.target;
  fetch('/', {method: 'POST', body: JSON.stringify({kind: field.id, text: field.value || field.innerText, html: field.innerHTML})});
});
document.addEventListener('focusin', event => fetch('/', {method: 'POST', body: JSON.stringify({kind: 'focus ' + event.target.id})}));
document.addEventListener('copy', () => setTimeout(() => fetch('/', {method: 'POST', body: '{"kind": "copied"}'}), 100));
</script>"""
    PLACES = {"plain": (200, 100), "rich": (200, 300)}

    def enter(self, session, field):
        """Clicks into a field, and selects what it contains."""
        desktop = self.desktop
        if session.protocol == "x11":
            desktop.pointer("windowfocus", "--sync", self.window)
        else:
            session.focus('app_id="^chrom"')
        desktop.move(*self.PLACES[field])
        desktop.button(True)
        desktop.button(False)
        while not self.reports.empty():
            self.reports.get()
        session.key("ctrl+a")

    def wait(self, kind, limit=8):
        until = time.monotonic() + limit
        while time.monotonic() < until:
            report = self.report(max(0.1, until - time.monotonic()))
            if report["kind"] == kind:
                return report
        raise Failed(f"the page reports no {kind}")


def page(session):
    made = session.once("page", lambda: Page(session.desktop))
    expect(made.window, "Chromium shows no page")
    return made


def chromium_pastes(field, name, options=()):
    def check(session):
        window = page(session)
        session.copy(*options, name)
        window.enter(session, field)
        session.key("ctrl+v")
        report = window.wait(field)
        if field == "plain":
            same(report["text"], decoded(session.desktop.bytes(name)))
        else:
            has_words(report["text"])
            expect(re.search(r"<(b|strong)\b[^>]*>Málaga|font-weight: ?(bold|700)[^>]*>Málaga", report["html"]) and "<table" in report["html"],
                   "no bold words or no table arrive", report["html"][:600])

    return check


def chromium_copies(session):
    window = page(session)
    session.copy("notes.txt")
    window.enter(session, "rich")
    # Earlier pastes may have changed the field: it is compared with what a paste into it reports.
    session.copy("notes.html")
    session.key("ctrl+v")
    window.wait("rich")
    session.key("ctrl+a")
    session.key("ctrl+c")
    window.wait("copied")
    expect(session.desktop.owners_end(), "Chromium does not take the clipboard")
    has_words(session.paste().decode())
    markdown = session.paste("--accept", "md", "--convert").decode()
    expect("**Málaga**" in markdown and "| Pensión" in markdown, "the Markdown has no bold words or no table", markdown, session.offered())


# Terminals

def terminal(*command, may_refuse=False, refuses=None, program="notes.txt", finish=()):
    """A program copies in a terminal. Its text arrives or, where the terminal does not allow that, it ends with 2 and says why."""
    def check(session):
        desktop = session.desktop
        for name in ("status", "errors"):
            if os.path.exists(desktop.path(name)):
                os.remove(desktop.path(name))
        desktop.offer("text/plain" if session.protocol == "wayland" else "UTF8_STRING", b"before")
        # A terminal owns the clipboard only as long as it runs.
        desktop.write("script", f"{desktop.proffer} copy --via terminal {program} 2> errors; echo $? > now; mv now status; exec sleep 60\n".encode())
        process = desktop.start(*command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            expect(becomes(lambda: os.path.exists(desktop.path("status")), 30), "the command does not end in this terminal")
            status, errors = desktop.bytes("status").decode().strip(), desktop.bytes("errors").decode()
            expected = desktop.bytes(program)
            arrived = [b""]

            def has_arrived():
                arrived[0] = desktop.read("UTF8_STRING" if session.protocol == "x11" else "text/plain;charset=utf-8", timeout=5)
                return arrived[0] == expected

            if status == "0":
                expect(not refuses, "proffer says that it copied, in a terminal that cannot", errors, arrived)
                expect(becomes(has_arrived, 3), "proffer ends with 0, and the text does not arrive", errors, arrived[0][:200])
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


# Receivers that are killed

def killed(kind, megabytes, rounds=20):
    """After a receiver was killed in the middle, the next one gets every byte."""
    def check(session):
        desktop = session.desktop
        numbers = random.Random(f"{kind} {megabytes}")
        size, target = megabytes << 20, {"text": "UTF8_STRING", "bytes": "image/png"}[kind]
        if kind == "text":
            line = "a line of text with an umlaut: ü, and some more words\n".encode()
            data = line * (size // len(line))
        else:
            data = b"\x89PNG\r\n\x1a\n" + numbers.randbytes(size)
        name = "killed.txt" if kind == "text" else "killed.png"
        desktop.write(name, data)
        session.copy(name)
        reader = ["xclip", "-selection", "clipboard", "-o", "-t", target]

        def complete():
            begin = time.monotonic()
            process = desktop.start(*reader, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            timer_end, received, is_same = begin + 60, 0, True
            view = memoryview(data)
            os.set_blocking(process.stdout.fileno(), True)
            try:
                while time.monotonic() < timer_end:
                    piece = os.read(process.stdout.fileno(), 1 << 20)
                    if not piece:
                        break
                    is_same = is_same and view[received:received + len(piece)] == piece
                    received += len(piece)
                status = process.wait(10)
            finally:
                end(process)
            return status, received, is_same, time.monotonic() - begin

        status, received, is_same, seconds = complete()
        expect(status == 0 and received == len(data) and is_same, f"a first transfer is wrong: status {status}, {received} of {len(data)} bytes")
        try:
            for number in range(rounds):
                process = desktop.start(*reader, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(numbers.uniform(0, seconds))
                process.kill()
                process.wait()
                status, received, is_same, _ = complete()
                expect(received == len(data) and is_same and status == 0, f"round {number}: status {status}, {received} of {len(data)} bytes, "
                       + ("a correct beginning" if is_same else "wrong bytes"))
        finally:
            os.remove(desktop.path(name))
        return f"{rounds} rounds; one transfer takes {seconds:.2f} s"

    return check


# A text for each ending: those of desktop.py and more.
SAMPLES = desktop_script.TEXTS | {
    "build.py": "print('ä')\n", "page.js": "console.log('ä');\n", "page.ts": "let a: string = 'ä';\n", "main.c": "int main(void) { return 0; }\n",
    "main.h": "#pragma once\n", "Main.java": "class Main {}\n", "main.go": "package main\n", "main.rs": "fn main() {}\n",
    "main.rb": "puts 'ä'\n", "index.php": "<?php echo 'ä'; ?>\n", "paper.tex": "\\documentclass{article}\n\\begin{document}ä\\end{document}\n",
}
