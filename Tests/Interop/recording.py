"""The picture of the README: a terminal in which a document is copied, and the page into which it was pasted.

The terminal has the commands below with the output of the real program. The page is a screenshot that pasted_page.py makes. Both are
shown at once, and follow the color scheme of the reader.
"""
import base64, html, os, re, shlex

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PICTURE = os.path.join(ROOT, ".github", "docs", "copy-and-paste.svg")

NAME = "release.md"
DOCUMENT = """\
# Release on Friday

Version 2 is **ready to test**.
Please read the *changes* and our
[plan](https://example.org/plan).

- Anna tries the installer
- Ben reads the manual
    - and runs its examples

| Task      | Who  | Days |
|:----------|:-----|-----:|
| Installer | Anna |    2 |
| Manual    | Ben  |    1 |
"""
COMMANDS = [f"cat {NAME}", f"proffer copy {NAME}"]

COLUMNS = 36
WIDTH, LINE, MARGIN, BAR, GAP = 840, 17, 14, 28, 10
TERMINAL_WIDTH = 288
# The screenshot has two pixels for each of these.
PAGE_WIDTH = WIDTH - TERMINAL_WIDTH - GAP
PAGE_HEIGHT = 2 * MARGIN + LINE * (DOCUMENT.count("\n") + len(COMMANDS) + 1)

STYLE = """\
text { font: 12px ui-monospace, SFMono-Regular, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; }
.title { font: 12px system-ui, "Liberation Sans", sans-serif; text-anchor: middle; }
.window { fill: #f6f8fa; } .frame { fill: none; stroke: #c4ccd4; } .bar { fill: #e4e8ec; } .title, .output { fill: #4d5560; }
.arguments { fill: #1f2328; } .prompt { fill: #1a7f37; font-weight: bold; } .program { fill: #0550ae; font-weight: bold; }
.cursor { fill: #57606a; } .arrow { fill: #0969da; }
.keys { font: bold 13px system-ui, "Liberation Sans", sans-serif; fill: #ffffff; text-anchor: middle; }
@media (prefers-color-scheme: dark) {
.window { fill: #161b22; } .frame { stroke: #3d444d; } .bar { fill: #262c36; } .title, .output { fill: #a9b3bf; }
.arguments { fill: #f0f6fc; } .prompt { fill: #3fb950; } .program { fill: #79c0ff; }
.cursor { fill: #a9b3bf; } .arrow { fill: #1f6feb; } image { opacity: .93; }
}"""


def lines(desktop):
    """The lines of the terminal on a display: each a pair of whether it is a command, and its text."""
    desktop.write(NAME, DOCUMENT.encode())
    result = []
    for command in COMMANDS:
        status, output, _ = desktop.run("bash", "-c", f"PATH={shlex.quote(desktop.folder)}:$PATH; {command} 2>&1")
        if status != 0:
            raise SystemExit(f"recording: {command} ended with {status}: {output.decode()}")
        result += [(True, command), *((False, line) for line in output.decode().splitlines())]
    for _, line in result:
        if len(line) + 2 > COLUMNS:
            raise SystemExit(f"recording: this line is too long for the picture: {line}")
    return result


def window(x, width, title, content):
    """A window with a title bar."""
    height = BAR + PAGE_HEIGHT
    return f"""<g transform="translate({x} 0)">
<rect class="window" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="7"/>
<path class="bar" d="M.5 {BAR}V7.5a7 7 0 0 1 7 -7H{width - 7.5}a7 7 0 0 1 7 7V{BAR}z"/>
<text class="title" x="{width / 2:g}" y="18">{title}</text>
{content}
<rect class="frame" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="7"/>
</g>"""


def text(index, is_command, line):
    """A line of the terminal, with the colors of its parts."""
    y = BAR + MARGIN + LINE * index + 12
    if is_command:
        program, _, arguments = line.partition(" ")
        parts = [("prompt", "$ "), ("program", program), ("arguments", f" {arguments}")]
    else:
        parts = [("output", line)]
    spans = "".join(f'<tspan class="{name}">{html.escape(part, quote=False)}</tspan>' for name, part in parts if part.strip())
    return f'<text xml:space="preserve" x="{MARGIN}" y="{y}">{spans}</text>\n' if spans else ""


def drawing(terminal, page):
    """The SVG of a terminal with these lines, and of a page, which is a PNG."""
    height = BAR + PAGE_HEIGHT
    texts = "".join(text(index, *line) for index, line in enumerate(terminal))
    # The next prompt, with the cursor.
    end = BAR + MARGIN + LINE * len(terminal)
    prompt = f"""<text x="{MARGIN}" y="{end + 12}"><tspan class="prompt">$</tspan></text>
<rect class="cursor" x="{MARGIN + 15}" y="{end + 1}" width="7" height="14"/>"""
    picture = base64.b64encode(page).decode()
    pasted = f"""<clipPath id="page"><path d="M1 {BAR}h{PAGE_WIDTH - 2}v{PAGE_HEIGHT - 8}a7 7 0 0 1 -7 7H8a7 7 0 0 1 -7 -7z"/></clipPath>
<image clip-path="url(#page)" y="{BAR}" width="{PAGE_WIDTH}" height="{PAGE_HEIGHT}" href="data:image/png;base64,{picture}"/>"""
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">
<title>A Markdown document is copied in a terminal and pasted into LibreOffice Writer with its formatting</title>
<style>
{STYLE}
</style>
{window(0, TERMINAL_WIDTH, "Terminal", texts + prompt)}
{window(TERMINAL_WIDTH + GAP, PAGE_WIDTH, "LibreOffice Writer", pasted)}
<g transform="translate({TERMINAL_WIDTH + GAP // 2} {end - LINE + 8})">
<path class="arrow" d="M-62 -13h104v-7l26 20l-26 20v-7h-104a6 6 0 0 1 -6 -6v-14a6 6 0 0 1 6 -6z"/>
<text class="keys" x="-10" y="5">Ctrl+V</text>
</g>
</svg>
"""


def page():
    """The page of the picture in the repository, as a PNG."""
    with open(PICTURE, encoding="utf-8") as file:
        return base64.b64decode(re.search('href="data:image/png;base64,([^"]*)"', file.read())[1])


def is_current(terminal):
    """Whether the picture in the repository has a terminal with these lines."""
    with open(PICTURE, encoding="utf-8") as file:
        return file.read() == drawing(terminal, page())
