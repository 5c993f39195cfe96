"""The checks of pairs.py with the agents of pair_agents.py, and those with receivers that are killed.

Each takes a session, and raises Failed if the pair does not work. It may return a remark.
"""
import filecmp, os, random, re, subprocess, time

from desktop import GUARD
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
    # A page has no spaces at the ends of a cell.
    missing = [word for word in words if word.strip() not in text]
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
        expect(not table or arrived["tables"] >= 1, "no table arrives", arrived)

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

    expect(becomes(are_there), f"the files do not appear: {os.listdir(desktop.path(folder))}")
    expect(sorted(os.listdir(desktop.path(folder))) == sorted(names), f"other files appear: {os.listdir(desktop.path(folder))}")


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
            timer_end, received, is_same = begin + GUARD, 0, True
            view = memoryview(data)
            os.set_blocking(process.stdout.fileno(), True)
            try:
                while time.monotonic() < timer_end:
                    piece = os.read(process.stdout.fileno(), 1 << 20)
                    if not piece:
                        break
                    is_same = is_same and view[received:received + len(piece)] == piece
                    received += len(piece)
                status = process.wait(GUARD)
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
